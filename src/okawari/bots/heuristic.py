"""The heuristic: an estimate of what a dish is worth to a plate right now, and the moves that follow from it.

It has a weight for each name in `WEIGHTS`. Points that a dish brings at once come from the engine's tables; the weights
price what it may bring later in the round. Only what the seat may know is used: its own hand, and what is public.

Arguments that many kernels share: `contents` is a plate's cards, counted by kind; `wasabi` the number of wasabi on it
without a nigiri; `discount`, from 0 to 1, the share of later points that is expected with the turns that are left.
"""

from __future__ import annotations

import numpy as np

from okawari.bots.shares import share_won
from okawari.rules import battle, draft, roll
from okawari.rules.counts import count, some
from okawari.rules.dealer import DEALER, quick_below
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
from okawari.rules.kernel import array, entry_point, kernel
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
    RUN_STEPS,
    SET_POINTS,
    TOTAL_SIGN,
)
from okawari.rules.traits import Dessert

#: The weights by name, with the values of the plain player. Most are prices in points.
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

#: The weights that price desserts.
DESSERT_WEIGHTS = (PUDDING_WORTH, SYMBOL, MOCHI_WORTH, TEA_WORTH, PUDDING_TOKEN_WORTH)


def _weight_of(dessert: Dessert) -> int:
    """The weight that prices a dessert: for each card, each symbol, each roll of its die, or each step of a run."""
    if dessert.runs:
        return TEA_WORTH
    if dessert.die:
        return MOCHI_WORTH
    return SYMBOL if len(dessert.played) > 1 else PUDDING_WORTH


def _expected_amounts(dessert: Dessert) -> list[float]:
    """For each sort of a dessert's cards, the mean amount that it counts once it is played."""
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

#: The weights of the plain player, who ignores the other players.
PLAIN = np.array(list(WEIGHTS.values()))

#: Samples by which the value of a re-roll is estimated.
REROLL_SAMPLES = 12


@kernel
def set_worth(contents, dish, pieces, weights, discount):
    """The worth of one more tempura, sashimi or dumpling: its points now, and a discounted price of those to come."""
    n = count(contents, dish)
    now = float(SET_POINTS[pieces, dish, n + 1] - SET_POINTS[pieces, dish, n])
    if dish == TEMPURA:
        return now if now >= 4 else now + weights[TEMPURA_TO_COME] * discount
    if dish == SASHIMI:
        if n % 3 == 2:
            return now
        return now + (weights[SECOND_SASHIMI] if n % 3 == 1 else weights[SASHIMI_TO_COME]) * discount
    return now + weights[DUMPLINGS_TO_COME] * discount if n < 4 else now


@kernel
def dish_worth(contents, wasabi, kind, pieces, weights, discount):
    """The worth of one more card or die of a savoury kind (not chopsticks) on a plate."""
    if kind <= DUMPLING:
        return set_worth(contents, kind, pieces, weights, discount)
    if MAKI1 <= kind <= MAKI3:
        return (kind - MAKI1 + 1) * weights[MAKI_ICON]
    if EGG <= kind <= SQUID:
        return float(NIGIRI_POINTS[kind - EGG]) * (WASABI_TIMES if wasabi > 0 else 1)
    return weights[WASABI_WORTH] * discount


@kernel
def dessert_worth(table, plate, kind, weights):
    """The worth of a dessert card to a plate."""
    weight = weights[WEIGHT_OF[table.dessert]]
    sort = kind - DESSERT
    if HAS_RUNS[table.dessert]:
        index = run_index(table, plate)
        if count(table.desserts[plate], kind) + 1 >= RUN_BASE:
            return 0.0
        now = float(RUN_POINTS[table.dessert, index + RUN_STEPS[sort]] - RUN_POINTS[table.dessert, index])
        return now + weight
    if PLAYER_DIE_FACES[table.dessert]:
        below_average = 2 * table.player_dice[plate] < PLAYER_DIE_FACES[table.dessert] + 1
        return weight if below_average else -weight
    return EXPECTED_AMOUNTS[table.dessert, sort] * weight


@kernel
def card_worth(table, plate, contents, wasabi, kind, weights, discount):
    """The worth of a card of any kind to a plate with these contents."""
    if kind >= DESSERT:
        return dessert_worth(table, plate, kind, weights)
    if kind == CHOPSTICKS:
        return weights[CHOPSTICKS_WORTH] * discount
    return dish_worth(contents, wasabi, kind, CARDS, weights, discount)


