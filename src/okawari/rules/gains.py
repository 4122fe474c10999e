"""The gain of a card or die: what it would bring the seat that takes it, as a code and numbers.

A row of gains has eight numbers:

    0               1      2 … 7
    kind or face    code   numbers, as GAINS names them
"""

from __future__ import annotations

import numpy as np

from okawari.rules import battle, draft, events, roll
from okawari.rules.counts import count, some
from okawari.rules.desserts import SQUISHY_POINTS
from okawari.rules.dishes import (
    CHOPSTICKS,
    CHOPSTICKS1,
    CHOPSTICKS_TOKEN,
    DESSERT,
    DUMPLING,
    EGG,
    FACE_WORDS,
    KINDS,
    MAKI1,
    MENU1,
    MENU_TOKEN,
    PUDDING1,
    PUDDING_TOKEN,
    SQUID,
    WASABI,
)
from okawari.rules.kernel import array, entry_point, kernel
from okawari.rules.plates import dessert_amount, goes_on_wasabi
from okawari.rules.points import LEAST, LEAST_OF_TWO, MAKI_FIRST, MAKI_SECOND, MOST, RUN_BASE, WASABI_TIMES
from okawari.rules.scoring import CARDS, DICE, maki_icons, run_index
from okawari.rules.tables import (
    DESSERT_AMOUNTS,
    DESSERT_KINDS,
    HAND_SIZES,
    HAS_RUNS,
    HAS_SQUISHY,
    HAS_VALUES,
    MAKI_ICON_COUNTS,
    NIGIRI_POINTS,
    PLAYER_DIE_FACES,
    PRIZES,
    ROLL_PRIZE_ROW,
    RUN_POINTS,
    SET_POINTS,
    SET_REPEATS,
    SET_SIZES,
    SET_TOPS,
    VALUE_COUNTS,
)

#: The codes of all gains, and the names of their numbers. `n` and `after` are the seat's own count before and after,
#: `best` is the largest of the other plates, `most` and `least` are what the largest amount wins and the smallest
#: loses; the codes `…-two` are without a loss. `low` and `high` are the range of a value that is drawn.
GAINS: dict[str, tuple[str, ...]] = {
    "maki": ("first", "second", "n", "after", "best"),
    "set": ("gain", "size", "points", "n", "after"),
    "set-grows": ("gain", "size", "points", "n", "after"),
    "set-part": ("gain", "size", "points", "n", "after"),
    "dumpling": ("gain", "n"),
    "dumpling-last": ("gain", "n"),
    "dumpling-full": ("gain", "size", "n"),
    "nigiri": ("n",),
    "nigiri-dipped": ("n",),
    "wasabi": ("times", "n"),
    "wasabi-late": ("gain",),
    "chopsticks": (),
    "chopsticks-late": ("gain",),
    "tokens": ("n",),
    "tokens-none": (),
    "runs": ("gain",),
    "squishy": ("least", "n", "after", "best", "points"),
    "squishy-held": ("least", "n", "after", "best"),
    "dessert": ("most", "n", "best", "after", "least"),
    "dessert-two": ("most", "n", "best", "after"),
    "dessert-value": ("most", "n", "best", "low", "high", "least"),
    "dessert-value-two": ("most", "n", "best", "low", "high"),
    "dessert-die": ("most", "n", "best", "least"),
    "dessert-die-two": ("most", "n", "best"),
}
(
    _MAKI,
    _SET,
    _SET_GROWS,
    _SET_PART,
    _DUMPLING,
    _DUMPLING_LAST,
    _DUMPLING_FULL,
    _NIGIRI,
    _NIGIRI_DIPPED,
    _WASABI,
    _WASABI_LATE,
    _CHOPSTICKS,
    _CHOPSTICKS_LATE,
    _TOKENS,
    _TOKENS_NONE,
    _RUNS,
    _SQUISHY,
    _SQUISHY_HELD,
    _DESSERT,
    _DESSERT_TWO,
    _DESSERT_VALUE,
    _DESSERT_VALUE_TWO,
    _DESSERT_DIE,
    _DESSERT_DIE_TWO,
) = range(len(GAINS))

#: The numbers of a row, and the most rows: no table has more kinds or faces.
WIDTH = 8
MOST_ROWS = max(KINDS, len(FACE_WORDS))

ROWS = array(np.int64, 2)


