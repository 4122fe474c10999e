"""Kernels that find the reasons for a move: measured differences in points by plate and dish.

A reason is a row of six numbers:

    0      1        2       3                  4              5
    code   points   error   number in DISHES   kind or face   seat

Points and error are in hundredths. Points are above zero if the difference is good for the seat that chooses. NONE
stands where a reason has no dish, card or seat.

The kernels `*_reasons` take a view, its seat, and the moves that were tried with their bills; they write the largest
reasons of the move in one column: by which it differs from the move in the column `rival`, or if that is NONE from the
mean of all others. For that `totals` has the sums of the bills over the moves (see `add_bills`). They return the number
of rows.
"""

from __future__ import annotations

import numpy as np

from okawari.bots.coach.estimates import error_of
from okawari.bots.coach.trials import LEAST, SQUISHY
from okawari.rules import battle, draft, roll
from okawari.rules.counts import count
from okawari.rules.desserts import DESSERT_ROWS
from okawari.rules.dishes import (
    CHOPSTICKS,
    CHOPSTICKS1,
    DESSERT,
    DUMPLING,
    EGG,
    FACE_WORDS,
    KINDS,
    MAKI1,
    MENU1,
    PUDDING1,
    SQUID,
    WASABI,
)
from okawari.rules.events import L_CHOPSTICKS, L_DESSERT, L_MAKI, L_NIGIRI, L_ROLL_DESSERT, L_TOKENS
from okawari.rules.kernel import array, entry_point, kernel
from okawari.rules.plates import NO_CARD
from okawari.rules.scoring import CARDS, DICE
from okawari.rules.tables import HAS_RUNS, SET_SIZES, TOTAL_SIGN

#: The smallest difference in points that is a reason.
LEAST_DIFFERENCE = 0.25
#: The fewest points of a card left to the neighbour that are a reason: some card is always left.
LEAST_LEFT = 1.0
#: The most reasons of a move: about the seat's own plate, and about other plates.
MOST_OWN, MOST_OTHERS = 2, 1

#: The codes of all reasons.
CODES = (
    "completes",
    "towards",
    "dumplings",
    "maki-gained",
    "maki-lost",
    "on-wasabi",
    "wasabi-for-later",
    "nigiri",
    "chopsticks-for-later",
    "dessert-most",
    "dessert-behind",
    "dessert-safe",
    "dessert-fewest",
    "tea",
    "squishy-gained",
    "squishy-lost",
    "tokens-for-later",
    "tokens-kept",
    "tokens-spent",
    "more",
    "less",
    "denies",
    "gives",
    "leaves",
    "golf-avoids",
    "golf-takes",
    "golf-gives",
    "golf-spares",
    "even",
    "only",
)
(
    _COMPLETES,
    _TOWARDS,
    _DUMPLINGS,
    _MAKI_GAINED,
    _MAKI_LOST,
    _ON_WASABI,
    _WASABI_FOR_LATER,
    _NIGIRI,
    _CHOPSTICKS_FOR_LATER,
    _DESSERT_MOST,
    _DESSERT_BEHIND,
    _DESSERT_SAFE,
    _DESSERT_FEWEST,
    _TEA,
    _SQUISHY_GAINED,
    _SQUISHY_LOST,
    _TOKENS_FOR_LATER,
    _TOKENS_KEPT,
    _TOKENS_SPENT,
    _MORE,
    _LESS,
    _DENIES,
    _GIVES,
    _LEAVES,
    _GOLF_AVOIDS,
    _GOLF_TAKES,
    _GOLF_GIVES,
    _GOLF_SPARES,
    _EVEN,
    _ONLY,
) = range(len(CODES))

NONE = -1
#: The numbers of a row, and the most rows of a move.
WIDTH = 6
MOST_ROWS = MOST_OWN + MOST_OTHERS

#: The number in DISHES of the line on which a card or die scores: by dessert and kind, and by face. NONE for a menu.
CARD_DISHES = np.full((len(DESSERT_ROWS), KINDS), L_NIGIRI, np.int64)
FACE_DISHES = np.full(len(FACE_WORDS), L_NIGIRI, np.int64)
for _rows in (CARD_DISHES, FACE_DISHES):
    _rows[..., : DUMPLING + 1] = np.arange(DUMPLING + 1)
    _rows[..., MAKI1:EGG] = L_MAKI
