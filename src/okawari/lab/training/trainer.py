"""A training: rollouts and learning in turns, and checkpoints from which it goes on bit for bit."""

from __future__ import annotations

import io
import pickle
import time
from pathlib import Path
from typing import Any

import torch

from okawari.bots.network_file import NetworkFile
from okawari.lab.training.folder import write_whole
from okawari.lab.training.learning import Lesson, entropy_weight, learn, learning_rate
from okawari.lab.training.network import load_weights, new_network
from okawari.lab.training.options import Options, TrainingError
from okawari.lab.training.parts import Part, Player, Rollouts, Weights
from okawari.lab.training.rollout import Steps, joined

FORMAT = 1
#: The iterations between two times that the network joins the past selves, and how many of them are kept: a random one
#: leaves.
JOINS_EVERY, MOST_PAST_SELVES = 20, 16


class Trainer:
    """A network that learns by self-play, with everything that its future depends on.

    The first part of the tables draws from the generator of the trainer, each other part from its own. `rollouts` plays
    the parts; without it they are played in this process. `start` is the network from whose weights it begins.
    """

    def __init__(self, options: Options, rollouts: Rollouts | None = None, start: NetworkFile | None = None) -> None:
        torch.set_num_threads(1)
        self.options = options
        self.generator = torch.Generator().manual_seed(options.seed)
        self.network = new_network(options, self.generator)
        if start:
            load_weights(self.network, start)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=options.learning_rate, eps=1e-5)
        self._player = Player(options)
        self._rollouts = rollouts or self._player
        self.parts = self._player.deal()
        self.past_selves: list[Weights] = []
        self.iterations = self.steps = 0
        self.seconds = 0.0
        self.lesson = Lesson(0.0, 0.0)
        #: What was reported so far, a dictionary a report.
        self.history: list[dict[str, Any]] = []

    @property
    def done(self) -> float:
        """The part of the training that is done, from 0 to 1."""
        if self.options.steps is not None:
            return min(1.0, self.steps / self.options.steps)
        return min(1.0, self.seconds / (60 * (self.options.minutes or 1)))

    @property
    def seconds_left(self) -> float:
        """About how long the rest takes."""
        return self.seconds * (1 - self.done) / self.done if self.done else 0.0

    def iterate(self) -> None:
        """Play a rollout at all tables, and learn from it."""
        began = time.perf_counter()
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate(self.options.learning_rate, self.done)
        steps = self._roll()
        self.lesson = learn(self.network, self.optimiser, steps, entropy_weight(self.done), self.generator)
        self.steps += len(steps.actions)
        self.iterations += 1
        self.seconds += time.perf_counter() - began

    def _roll(self) -> Steps:
        """What a rollout of all parts shows."""
        past = self._past_self()
        self.parts[0]["generator"] = self.generator.get_state()
        rolled = self._rollouts.play(self.network.state_dict(), past, self.parts)
        self.parts = [part for _, part in rolled]
        self.generator.set_state(self.parts[0]["generator"])
        return joined([steps for steps, _ in rolled])

    def _past_self(self) -> Weights:
        """A random past self; now and then the present one joins them."""
        selves = self.past_selves
        if self.iterations % JOINS_EVERY == 0:
            if len(selves) == MOST_PAST_SELVES:
                del selves[self._below(MOST_PAST_SELVES)]
            selves.append({name: values.clone() for name, values in self.network.state_dict().items()})
        return selves[self._below(len(selves))]

    def _below(self, n: int) -> int:
        return int(torch.randint(n, (), generator=self.generator))

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        out = io.BytesIO()
        torch.save(self._state(), out)
        write_whole(path, out.getvalue())

    def load(self, path: Path) -> None:
        """Go on from a checkpoint; `TrainingError` if it cannot be read."""
        try:
            state = torch.load(path, weights_only=True)
            if state["format"] != FORMAT:
                raise TrainingError("train-checkpoint", file=path)
            self._load_state(state)
        except (pickle.UnpicklingError, KeyError, ValueError, RuntimeError, EOFError, OSError) as problem:
            raise TrainingError("train-checkpoint", file=path) from problem

    def _state(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "past_selves": self.past_selves,
            "generator": self.generator.get_state(),
            "groups": self.parts[0]["groups"],
            "more_parts": self.parts[1:],
            "iterations": self.iterations,
            "steps": self.steps,
            "seconds": self.seconds,
            "history": self.history,
        }

    def _load_state(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.past_selves = state["past_selves"]
        self.generator.set_state(state["generator"])
        self.parts = self._checked_parts(state)
        self.iterations, self.steps, self.seconds = state["iterations"], state["steps"], state["seconds"]
        self.history = state["history"]

    def _checked_parts(self, state: dict[str, Any]) -> list[Part]:
        """The parts of a checkpoint; one from before there were parts has one."""
        parts = [{key: state[key] for key in ("generator", "groups")}, *state.get("more_parts", [])]
        if len(parts) != self.options.parts:
            raise ValueError(f"There are {len(parts)} parts.")
        for part in parts:
            self._player.load(part)
        return parts