@kernel
def write(row, kind, code, a=0, b=0, c=0, d=0, e=0, f=0):
    """Write the gain of a kind into a row: its code and up to six numbers."""
    row[0] = kind
    row[1] = code
    row[2] = a
    row[3] = b
    row[4] = c
    row[5] = d
    row[6] = e
    row[7] = f


@kernel
def dish_gain(view, seat, kind, pieces, nigiri_follows, row):
    """Write the gain of a savoury dish; `nigiri_follows` says whether a nigiri could still go on a wasabi."""
    if kind <= DUMPLING:
        set_gain(view, seat, kind, pieces, row)
    elif kind < EGG:
        maki_gain(view, seat, kind, row)
    elif kind <= SQUID:
        dipped = goes_on_wasabi(kind, view.wasabi[seat])
        points = NIGIRI_POINTS[kind - EGG] * (1 + (WASABI_TIMES - 1) * dipped)
        write(row, kind, _NIGIRI_DIPPED if dipped else _NIGIRI, points)
    elif nigiri_follows:
        write(row, kind, _WASABI, WASABI_TIMES, np.int64(view.wasabi[seat]) + 1)
    else:
        write(row, kind, _WASABI_LATE)


@kernel
def set_gain(view, seat, dish, pieces, row):
    """Write the gain of tempura, sashimi or a dumpling."""
    n = np.int64(count(view.plates[seat], dish))
    gain = np.int64(SET_POINTS[pieces, dish, n + 1]) - SET_POINTS[pieces, dish, n]
    size = SET_SIZES[pieces, dish]
    if SET_REPEATS[pieces, dish]:
        after = n % size + 1
        code = _SET_PART
        if after == size:
            code = _SET
        elif gain:
            code = _SET_GROWS
        write(row, dish, code, gain, size, SET_TOPS[pieces, dish], n, after)
    elif n >= size:
        write(row, dish, _DUMPLING_FULL, gain, size, n)
    else:
        write(row, dish, _DUMPLING_LAST if n + 1 == size else _DUMPLING, gain, n)


@kernel
def maki_gain(view, seat, kind, row):
    """Write the gain of maki rolls."""
    n = best = np.int64(0)
    for plate in range(view.diners):
        icons = np.int64(maki_icons(view, plate))
        if plate == seat:
            n = icons
        else:
            best = max(best, icons)
    write(row, kind, _MAKI, MAKI_FIRST, MAKI_SECOND, n, n + MAKI_ICON_COUNTS[kind - MAKI1], best)


@kernel
def card_gain(view, seat, kind, turns, nigiri_follows, row):
    """Write the gain of a card for a seat that has this number of turns after the present one, without the last."""
    if kind < CHOPSTICKS:
        dish_gain(view, seat, kind, CARDS, nigiri_follows, row)
    elif kind == CHOPSTICKS:
        write(row, kind, _CHOPSTICKS if turns > 0 else _CHOPSTICKS_LATE)
    else:
        dessert_gain(view, seat, kind, row)


@kernel
def dessert_gain(view, seat, kind, row):
    """Write the gain of a dessert card."""
    dessert = np.int64(view.dessert)
    sort = kind - DESSERT
    if HAS_RUNS[dessert]:
        index = run_index(view, seat)
        one_more = np.int64(1)
        for _ in range(sort):
            one_more *= RUN_BASE
        write(row, kind, _RUNS, np.int64(RUN_POINTS[dessert, index + one_more]) - RUN_POINTS[dessert, index])
        return
    n = best = np.int64(0)
    for plate in range(view.diners):
        amount = dessert_amount(view, plate)
        if plate == seat:
            n = amount
        else:
            best = max(best, amount)
    most, loss = prize_of(view, dessert)
    after = n + DESSERT_AMOUNTS[dessert, sort]
    if HAS_SQUISHY[dessert]:
        if view.squishy == seat:
            write(row, kind, _SQUISHY_HELD, loss, n, after, best)
        else:
            write(row, kind, _SQUISHY, loss, n, after, best, SQUISHY_POINTS)
    elif HAS_VALUES[dessert]:
        low, high = values_left(view)
        write(row, kind, _DESSERT_VALUE if loss else _DESSERT_VALUE_TWO, most, n, best, low, high, loss)
    elif PLAYER_DIE_FACES[dessert]:
        write(row, kind, _DESSERT_DIE if loss else _DESSERT_DIE_TWO, most, n, best, loss)
    else:
        write(row, kind, _DESSERT if loss else _DESSERT_TWO, most, n, best, after, loss)


