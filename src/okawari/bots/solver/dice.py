"""The exact value of the last die of a round of Sushi Roll for two: re-rolls by expectation, choices by optimal play.

With one die on each belt a state is small: both faces, and the tokens of the mover. The engine's kernels play every
move on copied tables; only the six sides of a re-rolled die are set one by one. Values are those of the first player,
seat 0: the margin, or the share of the win.

Kernels work on `workspace.work`, a stack of tables: `depth` is the index of the current one, and each step copies it to
depth + 1.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from okawari.bots.outlook import dice_standing, outlook_for
from okawari.bots.shares import dice_shares
from okawari.bots.solver.refusals import NotOpen, OutOfMemory
from okawari.bots.tree import WIN
from okawari.game import Position, View
from okawari.game.notation import notation_for
from okawari.rules import roll
from okawari.rules.dealer import DEALER, QUICK
from okawari.rules.dishes import CHOPSTICKS_TOKEN, FACE_WORDS, MENU_TOKEN, SIDES
from okawari.rules.kernel import array, entry_point, kernel
from okawari.rules.points import ROUNDS
from okawari.rules.table_kernels import new_dealer
from okawari.rules.tables import DIE_FACES

#: The depth of the stack of tables: the current one, a move, and for each player a face that is set and kept.
_LONGEST = 6
_FACES = len(FACE_WORDS)
#: Why a table cannot be solved; OPEN if it can.
OPEN, NOT_TWO, OVER, DICE_LEFT = range(4)


class LastDie(NamedTuple):
    """The value of each move to the mover."""

    mover: int
    #: The mover's points so far less the other player's.
    lead: int
    last_round: bool
    values: dict[str, float]
    states: int

    @property
    def best(self) -> str:
        """The move with the highest value."""
        return max(self.values, key=lambda move: self.values[move])


class DiceWorkspace(NamedTuple):
    """The memory of a calculation."""

    work: np.ndarray
    dealer: np.ndarray
    #: Memo of states in which both players have a die: by the mover's face, the other's, and the mover's tokens.
    both: np.ndarray
    #: Memo of states in which one player has a die: by the face and tokens with which the other kept its die, and by
    #: the player's own face and menus.
    alone: np.ndarray
    outlook: np.ndarray
    #: Whether values are shares of the win; else they are margins.
    to_win: bool
    states: np.ndarray


#: The type of a workspace.
WORKSPACE = (
    *(DiceWorkspace, array(roll.TABLE), array(DEALER), array(np.float64, 4), array(np.float64, 5)),
    *(array(np.float64, 2), bool, array(np.int64)),
)


@kernel
def value_at_end(table, outlook, to_win):
    """The value of a table after the round: a share of the win, or a margin."""
    if to_win:
        shares = np.empty(table.seats)
        dice_shares(table, outlook, WIN, shares)
        return shares[0]
    if table.over:
        return float(table.points[0]) - float(table.points[1])
    return dice_standing(table, 0, outlook) - dice_standing(table, 1, outlook)


@kernel
def better(seat, one, other):
    """The one of two values that a seat prefers: seat 0 the higher, seat 1 the lower."""
    return max(one, other) if seat == 0 else min(one, other)


@kernel
def die_of(table, seat):
    """(belt, place) of a seat's only die."""
    belt = roll.belt_of(table, seat)
    return belt, np.int64(roll.PLACE_LIST[table.filled[belt], 0])


@kernel
def act(workspace, depth, move):
    """Copy the table to depth + 1 and play a move there."""
    workspace.work[depth + 1] = workspace.work[depth]
    roll.act(workspace.work[depth + 1], workspace.dealer[0], move)


@kernel
def spend_down_to(table, seat, token, left):
    """Spend tokens of a seat until `left` are left."""
    while table.tokens[seat, token] > left:
        roll.spend(table, seat, token)


@kernel
def value_of_keeping_last(workspace, depth, face, menus):
    """The value if the mover keeps the last die, showing `face`, with `menus` menus left."""
    workspace.work[depth + 1] = workspace.work[depth]
    table = workspace.work[depth + 1]
    seat = np.int64(table.to_move)
    belt, place = die_of(table, seat)
    table.faces[belt, place] = face
    spend_down_to(table, seat, MENU_TOKEN, menus)
    act(workspace, depth + 1, place)
    return value_at_end(workspace.work[depth + 2], workspace.outlook, workspace.to_win)


