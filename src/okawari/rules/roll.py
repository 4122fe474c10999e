"""The roll table of Sushi Roll: dice on belts. All of it is public.

A seat's turn is any number of re-rolls (each costs a menu) and swaps (each costs chopsticks), then keeping one die. A
move is one number:

    0 … 7       keep the die at this place of one's own belt
    8 … 263     re-roll: 8 + a set of places, a bit for each
    264 … 583   swap: 264 + (own place * 5 + other seat) * 8 + place on that seat's belt
"""

from __future__ import annotations

import numpy as np

from okawari.rules import events
from okawari.rules.counts import NONE, some
from okawari.rules.dealer import DIE, SEAT, SIDE, below, quick_below, record_event, shuffle
from okawari.rules.dishes import (
    CHOPSTICKS1,
    CHOPSTICKS_TOKEN,
    DICE_TOTAL,
    MENU1,
    MENU_TOKEN,
    PUDDING1,
    PUDDING_TOKEN,
    SIDES,
    TOKEN_WORDS,
    WASABI,
)
from okawari.rules.kernel import hot_kernel, kernel, record_type
from okawari.rules.plates import DINERS, NOBODY, SEEN_SETTING, SETTING, copy_setting, dip, lay_setting
from okawari.rules.points import ROUNDS, TOKENS_PER_POINT
from okawari.rules.scoring import DICE, end_game, record_totals, score_extremes, score_round
from okawari.rules.tables import DIE_FACES, DIE_OF, HAND_SIZES, ROLL_PRIZE_ROW, TOKEN_START, TOKEN_SUPPLY

#: The longest belt, and so the longest tray.
PLACES = 8
EMPTY = -1
NO_MOVE = -1
TOKEN_SORTS = len(TOKEN_WORDS)
#: With this number of seats the belts slide once more after each round, so that another seat starts.
SLIDES_BETWEEN_ROUNDS = 3

#: For every set of places, given as bits: how many places it has, and the places in order.
_PLACE_SETS = [[place for place in range(PLACES) if places >> place & 1] for places in range(1 << PLACES)]
PLACE_COUNT = np.array([len(places) for places in _PLACE_SETS], np.int8)
PLACE_LIST = np.array([places + [EMPTY] * (PLACES - len(places)) for places in _PLACE_SETS], np.int8)

_REROLL = PLACES
_SWAP = _REROLL + (1 << PLACES)
#: One more than the largest move.
MOVES = _SWAP + PLACES * DINERS * PLACES

#: The public fields. Belts are numbered from the red one to its left, so that they slide without being copied: see
#: `belt_of`. `dice` and `faces` are the sort and the upper face of the die at each place of each belt; `filled` has a
#: bit for each place with a die. `trays` are the faces of the kept dice of each seat, in order. `red` is the seat with
#: the red belt.
_PUBLIC = [
    ("dice", np.int8, (DINERS, PLACES)),
    ("faces", np.int8, (DINERS, PLACES)),
    ("filled", np.int16, DINERS),
    ("trays", np.int8, (DINERS, PLACES)),
    ("tokens", np.int8, (DINERS, TOKEN_SORTS)),
    ("supply", np.int8, TOKEN_SORTS),
    ("red", np.int8),
    ("to_move", np.int8),
]

TABLE = record_type([*SETTING, *_PUBLIC, ("bag", np.int8, DICE_TOTAL)])
VIEW = record_type([*SEEN_SETTING, *_PUBLIC, ("viewer", np.int8)])


@kernel
def encode_swap(own, other, place):
    """The number of the move that swaps the die at one's own place with that at a place of another seat's belt."""
    return _SWAP + (own * DINERS + other) * PLACES + place


@kernel
def encode_reroll(places):
    """The number of the move that re-rolls the dice at a set of places, given as bits."""
    return _REROLL + places


@kernel
def is_keep(move):
    """Whether a move keeps a die, and so ends the turn."""
    return move < _REROLL


@kernel
def is_reroll(move):
    """Whether a move re-rolls dice, and so costs a menu."""
    return _REROLL <= move < _SWAP


@kernel
def rerolled(move):
    """The set of places from the number of a re-roll, as bits."""
    return move - _REROLL


@kernel
def decode_swap(move):
    """One's own place, the other seat, and the place on its belt, from the number of a swap."""
    swap = move - _SWAP
    return swap // (DINERS * PLACES), swap // PLACES % DINERS, swap % PLACES


