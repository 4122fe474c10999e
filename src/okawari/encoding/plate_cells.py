"""The cells of plates, and what the three table kinds share.

Plates are public, so their cells are written once for a table, into `plates` (a row a plate), and copied to each seat's
observation; `standings` holds the numbers that differences are made of, in its columns POINTS … MAKI. Kernels that
write into `out` begin at index `at` and return the index after the last cell. They write whole words, so `out` has
SLACK more cells than are wanted, and what they write too much is written again by those that follow.
"""

from __future__ import annotations

import numpy as np

from okawari.encoding.blocks import CENTRE, MOST_DUMPLINGS
from okawari.rules.counts import count
from okawari.rules.desserts import DESSERT_ROWS
from okawari.rules.dishes import CHOPSTICKS, DESSERT, DUMPLING, SASHIMI, TEMPURA
from okawari.rules.kernel import hot_kernel, kernel
from okawari.rules.plates import dessert_amount
from okawari.rules.points import ROUNDS
from okawari.rules.scoring import CARDS, maki_icons, maki_places, nigiri_points, plate_points
from okawari.rules.tables import DESSERT_KINDS
from okawari.rules.words import WORD, clear_words, store_word

#: The columns of `standings`.
POINTS, WITH_PLATE, AMOUNT, MAKI = range(4)
STANDINGS = 4
#: How many kinds of card a hand can hold, and how many sorts a dessert has once it is played, by dessert.
HAND_KINDS = np.array([DESSERT + len(dessert.cards) for dessert in DESSERT_ROWS])
PLAYED_SORTS = np.array([len(dessert.played) for dessert in DESSERT_ROWS])
#: The cells of a plate with cards, without those of the sorts of its dessert; and the most with them.
PLATE_CELLS = DESSERT + STANDINGS + 5 + MOST_DUMPLINGS + 1
MOST_PLATE_CELLS = PLATE_CELLS + DESSERT_KINDS
#: The most cells that are written too much at the end of an observation.
SLACK = 2 * WORD

_LOWEST, _HIGHEST = 0, 255


@hot_kernel
def cell(number):
    """A number as a cell: those that are too small or too large for it become the smallest or largest."""
    return np.uint8(min(_HIGHEST, max(_LOWEST, number)))


@hot_kernel
def spread(cards):
    """The counts of the first eight kinds, a byte each, in one word."""
    cards &= 0xFFFFFFFF
    cards = (cards | cards << 16) & 0x0000FFFF0000FFFF
    cards = (cards | cards << 8) & 0x00FF00FF00FF00FF
    return (cards | cards << 4) & 0x0F0F0F0F0F0F0F0F


@hot_kernel
def write_counts(cards, kinds, out, at):
    """Write how many cards there are of each kind."""
    store_word(out, at, spread(cards))
    store_word(out, at + WORD, spread(cards >> 32))
    return at + kinds


@hot_kernel
def write_choice(chosen, n, out, at):
    """Write 1 into one of n cells and 0 into the others; `chosen` counts from 0, and any other number chooses none."""
    clear_words(out, at, n)
    if 0 <= chosen < n:
        out[at + chosen] = 1
    return at + n


@hot_kernel
def write_round(table, out, at):
    """Write which round it is."""
    return write_choice(table.round_no - 1, ROUNDS, out, at)


@kernel
def write_plates(table, plates, standings):
    """Write the cells of all plates of a table with cards, and what differences are made of."""
    places = maki_places(table)
    for plate in range(table.diners):
        now = plate_points(table, plate, places, CARDS)
        write_standing(table, plate, now, dessert_amount(table, plate), standings[plate])
        write_card_plate(table, plate, now, standings[plate], plates[plate])


@hot_kernel
def write_standing(table, plate, now, amount, standing):
    """Write a row of `standings`; `now` is what the plate would bring if the round ended now."""
    standing[POINTS] = table.points[plate]
    standing[WITH_PLATE] = table.points[plate] + now
    standing[AMOUNT] = amount
    standing[MAKI] = maki_icons(table, plate)


@hot_kernel
def write_card_plate(table, plate, now, standing, out):
    """Write the cells of a plate with cards."""
    contents = table.plates[plate]
    at = write_counts(contents, DESSERT, out, 0)
    at = write_counts(table.desserts[plate] >> (4 * DESSERT), PLAYED_SORTS[table.dessert], out, at)
    at = write_tally(table, plate, now, standing, out, at)
    sashimi = count(contents, SASHIMI) % 3
    out[at] = count(contents, TEMPURA) & 1
    out[at + 1] = sashimi == 1
    out[at + 2] = sashimi == 2
    out[at + 3] = count(contents, CHOPSTICKS) > 0
    out[at + 4] = table.squishy == plate
    dumplings = count(contents, DUMPLING)
    for n in range(MOST_DUMPLINGS):
        out[at + 5 + n] = dumplings > n
    out[at + 5 + MOST_DUMPLINGS] = standing[AMOUNT]


@hot_kernel
def write_tally(table, plate, now, standing, out, at):
    """Write a plate's open wasabi, nigiri points, maki and points."""
    out[at] = table.wasabi[plate]
    out[at + 1] = nigiri_points(table, plate)
    out[at + 2] = standing[MAKI]
    out[at + 3] = now
    return at + 4


@hot_kernel
def write_differences(own, other, out, at):
    """Write by how much one row of `standings` exceeds another."""
    for column in range(STANDINGS):
        out[at + column] = cell(CENTRE + own[column] - other[column])
    return at + STANDINGS
