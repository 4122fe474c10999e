"""The heuristic: an estimate of what a dish is worth to a plate right now, and the moves that follow from it.

It has a weight for each name in `WEIGHTS`. Points that a dish brings at once come from the engine's tables; the weights
price what it may become. All of it uses only what the seat may know: its own hand, and what is public.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from okawari.bots.shares import share_won
from okawari.rules import battle, draft, roll
from okawari.rules.counts import count, some
from okawari.rules.dealer import quick_below
from okawari.rules.desserts import DESSERT_ROWS
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
    PUDDING1,
    SASHIMI,
    SIDES,
    SQUID,
    TEMPURA,
    WASABI,
)
from okawari.rules.kernel import kernels_of
from okawari.rules.points import RUN_BASE, WASABI_TIMES
from okawari.rules.scoring import CARDS, DICE, run_index
from okawari.rules.tables import (
    DESSERT_KINDS,
    DIE_FACES,
    HAS_RUNS,
    MAKI_ICON_COUNTS,
    NIGIRI_POINTS,
    PLAYER_DIE_FACES,
    RUN_POINTS,
    SET_POINTS,
    TOTAL_SIGN,
)
from okawari.rules.traits import Dessert

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
    "the extra plate's": 0.3,
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
    EXTRA_PLATE,
    MAKI_RACE,
    COMES_BACK,
) = range(len(WEIGHTS))

#: What prices desserts.
DESSERT_WEIGHTS = (PUDDING_WORTH, SYMBOL, MOCHI_WORTH, TEA_WORTH, PUDDING_TOKEN_WORTH)


def _weight_of(dessert: Dessert) -> int:
    """What prices a card of a dessert: a single one, each of its symbols, a roll of the die, or a step of a run."""
    if dessert.runs:
        return TEA_WORTH
    if dessert.die:
        return MOCHI_WORTH
    return SYMBOL if len(dessert.played) > 1 else PUDDING_WORTH


def _expected_amounts(dessert: Dessert) -> list[float]:
    """How much each sort of card in a hand counts for on average once it is played."""
    if not dessert.values:
        return [float(amount) for amount in dessert.amounts]
    return [sum(value * n for value, n in dessert.values.items()) / sum(dessert.values.values())]


WEIGHT_OF = np.array([_weight_of(dessert) for dessert in DESSERT_ROWS])
EXPECTED_AMOUNTS = np.array(
    [
        expected + [0.0] * (DESSERT_KINDS - len(expected))
        for expected in (_expected_amounts(dessert) for dessert in DESSERT_ROWS)
    ]
)

#: The weights of a player who thinks of nobody else.
PLAIN = np.array(list(WEIGHTS.values()))

#: Re-rolls that are tried in the head before a menu is spent.
TRIES = 12


@kernel
def set_worth(plates, dish, pieces, weights, hope):
    """What one more tempura, sashimi or dumpling is worth: the points at once, and a share of those to come."""
    n = count(plates, dish)
    now = float(SET_POINTS[pieces, dish, n + 1] - SET_POINTS[pieces, dish, n])
    if dish == TEMPURA:
        return now if now >= 4 else now + weights[TEMPURA_TO_COME] * hope
    if dish == SASHIMI:
        if n % 3 == 2:
            return now
        return now + (weights[SECOND_SASHIMI] if n % 3 == 1 else weights[SASHIMI_TO_COME]) * hope
    return now + weights[DUMPLINGS_TO_COME] * hope if n < 4 else now


@kernel
def dish_worth(plates, wasabi, kind, pieces, weights, hope):
    """What a savoury dish is worth to a plate."""
    if kind <= DUMPLING:
        return set_worth(plates, kind, pieces, weights, hope)
    if MAKI1 <= kind <= MAKI3:
        return (kind - MAKI1 + 1) * weights[MAKI_ICON]
    if EGG <= kind <= SQUID:
        return float(NIGIRI_POINTS[kind - EGG]) * (WASABI_TIMES if wasabi > 0 else 1)
    return weights[WASABI_WORTH] * hope


@kernel
def dessert_worth(table, plate, kind, weights):
    """What a dessert card is worth to a player."""
    weight = weights[WEIGHT_OF[table.dessert]]
    sort = kind - DESSERT
    if HAS_RUNS[table.dessert]:
        index = run_index(table, plate)
        if count(table.desserts[plate], kind) + 1 >= RUN_BASE:
            return 0.0
        now = float(RUN_POINTS[table.dessert, index + RUN_BASE**sort] - RUN_POINTS[table.dessert, index])
        return now + weight
    if PLAYER_DIE_FACES[table.dessert]:
        below_average = 2 * table.player_dice[plate] < PLAYER_DIE_FACES[table.dessert] + 1
        return weight if below_average else -weight
    return EXPECTED_AMOUNTS[table.dessert, sort] * weight


@kernel
def card_worth(table, plate, plates, wasabi, kind, weights, hope):
    """What a card is worth to a player whose plate already holds plates."""
    if kind >= DESSERT:
        return dessert_worth(table, plate, kind, weights)
    if kind == CHOPSTICKS:
        return weights[CHOPSTICKS_WORTH] * hope
    return dish_worth(plates, wasabi, kind, CARDS, weights, hope)


@kernel
def best_of(table, plate, plates, wasabi, cards, weights, hope):
    """The best of some cards for a player whose plate holds plates: what it is worth, and the card as a count."""
    best = 0.0
    card = np.int64(0)
    for kind in range(KINDS):
        if count(cards, kind):
            worth = card_worth(table, plate, plates, wasabi, kind, weights, hope)
            if worth > best:
                best = worth
                card = some(kind)
    return best, card


@kernel
def worth_to(table, plate, cards, weights, hope):
    """What the best of some cards is worth to a player as the plates are now."""
    worth, _ = best_of(table, plate, table.plates[plate], table.wasabi[plate], cards, weights, hope)
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
def hope_of(turns_left, weights):
    """How much of what may come will come, with so many turns left."""
    return min(1.0, turns_left / weights[PLENTY])


@kernel
def draft_move(table, dealer, seat, weights, out):
    """The move with the highest estimate; ties fall at random."""
    n = draft.moves(table, seat, out)
    sign = TOTAL_SIGN[table.variant]
    best = -1e9
    chosen = out[0]
    for k in range(n):
        worth = sign * draft_move_worth(table, seat, np.int64(out[k]), weights) + quick_below(dealer, 1024) * 1e-6
        if worth > best:
            best = worth
            chosen = out[k]
    return np.int64(chosen)


@kernel
def draft_move_worth(table, seat, move, weights):
    """What a choice is worth: one's own cards, less what the neighbour makes of the rest."""
    first, second, extra = draft.decode(move)
    left = draft.turns_left(table)
    hope = hope_of(left, weights)
    plates, wasabi = table.plates[seat], np.int64(table.wasabi[seat])
    worth = card_worth(table, seat, plates, wasabi, first, weights, hope)
    plates, wasabi = plate_after(plates, wasabi, first)
    rest = table.hands[seat] - some(first)
    if second != draft.NO_CARD:
        worth += card_worth(table, seat, plates, wasabi, second, weights, hope) - weights[CHOPSTICKS_WORTH] * hope
        plates, wasabi = plate_after(plates, wasabi, second)
        rest += some(CHOPSTICKS) - some(second)
    if extra != draft.NO_CARD:
        rest -= some(extra)
        worth += weights[EXTRA_PLATE] * worth_to(table, 1 - seat, some(extra), weights, hope)
    if weights[MAKI_RACE]:
        worth += weights[MAKI_RACE] * (race_worth(table, seat, plates) - race_worth(table, seat, table.plates[seat]))
    if weights[NEIGHBOURS_LOSS] or weights[COMES_BACK]:
        worth += worth_of_rest(table, seat, plates, wasabi, rest, left, weights)
    return worth


