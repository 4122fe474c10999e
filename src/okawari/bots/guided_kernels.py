"""Kernels of the guided search: a tree search of a round of drafting in which a network proposes and values moves.

Each pass takes one sampled table and walks down the tree. A node is what one seat knows of a position: the plates and
its own hand. At every turn each seat selects a move at its node, not knowing what the others select: the one with the
best estimate plus a bonus that is proportional to the network's probability of the move (PUCT). Where a seat has no
node yet, the network is asked and the pass ends with each seat's value; beyond the round, with the values of a new
deal; at the end of the game, with its result.

A tree is two open-addressing hash tables, like those of `tree_kernels`. One maps a hash of what a seat knows to the
number of its node. The other maps a key, node | move (14 bits), to the statistics of a move.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from okawari.bots.network_kernels import CODE, LAYERS, MARGIN_WEIGHT, WIN_WEIGHT, run_network
from okawari.bots.shares import share_won
from okawari.bots.tree_kernels import (
    ENTRIES,
    MAX_DEPTH,
    MOVE_BITS,
    NODES,
    hash_plates,
    home_of,
    next_sample,
    slot_from,
    slot_of,
)
from okawari.encoding import draft_cells
from okawari.encoding.plate_cells import MOST_PLATE_CELLS, SLACK, STANDINGS
from okawari.rules import draft, maths
from okawari.rules.dealer import DEALER
from okawari.rules.kernel import array, entry_point, kernel
from okawari.rules.mixing import hash_pair
from okawari.rules.plates import DINERS
from okawari.rules.scoring import standing


class GuidedTree(NamedTuple):
    """A search tree."""

    #: The table of moves: key, visits, estimated value, probability by the network.
    keys: np.ndarray
    visits: np.ndarray
    values: np.ndarray
    priors: np.ndarray
    #: The table of nodes: hash of what a seat knows, number of its node.
    positions: np.ndarray
    nodes: np.ndarray
    #: By the number of a node: its value by the network, and how often a move was selected at it.
    node_values: np.ndarray
    node_visits: np.ndarray
    #: Nodes, passes, and entries in the table of moves.
    counters: np.ndarray


GUIDED_TREE = (
    GuidedTree,
    *(array(np.int64), array(np.int32), array(np.float32), array(np.float32)),
    *(array(np.int64), array(np.int32), array(np.float32), array(np.int32), array(np.int64)),
)


class Buffers(NamedTuple):
    """Memory that evaluations of one call share: cells of plates, standings, cells, preferences and moves."""

    plates: np.ndarray
    standings: np.ndarray
    cells: np.ndarray
    preferences: np.ndarray
    moves: np.ndarray


def new_guided_tree(moves: int, nodes: int) -> GuidedTree:
    """An empty tree; `moves` and `nodes` are the sizes of its tables, powers of two."""
    return GuidedTree(
        keys=np.zeros(moves, np.int64),
        visits=np.zeros(moves, np.int32),
        values=np.zeros(moves, np.float32),
        priors=np.zeros(moves, np.float32),
        positions=np.zeros(nodes, np.int64),
        nodes=np.zeros(nodes, np.int32),
        node_values=np.zeros(nodes, np.float32),
        node_visits=np.zeros(nodes, np.int32),
        counters=np.array([1, 0, 0]),
    )


@kernel
def new_buffers(code, layers):
    """Memory for evaluations."""
    return Buffers(
        np.zeros((DINERS, MOST_PLATE_CELLS + SLACK), np.uint8),
        np.zeros((DINERS, STANDINGS), np.int64),
        np.zeros(code.cells + SLACK, np.uint8),
        np.empty(layers.policy_bias.size, np.float32),
        np.empty(draft.MOVES, np.int16),
    )


@kernel
def margin_value(table, seat):
    """The value of the margin that a seat has so far over the best other seat."""
    best = np.int64(-1) << 30
    for other in range(table.seats):
        if other != seat:
            best = max(best, np.int64(standing(table, table.points[other])))
    return MARGIN_WEIGHT * (np.int64(standing(table, table.points[seat])) - best)


@kernel
def network_value(table, seat, layers, buffers):
    """The value of a table for a seat by the network, whose preferences are written; plates are in the buffers."""
    n = draft_cells.write_cells(table, seat, np.int16(draft.NO_MOVE), buffers.plates, buffers.standings, buffers.cells)
    return run_network(buffers.cells, n, layers, buffers.preferences) + margin_value(table, seat)


@kernel
def final_value(table, seat):
    """The value of an ended game for a seat."""
    return WIN_WEIGHT * (share_won(table, seat) - 1.0 / table.seats) + margin_value(table, seat)


@kernel
def knowledge_of(table, position, seat):
    """A hash of what a seat knows: the position, which all know, and its own hand."""
    return hash_pair(hash_pair(position, np.int64(table.hands[seat])), seat + 1)


@kernel
def position_of(table):
    """A hash of what all know."""
    return hash_pair(hash_plates(table), np.int64(table.held))


@kernel
def add_moves(table, seat, node, code, tree, buffers):
    """Add the legal moves of a seat at a node, with the probabilities of the network (softmax of its preferences)."""
    keys, moves = tree.keys, buffers.moves
    n = draft.moves(table, seat, moves)
    best = np.float64(-np.inf)
    for k in range(n):
        best = max(best, np.float64(buffers.preferences[code.action_of[seat, moves[k]]]))
    total = 0.0
    home = home_of(keys, node << MOVE_BITS)
    for k in range(n):
        slot = slot_from(keys, node << MOVE_BITS | moves[k], home)
        keys[slot] = node << MOVE_BITS | moves[k]
        chance = maths.exp(np.float64(buffers.preferences[code.action_of[seat, moves[k]]]) - best)
        tree.priors[slot] = chance
        total += chance
    for k in range(n):
        tree.priors[slot_from(keys, node << MOVE_BITS | moves[k], home)] /= np.float32(total)
    tree.counters[ENTRIES] += n


@kernel
def find_nodes(table, code, layers, tree, buffers, found):
    """Write the number of every seat's node; returns whether one was added, for which the network was asked."""
    position, added = position_of(table), False
    for seat in range(table.seats):
        slot = slot_of(tree.positions, knowledge_of(table, position, seat))
        if tree.positions[slot] == 0:
            if not added:
                draft_cells.write_plates(table, buffers.plates, buffers.standings)
            added = True
            tree.positions[slot] = knowledge_of(table, position, seat)
            node = tree.counters[NODES]
            tree.nodes[slot] = node
            tree.counters[NODES] += 1
            tree.node_values[node] = network_value(table, seat, layers, buffers)
            add_moves(table, seat, node, code, tree, buffers)
        found[seat] = tree.nodes[slot]
    return added


