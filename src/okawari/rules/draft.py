"""The draft table: every seat chooses a card in secret, all are revealed, and the hands are passed on.

The table is one record. A hand is a count of each kind (see `counts`), so the order of cards never matters.

A move is one number:

    bits   13..9                        8..4                 3..0
           card for the extra plate     second card          first card
           kind + 1, or 0 for none      kind + 1, or 0       kind

A second card needs chopsticks; only the seat in control plays a card for the extra plate.
"""

from __future__ import annotations

import numpy as np

from okawari.rules import events
from okawari.rules.counts import NONE, WHOLE_DECKS, count, nth, one_of_each, some, total
from okawari.rules.dealer import CARD, SEAT, below, quick_below, record_event, shuffle
from okawari.rules.desserts import DECK
from okawari.rules.dishes import CHOPSTICKS, KINDS
from okawari.rules.kernel import hot_kernel, kernel, record_type
from okawari.rules.plates import (
    CARD_PLATES,
    DINERS,
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
    NO_CARD as NO_CARD,
)
from okawari.rules.plates import (
    put_dish as put_dish,
)
from okawari.rules.points import ROUNDS
from okawari.rules.scoring import CARDS, sail_boat, score_card_dessert, score_round
from okawari.rules.scoring import (
    score_laid as score_laid,
)
from okawari.rules.tables import (
    EXTRA_PLATE_FLAGS,
    HAND_SIZES,
    OWN_PILES_FLAGS,
    PILE_SIZES,
    PILES_FLAGS,
    RIGHT_FLAGS,
    ROUND_BITS,
)

#: The most cards in a pile.
MOST_PILE = 9
NO_MOVE = -1

_SECOND = 4
_EXTRA = 9
#: One more than the largest move without an extra plate, and with one.
OWN_MOVES = KINDS * (KINDS + 1)
MOVES = KINDS * (1 << _EXTRA) + OWN_MOVES

#: `choices` is the move of each seat in this turn; `waiting` has a bit for each seat that has yet to choose. `held` is
#: how many cards each hand has, without the one that the seat in control has drawn. `first` decides which seat is in
#: control: see `controller`. `returned` counts the chopsticks that were seen to go back into a hand. The first `dealt`
#: cards of the deck have been dealt.
TABLE = record_type(
    [
        *SETTING,
        ("choices", np.int16, DINERS),
        ("hands", np.int64, DINERS),
        *CARD_PLATES,
        ("held", np.int8),
        ("waiting", np.int8),
        ("first", np.int8),
        ("returned", np.int8, DINERS),
        ("dealt", np.int8),
        ("piles", np.int8, (2, MOST_PILE)),
        ("deck", np.int8, DECK),
    ]
)

#: What one seat may know. `hands` has the known cards of each hand, `unseen` counts its other cards; `drawn` is the
#: card that the viewer has drawn from a pile for this turn.
VIEW = record_type(
    [
        *SEEN_SETTING,
        ("viewer", np.int8),
        ("choice", np.int16),
        ("hands", np.int64, DINERS),
        ("unseen", np.int8, DINERS),
        *(field for field in CARD_PLATES if field[0] != "tasted"),
        ("held", np.int8),
        ("first", np.int8),
        ("returned", np.int8, DINERS),
        ("drawn", np.int8),
    ]
)


@kernel
def encode(first, second, extra):
    """The number of a move from the kinds of its cards, NO_CARD for a card that is not played."""
    return first | (second + 1) << _SECOND | (extra + 1) << _EXTRA


@kernel
def decode(move):
    """The kinds of a move's first card, second card and card for the extra plate; NO_CARD for those it has not."""
    move = np.int64(move)
    return move & 15, (move >> _SECOND & 31) - 1, (move >> _EXTRA) - 1


@kernel
def set_table(table, dealer, menu, dessert, variant, must_have_maki, seats):
    """Write a fresh table with this setting and deal the first round."""
    lay_table(table, menu, dessert, variant, must_have_maki, seats)
    if table.diners > seats:
        table.first = below(dealer, seats, SEAT)
        record_event(dealer, events.STARTER, table.first)
    deal_round(table, dealer)


