"""Taste: what a dish is worth to a plate right now, with simple expectations, and the moves that follow from it.

A taste is a row of weights, one for each name in `WEIGHTS`. Points that a dish brings at once come from the engine's
tables; the weights price what it may become. All of it uses only what the seat may know: its own hand, and what is
public.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from okawari.bots.shares import share_won
from okawari.rules import battle, draft, roll
from okawari.rules.counts import count, some
from okawari.rules.dishes import (
    CHOPSTICKS,
    CHOPSTICKS1,
    DESSERT,
    DUMPLING,
    EGG,
    KINDS,
    MAKI1,
    MAKI3,
    MENU1,
    MOCHI,
    PUDDING1,
    SASHIMI,
    SIDES,
    SQUID,
    STRAWBERRY,
    STRAWBERRY_SYMBOLS,
    TEA,
    TEMPURA,
    WASABI,
    YOGURT,
)
from okawari.rules.host import quick_below
from okawari.rules.kernel import kernels_of
from okawari.rules.menus import GOLF, PILES
from okawari.rules.points import TEA_BASE, WASABI_TIMES
from okawari.rules.scoring import CARDS, DICE, tea_index
from okawari.rules.tables import DIE_FACES, MAKI_ICON_COUNTS, NIGIRI_POINTS, SET_POINTS, TEA_POINTS

kernel = kernels_of(Path(__file__).parent)

#: What can be priced, with the price that a plain player puts on it.
WEIGHTS = {
    "tempura to come": 2.3,
    "sashimi to come": 1.9,
    "second sashimi": 3.6,
    "dumplings to come": 0.9,
    "maki icon": 0.55,
    "wasabi": 4.5,
    "chopsticks": 0.8,
    "pudding": 1.0,
    "symbol": 0.5,
    "mochi": 0.8,
    "tea": 1.2,
    "menu token": 0.9,
    "chopsticks token": 0.6,
    "pudding token": 0.6,
    "turns that count as plenty": 4.5,
    "the neighbour's loss": 0.0,
    "the dummy's": 0.3,
    "maki race": 0.0,
    "what comes back": 0.0,
}
(
    TEMPURA_TO_COME,
    SASHIMI_TO_COME,
    SECOND_SASHIMI,
    DUMPLINGS_TO_COME,
    MAKI_ICON,
    WASABI_WORTH,
    CHOPSTICKS_WORTH,
    PUDDING_WORTH,
    SYMBOL,
    MOCHI_WORTH,
    TEA_WORTH,
    MENU_TOKEN_WORTH,
    CHOPSTICKS_TOKEN_WORTH,
    PUDDING_TOKEN_WORTH,
    PLENTY,
    NEIGHBOURS_LOSS,
    DUMMYS,
    MAKI_RACE,
    COMES_BACK,
) = range(len(WEIGHTS))

#: The taste of somebody who thinks of nobody else.
PLAIN = np.array(list(WEIGHTS.values()))

#: Re-rolls that are tried in the head before a menu is spent.
TRIES = 12


@kernel
def set_worth(plates, dish, book, taste, hope):
    """What one more tempura, sashimi or dumpling is worth: the points at once, and a share of those to come."""
    n = count(plates, dish)
    now = float(SET_POINTS[book, dish, n + 1] - SET_POINTS[book, dish, n])
    if dish == TEMPURA:
        return now if now >= 4 else now + taste[TEMPURA_TO_COME] * hope
    if dish == SASHIMI:
        if n % 3 == 2:
            return now
        return now + (taste[SECOND_SASHIMI] if n % 3 == 1 else taste[SASHIMI_TO_COME]) * hope
    return now + taste[DUMPLINGS_TO_COME] * hope if n < 4 else now


@kernel
def dish_worth(plates, wasabi, kind, book, taste, hope):
    """What a savoury dish is worth to a plate."""
    if kind <= DUMPLING:
        return set_worth(plates, kind, book, taste, hope)
    if MAKI1 <= kind <= MAKI3:
        return (kind - MAKI1 + 1) * taste[MAKI_ICON]
    if EGG <= kind <= SQUID:
        return float(NIGIRI_POINTS[kind - EGG]) * (WASABI_TIMES if wasabi > 0 else 1)
    return taste[WASABI_WORTH] * hope


@kernel
def dessert_worth(table, plate, kind, taste):
    """What a dessert card is worth to a player."""
    sort = kind - DESSERT
    if table.dessert == TEA:
        index = tea_index(table, plate)
        if count(table.desserts[plate], kind) + 1 >= TEA_BASE:
            return 0.0
        now = float(TEA_POINTS[index + TEA_BASE**sort] - TEA_POINTS[index])
        return now + taste[TEA_WORTH]
    if table.dessert == STRAWBERRY:
        return (sort + STRAWBERRY_SYMBOLS) * taste[SYMBOL]
    if table.dessert == YOGURT:
        return 2.0 * taste[SYMBOL]
    if table.dessert == MOCHI:
        return taste[MOCHI_WORTH] if table.mochi[plate] < 4 else -taste[MOCHI_WORTH]
    return taste[PUDDING_WORTH]


@kernel
def card_worth(table, plate, plates, wasabi, kind, taste, hope):
    """What a card is worth to a player whose plate already holds plates."""
    if kind >= DESSERT:
        return dessert_worth(table, plate, kind, taste)
    if kind == CHOPSTICKS:
        return taste[CHOPSTICKS_WORTH] * hope
    return dish_worth(plates, wasabi, kind, CARDS, taste, hope)


@kernel
def best_of(table, plate, plates, wasabi, cards, taste, hope):
    """The best of some cards for a player whose plate holds plates: what it is worth, and the card as a count."""
    best = 0.0
    card = np.int64(0)
    for kind in range(KINDS):
        if count(cards, kind):
            worth = card_worth(table, plate, plates, wasabi, kind, taste, hope)
            if worth > best:
                best = worth
                card = some(kind)
    return best, card


@kernel
def worth_to(table, plate, cards, taste, hope):
    """What the best of some cards is worth to a player as the plates are now."""
    worth, _ = best_of(table, plate, table.plates[plate], table.wasabi[plate], cards, taste, hope)
    return worth


@kernel
def icons_of(plates):
    """Maki rolls on a plate."""
    icons = 0
    for sort in range(MAKI_ICON_COUNTS.size):
        icons += count(plates, MAKI1 + sort) * MAKI_ICON_COUNTS[sort]
    return icons


@kernel
def race_worth(table, seat, plates):
    """What maki would bring if the round ended with these on a seat's plate: all for the lead, half for a tie."""
    others = 0
    for other in range(table.seats):
        if other != seat:
            others = max(others, icons_of(table.plates[other]))
    mine = icons_of(plates)
    return 1.0 if mine > others else 0.5 if mine == others else 0.0