@kernel
def best_of(table, plate, contents, wasabi, cards, weights, discount):
    """The card with the highest worth to a plate with these contents: (worth, the card as a count); (0, 0) for none."""
    best = 0.0
    card = np.int64(0)
    for kind in range(KINDS):
        if count(cards, kind):
            worth = card_worth(table, plate, contents, wasabi, kind, weights, discount)
            if worth > best:
                best = worth
                card = some(kind)
    return best, card


@kernel
def worth_to(table, plate, cards, weights, discount):
    """The highest worth among some cards to a plate as it is at the table now."""
    worth, _ = best_of(table, plate, table.plates[plate], table.wasabi[plate], cards, weights, discount)
    return worth


@kernel
def icons_of(contents):
    """The number of maki icons on a plate with these contents."""
    icons = 0
    for sort in range(MAKI_ICON_COUNTS.size):
        icons += count(contents, MAKI1 + sort) * MAKI_ICON_COUNTS[sort]
    return icons


@kernel
def race_worth(table, seat, contents):
    """A seat's place in maki if its plate had these contents: 1 for the lead, 0.5 for a tie, else 0."""
    others = 0
    for other in range(table.seats):
        if other != seat:
            others = max(others, icons_of(table.plates[other]))
    mine = icons_of(contents)
    return 1.0 if mine > others else 0.5 if mine == others else 0.0


@kernel
def discount_for(turns_left, weights):
    """The discount of later points: proportional to the turns that are left, at most 1."""
    return min(1.0, turns_left / weights[PLENTY])


@kernel
def draft_move(table, dealer, seat, weights, out):
    """The move of drafting with the highest estimate, ties broken at random; `out` is a buffer for moves."""
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
    """The estimate of a move: the worth of its cards, and of the hand that is passed on."""
    first, second, extra = draft.decode(move)
    left = draft.turns_left(table)
    discount = discount_for(left, weights)
    contents, wasabi = table.plates[seat], np.int64(table.wasabi[seat])
    worth = card_worth(table, seat, contents, wasabi, first, weights, discount)
    contents, wasabi = plate_after(contents, wasabi, first)
    rest = table.hands[seat] - some(first)
    if second != draft.NO_CARD:
        worth += (
            card_worth(table, seat, contents, wasabi, second, weights, discount) - weights[CHOPSTICKS_WORTH] * discount
        )
        contents, wasabi = plate_after(contents, wasabi, second)
        rest += some(CHOPSTICKS) - some(second)
    if extra != draft.NO_CARD:
        rest -= some(extra)
        worth += weights[EXTRA_PLATE] * worth_to(table, 1 - seat, some(extra), weights, discount)
    if weights[MAKI_RACE]:
        worth += weights[MAKI_RACE] * (race_worth(table, seat, contents) - race_worth(table, seat, table.plates[seat]))
    if weights[NEIGHBOURS_LOSS] or weights[COMES_BACK]:
        worth += worth_of_rest(table, seat, contents, wasabi, rest, left, weights)
    return worth


@kernel
def plate_after(contents, wasabi, kind):
    """(contents, wasabi) of a plate after one more card."""
    if kind >= DESSERT:
        return contents, wasabi
    dips = EGG <= kind <= SQUID and wasabi > 0
    return contents + some(kind), wasabi + np.int64(kind == WASABI) - np.int64(dips)


@kernel
def worth_of_rest(table, seat, contents, wasabi, rest, left, weights):
    """The worth of passing `rest` on: the best card left when it returns, less the best one for the neighbour."""
    neighbour = (seat + draft.way(table)) % table.seats
    discount = discount_for(left - 1, weights)
    loss, card = best_of(table, neighbour, table.plates[neighbour], table.wasabi[neighbour], rest, weights, discount)
    back = 0.0
    if left >= table.seats:
        back, _ = best_of(
            table, seat, contents, wasabi, rest - card, weights, discount_for(left - table.seats, weights)
        )
    return weights[COMES_BACK] * back - weights[NEIGHBOURS_LOSS] * loss