@kernel
def plate_after(plates, wasabi, kind):
    """A plate and its open wasabi with one more card."""
    if kind >= DESSERT:
        return plates, wasabi
    dips = EGG <= kind <= SQUID and wasabi > 0
    return plates + some(kind), wasabi + np.int64(kind == WASABI) - np.int64(dips)


@kernel
def worth_of_rest(table, seat, plates, wasabi, rest, left, weights):
    """What the hand that is passed on is worth: less what the neighbour takes of it, and what comes back of it."""
    neighbour = (seat + draft.way(table)) % table.seats
    hope = hope_of(left - 1, weights)
    loss, card = best_of(table, neighbour, table.plates[neighbour], table.wasabi[neighbour], rest, weights, hope)
    back = 0.0
    if left >= table.seats:
        back, _ = best_of(table, seat, plates, wasabi, rest - card, weights, hope_of(left - table.seats, weights))
    return weights[COMES_BACK] * back - weights[NEIGHBOURS_LOSS] * loss


@kernel
def battle_move(table, dealer, seat, weights, out):
    """The move of sushi battle with the highest estimate."""
    n = battle.moves(table, seat, out)
    sign = TOTAL_SIGN[table.variant]
    best = -1e9
    chosen = out[0]
    for k in range(n):
        worth = sign * battle_move_worth(table, seat, np.int64(out[k]), weights) + quick_below(dealer, 1024) * 1e-6
        if worth > best:
            best = worth
            chosen = out[k]
    return np.int64(chosen)


