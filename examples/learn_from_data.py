"""A policy that learns from recorded decisions, with NumPy: python examples/learn_from_data.py [FILE] [EPOCHS].

FILE is what `okawari dataset` wrote; without one, 100 games of taro are played and written first. The policy is a
softmax over the legal actions, linear in the cells. One game in five is held out to measure it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow.parquet as parquet

from okawari import Setting
from okawari.encoding import Encoding
from okawari.lab import Plan
from okawari.lab.dataset import write_dataset


def read(path: Path) -> list[np.ndarray]:
    """The games, the cells as a network wants them, the masks and the actions of a dataset: a row for each decision."""
    table = parquet.read_table(path, columns=["game", "cells", "mask", "action"])
    games, cells, masks, actions = (np.stack(column.to_numpy()) for column in table.columns)
    encoding = Encoding.of(Setting.from_json(json.loads(table.schema.metadata[b"okawari.setting"])))
    centre, factor = encoding.scales
    return [games, (cells - centre) * factor, masks, actions]


def policy(weights: np.ndarray, cells: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The probability of each action, zero where the mask has a zero."""
    scores = np.where(masks > 0, cells @ weights, -np.inf)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def main(file: str = "", epochs: str = "20") -> None:
    """Learn by gradient descent, and print how often the policy chooses what the bot chose, beside chance."""
    with TemporaryDirectory() as folder:
        path = Path(file or f"{folder}/decisions.parquet")
        if not file:
            write_dataset(path, Plan(Setting.of("sushi-go-first", 2), ("taro",), seed=1), games=100)
        games, cells, masks, actions = read(path)
    random, test = np.random.default_rng(1), games % 5 == 0
    weights = np.zeros((cells.shape[1], masks.shape[1]), np.float32)
    for _ in range(int(epochs)):
        for batch in np.array_split(random.permutation(np.flatnonzero(~test)), 100):
            error = policy(weights, cells[batch], masks[batch])
            error[np.arange(len(batch)), actions[batch]] -= 1
            weights -= 0.2 / len(batch) * cells[batch].T @ error
    right = policy(weights, cells[test], masks[test]).argmax(axis=1) == actions[test]
    print(f"chosen as the bot did: {right.mean():.0%}, by chance: {(1 / masks[test].sum(axis=1)).mean():.0%}")


if __name__ == "__main__":
    main(*sys.argv[1:])