@kernel
def battle_move(table, dealer, seat, weights, out):
    """The move of sushi battle with the highest estimate, ties broken at random; `out` is a buffer for moves."""
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
    """The estimate of a move: the worth of the card, less that of the best card which is then free to the opponent."""
    place = move % battle.PLACES
    discount = discount_for(table.left / 2.0, weights)
    kind = np.int64(table.pyramid[place])
    contents = table.plates[seat]
    worth = card_worth(table, seat, contents, table.wasabi[seat], kind, weights, discount)
    if MAKI1 <= kind <= MAKI3:
        worth += weights[MAKI_RACE] * (
            race_worth(table, seat, contents + some(kind)) - race_worth(table, seat, contents)
        )
    standing = table.standing & ~(np.int64(1) << battle.BIT_OF[place])
    free = battle.free_cards(standing) & ~table.face_down
    others = 0.0
    own_second = 0.0
    for there in range(battle.PLACES):
        if battle.has_card(free, there):
            card = some(table.pyramid[there])
            others = max(others, worth_to(table, 1 - seat, card, weights, discount))
            own_second = max(own_second, worth_to(table, seat, card, weights, discount))
    if move >= battle.PLACES:
        return worth + own_second - weights[CHOPSTICKS_WORTH] * discount - weights[CHOPSTICKS_WORTH]
    return worth - weights[NEIGHBOURS_LOSS] * others


@kernel
def face_worth(table, seat, face, weights, discount):
    """The worth of a die with this face to a seat's tray."""
    if face <= WASABI:
        return dish_worth(table.plates[seat], table.wasabi[seat], face, DICE, weights, discount)
    if face >= PUDDING1:
        return (face - PUDDING1 + 1) * weights[PUDDING_TOKEN_WORTH]
    if face >= CHOPSTICKS1:
        return (face - CHOPSTICKS1 + 1) * weights[CHOPSTICKS_TOKEN_WORTH]
    return (face - MENU1 + 1) * weights[MENU_TOKEN_WORTH]


@kernel
def roll_move(table, dealer, seat, weights, out):
    """The move of Sushi Roll with the highest estimate: keep a die, re-roll the whole belt, or swap the worst die."""
    dice = np.int64(roll.PLACE_COUNT[table.filled[roll.belt_of(table, seat)]])
    discount = discount_for(dice - 1, weights)
    best_place, best = best_die(table, seat, weights, discount)
    if table.tokens[seat, roll.MENU_TOKEN] > 0 and dice > 1:
        expected = expected_after_reroll(table, dealer, seat, weights, discount)
        if expected > best + weights[MENU_TOKEN_WORTH]:
            return roll.encode_reroll(np.int64(table.filled[roll.belt_of(table, seat)]))
    if table.tokens[seat, roll.CHOPSTICKS_TOKEN] > 0:
        move, gain = best_swap(table, seat, weights, discount, best)
        if gain > weights[CHOPSTICKS_TOKEN_WORTH]:
            return move
    return best_place


@kernel
def best_die(table, seat, weights, discount):
    """(place, worth) of the best die on a seat's belt."""
    belt = roll.belt_of(table, seat)
    best_place = np.int64(-1)
    best = -1e9
    for place in range(roll.PLACES):
        if roll.has_die(table, seat, place):
            worth = face_worth(table, seat, np.int64(table.faces[belt, place]), weights, discount)
            if worth > best:
                best = worth
                best_place = np.int64(place)
    return best_place, best


@kernel
def expected_after_reroll(table, dealer, seat, weights, discount):
    """The mean worth of the best die after a re-roll of the whole belt, estimated by sampling."""
    belt = roll.belt_of(table, seat)
    total = 0.0
    for _ in range(REROLL_SAMPLES):
        best = 0.0
        for place in range(roll.PLACES):
            if roll.has_die(table, seat, place):
                face = np.int64(DIE_FACES[table.dice[belt, place], quick_below(dealer, SIDES)])
                best = max(best, face_worth(table, seat, face, weights, discount))
        total += best
    return total / REROLL_SAMPLES


