"""Short texts beside dishes, from the points of the rules, so that a client does not compute points itself.

A *stamp* in the corner of a card says in short what it brings. The *progress* of a set is the points of 0, 1, 2 … of a
dish, each with a note about what more of it would bring.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from okawari.game.setting import Setting
from okawari.rules.desserts import hand_words
from okawari.rules.dishes import dish_of, number_on
from okawari.rules.points import CARD_LADDERS, MAKI_FIRST, MAKI_SECOND, NIGIRI, WASABI_TIMES, Ladder, ladder_points


@dataclass(frozen=True)
class Text:
    """The path of a text in the catalogues, and its parameters."""

    path: str
    params: dict[str, Any]


@dataclass(frozen=True)
class Progress:
    """The points of a number of pieces of a dish, and a note about what more of it would bring."""

    points: int
    note: Text | None


def progress(ladder: Ladder, most: int) -> list[Progress]:
    """The progress of 0, 1, 2 … up to `most` of a dish.

    >>> [(step.points, step.note and step.note.path) for step in progress(CARD_LADDERS["tempura"], 2)]
    [(0, None), (0, 'table.tag.of'), (5, 'table.tag.done')]
    """
    return [Progress(ladder_points(ladder, n), _note(ladder, n)) for n in range(most + 1)]


def _note(ladder: Ladder, n: int) -> Text | None:
    """The note for n of a dish, if there is one."""
    size = len(ladder.rungs)
    if n == 0 or (n >= size and not ladder.repeats):
        return None
    if not ladder.repeats:
        return Text("table.tag.next", {"points": ladder.rungs[n]})
    return Text("table.tag.of", {"n": n % size, "size": size}) if n % size else Text("table.tag.done", {})


def stamps(settings: Iterable[Setting]) -> dict[str, str]:
    """The stamp of each card of these settings, by its word.

    >>> stamps([Setting.of("sushi-go-first", 2)])["sashimi"]
    '3 = 10'
    """
    return {word: _stamp(setting, word) for setting in settings for word in hand_words(setting.dessert_number)}


def _stamp(setting: Setting, word: str) -> str:
    if word in CARD_LADDERS:
        return _short(CARD_LADDERS[word])
    if word in NIGIRI:
        return str(NIGIRI[word])
    if word == "wasabi":
        return f"× {WASABI_TIMES}"
    if dish_of(word) == "maki":
        return f"{MAKI_FIRST} / {MAKI_SECOND}"
    return "1 + 1" if word == "chopsticks" else _dessert_stamp(setting, word)


def _short(ladder: Ladder) -> str:
    """The points of a ladder in short: all rungs, or only the last if the others bring nothing."""
    *before, last = ladder.rungs
    return " ".join(map(str, ladder.rungs)) if any(before) else f"{len(ladder.rungs)} = {last}"


def _dessert_stamp(setting: Setting, word: str) -> str:
    dessert, prize = setting.dessert_rules, setting.dessert_rules.prize
    if dessert.values:
        return f"{min(dessert.values)}–{max(dessert.values)}"
    if len(dessert.cards) > 1:
        return str(number_on(word))
    loss = prize.least_of_two if setting.diners == 2 else prize.least
    return f"+{prize.most} −{loss}" if loss else f"+{prize.most}"
