"""States of the search: the rest of a round with two open hands, reduced to what can still change the result.

A state is two hands, two plates, the maki word, the dessert word, and the number of cards that each player holds.
Points that are certain are added to the value and leave the state ("banked"). Cards that can bring points to neither
player leave the hands; their number follows from the number of cards held, and each of them is played as a BLANK.

Layout of the words, with the bits of each field, the highest first. The players are 0 and 1; a difference is player 0's
number less player 1's, with OFFSET added.

    hand           4 bits for each kind of card, as in `okawari.rules.counts`

    plate          | 14-12 chopsticks | 11-9 wasabi without a nigiri | 8-6 dumplings | 5-3 sashimi | 2-0 tempura |

    maki           | 9 SETTLED | 8 player 1 has any | 7 player 0 has any | 6-0 difference of icons |
                   once the maki are banked, SETTLED alone is set

    dessert        by mode; 0 once it is banked
      PRICE_ONLY   always 0
      BY_AMOUNT                                                        | 6-0 difference of amounts |
      WITH_SQUISHY                        | 8-7 holder + 1, 0: nobody  | 6-0 difference of amounts |
      BY_VALUE     | 15-13 cards left of value 2 | 12-10 of 1 | 9-7 of 0 | 6-0 difference of amounts |
      BY_RUNS      | 15-8 run index of player 1 | 7-0 run index of player 0 |  (0 also while both plates are empty)
      BY_DIE       | 5-3 die of player 1 | 2-0 die of player 0 |

    dessert code   | 4 and up: amount, or in BY_RUNS the step of the run index | 3-0 number of dessert cards |
                   what one player's cards of a turn add to the dessert
"""

from __future__ import annotations

import numpy as np

from okawari.bots.solver.payoffs import (
    BY_AMOUNT,
    BY_DIE,
    BY_RUNS,
    BY_VALUE,
    OFFSET,
    PRICE_ONLY,
    SIZES,
    VALUE_SORTS,
    WITH_SQUISHY,
)
from okawari.rules.counts import BITS, count, some
from okawari.rules.dishes import (
    CHOPSTICKS,
    DESSERT,
    DUMPLING,
    EGG,
    KINDS,
    MAKI1,
    SALMON,
    SASHIMI,
    SQUID,
    TEMPURA,
    WASABI,
)
from okawari.rules.kernel import kernel
from okawari.rules.tables import MAKI_ICON_COUNTS, RUN_STEPS

#: The kind of a card that can no longer bring points to either player; and no second card in a move.
BLANK = np.int64(KINDS)
NO_SECOND = np.int64(-1)

#: The fields of a plate word: their lowest bits, and the mask of a field.
T_AT, S_AT, D_AT, W_AT, C_AT = 0, 3, 6, 9, 12
FIELD = 7
T_SIZE, S_SIZE, D_TOP = SIZES
M1, M2, M3 = (int(n) for n in MAKI_ICON_COUNTS)

#: The maki word once the maki are banked.
SETTLED = 1 << 9
_MAKI = 0xFFF << (BITS * MAKI1)
_SAVOURY = (1 << (BITS * DESSERT)) - 1
#: The number of outcomes of a turn in which this many dessert cards get a value: at most two for each player.
_VALUE_OUTCOMES = np.array([VALUE_SORTS**cards for cards in range(5)])


@kernel
def without(hand, kind):
    """A hand without its cards of a kind."""
    return hand & ~(np.int64(15) << (BITS * kind))


@kernel
def desserts_in(hand):
    """The number of dessert cards in a hand."""
    n = 0
    for kind in range(DESSERT, KINDS):
        n += count(hand, kind)
    return n


@kernel
def amount_in(payoffs, hand):
    """The amount of dessert in a hand."""
    amount = np.int64(0)
    for kind in range(DESSERT, KINDS):
        amount += count(hand, kind) * payoffs.amounts[kind - DESSERT]
    return amount


