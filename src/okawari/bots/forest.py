"""Kernels that search: trees of a round in which everybody chooses at the same time.

Each pass takes one imagined table, walks down the tree (every seat picks by its own statistics, not knowing what the
others pick), adds one node, plays the rest of the round, more or less at random, and notes everybody's share of the
win. Trees end with the round: what comes after it is in the outlook.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from okawari.bots import taste
from okawari.bots.outlook import card_shares, dice_shares
from okawari.rules import battle, draft, roll
from okawari.rules.counts import count, some
from okawari.rules.dishes import KINDS
from okawari.rules.host import quick_below
from okawari.rules.kernel import kernels_of
from okawari.rules.menus import GOLF

kernel = kernels_of(Path(__file__).parent)

#: In the tables of a tree: nothing, which is how memory comes from the system; and a node that was not there before.
EMPTY, NEW = 0, -1
#: The longest walk down a tree: every seat of every turn of a round.
LONGEST = 256
#: In Sushi Roll one die in so many is imagined to be kept by whim, so that nothing relies on what others like.
WHIMS = 8
#: The bits of a move that are one's own cards, and who picks the dummy's: nobody who has a seat.
OWN = (1 << 9) - 1
DUMMY_CHOOSER = 6

#: Bits of a key that are the move.
MOVE_BITS = 14

_HASH = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_S31, _S33 = np.uint64(31), np.uint64(33)
#: The settings of a search: how curious it is, how much of the value of an ended game is the win, how much the latest
#: result of a move weighs at least, and of how many random moves the best is played beyond the tree.
CURIOSITY, WIN, LATEST, TASTED = range(4)
#: What a search expects of a share before it has seen any: so many times, around so much, and so far off in all.
SWING = (8.0, 0.5, 0.5)


@kernel
def mixed(a, b):
    """A number below 2**62 for a pair of numbers, hardly ever the same for two pairs."""
    word = (np.uint64(a) + _HASH) * _MIX ^ np.uint64(b)
    word = (word ^ (word >> _S31)) * _HASH
    return np.int64((word ^ (word >> _S33)) >> np.uint64(2))


@kernel
def slot_of(keys, key):
    """Where a key stands in a table, or where it would: keys that differ in the move alone stand side by side."""
    last = keys.size - 1
    slot = mixed(key >> MOVE_BITS, 7) & last
    while keys[slot] != EMPTY and keys[slot] != key:
        slot = (slot + 1) & last
    return slot


@kernel
def pick(keys, visits, values, state, key, moves, n, curiosity, host, slots):
    """Which of n moves promises most, or was tried least; and where its numbers stand, under key and the move."""
    tried = 0
    for k in range(n):
        slots[k] = slot_of(keys, key | moves[k])
        tried += visits[slots[k]]
    wonder = curiosity * math.log(tried + 1.0)
    best = -1.0
    chosen = 0
    for k in range(n):
        seen = visits[slots[k]]
        promise = values[slots[k]] + math.sqrt(wonder / seen) if seen else 1e6 + quick_below(host, 1 << 16)
        if promise > best:
            best = promise
            chosen = k
    slot = slots[chosen]
    if keys[slot] == EMPTY:
        keys[slot] = key | moves[chosen]
        state[2] += 1
    return np.int64(moves[chosen]), slot


@kernel
def key_of(node, chooser):
    """Where the moves of somebody at a node are looked up, together with the move."""
    return (node << 3 | chooser + 1) << MOVE_BITS


@kernel
def child_of(child_keys, child_ids, state, scene):
    """The node of a scene: its number, or NEW, and then it is planted."""
    slot = slot_of(child_keys, scene)
    if child_keys[slot] != EMPTY:
        return np.int64(child_ids[slot])
    child_keys[slot] = scene
    child_ids[slot] = state[0]
    state[0] += 1
    return np.int64(NEW)


@kernel
def curious(swing, seat, settings):
    """How curious a search is for a seat: the more, the further its shares have swung so far."""
    return settings[CURIOSITY] * swing[seat, 2] / swing[seat, 0]


@kernel
def note_swing(swing, shares, seats):
    """Remember how many shares everybody got, their mean, and how far they were from it, squared and summed up."""
    for seat in range(seats):
        swing[seat, 0] += 1
        off = shares[seat] - swing[seat, 1]
        swing[seat, 1] += off / swing[seat, 0]
        swing[seat, 2] += off * (shares[seat] - swing[seat, 1])


@kernel
def plates_of(table):
    """A number for what lies on the plates: ways to play that lead to the same plates are one."""
    word = np.int64(0)
    for plate in range(table.diners):
        word = mixed(mixed(word, table.plates[plate]), table.desserts[plate]) + table.wasabi[plate]
    return word


@kernel
def next_table(roots, work, state):
    """A copy of the next imagined table, to play on."""
    work[0] = roots[state[1] % roots.size]
    state[1] += 1
    return work[0]


@kernel
def note(path, owners, depth, shares, visits, values, latest):
    """Remember what a walk brought to everybody who chose on it: the mean, in which the latest weighs something."""
    for step in range(depth):
        slot = path[step]
        visits[slot] += 1
        values[slot] += (shares[owners[step]] - values[slot]) * max(1.0 / visits[slot], latest)


@kernel
def own_moves(moves, n):
    """Leave each choice of one's own cards once, whatever goes with it to the dummy; how many there are."""
    kept = 0
    for k in range(n):
        own = moves[k] & OWN
        if kept == 0 or own != moves[kept - 1]:
            moves[kept] = own
            kept += 1
    return kept


@kernel
def dummys_moves(rest, moves):
    """Write down every card that can go to the dummy; how many there are."""
    n = 0
    for kind in range(KINDS):
        if count(rest, kind):
            moves[n] = draft.encode(0, draft.NO_CARD, kind)
            n += 1
    return n