CARD_DISHES[:, CHOPSTICKS] = L_CHOPSTICKS
CARD_DISHES[:, DESSERT:] = L_DESSERT + np.arange(len(DESSERT_ROWS))[:, None]
FACE_DISHES[MENU1:CHOPSTICKS1] = NONE
FACE_DISHES[CHOPSTICKS1:PUDDING1] = L_CHOPSTICKS
FACE_DISHES[PUDDING1:] = L_ROLL_DESSERT

_BILLS, _TOTALS, _MOVES, _ROWS = array(np.int16, 4), array(np.int64, 3), array(np.int64), array(np.int64, 2)
#: The types of the arguments of `*_reasons` from the seat on.
_REASONS = (int, _MOVES, _BILLS, _TOTALS, int, int, _ROWS)

#: Splits a number into halves whose products with small integers are exact.
_SPLIT = float(2**27 + 1)


@kernel
def hundredths(points):
    """Points in hundredths, correctly rounded to a whole number, halves to an even one."""
    size = abs(points)
    # The upper half of the digits and the rest: multiplied by 100, both are exact.
    scaled = size * _SPLIT
    upper = scaled - (scaled - size)
    product = upper * 100.0
    whole = np.int64(product)
    beyond = (product - whole - 0.5) + (size - upper) * 100.0
    if beyond > 0 or (beyond == 0 and whole & 1):
        whole += 1
    return whole if points >= 0 else -whole


@entry_point(_BILLS, _TOTALS)
def add_bills(bills, totals):
    """Write the sums of the bills of all moves, by table, plate and dish."""
    for i in range(bills.shape[0]):
        for plate in range(bills.shape[2]):
            for dish in range(bills.shape[3]):
                total = np.int64(0)
                for k in range(bills.shape[1]):
                    total += bills[i, k, plate, dish]
                totals[i, plate, dish] = total


@kernel
def difference(bills, totals, i, column, rival, plate, dish):
    """The difference of a move in the points of a plate in a dish, on table i."""
    own = np.int64(bills[i, column, plate, dish])
    if rival != NONE:
        return np.float64(own - bills[i, rival, plate, dish])
    return own - (totals[i, plate, dish] - own) / (bills.shape[1] - 1)


@kernel
def difference_with(bills, totals, i, column, rival, plate, dish, also):
    """The same, in two dishes together if `also` is not NONE."""
    points = difference(bills, totals, i, column, rival, plate, dish)
    if also != NONE:
        points += difference(bills, totals, i, column, rival, plate, also)
    return points


@kernel
def estimate_change(bills, totals, column, rival, plate, dish, also):
    """The estimate of the difference of a move in the points of a plate in a dish, or in two dishes together."""
    tables = bills.shape[0]
    total = 0.0
    for i in range(tables):
        total += difference_with(bills, totals, i, column, rival, plate, dish, also)
    mean = total / tables
    squares = 0.0
    for i in range(tables):
        off = difference_with(bills, totals, i, column, rival, plate, dish, also) - mean
        squares += off * off
    return mean, error_of(squares, tables)


@kernel
def difference_in_all(bills, totals, i, column, rival, plate):
    """The difference of a move in all points of a plate, on table i."""
    points = 0.0
    for dish in range(bills.shape[3]):
        points += difference(bills, totals, i, column, rival, plate, dish)
    return points


@kernel
def estimate_all(bills, totals, column, rival, plate):
    """The estimate of the difference of a move in all points of a plate."""
    tables = bills.shape[0]
    total = 0.0
    for i in range(tables):
        total += difference_in_all(bills, totals, i, column, rival, plate)
    mean = total / tables
    squares = 0.0
    for i in range(tables):
        off = difference_in_all(bills, totals, i, column, rival, plate) - mean
        squares += off * off
    return mean, error_of(squares, tables)


@kernel
def estimate_left(bills, column, taking, plate, dish):
    """The estimate of what a plate gains in a dish by a move, compared with the one in the column `taking`."""
    tables = bills.shape[0]
    total = 0.0
    for i in range(tables):
        total += np.int64(bills[i, column, plate, dish]) - bills[i, taking, plate, dish]
    mean = total / tables
    squares = 0.0
    for i in range(tables):
        off = np.int64(bills[i, column, plate, dish]) - bills[i, taking, plate, dish] - mean
        squares += off * off
    return mean, error_of(squares, tables)


@kernel
def is_reason(value, error):
    """Whether a difference is sure and large enough to be a reason."""
    return abs(value) > error and abs(value) >= LEAST_DIFFERENCE


