"""The search: depth first, each state solved once as a matrix game, with a transposition table for several threads.

All of a state but the hands is packed into one word; `okawari.bots.solver.state` has the layout of its fields:

    packed         | 59-44 dessert | 43-40 cards held | 39-30 maki | 29-15 plate of player 1 | 14-0 plate of player 0 |

An entry of the transposition table has four words:

    entry          | hand of player 1 | packed | hash XOR value | value |

`packed` is never 0, which marks a free entry. For given other words the hash is a bijection of player 0's hand, so
states are compared in full. Threads write without locks: an entry whose words come from two writes fails the comparison
of hash and value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from okawari.bots.solver import matrix
from okawari.bots.solver.matrix import CHOSEN_ROWS, COLUMNS, DEPTHS, MATRICES, MOST, ROWS, MatrixStack
from okawari.bots.solver.payoffs import PAYOFFS
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
from okawari.rules.kernel import array, entry_point, kernel
from okawari.rules.mixing import splitmix

#: The columns of a move: its cards, the hand and plate after it, its maki icons, and its dessert code.
FIRST, SECOND, HAND, PLATE, ICONS, DESSERT_CODE = range(6)
#: The counters of a search: whether to stop, nodes, nodes with a mixed strategy, whether to go backward, and the number
#: of nodes at which it stops by itself, 0 for never. Called again, a search that was stopped finds what it has solved.
STOP, NODES, MIXED, BACKWARD, LIMIT = COUNTERS = range(5)
#: Entries of the transposition table that a state may take, and the bytes of an entry.
_PROBES = 4
ENTRY_BYTES = 32


class Workspace(NamedTuple):
    """The memory of one searching thread."""

    payoffs: np.ndarray
    matrices: MatrixStack
    #: By depth and player: the moves, and the points that they bring at once.
    moves: np.ndarray
    gains: np.ndarray
    #: The transposition table, which all threads share.
    table: np.ndarray
    counters: np.ndarray


#: The type of a workspace.
WORKSPACE = (
    *(Workspace, array(PAYOFFS), MATRICES, array(np.int64, 4), array(np.float64, 3)),
    *(array(np.uint64, 2), array(np.int64)),
)


def new_workspace(payoffs: np.ndarray, table: np.ndarray, *, backward: bool) -> Workspace:
    """A workspace for one thread; with `backward` it visits the entries of each matrix from the last to the first."""
    counters = np.zeros(len(COUNTERS), np.int64)
    counters[BACKWARD] = backward
    moves, gains = np.zeros((DEPTHS, 2, MOST, 6), np.int64), np.zeros((DEPTHS, 2, MOST))
    return Workspace(payoffs, matrix.new_matrices(), moves, gains, table, counters)


def bytes_of(memory: tuple[Any, ...]) -> int:
    """The size of the arrays in a tuple, and in the tuples within it."""
    return sum(bytes_of(part) if isinstance(part, tuple) else part.nbytes for part in memory)


@kernel
def as_word(value):
    """The bits of a float as a word."""
    return np.float64(value).view(np.uint64)


@kernel
def as_value(word):
    """The float of a word's bits."""
    return np.uint64(word).view(np.float64)


@kernel
def pack(plate0, plate1, maki, dessert, held):
    """Pack all of a state but the hands into one word, which is never 0."""
    return np.uint64(plate0 | plate1 << 15 | maki << 30 | held << 40) | np.uint64(dessert) << np.uint64(44)


@kernel
def look_up(table, hand1, rest, hashed):
    """Look a state up in the transposition table: (whether it is there, its value)."""
    at = np.int64(hashed & np.uint64(table.shape[0] - 1))
    for i in range(_PROBES):
        slot = at ^ i
        word = table[slot, 3]
        if table[slot, 1] == rest and table[slot, 0] == hand1 and table[slot, 2] ^ word == hashed:
            return True, as_value(word)
        if table[slot, 1] == np.uint64(0):
            break
    return False, 0.0