@kernel
def set_small_table(table, dealer, menu, dessert, variant, must_have_maki, seats, deck, cards):
    """Write a fresh table with this setting, and deal a last round with hands of `cards` cards from a small deck.

    The deck is given as counts; all other cards are discarded. The variant may not have piles.
    """
    lay_table(table, menu, dessert, variant, must_have_maki, seats)
    table.discards = WHOLE_DECKS[dessert] - deck
    lay_deck(table, deck)
    table.round_no = ROUNDS
    deal_hands(table, dealer, cards)


@kernel
def lay_table(table, menu, dessert, variant, must_have_maki, seats):
    """Write this setting, a whole deck and empty hands into a table."""
    lay_setting(table, menu, dessert, variant, must_have_maki, seats, seats + (EXTRA_PLATE_FLAGS >> variant & 1))
    lay_cards(table)
    table.first = 0
    for seat in range(DINERS):
        table.choices[seat] = NO_CARD
        table.returned[seat] = 0
        table.hands[seat] = NONE
    table.piles[:] = NO_CARD


@kernel
def hand_size(table):
    """How many cards each hand and each pile has at the start of a round."""
    return HAND_SIZES[table.menu, table.variant, table.seats]


@kernel
def has_own_piles(table):
    """Whether each seat has a draw pile of its own."""
    return OWN_PILES_FLAGS >> table.variant & 1 > 0


@kernel
def pile_count(table):
    """How many draw piles there are."""
    if has_own_piles(table):
        return np.int64(table.seats)
    return np.int64(PILES_FLAGS >> table.variant & 1)


@kernel
def deal_round(table, dealer):
    """Begin the next round."""
    table.round_no += 1
    deal_hands(table, dealer, hand_size(table))


@kernel
def deal_hands(table, dealer, cards):
    """Deal hands of `cards` cards, and piles if the variant has them, and begin the first turn."""
    table.turn = 0
    table.held = cards
    shuffle(dealer, table.deck, table.dealt, cards * (table.seats + pile_count(table)), CARD)
    for seat in range(table.seats):
        table.returned[seat] = 0
        table.hands[seat] = draw_hand(table, cards)
    for pile in range(pile_count(table)):
        draw_pile(table, pile, 0, cards)
    record_event(dealer, events.DEAL, NOBODY, table.round_no, cards)
    begin_turn(table, dealer)


@kernel
def draw_hand(table, n):
    """Take the next n cards of the shuffled deck, as counts."""
    hand = NONE
    for card in table.deck[table.dealt : table.dealt + n]:
        hand += some(card)
    table.dealt += n
    return hand


@kernel
def draw_pile(table, pile, start, end):
    """Move the next cards of the shuffled deck to the places from start to end of a pile."""
    for i in range(start, end):
        table.piles[pile, i] = table.deck[table.dealt]
        table.dealt += 1


@kernel
def controller(table):
    """The seat that plays for the extra plate in this turn, or NOBODY."""
    if table.diners == table.seats:
        return np.int64(NOBODY)
    return np.int64(table.first + table.round_no + table.turn) % table.seats


@kernel
def give_control(table, seat):
    """Put a seat in control of the extra plate in this turn."""
    table.first = np.int64(seat - table.round_no - table.turn) % table.seats


@kernel
def drawn(table, seat):
    """The card that a seat drew from a pile for this turn, or NO_CARD."""
    if not draws(table, seat):
        return NO_CARD
    return table.piles[seat if has_own_piles(table) else 0, drawn_cards(table) - 1]


@kernel
def draws(table, seat):
    """Whether a seat draws a card from a pile for this turn."""
    if has_own_piles(table):
        return 2 <= table.turn <= PILE_SIZES[table.variant] + 1
    return controller(table) == seat


@kernel
def hands_shrink(table):
    """Whether hands have one card less after this turn: not while each seat draws a card from its own pile."""
    return not has_own_piles(table) or table.turn > PILE_SIZES[table.variant]


@kernel
def held_in_turn(table):
    """How many cards each hand has in this turn, without the one that the seat in control has drawn."""
    return hand_size(table) - max(0, table.turn - 1 - PILE_SIZES[table.variant])


@kernel
def turns_left(table):
    """How many turns of the round follow this one."""
    return table.held - 1 + max(0, PILE_SIZES[table.variant] + 1 - table.turn)


@kernel
def cards_in_hand(table, seat):
    """How many cards a seat has in its hand; the seat in control has one more than the others."""
    return table.held + (controller(table) == seat)


