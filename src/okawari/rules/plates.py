"""Plates: what lies in front of a player, and what happens when a card or die is put there.

The three table kinds (`draft`, `battle`, `roll`) share these fields and kernels.
"""

from __future__ import annotations

import numpy as np

from okawari.rules import events
from okawari.rules.counts import BITS, NONE, count, pack, some, total
from okawari.rules.dealer import DESSERT_VALUE, PLAYER_DIE_SIDE, below, draw_sort, record_event
from okawari.rules.desserts import DECK, SQUISHY_POINTS
from okawari.rules.dishes import CHOPSTICKS, DESSERT, EGG, KINDS, SQUID, WASABI
from okawari.rules.kernel import hot_kernel, kernel
from okawari.rules.tables import (
    ACTS_AT_ONCE,
    DECKS,
    DESSERT_AMOUNTS,
    HAS_SQUISHY,
    HAS_VALUES,
    PLAYER_DIE_FACES,
    PLAYER_DIE_START,
    VALUE_COUNTS,
)

#: The most plates at a table.
DINERS = 5
NIGIRI_KINDS = 3
#: How many cards a dessert has of each value that is drawn when a card is played, counted at the kinds of the dessert.
ALL_VALUES = np.array([pack(row) << (BITS * DESSERT) for row in VALUE_COUNTS], np.int64)
#: In place of the number of a seat or plate: none.
NOBODY = -1
#: In place of a kind: no card.
NO_CARD = -1

#: The fields of every table. `stream` is the luck of a table in bulk, `wasabi` counts the open wasabi of a plate,
#: `dipped` its egg, salmon and squid on wasabi (four bits each), `amounts` its dessert while the end is scored.
SETTING = [
    ("stream", np.uint64),
    ("points", np.int16, DINERS),
    ("menu", np.int8),
    ("dessert", np.int8),
    ("variant", np.int8),
    ("must_have_maki", np.int8),
    ("seats", np.int8),
    ("diners", np.int8),
    ("round_no", np.int8),
    ("turn", np.int8),
    ("over", np.int8),
    ("winners", np.int8),
    ("wasabi", np.int8, DINERS),
    ("amounts", np.int8, DINERS),
    ("dipped", np.int16, DINERS),
    ("plates", np.int64, DINERS),
]

#: The fields of every view: those of a table without luck and intermediate results.
SEEN_SETTING = [field for field in SETTING if field[0] not in ("stream", "amounts")]

#: The further fields of tables with cards. `tasted` has a bit for each plate that got, in this turn,
#: a dessert card that acts at once.
CARD_PLATES = [
    ("discards", np.int64),
    ("desserts", np.int64, DINERS),
    ("player_dice", np.int8, DINERS),
    ("squishy", np.int8),
    ("boat", np.int8),
    ("tasted", np.int8),
]


@hot_kernel
def put_dish(table, plate, kind):
    """Add a card to a plate, or a dessert card to the desserts beside it; 1 if it is a nigiri that went on wasabi.

    Written without a branch: the processor cannot predict which card comes next.
    """
    card = some(kind)
    beside = -np.int64(kind >= DESSERT)
    table.plates[plate] += card & ~beside
    table.desserts[plate] += card & beside
    return dip(table, plate, kind)


@hot_kernel
def goes_on_wasabi(kind, wasabi):
    """1 if a dish is a nigiri and a plate with this many open wasabi has one for it, otherwise 0."""
    return np.int64((kind >= EGG) & (kind <= SQUID) & (wasabi > 0))


@hot_kernel
def dip(table, plate, kind):
    """Count a wasabi as open, or put a nigiri on an open one; 1 if a nigiri went on wasabi, otherwise 0."""
    dipped = goes_on_wasabi(kind, table.wasabi[plate])
    table.wasabi[plate] += np.int64(kind == WASABI) - dipped
    table.dipped[plate] += dipped << (BITS * ((kind - EGG) & 3))
    return dipped


@hot_kernel
def serve_card(table, dealer, plate, kind):
    """Put a card on a plate or beside it, record that, and do what the card does when it is played."""
    if kind >= DESSERT and ACTS_AT_ONCE[table.dessert]:
        serve_dessert(table, dealer, plate, kind)
    else:
        dipped = put_dish(table, plate, kind)
        if dealer.recording:
            record_event(dealer, events.PLAY, plate, kind, dipped)


@kernel
def serve_dessert(table, dealer, plate, kind):
    """Put a dessert card beside a plate; draw its value or roll the player's die, and note that the plate got one."""
    record_event(dealer, events.PLAY, plate, kind)
    if HAS_VALUES[table.dessert]:
        sort = draw_value(table, dealer)
        kind += sort
        record_event(dealer, events.THAW, plate, DESSERT_AMOUNTS[table.dessert, sort])
    elif PLAYER_DIE_FACES[table.dessert]:
        table.player_dice[plate] = below(dealer, PLAYER_DIE_FACES[table.dessert], PLAYER_DIE_SIDE) + 1
        record_event(dealer, events.ROLL_PLAYER_DIE, plate, table.player_dice[plate])
    table.desserts[plate] += some(kind)
    table.tasted |= 1 << plate


