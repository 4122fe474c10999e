"""The root of a search: a table as the state that the search works with, and the result as values of its moves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from okawari.bots.solver.matrix import CHOSEN_ROWS, MOST, ROWS
from okawari.bots.solver.payoffs import (
    BY_AMOUNT,
    BY_DIE,
    BY_RUNS,
    OFFSET,
    PAYOFFS,
    PRICE_ONLY,
    SIZES,
    VALUE_SORTS,
    WITH_SQUISHY,
    fits_in_bits,
    points_without_maki,
    write_payoffs,
)
from okawari.bots.solver.search import WORKSPACE, write_move
from okawari.bots.solver.state import BLANK, C_AT, D_AT, NO_SECOND, S_AT, T_AT, W_AT, reduce
from okawari.rules import draft, scoring
from okawari.rules.counts import count
from okawari.rules.dealer import DEALER, QUICK
from okawari.rules.dishes import CHOPSTICKS, DESSERT, DUMPLING, SASHIMI, TEMPURA
from okawari.rules.kernel import array, entry_point, kernel
from okawari.rules.plates import dessert_amount
from okawari.rules.table_kernels import new_dealer
from okawari.rules.tables import PILES_FLAGS, VALUE_COUNTS

#: Why a table cannot be solved; OPEN if it can.
OPEN, NOT_TWO, CARDS_TO_DRAW, UNFIT_DESSERT, OVER, NO_CHOICE = range(6)

#: A state of the search: its words, of which `okawari.bots.solver.state` has the layouts, and the number of cards held.
HAND0, HAND1, PLATE0, PLATE1, MAKI, DESSERT_WORD, HELD = range(7)
STATE_SIZE = 7

_TABLES = array(draft.TABLE)


class Root(NamedTuple):
    """The memory of a root. The last three have a row for each player and a column for each of its moves."""

    payoffs: np.ndarray
    state: np.ndarray
    #: A table for examples, and a quick dealer.
    work: np.ndarray
    dealer: np.ndarray
    numbers: np.ndarray
    mixes: np.ndarray
    worths: np.ndarray


def new_root() -> Root:
    """Memory for a root."""
    return Root(
        payoffs=np.zeros(1, PAYOFFS),
        state=np.zeros(STATE_SIZE, np.int64),
        work=np.zeros(1, draft.TABLE),
        dealer=new_dealer(QUICK),
        numbers=np.zeros((2, MOST), np.int16),
        mixes=np.zeros((2, MOST)),
        worths=np.zeros((2, MOST)),
    )


@entry_point(_TABLES)
def refusal_of_root(tables):
    """Why a drafting table cannot be solved, or OPEN. Whether all hands are known is not its question."""
    table = tables[0]
    if table.seats != 2:
        return NOT_TWO
    if PILES_FLAGS >> table.variant & 1:
        return CARDS_TO_DRAW
    if not fits_in_bits(np.int64(table.dessert)):
        return UNFIT_DESSERT
    if table.over:
        return OVER
    return OPEN if table.held > 1 else NO_CHOICE


@entry_point(_TABLES, _TABLES, array(DEALER), float, array(PAYOFFS), array(np.int64))
def write_root(tables, work, dealers, price, payoffs, state):
    """Write the payoffs and the reduced state of a table with open hands; the margin that is certain.

    `price` is that of a dessert card before the last round, `work` a table for examples, `dealers` a quick dealer that
    records nothing. `payoffs` must be zeroed.
    """
    table = tables[0]
    write_payoffs(table, work[0], dealers[0], price, payoffs[0])
    held = np.int64(table.held)
    banked, hand0, hand1, plate0, plate1, maki, dessert = reduce(
        payoffs[0],
        np.int64(table.hands[0]),
        np.int64(table.hands[1]),
        plate_word(table, 0),
        plate_word(table, 1),
        maki_word(table),
        dessert_word(table, payoffs[0].mode),
        held,
    )
    state[HAND0] = hand0
    state[HAND1] = hand1
    state[PLATE0] = plate0
    state[PLATE1] = plate1
    state[MAKI] = maki
    state[DESSERT_WORD] = dessert
    state[HELD] = held
    mine, other = points_without_maki(table)
    return float(scoring.standing(table, mine - other)) + banked


@kernel
def plate_word(table, seat):
    """The plate word of a seat."""
    plate = np.int64(table.plates[seat])
    return (
        count(plate, TEMPURA) % SIZES[TEMPURA] << T_AT
        | count(plate, SASHIMI) % SIZES[SASHIMI] << S_AT
        | min(count(plate, DUMPLING), SIZES[DUMPLING]) << D_AT
        | np.int64(table.wasabi[seat]) << W_AT
        | count(plate, CHOPSTICKS) << C_AT
    )


@kernel
def maki_word(table):
    """The maki word."""
    mine, other = np.int64(scoring.maki_icons(table, 0)), np.int64(scoring.maki_icons(table, 1))
    return mine - other + OFFSET | np.int64(mine > 0) << 7 | np.int64(other > 0) << 8


@kernel
def dessert_word(table, mode):
    """The dessert word of a mode."""
    if mode == PRICE_ONLY:
        return np.int64(0)
    if mode == BY_RUNS:
        return np.int64(scoring.run_index(table, 0)) | np.int64(scoring.run_index(table, 1)) << 8
    mine, other = np.int64(dessert_amount(table, 0)), np.int64(dessert_amount(table, 1))
    if mode == BY_DIE:
        return mine | other << 3
    difference = mine - other + OFFSET
    if mode == BY_AMOUNT:
        return difference
    if mode == WITH_SQUISHY:
        return difference | (np.int64(table.squishy) + 1) << 7
    return difference | values_left(table) << 7


@kernel
def values_left(table):
    """The number of dessert cards of each value that can still be played, three bits each."""
    pool = np.int64(0)
    for sort in range(VALUE_SORTS):
        left = np.int64(VALUE_COUNTS[table.dessert, sort])
        for plate in range(2):
            left -= count(table.desserts[plate], DESSERT + sort)
        pool |= left << (3 * sort)
    return pool


@entry_point(WORKSPACE, _TABLES, array(np.int64), array(np.int16, 2))
def write_root_moves(workspace, tables, state, numbers):
    """Write the legal moves of both players into a workspace, and their numbers, by player, into `numbers`.

    The root has every legal move, also those that lead to the same state: each has a value of its own in the result.
    """
    for side in range(2):
        own = numbers[side]
        n = draft.moves(tables[0], side, own)
        hand, plate = state[HAND0 + side], state[PLATE0 + side]
        for k in range(n):
            first, second, _ = draft.decode(own[k])
            first = reduced_kind(first, hand)
            second = NO_SECOND if second == draft.NO_CARD else reduced_kind(second, hand)
            write_move(workspace, 0, side, k, hand, plate, first, second)
        workspace.matrices.sizes[0, ROWS + side] = n


@kernel
def reduced_kind(kind, hand):
    """The kind that stands for a card in a reduced hand: itself, DESSERT where all desserts are alike, or BLANK."""
    if count(hand, kind):
        return np.int64(kind)
    if kind >= DESSERT and count(hand, DESSERT):
        return np.int64(DESSERT)
    return BLANK


@entry_point(WORKSPACE, float, array(np.float64, 2), array(np.float64, 2))
def read_root(workspace, banked, mixes, worths):
    """Write, by player and move, the optimal mixed strategies and the value of each move; the value of the root.

    A move's value is that to its player against the other's strategy; the root's value is that to the first player.
    """
    matrices = workspace.matrices
    for side in range(2):
        for k in range(matrices.sizes[0, ROWS + side]):
            mixes[side, k] = 0.0
            worths[side, k] = 0.0
        for a in range(matrices.sizes[0, CHOSEN_ROWS + side]):
            mixes[side, matrices.chosen[0, side, a]] = matrices.mixes[0, side, a]
    rows, columns = matrices.sizes[0, ROWS], matrices.sizes[0, ROWS + 1]
    for i in range(rows):
        for j in range(columns):
            # What no strategy plays need not be known.
            if mixes[1, j] > 0.0:
                worths[0, i] += matrices.entries[0, i, j] * mixes[1, j]
            if mixes[0, i] > 0.0:
                worths[1, j] += matrices.entries[0, i, j] * mixes[0, i]
    for i in range(rows):
        worths[0, i] = banked + worths[0, i]
    for j in range(columns):
        worths[1, j] = -banked - worths[1, j]
    return banked + matrices.values[0]
