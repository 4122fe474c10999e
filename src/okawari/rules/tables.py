"""The data of dishes, points, desserts, variants and menus as arrays for the kernels, indexed by their numbers.

They are in a module of their own so that a program which only reads the data, such as a list of the menus, does not
import NumPy.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from okawari.rules.desserts import DESSERT_ROWS, ROLL_PRIZE
from okawari.rules.dishes import DESSERT, DICE, FACE_WORDS, KINDS, SAVOURY, TOKENS
from okawari.rules.menus import MENUS
from okawari.rules.points import (
    CARD_LADDERS,
    MAKI_ICONS,
    MOST_OF_A_DISH,
    NIGIRI,
    ROLL_LADDERS,
    RUN_BASE,
    best_runs,
    ladder_points,
    run_counts,
    run_points,
)
from okawari.rules.traits import DRAWS_NOTHING, DRAWS_OWN_PILE, Dessert, Menu, Variant
from okawari.rules.variants import VARIANT_ROWS


def _card_counts() -> np.ndarray:
    """How many cards of each kind the deck has: a row for each dessert, a column for each kind."""
    counts = np.zeros((len(DESSERT_ROWS), KINDS), np.int8)
    for row, dessert in enumerate(DESSERT_ROWS):
        both = [*SAVOURY.values(), *dessert.cards.values()]
        counts[row, : len(both)] = both
    return counts


CARD_COUNTS = _card_counts()
#: The unshuffled decks, a row for each dessert.
DECKS = np.array([np.repeat(np.arange(KINDS), row) for row in CARD_COUNTS], np.int8)

#: The most sorts of card that a dessert can have.
DESSERT_KINDS = KINDS - DESSERT


def _by_sort(rows: list[tuple[int, ...]], dtype: type) -> np.ndarray:
    """An array with a row for each dessert and a column for each sort of its cards, zero where it has fewer sorts."""
    table: np.ndarray = np.zeros((len(rows), DESSERT_KINDS), dtype)
    for row, values in enumerate(rows):
        table[row, : len(values)] = values
    return table


#: The amount that a played card counts for, by dessert and sort.
DESSERT_AMOUNTS = _by_sort([dessert.amounts for dessert in DESSERT_ROWS], np.int64)
#: How many cards of each value a dessert has, if the value is drawn when a card is played.
VALUE_COUNTS = _by_sort([tuple((dessert.values or {}).values()) for dessert in DESSERT_ROWS], np.int8)
HAS_VALUES = np.array([dessert.values is not None for dessert in DESSERT_ROWS])
#: How many faces the player's die has, and the face that it starts with; 0 if there is no die.
PLAYER_DIE_FACES = np.array([dessert.die.faces if dessert.die else 0 for dessert in DESSERT_ROWS])
PLAYER_DIE_START = np.array([dessert.die.start if dessert.die else 0 for dessert in DESSERT_ROWS], np.int8)
HAS_SQUISHY = np.array([dessert.squishy for dessert in DESSERT_ROWS])
HAS_RUNS = np.array([bool(dessert.runs) for dessert in DESSERT_ROWS])
ACTS_AT_ONCE = np.array([dessert.acts_at_once for dessert in DESSERT_ROWS])

#: The sort of each of the thirty dice, and the faces of each sort as kinds.
DIE_OF = np.repeat(np.arange(len(DICE)), [count for count, _ in DICE.values()]).astype(np.int8)
DIE_FACES = np.array([[FACE_WORDS.index(face) for face in faces] for _, faces in DICE.values()], np.int8)

TOKEN_SUPPLY = np.array([total for total, _ in TOKENS.values()], np.int8)
TOKEN_START = np.array([start for _, start in TOKENS.values()], np.int8)

_LADDERS = [list(ladders.values()) for ladders in (CARD_LADDERS, ROLL_LADDERS)]
#: Points by game (0 cards, 1 dice), dish (tempura, sashimi, dumpling) and count.
SET_POINTS = np.array(
    [
        [[ladder_points(ladder, count) for count in range(MOST_OF_A_DISH + 1)] for ladder in ladders]
        for ladders in _LADDERS
    ],
    np.int16,
)
#: By game and dish: how many make a set, whether another set begins after it, and what a whole set scores.
SET_SIZES = np.array([[len(ladder.rungs) for ladder in ladders] for ladders in _LADDERS])
SET_REPEATS = np.array([[ladder.repeats for ladder in ladders] for ladders in _LADDERS])
SET_TOPS = np.array([[ladder.rungs[-1] for ladder in ladders] for ladders in _LADDERS])
NIGIRI_POINTS = np.array(list(NIGIRI.values()), np.int16)
MAKI_ICON_COUNTS = np.array(MAKI_ICONS, np.int16)
#: The prizes, a row for each dessert; the last row is for the pudding tokens of Sushi Roll.
PRIZES = np.array([*(dessert.prize for dessert in DESSERT_ROWS), ROLL_PRIZE], np.int16)
ROLL_PRIZE_ROW = len(DESSERT_ROWS)


def _run_points(dessert: Dessert) -> list[int]:
    """Points for the runs of every possible plate of a dessert, by the index that `RUN_BASE` describes."""
    plates = (run_counts(dessert, index) for index in range(RUN_BASE ** len(dessert.cards)))
    return [run_points(best_runs(plate, dessert.runs), dessert.runs) for plate in plates]


def _all_run_points() -> np.ndarray:
    """Points for runs: a row for each dessert and a column for each possible plate; zero for desserts without runs."""
    table = np.zeros((len(DESSERT_ROWS), RUN_BASE**DESSERT_KINDS), np.int16)
    for row, dessert in enumerate(DESSERT_ROWS):
        if dessert.runs:
            table[row, : RUN_BASE ** len(dessert.cards)] = _run_points(dessert)
    return table


RUN_POINTS = _all_run_points()
#: By how much one more card of a sort raises the index of `RUN_POINTS`.
RUN_STEPS = np.array([RUN_BASE**sort for sort in range(DESSERT_KINDS)])

#: Traits of menus, by number.
NO_MAKI_CAN_PLACE = np.array([menu.no_maki_can_place for menu in MENUS])
DESSERT_BREAKS_TIES = np.array([menu.dessert_breaks_ties for menu in MENUS])
HAS_BOAT = np.array([menu.boat for menu in MENUS])
_MOST_SEATS = max(seats for menu in MENUS for seats in menu.seats)


def _hand_size(menu: Menu, variant: Variant, seats: int) -> int:
    """Cards or dice of each seat at the start of a round; 0 if menu or variant do not allow this number of seats."""
    return menu.hand_size(seats, variant) if seats in menu.seats and seats in variant.seats else 0


#: Cards or dice of each seat at the start of a round, by menu, variant and number of seats.
HAND_SIZES = np.array(
    [
        [[_hand_size(menu, variant, seats) for seats in range(_MOST_SEATS + 1)] for variant in VARIANT_ROWS]
        for menu in MENUS
    ],
    np.int8,
)

#: Traits of variants, by number.
TOTAL_SIGN = np.array([variant.sign for variant in VARIANT_ROWS], np.int8)
#: Cards of the draw pile that each seat has, 0 where it has none of its own.
PILE_SIZES = np.array(
    [variant.hand_size if variant.draws == DRAWS_OWN_PILE else 0 for variant in VARIANT_ROWS], np.int8
)


def _flags(rows: Iterable[bool]) -> np.int64:
    """Yes or no for many rows in one integer, a bit each: kernels ask it without a look into memory."""
    return np.int64(sum(1 << number for number, flag in enumerate(rows) if flag))


#: Flags of variants, by their numbers.
EXTRA_PLATE_FLAGS = _flags(variant.extra_plate for variant in VARIANT_ROWS)
PILES_FLAGS = _flags(variant.draws != DRAWS_NOTHING for variant in VARIANT_ROWS)
OWN_PILES_FLAGS = _flags(variant.draws == DRAWS_OWN_PILE for variant in VARIANT_ROWS)
#: Whether hands move to the right, by variant and round: see `draft.way`.
ROUND_BITS = 2
RIGHT_FLAGS = _flags(
    round_no in variant.right_rounds for variant in VARIANT_ROWS for round_no in range(1 << ROUND_BITS)
)
