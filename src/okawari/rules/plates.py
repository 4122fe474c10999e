"""Plates: what lies in front of a player, and what happens when something is put there.

The three kinds of table (`draft`, `battle`, `roll`) have plates in common, and so everything here.
"""

from __future__ import annotations

import numpy as np

from okawari.rules import events
from okawari.rules.counts import BITS, NONE, count, pack, some, total
from okawari.rules.dishes import (
    CHOPSTICKS,
    DECK,
    DESSERT,
    DESSERTS,
    EGG,
    KINDS,
    MOCHI,
    MOCHI_FACES,
    MOCHI_START,
    SQUID,
    STRAWBERRY,
    STRAWBERRY_SYMBOLS,
    WASABI,
    YOGURT,
)
from okawari.rules.host import MOCHI_SIDE, YOGURT_VALUE, below, draw_sort, tell
from okawari.rules.kernel import hot_kernel, kernel
from okawari.rules.points import SQUISHY_POINTS
from okawari.rules.tables import DECKS, YOGURT_COUNTS

#: The most plates at a table.
DINERS = 5
NIGIRI_KINDS = 3
DESSERT_KINDS = KINDS - DESSERT
#: The yogurts that can thaw, by value, where their kinds stand among the desserts.
YOGURTS = pack(YOGURT_COUNTS) << (BITS * DESSERT)
#: Desserts that do something at the moment they are played.
ACTS_AT_ONCE = np.array([name in ("strawberry", "yogurt", "mochi") for name in DESSERTS])
#: Nobody: where a plate's number is asked for.
NOBODY = -1
#: No card: where a kind is asked for.
NO_CARD = -1

#: What every table remembers of its setting and its standing.
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
    ("helpings", np.int8, DINERS),
    ("dipped", np.int16, DINERS),
    ("plates", np.int64, DINERS),
]

#: The part of it that views show: not the luck, nor what is counted only while the end is scored.
SEEN_SETTING = [field for field in SETTING if field[0] not in ("stream", "helpings")]

#: What tables with cards remember besides.
CARD_PLATES = [
    ("discards", np.int64),
    ("desserts", np.int64, DINERS),
    ("mochi", np.int8, DINERS),
    ("squishy", np.int8),
    ("boat", np.int8),
    ("tasted", np.int8),
]


@hot_kernel
def place(table, plate, kind):
    """Put a dish on a plate, or a dessert beside it; 1 if it is a nigiri that went on an open wasabi.

    Written without a branch: which card comes next is anybody's guess, the processor's too.
    """
    card = some(kind)
    beside = -np.int64(kind >= DESSERT)
    table.plates[plate] += card & ~beside
    table.desserts[plate] += card & beside
    return dip(table, plate, kind)


@hot_kernel
def dip(table, plate, kind):
    """Open a wasabi, or put a nigiri on one; 1 if that happened."""
    dips = np.int64((kind >= EGG) & (kind <= SQUID) & (table.wasabi[plate] > 0))
    table.wasabi[plate] += np.int64(kind == WASABI) - dips
    table.dipped[plate] += dips << (BITS * ((kind - EGG) & 3))
    return dips


@hot_kernel
def serve_card(table, host, plate, kind):
    """Put a card in front of a player, with all that it does at once."""
    if kind >= DESSERT and ACTS_AT_ONCE[table.dessert]:
        serve_dessert(table, host, plate, kind)
    else:
        dipped = place(table, plate, kind)
        if host.telling:
            tell(host, events.PLAY, plate, kind, dipped)


@kernel
def serve_dessert(table, host, plate, kind):
    """Put a dessert that thaws, rolls or moves the squishy in front of a player."""
    tell(host, events.PLAY, plate, kind)
    if table.dessert == YOGURT:
        sort = thaw(table, host)
        kind += sort
        tell(host, events.THAW, plate, sort + 1)
    elif table.dessert == MOCHI:
        table.mochi[plate] = below(host, MOCHI_FACES, MOCHI_SIDE) + 1
        tell(host, events.ROLL_MOCHI, plate, table.mochi[plate])
    table.desserts[plate] += some(kind)
    table.tasted |= 1 << plate


