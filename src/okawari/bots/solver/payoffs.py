"""The payoffs of a search: all points that it needs, computed once by the engine's kernels into one record."""

from __future__ import annotations

import numpy as np

from okawari.rules import scoring
from okawari.rules.counts import NONE, some
from okawari.rules.dishes import DESSERT, MAKI1, TEMPURA
from okawari.rules.kernel import kernel, record_type
from okawari.rules.plates import NIGIRI_KINDS, lay_cards, lay_setting, pass_squishy
from okawari.rules.points import CARD_LADDERS, ROUNDS, RUN_BASE, WASABI_TIMES
from okawari.rules.tables import (
    CARD_COUNTS,
    DESSERT_AMOUNTS,
    DESSERT_KINDS,
    HAS_RUNS,
    HAS_SQUISHY,
    HAS_VALUES,
    NIGIRI_POINTS,
    PLAYER_DIE_FACES,
    RUN_POINTS,
    SET_POINTS,
    VALUE_COUNTS,
)

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

#: Examples of each case of maki: ahead, whether each player has any, and their maki rolls.
_MAKI_EXAMPLES = np.array(
    [[0, 0, 1, 0, 1], [0, 1, 1, 1, 2], [1, 0, 0, 0, 0], [1, 1, 1, 1, 1], [2, 1, 0, 1, 0], [2, 1, 1, 2, 1]], np.int64
)
#: Desserts of both players of which the first is behind, even or ahead.
_SQUISHY_EXAMPLES = np.array([[1, 2], [1, 1], [2, 1]], np.int64)

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


@kernel
def price_of_round(table, price):
    """The price of a dessert card in this round: 0 in the last, where the dessert itself is scored."""
    return 0.0 if table.round_no == ROUNDS else price


@kernel
def mode_of(dessert):
    """The mode of a dessert in the last round."""
    if HAS_RUNS[dessert]:
        return BY_RUNS
    if HAS_SQUISHY[dessert]:
        return WITH_SQUISHY
    if HAS_VALUES[dessert]:
        return BY_VALUE
    return BY_DIE if PLAYER_DIE_FACES[dessert] else BY_AMOUNT


@kernel
def fits_in_bits(dessert):
    """Whether a dessert fits into the dessert word of its mode."""
    sorts = most = amount = np.int64(0)
    for sort in range(DESSERT_KINDS):
        n = np.int64(VALUE_COUNTS[dessert, sort] if HAS_VALUES[dessert] else CARD_COUNTS[dessert, DESSERT + sort])
        sorts += n > 0
        most = max(most, n)
        amount += n * DESSERT_AMOUNTS[dessert, sort]
    if HAS_RUNS[dessert]:
        return RUN_BASE**sorts <= MOST_RUN_PLATES
    if PLAYER_DIE_FACES[dessert]:
        return PLAYER_DIE_FACES[dessert] <= MOST_FACES
    if HAS_VALUES[dessert] and (sorts > VALUE_SORTS or most > MOST_OF_A_VALUE):
        return False
    return amount < OFFSET


@kernel
def write_payoffs(table, bare, dealer, price, payoffs):
    """Write the payoffs for a table, in points of the engine, negated where the lowest total wins.

    `bare` is a table for examples, whatever it held; `payoffs` must be zeroed.
    """
    lay_bare(table, bare)
    sign = float(scoring.standing(table, 1))
    dessert = np.int64(table.dessert)
    last = table.round_no == ROUNDS
    for dish in range(len(SIZES)):
        points = SET_POINTS[scoring.CARDS, TEMPURA + dish]
        for n in range(SIZES[dish]):
            payoffs.sets[dish, n] = sign * (points[n + 1] - points[n])
    for sort in range(NIGIRI_KINDS):
        payoffs.nigiri[0, sort] = sign * NIGIRI_POINTS[sort]
        payoffs.nigiri[1, sort] = sign * NIGIRI_POINTS[sort] * WASABI_TIMES
    for index in range(RUN_POINTS.shape[1]):
        payoffs.runs[index] = sign * RUN_POINTS[dessert, index]
    for sort in range(DESSERT_KINDS):
        payoffs.amounts[sort] = DESSERT_AMOUNTS[dessert, sort]
        payoffs.top_amount = max(payoffs.top_amount, DESSERT_AMOUNTS[dessert, sort])
    payoffs.die_faces = PLAYER_DIE_FACES[dessert]
    payoffs.price = sign * price_of_round(table, price)
    payoffs.mode = mode_of(dessert) if last or HAS_SQUISHY[dessert] else PRICE_ONLY
    write_maki(payoffs, bare, sign)
    if HAS_SQUISHY[dessert]:
        write_squishy(payoffs, bare, dealer, sign)
    if last and not HAS_RUNS[dessert]:
        for difference in range(-OFFSET + 1, OFFSET):
            margin = dessert_margin(bare, dealer, max(difference, 0), max(-difference, 0))
            payoffs.final[difference + OFFSET] = sign * margin


@kernel
def lay_bare(table, bare):
    """Lay an empty table with the setting and round of another."""
    lay_setting(bare, table.menu, table.dessert, table.variant, table.must_have_maki, table.seats, table.diners)
    lay_cards(bare)
    bare.round_no = table.round_no


@kernel
def write_maki(payoffs, bare, sign):
    """Write the maki margins, by examples of each case."""
    maki = payoffs.maki
    for k in range(_MAKI_EXAMPLES.shape[0]):
        example = _MAKI_EXAMPLES[k]
        for plate in range(2):
            bare.plates[plate] = some(MAKI1, example[3 + plate])
        maki[example[0], example[1], example[2]] = sign * maki_margin(bare)
    for plate in range(2):
        bare.plates[plate] = NONE
    payoffs.zero_matters = (
        maki[0, 0, 1] != maki[0, 1, 1] or maki[1, 0, 0] != maki[1, 1, 1] or maki[2, 1, 0] != maki[2, 1, 1]
    )


@kernel
def write_squishy(payoffs, bare, dealer, sign):
    """Write the margins and holders of the squishy, by examples of each case."""
    for ahead in range(3):
        for plate in range(2):
            bare.desserts[plate] = some(DESSERT, _SQUISHY_EXAMPLES[ahead, plate])
        for tasted in range(4):
            mine, other = tasted & 1, tasted >> 1
            for holder in range(3):
                bare.tasted = tasted
                bare.squishy = holder - 1
                payoffs.squishy[ahead, mine, other, holder] = sign * move_squishy(bare, dealer)
                payoffs.holder[ahead, mine, other, holder] = np.int64(bare.squishy) + 1