@kernel
def set_table(table, dealer, menu, dessert, variant, must_have_maki, seats):
    """Write a fresh table with this setting, draw the seat with the red belt, and begin the first round."""
    lay_setting(table, menu, dessert, variant, must_have_maki, seats, seats)
    table.supply[:] = TOKEN_SUPPLY
    table.tokens[:] = 0
    table.dice[:] = EMPTY
    table.faces[:] = EMPTY
    table.filled[:] = 0
    table.trays[:] = EMPTY
    for seat in range(seats):
        for token in range(TOKEN_SORTS):
            table.tokens[seat, token] = TOKEN_START[token]
            table.supply[token] -= TOKEN_START[token]
    table.red = below(dealer, seats, SEAT)
    fill_belts(table, dealer)


@kernel
def fill_belts(table, dealer):
    """Begin the next round: draw dice from the bag onto the belts, and roll them."""
    table.round_no += 1
    table.turn = 1
    dice = np.int64(HAND_SIZES[table.menu, table.variant, table.seats])
    table.bag[:] = DIE_OF
    shuffle(dealer, table.bag, 0, dice * table.seats, DIE)
    for belt in range(table.seats):
        table.filled[belt] = (1 << dice) - 1
    for seat in range(table.seats):
        for place in range(dice):
            table.dice[belt_of(table, seat), place] = table.bag[seat * dice + place]
    record_event(dealer, events.BAG, NOBODY, table.round_no, dice)
    roll_belts(table, dealer)


@hot_kernel
def belt_at(seat, red, seats):
    """The number of the belt in front of a seat: 0 is the red one, and the others lie to its left."""
    belt = np.int64(seat) - red
    return belt + seats if belt < 0 else belt


@hot_kernel
def belt_of(table, seat):
    """The number of the belt in front of a seat of a table."""
    return belt_at(seat, table.red, table.seats)


@kernel
def roll_belts(table, dealer):
    """Roll the dice on all belts; the seat with the red belt is to move."""
    for seat in range(table.seats):
        roll_dice(table, dealer, seat, np.int64(table.filled[belt_of(table, seat)]))
    table.to_move = table.red
    record_event(dealer, events.STARTER, table.red)


@hot_kernel
def roll_dice(table, dealer, seat, places):
    """Roll the dice at a set of places of a seat's belt."""
    belt = belt_of(table, seat)
    for i in range(PLACE_COUNT[places]):
        place = PLACE_LIST[places, i]
        die = table.dice[belt, place]
        face = DIE_FACES[die, below(dealer, SIDES, SIDE + die)]
        table.faces[belt, place] = face
        if dealer.recording:
            record_event(dealer, events.ROLL_DIE, seat, place, die, face)


@hot_kernel
def has_die(table, seat, place):
    """Whether a die lies at a place of a seat's belt."""
    return table.filled[belt_of(table, seat)] >> place & 1 > 0


@kernel
def refusal(table, seat, move):
    """The number of the problem with a seat's move, or FINE if it is legal."""
    if table.over:
        return events.GAME_OVER
    if seat != table.to_move:
        return events.NOT_YOUR_TURN
    if move < 0 or move >= MOVES:
        return events.UNREADABLE_MOVE
    if is_keep(move):
        return events.FINE if has_die(table, seat, move) else events.PLACE_EMPTY
    if is_reroll(move):
        return refusal_of_reroll(table, seat, rerolled(move))
    return refusal_of_swap(table, seat, move)


@kernel
def refusal_of_reroll(table, seat, places):
    """The number of the problem with re-rolling the dice at a set of places, or FINE."""
    if places == 0:
        return events.REROLL_NOTHING
    if table.tokens[seat, MENU_TOKEN] == 0:
        return events.NO_MENU_TOKEN
    if places & ~np.int64(table.filled[belt_of(table, seat)]):
        return events.PLACE_EMPTY
    return events.FINE


@kernel
def refusal_of_swap(table, seat, move):
    """The number of the problem with a swap, or FINE."""
    own, other, place = decode_swap(move)
    if other == seat:
        return events.SWAP_OWN
    if table.tokens[seat, CHOPSTICKS_TOKEN] == 0:
        return events.NO_CHOPSTICKS_TOKEN
    if other >= table.seats or not has_die(table, seat, own) or not has_die(table, other, place):
        return events.PLACE_EMPTY
    return events.FINE


@kernel
def choose(table, dealer, seat, move):
    """Play a seat's move, if it is legal. The problem, or FINE."""
    problem = refusal(table, seat, move)
    if problem == events.FINE:
        act(table, dealer, move)
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
        act(table, dealer, random_move(table, dealer, np.int64(table.to_move)))


