"""Kernels of the tree search: Monte Carlo tree search of a round in which all seats choose at the same time.

Each pass takes one sampled table and walks down the tree: at every node each seat selects a move by its own statistics
(UCB1), not knowing what the others select. It adds one node, simulates the rest of the round, and updates the
statistics with every seat's share of the win. Trees end with the round: the outlook values what comes after it.

A tree is two open-addressing hash tables. One maps a position (a hash of the plates) to the number of its node. The
other maps a key to the visits and the estimate of a move:

    key of a move    node | chooser + 1 (3 bits) | move (14 bits)    chooser: a seat, or EXTRA_CHOOSER
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from okawari.bots import heuristic
from okawari.bots.shares import card_shares, dice_shares
from okawari.rules import battle, draft, maths, roll
from okawari.rules.counts import count, some
from okawari.rules.dealer import DEALER, quick_below
from okawari.rules.dishes import CHOPSTICKS_TOKEN, KINDS, MENU_TOKEN
from okawari.rules.kernel import array, entry_point, kernel
from okawari.rules.mixing import hash_pair
from okawari.rules.plates import DINERS
from okawari.rules.tables import TOTAL_SIGN

#: EMPTY marks a free slot in a table; it is 0 so that fresh memory need not be filled. NEW: a node that was just added.
EMPTY, NEW = 0, -1
#: The most moves that one pass selects: those of every seat in every turn of a round.
MAX_DEPTH = 256
#: In simulated play of Sushi Roll one choice in this many is random, so that no move relies on predictable opponents.
RANDOM_ONE_IN = 8
#: The most swaps of Sushi Roll that are tried, and the most moves: keeps, re-rolls and swaps.
SWAPS = 6
MOST_CANDIDATES = 2 * roll.PLACES + SWAPS
#: The bits of a move that hold the seat's own cards; and the chooser of the extra plate's card, which is no seat.
OWN = (1 << 9) - 1
EXTRA_CHOOSER = 6

#: The number of bits of a key that hold the move.
MOVE_BITS = 14
_ONE = np.uint64(1)

#: The prior of a seat's shares of the win: the number of samples, their mean, and the sum of their squared deviations.
_PRIOR = (8.0, 0.5, 0.5)
#: The counters of a tree: nodes, passes, and entries in the table of moves.
NODES, PASSES, ENTRIES = range(3)


class Tree(NamedTuple):
    """A search tree.

    Kernels unpack it before they begin: reading the arrays from the tuple made passes half again as slow.
    """

    #: The table of moves: key, visits, estimated share of the win.
    keys: np.ndarray
    visits: np.ndarray
    values: np.ndarray
    #: The table of nodes: hash of a position, number of its node.
    positions: np.ndarray
    nodes: np.ndarray
    counters: np.ndarray
    #: For each seat the shares of the win so far: their number, mean, and sum of squared deviations.
    spread: np.ndarray


class SearchOptions(NamedTuple):
    """The parameters of a search. Each is always a float or always an int: kernels are compiled for their types."""

    #: Factor of the exploration bonus.
    exploration: float
    #: Weight of the win in the value of an ended game; the rest is the margin.
    win: float
    #: Least weight of the latest result in a move's estimate; 0 makes the estimate a plain mean.
    latest: float
    #: In simulated play, the number of random moves of which the best by the heuristic is played.
    candidates: int
    #: Percentage of the other seats' choices within the tree that are made as in simulated play.
    simple: int


#: The types of trees, options and other arguments of the entry points.
TREE = (
    Tree,
    *(array(np.int64), array(np.int32), array(np.float32)),
    *(array(np.int64), array(np.int32), array(np.int64), array(np.float64, 2)),
)
OPTIONS = (SearchOptions, float, float, float, int, int)
_DEALERS, _WEIGHTS, _OUTLOOK = array(DEALER), array(np.float64), array(np.float64, 2)


def new_tree(moves: int, nodes: int) -> Tree:
    """An empty tree; `moves` and `nodes` are the sizes of its tables, powers of two."""
    return Tree(
        keys=np.zeros(moves, np.int64),
        visits=np.zeros(moves, np.int32),
        values=np.zeros(moves, np.float32),
        positions=np.zeros(nodes, np.int64),
        nodes=np.zeros(nodes, np.int32),
        counters=np.array([1, 0, 0]),
        spread=new_spread(),
    )


def new_spread() -> np.ndarray:
    """The statistics of each seat's shares of the win before the first pass: the prior."""
    return np.tile(_PRIOR, (DINERS, 1))


