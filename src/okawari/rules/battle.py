"""The battle table: two players take cards from a pyramid, one after the other.

A *place* is a card's number in the pyramid; a *board* is a set of places as bits of an integer, a byte for each row:

    row   places                   bits of a board
    1             0   1            0 … 1
    2           2   3   4          8 … 10
    3         5   6   7   8        16 … 19
    4       9  10  11  12  13      24 … 28
    5     14  15  16  17  18  19   32 … 37

A card is covered by the two cards below it, which are 8 and 9 bits higher.

A move is a place, plus 20 if the seat uses chopsticks; then the same seat takes a second card.
"""

from __future__ import annotations

import numpy as np

from okawari.rules import events
from okawari.rules.counts import WHOLE_DECKS, some
from okawari.rules.dealer import CARD, SEAT, below, quick_below, record_event, shuffle
from okawari.rules.desserts import DECK
from okawari.rules.dishes import CHOPSTICKS
from okawari.rules.kernel import kernel, record_type, wraps_around
from okawari.rules.layout import FACE_DOWN_ROWS
from okawari.rules.layout import ROWS as ROWS
from okawari.rules.plates import (
    CARD_PLATES,
    NOBODY,
    SEEN_SETTING,
    SETTING,
    clear_plates,
    copy_cards,
    has_chopsticks,
    lay_cards,
    lay_deck,
    lay_setting,
    located_cards,
    pass_squishy,
    serve_card,
)
from okawari.rules.plates import (
    put_dish as put_dish,
)
from okawari.rules.points import ROUNDS
from okawari.rules.scoring import CARDS, sail_boat, score_card_dessert, score_round
from okawari.rules.scoring import (
    score_laid as score_laid,
)

PLACES = sum(ROWS)
MOVES = 2 * PLACES
EMPTY = -1
NO_MOVE = -1
#: In a view, in place of the kind of a card that lies face down.
HIDDEN = -2

#: The row of each place, counted from 0.
ROW_OF = np.repeat(np.arange(len(ROWS)), ROWS).astype(np.int8)
#: The first place of each row.
ROW_START = np.cumsum([0, *ROWS[:-1]]).astype(np.int8)
#: The bit of each place on a board.
BIT_OF = np.array([8 * row + place - ROW_START[row] for place, row in enumerate(ROW_OF)], np.int64)
FULL_BOARD = int(sum(1 << int(bit) for bit in BIT_OF))
FACE_DOWN_BOARD = int(sum(1 << int(bit) for bit, row in zip(BIT_OF, ROW_OF, strict=True) if row + 1 in FACE_DOWN_ROWS))

#: A de Bruijn sequence: all its groups of six consecutive bits are different, so that the top six bits of its product
#: with a power of two (the key of that bit) identify the power.
_DE_BRUIJN = 0x03F79D71B4CB0A89
_DE_BRUIJN_TO_WRAP = np.uint64(_DE_BRUIJN)
_BYTES_TO_WRAP = np.uint64(0x0101010101010101)
_TOP_BYTE, _TOP_SIX = np.uint64(56), np.uint64(58)
#: The place of a bit, by the key of the bit.
PLACE_OF_KEY = np.full(64, EMPTY, np.int8)
for _place, _bit in enumerate(BIT_OF):
    PLACE_OF_KEY[(_DE_BRUIJN << int(_bit)) % 2**64 >> 58] = _place

#: `standing` and `face_down` are boards: all cards that are left, and those that lie face down. `left` counts the cards
#: that are left; `second` is 1 while a seat that used chopsticks is to take its second card.
TABLE = record_type(
    [
        *SETTING,
        *CARD_PLATES,
        ("standing", np.int64),
        ("face_down", np.int64),
        ("pyramid", np.int8, PLACES),
        ("left", np.int8),
        ("starter", np.int8),
        ("to_move", np.int8),
        ("second", np.int8),
        ("dealt", np.int8),
        ("deck", np.int8, DECK),
    ]
)

#: What both players may know; `pyramid` has HIDDEN in place of a card that lies face down.
VIEW = record_type(
    [
        *SEEN_SETTING,
        *CARD_PLATES,
        ("standing", np.int64),
        ("face_down", np.int64),
        ("viewer", np.int8),
        ("pyramid", np.int8, PLACES),
        ("left", np.int8),
        ("starter", np.int8),
        ("to_move", np.int8),
        ("second", np.int8),
    ]
)


@kernel
def set_table(table, dealer, menu, dessert, variant, must_have_maki, seats):
    """Write a fresh table with this setting and lay the first pyramid."""
    lay_setting(table, menu, dessert, variant, must_have_maki, seats, seats)
    lay_cards(table)
    table.starter = below(dealer, seats, SEAT)
    lay_pyramid(table, dealer)


