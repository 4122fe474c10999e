"""Many tables in one array: deal, step and score them together.

Tables are records of a NumPy array. Every function here works on all of them, on all cores if there are many tables;
the same seed gives the same games on any number of cores.

>>> from okawari import bulk
>>> tables = bulk.deal("sushi-go-first", seats=4, n=1000, seed=1)
>>> while not bulk.over(tables).all():
...     problems = bulk.step(tables, bulk.random_moves(tables))
>>> bulk.points(tables).shape, round(float(bulk.points(tables).mean()))
((1000, 4), 28)

A move is a `Move.number`; `okawari.new(...).moves(seat)` shows the numbers with their texts. Hands and plates are
packed, four bits for each kind of card; `hands` and `plates` unpack them, in the order of `kinds`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from okawari.game.cores import parts, share
from okawari.game.setting import Setting
from okawari.rules.counts import unpack
from okawari.rules.dealer import QUICK
from okawari.rules.desserts import hand_words
from okawari.rules.draft import OWN_MOVES
from okawari.rules.table_kernels import ALL_KERNELS, TableKernels, new_dealer

Tables = npt.NDArray[Any]


def deal(
    menu: str,
    seats: int,
    n: int,
    dessert: str | None = None,
    variant: str | None = None,
    must_have_maki: bool = False,
    seed: int = 0,
) -> Tables:
    """An array of n new tables with the first round dealt."""
    setting = Setting.of(menu, seats, dessert, variant, must_have_maki)
    tables = np.zeros(n, setting.kernels.table)
    _share(
        n, lambda start, end: setting.kernels.deal_many(tables, new_dealer(QUICK), seed, start, end, *setting.numbers)
    )
    return tables


def step(tables: Tables, moves: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    """Play one turn at every table; `moves` has a row for each table and a column for each seat.

    The column of a seat that has no choice is not read. A table with an illegal move stays as it is. Returns a number
    for each table: 0 if the turn was played, otherwise the index of the problem in `okawari.rules.events.PROBLEMS`.
    """
    moves = np.ascontiguousarray(moves, np.int16)
    if len(tables) and moves.shape != (len(tables), int(tables["seats"][0])):
        raise ValueError(f"moves has the shape {moves.shape}; it must be {(len(tables), int(tables['seats'][0]))}.")
    problems = np.zeros(len(tables), np.int16)
    kernels = _kernels(tables)
    _share(len(tables), lambda start, end: kernels.step_many(tables, new_dealer(QUICK), moves, problems, start, end))
    return problems


def random_moves(tables: Tables) -> npt.NDArray[np.int16]:
    """A random legal move for every seat that has a choice, -1 for the others, in the shape that `step` takes."""
    moves = np.full((len(tables), int(tables["seats"][0])), -1, np.int16)
    kernels = _kernels(tables)
    _share(len(tables), lambda start, end: kernels.random_moves(tables, new_dealer(QUICK), moves, start, end))
    return moves


def legal(tables: Tables, seat: int) -> npt.NDArray[np.bool_]:
    """A mask of the moves that a seat may choose: a row for each table, a column for each move number."""
    kernels = _kernels(tables)
    mask = np.zeros((len(tables), kernels.moves_end), np.bool_)
    _share(len(tables), lambda start, end: kernels.legal_many(tables, seat, mask, start, end))
    if kernels.name == "draft" and (tables["diners"] == tables["seats"]).all():
        return mask[:, :OWN_MOVES]
    return mask


def play_out(tables: Tables) -> None:
    """Play every table to the end of the game with random moves."""
    kernels = _kernels(tables)
    _share(len(tables), lambda start, end: kernels.play_out(tables, new_dealer(QUICK), start, end))


def over(tables: Tables) -> npt.NDArray[np.bool_]:
    """Which games are over."""
    return tables["over"].astype(np.bool_)


def points(tables: Tables) -> npt.NDArray[np.int16]:
    """The total of every plate: a row for each table, a column for each plate."""
    totals: npt.NDArray[np.int16] = tables["points"][:, : int(tables["diners"][0])]
    return totals


def winners(tables: Tables) -> npt.NDArray[np.bool_]:
    """A mask of the winners: a row for each table, a column for each seat; all False until the game is over."""
    return (tables["winners"][:, None] >> np.arange(int(tables["seats"][0])) & 1).astype(np.bool_)


def hands(tables: Tables) -> npt.NDArray[np.int8]:
    """How many cards of each kind every hand has: an array of tables, seats and kinds. It shows all hands."""
    counts: npt.NDArray[np.int8] = unpack(tables["hands"][:, : int(tables["seats"][0])])
    return counts


def plates(tables: Tables) -> npt.NDArray[np.int8]:
    """How many cards of each kind every plate has in this round: an array of tables, plates and kinds."""
    counts: npt.NDArray[np.int8] = unpack(tables["plates"][:, : int(tables["diners"][0])])
    return counts


def kinds(tables: Tables) -> tuple[str, ...]:
    """The words of the kinds, in the order of the last axis of `hands` and `plates`."""
    return hand_words(int(tables["dessert"][0]))


def _kernels(tables: Tables) -> TableKernels:
    """The table kernels for an array of tables."""
    for kernels in ALL_KERNELS:
        if tables.dtype == kernels.table:
            return kernels
    raise TypeError("These are not tables: make them with bulk.deal.")


def _share(n: int, work: Callable[[int, int], None]) -> None:
    """Call work(start, end) for ranges that cover 0 to n, on all cores if n is large."""
    share(parts(n), work)