@kernel
def act(table, dealer, move):
    """Play a legal move of the seat whose turn it is; keeping a die passes the turn on."""
    seat = np.int64(table.to_move)
    if is_keep(move):
        keep_die(table, dealer, seat, move)
        pass_turn(table, dealer)
    elif is_reroll(move):
        reroll(table, dealer, seat, rerolled(move))
    else:
        swap(table, dealer, seat, move)


@kernel
def spend(table, seat, token):
    """Return one of a seat's tokens to the supply."""
    table.tokens[seat, token] -= 1
    table.supply[token] += 1


@kernel
def reroll(table, dealer, seat, places):
    """Spend a menu, and roll the dice at a set of places of the seat's belt again."""
    spend(table, seat, MENU_TOKEN)
    record_event(dealer, events.REROLL, seat)
    roll_dice(table, dealer, seat, places)


@kernel
def swap(table, dealer, seat, move):
    """Spend chopsticks, and exchange a die of the seat's belt with one of another belt; both keep their faces."""
    own, other, place = decode_swap(move)
    spend(table, seat, CHOPSTICKS_TOKEN)
    mine, theirs = belt_of(table, seat), belt_of(table, other)
    record_event(dealer, events.SWAP, seat, own, table.faces[mine, own], other, place, table.faces[theirs, place])
    table.dice[mine, own], table.dice[theirs, place] = table.dice[theirs, place], table.dice[mine, own]
    table.faces[mine, own], table.faces[theirs, place] = table.faces[theirs, place], table.faces[mine, own]


@kernel
def keep_die(table, dealer, seat, place):
    """Move a die from the seat's belt to its tray, and take the tokens that the face brings."""
    belt = belt_of(table, seat)
    face = np.int64(table.faces[belt, place])
    table.dice[belt, place] = EMPTY
    table.faces[belt, place] = EMPTY
    table.filled[belt] &= ~(1 << place)
    table.trays[seat, table.turn - 1] = face
    dipped = put_dish(table, seat, face)
    record_event(dealer, events.KEEP, seat, place, face, dipped)
    if face >= PUDDING1:
        get_tokens(table, dealer, seat, PUDDING_TOKEN, face - PUDDING1 + 1)
    elif face >= CHOPSTICKS1:
        get_tokens(table, dealer, seat, CHOPSTICKS_TOKEN, face - CHOPSTICKS1 + 1)
    elif face >= MENU1:
        get_tokens(table, dealer, seat, MENU_TOKEN, face - MENU1 + 1)


@hot_kernel
def put_dish(table, seat, face):
    """Add the dish of a kept die to a plate, none for tokens; 1 if it is a nigiri that went on wasabi."""
    if face > WASABI:
        return np.int64(0)
    table.plates[seat] += some(face)
    return dip(table, seat, face)


@kernel
def get_tokens(table, dealer, seat, token, wanted):
    """Move tokens from the supply to a seat: as many as are wanted, or as are left."""
    got = min(wanted, np.int64(table.supply[token]))
    table.supply[token] -= got
    table.tokens[seat, token] += got
    record_event(dealer, events.GET_TOKENS, seat, token, got, wanted)


@kernel
def pass_turn(table, dealer):
    """Pass the turn to the seat on the left; after the last seat the belts slide, or the round ends."""
    table.to_move = (table.to_move + 1) % table.seats
    if table.to_move != table.red:
        return
    if table.turn < HAND_SIZES[table.menu, table.variant, table.seats]:
        slide_belts(table, dealer)
        table.turn += 1
        roll_belts(table, dealer)
    else:
        finish_round(table, dealer)


@kernel
def slide_belts(table, dealer):
    """Move every belt with its dice one seat to the left."""
    table.red = (table.red + 1) % table.seats
    record_event(dealer, events.SLIDE, NOBODY)


@kernel
def finish_round(table, dealer):
    """Score the round, clear the trays, and begin the next round or end the game."""
    score_round(table, dealer, DICE)
    table.trays[:] = EMPTY
    for seat in range(table.seats):
        table.plates[seat] = NONE
        table.wasabi[seat] = 0
        table.dipped[seat] = NONE
    if table.round_no < ROUNDS:
        if table.seats == SLIDES_BETWEEN_ROUNDS:
            slide_belts(table, dealer)
        fill_belts(table, dealer)
    else:
        score_tokens(table, dealer)


