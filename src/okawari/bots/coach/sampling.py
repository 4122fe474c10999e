"""Trying moves on imagined tables, and what can be read from it."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from okawari.bots.coach import trials
from okawari.bots.greedy import weights_for
from okawari.game import Move, View
from okawari.rules.dealer import QUICK
from okawari.rules.plates import DINERS
from okawari.rules.table_kernels import new_dealer

#: Games between two looks at the clock: some tens of milliseconds.
CHUNK = 256
#: Fewer tables than this say nothing about how sure one can be.
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
    def certain(self) -> bool:
        """Whether it is surely not zero."""
        return abs(self.value) > self.error


def estimate(samples: np.ndarray) -> Estimate:
    """The mean of some samples."""
    values, errors = estimates(samples)
    return Estimate(float(values), float(errors))


def estimates(samples: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The means of many samples at once, along the first axis, and their errors."""
    return samples.mean(axis=0), _SIGMAS * samples.std(axis=0, ddof=1) / len(samples) ** 0.5


@dataclass(frozen=True)
class Trials:
    """How games ended after some moves: a row a table, a column a move."""

    moves: tuple[Move, ...]
    #: Own total less the best other's; where the lowest total wins turned around, so that more is better.
    margins: np.ndarray
    #: The share of the win.
    wins: np.ndarray
    #: Points by plate and dish.
    bills: np.ndarray

    @property
    def tables(self) -> int:
        """How many tables the moves were tried on."""
        return len(self.margins)

    def column(self, move: Move) -> int:
        """Where a move stands."""
        return self._columns[move]

    @cached_property
    def _columns(self) -> dict[Move, int]:
        return {move: column for column, move in enumerate(self.moves)}

    def ranked(self, tables: slice = slice(None)) -> list[Move]:
        """The moves, the best margin first, as some of the tables have it."""
        means = self.margins[tables].mean(axis=0)
        return [self.moves[k] for k in np.argsort(-means, kind="stable")]

    def versus_others(self, samples: np.ndarray, move: Move) -> np.ndarray:
        """How samples of a move differ from the mean of all other moves, table by table."""
        k, others = self.column(move), len(self.moves) - 1
        rest = (samples.sum(axis=1, dtype=float) - samples[:, k]) / max(others, 1)
        return np.asarray(samples[:, k] - rest) if others else np.zeros_like(rest)


class Sampler:
    """Imagines tables that agree with a view, and tries moves on them."""

    def __init__(self, view: View, seed: object, deadline: float | None = None) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        self.deadline = deadline
        self._random = random.Random(f"coach {seed}")
        self._weights = weights_for(view.setting)
        self._dealer = new_dealer(QUICK)
        self._dealer["recording"] = 1

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self.deadline is not None and time.perf_counter() >= self.deadline

    def trials(self, moves: Sequence[Move], games: int) -> Trials:
        """Try moves on fresh tables, all on the same ones, for about so many games or until the time is up."""
        left = max(FEWEST_TABLES, games // len(moves))
        parts = [self._some(moves, min(left, FEWEST_TABLES))]
        left -= parts[0].tables
        while left > 0 and not self.late:
            parts.append(self._some(moves, min(left, max(FEWEST_TABLES, CHUNK // len(moves)))))
            left -= parts[-1].tables
        return Trials(
            tuple(moves),
            np.concatenate([part.margins for part in parts]),
            np.concatenate([part.wins for part in parts]),
            np.concatenate([part.bills for part in parts]),
        )

    def _some(self, moves: Sequence[Move], tables: int) -> Trials:
        kernels = self.view.setting.kernels
        roots = self.view.imagine(self._random.getrandbits(63), tables)
        luck = np.array([self._random.getrandbits(64) for _ in range(tables)], np.uint64)
        numbers = np.array([move.number for move in moves], np.int64)
        bills = np.zeros((tables, len(moves), DINERS, len(trials.DISHES)), np.int16)
        points, winners = np.zeros((tables, len(moves), DINERS), np.int16), np.zeros((tables, len(moves)), np.int8)
        work, out = np.zeros(1, kernels.table), np.empty(kernels.moves_end, np.int16)
        _TRY[kernels.name](
            roots, luck, work, self._dealer, self.seat, numbers, self._weights, out, bills, points, winners
        )
        return Trials(tuple(moves), self._margins(points), self._wins(winners), bills)

    def _margins(self, points: np.ndarray) -> np.ndarray:
        totals = float(self.view.setting.variant_rules.sign) * points[:, :, : self.view.setting.seats]
        others = np.delete(totals, self.seat, axis=2).max(axis=2)
        return np.asarray(totals[:, :, self.seat] - others)

    def _wins(self, winners: np.ndarray) -> np.ndarray:
        seats = winners[:, :, None] >> np.arange(self.view.setting.seats) & 1
        return np.asarray(seats[:, :, self.seat] / seats.sum(axis=2))