@kernel
def value_alone(workspace, depth, memo):
    """The value of a table on which only the mover has a die: it can be kept or re-rolled."""
    table = workspace.work[depth]
    seat = np.int64(table.to_move)
    belt, place = die_of(table, seat)
    face, menus = np.int64(table.faces[belt, place]), np.int64(table.tokens[seat, MENU_TOKEN])
    if not np.isnan(memo[face, menus]):
        return memo[face, menus]
    # States with few menus are solved before those with many, without recursion: compiled code with it is not cached.
    sides = DIE_FACES[table.dice[belt, place]]
    for left in range(menus + 1):
        expected = 0.0
        for side in range(SIDES):
            expected += memo[sides[side], left - 1] / SIDES if left else 0.0
        for side in range(SIDES):
            shown = sides[side]
            if np.isnan(memo[shown, left]):
                workspace.states[0] += 1
                kept = value_of_keeping_last(workspace, depth, shown, left)
                memo[shown, left] = better(seat, kept, expected) if left else kept
    return memo[face, menus]


@kernel
def value_of_keeping_first(workspace, depth, swapped, face, others, menus, chopsticks):
    """The value if the mover keeps a die that shows `face` while the other player's die shows `others`.

    `swapped` tells whether the players have exchanged their dice; `menus` and `chopsticks` are the mover's tokens left.
    """
    before = workspace.work[depth]
    workspace.work[depth + 1] = before
    table = workspace.work[depth + 1]
    seat = np.int64(table.to_move)
    belt, place = die_of(table, seat)
    others_belt, others_place = die_of(table, 1 - seat)
    if swapped:
        table.dice[belt, place] = before.dice[others_belt, others_place]
        table.dice[others_belt, others_place] = before.dice[belt, place]
    table.faces[belt, place] = face
    table.faces[others_belt, others_place] = others
    spend_down_to(table, seat, MENU_TOKEN, menus)
    spend_down_to(table, seat, CHOPSTICKS_TOKEN, chopsticks)
    act(workspace, depth + 1, place)
    return value_alone(workspace, depth + 2, workspace.alone[face, menus, chopsticks])


@kernel
def value_both(workspace, depth):
    """The value of a table on which both players have a die: the mover can keep, re-roll or swap."""
    table = workspace.work[depth]
    seat = np.int64(table.to_move)
    belt, place = die_of(table, seat)
    others_belt, others_place = die_of(table, 1 - seat)
    face, others = np.int64(table.faces[belt, place]), np.int64(table.faces[others_belt, others_place])
    menus, chopsticks = np.int64(table.tokens[seat, MENU_TOKEN]), np.int64(table.tokens[seat, CHOPSTICKS_TOKEN])
    if np.isnan(workspace.both[face, others, menus, chopsticks]):
        mine, theirs = np.int64(table.dice[belt, place]), np.int64(table.dice[others_belt, others_place])
        for pairs in range(chopsticks + 1):
            for left in range(menus + 1):
                solve_pair(workspace, depth, seat, 0, mine, theirs, left, pairs)
                solve_pair(workspace, depth, seat, 1, theirs, mine, left, pairs)
    return workspace.both[face, others, menus, chopsticks]


@kernel
def solve_pair(workspace, depth, seat, swapped, die, others_die, menus, chopsticks):
    """Fill the memo for every pair of faces of two dice with these tokens; those with fewer tokens must be filled."""
    for others_side in range(SIDES):
        others = DIE_FACES[others_die, others_side]
        expected = 0.0
        for side in range(SIDES):
            expected += workspace.both[DIE_FACES[die, side], others, menus - 1, chopsticks] / SIDES if menus else 0.0
        for side in range(SIDES):
            face = DIE_FACES[die, side]
            if np.isnan(workspace.both[face, others, menus, chopsticks]):
                workspace.states[0] += 1
                best = value_of_keeping_first(workspace, depth, swapped, face, others, menus, chopsticks)
                if menus:
                    best = better(seat, best, expected)
                if chopsticks:
                    best = better(seat, best, workspace.both[others, face, menus, chopsticks - 1])
                workspace.both[face, others, menus, chopsticks] = best


@kernel
def reroll_to(workspace, depth, side):
    """Copy the table to depth + 1 and spend a menu there; the mover's die then shows a side."""
    workspace.work[depth + 1] = workspace.work[depth]
    table = workspace.work[depth + 1]
    seat = np.int64(table.to_move)
    belt, place = die_of(table, seat)
    roll.spend(table, seat, MENU_TOKEN)
    table.faces[belt, place] = DIE_FACES[table.dice[belt, place], side]


@kernel
def value_now(workspace, depth, memo):
    """The value of a table with one or two dice; `memo` is that of `value_alone`."""
    table = workspace.work[depth]
    if table.filled[roll.belt_of(table, 1 - np.int64(table.to_move))]:
        return value_both(workspace, depth)
    return value_alone(workspace, depth, memo)


