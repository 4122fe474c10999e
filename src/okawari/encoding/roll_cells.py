"""The cells and mask of a seat at a roll table, where nothing is secret. `blocks` names the cells in this order.

Kernels that write into `out` begin at index `at` and return the index after the last cell.
"""

from __future__ import annotations

import numpy as np

from okawari.encoding.one_action import action_kernels
from okawari.encoding.one_action import completes as completes
from okawari.encoding.one_action import with_extra as with_extra
from okawari.encoding.plate_cells import (
    POINTS,
    cell,
    write_choice,
    write_counts,
    write_differences,
    write_round,
    write_standing,
    write_tally,
)
from okawari.rules import roll
from okawari.rules.dishes import CHOPSTICKS, DIE_NAMES, FACE_WORDS, PUDDING_TOKEN
from okawari.rules.kernel import kernel
from okawari.rules.plates import NOBODY
from okawari.rules.roll import TOKEN_SORTS, belt_of
from okawari.rules.scoring import DICE, maki_places, plate_points
from okawari.rules.tables import HAND_SIZES
from okawari.rules.words import copy_words

SORTS, FACES = len(DIE_NAMES), len(FACE_WORDS)
#: The cells of a tray: its dishes, its counts and the tokens beside it.
TRAY_CELLS = CHOPSTICKS + 4 + TOKEN_SORTS


@kernel
def write_plates(table, plates, standings):
    """Write the cells of all trays, and what differences are made of."""
    places = maki_places(table)
    for seat in range(table.seats):
        now = plate_points(table, seat, places, DICE)
        write_standing(table, seat, now, np.int64(table.tokens[seat, PUDDING_TOKEN]), standings[seat])
        at = write_counts(table.plates[seat], CHOPSTICKS, plates[seat], 0)
        at = write_tally(table, seat, now, standings[seat], plates[seat], at)
        for token in range(TOKEN_SORTS):
            plates[seat, at + token] = table.tokens[seat, token]


@kernel
def write_cells(table, seat, pending, plates, standings, out):
    """Write what a seat may know, from the table and the cells of its trays."""
    dice = np.int64(HAND_SIZES[table.menu, table.variant, table.seats])
    at = write_round(table, out, 0)
    at = write_choice(-1 if table.over else dice - table.turn, dice, out, at)
    at = write_choice(NOBODY if table.over else (table.to_move - seat) % table.seats, table.seats, out, at)
    at = write_choice((table.red - seat) % table.seats, table.seats, out, at)
    for token in range(TOKEN_SORTS):
        out[at + token] = table.supply[token]
    at += TOKEN_SORTS
    out[at] = cell(standings[seat, POINTS])
    at += 1
    for away in range(table.seats):
        other = (seat + away) % table.seats
        at = write_belt(table, belt_of(table, other), dice, out, at)
        at = copy_words(plates[other], TRAY_CELLS, out, at)
        if away:
            at = write_differences(standings[seat], standings[other], out, at)
    return at


@kernel
def write_belt(table, belt, dice, out, at):
    """Write the sort and the face of the die at each place of a belt."""
    for place in range(dice):
        at = write_choice(np.int64(table.dice[belt, place]), SORTS, out, at)
        at = write_choice(np.int64(table.faces[belt, place]), FACES, out, at)
    return at


@kernel
def write_secrets(table, seat, out):
    """Write nothing: nothing is secret."""
    return 0


write_mask, random_action = action_kernels(roll)