@kernel
def home_of(keys, key):
    """The slot of a table from which a key is looked for.

    The hash leaves the move out, so that the moves of one node lie side by side in memory.
    """
    return np.uint64(hash_pair(key >> MOVE_BITS, 7) & (keys.size - 1))


@kernel
def slot_from(keys, key, slot):
    """The slot of a key in a table, or the free slot for it (linear probing), looked for from a slot on.

    Slots are unsigned: a signed index costs a comparison, since it may count from the end.
    """
    last = np.uint64(keys.size - 1)
    while keys[slot] != EMPTY and keys[slot] != key:
        slot = (slot + _ONE) & last
    return slot


@kernel
def slot_of(keys, key):
    """The slot of a key in a table, or the free slot for it."""
    return slot_from(keys, key, home_of(keys, key))


@kernel
def select_move(keys, visits, values, counters, key, moves, n, bonus, dealer, slots):
    """Select one of n moves by UCB1: (move, slot of its statistics); unvisited moves come first, in random order.

    `key` is that of the node and chooser, `bonus` the exploration weight; `slots` is a buffer for slots.
    """
    total = 0
    home = home_of(keys, key)
    for k in range(n):
        slots[k] = slot_from(keys, key | moves[k], home)
        total += visits[slots[k]]
    bonus *= maths.log(total + 1.0)
    best = -1.0
    chosen = 0
    for k in range(n):
        seen = visits[slots[k]]
        bound = values[slots[k]] + math.sqrt(bonus / seen) if seen else 1e6 + quick_below(dealer, 1 << 16)
        if bound > best:
            best = bound
            chosen = k
    slot = slots[chosen]
    if keys[slot] == EMPTY:
        keys[slot] = key | moves[chosen]
        counters[ENTRIES] += 1
    return np.int64(moves[chosen]), slot


@kernel
def key_of(node, chooser):
    """The key of a node and chooser, to be combined with a move by `|`."""
    return (node << 3 | chooser + 1) << MOVE_BITS


@kernel
def node_of(positions, nodes, counters, position):
    """The number of a position's node; if there is none, it is added and NEW is returned."""
    slot = slot_of(positions, position)
    if positions[slot] != EMPTY:
        return np.int64(nodes[slot])
    positions[slot] = position
    nodes[slot] = counters[NODES]
    counters[NODES] += 1
    return np.int64(NEW)


@kernel
def exploration_weight(spread, seat, options):
    """The exploration weight of a seat: proportional to the variance of its shares of the win so far."""
    return options.exploration * spread[seat, 2] / spread[seat, 0]


@kernel
def update_spread(spread, shares, seats):
    """Add each seat's share of the win to its number, mean and sum of squared deviations (Welford's method)."""
    for seat in range(seats):
        spread[seat, 0] += 1
        off = shares[seat] - spread[seat, 1]
        spread[seat, 1] += off / spread[seat, 0]
        spread[seat, 2] += off * (shares[seat] - spread[seat, 1])


@kernel
def hash_plates(table):
    """A hash of all plates, so that different orders of play that lead to the same plates share a node."""
    word = np.int64(0)
    for plate in range(table.diners):
        word = hash_pair(hash_pair(word, table.plates[plate]), table.desserts[plate]) + table.wasabi[plate]
    return word


@kernel
def next_sample(roots, work, counters):
    """Copy the next sampled table into `work` and return it."""
    work[0] = roots[counters[PASSES] % roots.size]
    counters[PASSES] += 1
    return work[0]