@kernel
def prize_of(view, dessert):
    """What the largest amount of a dessert wins and the smallest loses at this table."""
    prize = PRIZES[dessert]
    return np.int64(prize[MOST]), np.int64(prize[LEAST_OF_TWO] if view.diners == 2 else prize[LEAST])


@kernel
def values_left(view):
    """The lowest and the highest value that the next dessert card can have: values that no played card has yet."""
    played = np.int64(0)
    for plate in range(view.diners):
        played += view.desserts[plate]
    first = last = np.int64(-1)
    for sort in range(DESSERT_KINDS):
        if count(played, DESSERT + sort) < VALUE_COUNTS[view.dessert, sort]:
            last = np.int64(sort)
            if first < 0:
                first = last
    return DESSERT_AMOUNTS[view.dessert, first], DESSERT_AMOUNTS[view.dessert, last]


@kernel
def face_gain(view, seat, face, swaps, row):
    """Write the gain of a die; `swaps`: the seat returns chopsticks to the supply before it keeps the die."""
    if face <= WASABI:
        turns = HAND_SIZES[view.menu, view.variant, view.seats] - view.turn
        dish_gain(view, seat, face, DICE, turns > 0, row)
        return
    token, wanted = PUDDING_TOKEN, face - PUDDING1 + 1
    if face < CHOPSTICKS1:
        token, wanted = MENU_TOKEN, face - MENU1 + 1
    elif face < PUDDING1:
        token, wanted = CHOPSTICKS_TOKEN, face - CHOPSTICKS1 + 1
    supply = np.int64(view.supply[token]) + (swaps and token == CHOPSTICKS_TOKEN)
    got = min(wanted, supply)
    if token != PUDDING_TOKEN:
        write(row, face, _TOKENS if got else _TOKENS_NONE, got)
        return
    n = best = np.int64(0)
    for plate in range(view.diners):
        puddings = np.int64(view.tokens[plate, token])
        if plate == seat:
            n = puddings
        else:
            best = max(best, puddings)
    most, loss = prize_of(view, ROLL_PRIZE_ROW)
    write(row, face, _DESSERT if loss else _DESSERT_TWO, most, n, best, n + got, loss)


@entry_point(array(draft.VIEW), int, ROWS)
def draft_gains(views, seat, rows):
    """Write the gains of the cards of a seat's hand, each kind once; returns the number of rows."""
    view = views[0]
    n = 0
    turns = np.int64(draft.turns_left(view))
    for kind in range(KINDS):
        if not view.over and count(view.hands[seat], kind):
            card_gain(view, seat, kind, turns - 1, turns > 0, rows[n])
            n += 1
    return n


@entry_point(array(battle.VIEW), int, ROWS)
def battle_gains(views, seat, rows):
    """Write the gains of the free cards of the pyramid, each kind once, if it is the seat's turn."""
    view = views[0]
    n = 0
    written = np.int64(0)
    # Each of the next turns takes one card off the pyramid.
    turns = np.int64(view.left) - 1 + view.second
    for place in range(battle.PLACES):
        kind = np.int64(view.pyramid[place])
        if battle.refusal(view, seat, place) == events.FINE and count(written, kind) == 0:
            written |= some(kind)
            two = battle.refusal(view, seat, place + battle.PLACES) == events.FINE
            follows = two or max(0, turns) // view.seats > 0
            card_gain(view, seat, kind, max(0, turns - 1) // view.seats, follows, rows[n])
            n += 1
    return n


@entry_point(array(roll.VIEW), int, ROWS)
def roll_gains(views, seat, rows):
    """Write the gains of the dice that a seat could keep, each face once: its own, then those it could swap for."""
    view = views[0]
    if view.over or view.to_move != seat:
        return 0
    written = np.int64(0)
    n = 0
    for turn in range(1 + view.seats):
        swaps = turn > 0
        if swaps and not view.tokens[seat, CHOPSTICKS_TOKEN]:
            break
        belt = roll.belt_of(view, turn - 1 if swaps else seat)
        for place in range(roll.PLACES):
            face = np.int64(view.faces[belt, place])
            if face != roll.EMPTY and written >> face & 1 == 0:
                written |= 1 << face
                face_gain(view, seat, face, swaps, rows[n])
                n += 1
    return n


#: The kernels that write gains, by table kind.
WRITE_GAINS = {"draft": draft_gains, "battle": battle_gains, "roll": roll_gains}