@kernel
def grow_draft(
    roots,
    work,
    hosts,
    keys,
    visits,
    values,
    child_keys,
    child_ids,
    state,
    swing,
    passes,
    settings,
    outlook,
    out,
    liking,
):
    """Some passes over a tree of drafting. Whoever plays for the dummy picks its card apart from the own one."""
    host = hosts[0]
    path, owners = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
    shares, slots = np.empty(5, np.float64), np.empty(out.size, np.int64)
    for _ in range(passes):
        table = next_table(roots, work, state)
        now = np.int64(table.round_no)
        node = depth = np.int64(0)
        while True:
            for_dummy = draft.controller(table)
            for seat in range(table.seats):
                if table.waiting >> seat & 1:
                    n = draft.moves(table, seat, out)
                    if seat == for_dummy:
                        n = own_moves(out, n)
                    key = key_of(node, seat)
                    wonder = curious(swing, seat, settings)
                    move, slot = pick(keys, visits, values, state, key, out, n, wonder, host, slots)
                    path[depth], owners[depth] = slot, seat
                    depth += 1
                    if seat == for_dummy:
                        n = dummys_moves(rest_of(table, seat, move), out)
                        key = key_of(node, DUMMY_CHOOSER)
                        dummys, slot = pick(keys, visits, values, state, key, out, n, wonder, host, slots)
                        path[depth], owners[depth] = slot, seat
                        depth += 1
                        move |= dummys
                    table.choices[seat] = move
            draft.resolve(table, host)
            if table.over or table.round_no != now:
                break
            node = child_of(child_keys, child_ids, state, mixed(plates_of(table), np.int64(table.held)))
            if node == NEW:
                finish_draft(table, host, now, np.int64(settings[TASTED]), liking)
                break
        card_shares(table, outlook, settings[WIN], shares)
        note_swing(swing, shares, table.seats)
        note(path, owners, depth, shares, visits, values, settings[LATEST])


@kernel
def rest_of(table, seat, move):
    """A hand without the cards of a move."""
    first, second, _ = draft.decode(move)
    rest = table.hands[seat] - some(first)
    return rest - some(second) if second != draft.NO_CARD else rest


@kernel
def finish_draft(table, host, now, tasted, liking):
    """Play the rest of a round: everybody plays the best of a few random moves."""
    while not table.over and table.round_no == now:
        for seat in range(table.seats):
            if table.waiting >> seat & 1:
                table.choices[seat] = best_of_random(table, host, seat, tasted, liking)
        draft.resolve(table, host)


@kernel
def best_of_random(table, host, seat, tasted, liking):
    """The best of so many random moves for this liking; of one, that."""
    best = draft.random_move(table, host, seat)
    if tasted > 1:
        worth = taste.draft_move_worth(table, seat, best, liking)
        for _ in range(1, tasted):
            move = draft.random_move(table, host, seat)
            its_worth = taste.draft_move_worth(table, seat, move, liking)
            if (its_worth > worth) != (table.variant == GOLF):
                best, worth = move, its_worth
    return best


@kernel
def grow_battle(
    roots, work, hosts, keys, visits, values, child_keys, child_ids, state, swing, passes, settings, outlook, out
):
    """Some passes over a tree of sushi battle."""
    host = hosts[0]
    path, owners = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
    shares, slots = np.empty(5, np.float64), np.empty(out.size, np.int64)
    for _ in range(passes):
        table = next_table(roots, work, state)
        now = np.int64(table.round_no)
        node = depth = np.int64(0)
        while True:
            seat = np.int64(table.to_move)
            n = battle.moves(table, seat, out)
            key = key_of(node, seat)
            wonder = curious(swing, seat, settings)
            move, slot = pick(keys, visits, values, state, key, out, n, wonder, host, slots)
            path[depth], owners[depth] = slot, seat
            depth += 1
            battle.take(table, host, move)
            if table.over or table.round_no != now:
                break
            node = child_of(child_keys, child_ids, state, mixed(plates_of(table), np.int64(table.standing)))
            if node == NEW:
                while not table.over and table.round_no == now:
                    battle.take(table, host, battle.random_move(table, host, np.int64(table.to_move)))
                break
        card_shares(table, outlook, settings[WIN], shares)
        note_swing(swing, shares, table.seats)
        note(path, owners, depth, shares, visits, values, settings[LATEST])


@kernel
def try_dice(roots, work, hosts, moves, visits, values, swing, passes, tastes, settings, outlook, out):
    """Try moves of Sushi Roll, the promising ones more often: everybody plays by taste to the end of the round."""
    host = hosts[0]
    shares = np.empty(5, np.float64)
    seat = np.int64(roots[0].to_move)
    tried = visits.sum()
    for _ in range(passes):
        best = -1.0
        k = 0
        wonder = curious(swing, seat, settings) * math.log(tried + 1.0)
        for i in range(moves.size):
            promise = 1e6 if visits[i] == 0 else values[i] / visits[i] + math.sqrt(wonder / visits[i])
            if promise > best:
                best = promise
                k = i
        work[0] = roots[0]
        table = work[0]
        now = np.int64(table.round_no)
        roll.act(table, host, np.int64(moves[k]))
        while not table.over and table.round_no == now:
            mover = np.int64(table.to_move)
            if quick_below(host, WHIMS) == 0:
                roll.act(table, host, roll.random_place(table, host, mover))
            else:
                roll.act(table, host, taste.roll_move(table, host, mover, tastes, out))
        dice_shares(table, outlook, settings[WIN], shares)
        note_swing(swing, shares, table.seats)
        visits[k] += 1
        values[k] += shares[seat]
        tried += 1
