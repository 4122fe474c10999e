"""The payoffs of a search: all points that it needs, computed once by the engine's kernels into one record."""

from __future__ import annotations

from itertools import product
from operator import mul
from typing import Any

import numpy as np

from okawari.rules import scoring
from okawari.rules.counts import BITS
from okawari.rules.dealer import QUICK
from okawari.rules.desserts import DESSERT_ROWS
from okawari.rules.dishes import DESSERT, MAKI1, TEMPURA
from okawari.rules.draft import TABLE
from okawari.rules.kernel import kernel, record_type
from okawari.rules.plates import NOBODY, pass_squishy
from okawari.rules.points import CARD_LADDERS, ROUNDS, RUN_BASE, WASABI_TIMES
from okawari.rules.table_kernels import new_dealer
from okawari.rules.tables import DESSERT_AMOUNTS, DESSERT_KINDS, NIGIRI_POINTS, RUN_POINTS, SET_POINTS
from okawari.rules.traits import Dessert

#: The modes of the dessert: what a state stores of it. Before the last round most desserts are PRICE_ONLY.
PRICE_ONLY, BY_AMOUNT, WITH_SQUISHY, BY_RUNS, BY_VALUE, BY_DIE = range(6)

#: Added to differences of maki icons or dessert amounts, so that they are stored as positive numbers.
OFFSET = 64
#: The number of cards of a full set of tempura, of sashimi, and of the dumplings that score.
SIZES = tuple(len(ladder.rungs) for ladder in CARD_LADDERS.values())
#: Limits of what three bits hold: different values of a dessert whose value is drawn when it is played, cards of each
#: value, and faces of a die.
VALUE_SORTS, MOST_OF_A_VALUE, MOST_FACES = 3, 7, 7
#: The limit of what eight bits hold: different plates of a dessert with runs.
MOST_RUN_PLATES = 256

#: Margins are the first player's points less the second's; "ahead" is 0 (behind), 1 (even) or 2 (ahead).
PAYOFFS = record_type(
    [
        ("sets", np.float64, (3, 8)),  # points of the next card: by dish, by cards on the plate
        ("nigiri", np.float64, (2, 3)),  # points: by whether it is on wasabi, by kind
        ("maki", np.float64, (3, 2, 2)),  # margin: by ahead, by whether each player has any
        ("final", np.float64, 2 * OFFSET),  # margin of the dessert at the end: by difference + OFFSET
        ("squishy", np.float64, (3, 2, 2, 3)),  # margin of a turn: by ahead, by who played dessert, by holder
        ("holder", np.int64, (3, 2, 2, 3)),  # holder after it, 0 for nobody: by the same
        ("runs", np.float64, RUN_POINTS.shape[1]),  # points: by run index
        ("amounts", np.int64, DESSERT_KINDS),  # amount of a dessert card: by sort
        ("top_amount", np.int64),  # the largest of these
        ("die_faces", np.int64),
        ("price", np.float64),  # of a dessert card; 0 in the last round
        ("mode", np.int64),
        ("zero_matters", np.int64),  # whether the maki margin depends on whether a player has any maki
    ]
)


@kernel
def points_without_maki(table):
    """The points of both plates without maki."""
    nobody = (-1, 0, -1, 0)
    return scoring.plate_points(table, 0, nobody, scoring.CARDS), scoring.plate_points(table, 1, nobody, scoring.CARDS)


@kernel
def maki_margin(table):
    """The maki points of the first plate less those of the second."""
    places = scoring.maki_places(table)
    mine = scoring.maki_points(places, scoring.maki_icons(table, 0), scoring.CARDS)
    return mine - scoring.maki_points(places, scoring.maki_icons(table, 1), scoring.CARDS)


@kernel
def dessert_margin(table, dealer, mine, other):
    """The final dessert points of the first player less those of the second, if they had these amounts."""
    table.points[:] = 0
    table.amounts[0] = mine
    table.amounts[1] = other
    scoring.score_extremes(table, dealer, table.dessert)
    return table.points[0] - table.points[1]


@kernel
def move_squishy(table, dealer):
    """Move the squishy as the rules do; return the first player's points from it less the second's."""
    table.points[:] = 0
    pass_squishy(table, dealer)
    return table.points[0] - table.points[1]


def price_of_round(row: Any, price: float) -> float:
    """The price of a dessert card in this round: 0 in the last, where the dessert itself is scored."""
    return 0.0 if int(row["round_no"]) == ROUNDS else price


def write_payoffs(row: Any, price: float) -> np.ndarray:
    """The payoffs for a table, in points of the engine, negated where the lowest total wins."""
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
    _write_maki(payoffs, table, sign)
    if dessert.squishy:
        _write_squishy(payoffs, table, dealer, sign)
    if int(row["round_no"]) == ROUNDS and not dessert.runs:
        for difference in range(-OFFSET + 1, OFFSET):
            amounts = max(difference, 0), max(-difference, 0)
            payoffs["final"][0, difference + OFFSET] = sign * dessert_margin(table[0], dealer[0], *amounts)
    return payoffs


def mode_of(dessert: Dessert) -> int:
    """The mode of a dessert in the last round."""
    if dessert.runs:
        return BY_RUNS
    if dessert.squishy:
        return WITH_SQUISHY
    if dessert.values:
        return BY_VALUE
    return BY_DIE if dessert.die else BY_AMOUNT


def fits_in_bits(dessert: Dessert) -> bool:
    """Whether a dessert fits into the dessert word of its mode."""
    if dessert.runs:
        return bool(RUN_BASE ** len(dessert.cards) <= MOST_RUN_PLATES)
    if dessert.die:
        return dessert.die.faces <= MOST_FACES
    if dessert.values and (len(dessert.values) > VALUE_SORTS or max(dessert.values.values()) > MOST_OF_A_VALUE):
        return False
    return bool(sum(map(mul, dessert.played.values(), dessert.amounts)) < OFFSET)


def _bare_table(row: Any) -> np.ndarray:
    """An empty table with the setting and round of another."""
    table = np.zeros(1, TABLE)
    for field in ("menu", "dessert", "variant", "must_have_maki", "seats", "diners", "round_no"):
        table[field] = row[field]
    table["squishy"] = NOBODY
    return table


def _write_maki(payoffs: np.ndarray, table: np.ndarray, sign: float) -> None:
    """Write the maki margins, by examples of each case."""
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


def _write_squishy(payoffs: np.ndarray, table: np.ndarray, dealer: np.ndarray, sign: float) -> None:
    """Write the margins and holders of the squishy, by examples of each case."""
    cards = ((1, 2), (1, 1), (2, 1))
    for ahead, mine, other, holder in product(range(3), range(2), range(2), range(3)):
        for plate in range(2):
            table["desserts"][0, plate] = cards[ahead][plate] << (BITS * DESSERT)
        table["tasted"] = mine | other << 1
        table["squishy"] = holder - 1
        payoffs["squishy"][0, ahead, mine, other, holder] = sign * move_squishy(table[0], dealer[0])
        payoffs["holder"][0, ahead, mine, other, holder] = int(table["squishy"][0]) + 1
    table["desserts"] = 0
    table["squishy"] = NOBODY
