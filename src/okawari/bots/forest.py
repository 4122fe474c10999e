"""Kernels that search: trees of a round in which everybody chooses at the same time.

Each pass takes one imagined table, walks down the tree (every seat picks by its own statistics, not knowing what the
others pick), adds one node, plays the rest of the round, more or less at random, and notes everybody's share of the
win. Trees end with the round: what comes after it is in the outlook.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from okawari.bots import taste
from okawari.bots.shares import card_shares, dice_shares
from okawari.rules import battle, draft, roll
from okawari.rules.counts import count, some
from okawari.rules.dishes import KINDS
from okawari.rules.host import quick_below
from okawari.rules.kernel import kernels_of
from okawari.rules.menus import GOLF
from okawari.rules.plates import DINERS

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
#: What a search expects of a share before it has seen any: so many times, around so much, and so far off in all.
_SWING = (8.0, 0.5, 0.5)
#: What a tree has counted: its nodes, the passes over it, and the moves that were tried.
NODES, PASSES, TRIED = range(3)


class Tree(NamedTuple):
    """What a search remembers: moves by key, nodes by scene, what it has counted, and how far shares have swung.

    Kernels take it apart before they begin: arrays that stay in a tuple made passes half again as slow.
    """

    keys: np.ndarray
    visits: np.ndarray
    values: np.ndarray
    scenes: np.ndarray
    nodes: np.ndarray
    counted: np.ndarray
    swing: np.ndarray


class Manner(NamedTuple):
    """How a search goes about: always a float or always an int each, for kernels are compiled for their types."""

    #: How curious it is.
    curiosity: float
    #: How much of the value of an ended game is the win.
    win: float
    #: How much the latest result of a move weighs at least.
    latest: float
    #: Of how many random moves the best is played beyond the tree.
    tasted: int
    #: How many choices of the others out of a hundred are made like that within the tree, too.
    simple: int


def new_tree(moves: int, nodes: int) -> Tree:
    """An empty tree with room for so many moves and nodes, powers of two."""
    return Tree(
        keys=np.zeros(moves, np.int64),
        visits=np.zeros(moves, np.int32),
        values=np.zeros(moves, np.float32),
        scenes=np.zeros(nodes, np.int64),
        nodes=np.zeros(nodes, np.int32),
        counted=np.array([1, 0, 0]),
        swing=new_swing(),
    )


def new_swing() -> np.ndarray:
    """How far everybody's shares swing, before any was seen."""
    return np.tile(_SWING, (DINERS, 1))


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
def pick(keys, visits, values, counted, key, moves, n, wonder, host, places):
    """Which of n moves promises most, or was tried least; and where its numbers stand, under key and the move."""
    tried = 0
    for k in range(n):
        places[k] = slot_of(keys, key | moves[k])
        tried += visits[places[k]]
    wonder *= math.log(tried + 1.0)
    best = -1.0
    chosen = 0
    for k in range(n):
        seen = visits[places[k]]
        promise = values[places[k]] + math.sqrt(wonder / seen) if seen else 1e6 + quick_below(host, 1 << 16)
        if promise > best:
            best = promise
            chosen = k
    place = places[chosen]
    if keys[place] == EMPTY:
        keys[place] = key | moves[chosen]
        counted[TRIED] += 1
    return np.int64(moves[chosen]), place


@kernel
def key_of(node, chooser):
    """Where the moves of somebody at a node are looked up, together with the move."""
    return (node << 3 | chooser + 1) << MOVE_BITS


@kernel
def node_of(scenes, nodes, counted, scene):
    """The node of a scene: its number, or NEW, and then it is planted."""
    slot = slot_of(scenes, scene)
    if scenes[slot] != EMPTY:
        return np.int64(nodes[slot])
    scenes[slot] = scene
    nodes[slot] = counted[NODES]
    counted[NODES] += 1
    return np.int64(NEW)


@kernel
def curious(swing, seat, manner):
    """How curious a search is for a seat: the more, the further its shares have swung so far."""
    return manner.curiosity * swing[seat, 2] / swing[seat, 0]


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
def next_table(roots, work, counted):
    """A copy of the next imagined table, to play on."""
    work[0] = roots[counted[PASSES] % roots.size]
    counted[PASSES] += 1
    return work[0]