@kernel
def update_statistics(steps, owners, depth, shares, visits, values, latest):
    """Add the shares of the win to the statistics of every move that a pass selected.

    `steps` are the slots of the moves, `owners` the seats that selected them; `latest` is the least weight of the new
    result in the estimate.
    """
    for step in range(depth):
        slot = steps[step]
        visits[slot] += 1
        values[slot] += (shares[owners[step]] - values[slot]) * max(1.0 / visits[slot], latest)


@kernel
def own_moves(moves, n):
    """Reduce moves in place to the different choices of the seat's own cards; return their number."""
    kept = 0
    for k in range(n):
        own = moves[k] & OWN
        if kept == 0 or own != moves[kept - 1]:
            moves[kept] = own
            kept += 1
    return kept


@kernel
def extra_plate_moves(rest, moves):
    """Write a move for each card that can go to the extra plate; return their number."""
    n = 0
    for kind in range(KINDS):
        if count(rest, kind):
            moves[n] = draft.encode(0, draft.NO_CARD, kind)
            n += 1
    return n


@entry_point(array(draft.TABLE), array(draft.TABLE), _DEALERS, TREE, int, OPTIONS, _OUTLOOK, int, _WEIGHTS)
def grow_draft(roots, work, dealers, tree, passes, options, outlook, me, weights):
    """Run some passes of a drafting search for the seat `me`.

    The seat that controls the extra plate selects the card for it separately, by statistics of its own.
    """
    keys, visits, values, positions, nodes, counters, spread = tree
    dealer, steps, owners, shares = (
        dealers[0],
        np.empty(MAX_DEPTH, np.uint64),
        np.empty(MAX_DEPTH, np.int64),
        np.empty(DINERS),
    )
    moves, slots = np.empty(draft.MOVES, np.int16), np.empty(draft.MOVES, np.uint64)
    for _ in range(passes):
        table = next_sample(roots, work, counters)
        round_no = np.int64(table.round_no)
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
                    key, bonus = key_of(node, seat), exploration_weight(spread, seat, options)
                    move, slot = select_move(keys, visits, values, counters, key, moves, n, bonus, dealer, slots)
                    steps[depth], owners[depth] = slot, seat
                    depth += 1
                    if seat == in_control:
                        n = extra_plate_moves(rest_of(table, seat, move), moves)
                        key = key_of(node, EXTRA_CHOOSER)
                        extra, slot = select_move(keys, visits, values, counters, key, moves, n, bonus, dealer, slots)
                        steps[depth], owners[depth] = slot, seat
                        depth += 1
                        move |= extra
                    table.choices[seat] = move
            draft.resolve(table, dealer)
            if table.over or table.round_no != round_no:
                break
            node = node_of(positions, nodes, counters, hash_pair(hash_plates(table), np.int64(table.held)))
            if node == NEW:
                finish_draft(table, dealer, round_no, options.candidates, weights)
                break
        card_shares(table, outlook, options.win, shares)
        update_spread(spread, shares, table.seats)
        update_statistics(steps, owners, depth, shares, visits, values, options.latest)


@kernel
def rest_of(table, seat, move):
    """A seat's hand without its own cards of a move."""
    first, second, _ = draft.decode(move)
    rest = table.hands[seat] - some(first)
    return rest - some(second) if second != draft.NO_CARD else rest


@kernel
def finish_draft(table, dealer, round_no, candidates, weights):
    """Simulate the rest of a round of drafting: each choice is the best of some random moves."""
    while not table.over and table.round_no == round_no:
        for seat in range(table.seats):
            if table.waiting >> seat & 1:
                table.choices[seat] = best_of_random(table, dealer, seat, candidates, weights)
        draft.resolve(table, dealer)


@kernel
def best_of_random(table, dealer, seat, candidates, weights):
    """The best of `candidates` random moves by the heuristic."""
    best = draft.random_move(table, dealer, seat)
    if candidates > 1:
        worth = heuristic.draft_move_worth(table, seat, best, weights)
        for _ in range(1, candidates):
            move = draft.random_move(table, dealer, seat)
            its_worth = heuristic.draft_move_worth(table, seat, move, weights)
            if (its_worth > worth) == (TOTAL_SIGN[table.variant] > 0):
                best, worth = move, its_worth
    return best