@hot_kernel
def begin_turn(table, dealer):
    """Begin the next turn: draw cards from piles, and wait for the seats that have a choice."""
    table.turn += 1
    if PILES_FLAGS >> table.variant & 1:
        draw_from_piles(table, dealer)
    ask_seats(table)


@kernel
def ask_seats(table):
    """Wait for every seat that has a choice; the last card of a hand is chosen for its seat."""
    if table.held > 1:
        table.waiting = (1 << table.seats) - 1
        return
    table.waiting = 0
    for seat in range(table.seats):
        if cards_in_hand(table, seat) > 1:
            table.waiting |= 1 << seat
        else:
            table.choices[seat] = nth(table.hands[seat], 0)


@kernel
def draw_from_piles(table, dealer):
    """Add to each hand the card that its seat draws from a pile for this turn, if it draws one."""
    for seat in range(table.seats):
        card = drawn(table, seat)
        if card != NO_CARD:
            table.hands[seat] += some(card)
            record_event(dealer, events.DRAW, seat)


@kernel
def refusal(table, seat, move):
    """The number of the problem with a seat's move, or FINE if it is legal."""
    if table.over:
        return events.GAME_OVER
    if seat < 0 or seat >= table.seats or cards_in_hand(table, seat) < 2:
        return events.NOT_YOUR_TURN
    if move < 0 or move >= MOVES:
        return events.UNREADABLE_MOVE
    first, second, extra = decode(move)
    in_control = controller(table) == seat
    if in_control and extra == NO_CARD:
        return events.EXTRA_NEEDED
    if extra != NO_CARD and not in_control:
        return events.EXTRA_NOT_YOURS
    if second != NO_CARD:
        if not has_chopsticks(table, seat):
            return events.NO_CHOPSTICKS
        if cards_in_hand(table, seat) < 2 + in_control:
            return events.CHOPSTICKS_TOO_FEW
    hand = table.hands[seat]
    if count(hand, first) < 1:
        return events.NOT_IN_HAND
    if second != NO_CARD and count(hand, second) < 1 + (second == first):
        return events.NOT_IN_HAND
    if extra != NO_CARD and count(hand, extra) < 1 + (extra == first) + (extra == second):
        return events.NOT_IN_HAND
    return events.FINE


@kernel
def choose(table, dealer, seat, move):
    """Make or change a seat's secret choice; the turn is played when the last seat has chosen. The problem, or FINE."""
    problem = refusal(table, seat, move)
    if problem == events.FINE:
        table.choices[seat] = move
        table.waiting &= ~(1 << seat)
        if table.waiting == 0:
            resolve(table, dealer)
    return problem


@kernel
def may_choose(table, seat):
    """Whether a seat can make or change a choice now."""
    return not table.over and cards_in_hand(table, seat) > 1


@kernel
def step(table, dealer, chosen):
    """Play a whole turn with the moves of all seats that may choose. FINE; or a problem, and the table is unchanged."""
    for seat in range(table.seats):
        if may_choose(table, seat):
            problem = refusal(table, seat, chosen[seat])
            if problem != events.FINE:
                return problem
    if table.over:
        return events.GAME_OVER
    for seat in range(table.seats):
        if may_choose(table, seat):
            table.choices[seat] = chosen[seat]
    resolve(table, dealer)
    return events.FINE


@kernel
def resolve(table, dealer):
    """Play the turn that all seats have chosen for, and the turns after it in which no seat has a choice."""
    table.waiting = 0
    while table.waiting == 0 and not table.over:
        play_turn(table, dealer)


@kernel
def play_out(table, dealer):
    """Play to the end of the game with random moves."""
    while not table.over:
        for seat in range(table.seats):
            if table.waiting >> seat & 1:
                table.choices[seat] = random_move(table, dealer, seat)
        play_turn(table, dealer)


@kernel
def play_turn(table, dealer):
    """Play the chosen cards and pass the hands on; after the last cards, end the round."""
    reveal(table, dealer)
    if table.tasted:
        pass_squishy(table, dealer)
    table.held -= hands_shrink(table)
    if table.held > 0:
        pass_hands(table, dealer)
        begin_turn(table, dealer)
    else:
        finish_round(table, dealer)