@kernel
def write(row, code, points, error, dish, card, who):
    """Write a reason."""
    row[0] = code
    row[1] = points
    row[2] = error
    row[3] = dish
    row[4] = card
    row[5] = who


@kernel
def keep(rows, start, n, most, code, value, error, dish, card, who):
    """Add a reason to the n rows from `start` on, which are ordered by their points; returns how many are kept.

    At most `most` are kept; of equal ones the first.
    """
    points = hundredths(value)
    place = start + n
    while place > start and abs(rows[place - 1, 1]) < abs(points):
        place -= 1
    if place - start >= most:
        return n
    for i in range(start + min(n, most - 1), place, -1):
        for column in range(WIDTH):
            rows[i, column] = rows[i - 1, column]
    write(rows[place], code, points, hundredths(error), dish, card, who)
    return min(n + 1, most)


@kernel
def find_reasons(view, seat, neighbour, pieces, card_dishes, taken, bills, totals, column, rival, rows):
    """Write the largest reasons of a move.

    `taken` has the kinds of the first and the second card that each move puts on the seat's own plate, NO_CARD for
    none; `card_dishes` is the dish of each kind, and `neighbour` the seat that chooses next from the cards left, or
    NONE.
    """
    if bills.shape[1] == 1:
        write(rows[0], _ONLY, 0, 0, NONE, NONE, NONE)
        return 1
    n = own_reasons(view, seat, pieces, card_dishes, taken, bills, totals, column, rival, rows)
    start = n
    n += other_reasons(view, seat, bills, totals, column, rival, rows, start)
    if rival == NONE and neighbour != NONE and TOTAL_SIGN[view.variant] > 0:
        n = start + left_reason(neighbour, card_dishes, taken, bills, column, rows, start, n - start)
    if n == 0:
        write(rows[0], _EVEN, 0, 0, NONE, NONE, NONE)
        return 1
    return n


@kernel
def own_reasons(view, seat, pieces, card_dishes, taken, bills, totals, column, rival, rows):
    """Write the largest reasons on the seat's own plate; returns how many there are."""
    sign = np.int64(TOTAL_SIGN[view.variant])
    code = for_later(pieces, taken[column])
    if code != NONE and sign > 0:
        value, error = estimate_all(bills, totals, column, rival, seat)
        if is_reason(value, error) and value > 0:
            card = taken[column, 0] if code == _TOKENS_FOR_LATER else np.int64(NONE)
            return keep(rows, 0, 0, MOST_OWN, code, value, error, NONE, card, NONE)
    n = 0
    for dish in range(bills.shape[3]):
        value, error = estimate_change(bills, totals, column, rival, seat, dish, NONE)
        if is_reason(value, error):
            code = own_code(view, seat, pieces, dish, value > 0, card_dishes, taken[column])
            named = L_DESSERT + np.int64(view.dessert) if dish == LEAST else np.int64(dish)
            n = keep(rows, 0, n, MOST_OWN, code, sign * value, error, named, NONE, NONE)
    return n


@kernel
def for_later(pieces, cards):
    """The code for chopsticks or tokens, which score nothing themselves; NONE for other cards."""
    if pieces == DICE:
        return _TOKENS_FOR_LATER if MENU1 <= cards[0] < PUDDING1 else NONE
    if cards[0] != CHOPSTICKS:
        return NONE
    return _CHOPSTICKS_FOR_LATER if cards[1] == NO_CARD else _TOKENS_FOR_LATER


@kernel
def own_code(view, seat, pieces, dish, gained, card_dishes, cards):
    """The code for a difference in a dish of the seat's own plate, by a move that takes these cards."""
    if TOTAL_SIGN[view.variant] < 0:
        return _GOLF_TAKES if gained else _GOLF_AVOIDS
    if dish == L_DESSERT + view.dessert:
        if HAS_RUNS[view.dessert]:
            return _TEA if gained else _LESS
        return _DESSERT_MOST if gained else _DESSERT_BEHIND
    if dish == L_MAKI:
        return _MAKI_GAINED if gained else _MAKI_LOST
    if dish == LEAST:
        return _DESSERT_SAFE if gained else _DESSERT_FEWEST
    if dish == SQUISHY:
        return _SQUISHY_GAINED if gained else _SQUISHY_LOST
    if dish == L_TOKENS:
        return _TOKENS_KEPT if gained else _TOKENS_SPENT
    if not gained:
        return _LESS
    return code_by_cards(view, seat, pieces, dish, card_dishes, cards)


