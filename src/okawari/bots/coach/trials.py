"""Kernels that try moves: each on the same sampled tables, with common random numbers and the same players after it.

The luck of a turn depends on the table, the round and the turn alone, not on the move that is tried: the same cards are
dealt in later rounds and the same dice fall. This lowers the variance of differences between moves.

The kernels `try_*` take the tables (`roots`), a seed for each (`luck`), one table and one dealer to work with, and the
moves of `seat`; each game is played to its end by the heuristic's `weights`. They fill `bills` (points by table, move,
plate and dish), `points` and `winners` (by table and move); `out` is a buffer for moves.
"""

from __future__ import annotations

import numpy as np

from okawari.bots import heuristic
from okawari.rules import battle, draft, events, roll
from okawari.rules.dealer import DEALER, quick_below
from okawari.rules.kernel import array, entry_point, kernel
from okawari.rules.mixing import stream_at

#: The columns of a bill: the dishes of its lines, the squishy, and the penalty for the least dessert.
DISHES = (*events.LINE_DISHES, "squishy", "least")
SQUISHY, LEAST = DISHES.index("squishy"), DISHES.index("least")

#: Percentage of choices that are random moves: advice must not rely on predictable opponents.
RANDOM_PERCENT = 25

#: The types of the arguments of `try_*` from the dealers on.
_TRIAL = (
    *(array(DEALER), int, array(np.int64), array(np.float64), array(np.int16)),
    *(array(np.int16, 4), array(np.int16, 3), array(np.int8, 2)),
)

#: The steps of a turn that have luck of their own.
_CHOICE, _OUTCOME, _DICE = range(3)


@kernel
def set_luck(dealer, luck, table, step):
    """Set the dealer's stream for a step of the table's current turn, derived from the table's seed `luck`."""
    moment = (np.int64(table.round_no) * 64 + table.turn) * 64 + step
    dealer.stream = stream_at(luck, moment)


@kernel
def moves_at_random(dealer):
    """Whether the next choice is a random move."""
    return quick_below(dealer, 100) < RANDOM_PERCENT


@kernel
def add_to_bill(dealer, bill):
    """Add the points of the recorded events to a bill, by plate and dish, and clear the events."""
    for n in range(dealer.event_count):
        row = dealer.events[n]
        if row[0] == events.LINE:
            bill[row[1], LEAST if row[3] < 0 else row[2]] += row[3]
        elif row[0] == events.TAKE_SQUISHY:
            bill[row[1], SQUISHY] += row[2]
    dealer.event_count = 0


@kernel
def write_result(table, points):
    """Write the points of all plates of a table."""
    for plate in range(points.size):
        points[plate] = table.points[plate]


@kernel
def choose_card(table, dealer, seat, weights, out):
    """A move of a seat in drafting: by the heuristic, or random."""
    if moves_at_random(dealer):
        return np.int64(draft.random_move(table, dealer, seat))
    return heuristic.draft_move(table, dealer, seat, weights, out)


@kernel
def choose_from_pyramid(table, dealer, seat, weights, out):
    """A move of a seat in sushi battle: by the heuristic, or random."""
    if moves_at_random(dealer):
        return np.int64(battle.random_move(table, dealer, seat))
    return heuristic.battle_move(table, dealer, seat, weights, out)


@entry_point(array(draft.TABLE), array(np.uint64), array(draft.TABLE), *_TRIAL)
def try_draft(roots, luck, work, dealers, seat, moves, weights, out, bills, points, winners):
    """Try each move of a seat on each table of drafting."""
    dealer = dealers[0]
    for i in range(roots.size):
        for k in range(moves.size):
            work[0] = roots[i]
            table = work[0]
            table.choices[seat] = moves[k]
            table.waiting &= ~(1 << seat)
            while not table.over:
                set_luck(dealer, luck[i], table, _CHOICE)
                for other in range(table.seats):
                    if table.waiting >> other & 1:
                        table.choices[other] = choose_card(table, dealer, other, weights, out)
                set_luck(dealer, luck[i], table, _OUTCOME)
                draft.resolve(table, dealer)
                add_to_bill(dealer, bills[i, k])
            write_result(table, points[i, k])
            winners[i, k] = table.winners


@entry_point(array(battle.TABLE), array(np.uint64), array(battle.TABLE), *_TRIAL)
def try_battle(roots, luck, work, dealers, seat, moves, weights, out, bills, points, winners):
    """Try each move of a seat on each table of sushi battle."""
    dealer = dealers[0]
    for i in range(roots.size):
        for k in range(moves.size):
            work[0] = roots[i]
            table = work[0]
            move = np.int64(moves[k])
            while True:
                set_luck(dealer, luck[i], table, _OUTCOME)
                battle.take(table, dealer, move)
                add_to_bill(dealer, bills[i, k])
                if table.over:
                    break
                set_luck(dealer, luck[i], table, _CHOICE)
                move = choose_from_pyramid(table, dealer, np.int64(table.to_move), weights, out)
            write_result(table, points[i, k])
            winners[i, k] = table.winners


@entry_point(array(roll.TABLE), array(np.uint64), array(roll.TABLE), *_TRIAL)
def try_roll(roots, luck, work, dealers, seat, moves, weights, out, bills, points, winners):
    """Try each move of a seat on each table of Sushi Roll; no random moves, for dice are random enough."""
    dealer = dealers[0]
    for i in range(roots.size):
        for k in range(moves.size):
            work[0] = roots[i]
            table = work[0]
            move = np.int64(moves[k])
            spent = 0
            while True:
                spent = 0 if roll.is_keep(move) else spent + 1
                set_luck(dealer, luck[i], table, _DICE + 8 * np.int64(table.to_move) + min(spent, 7))
                roll.act(table, dealer, move)
                add_to_bill(dealer, bills[i, k])
                if table.over:
                    break
                set_luck(dealer, luck[i], table, _CHOICE)
                move = heuristic.roll_move(table, dealer, np.int64(table.to_move), weights, out)
            write_result(table, points[i, k])
            winners[i, k] = table.winners