@kernel
def best_swap(table, seat, weights, discount, best):
    """(move, gain) of the best swap of a seat's worst die; the gain is over `best`, the best die on its own belt."""
    belt = roll.belt_of(table, seat)
    worst_place = np.int64(-1)
    worst = 1e9
    for place in range(roll.PLACES):
        if roll.has_die(table, seat, place):
            worth = face_worth(table, seat, np.int64(table.faces[belt, place]), weights, discount)
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
                worth = face_worth(table, seat, face, weights, discount)
                worth += weights[NEIGHBOURS_LOSS] * face_worth(table, other, face, weights, discount)
                if worth - best > gain:
                    gain = worth - best
                    move = roll.encode_swap(worst_place, other, place)
    return move, gain


@kernel
def play_draft(table, dealer, weights_by_seat, out):
    """Play a drafting game to its end, each seat by its own row of weights."""
    while not table.over:
        for seat in range(table.seats):
            if table.waiting >> seat & 1:
                table.choices[seat] = draft_move(table, dealer, seat, weights_by_seat[seat], out)
        draft.resolve(table, dealer)


@kernel
def play_battle(table, dealer, weights_by_seat, out):
    """Play a sushi battle to its end, each seat by its own row of weights."""
    while not table.over:
        seat = np.int64(table.to_move)
        battle.take(table, dealer, battle_move(table, dealer, seat, weights_by_seat[seat], out))


@kernel
def play_roll(table, dealer, weights_by_seat, out):
    """Play a game of Sushi Roll to its end, each seat by its own row of weights."""
    while not table.over:
        seat = np.int64(table.to_move)
        roll.act(table, dealer, roll_move(table, dealer, seat, weights_by_seat[seat], out))


#: The types of the other arguments of contests, and of the choices below.
_CONTEST = (array(DEALER), int, int, array(np.int64), array(np.float64, 2), array(np.int16), array(np.float64, 2))
_CHOICE = (array(DEALER), int, array(np.float64), array(np.int16))


@entry_point(array(draft.TABLE), *_CHOICE)
def choose_draft(tables, dealers, seat, weights, out):
    """The move of drafting with the highest estimate."""
    return draft_move(tables[0], dealers[0], seat, weights, out)


@entry_point(array(battle.TABLE), *_CHOICE)
def choose_battle(tables, dealers, seat, weights, out):
    """The move of sushi battle with the highest estimate."""
    return battle_move(tables[0], dealers[0], seat, weights, out)


@entry_point(array(roll.TABLE), *_CHOICE)
def choose_roll(tables, dealers, seat, weights, out):
    """The move of Sushi Roll with the highest estimate."""
    return roll_move(tables[0], dealers[0], seat, weights, out)


@entry_point(array(draft.TABLE), *_CONTEST)
def draft_contest(tables, dealers, seed, deals, numbers, weights_by_seat, out, shares):
    """Play games of drafting and write the shares of the win, a row a game; deal n is shuffled by seed + n."""
    for deal in range(deals):
        _seed_deal(dealers[0], seed + deal)
        draft.set_table(tables[0], dealers[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        play_draft(tables[0], dealers[0], weights_by_seat, out)
        write_shares(tables[0], shares[deal])


@entry_point(array(battle.TABLE), *_CONTEST)
def battle_contest(tables, dealers, seed, deals, numbers, weights_by_seat, out, shares):
    """Play games of sushi battle and write the shares of the win, a row a game; deal n is shuffled by seed + n."""
    for deal in range(deals):
        _seed_deal(dealers[0], seed + deal)
        battle.set_table(tables[0], dealers[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        play_battle(tables[0], dealers[0], weights_by_seat, out)
        write_shares(tables[0], shares[deal])


@entry_point(array(roll.TABLE), *_CONTEST)
def roll_contest(tables, dealers, seed, deals, numbers, weights_by_seat, out, shares):
    """Play games of Sushi Roll and write the shares of the win, a row a game; deal n is rolled by seed + n."""
    for deal in range(deals):
        _seed_deal(dealers[0], seed + deal)
        roll.set_table(tables[0], dealers[0], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        play_roll(tables[0], dealers[0], weights_by_seat, out)
        write_shares(tables[0], shares[deal])


@kernel
def _seed_deal(dealer, deal):
    """Seed the dealer for a deal, so that the same number always gives the same luck."""
    dealer.stream = np.uint64(deal) << np.uint64(24)


@kernel
def write_shares(table, shares):
    """Write each seat's share of the win of a game that is over."""
    for seat in range(table.seats):
        shares[seat] = share_won(table, seat)