@kernel
def store(table, hand1, rest, hashed, value):
    """Store the value of a state in the transposition table, in a free entry or else over the first one."""
    at = np.int64(hashed & np.uint64(table.shape[0] - 1))
    slot = at
    for i in range(_PROBES):
        if table[at ^ i, 1] == np.uint64(0):
            slot = at ^ i
            break
    word = as_word(value)
    table[slot, 0] = hand1
    table[slot, 1] = rest
    table[slot, 2] = hashed ^ word
    table[slot, 3] = word


@kernel
def write_move(workspace, depth, side, n, hand, plate, first, second):
    """Write move n of a player, with its columns and points; return n + 1."""
    payoffs = workspace.payoffs[0]
    gain, after = serve(payoffs, plate, first)
    icons, code = icons_of(first), dessert_code(payoffs, first)
    if first != BLANK:
        hand -= some(first)
    if second != NO_SECOND:
        more, after = serve(payoffs, after, second)
        gain += more
        icons += icons_of(second)
        code += dessert_code(payoffs, second)
        if second != BLANK:
            hand -= some(second)
        after -= 1 << C_AT
        hand += some(CHOPSTICKS)
    workspace.gains[depth, side, n] = gain
    row = workspace.moves[depth, side, n]
    row[FIRST] = first
    row[SECOND] = second
    row[HAND] = hand
    row[PLATE] = after
    row[ICONS] = icons
    row[DESSERT_CODE] = code
    return n + 1


@kernel
def write_pair(workspace, depth, side, n, hand, plate, first, second):
    """Write the moves that play two cards: wasabi and nigiri in both orders, others in one, the better one."""
    payoffs = workspace.payoffs[0]
    nigiri1 = EGG <= first <= SQUID
    nigiri2 = EGG <= second <= SQUID
    wasabi = plate >> W_AT & FIELD
    if nigiri1 and second == WASABI and wasabi == 0:
        n = write_move(workspace, depth, side, n, hand, plate, first, second)
        return write_move(workspace, depth, side, n, hand, plate, second, first)
    if nigiri1 and nigiri2 and wasabi == 1:
        dips1 = payoffs.nigiri[1, first - EGG] + payoffs.nigiri[0, second - EGG]
        dips2 = payoffs.nigiri[1, second - EGG] + payoffs.nigiri[0, first - EGG]
        if dips2 > dips1:
            return write_move(workspace, depth, side, n, hand, plate, second, first)
    return write_move(workspace, depth, side, n, hand, plate, first, second)


@kernel
def write_moves(workspace, depth, side, hand, plate, held):
    """Write all different moves of a player; return their number."""
    blanks = held - total(hand)
    n = 0
    for kind in range(KINDS):
        if count(hand, kind):
            n = write_move(workspace, depth, side, n, hand, plate, kind, NO_SECOND)
    if blanks:
        n = write_move(workspace, depth, side, n, hand, plate, BLANK, NO_SECOND)
    if held < 2 or plate >> C_AT & FIELD == 0:
        return n
    singles = n
    for a in range(singles):
        first = workspace.moves[depth, side, a, FIRST]
        for b in range(a, singles):
            second = workspace.moves[depth, side, b, FIRST]
            there = blanks if second == BLANK else count(hand, second)
            if a != b or there > 1:
                n = write_pair(workspace, depth, side, n, hand, plate, first, second)
    return n


@kernel
def next_maki(maki, mine, other):
    """The maki word after a turn in which the players take these numbers of icons."""
    if maki == SETTLED:
        return maki
    return (maki + mine - other) | np.int64(mine > 0) << 7 | np.int64(other > 0) << 8