@kernel
def serve(payoffs, plate, kind):
    """Put a card on a plate: (points at once, the plate word after it)."""
    if kind >= DESSERT:
        return (payoffs.price if kind < BLANK else 0.0), plate
    if kind <= SASHIMI:
        at = T_AT if kind == TEMPURA else S_AT
        size = T_SIZE if kind == TEMPURA else S_SIZE
        n = plate >> at & FIELD
        after = n + 1 if n + 1 < size else 0
        return payoffs.sets[kind, n], plate + ((after - n) << at)
    if kind == DUMPLING:
        n = plate >> D_AT & FIELD
        if n >= D_TOP:
            return 0.0, plate
        return payoffs.sets[kind, n], plate + (1 << D_AT)
    if EGG <= kind <= SQUID:
        if plate >> W_AT & FIELD:
            return payoffs.nigiri[1, kind - EGG], plate - (1 << W_AT)
        return payoffs.nigiri[0, kind - EGG], plate
    if kind == WASABI:
        return 0.0, plate + (1 << W_AT)
    if kind == CHOPSTICKS:
        return 0.0, plate + (1 << C_AT)
    return 0.0, plate


@kernel
def icons_of(kind):
    """The number of maki icons on a card."""
    if MAKI1 <= kind < EGG:
        return np.int64(MAKI_ICON_COUNTS[kind - MAKI1])
    return np.int64(0)


@kernel
def dessert_code(payoffs, kind):
    """The dessert code of a card; 0 for a card that is no dessert."""
    if kind < DESSERT or kind >= BLANK:
        return np.int64(0)
    if payoffs.mode == WITH_SQUISHY or payoffs.mode == BY_AMOUNT:
        return np.int64(1) | payoffs.amounts[kind - DESSERT] << 4
    if payoffs.mode == BY_RUNS:
        return np.int64(1) | np.int64(RUN_STEPS[kind - DESSERT]) << 4
    return np.int64(1)


@kernel
def outcomes_of(payoffs, dessert, mine, other):
    """The number of outcomes of luck in a turn, given the dessert codes of both players; some may be impossible."""
    if dessert == 0:
        return 1
    if payoffs.mode == BY_VALUE:
        return _VALUE_OUTCOMES[(mine & 15) + (other & 15)]
    if payoffs.mode == BY_DIE:
        return (payoffs.die_faces if mine else 1) * (payoffs.die_faces if other else 1)
    return 1


@kernel
def add_desserts(payoffs, dessert, mine, other, outcome):
    """Play the desserts of a turn with one outcome of luck: (its probability, points, dessert word after it)."""
    if payoffs.mode == PRICE_ONLY or (dessert == 0 and payoffs.mode != BY_RUNS) or mine + other == 0:
        return 1.0, 0.0, dessert
    if payoffs.mode == BY_AMOUNT:
        return 1.0, 0.0, dessert + (mine >> 4) - (other >> 4)
    if payoffs.mode == WITH_SQUISHY:
        return add_with_squishy(payoffs, dessert, mine, other)
    if payoffs.mode == BY_RUNS:
        runs, mine0, other0 = payoffs.runs, dessert & 255, dessert >> 8
        gain = runs[mine0 + (mine >> 4)] - runs[mine0] - runs[other0 + (other >> 4)] + runs[other0]
        return 1.0, gain, dessert + (mine >> 4) + (other >> 4 << 8)
    if payoffs.mode == BY_VALUE:
        return draw_values(payoffs, dessert, mine & 15, other & 15, outcome)
    die0, die1 = dessert & 7, dessert >> 3
    chance = 1.0
    if mine:
        die0 = outcome % payoffs.die_faces + 1
        outcome //= payoffs.die_faces
        chance /= payoffs.die_faces
    if other:
        die1 = outcome + 1
        chance /= payoffs.die_faces
    return chance, 0.0, die0 | die1 << 3


