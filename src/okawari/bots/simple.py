"""A player that tries every move a few times in its head, with everybody playing at random after it."""

from __future__ import annotations

import numpy as np

from okawari.bots.bot import Bot
from okawari.game import Move, View
from okawari.rules.dealer import QUICK
from okawari.rules.table_kernels import new_dealer

#: Imagined tables on which each move is tried.
TRIES = 96
#: In Sushi Roll there are hundreds of re-rolls and swaps; a simple player thinks of some of them.
MOST_IDEAS = 40


class SimpleBot(Bot):
    """Plays the move after which its imagined games end best."""

    def choose(self, view: View) -> Move:
        """The move with the best average margin over the strongest opponent."""
        seat = view.seat
        if seat is None:
            raise ValueError("A spectator has nothing to choose.")
        if len(view.moves) == 1:
            return view.moves[0]
        kernels, dealer = view.setting.kernels, new_dealer(QUICK)
        dealer["stream"] = self.random.getrandbits(63)
        imagined = view.imagine(self.random.getrandbits(63), TRIES)
        ideas = self._ideas(view)
        values = []
        for move in ideas:
            tables = imagined.copy()
            kernels.try_move(tables, dealer, seat, move.number, 0, TRIES)
            values.append(_margin(view, tables, seat))
        return ideas[int(np.argmax(values))]

    def _ideas(self, view: View) -> list[Move]:
        """The moves to think about: all of them, or some where there are too many."""
        moves = list(view.moves)
        if len(moves) <= MOST_IDEAS or view.setting.table_kind != "roll":
            return moves
        keeps = [move for move in moves if move.text.startswith("keep")]
        others = moves[len(keeps) :]
        return keeps + self.random.sample(others, MOST_IDEAS - len(keeps))


def _margin(view: View, tables: np.ndarray, seat: int) -> float:
    """How far ahead of the best other player the imagined games ended, on average, the higher the better."""
    points = view.setting.variant_rules.sign * tables["points"][:, : view.setting.seats].astype(float)
    others = np.delete(points, seat, axis=1).max(axis=1)
    return float((points[:, seat] - others).mean())
