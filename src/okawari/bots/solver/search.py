"""The search: depth first, every state once, its value kept in a table that two threads may share."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from okawari.bots.solver import matrix
from okawari.bots.solver.matrix import DEPTHS, MOST, Desk
from okawari.bots.solver.state import (
    BLANK,
    C_AT,
    FIELD,
    NO_SECOND,
    SETTLED,
    W_AT,
    add_desserts,
    dessert_code,
    icons_of,
    mirror_dessert,
    mirror_maki,
    outcomes_of,
    reduce,
    serve,
    settle_dessert,
    settle_maki,
)
from okawari.rules.counts import count, nth, some, total
from okawari.rules.dishes import CHOPSTICKS, EGG, KINDS, SQUID, WASABI
from okawari.rules.kernel import kernels_of
from okawari.rules.mixing import splitmix

kernel = kernels_of(Path(__file__).parent)

#: What is known of a move before the other's: cards, the hand and plate after it, maki icons, desserts.
FIRST, SECOND, HAND, PLATE, ICONS, DESSERT_PART = range(6)
#: The counters of a search.
STOP, NODES, MIXED, BACKWARD = range(4)
#: Places in the table that a state may take.
_TRIES = 4


class Room(NamedTuple):
    """All that one thread works with."""

    payoffs: np.ndarray
    desk: Desk
    #: For each depth and player, the moves and the points that they bring at once.
    moves: np.ndarray
    gains: np.ndarray
    #: The table of values: two words of the state, one that ties the third to the value, and the value.
    table: np.ndarray
    counters: np.ndarray


def new_room(payoffs: np.ndarray, table: np.ndarray, *, backward: bool) -> Room:
    """A room for one thread, which goes through the moves from the first on or from the last."""
    counters = np.zeros(4, np.int64)
    counters[BACKWARD] = backward
    moves, gains = np.zeros((DEPTHS, 2, MOST, 6), np.int64), np.zeros((DEPTHS, 2, MOST))
    return Room(payoffs, matrix.new_desk(), moves, gains, table, counters)


@kernel
def as_word(value):
    """The bits of a number."""
    return np.float64(value).view(np.uint64)


@kernel
def as_value(word):
    """The number of some bits."""
    return np.uint64(word).view(np.float64)


@kernel
def pack(plate0, plate1, maki, dessert, held):
    """All of a state but the hands, in one word that is never 0."""
    return np.uint64(plate0 | plate1 << 15 | maki << 30 | held << 40) | np.uint64(dessert) << np.uint64(44)


@kernel
def look_up(table, hand1, rest, hashed):
    """The value of a state that was solved before: (whether it was, the value)."""
    at = np.int64(hashed & np.uint64(table.shape[0] - 1))
    for i in range(_TRIES):
        slot = at ^ i
        word = table[slot, 3]
        if table[slot, 1] == rest and table[slot, 0] == hand1 and table[slot, 2] ^ word == hashed:
            return True, as_value(word)
        if table[slot, 1] == np.uint64(0):
            break
    return False, 0.0


@kernel
def keep(table, hand1, rest, hashed, value):
    """Remember the value of a state, in a free place or in the first one."""
    at = np.int64(hashed & np.uint64(table.shape[0] - 1))
    slot = at
    for i in range(_TRIES):
        if table[at ^ i, 1] == np.uint64(0):
            slot = at ^ i
            break
    word = as_word(value)
    table[slot, 0] = hand1
    table[slot, 1] = rest
    table[slot, 2] = hashed ^ word
    table[slot, 3] = word


@kernel
def write_move(room, depth, side, n, hand, plate, first, second):
    """Write down a move and what it does to its player; how many there are now."""
    payoffs = room.payoffs[0]
    gain, after = serve(payoffs, plate, first)
    icons, helping = icons_of(first), dessert_code(payoffs, first)
    if first != BLANK:
        hand -= some(first)
    if second != NO_SECOND:
        more, after = serve(payoffs, after, second)
        gain += more
        icons += icons_of(second)
        helping += dessert_code(payoffs, second)
        if second != BLANK:
            hand -= some(second)
        after -= 1 << C_AT
        hand += some(CHOPSTICKS)
    room.gains[depth, side, n] = gain
    row = room.moves[depth, side, n]
    row[FIRST] = first
    row[SECOND] = second
    row[HAND] = hand
    row[PLATE] = after
    row[ICONS] = icons
    row[DESSERT_PART] = helping
    return n + 1


@kernel
def write_pair(room, depth, side, n, hand, plate, first, second):
    """Write down two cards in the orders that differ: (wasabi, nigiri) in both, two nigiri in the better one."""
    payoffs = room.payoffs[0]
    nigiri1 = EGG <= first <= SQUID
    nigiri2 = EGG <= second <= SQUID
    wasabi = plate >> W_AT & FIELD
    if nigiri1 and second == WASABI and wasabi == 0:
        n = write_move(room, depth, side, n, hand, plate, first, second)
        return write_move(room, depth, side, n, hand, plate, second, first)
    if nigiri1 and nigiri2 and wasabi == 1:
        dips1 = payoffs.nigiri[1, first - EGG] + payoffs.nigiri[0, second - EGG]
        dips2 = payoffs.nigiri[1, second - EGG] + payoffs.nigiri[0, first - EGG]
        if dips2 > dips1:
            return write_move(room, depth, side, n, hand, plate, second, first)
    return write_move(room, depth, side, n, hand, plate, first, second)


@kernel
def write_moves(room, depth, side, hand, plate, held):
    """Write down all moves of a player that differ; how many there are."""
    blanks = held - total(hand)
    n = 0
    for kind in range(KINDS):
        if count(hand, kind):
            n = write_move(room, depth, side, n, hand, plate, kind, NO_SECOND)
    if blanks:
        n = write_move(room, depth, side, n, hand, plate, BLANK, NO_SECOND)
    if held < 2 or plate >> C_AT & FIELD == 0:
        return n
    singles = n
    for a in range(singles):
        first = room.moves[depth, side, a, FIRST]
        for b in range(a, singles):
            second = room.moves[depth, side, b, FIRST]
            there = blanks if second == BLANK else count(hand, second)
            if a != b or there > 1:
                n = write_pair(room, depth, side, n, hand, plate, first, second)
    return n


@kernel
def next_maki(maki, mine, other):
    """The maki after a turn."""
    if maki == SETTLED:
        return maki
    return (maki + mine - other) | np.int64(mine > 0) << 7 | np.int64(other > 0) << 8


@kernel
def pass_on(payoffs, mine, other, maki, dessert, held):
    """The state after a turn, seen from the side that comes first: (points, sign of the value, the state).

    Two states in which the players have changed places are one.
    """
    maki = next_maki(maki, mine[ICONS], other[ICONS])
    banked, h0, h1, p0, p1, m, d = reduce(
        payoffs, other[HAND], mine[HAND], mine[PLATE], other[PLATE], maki, dessert, held
    )
    if h0 < h1 or (h0 == h1 and p0 <= p1):
        return banked, 1.0, h0, h1, p0, p1, m, d
    return banked, -1.0, h1, h0, p1, p0, mirror_maki(m), mirror_dessert(payoffs, d)


@kernel
def last_turn(payoffs, hand0, hand1, plate0, plate1, maki, dessert):
    """What the last card of each hand brings: there is nothing to choose."""
    card0 = nth(hand0, 0) if hand0 else BLANK
    card1 = nth(hand1, 0) if hand1 else BLANK
    gain0, _ = serve(payoffs, plate0, card0)
    gain1, _ = serve(payoffs, plate1, card1)
    nothing = np.int64(0)
    by_maki, _, _, _ = settle_maki(payoffs, nothing, nothing, next_maki(maki, icons_of(card0), icons_of(card1)))
    dessert0, dessert1 = dessert_code(payoffs, card0), dessert_code(payoffs, card1)
    expected = 0.0
    for outcome in range(outcomes_of(payoffs, dessert, dessert0, dessert1)):
        chance, sweet, after = add_desserts(payoffs, dessert, dessert0, dessert1, outcome)
        if chance > 0.0:
            by_dessert, _, _, _ = settle_dessert(payoffs, nothing, nothing, after)
            expected += chance * (sweet + by_dessert)
    return gain0 - gain1 + by_maki + expected


@kernel
def value_of(room, depth, hand0, hand1, plate0, plate1, maki, dessert, held):
    """What the rest of the round is worth to the first player, from a reduced state on.

    One long function, because a compiled function may call itself, but two may not call each other and be cached.
    """
    if room.counters[STOP]:
        return 0.0
    room.counters[NODES] += 1
    payoffs, desk = room.payoffs[0], room.desk
    rows, columns = desk.sizes[0, 0], desk.sizes[0, 1]  # at the root the moves have been written down before
    if depth:
        rows = write_moves(room, depth, 0, hand0, plate0, held)
        columns = write_moves(room, depth, 1, hand1, plate1, held)
    matrix.begin(desk, depth, rows, columns, room.gains[depth, 1, :columns].argmax())
    wanted = matrix.plan(desk, depth)
    while wanted:
        for n in range(wanted):
            k = wanted - 1 - n if room.counters[BACKWARD] else n
            i, j = desk.wanted[depth, k, 0], desk.wanted[depth, k, 1]
            mine, other = room.moves[depth, 0, i], room.moves[depth, 1, j]
            gain = room.gains[depth, 0, i] - room.gains[depth, 1, j]
            outcomes = outcomes_of(payoffs, dessert, mine[DESSERT_PART], other[DESSERT_PART])
            expected = 0.0
            for outcome in range(outcomes):
                chance, sweet, after = add_desserts(payoffs, dessert, mine[DESSERT_PART], other[DESSERT_PART], outcome)
                if chance == 0.0:
                    continue
                banked, sign, h0, h1, p0, p1, m, d = pass_on(payoffs, mine, other, maki, after, held - 1)
                worth = sweet + banked
                if held == 2:
                    worth += sign * last_turn(payoffs, h0, h1, p0, p1, m, d)
                else:
                    word1, rest = np.uint64(h1), pack(p0, p1, m, d, held - 1)
                    hashed = splitmix(np.uint64(h0) ^ splitmix(word1 ^ splitmix(rest)))
                    found, future = look_up(room.table, word1, rest, hashed)
                    if not found:
                        future = value_of(room, depth + 1, h0, h1, p0, p1, m, d, held - 1)
                        if room.counters[STOP]:
                            return 0.0
                        keep(room.table, word1, rest, hashed, future)
                    worth += sign * future
                expected += chance * worth
            desk.entries[depth, i, j] = gain + expected
            desk.known[depth, i, j] = True
        wanted = matrix.plan(desk, depth)
    room.counters[MIXED] += desk.sizes[depth, 2] > 1 and desk.mixes[depth, 0, : desk.sizes[depth, 2]].max() < 1.0
    return desk.values[depth]