@kernel
def lay_pyramid(table, dealer):
    """Begin the next round: lay a pyramid of cards."""
    table.round_no += 1
    table.turn = 1
    table.second = 0
    table.left = PLACES
    table.to_move = table.starter
    shuffle(dealer, table.deck, table.dealt, PLACES, CARD)
    for place in range(PLACES):
        table.pyramid[place] = table.deck[table.dealt + place]
    table.standing = FULL_BOARD
    table.face_down = FACE_DOWN_BOARD
    table.dealt += PLACES
    record_event(dealer, events.DEAL, NOBODY, table.round_no, PLACES)
    record_event(dealer, events.STARTER, table.starter)


@kernel
def free_cards(standing):
    """The cards of a board that no other card covers, as a board."""
    return standing & ~(standing >> 8 | standing >> 9)


@kernel
def has_card(board, place):
    """Whether a board has a card at a place."""
    return board >> BIT_OF[place] & 1 > 0


@kernel
def refusal(table, seat, move):
    """The number of the problem with a seat's move, or FINE if it is legal."""
    if table.over:
        return events.GAME_OVER
    if seat != table.to_move:
        return events.NOT_YOUR_TURN
    if move < 0 or move >= MOVES:
        return events.UNREADABLE_MOVE
    place = move % PLACES
    if table.pyramid[place] == EMPTY:
        return events.PLACE_EMPTY
    if has_card(table.face_down, place):
        return events.FACE_DOWN
    if not has_card(free_cards(table.standing), place):
        return events.COVERED
    if move >= PLACES:
        return chopsticks_refusal(table, seat)
    return events.FINE


@kernel
def chopsticks_refusal(table, seat):
    """The number of the problem with chopsticks for a seat whose turn it is, or FINE if it may use them."""
    if table.second:
        return events.SECOND_CARD
    if not has_chopsticks(table, seat):
        return events.NO_CHOPSTICKS
    if table.left < 2:
        return events.CHOPSTICKS_TOO_FEW
    return events.FINE


@kernel
def choose(table, dealer, seat, move):
    """Play a seat's move, if it is legal. The problem, or FINE."""
    problem = refusal(table, seat, move)
    if problem == events.FINE:
        take(table, dealer, move)
    return problem


@kernel
def may_choose(table, seat):
    """Whether it is a seat's turn."""
    return not table.over and seat == table.to_move


@kernel
def step(table, dealer, chosen):
    """Play the move in `chosen` of the seat whose turn it is. FINE; or a problem, and the table is unchanged."""
    return choose(table, dealer, table.to_move, chosen[table.to_move])


@kernel
def play_out(table, dealer):
    """Play to the end of the game with random moves."""
    while not table.over:
        take(table, dealer, random_move(table, dealer, np.int64(table.to_move)))


@kernel
def take(table, dealer, move):
    """Play a legal move of the seat whose turn it is, and go on to the next choice."""
    seat = np.int64(table.to_move)
    place = move % PLACES
    declared = move >= PLACES
    take_card(table, dealer, seat, place, declared, False)
    if table.second:
        put_chopsticks(table, dealer, seat, place)
    else:
        turn_up(table, dealer)
    table.second = declared
    if not declared:
        finish_turn(table, dealer)


@kernel
def take_card(table, dealer, seat, place, declared, last):
    """Move a card from the pyramid to a plate. `declared`: with chopsticks; `last`: it was the last card."""
    kind = np.int64(table.pyramid[place])
    table.pyramid[place] = EMPTY
    table.standing ^= np.int64(1) << BIT_OF[place]
    table.left -= 1
    record_event(dealer, events.TAKE, seat, place, declared, last)
    serve_card(table, dealer, seat, kind)


@kernel
def put_chopsticks(table, dealer, seat, place):
    """Move used chopsticks from the plate to the place of the second card, where they cover the same cards."""
    table.plates[seat] -= some(CHOPSTICKS)
    table.pyramid[place] = CHOPSTICKS
    table.standing |= np.int64(1) << BIT_OF[place]
    table.left += 1
    record_event(dealer, events.PUT_BACK, seat, place)


@kernel
def turn_up(table, dealer):
    """Turn up the face-down cards that are no longer covered."""
    freed = free_cards(table.standing) & table.face_down
    table.face_down &= ~freed
    if dealer.recording and freed:
        for place in range(PLACES):
            if has_card(freed, place):
                record_event(dealer, events.TURN_UP, NOBODY, table.pyramid[place], place)