@kernel
def score_tokens(table, dealer):
    """Score pudding tokens and unused tokens, name the winners and end the game."""
    for seat in range(table.seats):
        table.amounts[seat] = table.tokens[seat, PUDDING_TOKEN]
    score_extremes(table, dealer, ROLL_PRIZE_ROW)
    for seat in range(table.seats):
        unused = np.int64(table.tokens[seat, MENU_TOKEN]) + table.tokens[seat, CHOPSTICKS_TOKEN]
        won = unused // TOKENS_PER_POINT
        table.points[seat] += won
        record_event(dealer, events.LINE, seat, events.L_TOKENS, won, events.BY_TOKENS, unused)
    record_totals(table, dealer)
    end_game(table, dealer)


@kernel
def score_laid(table, dealer, final):
    """Score a table that was laid, not played: the round, or the end of the game by the tokens."""
    if final:
        score_tokens(table, dealer)
    else:
        score_round(table, dealer, DICE)


@kernel
def moves(table, seat, out):
    """Write all legal moves of a seat into out; returns how many there are. The seat's view will do for the table."""
    if table.over or seat != table.to_move:
        return 0
    n = write_keeps(table, seat, out)
    if table.tokens[seat, MENU_TOKEN]:
        n = write_rerolls(table, seat, out, n)
    if table.tokens[seat, CHOPSTICKS_TOKEN]:
        n = write_swaps(table, seat, out, n)
    return n


@kernel
def write_keeps(table, seat, out):
    """Write the moves that keep a die into out; returns the index after the last."""
    places = table.filled[belt_of(table, seat)]
    for i in range(PLACE_COUNT[places]):
        out[i] = PLACE_LIST[places, i]
    return np.int64(PLACE_COUNT[places])


@kernel
def write_rerolls(table, seat, out, n):
    """Write the re-rolls of every set of dice into out from index n on; returns the index after the last."""
    empty = ~np.int64(table.filled[belt_of(table, seat)])
    for places in range(1, 1 << PLACES):
        if places & empty == 0:
            out[n] = encode_reroll(places)
            n += 1
    return n


@kernel
def write_swaps(table, seat, out, n):
    """Write the swaps with dice of other belts into out from index n on; returns the index after the last."""
    mine = table.filled[belt_of(table, seat)]
    for i in range(PLACE_COUNT[mine]):
        own = np.int64(PLACE_LIST[mine, i])
        for other in range(table.seats):
            theirs = table.filled[belt_of(table, other)]
            for k in range(PLACE_COUNT[theirs] if other != seat else 0):
                out[n] = encode_swap(own, other, PLACE_LIST[theirs, k])
                n += 1
    return n


@kernel
def random_place(table, dealer, seat):
    """The place of a random die on a seat's belt, which must have one."""
    places = table.filled[belt_of(table, seat)]
    return np.int64(PLACE_LIST[places, quick_below(dealer, PLACE_COUNT[places])])


@kernel
def random_move(table, dealer, seat):
    """A random legal move of the seat whose turn it is: keeping and what its tokens allow are equally likely."""
    menus = table.tokens[seat, MENU_TOKEN] > 0
    chopsticks = table.tokens[seat, CHOPSTICKS_TOKEN] > 0
    act = quick_below(dealer, 1 + menus + chopsticks)
    place = random_place(table, dealer, seat)
    if act == 0:
        return place
    if act == 1 and menus:
        some_dice = quick_below(dealer, 1 << PLACES) | 1 << place
        return encode_reroll(some_dice & table.filled[belt_of(table, seat)])
    other = (seat + 1 + quick_below(dealer, table.seats - 1)) % table.seats
    if table.filled[belt_of(table, other)]:
        return encode_swap(place, other, random_place(table, dealer, other))
    return place


@kernel
def copy_public(table, view):
    """Copy the public fields from a table to a view, or from a view to a table."""
    copy_setting(table, view)
    view.red = table.red
    view.to_move = table.to_move
    view.dice[:] = table.dice
    view.faces[:] = table.faces
    view.filled[:] = table.filled
    view.trays[:] = table.trays
    view.tokens[:] = table.tokens
    view.supply[:] = table.supply


@kernel
def look(table, seat, view):
    """Write the view of a seat into a zeroed view: all but luck to come is public in Sushi Roll."""
    view.viewer = seat
    copy_public(table, view)
    if table.over:
        view.to_move = NOBODY


@kernel
def unseen_cards(view):
    """The cards that nobody has seen: none, for there are no cards."""
    return np.int64(NONE)


@kernel
def imagine(view, dealer, table):
    """Write the table of a view: all of it is known, with a full bag for the next round."""
    copy_public(view, table)
    table.bag[:] = DIE_OF