@kernel
def hope_of(turns_left, taste):
    """How much of what may come will come, with so many turns left."""
    return min(1.0, turns_left / taste[PLENTY])


@kernel
def draft_move(table, host, seat, taste, out):
    """The move that a player of this taste likes best; ties fall at random."""
    n = draft.moves(table, seat, out)
    sign = -1.0 if table.variant == GOLF else 1.0
    best = -1e9
    chosen = out[0]
    for k in range(n):
        worth = sign * draft_move_worth(table, seat, np.int64(out[k]), taste) + quick_below(host, 1024) * 1e-6
        if worth > best:
            best = worth
            chosen = out[k]
    return np.int64(chosen)


@kernel
def turns_left(table):
    """Turns of the round after this one; personal piles fill the hands up for the first ones."""
    more = draft.PILE + 1 - table.turn if table.variant == PILES else 0
    return table.held - 1 + max(0, more)


@kernel
def draft_move_worth(table, seat, move, taste):
    """What a choice is worth: one's own cards, less what the neighbour makes of the rest."""
    first, second, dummys = draft.decode(move)
    left = turns_left(table)
    hope = hope_of(left, taste)
    plates, wasabi = table.plates[seat], np.int64(table.wasabi[seat])
    worth = card_worth(table, seat, plates, wasabi, first, taste, hope)
    plates, wasabi = plate_after(plates, wasabi, first)
    rest = table.hands[seat] - some(first)
    if second != draft.NO_CARD:
        worth += card_worth(table, seat, plates, wasabi, second, taste, hope) - taste[CHOPSTICKS_WORTH] * hope
        plates, wasabi = plate_after(plates, wasabi, second)
        rest += some(CHOPSTICKS) - some(second)
    if dummys != draft.NO_CARD:
        rest -= some(dummys)
        worth += taste[DUMMYS] * worth_to(table, 1 - seat, some(dummys), taste, hope)
    if taste[MAKI_RACE]:
        worth += taste[MAKI_RACE] * (race_worth(table, seat, plates) - race_worth(table, seat, table.plates[seat]))
    if taste[NEIGHBOURS_LOSS] or taste[COMES_BACK]:
        worth += worth_of_rest(table, seat, plates, wasabi, rest, left, taste)
    return worth


