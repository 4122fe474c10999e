"""The kernels of trained networks: from a table and a seat to a preference for each action, a value, and a move.

Sums are added in the order of cells and of units, in numbers of 32 bits, so results are the same bits everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from okawari.encoding import battle_cells, draft_cells, roll_cells
from okawari.encoding.plate_cells import MOST_PLATE_CELLS, SLACK, STANDINGS
from okawari.rules import battle, draft, roll
from okawari.rules.dealer import DEALER, quick_below
from okawari.rules.kernel import array, entry_point, kernel
from okawari.rules.plates import DINERS

NO_MOVE = draft.NO_MOVE
#: What the value of a network means: the sum of what its seat will still be rewarded with. The weight of a share of the
#: win, less that of an equal player, at the end of a game; and of a point of margin gained over the best other seat, at
#: the end of each round.
WIN_WEIGHT, MARGIN_WEIGHT = 1.0, 1 / 60


class Layers(NamedTuple):
    """The weights of a network, by what goes in and what comes out; cells, less the centre, are scaled by a factor."""

    centre: Any
    factor: Any
    first: Any
    first_bias: Any
    second: Any
    second_bias: Any
    policy: Any
    policy_bias: Any
    value: Any
    value_bias: Any


_MATRIX, _VECTOR = array(np.float32, 2), array(np.float32)
LAYERS = (Layers, _VECTOR, _VECTOR, _MATRIX, _VECTOR, _MATRIX, _VECTOR, _MATRIX, _VECTOR, _VECTOR, _VECTOR)


class Code(NamedTuple):
    """What kernels need of an encoding: its tables of moves and actions, and the number of its cells."""

    move_of: Any
    action_of: Any
    cells: Any


CODE = (Code, array(np.int16, 2), array(np.int16, 2), int)


class FormCode(NamedTuple):
    """The same of an encoding whose networks have a form, with that form: see `encoding.forms.Form`.

    `faces` is the number of faces that the value of a die is given by.
    """

    move_of: Any
    action_of: Any
    cells: Any
    input_of: Any
    marks: Any
    term_cells: Any
    term_outputs: Any
    faces: Any
    terms_of: Any


_NUMBERS, _NUMBER_ROWS = array(np.int16), array(np.int16, 2)
FORM_CODE = (
    FormCode,
    *CODE[1:],
    *(_NUMBERS, _NUMBER_ROWS, _NUMBERS, _NUMBERS, int, _NUMBER_ROWS),
)


class NetworkKernels(NamedTuple):
    """The kernels of networks of one table kind, on an array of one table that agrees with what the seat may know.

    `evaluate(tables, seat, pending, code, layers, preferences, mask)` writes the preference for each action and
    which are legal, and returns the value; `pending` is the move that a seat in control completes for the extra plate.
    `choose(tables, dealers, seat, code, layers)` returns the number of the preferred move; the dealer breaks ties.
    """

    evaluate: Callable[..., Any]
    choose: Callable[..., Any]


@kernel
def add_row(out, row, factor):
    """Add a multiple of a row of weights."""
    for i in range(out.size):
        out[i] += factor * row[i]


@kernel
def first_layer(cells, n, layers, out):
    """The first hidden layer; cells that the network does not know are ignored, and most cells count as 0."""
    for i in range(out.size):
        out[i] = layers.first_bias[i]
    for i in range(min(n, layers.first.shape[0])):
        scaled = (np.float32(cells[i]) - layers.centre[i]) * layers.factor[i]
        if scaled != 0:
            add_row(out, layers.first[i], scaled)


@kernel
def next_layer(units, weights, bias, out):
    """A further layer; units below 0 count as 0."""
    for i in range(out.size):
        out[i] = bias[i]
    for i in range(units.size):
        if units[i] > 0:
            add_row(out, weights[i], units[i])


@kernel
def value_of(units, layers):
    """The value of a position from its last hidden layer."""
    value = layers.value_bias[0]
    for i in range(units.size):
        if units[i] > 0:
            value += layers.value[i] * units[i]
    return value


@kernel
def run_network(cells, n, layers, preferences):
    """Write the preferences of a position with n cells; returns its value."""
    first, second = np.empty(layers.first_bias.size, np.float32), np.empty(layers.second_bias.size, np.float32)
    first_layer(cells, n, layers, first)
    next_layer(first, layers.second, layers.second_bias, second)
    next_layer(second, layers.policy, layers.policy_bias, preferences)
    return np.float64(value_of(second, layers))


@kernel
def run_plain(cells, n, code, layers, preferences):
    """Write the preferences of a position by a network without a form; returns its value."""
    return run_network(cells, n, layers, preferences)


@kernel
def run_form(cells, n, code, layers, preferences):
    """Write the preferences of a position by a network with a form; returns its value."""
    inputs = np.zeros(layers.centre.size, np.uint8)
    outputs, terms = np.empty(layers.policy_bias.size, np.float32), np.empty(code.term_cells.size, np.float32)
    write_inputs(cells, n, code, inputs)
    value = run_network(inputs, inputs.size, layers, outputs)
    write_terms(cells, code, outputs, terms)
    write_preferences(terms, code, preferences)
    return value


@kernel
def write_inputs(cells, n, code, inputs):
    """Write the inputs of a form into zeros: cells that are added up, and marks."""
    for i in range(n):
        inputs[code.input_of[i]] += cells[i]
    marks = code.marks.shape[0]
    for i in range(marks):
        inputs[inputs.size - marks + i] = inputs[code.marks[i, 0]] >= code.marks[i, 1]


@kernel
def write_terms(cells, code, outputs, terms):
    """Write the terms of a form: the values of dice by their faces, 0 where there is no die; and those of acts."""
    for term in range(terms.size):
        cell, output = np.int64(code.term_cells[term]), np.int64(code.term_outputs[term])
        if cell < 0:
            terms[term] = outputs[output]
            continue
        terms[term] = 0
        for face in range(code.faces):
            if cells[cell + face]:
                terms[term] = outputs[output + face]


@kernel
def write_preferences(terms, code, preferences):
    """Write the preference for each action: the sum of its terms."""
    for action in range(preferences.size):
        preferences[action] = 0
        for k in range(code.terms_of.shape[1]):
            if code.terms_of[action, k] >= 0:
                preferences[action] += terms[code.terms_of[action, k]]


@kernel
def preferred(preferences, mask, dealer):
    """The legal action with the highest preference; the dealer draws among equals. -1 if none is legal."""
    action, ties = -1, 0
    for i in range(mask.size):
        if mask[i] == 0 or (action >= 0 and preferences[i] < preferences[action]):
            continue
        ties = ties + 1 if action >= 0 and preferences[i] == preferences[action] else 1
        if ties == 1 or quick_below(dealer, ties) == 0:
            action = i
    return action


def _network_kernels(
    kind: ModuleType, cells: ModuleType, code_type: Any = CODE, run: Any = run_plain
) -> NetworkKernels:
    """The kernels of a table kind; they refer to its modules, constants, so that Numba can compile them.

    `run` runs a network with a code of the type.
    """
    name = kind.__name__.rpartition(".")[2]
    tables_type = array(kind.TABLE)

    @kernel
    def evaluated(table, seat, pending, code, layers, preferences, mask):
        plates = np.zeros((DINERS, MOST_PLATE_CELLS + SLACK), np.uint8)
        standings = np.zeros((DINERS, STANDINGS), np.int64)
        seen = np.zeros(code.cells + SLACK, np.uint8)
        moves = np.empty(kind.MOVES, np.int16)
        cells.write_plates(table, plates, standings)
        n = cells.write_cells(table, seat, pending, plates, standings, seen)
        for i in range(mask.size):
            mask[i] = 0
        cells.write_mask(table, seat, pending, code.action_of, moves, mask)
        return run(seen, n, code, layers, preferences)

    @entry_point(tables_type, int, int, code_type, LAYERS, _VECTOR, array(np.int8), name=f"{name}_network_evaluate")
    def evaluate(tables, seat, pending, code, layers, preferences, mask):
        return evaluated(tables[0], seat, np.int16(pending), code, layers, preferences, mask)

    @entry_point(tables_type, array(DEALER), int, code_type, LAYERS, name=f"{name}_network_choose")
    def choose(tables, dealers, seat, code, layers):
        table, dealer = tables[0], dealers[0]
        actions = code.move_of.shape[1]
        preferences, mask = np.empty(actions, np.float32), np.empty(actions, np.int8)
        evaluated(table, seat, np.int16(NO_MOVE), code, layers, preferences, mask)
        move = np.int64(code.move_of[seat, preferred(preferences, mask, dealer)])
        if not cells.completes(table, seat):
            return move
        evaluated(table, seat, np.int16(move), code, layers, preferences, mask)
        return np.int64(cells.with_extra(move, preferred(preferences, mask, dealer)))

    return NetworkKernels(evaluate, choose)


NETWORK_KERNELS = {
    "draft": _network_kernels(draft, draft_cells),
    "battle": _network_kernels(battle, battle_cells),
    "roll": _network_kernels(roll, roll_cells, FORM_CODE, run_form),
}
