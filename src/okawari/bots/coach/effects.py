"""Kernels that choose which moves the coach tries: one of each effect, and the best of a screening.

The effect of a move is a number: moves with the same effect have the same number. The kernels `*_effects` take a view,
its seat and the numbers of moves, and write their effects.
"""

from __future__ import annotations

import numpy as np

from okawari.rules import battle, draft, roll
from okawari.rules.counts import BITS
from okawari.rules.dishes import EGG, FACE_WORDS, WASABI
from okawari.rules.kernel import array, entry_point, kernel
from okawari.rules.plates import DINERS, NO_CARD, goes_on_wasabi

_MOVES = array(np.int64)

#: How many faces there are. A set of dice is a number with a digit for each face, which counts the dice that show it.
#: No face is on two sorts of dice.
_FACES = len(FACE_WORDS)
_DIGITS = np.array([(roll.PLACES + 1) ** face for face in range(_FACES)], np.int64)


@kernel
def wasabi_after(wasabi, first, second):
    """The nigiri on wasabi and the open wasabi after two cards on a plate with so much open wasabi, as one number."""
    dipped = goes_on_wasabi(first, wasabi)
    wasabi = wasabi + (first == WASABI) - dipped
    on_wasabi = dipped << (BITS * ((first - EGG) & 3))
    dipped = goes_on_wasabi(second, wasabi)
    wasabi = wasabi + (second == WASABI) - dipped
    on_wasabi += dipped << (BITS * ((second - EGG) & 3))
    return on_wasabi << BITS | wasabi


@kernel
def order_matters(wasabi, first, second):
    """Whether the order of two cards matters: it can decide which nigiri goes on wasabi."""
    return wasabi_after(wasabi, first, second) != wasabi_after(wasabi, second, first)


@entry_point(array(draft.VIEW), int, _MOVES, _MOVES)
def draft_effects(views, seat, moves, effects):
    """In drafting: the move without the order of its two cards, unless the order matters."""
    wasabi = np.int64(views[0].wasabi[seat])
    for k in range(moves.size):
        first, second, extra = draft.decode(moves[k])
        if second != NO_CARD and second < first and not order_matters(wasabi, first, second):
            first, second = second, first
        effects[k] = draft.encode(first, second, extra)


@entry_point(array(battle.VIEW), int, _MOVES, _MOVES)
def battle_effects(views, seat, moves, effects):
    """In sushi battle: the move."""
    for k in range(moves.size):
        effects[k] = moves[k]


@entry_point(array(roll.VIEW), int, _MOVES, _MOVES)
def roll_effects(views, seat, moves, effects):
    """In Sushi Roll: which faces are kept, rolled again or swapped, and with whom, without the places of the dice."""
    view = views[0]
    own = roll.belt_of(view, seat)
    for k in range(moves.size):
        move = moves[k]
        effect = np.int64(0)
        if roll.is_keep(move):
            effect = 3 * np.int64(view.faces[own, move])
        elif roll.is_reroll(move):
            places = roll.rerolled(move)
            for place in range(roll.PLACES):
                if places >> place & 1:
                    effect += _DIGITS[view.faces[own, place]]
            effect = 3 * effect + 1
        else:
            place, other, their_place = roll.decode_swap(move)
            theirs = np.int64(view.faces[roll.belt_of(view, other), their_place])
            effect = 3 * ((np.int64(view.faces[own, place]) * DINERS + other) * _FACES + theirs) + 2
        effects[k] = effect


@entry_point(_MOVES, _MOVES)
def one_of_each_effect(effects, chosen):
    """Write the indices of the first move of each effect, in order; returns how many there are."""
    n = 0
    for k in range(effects.size):
        is_new = True
        for i in range(n):
            if effects[chosen[i]] == effects[k]:
                is_new = False
        if is_new:
            chosen[n] = k
            n += 1
    return n


@kernel
def has(moves, move):
    """Whether a move is among some moves."""
    found = False
    for other in moves:
        found = found or other == move
    return found


@entry_point(_MOVES, _MOVES, _MOVES, int, _MOVES)
def best_of_cards(moves, order, required, most, chosen):
    """Write the columns of the best `most` moves and of the required ones, in the order of the moves; returns how many.

    `order` has the columns of the moves, the best first.
    """
    n = 0
    for k in range(moves.size):
        is_chosen = has(required, moves[k])
        for place in range(min(most, order.size)):
            is_chosen = is_chosen or order[place] == k
        if is_chosen:
            chosen[n] = k
            n += 1
    return n


@entry_point(_MOVES, _MOVES, _MOVES, int, _MOVES)
def best_of_dice(moves, order, required, most, chosen):
    """Write the columns of moves of Sushi Roll, the best first; returns how many.

    These are all that keep a die, the best `most` re-rolls and swaps, and the required ones.
    """
    n = rerolls = swaps = 0
    for k in order:
        move = moves[k]
        is_chosen = has(required, move)
        if roll.is_keep(move):
            is_chosen = True
        elif roll.is_reroll(move):
            rerolls += 1
            is_chosen = is_chosen or rerolls <= most
        else:
            swaps += 1
            is_chosen = is_chosen or swaps <= most
        if is_chosen:
            chosen[n] = k
            n += 1
    return n


@entry_point(_MOVES)
def most_of_a_token(moves):
    """How many re-rolls or swaps there are among moves of Sushi Roll, whichever are more."""
    rerolls = swaps = 0
    for move in moves:
        if roll.is_reroll(move):
            rerolls += 1
        elif not roll.is_keep(move):
            swaps += 1
    return max(rerolls, swaps)