@kernel
def value_after(workspace, move):
    """The value of a move on the table at depth 0."""
    table = workspace.work[0]
    seat = np.int64(table.to_move)
    _, place = die_of(table, seat)
    menus, chopsticks = table.tokens[seat, MENU_TOKEN], table.tokens[seat, CHOPSTICKS_TOKEN]
    last = table.filled[roll.belt_of(table, 1 - seat)] == 0
    face = table.faces[roll.belt_of(table, seat), place]
    if roll.is_reroll(move):
        expected = 0.0
        for side in range(SIDES):
            reroll_to(workspace, 0, side)
            expected += value_now(workspace, 1, workspace.alone[0, 0, 0])
        return expected / SIDES
    act(workspace, 0, move)
    if not roll.is_keep(move):
        return value_both(workspace, 1)
    if last:
        return value_at_end(workspace.work[1], workspace.outlook, workspace.to_win)
    return value_alone(workspace, 1, workspace.alone[face, menus, chopsticks])


@entry_point(WORKSPACE, array(np.int16), array(np.float64))
def write_values(workspace, numbers, values):
    """Write the mover's legal moves on the table at depth 0, and the value of each to the mover; their number."""
    seat = np.int64(workspace.work[0].to_move)
    n = roll.moves(workspace.work[0], seat, numbers)
    for k in range(n):
        value = value_after(workspace, np.int64(numbers[k]))
        # Shares of the win add up to 1, margins to 0.
        if seat == 0:
            values[k] = value
        else:
            values[k] = 1.0 - value if workspace.to_win else -value
    return n


@entry_point(array(roll.TABLE))
def refusal_of_dice(tables):
    """Why a table of Sushi Roll cannot be solved, or OPEN."""
    table = tables[0]
    if table.seats != 2:
        return NOT_TWO
    if table.over:
        return OVER
    if roll.PLACE_COUNT[table.filled[0]] > 1 or roll.PLACE_COUNT[table.filled[1]] > 1:
        return DICE_LEFT
    return OPEN


def solve_last_die(position: Position | View, *, to_win: bool = False, memory: int | None = None) -> LastDie:
    """The exact value of each move of the mover: the expected margin, or with `to_win` the share of the win.

    Raises `NotOpen` unless there are two players with at most one die each on their belts; `OutOfMemory` if it would
    take more than `memory` bytes.
    """
    setting = position.setting
    table = position.table() if isinstance(position, Position) else position.imagine()
    refusal = int(refusal_of_dice(table))
    if refusal == NOT_TWO:
        raise NotOpen("solve-two-players", seats=setting.seats)
    if refusal != OPEN:
        raise NotOpen("solve-over" if refusal == OVER else "solve-dice-left")
    row = table[0]
    workspace = _new_workspace(row, outlook_for(setting), to_win=to_win, memory=memory)
    numbers, worths = np.zeros(roll.MOVES, np.int16), np.zeros(roll.MOVES)
    n = write_values(workspace, numbers, worths)
    notation, mover = notation_for(setting), int(row["to_move"])
    values = {notation.move(numbers[k].item()).text: worths[k].item() for k in range(n)}
    lead = int(row["points"][mover]) - int(row["points"][1 - mover])
    return LastDie(mover, lead, int(row["round_no"]) == ROUNDS, values, int(workspace.states[0]))


def _new_workspace(row: Any, outlook: np.ndarray, *, to_win: bool, memory: int | None) -> DiceWorkspace:
    """A workspace with empty memos for a table."""
    mover = int(row["to_move"])
    menus, chopsticks = (int(row["tokens"][mover, token]) + 1 for token in (MENU_TOKEN, CHOPSTICKS_TOKEN))
    others = int(row["tokens"][1 - mover, MENU_TOKEN]) + 1
    both, alone = (_FACES, _FACES, menus, chopsticks), (_FACES, menus, chopsticks, _FACES, max(menus, others))
    needed = 8 * (math.prod(both) + math.prod(alone)) + _LONGEST * roll.TABLE.itemsize
    if memory is not None and needed > memory:
        raise OutOfMemory(needed, memory)
    work = np.zeros(_LONGEST, roll.TABLE)
    work[0] = row
    return DiceWorkspace(
        work=work,
        dealer=new_dealer(QUICK),
        both=np.full(both, np.nan),
        alone=np.full(alone, np.nan),
        outlook=outlook,
        to_win=to_win,
        states=np.zeros(1, np.int64),
    )