@kernel
def battle_move_worth(table, seat, move, weights):
    """What taking a card is worth, less what the other player makes of the cards that are then free."""
    place = move % battle.PLACES
    hope = hope_of(table.left / 2.0, weights)
    kind = np.int64(table.pyramid[place])
    plates = table.plates[seat]
    worth = card_worth(table, seat, plates, table.wasabi[seat], kind, weights, hope)
    if MAKI1 <= kind <= MAKI3:
        worth += weights[MAKI_RACE] * (race_worth(table, seat, plates + some(kind)) - race_worth(table, seat, plates))
    standing = table.standing & ~(np.int64(1) << battle.BIT_OF[place])
    free = battle.free_cards(standing) & ~table.face_down
    others = 0.0
    own_second = 0.0
    for there in range(battle.PLACES):
        if battle.has_card(free, there):
            card = some(table.pyramid[there])
            others = max(others, worth_to(table, 1 - seat, card, weights, hope))
            own_second = max(own_second, worth_to(table, seat, card, weights, hope))
    if move >= battle.PLACES:
        return worth + own_second - weights[CHOPSTICKS_WORTH] * hope - weights[CHOPSTICKS_WORTH]
    return worth - weights[NEIGHBOURS_LOSS] * others


@kernel
def face_worth(table, seat, face, weights, hope):
    """What a die with this face is worth to a tray."""
    if face <= WASABI:
        return dish_worth(table.plates[seat], table.wasabi[seat], face, DICE, weights, hope)
    if face >= PUDDING1:
        return (face - PUDDING1 + 1) * weights[PUDDING_TOKEN_WORTH]
    if face >= CHOPSTICKS1:
        return (face - CHOPSTICKS1 + 1) * weights[CHOPSTICKS_TOKEN_WORTH]
    return (face - MENU1 + 1) * weights[MENU_TOKEN_WORTH]


@kernel
def roll_move(table, dealer, seat, weights, out):
    """The move of Sushi Roll with the highest estimate."""
    dice = np.int64(roll.PLACE_COUNT[table.filled[roll.belt_of(table, seat)]])
    hope = hope_of(dice - 1, weights)
    best_place, best = best_die(table, seat, weights, hope)
    if table.tokens[seat, roll.MENU_TOKEN] > 0 and dice > 1:
        hoped = hoped_after_reroll(table, dealer, seat, weights, hope)
        if hoped > best + weights[MENU_TOKEN_WORTH]:
            return roll.encode_reroll(np.int64(table.filled[roll.belt_of(table, seat)]))
    if table.tokens[seat, roll.CHOPSTICKS_TOKEN] > 0:
        move, gain = best_swap(table, seat, weights, hope, best)
        if gain > weights[CHOPSTICKS_TOKEN_WORTH]:
            return move
    return best_place


