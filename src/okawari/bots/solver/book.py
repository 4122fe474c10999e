"""What everything is worth, asked of the engine once and written into one record for the search."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from okawari.rules import scoring
from okawari.rules.counts import BITS
from okawari.rules.dishes import (
    DESSERT,
    MAKI1,
    MOCHI,
    PUDDING,
    STRAWBERRY,
    TEA,
    TEMPURA,
    YOGURT,
    YOGURT_VALUES,
)
from okawari.rules.doors import new_host
from okawari.rules.draft import TABLE
from okawari.rules.host import QUICK
from okawari.rules.kernel import kernels_of, record_type
from okawari.rules.menus import GOLF
from okawari.rules.plates import NOBODY, pass_squishy
from okawari.rules.points import CARD_LADDERS, ROUNDS, WASABI_TIMES
from okawari.rules.tables import NIGIRI_POINTS, SET_POINTS, TEA_POINTS

kernel = kernels_of(Path(__file__).parent)

#: How the dessert enters the search: by a price alone, or by what it brings at the end of the game.
PRICED, RACED, SQUISHED, BREWED, THAWED, ROLLED = range(6)
_MODES = {PUDDING: RACED, STRAWBERRY: SQUISHED, TEA: BREWED, YOGURT: THAWED, MOCHI: ROLLED}

#: Larger than any difference in desserts; differences are stored with it added.
EVEN = 64
#: Cards after which tempura, sashimi and dumplings begin anew or bring nothing more.
SIZES = tuple(len(ladder.rungs) for ladder in CARD_LADDERS.values())
TOP_YOGURT = max(YOGURT_VALUES)

BOOK = record_type(
    [
        ("sets", np.float64, (3, 8)),
        ("nigiri", np.float64, (2, 3)),
        ("maki", np.float64, (3, 2, 2)),
        ("final", np.float64, 2 * EVEN),
        ("squishy", np.float64, (3, 2, 2, 3)),
        ("holder", np.int64, (3, 2, 2, 3)),
        ("tea", np.float64, len(TEA_POINTS)),
        ("price", np.float64),
        ("mode", np.int64),
        ("zero_matters", np.int64),
    ]
)


@kernel
def lay_bare(table):
    """A plate's points without the maki, for both."""
    nobody = (-1, 0, -1, 0)
    return scoring.plate_points(table, 0, nobody, scoring.CARDS), scoring.plate_points(table, 1, nobody, scoring.CARDS)


@kernel
def maki_margin(table):
    """How much more the first plate's maki bring than the second's."""
    places = scoring.maki_places(table)
    mine = scoring.maki_points(places, scoring.maki_icons(table, 0), scoring.CARDS)
    return mine - scoring.maki_points(places, scoring.maki_icons(table, 1), scoring.CARDS)


@kernel
def dessert_margin(table, host, mine, other):
    """How much more the first player's dessert brings than the second's at the end."""
    table.points[:] = 0
    table.helpings[0] = mine
    table.helpings[1] = other
    scoring.score_extremes(table, host, table.dessert)
    return table.points[0] - table.points[1]


@kernel
def squish(table, host):
    """Let the squishy move; what that brings the first player more than the second."""
    table.points[:] = 0
    pass_squishy(table, host)
    return table.points[0] - table.points[1]


def price_of_round(row: Any, price: float) -> float:
    """What a dessert card counts in this round: nothing in the last, where the dessert itself does."""
    return 0.0 if int(row["round_no"]) == ROUNDS else price


def write_book(row: Any, price: float) -> np.ndarray:
    """The book for a table: all points as the engine gives them, negated in sushi golf."""
    book = np.zeros(1, BOOK)
    table, host = _bare_table(row), new_host(QUICK)
    sign = -1.0 if int(row["variant"]) == GOLF else 1.0
    for dish, size in enumerate(SIZES):
        book["sets"][0, dish, :size] = sign * np.diff(SET_POINTS[scoring.CARDS, TEMPURA + dish, : size + 1])
    book["nigiri"][0, 0] = sign * NIGIRI_POINTS
    book["nigiri"][0, 1] = sign * NIGIRI_POINTS * WASABI_TIMES
    book["tea"][0] = sign * TEA_POINTS
    book["price"] = sign * price_of_round(row, price)
    book["mode"] = _mode(row)
    _ask_maki(book, table, sign)
    if int(row["dessert"]) == STRAWBERRY:
        _ask_squishy(book, table, host, sign)
    if int(row["round_no"]) == ROUNDS and int(row["dessert"]) != TEA:
        for difference in range(-EVEN + 1, EVEN):
            helpings = max(difference, 0), max(-difference, 0)
            book["final"][0, difference + EVEN] = sign * dessert_margin(table[0], host[0], *helpings)
    return book


def _mode(row: Any) -> int:
    dessert = int(row["dessert"])
    return PRICED if int(row["round_no"]) < ROUNDS and dessert != STRAWBERRY else _MODES[dessert]


def _bare_table(row: Any) -> np.ndarray:
    """A table of the same setting with nothing on it."""
    table = np.zeros(1, TABLE)
    for field in ("menu", "dessert", "variant", "must_have_maki", "seats", "diners", "round_no"):
        table[field] = row[field]
    table["squishy"] = NOBODY
    return table


def _ask_maki(book: np.ndarray, table: np.ndarray, sign: float) -> None:
    """The maki margin by who has more (behind, even, ahead), and by whether each has any."""
    examples: dict[tuple[int, int, int], tuple[int, int]] = {
        (0, 0, 1): (0, 1),
        (0, 1, 1): (1, 2),
        (1, 0, 0): (0, 0),
        (1, 1, 1): (1, 1),
        (2, 1, 0): (1, 0),
        (2, 1, 1): (2, 1),
    }
    for index, icons in examples.items():
        for plate in range(2):
            table["plates"][0, plate] = icons[plate] << (BITS * MAKI1)
        book["maki"][0][index] = sign * maki_margin(table[0])
    table["plates"] = 0
    maki = book["maki"][0]
    book["zero_matters"] = (
        maki[0, 0, 1] != maki[0, 1, 1] or maki[1, 0, 0] != maki[1, 1, 1] or maki[2, 1, 0] != maki[2, 1, 1]
    )


def _ask_squishy(book: np.ndarray, table: np.ndarray, host: np.ndarray, sign: float) -> None:
    """Who takes the squishy, by who has more, whether each has just tasted, and who holds it (0: nobody)."""
    symbols = ((1, 2), (1, 1), (2, 1))
    for ahead, mine, other, holder in product(range(3), range(2), range(2), range(3)):
        for plate in range(2):
            table["desserts"][0, plate] = symbols[ahead][plate] << (BITS * DESSERT)
        table["tasted"] = mine | other << 1
        table["squishy"] = holder - 1
        book["squishy"][0, ahead, mine, other, holder] = sign * squish(table[0], host[0])
        book["holder"][0, ahead, mine, other, holder] = int(table["squishy"][0]) + 1
    table["desserts"] = 0
    table["squishy"] = NOBODY