@kernel
def add_with_squishy(payoffs, dessert, mine, other):
    """`add_desserts` for WITH_SQUISHY: add the amounts, and move the squishy."""
    difference = (dessert & 127) - OFFSET + (mine >> 4) - (other >> 4)
    holder = dessert >> 7
    ahead = 1 + (difference > 0) - (difference < 0)
    played0, played1 = np.int64(mine > 0), np.int64(other > 0)
    gain = payoffs.squishy[ahead, played0, played1, holder]
    holder = payoffs.holder[ahead, played0, played1, holder]
    return 1.0, gain, difference + OFFSET | holder << 7


@kernel
def draw_values(payoffs, dessert, mine, other, outcome):
    """`add_desserts` for BY_VALUE: draw the values of `mine` and then `other` cards from those not yet played."""
    difference = dessert & 127
    pool = dessert >> 7
    chance = 1.0
    for i in range(mine + other):
        sort = outcome % VALUE_SORTS
        outcome //= VALUE_SORTS
        here = pool >> (3 * sort) & 7
        if here == 0:
            return 0.0, 0.0, dessert
        chance *= here / ((pool & 7) + (pool >> 3 & 7) + (pool >> 6 & 7))
        pool -= 1 << (3 * sort)
        difference += payoffs.amounts[sort] if i < mine else -payoffs.amounts[sort]
    return chance, 0.0, difference | pool << 7


@kernel
def settle_set(hand0, hand1, plate0, plate1, kind, at, size):
    """Remove begun sets of a dish that cannot be completed, and its cards if they cannot complete any."""
    left = count(hand0 + hand1, kind)
    begun0, begun1 = plate0 >> at & FIELD, plate1 >> at & FIELD
    if begun0 + left < size:
        plate0 -= begun0 << at
        begun0 = 0
    if begun1 + left < size:
        plate1 -= begun1 << at
        begun1 = 0
    if left and max(begun0, begun1) + left < size:
        hand0, hand1 = without(hand0, kind), without(hand1, kind)
    return hand0, hand1, plate0, plate1


@kernel
def settle_dumplings(hand0, hand1, plate0, plate1):
    """Remove dumplings when no hand has any, or when neither plate can score more of them."""
    n0, n1 = plate0 >> D_AT & FIELD, plate1 >> D_AT & FIELD
    if count(hand0 + hand1, DUMPLING) == 0 or (n0 >= D_TOP and n1 >= D_TOP):
        hand0, hand1 = without(hand0, DUMPLING), without(hand1, DUMPLING)
        plate0 -= n0 << D_AT
        plate1 -= n1 << D_AT
    return hand0, hand1, plate0, plate1


@kernel
def cap(plate, at, most):
    """A plate word with a field reduced to at most `most`."""
    n = plate >> at & FIELD
    return plate - ((n - most) << at) if n > most else plate


@kernel
def settle_tools(hand0, hand1, plate0, plate1, held):
    """Remove wasabi beyond the nigiri that are left, and chopsticks beyond the turns in which they can be used."""
    both = hand0 + hand1
    nigiri = count(both, EGG) + count(both, SALMON) + count(both, SQUID)
    plate0, plate1 = cap(plate0, W_AT, nigiri), cap(plate1, W_AT, nigiri)
    if nigiri == 0:
        hand0, hand1 = without(hand0, WASABI), without(hand1, WASABI)
    uses = max(held - 1, 0)
    plate0, plate1 = cap(plate0, C_AT, uses), cap(plate1, C_AT, uses)
    if held <= 2:
        hand0, hand1 = without(hand0, CHOPSTICKS), without(hand1, CHOPSTICKS)
    return hand0, hand1, plate0, plate1


@kernel
def settle_maki(payoffs, hand0, hand1, maki):
    """Bank the maki when their margin is certain: (points, hands, maki word); else limit the difference.

    A lead that the icons in the hands cannot turn is stored as one more than those icons: such states are equal.
    """
    if maki == SETTLED:
        return 0.0, hand0, hand1, maki
    both = hand0 + hand1
    left = count(both, MAKI1) * M1 + count(both, MAKI1 + 1) * M2 + count(both, MAKI1 + 2) * M3
    difference = (maki & 127) - OFFSET
    any0, any1 = maki >> 7 & 1, maki >> 8 & 1
    if not payoffs.zero_matters:
        any0 = any1 = 1
    ahead = 1 + (difference > 0) - (difference < 0)
    certain = left == 0 or (abs(difference) > left and (any0 & any1))
    if certain:
        return payoffs.maki[ahead, any0, any1], hand0 & ~_MAKI, hand1 & ~_MAKI, SETTLED
    difference = min(max(difference, -left - 1), left + 1)
    return 0.0, hand0, hand1, difference + OFFSET | any0 << 7 | any1 << 8