@kernel
def code_by_cards(view, seat, pieces, dish, card_dishes, cards):
    """The code for a gain in a dish, by those of the cards that belong to the dish."""
    n = nigiri = 0
    wasabi = view.wasabi[seat] > 0
    for i in range(2):
        if cards[i] != NO_CARD and card_dishes[cards[i]] == dish:
            wasabi = wasabi or (n == 0 and cards[i] == WASABI)
            nigiri += EGG <= cards[i] <= SQUID
            n += 1
    if n == 0:
        return _MORE
    if dish == DUMPLING:
        return _DUMPLINGS
    if dish == L_NIGIRI:
        if nigiri == 0:
            return _WASABI_FOR_LATER
        return _ON_WASABI if wasabi else _NIGIRI
    before = np.int64(count(view.plates[seat], dish))
    size = SET_SIZES[pieces, dish]
    return _COMPLETES if (before + n) // size > before // size else _TOWARDS


@kernel
def other_reasons(view, seat, bills, totals, column, rival, rows, start):
    """Write the largest reasons on the plates of the other seats; returns how many there are."""
    sign = np.int64(TOTAL_SIGN[view.variant])
    more, less = _GIVES, _DENIES
    if sign < 0:
        more, less = _GOLF_GIVES, _GOLF_SPARES
    n = 0
    for who in range(view.seats):
        for dish in range(bills.shape[3]):
            if who == seat or dish == LEAST:
                continue
            also = LEAST if dish == L_DESSERT + view.dessert else NONE
            value, error = estimate_change(bills, totals, column, rival, who, dish, also)
            if is_reason(value, error):
                code = more if value > 0 else less
                n = keep(rows, start, n, MOST_OTHERS, code, -sign * value, error, dish, NONE, who)
    return n


@kernel
def left_reason(neighbour, card_dishes, taken, bills, column, rows, start, n):
    """Add the card left by a move that brings the neighbour most, compared with the first move that takes it alone."""
    seen = np.int64(0)
    best = error = 0.0
    left = np.int64(NONE)
    for k in range(taken.shape[0]):
        card = taken[k, 0]
        if taken[k, 1] != NO_CARD or seen >> card & 1:
            continue
        seen |= 1 << card
        if card == taken[column, 0] or card == taken[column, 1]:
            continue
        value, its_error = estimate_left(bills, column, k, neighbour, card_dishes[card])
        if left == NONE or value > best:
            best, error, left = value, its_error, card
    if left == NONE or best <= error or best < LEAST_LEFT:
        return n
    return keep(rows, start, n, MOST_OTHERS, _LEAVES, -best, error, card_dishes[left], left, neighbour)


@entry_point(array(draft.VIEW), *_REASONS)
def draft_reasons(views, seat, moves, bills, totals, column, rival, rows):
    """Write the reasons of a move in drafting."""
    view = views[0]
    taken = np.empty((moves.size, 2), np.int64)
    for k in range(moves.size):
        first, second, _ = draft.decode(moves[k])
        taken[k, 0] = first
        taken[k, 1] = second
    neighbour = (seat + np.int64(draft.way(view))) % view.seats
    dishes = CARD_DISHES[view.dessert]
    return find_reasons(view, seat, neighbour, CARDS, dishes, taken, bills, totals, column, rival, rows)


@entry_point(array(battle.VIEW), *_REASONS)
def battle_reasons(views, seat, moves, bills, totals, column, rival, rows):
    """Write the reasons of a move in sushi battle."""
    view = views[0]
    taken = np.empty((moves.size, 2), np.int64)
    for k in range(moves.size):
        taken[k, 0] = view.pyramid[moves[k] % battle.PLACES]
        taken[k, 1] = NO_CARD
    dishes = CARD_DISHES[view.dessert]
    return find_reasons(view, seat, 1 - seat, CARDS, dishes, taken, bills, totals, column, rival, rows)


@entry_point(array(roll.VIEW), *_REASONS)
def roll_reasons(views, seat, moves, bills, totals, column, rival, rows):
    """Write the reasons of a move in Sushi Roll."""
    view = views[0]
    taken = np.empty((moves.size, 2), np.int64)
    for k in range(moves.size):
        taken[k, 0] = NO_CARD
        taken[k, 1] = NO_CARD
        if roll.is_keep(moves[k]):
            taken[k, 0] = view.faces[roll.belt_of(view, seat), moves[k]]
    return find_reasons(view, seat, NONE, DICE, FACE_DISHES, taken, bills, totals, column, rival, rows)
