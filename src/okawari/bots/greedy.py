"""Two players without foresight, for comparison and for fun: one looks at its own plate, one at its neighbour's too."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

import numpy as np

from okawari.bots import taste
from okawari.bots.bot import Bot
from okawari.bots.nearest import nearest
from okawari.game import Move, Setting, View
from okawari.rules.doors import new_host
from okawari.rules.host import QUICK

_MOVES = {"draft": taste.draft_move, "battle": taste.battle_move, "roll": taste.roll_move}


class GreedyBot(Bot):
    """Takes what is worth most to its own plate right now."""

    def taste(self, setting: Setting) -> np.ndarray:
        """What this player likes."""
        return taste.PLAIN

    def choose(self, view: View) -> Move:
        """The move that is worth most, by taste."""
        doors, host = view.setting.doors, new_host(QUICK)
        host["stream"] = self.random.getrandbits(63)
        table = view.imagine(self.random.getrandbits(63))
        out = np.empty(doors.moves_end, np.int16)
        number = _MOVES[doors.name](table[0], host[0], view.seat, self.taste(view.setting), out)
        return view.notation.move(int(number))


class TunedGreedyBot(GreedyBot):
    """The same with weights that were tuned for the game, and an eye on what the neighbour gets."""

    def taste(self, setting: Setting) -> np.ndarray:
        """What wins most in this game."""
        return taste_for(setting)


@cache
def _tuned() -> dict[str, list[float]]:
    text = resources.files(__package__).joinpath("tastes.json").read_text(encoding="utf-8")
    tastes: dict[str, list[float]] = json.loads(text)["tastes"]
    return tastes


def taste_for(setting: Setting) -> np.ndarray:
    """The tuned taste for a game, or for the nearest one that was tuned."""
    return np.array(_tuned()[nearest(setting, _tuned())])