@hot_kernel
def reveal(table, dealer):
    """Move the chosen cards from the hands to the plates, and used chopsticks back into the hands."""
    for_extra = NO_CARD
    for seat in range(table.seats):
        first, second, extra = decode(table.choices[seat])
        if dealer.recording and cards_in_hand(table, seat) == 1:
            record_event(dealer, events.LAST, seat)
        take_from_hand(table, seat, first)
        serve_card(table, dealer, seat, first)
        if second != NO_CARD:
            take_from_hand(table, seat, second)
            serve_card(table, dealer, seat, second)
        if extra != NO_CARD:
            take_from_hand(table, seat, extra)
            for_extra = extra
        if second != NO_CARD:
            return_chopsticks(table, dealer, seat)
    if for_extra != NO_CARD:
        serve_card(table, dealer, table.seats, for_extra)


@hot_kernel
def take_from_hand(table, seat, kind):
    """Take a card out of a hand. Chopsticks that leave may be some that were seen to return: one less is known."""
    table.hands[seat] -= some(kind)
    table.returned[seat] -= np.int64((kind == CHOPSTICKS) & (table.returned[seat] > 0))


@kernel
def return_chopsticks(table, dealer, seat):
    """Move used chopsticks from the plate back into the hand, where all seats know of them."""
    table.plates[seat] -= some(CHOPSTICKS)
    table.hands[seat] += some(CHOPSTICKS)
    table.returned[seat] += 1
    record_event(dealer, events.CHOPSTICKS_USED, seat)


@kernel
def way(table):
    """The direction in which hands are passed in this round: 1 to the left, -1 to the right."""
    return 1 - 2 * (RIGHT_FLAGS >> (table.variant << ROUND_BITS | table.round_no) & 1)


@kernel
def swap_hands(table, a, b):
    """Exchange the hands of two seats."""
    table.hands[a], table.hands[b] = table.hands[b], table.hands[a]
    table.returned[a], table.returned[b] = table.returned[b], table.returned[a]


@hot_kernel
def pass_hands(table, dealer):
    """Pass every hand to the next seat."""
    if way(table) == 1:
        for seat in range(table.seats - 1, 0, -1):
            swap_hands(table, seat, seat - 1)
    else:
        for seat in range(table.seats - 1):
            swap_hands(table, seat, seat + 1)
    if dealer.recording:
        record_event(dealer, events.PASS, NOBODY, way(table))


@kernel
def finish_round(table, dealer):
    """Score the round, move the boat, clear the plates, and deal the next round or end the game."""
    score_round(table, dealer, CARDS)
    sail_boat(table, dealer)
    clear_plates(table)
    if table.round_no < ROUNDS:
        deal_round(table, dealer)
    else:
        score_card_dessert(table, dealer)


@kernel
def moves(table, seat, out):
    """Write all legal moves of a seat into out; returns how many there are. The seat's view will do for the table."""
    if table.over or seat < 0 or seat >= table.seats or cards_in_hand(table, seat) < 2:
        return 0
    hand = table.hands[seat]
    in_control = controller(table) == seat
    two = may_play_two(table, seat)
    n = 0
    for first in range(KINDS):
        if count(hand, first):
            rest = hand - some(first)
            n = write_with_extra(rest, in_control, first, NO_CARD, out, n)
            for second in range(KINDS if two else 0):
                if count(rest, second):
                    n = write_with_extra(rest - some(second), in_control, first, second, out, n)
    return n


@hot_kernel
def may_play_two(table, seat):
    """Whether a seat may play two cards: it has chopsticks, and cards for itself and for the extra plate."""
    return has_chopsticks(table, seat) and cards_in_hand(table, seat) >= 2 + (controller(table) == seat)


@kernel
def write_with_extra(rest, in_control, first, second, out, n):
    """Write the moves with these cards into out from index n on: one, or in control one for each kind of the rest.

    Returns the index after the last.
    """
    if not in_control:
        out[n] = encode(first, second, NO_CARD)
        return n + 1
    for extra in range(KINDS):
        if count(rest, extra):
            out[n] = encode(first, second, extra)
            n += 1
    return n


@hot_kernel
def random_move(table, dealer, seat):
    """A random legal move of a seat that has one: all kinds are equally likely, and all second cards, none included."""
    hand = table.hands[seat]
    kinds = one_of_each(hand)
    first = random_card(dealer, kinds)
    second = extra = np.int64(NO_CARD)
    in_control = controller(table) == seat
    if may_play_two(table, seat):
        second = random_second(dealer, hand, kinds, first)
    if in_control:
        rest = hand - some(first) - (some(second) if second != NO_CARD else 0)
        extra = random_card(dealer, one_of_each(rest))
    return encode(first, second, extra)


