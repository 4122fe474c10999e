"""Kernels of the tree search: Monte Carlo tree search of a round in which all seats choose at the same time.

Each pass takes one sampled table and walks down the tree: at every node each seat selects a move by its own statistics,
not knowing what the others select. It adds one node, plays the rest of the round more or less at random, and updates
the statistics with every seat's share of the win. Trees end with the round: what comes after it is in the outlook.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from okawari.bots import heuristic
from okawari.bots.shares import card_shares, dice_shares
from okawari.rules import battle, draft, roll
from okawari.rules.counts import count, some
from okawari.rules.dealer import quick_below
from okawari.rules.dishes import KINDS
from okawari.rules.kernel import kernels_of
from okawari.rules.mixing import hash_pair
from okawari.rules.plates import DINERS
from okawari.rules.tables import TOTAL_SIGN

kernel = kernels_of(Path(__file__).parent)

#: In the tables of a tree: nothing, which is how memory comes from the system; and a node that was not there before.
EMPTY, NEW = 0, -1
#: The longest walk down a tree: every seat of every turn of a round.
LONGEST = 256
#: In Sushi Roll one die in so many is imagined to be kept by whim, so that nothing relies on what others like.
WHIMS = 8
#: The bits of a move that are one's own cards, and who picks that of an extra plate: nobody who has a seat.
OWN = (1 << 9) - 1
EXTRA_CHOOSER = 6

#: Bits of a key that are the move.
MOVE_BITS = 14

#: The prior of a seat's shares of the win: the number of samples, their mean, and the sum of their squared deviations.
_PRIOR = (8.0, 0.5, 0.5)
#: What a tree has counted: its nodes, the passes over it, and the moves that were tried.
NODES, PASSES, TRIED = range(3)


class Tree(NamedTuple):
    """What a search remembers: moves by key, nodes by position, what it has counted, and how far shares have swung.

    Kernels take it apart before they begin: arrays that stay in a tuple made passes half again as slow.
    """

    keys: np.ndarray
    visits: np.ndarray
    values: np.ndarray
    positions: np.ndarray
    nodes: np.ndarray
    counted: np.ndarray
    spread: np.ndarray


class SearchOptions(NamedTuple):
    """How a search goes about: always a float or always an int each, for kernels are compiled for their types."""

    #: How exploration it is.
    exploration: float
    #: How much of the value of an ended game is the win.
    win: float
    #: How much the latest result of a move weighs at least.
    latest: float
    #: Of how many random moves the best is played beyond the tree.
    candidates: int
    #: How many choices of the others out of a hundred are made like that within the tree, too.
    simple: int


def new_tree(moves: int, nodes: int) -> Tree:
    """An empty tree with room for so many moves and nodes, powers of two."""
    return Tree(
        keys=np.zeros(moves, np.int64),
        visits=np.zeros(moves, np.int32),
        values=np.zeros(moves, np.float32),
        positions=np.zeros(nodes, np.int64),
        nodes=np.zeros(nodes, np.int32),
        counted=np.array([1, 0, 0]),
        spread=new_spread(),
    )


def new_spread() -> np.ndarray:
    """How far everybody's shares spread, before any was seen."""
    return np.tile(_PRIOR, (DINERS, 1))


@kernel
def slot_of(keys, key):
    """Where a key stands in a table, or where it would: keys that differ in the move alone stand side by side."""
    last = keys.size - 1
    slot = hash_pair(key >> MOVE_BITS, 7) & last
    while keys[slot] != EMPTY and keys[slot] != key:
        slot = (slot + 1) & last
    return slot


@kernel
def pick(keys, visits, values, counted, key, moves, n, bonus, dealer, places):
    """Which of n moves promises most, or was tried least; and where its numbers stand, under key and the move."""
    tried = 0
    for k in range(n):
        places[k] = slot_of(keys, key | moves[k])
        tried += visits[places[k]]
    bonus *= math.log(tried + 1.0)
    best = -1.0
    chosen = 0
    for k in range(n):
        seen = visits[places[k]]
        promise = values[places[k]] + math.sqrt(bonus / seen) if seen else 1e6 + quick_below(dealer, 1 << 16)
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
def node_of(positions, nodes, counted, position):
    """The node of a position: its number, or NEW, and then it is planted."""
    slot = slot_of(positions, position)
    if positions[slot] != EMPTY:
        return np.int64(nodes[slot])
    positions[slot] = position
    nodes[slot] = counted[NODES]
    counted[NODES] += 1
    return np.int64(NEW)