@kernel
def next_state(payoffs, mine, other, maki, dessert, held):
    """The reduced state after a turn: (points, sign, hand0, hand1, plate0, plate1, maki, dessert).

    A state and the one with the players exchanged are the same entry of the table: the sign is -1 where the players
    were exchanged, and the value changes its sign with it.
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
    """The value of a state with one card in each hand, where there is no choice."""
    card0 = nth(hand0, 0) if hand0 else BLANK
    card1 = nth(hand1, 0) if hand1 else BLANK
    gain0, _ = serve(payoffs, plate0, card0)
    gain1, _ = serve(payoffs, plate1, card1)
    nothing = np.int64(0)
    by_maki, _, _, _ = settle_maki(payoffs, nothing, nothing, next_maki(maki, icons_of(card0), icons_of(card1)))
    dessert0, dessert1 = dessert_code(payoffs, card0), dessert_code(payoffs, card1)
    expected = 0.0
    for outcome in range(outcomes_of(payoffs, dessert, dessert0, dessert1)):
        chance, dessert_points, after = add_desserts(payoffs, dessert, dessert0, dessert1, outcome)
        if chance > 0.0:
            by_dessert, _, _, _ = settle_dessert(payoffs, nothing, nothing, after)
            expected += chance * (dessert_points + by_dessert)
    return gain0 - gain1 + by_maki + expected


@kernel
def is_mixed(mix, chosen):
    """Whether a strategy plays more than one of its chosen moves."""
    return mix[matrix.first_largest(mix, chosen)] < 1.0


@entry_point(WORKSPACE, *[int] * 8)
def value_of(workspace, depth, hand0, hand1, plate0, plate1, maki, dessert, held):
    """The value of a reduced state to the first player; meaningless once the counter STOP is set.

    One long function, because a compiled function may call itself, but two may not call each other and be cached.
    """
    if workspace.counters[STOP]:
        return 0.0
    if workspace.counters[NODES] == workspace.counters[LIMIT] > 0:
        workspace.counters[STOP] = 1
        return 0.0
    workspace.counters[NODES] += 1
    payoffs, matrices = workspace.payoffs[0], workspace.matrices
    # The moves of the root are there already.
    rows, columns = matrices.sizes[0, ROWS], matrices.sizes[0, COLUMNS]
    if depth:
        rows = write_moves(workspace, depth, 0, hand0, plate0, held)
        columns = write_moves(workspace, depth, 1, hand1, plate1, held)
    matrix.begin(matrices, depth, rows, columns, matrix.first_largest(workspace.gains[depth, 1], columns))
    requested = matrix.advance(matrices, depth)
    while requested:
        for n in range(requested):
            k = requested - 1 - n if workspace.counters[BACKWARD] else n
            i, j = matrices.requested[depth, k, 0], matrices.requested[depth, k, 1]
            mine, other = workspace.moves[depth, 0, i], workspace.moves[depth, 1, j]
            gain = workspace.gains[depth, 0, i] - workspace.gains[depth, 1, j]
            outcomes = outcomes_of(payoffs, dessert, mine[DESSERT_CODE], other[DESSERT_CODE])
            expected = 0.0
            for outcome in range(outcomes):
                chance, dessert_points, after = add_desserts(
                    payoffs, dessert, mine[DESSERT_CODE], other[DESSERT_CODE], outcome
                )
                if chance == 0.0:
                    continue
                banked, sign, h0, h1, p0, p1, m, d = next_state(payoffs, mine, other, maki, after, held - 1)
                worth = dessert_points + banked
                if held == 2:
                    worth += sign * last_turn(payoffs, h0, h1, p0, p1, m, d)
                else:
                    word1, rest = np.uint64(h1), pack(p0, p1, m, d, held - 1)
                    hashed = splitmix(np.uint64(h0) ^ splitmix(word1 ^ splitmix(rest)))
                    found, future = look_up(workspace.table, word1, rest, hashed)
                    if not found:
                        future = value_of(workspace, depth + 1, h0, h1, p0, p1, m, d, held - 1)
                        if workspace.counters[STOP]:
                            return 0.0
                        store(workspace.table, word1, rest, hashed, future)
                    worth += sign * future
                expected += chance * worth
            matrices.entries[depth, i, j] = gain + expected
            matrices.known[depth, i, j] = True
        requested = matrix.advance(matrices, depth)
    chosen = matrices.sizes[depth, CHOSEN_ROWS]
    workspace.counters[MIXED] += is_mixed(matrices.mixes[depth, 0], chosen)
    return matrices.values[depth]
