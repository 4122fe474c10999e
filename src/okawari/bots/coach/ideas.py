"""The moves that are worth a thought: all of them, but in Sushi Roll each face once and the best re-rolls and swaps."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from okawari.bots.coach.sampling import Sampler, Trials
from okawari.game import Move, View
from okawari.game.notation import SEAT_LETTERS

#: How many moves are looked into; of more than these only the promising ones, after a glance at all of them.
MOST_CARDS = 24
#: In Sushi Roll: how many re-rolls and how many swaps are left after a first and a second glance.
MOST_TOKENS = (15, 5)
#: The part of all games that a glance may take.
GLANCE = 0.2


@dataclass(frozen=True)
class Sifted:
    """The moves to look into, and the games that are left for them."""

    moves: list[Move]
    games: int
    #: In card games: the glance by which other moves were left out, if any were.
    glance: Trials | None = None


def sift(sampler: Sampler, games: int, spared: Collection[Move] = ()) -> Sifted:
    """Choose the moves to look into, by a glance at all of them where they are many.

    Spared moves are looked into whatever they look like.
    """
    moves = ideas(sampler.view, spared)
    if sampler.view.setting.table_kind == "roll":
        return _sift_dice(sampler, moves, games, spared)
    if len(moves) <= MOST_CARDS:
        return Sifted(moves, games)
    glance = sampler.trials(moves, int(games * GLANCE))
    chosen = {*glance.ranked()[:MOST_CARDS], *spared}
    return Sifted([move for move in moves if move in chosen], games - int(games * GLANCE), glance)


def _sift_dice(sampler: Sampler, moves: list[Move], games: int, spared: Collection[Move]) -> Sifted:
    left = games
    for most in MOST_TOKENS:
        if any(len(group) > most for group in _by_token(moves)):
            glance = sampler.trials(moves, int(games * GLANCE))
            left -= int(games * GLANCE)
            moves = _best_of_each_token(glance.ranked(), most, spared)
    return Sifted(moves, left)


def ideas(view: View, spared: Collection[Move] = ()) -> list[Move]:
    """Every legal move; in Sushi Roll one of those that come to the same."""
    if view.setting.table_kind != "roll":
        return list(view.moves)
    different: dict[tuple[object, ...], Move] = {}
    for move in (*spared, *view.moves):
        different.setdefault(what_it_does(view, move), move)
    return list(different.values())


def what_it_does(view: View, move: Move) -> tuple[object, ...]:
    """What a move of Sushi Roll does, whatever the places of its dice."""
    verb, *words = move.text.split()
    own = dice_of(view, view.seat or 0)
    if verb == "keep":
        return verb, own[int(words[0])][1]
    if verb == "reroll":
        return verb, *sorted(own[int(word)] for word in words)
    seat = SEAT_LETTERS.index(words[2][0])
    return verb, own[int(words[0])], seat, dice_of(view, seat)[int(words[2][1:])]


def dice_of(view: View, seat: int) -> dict[int, tuple[int, str]]:
    """The dice on a belt by place, counted from 1: the sort of die and the face that lies up."""
    belt = (seat - view.words["red"]) % view.setting.seats
    sorts, faces = view.record["dice"][0, belt].tolist(), view.words["belts"][seat]
    return {place: (sort, face) for place, (sort, face) in enumerate(zip(sorts, faces, strict=False), 1) if face}


def _by_token(moves: Sequence[Move]) -> tuple[list[Move], list[Move]]:
    """The re-rolls and the swaps."""
    return [move for move in moves if is_reroll(move)], [move for move in moves if is_swap(move)]


def _best_of_each_token(ranked: Sequence[Move], most: int, spared: Collection[Move]) -> list[Move]:
    rerolls, swaps = _by_token(ranked)
    chosen = {*rerolls[:most], *swaps[:most], *spared}
    return [move for move in ranked if move in chosen or not (is_reroll(move) or is_swap(move))]


def is_reroll(move: Move) -> bool:
    """Whether a move of Sushi Roll uses a menu."""
    return move.text.startswith("reroll")


def is_swap(move: Move) -> bool:
    """Whether a move of Sushi Roll uses chopsticks."""
    return move.text.startswith("swap")