@kernel
def exploration(spread, seat, options):
    """How exploration a search is for a seat: the more, the further its shares have swung so far."""
    return options.exploration * spread[seat, 2] / spread[seat, 0]


@kernel
def note_spread(spread, shares, seats):
    """Remember how many shares everybody got, their mean, and how far they were from it, squared and summed up."""
    for seat in range(seats):
        spread[seat, 0] += 1
        off = shares[seat] - spread[seat, 1]
        spread[seat, 1] += off / spread[seat, 0]
        spread[seat, 2] += off * (shares[seat] - spread[seat, 1])


@kernel
def plates_of(table):
    """A number for what lies on the plates: ways to play that lead to the same plates are one."""
    word = np.int64(0)
    for plate in range(table.diners):
        word = hash_pair(hash_pair(word, table.plates[plate]), table.desserts[plate]) + table.wasabi[plate]
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
    """Leave each choice of one's own cards once, whatever goes with it to the extra plate; how many there are."""
    kept = 0
    for k in range(n):
        own = moves[k] & OWN
        if kept == 0 or own != moves[kept - 1]:
            moves[kept] = own
            kept += 1
    return kept


@kernel
def extra_moves(rest, moves):
    """Write down every card that can go to the extra plate; how many there are."""
    n = 0
    for kind in range(KINDS):
        if count(rest, kind):
            moves[n] = draft.encode(0, draft.NO_CARD, kind)
            n += 1
    return n


@kernel
def grow_draft(roots, work, dealers, tree, passes, options, outlook, me, weights):
    """Some passes over a tree of drafting. The seat in control picks the extra plate's card apart from its own."""
    keys, visits, values, positions, nodes, counted, spread = tree
    dealer, steps, owners, shares = (
        dealers[0],
        np.empty(LONGEST, np.int64),
        np.empty(LONGEST, np.int64),
        np.empty(DINERS),
    )
    moves, places = np.empty(draft.MOVES, np.int16), np.empty(draft.MOVES, np.int64)
    for _ in range(passes):
        table = next_table(roots, work, counted)
        now = np.int64(table.round_no)
        node = depth = np.int64(0)
        while True:
            in_control = draft.controller(table)
            for seat in range(table.seats):
                if table.waiting >> seat & 1:
                    if seat != me and options.simple and quick_below(dealer, 100) < options.simple:
                        table.choices[seat] = best_of_random(table, dealer, seat, options.candidates, weights)
                        continue
                    n = draft.moves(table, seat, moves)
                    if seat == in_control:
                        n = own_moves(moves, n)
                    key, bonus = key_of(node, seat), exploration(spread, seat, options)
                    move, place = pick(keys, visits, values, counted, key, moves, n, bonus, dealer, places)
                    steps[depth], owners[depth] = place, seat
                    depth += 1
                    if seat == in_control:
                        n = extra_moves(rest_of(table, seat, move), moves)
                        key = key_of(node, EXTRA_CHOOSER)
                        extra, place = pick(keys, visits, values, counted, key, moves, n, bonus, dealer, places)
                        steps[depth], owners[depth] = place, seat
                        depth += 1
                        move |= extra
                    table.choices[seat] = move
            draft.resolve(table, dealer)
            if table.over or table.round_no != now:
                break
            node = node_of(positions, nodes, counted, hash_pair(plates_of(table), np.int64(table.held)))
            if node == NEW:
                finish_draft(table, dealer, now, options.candidates, weights)
                break
        card_shares(table, outlook, options.win, shares)
        note_spread(spread, shares, table.seats)
        learn(steps, owners, depth, shares, visits, values, options.latest)


@kernel
def rest_of(table, seat, move):
    """A hand without the cards of a move."""
    first, second, _ = draft.decode(move)
    rest = table.hands[seat] - some(first)
    return rest - some(second) if second != draft.NO_CARD else rest


