"""Find the first seed whose deal brings what a lesson needs, for each lesson: `python -m tests.tools.lesson_deals`."""

from __future__ import annotations

from itertools import count

from okawari.game import Game
from okawari.game.gains import gains
from okawari.game.lessons import LEARNER, LESSONS, Lesson

Groups = tuple[tuple[str, ...], ...]


def brings(lesson: Lesson, seed: int) -> bool:
    """Whether the deal of a seed brings all that a lesson needs in time, whatever is chosen."""
    game = Game(lesson.setting, seed)
    view = game.view(LEARNER)
    if LEARNER not in (game.to_move if view.controller is None else (view.controller,)):
        return False
    return all(_offers(lesson, game, turn, groups) for turn, groups in enumerate(lesson.shown)) and all(
        set(group) & set(game.view(seat).hand) for group in lesson.dealt for seat in game.seats
    )


def _offers(lesson: Lesson, game: Game, turn: int, groups: Groups) -> bool:
    """Whether one dish of each group can be taken in a turn of the learner, from 0 on."""
    if lesson.setting.kernels.name == "draft":
        coming, lost = _hand(game, turn), _most_taken(game, turn)
    else:
        coming, lost = list(gains(game.view(LEARNER))), 0
    return all(sum(word in group for word in coming) > lost for group in groups)


def _hand(game: Game, turn: int) -> list[str]:
    """The hand that has come to the learner in a turn, as it was dealt: hands go to the left."""
    return list(game.view((LEARNER - turn) % game.setting.seats).hand)


def _most_taken(game: Game, turn: int) -> int:
    """How many cards can be missing from a hand by then: with chopsticks two a turn, but not in the first turn."""
    chopsticks = any("chopsticks" in game.view(seat).hand for seat in game.seats)
    return turn + (max(0, turn - 1) if chopsticks else 0)


if __name__ == "__main__":
    for name, lesson in LESSONS.items():
        print(name, next(seed for seed in count() if brings(lesson, seed)))
