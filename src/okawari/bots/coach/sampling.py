"""Trials of moves on sampled tables, and estimates from them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from okawari.bots.coach import trials
from okawari.bots.greedy import weights_for
from okawari.bots.stream import Stream
from okawari.game import Move, View
from okawari.rules.dealer import QUICK
from okawari.rules.plates import DINERS
from okawari.rules.table_kernels import new_dealer

#: Games between two checks of the clock: some tens of milliseconds.
CHUNK = 256
#: The fewest tables from which a standard error is estimated.
FEWEST_TABLES = 8
#: Half the width of a 95 % interval, in standard errors.
_SIGMAS = 1.96

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


def estimate(samples: np.ndarray) -> Estimate:
    """The mean of samples, with its error."""
    values, errors = estimates(samples)
    return Estimate(float(values), float(errors))


def estimates(samples: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The means along the first axis, and their errors."""
    return samples.mean(axis=0), _SIGMAS * samples.std(axis=0, ddof=1) / len(samples) ** 0.5


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

    def ranked(self, tables: slice = slice(None)) -> list[Move]:
        """The moves by their mean margin over some of the tables, the best first."""
        means = self.margins[tables].mean(axis=0)
        return [self.moves[k] for k in np.argsort(-means, kind="stable")]

    def versus_others(self, samples: np.ndarray, move: Move) -> np.ndarray:
        """For each table, the sample of a move less the mean of the other moves' samples."""
        k, others = self.column(move), len(self.moves) - 1
        rest = (samples.sum(axis=1, dtype=float) - samples[:, k]) / max(others, 1)
        return np.asarray(samples[:, k] - rest) if others else np.zeros_like(rest)


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
        kernels = self.view.setting.kernels
        roots = self.view.imagine(self._random.bits(), tables)
        luck = np.array([self._random.word() for _ in range(tables)], np.uint64)
        numbers = np.array([move.number for move in moves], np.int64)
        bills = np.zeros((tables, len(moves), DINERS, len(trials.DISHES)), np.int16)
        points, winners = np.zeros((tables, len(moves), DINERS), np.int16), np.zeros((tables, len(moves)), np.int8)
        work, out = np.zeros(1, kernels.table), np.empty(kernels.moves_end, np.int16)
        _TRY[kernels.name](
            roots, luck, work, self._dealer, self.seat, numbers, self._weights, out, bills, points, winners
        )
        return Trials(tuple(moves), self._margins(points), self._wins(winners), bills)

    def _margins(self, points: np.ndarray) -> np.ndarray:
        """The seat's margins from final points by table, move and plate."""
        totals = float(self.view.setting.variant_rules.sign) * points[:, :, : self.view.setting.seats]
        others = np.delete(totals, self.seat, axis=2).max(axis=2)
        return np.asarray(totals[:, :, self.seat] - others)

    def _wins(self, winners: np.ndarray) -> np.ndarray:
        """The seat's shares of the win from bit sets of winners by table and move."""
        seats = winners[:, :, None] >> np.arange(self.view.setting.seats) & 1
        return np.asarray(seats[:, :, self.seat] / seats.sum(axis=2))