@entry_point(array(battle.TABLE), array(battle.TABLE), _DEALERS, TREE, int, OPTIONS, _OUTLOOK)
def grow_battle(roots, work, dealers, tree, passes, options, outlook):
    """Run some passes of a sushi battle search."""
    keys, visits, values, positions, nodes, counters, spread = tree
    dealer, steps, owners, shares = (
        dealers[0],
        np.empty(MAX_DEPTH, np.uint64),
        np.empty(MAX_DEPTH, np.int64),
        np.empty(DINERS),
    )
    moves, slots = np.empty(battle.MOVES, np.int16), np.empty(battle.MOVES, np.uint64)
    for _ in range(passes):
        table = next_sample(roots, work, counters)
        round_no = np.int64(table.round_no)
        node = depth = np.int64(0)
        while True:
            seat = np.int64(table.to_move)
            n = battle.moves(table, seat, moves)
            key, bonus = key_of(node, seat), exploration_weight(spread, seat, options)
            move, slot = select_move(keys, visits, values, counters, key, moves, n, bonus, dealer, slots)
            steps[depth], owners[depth] = slot, seat
            depth += 1
            battle.take(table, dealer, move)
            if table.over or table.round_no != round_no:
                break
            node = node_of(positions, nodes, counters, hash_pair(hash_plates(table), np.int64(table.standing)))
            if node == NEW:
                finish_battle(table, dealer, round_no)
                break
        card_shares(table, outlook, options.win, shares)
        update_spread(spread, shares, table.seats)
        update_statistics(steps, owners, depth, shares, visits, values, options.latest)


@kernel
def finish_battle(table, dealer, round_no):
    """Simulate the rest of a round of sushi battle with random moves."""
    while not table.over and table.round_no == round_no:
        battle.take(table, dealer, battle.random_move(table, dealer, np.int64(table.to_move)))


@entry_point(
    *(array(roll.TABLE), array(roll.TABLE), _DEALERS),
    *(array(np.int64), array(np.int64), array(np.float64), array(np.float64, 2)),
    *(int, _WEIGHTS, OPTIONS, _OUTLOOK, array(np.int16)),
)
def try_dice(roots, work, dealers, moves, visits, values, spread, passes, weights, options, outlook, out):
    """Run some passes of a Sushi Roll search: select a move by UCB1, simulate the rest of the round.

    `values` are sums of shares of the win, not means.
    """
    dealer = dealers[0]
    shares = np.empty(DINERS, np.float64)
    seat = np.int64(roots[0].to_move)
    tried = 0
    for i in range(visits.size):
        tried += visits[i]
    for _ in range(passes):
        best = -1.0
        k = 0
        bonus = exploration_weight(spread, seat, options) * maths.log(tried + 1.0)
        for i in range(moves.size):
            bound = 1e6 if visits[i] == 0 else values[i] / visits[i] + math.sqrt(bonus / visits[i])
            if bound > best:
                best = bound
                k = i
        work[0] = roots[0]
        table = work[0]
        round_no = np.int64(table.round_no)
        roll.act(table, dealer, np.int64(moves[k]))
        finish_dice(table, dealer, round_no, weights, out)
        dice_shares(table, outlook, options.win, shares)
        update_spread(spread, shares, table.seats)
        visits[k] += 1
        values[k] += shares[seat]
        tried += 1


@kernel
def finish_dice(table, dealer, round_no, weights, out):
    """Simulate the rest of a round of Sushi Roll by the heuristic, with some random choices."""
    while not table.over and table.round_no == round_no:
        mover = np.int64(table.to_move)
        if quick_below(dealer, RANDOM_ONE_IN) == 0:
            roll.act(table, dealer, roll.random_place(table, dealer, mover))
        else:
            roll.act(table, dealer, heuristic.roll_move(table, dealer, mover, weights, out))