@kernel
def best_die(table, seat, weights, hope):
    """The place of the die that is worth most, and what it is worth."""
    belt = roll.belt_of(table, seat)
    best_place = np.int64(-1)
    best = -1e9
    for place in range(roll.PLACES):
        if roll.has_die(table, seat, place):
            worth = face_worth(table, seat, np.int64(table.faces[belt, place]), weights, hope)
            if worth > best:
                best = worth
                best_place = np.int64(place)
    return best_place, best


@kernel
def hoped_after_reroll(table, dealer, seat, weights, hope):
    """What the best die is worth on average if the whole belt is rolled again."""
    belt = roll.belt_of(table, seat)
    total = 0.0
    for _ in range(TRIES):
        best = 0.0
        for place in range(roll.PLACES):
            if roll.has_die(table, seat, place):
                face = np.int64(DIE_FACES[table.dice[belt, place], quick_below(dealer, SIDES)])
                best = max(best, face_worth(table, seat, face, weights, hope))
        total += best
    return total / TRIES


@kernel
def best_swap(table, seat, weights, hope, best):
    """The swap that brings the best die for the worst, and how much better it is than what lies there."""
    belt = roll.belt_of(table, seat)
    worst_place = np.int64(-1)
    worst = 1e9
    for place in range(roll.PLACES):
        if roll.has_die(table, seat, place):
            worth = face_worth(table, seat, np.int64(table.faces[belt, place]), weights, hope)
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
                worth = face_worth(table, seat, face, weights, hope)
                worth += weights[NEIGHBOURS_LOSS] * face_worth(table, other, face, weights, hope)
                if worth - best > gain:
                    gain = worth - best
                    move = roll.encode_swap(worst_place, other, place)
    return move, gain


@kernel
def play_draft(table, dealer, weights_by_seat, out):
    """Play a game to its end, each seat by its own weights."""
    while not table.over:
        for seat in range(table.seats):
            if table.waiting >> seat & 1:
                table.choices[seat] = draft_move(table, dealer, seat, weights_by_seat[seat], out)
        draft.resolve(table, dealer)


@kernel
def play_battle(table, dealer, weights_by_seat, out):
    """Play a sushi battle to its end, each seat by its own weights."""
    while not table.over:
        seat = np.int64(table.to_move)
        battle.take(table, dealer, battle_move(table, dealer, seat, weights_by_seat[seat], out))


@kernel
def play_roll(table, dealer, weights_by_seat, out):
    """Play a game of Sushi Roll to its end, each seat by its own weights."""
    while not table.over:
        seat = np.int64(table.to_move)
        roll.act(table, dealer, roll_move(table, dealer, seat, weights_by_seat[seat], out))


@kernel
def draft_contest(tables, dealers, seed, deals, numbers, weights_by_seat, out, points):
    """Play deals of drafting, each seat by its own weights; points has a row a deal."""
    for deal in range(deals):
        _shuffle_for(dealers[0], seed + deal)
        draft.set_table(tables[0], dealers[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        play_draft(tables[0], dealers[0], weights_by_seat, out)
        note_result(tables[0], points[deal])


@kernel
def battle_contest(tables, dealers, seed, deals, numbers, weights_by_seat, out, points):
    """Play deals of sushi battle, each seat by its own weights."""
    for deal in range(deals):
        _shuffle_for(dealers[0], seed + deal)
        battle.set_table(tables[0], dealers[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        play_battle(tables[0], dealers[0], weights_by_seat, out)
        note_result(tables[0], points[deal])


@kernel
def roll_contest(tables, dealers, seed, deals, numbers, weights_by_seat, out, points):
    """Play deals of Sushi Roll, each seat by its own weights."""
    for deal in range(deals):
        _shuffle_for(dealers[0], seed + deal)
        roll.set_table(tables[0], dealers[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        play_roll(tables[0], dealers[0], weights_by_seat, out)
        note_result(tables[0], points[deal])


@kernel
def _shuffle_for(dealer, deal):
    """Start the luck of a deal, the same for everybody who plays it."""
    dealer.stream = np.uint64(deal) << np.uint64(24)


@kernel
def note_result(table, shares):
    """Write down everybody's share of the win."""
    for seat in range(table.seats):
        shares[seat] = share_won(table, seat)
