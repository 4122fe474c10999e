"""Which moves the coach measures: all legal ones, or where they are many the best of a screening.

A screening tries all candidate moves with a part of the games. Moves with the same effect are one candidate: dice with
the same face in Sushi Roll, and both orders of two cards unless the order matters.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from okawari.bots.coach.sampling import Sampler, Trials
from okawari.game import Move, View
from okawari.game.notation import SEAT_LETTERS
from okawari.rules import draft, plates
from okawari.rules.dishes import SAVOURY_WORDS

#: In card games: the most moves that are measured; more than these are screened first.
MOST_MOVES = 24
#: In Sushi Roll: the most re-rolls, and the most swaps, that are left after a first and a second screening.
MOST_TOKEN_MOVES = (15, 5)
#: The share of all games that a screening takes.
SCREENING_SHARE = 0.2


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
    chosen = {*screening.ranked()[:MOST_MOVES], *required}
    return Screened([move for move in moves if move in chosen], games - int(games * SCREENING_SHARE), screening)


def _screen_dice(sampler: Sampler, moves: list[Move], games: int, required: Collection[Move]) -> Screened:
    """Screen moves of Sushi Roll, up to twice: keep all that keep a die, and the best re-rolls and swaps."""
    left = games
    for most in MOST_TOKEN_MOVES:
        if any(len(group) > most for group in _by_token(moves)):
            screening = sampler.trials(moves, int(games * SCREENING_SHARE))
            left -= int(games * SCREENING_SHARE)
            moves = _best_of_each_token(screening.ranked(), most, required)
    return Screened(moves, left)


def candidate_moves(view: View, required: Collection[Move] = ()) -> list[Move]:
    """One legal move for each effect, a required one if there is one."""
    different: dict[tuple[object, ...], Move] = {}
    for move in (*required, *view.moves):
        different.setdefault(effect_of(view, move), move)
    return list(different.values())


def effect_of(view: View, move: Move) -> tuple[object, ...]:
    """The effect of a move: without the order of two cards if it does not matter, and without the places of dice."""
    if view.setting.table_kind == "draft":
        own, _, extra = move.text.partition("/")
        cards = own.split("+")
        return (*(cards if order_matters(view, cards) else sorted(cards)), extra)
    return _effect_on_dice(view, move) if view.setting.table_kind == "roll" else (move,)


def order_matters(view: View, cards: Sequence[str]) -> bool:
    """Whether the order of two cards of a draft matters: it can decide which nigiri goes on wasabi."""
    if any(card not in SAVOURY_WORDS for card in cards):
        return False
    wasabi = view.record["wasabi"].item(view.seat or 0)
    kinds = tuple(map(SAVOURY_WORDS.index, cards))
    return _dipped(wasabi, kinds) != _dipped(wasabi, kinds[::-1])


@cache
def _dipped(wasabi: int, kinds: tuple[int, ...]) -> tuple[int, int]:
    """The nigiri on wasabi and the open wasabi of a plate after it gets cards; `wasabi` is what was open before."""
    row = np.zeros(1, draft.TABLE)[0]
    row["wasabi"][0] = wasabi
    for kind in kinds:
        plates.put_dish(row, 0, kind)
    return int(row["dipped"][0]), int(row["wasabi"][0])


def _effect_on_dice(view: View, move: Move) -> tuple[object, ...]:
    """The effect of a move of Sushi Roll: verb, dice and seat."""
    verb, *words = move.text.split()
    own = dice_of(view, view.seat or 0)
    if verb == "keep":
        return verb, own[int(words[0])][1]
    if verb == "reroll":
        return verb, *sorted(own[int(word)] for word in words)
    seat = SEAT_LETTERS.index(words[2][0])
    return verb, own[int(words[0])], seat, dice_of(view, seat)[int(words[2][1:])]


def dice_of(view: View, seat: int) -> dict[int, tuple[int, str]]:
    """The dice on a seat's belt by place, counted from 1: (sort of die, face that it shows)."""
    belt = (seat - view.words["red"]) % view.setting.seats
    sorts, faces = view.record["dice"][0, belt].tolist(), view.words["belts"][seat]
    return {place: (sort, face) for place, (sort, face) in enumerate(zip(sorts, faces, strict=False), 1) if face}


def _by_token(moves: Sequence[Move]) -> tuple[list[Move], list[Move]]:
    """The re-rolls and the swaps among some moves."""
    return [move for move in moves if is_reroll(move)], [move for move in moves if is_swap(move)]


def _best_of_each_token(ranked: Sequence[Move], most: int, required: Collection[Move]) -> list[Move]:
    """Of ranked moves: all keeps, the best `most` re-rolls and swaps, and the required ones."""
    rerolls, swaps = _by_token(ranked)
    chosen = {*rerolls[:most], *swaps[:most], *required}
    return [move for move in ranked if move in chosen or not (is_reroll(move) or is_swap(move))]


def is_reroll(move: Move) -> bool:
    """Whether a move of Sushi Roll spends a menu token."""
    return move.text.startswith("reroll")


def is_swap(move: Move) -> bool:
    """Whether a move of Sushi Roll spends a chopsticks token."""
    return move.text.startswith("swap")
