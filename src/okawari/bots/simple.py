"""A bot that tries every move on sampled tables, with random play after it (flat Monte Carlo)."""

from __future__ import annotations

import numpy as np

from okawari.bots.bot import Bot
from okawari.game import Move, View
from okawari.rules import roll
from okawari.rules.dealer import QUICK
from okawari.rules.table_kernels import new_dealer

#: Sampled tables on which each move is tried.
SAMPLES = 96
#: The most moves that are tried in Sushi Roll, which has hundreds of re-rolls and swaps.
MOST_CANDIDATES = 40


class SimpleBot(Bot):
    """Plays the move with the best mean margin over sampled games."""

    def choose(self, view: View) -> Move:
        """The move with the highest mean margin over the best other player."""
        seat = view.seat
        if seat is None:
            raise ValueError("A spectator has nothing to choose.")
        if len(view.moves) == 1:
            return view.moves[0]
        kernels, dealer = view.setting.kernels, new_dealer(QUICK)
        dealer["stream"] = self.random.bits()
        imagined = view.imagine(self.random.bits(), SAMPLES)
        candidates = self._candidates(view)
        values = []
        for move in candidates:
            tables = imagined.copy()
            kernels.try_move(tables, dealer, seat, move.number, 0, SAMPLES)
            values.append(kernels.mean_margin(tables, seat))
        return candidates[int(np.argmax(values))]

    def _candidates(self, view: View) -> list[Move]:
        """The moves to try: all; in Sushi Roll all keeps and a random choice of the other moves."""
        moves = list(view.moves)
        if len(moves) <= MOST_CANDIDATES or view.setting.table_kind != "roll":
            return moves
        keeps = [move for move in moves if roll.is_keep(move.number)]
        others = moves[len(keeps) :]
        return keeps + self.random.sample(others, MOST_CANDIDATES - len(keeps))