@kernel
def draw_value(table, dealer):
    """Draw the value of a dessert card, as a sort, from those that no played card has."""
    left = ALL_VALUES[table.dessert]
    for plate in range(table.diners):
        left -= table.desserts[plate]
    return draw_sort(dealer, left >> (BITS * DESSERT), DESSERT_VALUE)


@kernel
def dessert_amount(table, plate):
    """A plate's amount of dessert from all rounds: what the player's die shows, or the sum of its cards' amounts."""
    if PLAYER_DIE_FACES[table.dessert]:
        return np.int64(table.player_dice[plate])
    amount = sort = np.int64(0)
    cards = table.desserts[plate] >> (BITS * DESSERT)
    while cards:
        amount += count(cards, 0) * DESSERT_AMOUNTS[table.dessert, sort]
        cards >>= BITS
        sort += 1
    return amount


@kernel
def pass_squishy(table, dealer):
    """Give the squishy to the plate that has the most dessert and got a card of it in this turn; a tie leaves it."""
    tasted = table.tasted
    table.tasted = 0
    if not HAS_SQUISHY[table.dessert]:
        return
    most = np.int64(0)
    for plate in range(table.diners):
        most = max(most, dessert_amount(table, plate))
    leader = NOBODY
    leaders = 0
    for plate in range(table.diners):
        if dessert_amount(table, plate) == most and tasted >> plate & 1:
            leader = plate
            leaders += 1
    if leaders > 1:
        record_event(dealer, events.SQUISHY_TIED, NOBODY)
    elif leaders == 1 and leader != table.squishy:
        table.squishy = leader
        table.points[leader] += SQUISHY_POINTS
        record_event(dealer, events.TAKE_SQUISHY, leader, SQUISHY_POINTS)


@kernel
def lay_setting(table, menu, dessert, variant, must_have_maki, seats, diners):
    """Write the setting into a table, with empty plates and no points."""
    table.menu = menu
    table.dessert = dessert
    table.variant = variant
    table.must_have_maki = must_have_maki
    table.seats = seats
    table.diners = diners
    table.round_no = 0
    table.over = 0
    table.winners = 0
    for plate in range(DINERS):
        table.points[plate] = 0
        table.amounts[plate] = 0
        table.wasabi[plate] = 0
        table.dipped[plate] = NONE
        table.plates[plate] = NONE


@kernel
def lay_cards(table):
    """Write a whole unshuffled deck and no desserts into a table with cards."""
    table.squishy = NOBODY
    table.boat = NOBODY
    table.tasted = 0
    table.dealt = 0
    table.discards = NONE
    table.deck[:] = DECKS[table.dessert]
    for plate in range(DINERS):
        table.player_dice[plate] = PLAYER_DIE_START[table.dessert]
        table.desserts[plate] = NONE


@kernel
def lay_deck(table, cards):
    """Make these cards, given as counts, the undealt rest of a table's deck, unshuffled."""
    top = DECK
    for kind in range(KINDS):
        for _ in range(count(cards, kind)):
            top -= 1
            table.deck[top] = kind
    table.dealt = top
    table.deck[:top] = NO_CARD


@kernel
def copy_setting(table, view):
    """Copy the public fields of every table kind from a table to a view, or from a view to a table."""
    view.menu = table.menu
    view.dessert = table.dessert
    view.variant = table.variant
    view.must_have_maki = table.must_have_maki
    view.seats = table.seats
    view.diners = table.diners
    view.round_no = table.round_no
    view.turn = table.turn
    view.over = table.over
    view.winners = table.winners
    view.points[:] = table.points
    view.wasabi[:] = table.wasabi
    view.dipped[:] = table.dipped
    view.plates[:] = table.plates


@kernel
def copy_cards(table, view):
    """Copy the public fields of a table with cards from a table to a view, or from a view to a table."""
    copy_setting(table, view)
    view.squishy = table.squishy
    view.boat = table.boat
    view.discards = table.discards
    view.desserts[:] = table.desserts
    view.player_dice[:] = table.player_dice


@kernel
def located_cards(view):
    """The cards on plates, beside them and among the discards, with the kinds that they had in a hand."""
    cards = np.int64(view.discards)
    for plate in range(view.diners):
        cards += view.plates[plate] + in_hand_form(view.dessert, view.desserts[plate])
    return cards


@kernel
def in_hand_form(dessert, cards):
    """Dessert cards with the kinds that they had in a hand, where cards whose value is drawn later are all one kind."""
    return some(DESSERT, total(cards)) if HAS_VALUES[dessert] else cards


@kernel
def clear_plates(table):
    """Move the cards of all plates to the discards; desserts stay."""
    for plate in range(table.diners):
        table.discards += table.plates[plate]
        table.plates[plate] = NONE
        table.wasabi[plate] = 0
        table.dipped[plate] = NONE


@hot_kernel
def has_chopsticks(table, plate):
    """Whether a plate has chopsticks."""
    return count(table.plates[plate], CHOPSTICKS) > 0
