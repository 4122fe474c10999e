"""The cells, secret cells and mask of a seat at a draft table. `blocks` names the cells in this order.

`pending` is the move that a seat in control has chosen for itself and now completes with a card for the extra plate, or
NO_MOVE. Kernels that write into `out` begin at index `at` and return the index after the last cell.
"""

from __future__ import annotations

import numpy as np

from okawari.encoding.blocks import MOST_TURNS
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
from okawari.rules.counts import NONE, WHOLE_DECKS, count, one_of_each, some
from okawari.rules.dishes import KINDS
from okawari.rules.draft import (
    NO_CARD,
    NO_MOVE,
    controller,
    decode,
    drawn,
    drawn_cards,
    encode,
    hand_size,
    known_hand,
    may_choose,
    may_play_two,
    pile_count,
    random_card,
    random_move,
    turns_left,
    way,
)
from okawari.rules.kernel import hot_kernel, kernel
from okawari.rules.plates import located_cards
from okawari.rules.tables import PILES_FLAGS
from okawari.rules.words import copy_words

#: Masks the highest bit of each count, so that counts can be halved.
_HALVES = 0x7777777777777777


@hot_kernel
def next_seat(table, seat, away):
    """The seat that gets a seat's hand after it was passed on `away` times, which is less than there are seats."""
    there = seat + away * way(table)
    if there < 0:
        return there + table.seats
    return there - table.seats if there >= table.seats else there


@kernel
def write_cells(table, seat, pending, plates, standings, out):
    """Write what a seat may know, from the table and the cells of its plates."""
    kinds, width = HAND_KINDS[table.dessert], PLATE_CELLS + PLAYED_SORTS[table.dessert]
    at = write_hand(table, seat, pending, kinds, out)
    at = write_counts(unseen_cards(table, seat), kinds, out, at)
    at = write_round(table, out, at)
    at = write_choice(-1 if table.over else turns_left(table), MOST_TURNS, out, at)
    at = copy_words(plates[seat], width, out, at)
    out[at] = cell(standings[seat, POINTS])
    at += 1
    if table.diners > table.seats:
        at = copy_words(plates[table.seats], width, out, at)
        out[at] = cell(standings[table.seats, POINTS])
        at += 1
    for away in range(1, table.seats):
        other = next_seat(table, seat, away)
        known, unknown = known_hand(table, seat, other)
        at = write_counts(known, kinds, out, at)
        out[at] = 0 if table.over else unknown
        at = copy_words(plates[other], width, out, at + 1)
        at = write_differences(standings[seat], standings[other], out, at)
    return at


@hot_kernel
def unseen_cards(table, seat):
    """The cards that a seat has not seen: those of unknown hands, of piles and of the deck."""
    cards = WHOLE_DECKS[table.dessert] - located_cards(table)
    for other in range(table.seats):
        known, _ = known_hand(table, seat, other)
        cards -= known
    return cards


@hot_kernel
def write_hand(table, seat, pending, kinds, out):
    """Write a seat's own hand, without the cards of a pending move, and what it has drawn and chosen."""
    chosen = pending_cards(pending)
    hand = table.hands[seat] - chosen
    at = write_counts(hand, kinds, out, 0)
    at = write_counts(one_of_each(hand), kinds, out, at)
    at = write_counts(one_of_each(hand >> 1 & _HALVES), kinds, out, at)
    if PILES_FLAGS >> table.variant & 1:
        at = write_choice(NO_CARD if table.over else drawn(table, seat), kinds, out, at)
    if table.diners > table.seats:
        at = write_counts(chosen, kinds, out, at)
        at = write_control(table, seat, pending, out, at)
    return at


@kernel
def write_control(table, seat, pending, out, at):
    """Write whether the seat chooses for the extra plate now, and which seat is in control of it."""
    out[at] = pending != NO_MOVE
    for away in range(table.seats):
        out[at + 1 + away] = not table.over and controller(table) == next_seat(table, seat, away)
    return at + 1 + table.seats


@kernel
def write_secrets(table, seat, out):
    """Write what a seat may not know: the hands of the others, and the cards that will be drawn from piles."""
    kinds = HAND_KINDS[table.dessert]
    at = 0
    for away in range(1, table.seats):
        at = write_counts(table.hands[next_seat(table, seat, away)], kinds, out, at)
    for pile in range(pile_count(table)):
        rest = np.int64(NONE)
        for place in range(drawn_cards(table), 0 if table.over else hand_size(table)):
            rest += some(table.piles[pile, place])
        at = write_counts(rest, kinds, out, at)
    return at


@kernel
def pending_cards(pending):
    """The cards of a pending move, counted by kind."""
    if pending == NO_MOVE:
        return np.int64(NONE)
    first, second, _ = decode(pending)
    return some(first) + (some(second) if second != NO_CARD else NONE)


@kernel
def write_mask(table, seat, pending, action_of, buffer, mask):
    """Write 1 for each action that a seat may choose, into a mask of zeros; returns whether there is any."""
    if not may_choose(table, seat):
        return False
    hand = table.hands[seat] - pending_cards(pending)
    mask_single(hand, mask)
    if pending == NO_MOVE and may_play_two(table, seat):
        mask_pairs(hand, action_of[seat], mask)
    return True


@hot_kernel
def mask_single(hand, mask):
    """Write 1 for each kind of card in a hand."""
    write_counts(one_of_each(hand), KINDS, mask, 0)


@kernel
def mask_pairs(hand, action_of, mask):
    """Write 1 for each pair of cards in a hand."""
    for first in range(KINDS):
        if count(hand, first):
            rest = hand - some(first)
            for second in range(KINDS):
                if count(rest, second):
                    mask[action_of[encode(first, second, NO_CARD)]] = 1


@kernel
def without_extra(move):
    """A move without its card for the extra plate."""
    first, second, _ = decode(move)
    return encode(first, second, NO_CARD)


@kernel
def completes(table, seat):
    """Whether the move of a seat is to be completed by a card for the extra plate."""
    return controller(table) == seat


@kernel
def with_extra(pending, kind):
    """A pending move with a card for the extra plate."""
    first, second, _ = decode(pending)
    return encode(first, second, kind)


@kernel
def random_action(table, dealer, seat, pending, action_of):
    """A random action of a seat that has a choice."""
    if pending != NO_MOVE:
        return random_card(dealer, one_of_each(table.hands[seat] - pending_cards(pending)))
    move = random_move(table, dealer, seat)
    return np.int64(action_of[seat, without_extra(move) if controller(table) == seat else move])
