"""Two players without foresight, for comparison and for fun: one looks at its own plate, one at its neighbour's too."""

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

_MOVES = {"draft": heuristic.draft_move, "battle": heuristic.battle_move, "roll": heuristic.roll_move}


class GreedyBot(Bot):
    """Takes what is worth most to its own plate right now."""

    def weights(self, setting: Setting) -> np.ndarray:
        """What this player likes."""
        return heuristic.PLAIN

    def choose(self, view: View) -> Move:
        """The move with the highest estimate."""
        kernels, dealer = view.setting.kernels, new_dealer(QUICK)
        dealer["stream"] = self.random.getrandbits(63)
        table = view.imagine(self.random.getrandbits(63))
        out = np.empty(kernels.moves_end, np.int16)
        number = _MOVES[kernels.name](table[0], dealer[0], view.seat, self.weights(view.setting), out)
        return view.notation.move(int(number))


class TunedGreedyBot(GreedyBot):
    """The same with weights that were tuned for the game, and an eye on what the neighbour gets."""

    def weights(self, setting: Setting) -> np.ndarray:
        """What wins most in this game."""
        return weights_for(setting)


@cache
def _tuned() -> dict[str, list[float]]:
    text = resources.files(__package__).joinpath("weights.json").read_text(encoding="utf-8")
    weights: dict[str, list[float]] = json.loads(text)["weights"]
    return weights


@cache
def weights_for(setting: Setting) -> np.ndarray:
    """The tuned weights for a game, or for the nearest one that was tuned; not to be changed."""
    return np.array(_tuned()[nearest(setting, _tuned())])
