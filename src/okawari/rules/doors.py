"""The doors through which Python enters the kernels: the same for each of the three kinds of table.

They take arrays, not records: handing over `tables[i : i + 1]` is ten times quicker than `tables[i]`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from okawari.rules import battle, draft, roll
from okawari.rules.host import HOST
from okawari.rules.kernel import kernel
from okawari.rules.menus import BATTLE, MENUS, ROLL

Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Doors:
    """A kind of table: its records, and the verbs that Python may call."""

    name: str
    table: np.dtype
    view: np.dtype
    #: One more than the largest move.
    moves_end: int
    set_table: Kernel
    choose: Kernel
    refusal: Kernel
    moves: Kernel
    look: Kernel
    imagine: Kernel
    step_many: Kernel
    deal_many: Kernel
    random_moves: Kernel
    legal_many: Kernel
    try_move: Kernel
    play_out: Kernel


def _doors(kind: ModuleType) -> Doors:
    """The doors to a kind of table. Each kernel knows its module by reference, so that it can be cached."""

    @kernel
    def set_table(tables, hosts, menu, dessert, variant, must_have_maki, seats):
        hosts[0].fell = 0
        hosts[0].told = 0
        kind.set_table(tables[0], hosts[0], menu, dessert, variant, must_have_maki, seats)

    @kernel
    def choose(tables, hosts, seat, move):
        hosts[0].fell = 0
        hosts[0].told = 0
        return kind.choose(tables[0], hosts[0], seat, move)

    @kernel
    def refusal(tables, seat, move):
        return kind.refusal(tables[0], seat, move)

    @kernel
    def moves(tables, seat, out):
        return kind.moves(tables[0], seat, out)

    @kernel
    def look(tables, seat, views):
        kind.look(tables[0], seat, views[0])

    @kernel
    def imagine(views, hosts, tables):
        for i in range(tables.size):
            kind.imagine(views[0], hosts[0], tables[i])

    @kernel
    def deal_many(tables, hosts, seed, start, end, menu, dessert, variant, must_have_maki, seats):
        for i in range(start, end):
            hosts[0].stream = np.uint64(seed) ^ (np.uint64(i) << np.uint64(32))
            kind.set_table(tables[i], hosts[0], menu, dessert, variant, must_have_maki, seats)
            tables[i].stream = hosts[0].stream

    @kernel
    def step_many(tables, hosts, moves, problems, start, end):
        for i in range(start, end):
            hosts[0].stream = tables[i].stream
            problems[i] = kind.step(tables[i], hosts[0], moves[i])
            tables[i].stream = hosts[0].stream

    @kernel
    def random_moves(tables, hosts, moves, start, end):
        for i in range(start, end):
            hosts[0].stream = tables[i].stream
            for seat in range(tables[i].seats):
                moves[i, seat] = kind.NO_MOVE
                if kind.may_choose(tables[i], seat):
                    moves[i, seat] = kind.random_move(tables[i], hosts[0], seat)
            tables[i].stream = hosts[0].stream

    @kernel
    def legal_many(tables, seat, mask, start, end):
        out = np.empty(kind.MOVES, np.int16)
        for i in range(start, end):
            mask[i] = False
            for k in range(kind.moves(tables[i], seat, out)):
                mask[i, out[k]] = True

    @kernel
    def try_move(tables, hosts, seat, move, start, end):
        for i in range(start, end):
            kind.choose(tables[i], hosts[0], seat, move)
            kind.play_out(tables[i], hosts[0])

    @kernel
    def play_out(tables, hosts, start, end):
        for i in range(start, end):
            hosts[0].stream = tables[i].stream
            kind.play_out(tables[i], hosts[0])
            tables[i].stream = hosts[0].stream

    return Doors(
        name=kind.__name__.rpartition(".")[2],
        table=kind.TABLE,
        view=kind.VIEW,
        moves_end=kind.MOVES,
        set_table=set_table,
        choose=choose,
        refusal=refusal,
        moves=moves,
        look=look,
        imagine=imagine,
        step_many=step_many,
        deal_many=deal_many,
        random_moves=random_moves,
        legal_many=legal_many,
        try_move=try_move,
        play_out=play_out,
    )


DRAFT_DOORS, BATTLE_DOORS, ROLL_DOORS = _doors(draft), _doors(battle), _doors(roll)
ALL_DOORS = (DRAFT_DOORS, BATTLE_DOORS, ROLL_DOORS)


def doors_for(menu: int, variant: int) -> Doors:
    """The doors to the kind of table that a menu and variant are played on."""
    if MENUS[menu].sort == ROLL:
        return ROLL_DOORS
    return BATTLE_DOORS if variant == BATTLE else DRAFT_DOORS


def new_host(mode: int) -> np.ndarray:
    """A host with no luck yet, as an array of one."""
    host = np.zeros(1, HOST)
    host["mode"] = mode
    host["used"] = 16
    return host
