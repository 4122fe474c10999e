"""Learning from choices: proximal policy optimisation."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn

from okawari.lab.training.network import Network, masked
from okawari.lab.training.rollout import Steps

#: How often each choice is learned from, in batches of how many.
EPOCHS, BATCH = 2, 4096
#: By how much the probability of a choice may change before it is not pushed further.
CLIP = 0.2
LARGEST_GRADIENT = 0.5
#: The weight of the entropy at the start and at the end, and the share of the learning rate that is left at the end.
ENTROPY_FIRST, ENTROPY_LAST = 0.02, 0.001
LEFT_AT_THE_END = 0.05


@dataclass(frozen=True)
class Lesson:
    """What a rollout showed: the entropy of the policy, and the part of the returns that the value explains."""

    entropy: float
    explained: float


def learning_rate(first: float, done: float) -> float:
    """The learning rate when a part of the training is done."""
    return first * (1 - (1 - LEFT_AT_THE_END) * done)


def entropy_weight(done: float) -> float:
    """The weight of the entropy when a part of the training is done."""
    return float(ENTROPY_FIRST * (ENTROPY_LAST / ENTROPY_FIRST) ** done)


def learn(
    network: Network, optimiser: torch.optim.Optimizer, steps: Steps, weight: float, generator: torch.Generator
) -> Lesson:
    """Learn from choices; `weight` is that of the entropy."""
    n, entropy = len(steps.actions), torch.zeros(())
    for _ in range(EPOCHS):
        for rows in torch.randperm(n, generator=generator).split(BATCH):
            entropy = _learn_batch(network, optimiser, Steps(*(values[rows] for values in steps)), weight)
    spread = steps.returns.var(correction=0)
    explained = 1 - steps.advantages.var(correction=0) / spread if spread > 0 else spread
    return Lesson(float(entropy), float(explained))


def _learn_batch(network: Network, optimiser: torch.optim.Optimizer, batch: Steps, weight: float) -> torch.Tensor:
    """Make one step of the optimiser; returns the mean entropy."""
    preferences, values = network(batch.cells)
    legal = masked(preferences, batch.masks)
    chances = torch.log_softmax(legal, -1)
    mine = chances.gather(-1, batch.actions[:, None]).squeeze(-1)
    ratio = (mine - batch.chances).exp()
    advantages = batch.advantages - batch.advantages.mean()
    advantages = advantages / (advantages.std(correction=0) + 1e-8)
    gain = torch.minimum(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).mean()
    entropy = -(torch.softmax(legal, -1) * chances).sum(-1).mean()
    loss = (values - batch.returns).square().mean() - gain - weight * entropy
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), LARGEST_GRADIENT)
    optimiser.step()
    return entropy.detach()
