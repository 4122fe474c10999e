"""The cells, secret cells and mask of a seat at a battle table. `blocks` names the cells in this order.

Kernels that write into `out` begin at index `at` and return the index after the last cell.
"""

from __future__ import annotations

import numpy as np

from okawari.encoding.one_action import action_kernels
from okawari.encoding.one_action import completes as completes
from okawari.encoding.one_action import with_extra as with_extra
from okawari.encoding.plate_cells import (
    HAND_KINDS,
    PLATE_CELLS,
    PLAYED_SORTS,
    POINTS,
    cell,
    write_choice,
    write_counts,
    write_differences,
    write_round,
)
from okawari.encoding.plate_cells import (
    write_plates as write_plates,
)
from okawari.rules import battle
from okawari.rules.battle import PLACES, free_cards, has_card, may_choose, unseen_cards
from okawari.rules.kernel import kernel
from okawari.rules.words import copy_words


@kernel
def write_cells(table, seat, pending, plates, standings, out):
    """Write what a seat may know, from the table and the cells of its plates."""
    kinds, width = HAND_KINDS[table.dessert], PLATE_CELLS + PLAYED_SORTS[table.dessert]
    at = write_pyramid(table, kinds, out)
    at = write_counts(unseen_cards(table), kinds, out, at)
    out[at] = may_choose(table, seat)
    out[at + 1] = table.second
    out[at + 2] = table.starter == seat
    out[at + 3] = table.left
    at = write_round(table, out, at + 4)
    at = copy_words(plates[seat], width, out, at)
    out[at] = cell(standings[seat, POINTS])
    at = copy_words(plates[1 - seat], width, out, at + 1)
    return write_differences(standings[seat], standings[1 - seat], out, at)


@kernel
def write_pyramid(table, kinds, out):
    """Write the open cards of the pyramid, which cards lie face down, and which are free."""
    free = free_cards(table.standing) & ~table.face_down
    at = 0
    for place in range(PLACES):
        hidden = has_card(table.face_down, place)
        at = write_choice(-1 if hidden else np.int64(table.pyramid[place]), kinds, out, at)
    for place in range(PLACES):
        out[at + place] = has_card(table.face_down, place)
        out[at + PLACES + place] = has_card(free, place)
    return at + 2 * PLACES


@kernel
def write_secrets(table, seat, out):
    """Write the cards that lie face down."""
    kinds = HAND_KINDS[table.dessert]
    at = 0
    for place in range(PLACES):
        hidden = has_card(table.face_down, place)
        at = write_choice(np.int64(table.pyramid[place]) if hidden else -1, kinds, out, at)
    return at


write_mask, random_action = action_kernels(battle)
