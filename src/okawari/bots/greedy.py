"""Bots that play the move with the highest estimate of the heuristic, with plain or with tuned weights."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

import numpy as np

from okawari.bots import heuristic
from okawari.bots.bot import Bot
from okawari.bots.nearest import nearest
from okawari.game import Move, Setting, View
from okawari.rules.dealer import QUICK
from okawari.rules.table_kernels import new_dealer

_MOVES = {"draft": heuristic.choose_draft, "battle": heuristic.choose_battle, "roll": heuristic.choose_roll}


class GreedyBot(Bot):
    """Plays by the plain weights: the move that is worth most to its own plate now."""

    def weights(self, setting: Setting) -> np.ndarray:
        """The weights of the heuristic for a game."""
        return heuristic.PLAIN

    def choose(self, view: View) -> Move:
        """The move with the highest estimate."""
        kernels, dealer = view.setting.kernels, new_dealer(QUICK)
        dealer["stream"] = self.random.bits()
        table = view.imagine(self.random.bits())
        out = np.empty(kernels.moves_end, np.int16)
        number = _MOVES[kernels.name](table, dealer, view.seat, self.weights(view.setting), out)
        return view.notation.move(int(number))


class TunedGreedyBot(GreedyBot):
    """Plays by weights that were tuned for each game, which also price what the neighbour gets."""

    def weights(self, setting: Setting) -> np.ndarray:
        """The tuned weights for a game."""
        return weights_for(setting)


@cache
def _tuned() -> dict[str, list[float]]:
    """The tuned weights by the name of their game."""
    text = resources.files(__package__).joinpath("weights.json").read_text(encoding="utf-8")
    weights: dict[str, list[float]] = json.loads(text)["weights"]
    return weights


@cache
def weights_for(setting: Setting) -> np.ndarray:
    """The tuned weights for a game, or for the nearest one that was tuned; not to be changed."""
    return np.array(_tuned()[nearest(setting, _tuned())])