@kernel
def thaw(table, host):
    """The value of a yogurt, less one: nobody knows it before it is played, so it falls only now."""
    left = np.int64(YOGURTS)
    for plate in range(table.diners):
        left -= table.desserts[plate]
    return draw_sort(host, left >> (BITS * DESSERT), YOGURT_VALUE)


@kernel
def symbols(table, plate):
    """Strawberry pudding symbols in front of a player, all rounds counted."""
    amount = 0
    for sort in range(DESSERT_KINDS):
        amount += count(table.desserts[plate], DESSERT + sort) * (sort + STRAWBERRY_SYMBOLS)
    return amount


@kernel
def pass_squishy(table, host):
    """After a reveal: the one leader in strawberries who played one in this turn takes the squishy."""
    tasted = table.tasted
    table.tasted = 0
    if table.dessert != STRAWBERRY:
        return
    most = 0
    for plate in range(table.diners):
        most = max(most, symbols(table, plate))
    leader = NOBODY
    leaders = 0
    for plate in range(table.diners):
        if symbols(table, plate) == most and tasted >> plate & 1:
            leader = plate
            leaders += 1
    if leaders > 1:
        tell(host, events.SQUISHY_TIED, NOBODY)
    elif leaders == 1 and leader != table.squishy:
        table.squishy = leader
        table.points[leader] += SQUISHY_POINTS
        tell(host, events.TAKE_SQUISHY, leader, SQUISHY_POINTS)


@kernel
def lay_setting(table, menu, dessert, variant, must_have_maki, seats, diners):
    """Begin a table: what is played, by whom, and nothing on the plates."""
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
        table.helpings[plate] = 0
        table.wasabi[plate] = 0
        table.dipped[plate] = NONE
        table.plates[plate] = NONE


@kernel
def lay_cards(table):
    """Begin a table with cards: a whole deck, and no dessert yet."""
    table.squishy = NOBODY
    table.boat = NOBODY
    table.tasted = 0
    table.dealt = 0
    table.discards = NONE
    table.deck[:] = DECKS[table.dessert]
    for plate in range(DINERS):
        table.mochi[plate] = MOCHI_START
        table.desserts[plate] = NONE


@kernel
def lay_deck(table, cards):
    """Make these cards the deck that is left, ready to be shuffled."""
    top = DECK
    for kind in range(KINDS):
        for _ in range(count(cards, kind)):
            top -= 1
            table.deck[top] = kind
    table.dealt = top
    table.deck[:top] = NO_CARD


@kernel
def copy_setting(table, view):
    """What everybody sees of any table, from a table to a view or from a view to a table."""
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
    """What everybody sees of a table with cards, in either direction."""
    copy_setting(table, view)
    view.squishy = table.squishy
    view.boat = table.boat
    view.discards = table.discards
    view.desserts[:] = table.desserts
    view.mochi[:] = table.mochi


@kernel
def located(view):
    """The cards that lie open or were discarded, as they were in a hand."""
    cards = np.int64(view.discards)
    for plate in range(view.diners):
        cards += view.plates[plate] + in_hand_form(view.dessert, view.desserts[plate])
    return cards


@kernel
def in_hand_form(dessert, cards):
    """Desserts as they lay in a hand: yogurts of every value are the same there."""
    return some(DESSERT, total(cards)) if dessert == YOGURT else cards


@kernel
def clear_plates(table):
    """Discard the round's cards face up; desserts stay."""
    for plate in range(table.diners):
        table.discards += table.plates[plate]
        table.plates[plate] = NONE
        table.wasabi[plate] = 0
        table.dipped[plate] = NONE


@hot_kernel
def has_chopsticks(table, plate):
    """Whether chopsticks lie in front of a player."""
    return count(table.plates[plate], CHOPSTICKS) > 0