@entry_point(TREE, int, array(np.int64), array(np.int64), array(np.float64))
def read_statistics(tree, seat, moves, visits, estimates):
    """Write the visits and the estimated share of the win of each of a seat's moves at the root.

    A move with a card for the extra plate combines the statistics of both parts: the geometric mean of the visits, and
    the mean of the estimates.
    """
    for k in range(moves.size):
        own = slot_of(tree.keys, key_of(0, seat) | moves[k] & OWN)
        visits[k] = tree.visits[own]
        estimates[k] = tree.values[own]
        if moves[k] > OWN:
            extra = slot_of(tree.keys, key_of(0, EXTRA_CHOOSER) | moves[k] & ~OWN)
            visits[k] = maths.isqrt(visits[k] * np.int64(tree.visits[extra]))
            estimates[k] = (estimates[k] + np.float64(tree.values[extra])) / 2


@entry_point(array(roll.TABLE), int, _WEIGHTS, array(np.int64))
def dice_candidates(tables, seat, weights, out):
    """Write the moves of Sushi Roll to try, at most MOST_CANDIDATES; their number.

    Keep each face once, the worst first; re-roll the n worst dice, for each n; swap the worst die.
    """
    table = tables[0]
    places, worths = np.empty(roll.PLACES, np.int64), np.empty(roll.PLACES)
    dice = write_by_worth(table, seat, seat, weights, places, worths)
    n = write_keeps(table, seat, places, dice, out)
    if table.tokens[seat, MENU_TOKEN]:
        worst = np.int64(0)
        for i in range(dice):
            worst |= np.int64(1) << places[i]
            out[n] = roll.encode_reroll(worst)
            n += 1
    if table.tokens[seat, CHOPSTICKS_TOKEN]:
        n = write_swaps(table, seat, places[0], weights, out, n)
    return n


@kernel
def write_keeps(table, seat, places, dice, out):
    """Write for each face of these dice, in their order, the last place that shows it; the number of faces."""
    belt = roll.belt_of(table, seat)
    n = 0
    for i in range(dice):
        face = table.faces[belt, places[i]]
        k = 0
        while k < n and table.faces[belt, out[k]] != face:
            k += 1
        out[k] = places[i]
        n = max(n, k + 1)
    return n


@kernel
def write_swaps(table, seat, own, weights, out, n):
    """Write the swaps of the die at `own` for the SWAPS best ones of others, from index n on; the index after the last.

    Of dice that are worth the same, those of later seats and at later places come first.
    """
    places, worths = np.empty(roll.PLACES, np.int64), np.empty(roll.PLACES)
    best, moves = np.empty(SWAPS), np.empty(SWAPS, np.int64)
    kept = 0
    for other in range(table.seats):
        dice = write_by_worth(table, other, seat, weights, places, worths) if other != seat else 0
        for i in range(dice):
            move = roll.encode_swap(own, other, places[i])
            k = kept
            while k > 0 and (best[k - 1] < worths[i] or (best[k - 1] == worths[i] and moves[k - 1] < move)):
                if k < SWAPS:
                    best[k], moves[k] = best[k - 1], moves[k - 1]
                k -= 1
            if k < SWAPS:
                best[k], moves[k] = worths[i], move
                kept = min(kept + 1, SWAPS)
    for k in range(kept):
        out[n + k] = moves[k]
    return n + kept


@kernel
def write_by_worth(table, whose, seat, weights, places, worths):
    """Write the place and worth of each die on the belt of `whose`, the worst first; their number.

    The worth of another seat's die is the sum of its worth to `seat` and to its owner. Of dice that are worth the same,
    the one at the earlier place comes first.
    """
    belt = roll.belt_of(table, whose)
    discount = heuristic.discount_for(float(roll.PLACE_COUNT[table.filled[belt]]) - 1, weights)
    n = 0
    for place in range(roll.PLACES):
        if roll.has_die(table, whose, place):
            face = np.int64(table.faces[belt, place])
            worth = heuristic.face_worth(table, seat, face, weights, discount)
            if whose != seat:
                worth += heuristic.face_worth(table, whose, face, weights, discount)
            k = n
            while k > 0 and worths[k - 1] > worth:
                places[k], worths[k] = places[k - 1], worths[k - 1]
                k -= 1
            places[k], worths[k] = place, worth
            n += 1
    return n
