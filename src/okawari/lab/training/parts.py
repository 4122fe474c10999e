"""The parts of a training: tables and luck that belong together, and a player that plays rollouts of them.

What a part plays follows from the part and the networks alone, so it does not matter where or in which order parts are
played.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Protocol

import torch
from torch import Tensor

from okawari.lab.training.network import new_network
from okawari.lab.training.options import MOST_TABLES, Options
from okawari.lab.training.rollout import Group, Steps, padded

_MOST_SEATS = 4
#: The agents that each rival plays against, as a share of those that play among themselves.
WITH_RIVAL = 0.1

#: The parameters of a network, by their names.
Weights = dict[str, Tensor]
#: The state of a part between two rollouts: that of its generator under `generator`, and under `groups` that of its
#: tables, a dictionary for each setting, and for each setting with each rival.
Part = dict[str, Any]


class Rollouts(Protocol):
    """What plays the parts of a training."""

    def play(self, weights: Weights, past: Weights, parts: list[Part]) -> list[tuple[Steps, Part]]:
        """Play a rollout of each part with a network, and with a past self at some seats.

        Returns what can be learned from, and the parts as they are afterwards.
        """


class Player:
    """Plays parts in this process, one after the other, at the same tables."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.groups = [
            Group(setting, max(1, _share(options, place) // options.parts))
            for place, setting in enumerate(options.settings)
        ]
        self.groups += [
            Group(group.setting, max(1, round(WITH_RIVAL * group.tables.rows)), rival)
            for group in tuple(self.groups)
            for rival in options.rivals
        ]
        self._network, self._past = new_network(options), new_network(options)
        self._generator = torch.Generator()

    def deal(self) -> list[Part]:
        """All parts at the start of a training."""
        return [self._deal(part) for part in range(self.options.parts)]

    def _deal(self, part: int) -> Part:
        seed = self.options.seed
        self._generator.manual_seed(_luck(seed, part))
        for place, group in enumerate(self.groups):
            group.deal((seed * _MOST_SEATS + place) * MOST_TABLES + part * group.tables.n)
        return self._state()

    def play(self, weights: Weights, past: Weights, parts: list[Part]) -> list[tuple[Steps, Part]]:
        """Play a rollout of each part."""
        self._network.load_state_dict(weights)
        self._past.load_state_dict(past)
        return [self._play(part) for part in parts]

    def _play(self, part: Part) -> tuple[Steps, Part]:
        self.load(part)
        rolled = [group.roll(self._network, self._past, self._generator) for group in self.groups]
        return padded(rolled, self.options.encoding), self._state()

    def load(self, part: Part) -> None:
        """Set tables and luck to those of a part; `ValueError`, `KeyError` or `RuntimeError` if it is of no use."""
        self._generator.set_state(part["generator"])
        for group, state in zip(self.groups, part["groups"], strict=True):
            group.load_state(state)

    def _state(self) -> Part:
        return {"generator": self._generator.get_state(), "groups": [group.state() for group in self.groups]}


def _share(options: Options, place: int) -> int:
    """The number of tables of a setting in all parts: all settings have about as many agents."""
    seats = [setting.seats for setting in options.settings]
    agents = options.tables * min(seats) / len(seats)
    return max(1, round(agents / seats[place]))


def _luck(seed: int, part: int) -> int:
    """The seed of a part's generator."""
    digest = hashlib.sha256(json.dumps(["okawari training", seed, part]).encode()).digest()
    return int.from_bytes(digest[:8]) >> 1