@kernel
def plate_after(plates, wasabi, kind):
    """A plate and its open wasabi with one more card."""
    if kind >= DESSERT:
        return plates, wasabi
    dips = EGG <= kind <= SQUID and wasabi > 0
    return plates + some(kind), wasabi + np.int64(kind == WASABI) - np.int64(dips)


@kernel
def worth_of_rest(table, seat, plates, wasabi, rest, left, taste):
    """What the hand that is passed on is worth: less what the neighbour takes of it, and what comes back of it."""
    neighbour = (seat + draft.way(table)) % table.seats
    hope = hope_of(left - 1, taste)
    loss, card = best_of(table, neighbour, table.plates[neighbour], table.wasabi[neighbour], rest, taste, hope)
    back = 0.0
    if left >= table.seats:
        back, _ = best_of(table, seat, plates, wasabi, rest - card, taste, hope_of(left - table.seats, taste))
    return taste[COMES_BACK] * back - taste[NEIGHBOURS_LOSS] * loss


@kernel
def battle_move(table, host, seat, taste, out):
    """The move that a player of this taste likes best in sushi battle."""
    n = battle.moves(table, seat, out)
    sign = -1.0 if table.variant == GOLF else 1.0
    best = -1e9
    chosen = out[0]
    for k in range(n):
        worth = sign * battle_move_worth(table, seat, np.int64(out[k]), taste) + quick_below(host, 1024) * 1e-6
        if worth > best:
            best = worth
            chosen = out[k]
    return np.int64(chosen)


@kernel
def battle_move_worth(table, seat, move, taste):
    """What taking a card is worth, less what the other player makes of the cards that are then free."""
    place = move % battle.PLACES
    hope = hope_of(table.left / 2.0, taste)
    kind = np.int64(table.pyramid[place])
    plates = table.plates[seat]
    worth = card_worth(table, seat, plates, table.wasabi[seat], kind, taste, hope)
    if MAKI1 <= kind <= MAKI3:
        worth += taste[MAKI_RACE] * (race_worth(table, seat, plates + some(kind)) - race_worth(table, seat, plates))
    standing = table.standing & ~(np.int64(1) << battle.SPOT[place])
    free = battle.free_cards(standing) & ~table.face_down
    others = 0.0
    own_second = 0.0
    for there in range(battle.PLACES):
        if battle.on(free, there):
            card = some(table.pyramid[there])
            others = max(others, worth_to(table, 1 - seat, card, taste, hope))
            own_second = max(own_second, worth_to(table, seat, card, taste, hope))
    if move >= battle.PLACES:
        return worth + own_second - taste[CHOPSTICKS_WORTH] * hope - taste[CHOPSTICKS_WORTH]
    return worth - taste[NEIGHBOURS_LOSS] * others


@kernel
def face_worth(table, seat, face, taste, hope):
    """What a die with this face is worth to a tray."""
    if face <= WASABI:
        return dish_worth(table.plates[seat], table.wasabi[seat], face, DICE, taste, hope)
    if face >= PUDDING1:
        return (face - PUDDING1 + 1) * taste[PUDDING_TOKEN_WORTH]
    if face >= CHOPSTICKS1:
        return (face - CHOPSTICKS1 + 1) * taste[CHOPSTICKS_TOKEN_WORTH]
    return (face - MENU1 + 1) * taste[MENU_TOKEN_WORTH]


@kernel
def roll_move(table, host, seat, taste, out):
    """The move that a player of this taste likes best in Sushi Roll."""
    dice = np.int64(roll.HOW_MANY[table.filled[roll.belt_of(table, seat)]])
    hope = hope_of(dice - 1, taste)
    best_place, best = best_die(table, seat, taste, hope)
    if table.tokens[seat, roll.MENU_TOKEN] > 0 and dice > 1:
        hoped = hoped_after_reroll(table, host, seat, taste, hope)
        if hoped > best + taste[MENU_TOKEN_WORTH]:
            return roll.encode_reroll(np.int64(table.filled[roll.belt_of(table, seat)]))
    if table.tokens[seat, roll.CHOPSTICKS_TOKEN] > 0:
        move, gain = best_swap(table, seat, taste, hope, best)
        if gain > taste[CHOPSTICKS_TOKEN_WORTH]:
            return move
    return best_place


