"""What everything is worth, asked of the engine once and written into one record for the search."""

from __future__ import annotations

from itertools import product
from operator import mul
from pathlib import Path
from typing import Any

import numpy as np

from okawari.rules import scoring
from okawari.rules.counts import BITS
from okawari.rules.dealer import QUICK
from okawari.rules.desserts import DESSERT_ROWS
from okawari.rules.dishes import DESSERT, MAKI1, TEMPURA
from okawari.rules.draft import TABLE
from okawari.rules.kernel import kernels_of, record_type
from okawari.rules.plates import NOBODY, pass_squishy
from okawari.rules.points import CARD_LADDERS, ROUNDS, RUN_BASE, WASABI_TIMES
from okawari.rules.table_kernels import new_dealer
from okawari.rules.tables import DESSERT_AMOUNTS, DESSERT_KINDS, NIGIRI_POINTS, RUN_POINTS, SET_POINTS
from okawari.rules.traits import Dessert

kernel = kernels_of(Path(__file__).parent)

#: How the dessert enters the search: by a price alone, or by what it brings at the end of the game.
PRICE_ONLY, BY_AMOUNT, WITH_SQUISHY, BY_RUNS, BY_VALUE, BY_DIE = range(6)

#: Larger than any difference in desserts; differences are stored with it added.
EVEN = 64
#: Cards after which tempura, sashimi and dumplings begin anew or bring nothing more.
SIZES = tuple(len(ladder.rungs) for ladder in CARD_LADDERS.values())
#: Values that a dessert may have where they fall when it is played, how many cards of each, and faces of a die: what
#: three bits hold.
VALUE_SORTS, MOST_OF_A_VALUE, MOST_FACES = 3, 7, 7
#: Plates of a dessert with runs: what eight bits hold.
MOST_RUN_PLATES = 256

PAYOFFS = record_type(
    [
        ("sets", np.float64, (3, 8)),
        ("nigiri", np.float64, (2, 3)),
        ("maki", np.float64, (3, 2, 2)),
        ("final", np.float64, 2 * EVEN),
        ("squishy", np.float64, (3, 2, 2, 3)),
        ("holder", np.int64, (3, 2, 2, 3)),
        ("runs", np.float64, RUN_POINTS.shape[1]),
        ("amounts", np.int64, DESSERT_KINDS),
        ("top_amount", np.int64),
        ("die_faces", np.int64),
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
def dessert_margin(table, dealer, mine, other):
    """How much more the first player's dessert brings than the second's at the end."""
    table.points[:] = 0
    table.amounts[0] = mine
    table.amounts[1] = other
    scoring.score_extremes(table, dealer, table.dessert)
    return table.points[0] - table.points[1]


@kernel
def squish(table, dealer):
    """Let the squishy move; what that brings the first player more than the second."""
    table.points[:] = 0
    pass_squishy(table, dealer)
    return table.points[0] - table.points[1]


def price_of_round(row: Any, price: float) -> float:
    """What a dessert card counts in this round: nothing in the last, where the dessert itself does."""
    return 0.0 if int(row["round_no"]) == ROUNDS else price


def write_payoffs(row: Any, price: float) -> np.ndarray:
    """The payoffs for a table: all points as the engine gives them, negated where the lowest total wins."""
    payoffs = np.zeros(1, PAYOFFS)
    table, dealer = _bare_table(row), new_dealer(QUICK)
    sign = float(scoring.standing(row, 1))
    dessert = DESSERT_ROWS[int(row["dessert"])]
    for dish, size in enumerate(SIZES):
        payoffs["sets"][0, dish, :size] = sign * np.diff(SET_POINTS[scoring.CARDS, TEMPURA + dish, : size + 1])
    payoffs["nigiri"][0, 0] = sign * NIGIRI_POINTS
    payoffs["nigiri"][0, 1] = sign * NIGIRI_POINTS * WASABI_TIMES
    payoffs["runs"][0] = sign * RUN_POINTS[int(row["dessert"])]
    payoffs["amounts"][0] = DESSERT_AMOUNTS[int(row["dessert"])]
    payoffs["top_amount"] = max(dessert.amounts)
    payoffs["die_faces"] = dessert.die.faces if dessert.die else 0
    payoffs["price"] = sign * price_of_round(row, price)
    payoffs["mode"] = PRICE_ONLY if int(row["round_no"]) < ROUNDS and not dessert.squishy else mode_of(dessert)
    _ask_maki(payoffs, table, sign)
    if dessert.squishy:
        _ask_squishy(payoffs, table, dealer, sign)
    if int(row["round_no"]) == ROUNDS and not dessert.runs:
        for difference in range(-EVEN + 1, EVEN):
            amounts = max(difference, 0), max(-difference, 0)
            payoffs["final"][0, difference + EVEN] = sign * dessert_margin(table[0], dealer[0], *amounts)
    return payoffs


def mode_of(dessert: Dessert) -> int:
    """How a dessert enters the search of the last round."""
    if dessert.runs:
        return BY_RUNS
    if dessert.squishy:
        return WITH_SQUISHY
    if dessert.values:
        return BY_VALUE
    return BY_DIE if dessert.die else BY_AMOUNT


def is_countable(dessert: Dessert) -> bool:
    """Whether the words of the search have enough bits for a dessert."""
    if dessert.runs:
        return bool(RUN_BASE ** len(dessert.cards) <= MOST_RUN_PLATES)
    if dessert.die:
        return dessert.die.faces <= MOST_FACES
    if dessert.values and (len(dessert.values) > VALUE_SORTS or max(dessert.values.values()) > MOST_OF_A_VALUE):
        return False
    return bool(sum(map(mul, dessert.played.values(), dessert.amounts)) < EVEN)


def _bare_table(row: Any) -> np.ndarray:
    """A table of the same setting with nothing on it."""
    table = np.zeros(1, TABLE)
    for field in ("menu", "dessert", "variant", "must_have_maki", "seats", "diners", "round_no"):
        table[field] = row[field]
    table["squishy"] = NOBODY
    return table


def _ask_maki(payoffs: np.ndarray, table: np.ndarray, sign: float) -> None:
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
        payoffs["maki"][0][index] = sign * maki_margin(table[0])
    table["plates"] = 0
    maki = payoffs["maki"][0]
    payoffs["zero_matters"] = (
        maki[0, 0, 1] != maki[0, 1, 1] or maki[1, 0, 0] != maki[1, 1, 1] or maki[2, 1, 0] != maki[2, 1, 1]
    )


def _ask_squishy(payoffs: np.ndarray, table: np.ndarray, dealer: np.ndarray, sign: float) -> None:
    """Who takes the squishy, by who has more, whether each just played a dessert, and who holds it (0: nobody)."""
    cards = ((1, 2), (1, 1), (2, 1))
    for ahead, mine, other, holder in product(range(3), range(2), range(2), range(3)):
        for plate in range(2):
            table["desserts"][0, plate] = cards[ahead][plate] << (BITS * DESSERT)
        table["tasted"] = mine | other << 1
        table["squishy"] = holder - 1
        payoffs["squishy"][0, ahead, mine, other, holder] = sign * squish(table[0], dealer[0])
        payoffs["holder"][0, ahead, mine, other, holder] = int(table["squishy"][0]) + 1
    table["desserts"] = 0
    table["squishy"] = NOBODY