@hot_kernel
def random_card(dealer, kinds):
    """A random kind of these, which are given as one card of each."""
    return nth(kinds, quick_below(dealer, total(kinds)))


@kernel
def random_second(dealer, hand, kinds, first):
    """A random kind for a second card, or NO_CARD, which is as likely as each kind."""
    kinds = one_of_each(hand - some(first))
    pick = quick_below(dealer, total(kinds) + 1)
    return nth(kinds, pick - 1) if pick else np.int64(NO_CARD)


@kernel
def knows_hand(table, seat, other):
    """Whether a seat has held the hand that another seat holds now: it has been passed on often enough since."""
    steps = (other - seat) * way(table)
    return seat != NOBODY and (steps if steps >= 0 else steps + table.seats) < table.turn


@kernel
def look(table, seat, view):
    """Write what a seat may know into a zeroed view; the view of NOBODY is that of spectators."""
    view.viewer = seat
    view.choice = NO_CARD
    view.drawn = NO_CARD
    copy_public(table, view)
    if table.over:
        view.first = 0
        return
    if seat != NOBODY:
        view.drawn = drawn(table, seat)
        if table.waiting >> seat & 1 == 0:
            view.choice = table.choices[seat]
    for other in range(table.seats):
        view.hands[other], view.unseen[other] = known_hand(table, seat, other)


@kernel
def known_hand(table, seat, other):
    """The cards of a hand that a seat knows, and how many cards of it that seat does not know."""
    if not knows_hand(table, seat, other):
        return some(CHOPSTICKS, table.returned[other]), cards_in_hand(table, other) - table.returned[other]
    card = drawn(table, other)
    if card != NO_CARD and other != seat:
        return table.hands[other] - some(card), 1
    return table.hands[other], 0


@kernel
def copy_public(table, view):
    """Copy the public fields from a table to a view, or from a view to a table."""
    copy_cards(table, view)
    view.held = table.held
    view.first = table.first
    view.returned[:] = table.returned


@kernel
def unseen_cards(view):
    """The cards that the viewer has not seen: those of unknown hands, of piles and of the deck."""
    cards = WHOLE_DECKS[view.dessert] - located_cards(view)
    for seat in range(view.seats):
        cards -= view.hands[seat]
    return cards


@kernel
def imagine(view, dealer, table):
    """Sample a whole table that agrees with a view. The other seats have not chosen yet."""
    copy_public(view, table)
    table.tasted = 0
    table.waiting = 0
    table.hands[:] = view.hands
    table.choices[:] = NO_CARD
    table.piles[:] = NO_CARD
    lay_deck(table, unseen_cards(view))
    if table.over:
        return
    unknown = pile_count(table) * max(0, hand_size(table) - drawn_cards(table))
    for seat in range(table.seats):
        unknown += view.unseen[seat]
    shuffle(dealer, table.deck, table.dealt, unknown, CARD)
    for seat in range(table.seats):
        imagine_hand(view, table, seat)
    for pile in range(pile_count(table)):
        draw_pile(table, pile, drawn_cards(table), hand_size(table))
    ask_seats(table)
    if view.choice != NO_CARD:
        table.choices[view.viewer] = view.choice
        table.waiting &= ~(1 << view.viewer)


@kernel
def drawn_cards(table):
    """How many cards have been drawn from each pile."""
    if has_own_piles(table):
        return np.int64(min(table.turn - 1, PILE_SIZES[table.variant]))
    return np.int64(table.turn)


@kernel
def imagine_hand(view, table, seat):
    """Complete a hand with cards of the shuffled deck, and note the card that its seat drew for this turn."""
    card = view.drawn
    if view.unseen[seat]:
        table.hands[seat] += draw_hand(table, np.int64(view.unseen[seat]))
        card = table.deck[table.dealt - 1]
    if draws(table, seat):
        note_drawn(table, seat, card)


@kernel
def note_drawn(table, seat, card):
    """Write down which card a seat drew from its pile for this turn: nobody else has seen it yet."""
    table.piles[seat if has_own_piles(table) else 0, drawn_cards(table) - 1] = card