@kernel
def finish_turn(table, dealer):
    """Pass the turn to the other player; the last card goes to that player without a choice, and ends the round."""
    if table.tasted:
        pass_squishy(table, dealer)
    table.turn += 1
    table.to_move = 1 - table.to_move
    if table.left == 1:
        take_last(table, dealer)
    elif table.left == 0:
        finish_round(table, dealer)


@kernel
def take_last(table, dealer):
    """Give the last card of the pyramid to the player whose turn it is, and end the round."""
    place = 0
    while table.pyramid[place] == EMPTY:
        place += 1
    take_card(table, dealer, np.int64(table.to_move), place, False, True)
    if table.tasted:
        pass_squishy(table, dealer)
    finish_round(table, dealer)


@kernel
def finish_round(table, dealer):
    """Score the round, and lay the next pyramid or end the game.

    The player with fewer points starts the next round; at a tie, the one who did not start this one.
    """
    score_round(table, dealer, CARDS)
    sail_boat(table, dealer)
    clear_plates(table)
    if table.round_no == ROUNDS:
        score_card_dessert(table, dealer)
        return
    if table.points[0] == table.points[1]:
        table.starter = 1 - table.starter
    else:
        table.starter = 0 if table.points[0] < table.points[1] else 1
    lay_pyramid(table, dealer)


@kernel
def moves(table, seat, out):
    """Write all legal moves of a seat into out; returns how many there are. A view will do for the table."""
    n = 0
    free = free_cards(table.standing) & ~table.face_down if may_choose(table, seat) else np.int64(0)
    while free:
        out[n] = lowest_place(free)
        free &= free - 1
        n += 1
    if n == 0 or chopsticks_refusal(table, seat) != events.FINE:
        return n
    for k in range(n):
        out[n + k] = out[k] + PLACES
    return 2 * n


@kernel
def random_move(table, dealer, seat):
    """A random legal move of the seat whose turn it is: all free cards are equally likely, chopsticks or not."""
    free = free_cards(table.standing)
    for _ in range(quick_below(dealer, card_count(free))):
        free &= free - 1
    place = lowest_place(free)
    if chopsticks_refusal(table, seat) == events.FINE:
        return place + PLACES * quick_below(dealer, 2)
    return place


@kernel
@wraps_around
def card_count(board):
    """How many cards a board has: a population count, which adds ever wider groups of bits."""
    board = board - (board >> 1 & 0x5555555555555555)
    board = (board & 0x3333333333333333) + (board >> 2 & 0x3333333333333333)
    board = (board + (board >> 4)) & 0x0F0F0F0F0F0F0F0F
    return np.int64(np.uint64(board) * _BYTES_TO_WRAP >> _TOP_BYTE)


@kernel
def lowest_place(board):
    """The first place that has a card on a board, which must have one."""
    return np.int64(PLACE_OF_KEY[lowest_bit_key(board)])


@kernel
@wraps_around
def lowest_bit_key(board):
    """The key of the lowest bit of a board, which is an index of PLACE_OF_KEY."""
    return np.uint64(board & -board) * _DE_BRUIJN_TO_WRAP >> _TOP_SIX


@kernel
def look(table, seat, view):
    """Write what the players may know into a zeroed view: the same for every seat."""
    view.viewer = seat
    copy_public(table, view)
    if table.over:
        view.to_move = NOBODY
    for place in range(PLACES):
        view.pyramid[place] = HIDDEN if has_card(table.face_down, place) else table.pyramid[place]


@kernel
def copy_public(table, view):
    """Copy the public fields from a table to a view, or from a view to a table."""
    copy_cards(table, view)
    view.standing = table.standing
    view.face_down = table.face_down
    view.tasted = table.tasted
    view.left = table.left
    view.starter = table.starter
    view.to_move = table.to_move
    view.second = table.second


@kernel
def unseen_cards(view):
    """The cards that no player has seen: those face down, and those of the deck. A table will do for the view."""
    cards = WHOLE_DECKS[view.dessert] - located_cards(view)
    for place in range(PLACES):
        if view.pyramid[place] >= 0 and not has_card(view.face_down, place):
            cards -= some(view.pyramid[place])
    return cards


@kernel
def imagine(view, dealer, table):
    """Sample a whole table that agrees with a view."""
    copy_public(view, table)
    lay_deck(table, unseen_cards(view))
    hidden = 0
    for place in range(PLACES):
        hidden += view.pyramid[place] == HIDDEN
    shuffle(dealer, table.deck, table.dealt, hidden, CARD)
    for place in range(PLACES):
        table.pyramid[place] = view.pyramid[place]
        if view.pyramid[place] == HIDDEN:
            table.pyramid[place] = table.deck[table.dealt]
            table.dealt += 1
