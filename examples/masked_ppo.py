"""PPO with masks in one file, by self-play: python examples/masked_ppo.py [ITERATIONS] [TABLES]. Needs PyTorch."""

from __future__ import annotations

import sys
from typing import Any

import torch
from torch import nn
from torch.distributions import Categorical

from okawari.envs.vector import SushiVectorEnv

TURNS = 27


def judged(network: Any, cells: Any, masks: Any) -> tuple[Categorical, Any]:
    """The policy over the actions that the masks allow, and the value."""
    out = network(cells)
    return Categorical(logits=out[:, :-1].masked_fill(masks == 0, -1e9)), out[:, -1]


def play(network: Any, envs: SushiVectorEnv) -> tuple[list[tuple[Any, ...]], Any]:
    """One game at every table: the rows of each turn, and the rewards at the end."""
    rows, (centre, factor) = [], envs.tables.encoding.scales
    for _ in range(TURNS):
        cells = torch.from_numpy((envs.tables.buffers.observations - centre) * factor)
        masks = torch.tensor(envs.tables.buffers.masks)
        policy, _ = judged(network, cells, masks)
        rows.append((cells, masks, action := policy.sample(), policy.log_prob(action)))
        _, rewards, *_ = envs.step(action.numpy())
    return rows, torch.from_numpy(rewards)


def main(iterations: int = 60, tables: int = 256) -> None:
    """Train by self-play, and print the share of wins against the greedy bot."""
    torch.manual_seed(1)
    both = SushiVectorEnv(2 * tables, opponents=None, reward="margin", autoreset_mode="SameStep")
    versus = SushiVectorEnv(tables, opponents="greedy")
    both.reset(seed=1)
    versus.reset(seed=1)
    network = nn.Sequential(nn.Linear(len(both.cells), 128), nn.ReLU(), nn.Linear(128, len(both.actions) + 1))
    learner = torch.optim.Adam(network.parameters(), 5e-4)
    for _ in range(iterations):
        with torch.no_grad():
            rows, margins = play(network, both)
        for cells, masks, action, before in rows * 2:
            policy, value = judged(network, cells, masks)
            gain, ratio = margins / 15 - value, (policy.log_prob(action) - before).exp()
            better = torch.min(ratio * gain.detach(), ratio.clamp(0.8, 1.2) * gain.detach())
            learner.zero_grad()
            (0.5 * gain.square() - better - 0.01 * policy.entropy()).mean().backward()
            learner.step()
    print(f"{play(network, versus)[1].mean():.0%} of the games won against greedy")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
