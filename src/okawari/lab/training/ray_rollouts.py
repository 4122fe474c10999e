"""Rollouts on a Ray cluster: each part is a task.

Tasks get everything that they need and give everything back, so that a worker can be lost at any time: Ray runs its
task again elsewhere, and the result is the same.
"""

from __future__ import annotations

import json
from functools import lru_cache

import torch

from okawari.lab.cluster import Cluster
from okawari.lab.training.options import Options, TrainingError
from okawari.lab.training.parts import Part, Player, Weights
from okawari.lab.training.rollout import Steps
from okawari.lab.workers import RETRIES


class RayRollouts:
    """Plays the parts of a training on a cluster, as many at once as it has free cores."""

    def __init__(self, options: Options, address: str | None = None) -> None:
        self._cluster = Cluster(address)
        self._ray = self._cluster.ray
        self._options = json.dumps(options.to_json())
        self._play = self._ray.remote(max_retries=RETRIES)(play_part)

    def play(self, weights: Weights, past: Weights, parts: list[Part]) -> list[tuple[Steps, Part]]:
        """Play a rollout of each part; TrainingError if a worker fails, or if too many are lost."""
        errors = self._ray.exceptions
        networks = self._ray.put((weights, past))
        out = [self._play.remote(self._options, networks, part) for part in parts]
        try:
            played: list[tuple[Steps, Part]] = self._ray.get(out)
        except errors.RayTaskError as problem:
            raise TrainingError("train-worker", problem=problem.cause) from problem
        except errors.RayError as problem:
            raise TrainingError("train-lost", n=RETRIES + 1) from problem
        return played

    def stop(self) -> None:
        """Leave the cluster."""
        self._cluster.disconnect()


def play_part(options: str, networks: tuple[Weights, Weights], part: Part) -> tuple[Steps, Part]:
    """Play a rollout of a part: the task of a worker. `options` are JSON."""
    return _player(options).play(*networks, [part])[0]


@lru_cache(maxsize=1)
def _player(options: str) -> Player:
    """The player of this process, whose tables are used again."""
    torch.set_num_threads(1)
    return Player(Options.from_json(json.loads(options)))
