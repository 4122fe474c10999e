"""The gentlest level: greedy, with exaggerated prices for some dishes and an occasional random move."""

from __future__ import annotations

import numpy as np

from okawari.bots import heuristic
from okawari.bots.greedy import GreedyBot
from okawari.game import Move, Setting, View


class ChildBot(GreedyBot):
    """A greedy bot that overrates dessert and maki, and plays a random move with probability `slip`."""

    def __init__(self, seed: int = 0, slip: float = 0.05) -> None:
        super().__init__(seed)
        self.slip = slip

    def weights(self, setting: Setting) -> np.ndarray:
        """The plain weights, with higher ones for desserts and maki."""
        weights = heuristic.PLAIN.copy()
        weights[list(heuristic.DESSERT_WEIGHTS)] *= 2.4
        weights[heuristic.MAKI_ICON] *= 1.4
        return weights

    def choose(self, view: View) -> Move:
        """The move with the highest estimate, or with probability `slip` a random one (not a re-roll or swap)."""
        if self.random.chance(self.slip):
            return self.random.choice([move for move in view.moves if not move.text.startswith(("reroll", "swap"))])
        return super().choose(view)
