"""Entry points with which positions and views are read and written: small rules, for one record at a time."""

from __future__ import annotations

import numpy as np

from okawari.rules import battle, draft, plates, roll
from okawari.rules.counts import count
from okawari.rules.kernel import array, entry_point

TABLES = array(draft.TABLE)


@entry_point(TABLES, int)
def draft_lay_turn(tables, seat):
    """Write down how many cards the hands have in the turn of a table, and that a seat is in control, if one is."""
    table = tables[0]
    table.held = draft.held_in_turn(table)
    if table.diners > table.seats:
        draft.give_control(table, seat)


@entry_point(TABLES)
def draft_ask_seats(tables):
    """Wait for every seat that has a choice; the last card of a hand is chosen for its seat."""
    draft.ask_seats(tables[0])


@entry_point(TABLES)
def draft_controller(tables):
    """The seat that plays for the extra plate in this turn, or NOBODY."""
    return draft.controller(tables[0])


@entry_point(array(draft.VIEW))
def draft_controller_seen(views):
    """The seat that plays for the extra plate in this turn, or NOBODY, from a view."""
    return draft.controller(views[0])


@entry_point(TABLES)
def draft_piles(tables):
    """How many draw piles there are, and how many cards have been drawn from each."""
    n = draft.pile_count(tables[0])
    return n, draft.drawn_cards(tables[0]) if n else np.int64(0)


@entry_point(TABLES, int)
def draft_cards_in_hand(tables, seat):
    """How many cards a seat has in its hand."""
    return np.int64(draft.cards_in_hand(tables[0], seat))


@entry_point(TABLES, int)
def draft_draws(tables, seat):
    """Whether a seat draws a card from a pile for this turn."""
    return draft.draws(tables[0], seat)


@entry_point(TABLES, int)
def draft_drawn(tables, seat):
    """The card that a seat drew from a pile for this turn, or NO_CARD."""
    return np.int64(draft.drawn(tables[0], seat))


@entry_point(TABLES, int, int)
def draft_note_drawn(tables, seat, card):
    """Write down which card a seat drew for this turn. False, and nothing is written, if it cannot have drawn it."""
    table = tables[0]
    if count(table.hands[seat], card) == 0 or not draft.draws(table, seat):
        return False
    draft.note_drawn(table, seat, card)
    return True


@entry_point(int)
def battle_free_cards(standing):
    """The cards of a board that no other card covers, as a board."""
    return battle.free_cards(standing)


@entry_point(int, int, int)
def roll_belt_at(seat, red, seats):
    """The number of the belt in front of a seat: 0 is the red one, and the others lie to its left."""
    return roll.belt_at(seat, red, seats)


@entry_point(int, int)
def in_hand_form(dessert, cards):
    """Dessert cards with the kinds that they had in a hand."""
    return plates.in_hand_form(dessert, cards)