@kernel
def best_die(table, seat, taste, hope):
    """The place of the die that is worth most, and what it is worth."""
    belt = roll.belt_of(table, seat)
    best_place = np.int64(-1)
    best = -1e9
    for place in range(roll.PLACES):
        if roll.has_die(table, seat, place):
            worth = face_worth(table, seat, np.int64(table.faces[belt, place]), taste, hope)
            if worth > best:
                best = worth
                best_place = np.int64(place)
    return best_place, best


@kernel
def hoped_after_reroll(table, host, seat, taste, hope):
    """What the best die is worth on average if the whole belt is rolled again."""
    belt = roll.belt_of(table, seat)
    total = 0.0
    for _ in range(TRIES):
        best = 0.0
        for place in range(roll.PLACES):
            if roll.has_die(table, seat, place):
                face = np.int64(DIE_FACES[table.dice[belt, place], quick_below(host, SIDES)])
                best = max(best, face_worth(table, seat, face, taste, hope))
        total += best
    return total / TRIES


@kernel
def best_swap(table, seat, taste, hope, best):
    """The swap that brings the best die for the worst, and how much better it is than what lies there."""
    belt = roll.belt_of(table, seat)
    worst_place = np.int64(-1)
    worst = 1e9
    for place in range(roll.PLACES):
        if roll.has_die(table, seat, place):
            worth = face_worth(table, seat, np.int64(table.faces[belt, place]), taste, hope)
            if worth < worst:
                worst = worth
                worst_place = np.int64(place)
    move = np.int64(-1)
    gain = -1e9
    for other in range(table.seats):
        if other == seat:
            continue
        theirs = roll.belt_of(table, other)
        for place in range(roll.PLACES):
            if roll.has_die(table, other, place):
                face = np.int64(table.faces[theirs, place])
                worth = face_worth(table, seat, face, taste, hope)
                worth += taste[NEIGHBOURS_LOSS] * face_worth(table, other, face, taste, hope)
                if worth - best > gain:
                    gain = worth - best
                    move = roll.encode_swap(worst_place, other, place)
    return move, gain


@kernel
def play_draft(table, host, tastes, out):
    """Play a game of people with different tastes to its end."""
    while not table.over:
        for seat in range(table.seats):
            if table.waiting >> seat & 1:
                table.choices[seat] = draft_move(table, host, seat, tastes[seat], out)
        draft.resolve(table, host)


@kernel
def play_battle(table, host, tastes, out):
    """Play a sushi battle of two tastes to its end."""
    while not table.over:
        seat = np.int64(table.to_move)
        battle.take(table, host, battle_move(table, host, seat, tastes[seat], out))


@kernel
def play_roll(table, host, tastes, out):
    """Play a game of Sushi Roll of different tastes to its end."""
    while not table.over:
        seat = np.int64(table.to_move)
        roll.act(table, host, roll_move(table, host, seat, tastes[seat], out))


@kernel
def draft_contest(tables, hosts, seed, deals, numbers, tastes, out, points):
    """Play deals of drafting with a taste a seat; points has a row a deal."""
    for deal in range(deals):
        _shuffle_for(hosts[0], seed + deal)
        draft.set_table(tables[0], hosts[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        play_draft(tables[0], hosts[0], tastes, out)
        note_result(tables[0], points[deal])


@kernel
def battle_contest(tables, hosts, seed, deals, numbers, tastes, out, points):
    """Play deals of sushi battle with a taste a seat."""
    for deal in range(deals):
        _shuffle_for(hosts[0], seed + deal)
        battle.set_table(tables[0], hosts[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        play_battle(tables[0], hosts[0], tastes, out)
        note_result(tables[0], points[deal])


@kernel
def roll_contest(tables, hosts, seed, deals, numbers, tastes, out, points):
    """Play deals of Sushi Roll with a taste a seat."""
    for deal in range(deals):
        _shuffle_for(hosts[0], seed + deal)
        roll.set_table(tables[0], hosts[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        play_roll(tables[0], hosts[0], tastes, out)
        note_result(tables[0], points[deal])


@kernel
def _shuffle_for(host, deal):
    """Start the luck of a deal, the same for everybody who plays it."""
    host.stream = np.uint64(deal) << np.uint64(24)


@kernel
def note_result(table, shares):
    """Write down everybody's share of the win."""
    for seat in range(table.seats):
        shares[seat] = share_won(table, seat)
