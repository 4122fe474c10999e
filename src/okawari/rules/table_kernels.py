"""The table kernels: the kernels that Python calls, the same set for each of the three table kinds.

They take arrays, not records: passing `tables[i : i + 1]` to a kernel is ten times faster than passing `tables[i]`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from okawari.rules import battle, draft, roll
from okawari.rules.dealer import DEALER
from okawari.rules.kernel import array, entry_point
from okawari.rules.menus import MENUS
from okawari.rules.scoring import margin, record_plates
from okawari.rules.variants import VARIANT_ROWS

Kernel = Callable[..., Any]

DEALERS, NUMBERS = array(DEALER), array(np.int16)


@dataclass(frozen=True)
class TableKernels:
    """The table kernels of one table kind, and the dtypes of its records.

    A kernel with `start` and `end` works on that range of tables. `imagine` fills the whole array of tables with
    samples that agree with one view. The others use the first record of each array. `moves` takes a table, `moves_seen`
    the view of the seat, and `unseen_cards` a view. `bill` records the lines of all plates of a view, if the dealer
    records events. `put_dishes` adds dishes to a plate in the order of play, and `score_laid` scores a table that was
    filled so: the round, or the end of the game. `legal_many` writes a mask of legal moves; `try_move` plays a move and
    then random ones to the end of the game; `mean_margin` is the mean over all tables of the margin of a seat.
    """

    name: str
    table: np.dtype
    view: np.dtype
    #: One more than the largest move.
    moves_end: int
    set_table: Kernel
    choose: Kernel
    refusal: Kernel
    moves: Kernel
    moves_seen: Kernel
    look: Kernel
    imagine: Kernel
    unseen_cards: Kernel
    bill: Kernel
    put_dishes: Kernel
    score_laid: Kernel
    step_many: Kernel
    deal_many: Kernel
    random_moves: Kernel
    legal_many: Kernel
    try_move: Kernel
    mean_margin: Kernel
    play_out: Kernel


def _table_kernels(kind: ModuleType) -> TableKernels:
    """The table kernels of a table kind. They refer to its module, a constant, so that Numba can cache them."""
    name = kind.__name__.rpartition(".")[2]
    tables_type, views_type = array(kind.TABLE), array(kind.VIEW)

    def entry(*types: Any) -> Callable[[Kernel], Any]:
        return lambda function: entry_point(*types, name=f"{name}_{function.__name__}")(function)

    @entry(tables_type, DEALERS, *[int] * 5)
    def set_table(tables, dealers, menu, dessert, variant, must_have_maki, seats):
        dealers[0].luck_count = 0
        dealers[0].event_count = 0
        kind.set_table(tables[0], dealers[0], menu, dessert, variant, must_have_maki, seats)

    @entry(tables_type, DEALERS, int, int)
    def choose(tables, dealers, seat, move):
        dealers[0].luck_count = 0
        dealers[0].event_count = 0
        return kind.choose(tables[0], dealers[0], seat, move)

    @entry(tables_type, int, int)
    def refusal(tables, seat, move):
        return kind.refusal(tables[0], seat, move)

    @entry(tables_type, int, NUMBERS)
    def moves(tables, seat, out):
        return kind.moves(tables[0], seat, out)

    @entry(views_type, int, NUMBERS)
    def moves_seen(views, seat, out):
        return kind.moves(views[0], seat, out)

    @entry(tables_type, int, views_type)
    def look(tables, seat, views):
        kind.look(tables[0], seat, views[0])

    @entry(views_type, DEALERS, tables_type)
    def imagine(views, dealers, tables):
        for i in range(tables.size):
            kind.imagine(views[0], dealers[0], tables[i])

    @entry(views_type, DEALERS, int)
    def bill(views, dealers, pieces):
        dealers[0].event_count = 0
        record_plates(views[0], dealers[0], pieces)

    @entry(views_type)
    def unseen_cards(views):
        return kind.unseen_cards(views[0])

    @entry(tables_type, int, NUMBERS)
    def put_dishes(tables, plate, dishes):
        for i in range(dishes.size):
            kind.put_dish(tables[0], plate, np.int64(dishes[i]))

    @entry(tables_type, DEALERS, int)
    def score_laid(tables, dealers, final):
        dealers[0].event_count = 0
        kind.score_laid(tables[0], dealers[0], final)

    @entry(tables_type, DEALERS, *[int] * 8)
    def deal_many(tables, dealers, seed, start, end, menu, dessert, variant, must_have_maki, seats):
        for i in range(start, end):
            dealers[0].stream = np.uint64(seed) ^ (np.uint64(i) << np.uint64(32))
            kind.set_table(tables[i], dealers[0], menu, dessert, variant, must_have_maki, seats)
            tables[i].stream = dealers[0].stream

    @entry(tables_type, DEALERS, array(np.int16, 2), NUMBERS, int, int)
    def step_many(tables, dealers, moves, problems, start, end):
        for i in range(start, end):
            dealers[0].stream = tables[i].stream
            problems[i] = kind.step(tables[i], dealers[0], moves[i])
            tables[i].stream = dealers[0].stream

    @entry(tables_type, DEALERS, array(np.int16, 2), int, int)
    def random_moves(tables, dealers, moves, start, end):
        for i in range(start, end):
            dealers[0].stream = tables[i].stream
            for seat in range(tables[i].seats):
                moves[i, seat] = kind.NO_MOVE
                if kind.may_choose(tables[i], seat):
                    moves[i, seat] = kind.random_move(tables[i], dealers[0], seat)
            tables[i].stream = dealers[0].stream

    @entry(tables_type, int, array(np.bool_, 2), int, int)
    def legal_many(tables, seat, mask, start, end):
        out = np.empty(kind.MOVES, np.int16)
        for i in range(start, end):
            mask[i] = False
            for k in range(kind.moves(tables[i], seat, out)):
                mask[i, out[k]] = True

    @entry(tables_type, DEALERS, *[int] * 4)
    def try_move(tables, dealers, seat, move, start, end):
        for i in range(start, end):
            kind.choose(tables[i], dealers[0], seat, move)
            kind.play_out(tables[i], dealers[0])

    @entry(tables_type, int)
    def mean_margin(tables, seat):
        total = np.int64(0)
        for i in range(tables.size):
            total += margin(tables[i], seat)
        return total / tables.size

    @entry(tables_type, DEALERS, int, int)
    def play_out(tables, dealers, start, end):
        for i in range(start, end):
            dealers[0].stream = tables[i].stream
            kind.play_out(tables[i], dealers[0])
            tables[i].stream = dealers[0].stream

    return TableKernels(
        name=name,
        table=kind.TABLE,
        view=kind.VIEW,
        moves_end=kind.MOVES,
        set_table=set_table,
        choose=choose,
        refusal=refusal,
        moves=moves,
        moves_seen=moves_seen,
        look=look,
        imagine=imagine,
        unseen_cards=unseen_cards,
        bill=bill,
        put_dishes=put_dishes,
        score_laid=score_laid,
        step_many=step_many,
        deal_many=deal_many,
        random_moves=random_moves,
        legal_many=legal_many,
        try_move=try_move,
        mean_margin=mean_margin,
        play_out=play_out,
    )


DRAFT_KERNELS, BATTLE_KERNELS, ROLL_KERNELS = _table_kernels(draft), _table_kernels(battle), _table_kernels(roll)
ALL_KERNELS = (DRAFT_KERNELS, BATTLE_KERNELS, ROLL_KERNELS)
_BY_NAME = {kernels.name: kernels for kernels in ALL_KERNELS}


def kernels_for(menu: int, variant: int) -> TableKernels:
    """The table kernels for a menu and variant, given by their numbers."""
    return _BY_NAME[MENUS[menu].table_kind(VARIANT_ROWS[variant])]


def new_dealer(mode: int) -> np.ndarray:
    """A dealer of this mode that has drawn no luck yet, as an array of one record."""
    dealer = np.zeros(1, DEALER)
    dealer["mode"] = mode
    dealer["used"] = 16
    return dealer
