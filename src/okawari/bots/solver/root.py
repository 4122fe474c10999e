"""The root of a search: a table translated into the state that the search works with."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from okawari.bots.solver.payoffs import (
    BY_AMOUNT,
    BY_DIE,
    BY_RUNS,
    OFFSET,
    PRICE_ONLY,
    SIZES,
    VALUE_SORTS,
    WITH_SQUISHY,
    points_without_maki,
    write_payoffs,
)
from okawari.bots.solver.state import (
    BLANK,
    C_AT,
    D_AT,
    NO_SECOND,
    S_AT,
    T_AT,
    W_AT,
    reduce,
)
from okawari.rules import draft, scoring
from okawari.rules.counts import BITS, count
from okawari.rules.dishes import CHOPSTICKS, DESSERT, DUMPLING, SASHIMI, TEMPURA
from okawari.rules.plates import dessert_amount
from okawari.rules.tables import VALUE_COUNTS


class State(NamedTuple):
    """A state of the search, except for the number of cards held; `okawari.bots.solver.state` has the bit layouts."""

    hand0: int
    hand1: int
    plate0: int
    plate1: int
    maki: int
    dessert: int


class Root(NamedTuple):
    """The root of a search: payoffs, reduced state, cards held by each player, and the margin that is certain."""

    payoffs: np.ndarray
    state: State
    held: int
    banked: float


def root_of(table: np.ndarray, price: float) -> Root:
    """The root for a drafting table of two with open hands; `price` is that of a dessert card before the last round."""
    row = table[0]
    payoffs = write_payoffs(row, price)
    plates = [_plate(row, seat) for seat in range(2)]
    hands = [int(hand) for hand in row["hands"][:2]]
    held = int(row["held"])
    reduced = reduce(payoffs[0], *hands, *plates, _maki(row), _dessert(row, int(payoffs["mode"][0])), held)
    sign = float(scoring.standing(row, 1))
    mine, other = points_without_maki(row)
    return Root(payoffs, State(*map(int, reduced[1:])), held, sign * (mine - other) + float(reduced[0]))


def _plate(row: Any, seat: int) -> int:
    """The plate word of a seat."""
    plate, (tempura, sashimi, dumplings) = int(row["plates"][seat]), SIZES
    return int(
        count(plate, TEMPURA) % tempura << T_AT
        | count(plate, SASHIMI) % sashimi << S_AT
        | min(count(plate, DUMPLING), dumplings) << D_AT
        | int(row["wasabi"][seat]) << W_AT
        | count(plate, CHOPSTICKS) << C_AT
    )


def _maki(row: Any) -> int:
    """The maki word."""
    mine, other = (int(scoring.maki_icons(row, seat)) for seat in range(2))
    return mine - other + OFFSET | (mine > 0) << 7 | (other > 0) << 8


def _dessert(row: Any, mode: int) -> int:
    """The dessert word of a mode."""
    if mode == PRICE_ONLY:
        return 0
    if mode == BY_RUNS:
        mine, other = (int(scoring.run_index(row, seat)) for seat in range(2))
        return mine | other << 8
    mine, other = (int(dessert_amount(row, seat)) for seat in range(2))
    if mode == BY_DIE:
        return mine | other << 3
    difference = mine - other + OFFSET
    if mode == BY_AMOUNT:
        return difference
    if mode == WITH_SQUISHY:
        return difference | (int(row["squishy"]) + 1) << 7
    return difference | _values_left(row) << 7


def _values_left(row: Any) -> int:
    """The number of dessert cards of each value that can still be played, three bits each."""
    pool = 0
    for sort, n in enumerate(VALUE_COUNTS[int(row["dessert"])][:VALUE_SORTS].tolist()):
        played = sum(int(count(int(cards), DESSERT + sort)) for cards in row["desserts"][:2])
        pool |= (n - played) << (3 * sort)
    return pool


def cards_of(move: int, hand: int) -> tuple[int, int]:
    """The first and second card of a move as kinds of a reduced hand; the second may be NO_SECOND."""
    first, second, _ = (int(card) for card in draft.decode(move))
    return _reduced(first, hand), int(NO_SECOND) if second == draft.NO_CARD else _reduced(second, hand)


def _reduced(kind: int, hand: int) -> int:
    """The kind that stands for a card in a reduced hand: itself, DESSERT where all desserts are alike, or BLANK."""
    if hand >> (BITS * kind) & 15:
        return kind
    if kind >= DESSERT and hand >> (BITS * DESSERT) & 15:
        return DESSERT
    return int(BLANK)
