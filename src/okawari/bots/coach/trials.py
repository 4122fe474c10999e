"""Kernels that try moves: each on the same imagined tables, with the same luck and the same people after it.

The luck of a turn depends on the table, the round and the turn alone, so that a move changes what it changes and
nothing else: the same cards are dealt in later rounds and the same dice fall, whatever was chosen.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from okawari.bots import taste
from okawari.rules import battle, draft, events, roll
from okawari.rules.host import quick_below
from okawari.rules.kernel import kernels_of

# These kernels call those of the other players, so a change of any player must compile them anew.
kernel = kernels_of(Path(__file__).parents[1])

#: What a bill is added up by: the dishes of its lines, the squishy, and the loss for the least of a dessert.
DISHES = (*events.LINE_DISHES, "squishy", "least")
SQUISHY, LEAST = DISHES.index("squishy"), DISHES.index("least")

#: How many choices out of a hundred are made by whim: advice must not rely on others doing just what is expected.
WHIMS = 25

_CHOICE, _OUTCOME, _DICE = range(3)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_S29 = np.uint64(29)


@kernel
def set_luck(host, luck, table, step):
    """Let the luck of a step of a turn be the same whenever this table comes to it."""
    moment = (np.int64(table.round_no) * 64 + table.turn) * 64 + step
    word = (np.uint64(luck) + _GOLDEN * np.uint64(moment)) * _MIX
    word = (word ^ (word >> _S29)) * _GOLDEN
    host.stream = word ^ (word >> _S29)


@kernel
def by_whim(host):
    """Whether somebody chooses just anything."""
    return quick_below(host, 100) < WHIMS


@kernel
def add_up(host, bill):
    """Add the points that the host has told of to a bill, by plate and dish."""
    for n in range(host.told):
        row = host.events[n]
        if row[0] == events.LINE:
            bill[row[1], LEAST if row[3] < 0 else row[2]] += row[3]
        elif row[0] == events.TAKE_SQUISHY:
            bill[row[1], SQUISHY] += row[2]
    host.told = 0


@kernel
def choose_card(table, host, seat, liking, out):
    """What somebody chooses in drafting."""
    if by_whim(host):
        return np.int64(draft.random_move(table, host, seat))
    return taste.draft_move(table, host, seat, liking, out)


@kernel
def choose_from_pyramid(table, host, seat, liking, out):
    """What somebody takes in sushi battle."""
    if by_whim(host):
        return np.int64(battle.random_move(table, host, seat))
    return taste.battle_move(table, host, seat, liking, out)


@kernel
def try_draft(roots, luck, work, hosts, seat, moves, liking, out, bills, points, winners):
    """Try each move of a seat on each table of drafting."""
    host = hosts[0]
    for i in range(roots.size):
        for k in range(moves.size):
            work[0] = roots[i]
            table = work[0]
            table.choices[seat] = moves[k]
            table.waiting &= ~(1 << seat)
            while not table.over:
                set_luck(host, luck[i], table, _CHOICE)
                for other in range(table.seats):
                    if table.waiting >> other & 1:
                        table.choices[other] = choose_card(table, host, other, liking, out)
                set_luck(host, luck[i], table, _OUTCOME)
                draft.resolve(table, host)
                add_up(host, bills[i, k])
            points[i, k] = table.points
            winners[i, k] = table.winners


@kernel
def try_battle(roots, luck, work, hosts, seat, moves, liking, out, bills, points, winners):
    """Try each move of a seat on each table of sushi battle."""
    host = hosts[0]
    for i in range(roots.size):
        for k in range(moves.size):
            work[0] = roots[i]
            table = work[0]
            move = np.int64(moves[k])
            while True:
                set_luck(host, luck[i], table, _OUTCOME)
                battle.take(table, host, move)
                add_up(host, bills[i, k])
                if table.over:
                    break
                set_luck(host, luck[i], table, _CHOICE)
                move = choose_from_pyramid(table, host, np.int64(table.to_move), liking, out)
            points[i, k] = table.points
            winners[i, k] = table.winners


@kernel
def try_roll(roots, luck, work, hosts, seat, moves, liking, out, bills, points, winners):
    """Try each move of a seat on each table of Sushi Roll. The dice have whims enough of their own."""
    host = hosts[0]
    for i in range(roots.size):
        for k in range(moves.size):
            work[0] = roots[i]
            table = work[0]
            move = np.int64(moves[k])
            spent = 0
            while True:
                spent = 0 if roll.is_keep(move) else spent + 1
                set_luck(host, luck[i], table, _DICE + 8 * np.int64(table.to_move) + min(spent, 7))
                roll.act(table, host, move)
                add_up(host, bills[i, k])
                if table.over:
                    break
                set_luck(host, luck[i], table, _CHOICE)
                move = taste.roll_move(table, host, np.int64(table.to_move), liking, out)
            points[i, k] = table.points
            winners[i, k] = table.winners
