"""A player of eight years: sensible, fallible, fun to beat."""

from __future__ import annotations

import numpy as np

from okawari.bots import heuristic
from okawari.bots.greedy import GreedyBot
from okawari.game import Move, Setting, View


class ChildBot(GreedyBot):
    """Takes what looks best, is very fond of pudding and of large rolls, and now and then grabs just anything."""

    def __init__(self, seed: int = 0, slip: float = 0.05) -> None:
        super().__init__(seed)
        self.slip = slip

    def weights(self, setting: Setting) -> np.ndarray:
        """What a child likes."""
        weights = heuristic.PLAIN.copy()
        weights[list(heuristic.DESSERT_WEIGHTS)] *= 2.4
        weights[heuristic.MAKI_ICON] *= 1.4
        return weights

    def choose(self, view: View) -> Move:
        """The tastiest move, unless the mind wanders."""
        if self.random.random() < self.slip:
            return self.random.choice([move for move in view.moves if not move.text.startswith(("reroll", "swap"))])
        return super().choose(view)
