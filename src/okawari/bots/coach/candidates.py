"""Which moves the coach measures: all legal ones, or where they are many the best of a screening.

A screening tries all candidate moves with a part of the games. Moves with the same effect are one candidate: dice with
the same face in Sushi Roll, and both orders of two cards unless the order matters.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from okawari.bots.coach import effects
from okawari.bots.coach.sampling import Sampler, Trials, numbers_of
from okawari.game import Move, View
from okawari.rules.desserts import hand_words
from okawari.rules.table_kernels import Kernel

#: In card games: the most moves that are measured; more than these are screened first.
MOST_MOVES = 24
#: In Sushi Roll: the most re-rolls, and the most swaps, that are left after a first and a second screening.
MOST_TOKEN_MOVES = (15, 5)
#: The share of all games that a screening takes.
SCREENING_SHARE = 0.2

_EFFECTS = {"draft": effects.draft_effects, "battle": effects.battle_effects, "roll": effects.roll_effects}


@dataclass(frozen=True)
class Screened:
    """The moves to measure, and the number of games that is left for them."""

    moves: list[Move]
    games: int
    #: In card games: the trials of the screening, if there was one.
    screening: Trials | None = None


def screen(sampler: Sampler, games: int, required: Collection[Move] = ()) -> Screened:
    """Choose the moves to measure with a budget of games, by a screening where they are many.

    `required` moves are measured whatever the screening says.
    """
    moves = candidate_moves(sampler.view, required)
    if sampler.view.setting.table_kind == "roll":
        return _screen_dice(sampler, moves, games, required)
    if len(moves) <= MOST_MOVES:
        return Screened(moves, games)
    screening = sampler.trials(moves, int(games * SCREENING_SHARE))
    chosen = _best(effects.best_of_cards, screening, required, MOST_MOVES)
    return Screened(chosen, games - int(games * SCREENING_SHARE), screening)


def _screen_dice(sampler: Sampler, moves: list[Move], games: int, required: Collection[Move]) -> Screened:
    """Screen moves of Sushi Roll, up to twice: keep all that keep a die, and the best re-rolls and swaps."""
    left = games
    for most in MOST_TOKEN_MOVES:
        if effects.most_of_a_token(numbers_of(moves)) > most:
            screening = sampler.trials(moves, int(games * SCREENING_SHARE))
            left -= int(games * SCREENING_SHARE)
            moves = _best(effects.best_of_dice, screening, required, most)
    return Screened(moves, left)


def _best(kernel: Kernel, screening: Trials, required: Collection[Move], most: int) -> list[Move]:
    """The moves of a screening that a kernel of `effects` chooses."""
    chosen = np.empty(len(screening.moves), np.int64)
    n = kernel(screening.numbers, screening.order(), numbers_of(required), most, chosen)
    return [screening.moves[k] for k in chosen[:n].tolist()]


def candidate_moves(view: View, required: Collection[Move] = ()) -> list[Move]:
    """One legal move for each effect, a required one if there is one."""
    moves = [*required, *view.moves]
    chosen = np.empty(len(moves), np.int64)
    n = effects.one_of_each_effect(effects_of(view, moves), chosen)
    return [moves[k] for k in chosen[:n].tolist()]


def effects_of(view: View, moves: Collection[Move]) -> np.ndarray:
    """The effect of each move as a number: without the order of cards if it does not matter, and the places of dice."""
    numbers = np.empty(len(moves), np.int64)
    _EFFECTS[view.setting.table_kind](view.record, view.seat or 0, numbers_of(moves), numbers)
    return numbers


def order_matters(view: View, cards: Sequence[str]) -> bool:
    """Whether the order of two cards of a draft matters: it can decide which nigiri goes on wasabi."""
    first, second = map(hand_words(view.setting.dessert_number).index, cards)
    return bool(effects.order_matters(view.record["wasabi"].item(view.seat or 0), first, second))


def dice_of(view: View, seat: int) -> dict[int, tuple[int, str]]:
    """The dice on a seat's belt by place, counted from 1: (sort of die, face that it shows)."""
    belt = (seat - view.words["red"]) % view.setting.seats
    sorts, faces = view.record["dice"][0, belt].tolist(), view.words["belts"][seat]
    return {place: (sort, face) for place, (sort, face) in enumerate(zip(sorts, faces, strict=False), 1) if face}
