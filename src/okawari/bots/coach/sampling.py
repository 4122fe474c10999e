"""Trials of moves on sampled tables, and estimates from them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from okawari.bots.coach import estimates, trials
from okawari.bots.greedy import weights_for
from okawari.bots.stream import Stream
from okawari.game import Move, View
from okawari.rules.dealer import QUICK
from okawari.rules.plates import DINERS
from okawari.rules.table_kernels import Kernel, new_dealer

#: Games between two checks of the clock: some tens of milliseconds.
CHUNK = 256
#: The fewest tables from which a standard error is estimated.
FEWEST_TABLES = 8

_TRY = {"draft": trials.try_draft, "battle": trials.try_battle, "roll": trials.try_roll}


@dataclass(frozen=True)
class Estimate:
    """A mean, and half the width of its 95 % interval."""

    value: float
    error: float

    @property
    def significant(self) -> bool:
        """Whether the interval excludes zero."""
        return abs(self.value) > self.error


def estimated(kernel: Kernel, *args: Any) -> Estimate:
    """The estimate that a kernel of `estimates` writes."""
    out = np.empty(2)
    kernel(*args, out)
    return Estimate(*out.tolist())


@dataclass(frozen=True)
class Trials:
    """Results of games in which moves were tried; the arrays have a row for each table and a column for each move."""

    moves: tuple[Move, ...]
    #: The seat's total less that of the best other player; negated where the lowest total wins, so that more is better.
    margins: np.ndarray
    #: The share of the win.
    wins: np.ndarray
    #: Points by plate and by dish of `trials.DISHES`.
    bills: np.ndarray

    @property
    def tables(self) -> int:
        """The number of tables on which every move was tried."""
        return len(self.margins)

    def column(self, move: Move) -> int:
        """The column of a move."""
        return self._columns[move]

    @cached_property
    def _columns(self) -> dict[Move, int]:
        return {move: column for column, move in enumerate(self.moves)}

    @cached_property
    def numbers(self) -> np.ndarray:
        """The numbers of the moves."""
        return numbers_of(self.moves)

    def margin(self, move: Move) -> Estimate:
        """The expected margin of a move."""
        return self._margins[self.column(move)]

    def win(self, move: Move) -> Estimate:
        """The expected share of the win of a move."""
        return self._wins[self.column(move)]

    @cached_property
    def _margins(self) -> list[Estimate]:
        return _estimates(self.margins)

    @cached_property
    def _wins(self) -> list[Estimate]:
        return _estimates(self.wins)

    def order(self, tables: int | None = None) -> np.ndarray:
        """The columns by their mean margin, the best first; on the first `tables` tables if that is given."""
        order = np.empty(len(self.moves), np.int64)
        estimates.rank_moves(self.margins, 0, self.tables if tables is None else tables, order)
        return order


def numbers_of(moves: Iterable[Move]) -> np.ndarray:
    """The numbers of some moves, for kernels."""
    return np.array([move.number for move in moves], np.int64)


def _estimates(samples: np.ndarray) -> list[Estimate]:
    """The estimate of every column."""
    out = np.empty((samples.shape[1], 2))
    estimates.estimate_moves(samples, out)
    return [Estimate(*row) for row in out.tolist()]


class Sampler:
    """Samples tables that agree with a view, and tries moves on them until an optional deadline."""

    def __init__(self, view: View, seed: object, deadline: float | None = None) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        self.deadline = deadline
        self._random = Stream(f"coach {seed}")
        self._weights = weights_for(view.setting)
        self._dealer = new_dealer(QUICK)
        self._dealer["recording"] = 1

    @property
    def out_of_time(self) -> bool:
        """Whether the deadline is over."""
        return self.deadline is not None and time.perf_counter() >= self.deadline

    def trials(self, moves: Sequence[Move], games: int) -> Trials:
        """Try all moves on the same new tables, for about `games` games in all, or until the deadline."""
        left = max(FEWEST_TABLES, games // len(moves))
        parts = [self._chunk(moves, min(left, FEWEST_TABLES))]
        left -= parts[0].tables
        while left > 0 and not self.out_of_time:
            parts.append(self._chunk(moves, min(left, max(FEWEST_TABLES, CHUNK // len(moves)))))
            left -= parts[-1].tables
        return Trials(
            tuple(moves),
            np.concatenate([part.margins for part in parts]),
            np.concatenate([part.wins for part in parts]),
            np.concatenate([part.bills for part in parts]),
        )

    def _chunk(self, moves: Sequence[Move], tables: int) -> Trials:
        """Try all moves on a number of new tables."""
        setting, kernels = self.view.setting, self.view.setting.kernels
        roots = self.view.imagine(self._random.bits(), tables)
        luck = np.array([self._random.word() for _ in range(tables)], np.uint64)
        bills = np.zeros((tables, len(moves), DINERS, len(trials.DISHES)), np.int16)
        points, winners = np.zeros((tables, len(moves), DINERS), np.int16), np.zeros((tables, len(moves)), np.int8)
        work, out = np.zeros(1, kernels.table), np.empty(kernels.moves_end, np.int16)
        _TRY[kernels.name](
            roots, luck, work, self._dealer, self.seat, numbers_of(moves), self._weights, out, bills, points, winners
        )
        margins, wins = np.empty((tables, len(moves))), np.empty((tables, len(moves)))
        estimates.read_results(points, winners, self.seat, setting.seats, setting.variant_number, margins, wins)
        return Trials(tuple(moves), margins, wins, bills)