@kernel
def finish_draft(table, dealer, now, candidates, weights):
    """Play the rest of a round: everybody plays the best of a few random moves."""
    while not table.over and table.round_no == now:
        for seat in range(table.seats):
            if table.waiting >> seat & 1:
                table.choices[seat] = best_of_random(table, dealer, seat, candidates, weights)
        draft.resolve(table, dealer)


@kernel
def best_of_random(table, dealer, seat, candidates, weights):
    """The best of a few random moves by the heuristic; of one, that."""
    best = draft.random_move(table, dealer, seat)
    if candidates > 1:
        worth = heuristic.draft_move_worth(table, seat, best, weights)
        for _ in range(1, candidates):
            move = draft.random_move(table, dealer, seat)
            its_worth = heuristic.draft_move_worth(table, seat, move, weights)
            if (its_worth > worth) == (TOTAL_SIGN[table.variant] > 0):
                best, worth = move, its_worth
    return best


@kernel
def grow_battle(roots, work, dealers, tree, passes, options, outlook):
    """Some passes over a tree of sushi battle."""
    keys, visits, values, positions, nodes, counted, spread = tree
    dealer, steps, owners, shares = (
        dealers[0],
        np.empty(LONGEST, np.int64),
        np.empty(LONGEST, np.int64),
        np.empty(DINERS),
    )
    moves, places = np.empty(battle.MOVES, np.int16), np.empty(battle.MOVES, np.int64)
    for _ in range(passes):
        table = next_table(roots, work, counted)
        now = np.int64(table.round_no)
        node = depth = np.int64(0)
        while True:
            seat = np.int64(table.to_move)
            n = battle.moves(table, seat, moves)
            key, bonus = key_of(node, seat), exploration(spread, seat, options)
            move, place = pick(keys, visits, values, counted, key, moves, n, bonus, dealer, places)
            steps[depth], owners[depth] = place, seat
            depth += 1
            battle.take(table, dealer, move)
            if table.over or table.round_no != now:
                break
            node = node_of(positions, nodes, counted, hash_pair(plates_of(table), np.int64(table.standing)))
            if node == NEW:
                finish_battle(table, dealer, now)
                break
        card_shares(table, outlook, options.win, shares)
        note_spread(spread, shares, table.seats)
        learn(steps, owners, depth, shares, visits, values, options.latest)


@kernel
def finish_battle(table, dealer, now):
    """Take the rest of a round's cards at random."""
    while not table.over and table.round_no == now:
        battle.take(table, dealer, battle.random_move(table, dealer, np.int64(table.to_move)))


@kernel
def try_dice(roots, work, dealers, moves, visits, values, spread, passes, weights, options, outlook, out):
    """Try moves of Sushi Roll, the promising ones more often; the rest of the round is played by the heuristic."""
    dealer = dealers[0]
    shares = np.empty(DINERS, np.float64)
    seat = np.int64(roots[0].to_move)
    tried = visits.sum()
    for _ in range(passes):
        best = -1.0
        k = 0
        bonus = exploration(spread, seat, options) * math.log(tried + 1.0)
        for i in range(moves.size):
            promise = 1e6 if visits[i] == 0 else values[i] / visits[i] + math.sqrt(bonus / visits[i])
            if promise > best:
                best = promise
                k = i
        work[0] = roots[0]
        table = work[0]
        now = np.int64(table.round_no)
        roll.act(table, dealer, np.int64(moves[k]))
        finish_dice(table, dealer, now, weights, out)
        dice_shares(table, outlook, options.win, shares)
        note_spread(spread, shares, table.seats)
        visits[k] += 1
        values[k] += shares[seat]
        tried += 1


@kernel
def finish_dice(table, dealer, now, weights, out):
    """Play the rest of a round by the heuristic, and now and then at random."""
    while not table.over and table.round_no == now:
        mover = np.int64(table.to_move)
        if quick_below(dealer, WHIMS) == 0:
            roll.act(table, dealer, roll.random_place(table, dealer, mover))
        else:
            roll.act(table, dealer, heuristic.roll_move(table, dealer, mover, weights, out))
