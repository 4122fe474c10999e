"""The last die of a round of Sushi Roll for two, exactly: every re-roll by expectation, every choice the best one.

With one die on each belt a state is small: the two faces, and the tokens of whoever moves. All that happens is done by
the engine's own kernels on copied tables; only the sides of a re-rolled die are gone through one by one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from okawari.bots.outlook import dice_standing, outlook_for
from okawari.bots.shares import dice_shares
from okawari.bots.solver.refusals import NotOpen
from okawari.bots.tree import WIN
from okawari.game import Move, Position, View
from okawari.game.view import legal_moves
from okawari.rules import roll
from okawari.rules.dealer import QUICK
from okawari.rules.dishes import CHOPSTICKS_TOKEN, FACE_WORDS, MENU_TOKEN, SIDES
from okawari.rules.kernel import kernels_of
from okawari.rules.points import ROUNDS
from okawari.rules.table_kernels import new_dealer
from okawari.rules.tables import DIE_FACES

# These kernels call those of the other players, so a change of any player must compile them anew.
kernel = kernels_of(Path(__file__).parents[1])

#: Tables in a row, each one step after the one before it: a move, and a die of each that is laid down and kept.
_LONGEST = 6
_FACES = len(FACE_WORDS)


class LastDie(NamedTuple):
    """What each move is worth to whoever moves."""

    mover: int
    #: How far the mover is ahead in points so far.
    lead: int
    last_round: bool
    values: dict[str, float]
    states: int

    @property
    def best(self) -> str:
        """The move that is worth most."""
        return max(self.values, key=lambda move: self.values[move])


class Study(NamedTuple):
    """Room to calculate in."""

    work: np.ndarray
    dealer: np.ndarray
    #: Values of states in which both still have a die, by both faces and the mover's tokens.
    both: np.ndarray
    #: Values of states in which one has: by what the other had and kept, and by its own face and menus.
    alone: np.ndarray
    outlook: np.ndarray
    #: Whether the win counts, or only the margin.
    to_win: bool
    states: np.ndarray


@kernel
def worth(table, outlook, to_win):
    """What the end of the round is worth to the first player: a share of the win, or the margin."""
    if to_win:
        shares = np.empty(table.seats)
        dice_shares(table, outlook, WIN, shares)
        return shares[0]
    if table.over:
        return float(table.points[0]) - float(table.points[1])
    return dice_standing(table, 0, outlook) - dice_standing(table, 1, outlook)


@kernel
def better(seat, one, other):
    """What a seat prefers of two values, which are the first player's."""
    return max(one, other) if seat == 0 else min(one, other)


@kernel
def die_of(table, seat):
    """The belt in front of a seat and the place of its only die."""
    belt = roll.belt_of(table, seat)
    return belt, np.int64(roll.PLACE_LIST[table.filled[belt], 0])


@kernel
def act(study, depth, move):
    """Play a move on the next table."""
    study.work[depth + 1] = study.work[depth]
    roll.act(study.work[depth + 1], study.dealer[0], move)


@kernel
def spend_down_to(table, seat, token, left):
    """Spend tokens until so many are left."""
    while table.tokens[seat, token] > left:
        roll.spend(table, seat, token)


@kernel
def value_of_keeping_last(study, depth, face, menus):
    """What it is worth if the only die left shows a face, so many menus are left, and it is kept."""
    study.work[depth + 1] = study.work[depth]
    table = study.work[depth + 1]
    seat = np.int64(table.to_move)
    belt, place = die_of(table, seat)
    table.faces[belt, place] = face
    spend_down_to(table, seat, MENU_TOKEN, menus)
    act(study, depth + 1, place)
    return worth(study.work[depth + 2], study.outlook, study.to_win)


@kernel
def value_alone(study, depth, memo):
    """The value if only the mover has a die left: keep it, or roll it again."""
    table = study.work[depth]
    seat = np.int64(table.to_move)
    belt, place = die_of(table, seat)
    face, menus = np.int64(table.faces[belt, place]), np.int64(table.tokens[seat, MENU_TOKEN])
    if not np.isnan(memo[face, menus]):
        return memo[face, menus]
    # Few menus are studied before many, and nothing calls itself: compiled code that does cannot be kept in a cache.
    sides = DIE_FACES[table.dice[belt, place]]
    for left in range(menus + 1):
        hoped = 0.0
        for side in range(SIDES):
            hoped += memo[sides[side], left - 1] / SIDES if left else 0.0
        for side in range(SIDES):
            shown = sides[side]
            if np.isnan(memo[shown, left]):
                study.states[0] += 1
                kept = value_of_keeping_last(study, depth, shown, left)
                memo[shown, left] = better(seat, kept, hoped) if left else kept
    return memo[face, menus]


@kernel
def value_of_keeping_first(study, depth, swapped, face, others, menus, chopsticks):
    """What it is worth to keep a die that shows a face while the other's still lies there."""
    before = study.work[depth]
    study.work[depth + 1] = before
    table = study.work[depth + 1]
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
    act(study, depth + 1, place)
    return value_alone(study, depth + 2, study.alone[face, menus, chopsticks])


