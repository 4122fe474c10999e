"""The data of dishes, points and menus as the kernels read it: arrays by number.

They stand apart so that what only reads the data, such as a list of the menus, starts without NumPy.
"""

from __future__ import annotations

import numpy as np

from okawari.rules.dishes import (
    DESSERT_CARDS,
    DESSERTS,
    DICE,
    FACE_WORDS,
    KINDS,
    SAVOURY,
    TOKENS,
    YOGURT_VALUES,
)
from okawari.rules.menus import MENUS
from okawari.rules.points import (
    CARD_LADDERS,
    DESSERT_POINTS,
    MAKI_ICONS,
    MOST_OF_A_DISH,
    NIGIRI,
    ROLL_LADDERS,
    TEA_BASE,
    best_runs,
    climb,
    run_points,
)


def _card_counts() -> np.ndarray:
    """Cards of each kind, a row a dessert."""
    counts = np.zeros((len(DESSERTS), KINDS), np.int8)
    for row, cards in enumerate(DESSERT_CARDS.values()):
        both = [*SAVOURY.values(), *cards.values()]
        counts[row, : len(both)] = both
    return counts


CARD_COUNTS = _card_counts()
#: The unshuffled decks, a row a dessert.
DECKS = np.array([np.repeat(np.arange(KINDS), row) for row in CARD_COUNTS], np.int8)

YOGURT_COUNTS = np.array(list(YOGURT_VALUES.values()), np.int8)

#: The sort of each of the thirty dice, and the faces of each sort as kinds.
DIE_OF = np.repeat(np.arange(len(DICE)), [count for count, _ in DICE.values()]).astype(np.int8)
DIE_FACES = np.array([[FACE_WORDS.index(face) for face in faces] for _, faces in DICE.values()], np.int8)

TOKEN_SUPPLY = np.array([total for total, _ in TOKENS.values()], np.int8)
TOKEN_START = np.array([start for _, start in TOKENS.values()], np.int8)

#: Points by game (0 cards, 1 dice), dish (tempura, sashimi, dumpling) and count.
SET_POINTS = np.array(
    [
        [[climb(ladder, count) for count in range(MOST_OF_A_DISH + 1)] for ladder in ladders.values()]
        for ladders in (CARD_LADDERS, ROLL_LADDERS)
    ],
    np.int16,
)
NIGIRI_POINTS = np.array(list(NIGIRI.values()), np.int16)
MAKI_ICON_COUNTS = np.array(MAKI_ICONS, np.int16)
DESSERT_TABLE = np.array([tuple(row) for row in DESSERT_POINTS.values()], np.int16)


def _tea_points() -> np.ndarray:
    """Points for every plate of bubble tea; the count of number i stands at TEA_BASE ** i of the index."""
    tea_numbers = len(DESSERT_CARDS["tea"])
    table = np.zeros(TEA_BASE**tea_numbers, np.int16)
    for index in range(len(table)):
        teas = tuple(index // TEA_BASE**place % TEA_BASE for place in range(tea_numbers))
        table[index] = run_points(best_runs(teas))
    return table


TEA_POINTS = _tea_points()

#: What the kernels ask of a menu, by its number.
NO_MAKI_CAN_PLACE = np.array([menu.no_maki_can_place for menu in MENUS])
PUDDING_BREAKS_TIES = np.array([menu.pudding_breaks_ties for menu in MENUS])
HAS_BOAT = np.array([menu.boat for menu in MENUS])

#: Cards or dice that each seat is given, by menu and seats.
HELPINGS = np.array([[menu.helpings.get(seats, 0) for seats in range(6)] for menu in MENUS], np.int8)