@kernel
def plain_desserts(payoffs, hand):
    """A hand with all desserts as kind DESSERT, or without them if they have no price."""
    n = desserts_in(hand) if payoffs.price != 0.0 else 0
    return (hand & _SAVOURY) + some(DESSERT, n)


@kernel
def settle_dessert(payoffs, hand0, hand1, dessert):
    """Bank the dessert when its margin is certain: (points, hands, dessert word)."""
    both = hand0 + hand1
    left = desserts_in(both)
    if payoffs.mode == BY_RUNS:
        return 0.0, hand0, hand1, dessert if left else 0
    if dessert == 0:
        return 0.0, plain_desserts(payoffs, hand0), plain_desserts(payoffs, hand1), dessert
    difference = (dessert & 127) - OFFSET
    certain = left == 0
    if payoffs.mode == BY_AMOUNT:
        certain |= abs(difference) > amount_in(payoffs, both)
    elif payoffs.mode == BY_VALUE:
        certain |= abs(difference) > left * payoffs.top_amount
    elif payoffs.mode == BY_DIE:
        difference = (dessert & 7) - (dessert >> 3)
    elif payoffs.mode == WITH_SQUISHY:
        amount = amount_in(payoffs, both)
        certain |= abs(difference) > amount and (dessert >> 7) == (1 if difference > 0 else 2)
        if not certain:
            difference = min(max(difference, -amount - 1), amount + 1)
            dessert = difference + OFFSET | dessert >> 7 << 7
    if certain:
        return payoffs.final[difference + OFFSET], plain_desserts(payoffs, hand0), plain_desserts(payoffs, hand1), 0
    return 0.0, hand0, hand1, dessert


@kernel
def reduce(payoffs, hand0, hand1, plate0, plate1, maki, dessert, held):
    """Reduce a state: bank points that are certain, remove what cannot change the result.

    Returns (points, hand0, hand1, plate0, plate1, maki, dessert).
    """
    hand0, hand1, plate0, plate1 = settle_set(hand0, hand1, plate0, plate1, TEMPURA, T_AT, T_SIZE)
    hand0, hand1, plate0, plate1 = settle_set(hand0, hand1, plate0, plate1, SASHIMI, S_AT, S_SIZE)
    hand0, hand1, plate0, plate1 = settle_dumplings(hand0, hand1, plate0, plate1)
    hand0, hand1, plate0, plate1 = settle_tools(hand0, hand1, plate0, plate1, held)
    by_maki, hand0, hand1, maki = settle_maki(payoffs, hand0, hand1, maki)
    by_dessert, hand0, hand1, dessert = settle_dessert(payoffs, hand0, hand1, dessert)
    return by_maki + by_dessert, hand0, hand1, plate0, plate1, maki, dessert


@kernel
def mirror_maki(maki):
    """The maki word with the players exchanged."""
    if maki == SETTLED:
        return maki
    return (2 * OFFSET - (maki & 127)) | (maki >> 8 & 1) << 7 | (maki >> 7 & 1) << 8


@kernel
def mirror_dessert(payoffs, dessert):
    """The dessert word with the players exchanged."""
    if dessert == 0:
        return dessert
    if payoffs.mode == BY_RUNS:
        return dessert >> 8 | (dessert & 255) << 8
    if payoffs.mode == BY_DIE:
        return dessert >> 3 | (dessert & 7) << 3
    difference, rest = 2 * OFFSET - (dessert & 127), dessert >> 7
    if payoffs.mode == WITH_SQUISHY:
        rest = (3 - rest) % 3
    return difference | rest << 7