@kernel
def value_both(study, depth):
    """The value if both have a die: keep, roll again or swap, and then it is the other's turn."""
    table = study.work[depth]
    seat = np.int64(table.to_move)
    belt, place = die_of(table, seat)
    others_belt, others_place = die_of(table, 1 - seat)
    face, others = np.int64(table.faces[belt, place]), np.int64(table.faces[others_belt, others_place])
    menus, chopsticks = np.int64(table.tokens[seat, MENU_TOKEN]), np.int64(table.tokens[seat, CHOPSTICKS_TOKEN])
    if np.isnan(study.both[face, others, menus, chopsticks]):
        mine, theirs = np.int64(table.dice[belt, place]), np.int64(table.dice[others_belt, others_place])
        for pairs in range(chopsticks + 1):
            for left in range(menus + 1):
                study_pair(study, depth, seat, 0, mine, theirs, left, pairs)
                study_pair(study, depth, seat, 1, theirs, mine, left, pairs)
    return study.both[face, others, menus, chopsticks]


@kernel
def study_pair(study, depth, seat, swapped, die, others_die, menus, chopsticks):
    """Work out every pair of faces of two dice, with so many tokens left; fewer tokens are known already."""
    for others_side in range(SIDES):
        others = DIE_FACES[others_die, others_side]
        hoped = 0.0
        for side in range(SIDES):
            hoped += study.both[DIE_FACES[die, side], others, menus - 1, chopsticks] / SIDES if menus else 0.0
        for side in range(SIDES):
            face = DIE_FACES[die, side]
            if np.isnan(study.both[face, others, menus, chopsticks]):
                study.states[0] += 1
                best = value_of_keeping_first(study, depth, swapped, face, others, menus, chopsticks)
                if menus:
                    best = better(seat, best, hoped)
                if chopsticks:
                    best = better(seat, best, study.both[others, face, menus, chopsticks - 1])
                study.both[face, others, menus, chopsticks] = best


@kernel
def reroll_to(study, depth, side):
    """Spend a menu on the next table; the die of the mover shows a side."""
    study.work[depth + 1] = study.work[depth]
    table = study.work[depth + 1]
    seat = np.int64(table.to_move)
    belt, place = die_of(table, seat)
    roll.spend(table, seat, MENU_TOKEN)
    table.faces[belt, place] = DIE_FACES[table.dice[belt, place], side]


@kernel
def value_now(study, depth, memo):
    """The value of a table, whoever still has a die; memo is for one alone."""
    table = study.work[depth]
    if table.filled[roll.belt_of(table, 1 - np.int64(table.to_move))]:
        return value_both(study, depth)
    return value_alone(study, depth, memo)


@kernel
def value_after(study, move):
    """The first player's value after a move at the first table."""
    table = study.work[0]
    seat = np.int64(table.to_move)
    _, place = die_of(table, seat)
    menus, chopsticks = table.tokens[seat, MENU_TOKEN], table.tokens[seat, CHOPSTICKS_TOKEN]
    last = table.filled[roll.belt_of(table, 1 - seat)] == 0
    face = table.faces[roll.belt_of(table, seat), place]
    if roll.is_reroll(move):
        hoped = 0.0
        for side in range(SIDES):
            reroll_to(study, 0, side)
            hoped += value_now(study, 1, study.alone[0, 0, 0])
        return hoped / SIDES
    act(study, 0, move)
    if not roll.is_keep(move):
        return value_both(study, 1)
    if last:
        return worth(study.work[1], study.outlook, study.to_win)
    return value_alone(study, 1, study.alone[face, menus, chopsticks])


def solve_last_die(position: Position | View, *, to_win: bool = False) -> LastDie:
    """What each move of whoever moves is worth, exactly: in points of margin, or to win.

    Refused with `NotOpen` unless two players have at most one die each on their belts.
    """
    setting = position.setting
    if setting.seats != 2:
        raise NotOpen("solve-two-players", seats=setting.seats)
    table = position.table() if isinstance(position, Position) else position.imagine()
    row = table[0]
    if row["over"]:
        raise NotOpen("solve-over")
    if max(int(roll.PLACE_COUNT[places]) for places in row["filled"][:2]) > 1:
        raise NotOpen("solve-dice-left")
    study = _study(row, outlook_for(setting), to_win=to_win)
    mover = int(row["to_move"])
    values = {move.text: _for_mover(study, move, mover, to_win=to_win) for move in legal_moves(setting, table, mover)}
    lead = int(row["points"][mover]) - int(row["points"][1 - mover])
    return LastDie(mover, lead, int(row["round_no"]) == ROUNDS, values, int(study.states[0]))


def _study(row: Any, outlook: np.ndarray, *, to_win: bool) -> Study:
    mover = int(row["to_move"])
    menus, chopsticks = (int(row["tokens"][mover, token]) + 1 for token in (MENU_TOKEN, CHOPSTICKS_TOKEN))
    others = int(row["tokens"][1 - mover, MENU_TOKEN]) + 1
    work = np.zeros(_LONGEST, roll.TABLE)
    work[0] = row
    return Study(
        work=work,
        dealer=new_dealer(QUICK),
        both=np.full((_FACES, _FACES, menus, chopsticks), np.nan),
        alone=np.full((_FACES, menus, chopsticks, _FACES, max(menus, others)), np.nan),
        outlook=outlook,
        to_win=to_win,
        states=np.zeros(1, np.int64),
    )


def _for_mover(study: Study, move: Move, seat: int, *, to_win: bool) -> float:
    """A value as the mover sees it: shares of a win add up to one, margins to nothing."""
    value = float(value_after(study, move.number))
    if seat == 0:
        return value
    return 1.0 - value if to_win else -value