@kernel
def learn(steps, owners, depth, shares, visits, values, latest):
    """Remember what a walk brought to everybody who picked on it: the mean, in which the latest weighs something."""
    for step in range(depth):
        place = steps[step]
        visits[place] += 1
        values[place] += (shares[owners[step]] - values[place]) * max(1.0 / visits[place], latest)


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
def grow_draft(roots, work, hosts, tree, passes, manner, outlook, me, liking):
    """Some passes over a tree of drafting. Whoever plays for the dummy picks its card apart from the own one."""
    keys, visits, values, scenes, nodes, counted, swing = tree
    host, steps, owners, shares = hosts[0], np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64), np.empty(DINERS)
    moves, places = np.empty(draft.MOVES, np.int16), np.empty(draft.MOVES, np.int64)
    for _ in range(passes):
        table = next_table(roots, work, counted)
        now = np.int64(table.round_no)
        node = depth = np.int64(0)
        while True:
            for_dummy = draft.controller(table)
            for seat in range(table.seats):
                if table.waiting >> seat & 1:
                    if seat != me and manner.simple and quick_below(host, 100) < manner.simple:
                        table.choices[seat] = best_of_random(table, host, seat, manner.tasted, liking)
                        continue
                    n = draft.moves(table, seat, moves)
                    if seat == for_dummy:
                        n = own_moves(moves, n)
                    key, wonder = key_of(node, seat), curious(swing, seat, manner)
                    move, place = pick(keys, visits, values, counted, key, moves, n, wonder, host, places)
                    steps[depth], owners[depth] = place, seat
                    depth += 1
                    if seat == for_dummy:
                        n = dummys_moves(rest_of(table, seat, move), moves)
                        key = key_of(node, DUMMY_CHOOSER)
                        dummys, place = pick(keys, visits, values, counted, key, moves, n, wonder, host, places)
                        steps[depth], owners[depth] = place, seat
                        depth += 1
                        move |= dummys
                    table.choices[seat] = move
            draft.resolve(table, host)
            if table.over or table.round_no != now:
                break
            node = node_of(scenes, nodes, counted, mixed(plates_of(table), np.int64(table.held)))
            if node == NEW:
                finish_draft(table, host, now, manner.tasted, liking)
                break
        card_shares(table, outlook, manner.win, shares)
        note_swing(swing, shares, table.seats)
        learn(steps, owners, depth, shares, visits, values, manner.latest)


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
def grow_battle(roots, work, hosts, tree, passes, manner, outlook):
    """Some passes over a tree of sushi battle."""
    keys, visits, values, scenes, nodes, counted, swing = tree
    host, steps, owners, shares = hosts[0], np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64), np.empty(DINERS)
    moves, places = np.empty(battle.MOVES, np.int16), np.empty(battle.MOVES, np.int64)
    for _ in range(passes):
        table = next_table(roots, work, counted)
        now = np.int64(table.round_no)
        node = depth = np.int64(0)
        while True:
            seat = np.int64(table.to_move)
            n = battle.moves(table, seat, moves)
            key, wonder = key_of(node, seat), curious(swing, seat, manner)
            move, place = pick(keys, visits, values, counted, key, moves, n, wonder, host, places)
            steps[depth], owners[depth] = place, seat
            depth += 1
            battle.take(table, host, move)
            if table.over or table.round_no != now:
                break
            node = node_of(scenes, nodes, counted, mixed(plates_of(table), np.int64(table.standing)))
            if node == NEW:
                finish_battle(table, host, now)
                break
        card_shares(table, outlook, manner.win, shares)
        note_swing(swing, shares, table.seats)
        learn(steps, owners, depth, shares, visits, values, manner.latest)


@kernel
def finish_battle(table, host, now):
    """Take the rest of a round's cards at random."""
    while not table.over and table.round_no == now:
        battle.take(table, host, battle.random_move(table, host, np.int64(table.to_move)))


@kernel
def try_dice(roots, work, hosts, moves, visits, values, swing, passes, tastes, manner, outlook, out):
    """Try moves of Sushi Roll, the promising ones more often: everybody plays by taste to the end of the round."""
    host = hosts[0]
    shares = np.empty(DINERS, np.float64)
    seat = np.int64(roots[0].to_move)
    tried = visits.sum()
    for _ in range(passes):
        best = -1.0
        k = 0
        wonder = curious(swing, seat, manner) * math.log(tried + 1.0)
        for i in range(moves.size):
            promise = 1e6 if visits[i] == 0 else values[i] / visits[i] + math.sqrt(wonder / visits[i])
            if promise > best:
                best = promise
                k = i
        work[0] = roots[0]
        table = work[0]
        now = np.int64(table.round_no)
        roll.act(table, host, np.int64(moves[k]))
        finish_dice(table, host, now, tastes, out)
        dice_shares(table, outlook, manner.win, shares)
        note_swing(swing, shares, table.seats)
        visits[k] += 1
        values[k] += shares[seat]
        tried += 1


@kernel
def finish_dice(table, host, now, tastes, out):
    """Play the rest of a round by taste, and now and then by whim."""
    while not table.over and table.round_no == now:
        mover = np.int64(table.to_move)
        if quick_below(host, WHIMS) == 0:
            roll.act(table, host, roll.random_place(table, host, mover))
        else:
            roll.act(table, host, taste.roll_move(table, host, mover, tastes, out))