@kernel
def select_guided(table, seat, node, exploration, tree, moves):
    """Select a move of a seat at its node: (move, slot of its statistics). An unvisited move has the node's value."""
    visits, key = tree.visits, node << MOVE_BITS
    n = draft.moves(table, seat, moves)
    home = home_of(tree.keys, key)
    bonus = exploration * math.sqrt(tree.node_visits[node] + 1.0)
    best, chosen, place = -np.inf, 0, np.uint64(0)
    for k in range(n):
        slot = slot_from(tree.keys, key | moves[k], home)
        value = np.float64(tree.values[slot] if visits[slot] else tree.node_values[node])
        bound = value + bonus * tree.priors[slot] / (1 + visits[slot])
        if bound > best:
            best, chosen, place = bound, k, slot
    return np.int64(moves[chosen]), place


@kernel
def write_final_values(table, values):
    """Write every seat's value of an ended game."""
    for seat in range(table.seats):
        values[seat] = final_value(table, seat)


@kernel
def write_dealt_values(table, layers, buffers, values):
    """Write every seat's value of a round that was just dealt."""
    draft_cells.write_plates(table, buffers.plates, buffers.standings)
    for seat in range(table.seats):
        values[seat] = network_value(table, seat, layers, buffers)


@entry_point(array(draft.TABLE), array(draft.TABLE), array(DEALER), GUIDED_TREE, int, float, CODE, LAYERS)
def grow_guided(roots, work, dealers, tree, passes, exploration, code, layers):
    """Run some passes of a guided search."""
    buffers = new_buffers(code, layers)
    steps, owners = np.empty(MAX_DEPTH, np.uint64), np.empty(MAX_DEPTH, np.int64)
    at, found, values = np.empty(MAX_DEPTH, np.int64), np.empty(DINERS, np.int64), np.empty(DINERS)
    for _ in range(passes):
        table = next_sample(roots, work, tree.counters)
        round_no, depth = np.int64(table.round_no), 0
        while True:
            if find_nodes(table, code, layers, tree, buffers, found):
                for seat in range(table.seats):
                    values[seat] = tree.node_values[found[seat]]
                break
            for seat in range(table.seats):
                move, slot = select_guided(table, seat, found[seat], exploration, tree, buffers.moves)
                table.choices[seat] = move
                steps[depth], owners[depth], at[depth] = slot, seat, found[seat]
                depth += 1
            draft.resolve(table, dealers[0])
            if table.over:
                write_final_values(table, values)
                break
            if table.round_no != round_no:
                write_dealt_values(table, layers, buffers, values)
                break
        for step in range(depth):
            slot = steps[step]
            tree.visits[slot] += 1
            tree.node_visits[at[step]] += 1
            tree.values[slot] += (values[owners[step]] - tree.values[slot]) / tree.visits[slot]


@entry_point(array(draft.TABLE), GUIDED_TREE, int, array(np.int64), array(np.int64), array(np.float64))
def read_guided(roots, tree, seat, moves, visits, values):
    """Write the visits and the estimated value of each of a seat's moves at the root."""
    node = np.int64(tree.nodes[slot_of(tree.positions, knowledge_of(roots[0], position_of(roots[0]), seat))])
    for k in range(moves.size):
        slot = slot_of(tree.keys, node << MOVE_BITS | moves[k])
        visits[k] = tree.visits[slot]
        values[k] = tree.values[slot]
