"""Events and lines of the bill as Python objects, from the rows of numbers that a dealer recorded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from okawari.game.notation import place_name, way_word
from okawari.game.setting import Setting
from okawari.rules import events as E
from okawari.rules.desserts import DESSERTS, ROLL_PRIZE, hand_words
from okawari.rules.dishes import DIE_NAMES, FACE_WORDS, TOKEN_WORDS
from okawari.rules.points import (
    CARD_LADDERS,
    MAKI_FIRST,
    MAKI_SECOND,
    ROLL_LADDERS,
    TOKENS_PER_POINT,
    best_runs,
    run_counts,
)
from okawari.rules.traits import ROLL
from okawari.texts import say

_NAMES = tuple(E.EVENTS)
#: The events that put a card or die on the plate of whoever took it, with the detail that names it.
SERVED = {"play": "dish", "keep": "face"}
#: How many different events and lines are kept. The same ones come up in every game.
_KEPT = 1 << 13


@dataclass(frozen=True)
class Event:
    """A public event of a game. `who` is the number of the plate that it happened to, or None.

    Equal events of several games can be one object, so the details must not be changed.
    """

    name: str
    who: int | None
    details: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The event as a dictionary, as in digests of records."""
        return {"event": self.name} | ({} if self.who is None else {"who": self.who}) | self.details


@dataclass(frozen=True)
class Line:
    """A line of the bill: a dish, its points, and the code of the reason with its parameters.

    Equal lines of several bills can be one object, so the parameters must not be changed.
    """

    dish: str
    points: int
    code: str
    params: dict[str, Any]

    def why(self, language: str = "en") -> str:
        """The reason as a text."""
        return say(language, f"why.{self.code}", **self.params)

    def to_json(self) -> dict[str, Any]:
        """The line as a dictionary, with its reason in English."""
        return {"dish": self.dish, "points": self.points, "why": self.why()}


def read_events(rows: np.ndarray, setting: Setting) -> list[Event]:
    """The events of the rows that a dealer recorded."""
    table = setting.table_kind == ROLL, setting.dessert_number, setting.diners
    return [_event(*table, *row) for row in rows.tolist()]


@lru_cache(_KEPT)
def _event(on_dice: bool, dessert: int, diners: int, *row: int) -> Event:
    """The event of a row, at a table with this dessert and this number of plates."""
    name, who = _NAMES[row[0]], None if row[1] < 0 else row[1]
    if name == "line":
        line = _line(*row[2:7], on_dice, diners)
        return Event(name, who, {"dish": line.dish, "points": line.points, "why": line.code, **line.params})
    fields = zip(E.EVENTS[name], row[2:], strict=False)
    return Event(name, who, {field: _word(field, value, on_dice, dessert) for field, value in fields})


def _word(field: str, value: int, on_dice: bool, dessert: int) -> Any:
    """A detail of an event: the word of a dish, place, die, token or direction, a bool, or the number itself."""
    if field in ("dish", "face", "theirs"):
        return FACE_WORDS[value] if on_dice else hand_words(dessert)[value]
    if field in ("place", "their-place"):
        return value + 1 if on_dice else place_name(value)
    if field == "die":
        return DIE_NAMES[value]
    if field == "token":
        return TOKEN_WORDS[value]
    if field == "way":
        return way_word(value)
    if field in ("dipped", "chopsticks", "last", "tie-break"):
        return bool(value)
    return value


def read_line(row: list[int], setting: Setting) -> Line:
    """The line of the bill that the row of a `line` event describes."""
    return _line(*row[2:7], setting.table_kind == ROLL, setting.diners)


@lru_cache(_KEPT)
def _line(dish_number: int, points: int, why: int, n: int, x: int, on_dice: bool, diners: int) -> Line:
    """The line of the bill for these numbers of a row, at a table with this number of plates."""
    dish, code = E.LINE_DISHES[dish_number], E.WHYS[why]
    return Line(dish, points, code, _params(dish, points, code, n, x, on_dice, diners))


def _params(dish: str, points: int, code: str, n: int, x: int, on_dice: bool, diners: int) -> dict[str, Any]:
    """The parameters of the text of a reason."""
    if code in ("tempura", "sashimi"):
        return {"n": n, "sets": n // len(CARD_LADDERS[code].rungs)}
    if code == "roll-set":
        return {"n": n, "size": len(ROLL_LADDERS[dish].rungs)}
    if code.startswith("maki-"):
        prize = MAKI_FIRST if "first" in code else MAKI_SECOND
        return {"n": n, "sharers": x, "prize": prize, "points": points}
    if code == "nigiri-dipped":
        return {"n": n, "dipped": x}
    if code.startswith(("most", "least")):
        rules = ROLL_PRIZE if on_dice else DESSERTS[dish].prize
        loss = rules.least_of_two if diners == 2 else rules.least
        return {"n": n, "sharers": x, "prize": rules.most if "most" in code else loss, "points": points}
    if code == E.WHYS[E.BY_RUNS]:
        dessert = DESSERTS[dish]
        return {"runs": written_runs(run_counts(dessert, n), dessert.runs)}
    if code == "tokens":
        return {"n": n, "per": TOKENS_PER_POINT}
    return {"n": n}


def written_runs(counts: tuple[int, ...], points: tuple[int, ...]) -> str:
    """The runs that score most with these cards, counted by number, as a text.

    >>> written_runs((0, 1, 1, 2, 0), (1, 4, 8, 13, 20))
    '2-3-4 + 4'
    """
    runs = ("-".join(str(low + i) for i in range(length)) for low, length in best_runs(counts, points))
    return " + ".join(runs) or "–"
