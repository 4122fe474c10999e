"""A training: rollouts and learning in turns, and checkpoints from which it goes on bit for bit."""

from __future__ import annotations

import copy
import io
import pickle
import time
from pathlib import Path
from typing import Any

import torch

from okawari.lab.training.folder import write_whole
from okawari.lab.training.learning import Lesson, entropy_weight, learn, learning_rate
from okawari.lab.training.network import Network
from okawari.lab.training.options import MOST_TABLES, Options, TrainingError
from okawari.lab.training.rollout import Group, padded

FORMAT = 1
#: The iterations between two times that the network joins the past selves, and how many of them are kept: a random one
#: leaves.
JOINS_EVERY, MOST_PAST_SELVES = 20, 16
_MOST_SEATS = 4


class Trainer:
    """A network that learns by self-play, with everything that its future depends on."""

    def __init__(self, options: Options) -> None:
        torch.set_num_threads(1)
        self.options = options
        self.generator = torch.Generator().manual_seed(options.seed)
        hidden = torch.bfloat16 if options.bfloat16 else torch.float32
        self.network = Network(options.encoding, options.width, self.generator, hidden)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=options.learning_rate, eps=1e-5)
        self.groups = [
            Group(setting, _share(options, place), (options.seed * _MOST_SEATS + place) * MOST_TABLES)
            for place, setting in enumerate(options.settings)
        ]
        self.past_selves: list[dict[str, torch.Tensor]] = []
        self.iterations = self.steps = 0
        self.seconds = 0.0
        self.lesson = Lesson(0.0, 0.0)
        #: What was reported so far, a dictionary a report.
        self.history: list[dict[str, Any]] = []
        self._past = copy.deepcopy(self.network)

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
        past = self._past_self()
        rolled = [group.roll(self.network, past, self.generator) for group in self.groups]
        steps = padded(rolled, self.options.encoding)
        self.lesson = learn(self.network, self.optimiser, steps, entropy_weight(self.done), self.generator)
        self.steps += len(steps.actions)
        self.iterations += 1
        self.seconds += time.perf_counter() - began

    def _past_self(self) -> Network:
        """A random past self; now and then the present one joins them."""
        selves = self.past_selves
        if self.iterations % JOINS_EVERY == 0:
            if len(selves) == MOST_PAST_SELVES:
                del selves[self._below(MOST_PAST_SELVES)]
            selves.append({name: values.clone() for name, values in self.network.state_dict().items()})
        self._past.load_state_dict(selves[self._below(len(selves))])
        return self._past

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
            "groups": [group.state() for group in self.groups],
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
        for group, saved in zip(self.groups, state["groups"], strict=True):
            group.load_state(saved)
        self.iterations, self.steps, self.seconds = state["iterations"], state["steps"], state["seconds"]
        self.history = state["history"]


def _share(options: Options, place: int) -> int:
    """The number of tables of a setting: all have about as many agents."""
    seats = [setting.seats for setting in options.settings]
    agents = options.tables * min(seats) / len(seats)
    return max(1, round(agents / seats[place]))
