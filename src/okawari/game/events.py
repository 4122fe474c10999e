"""Events and lines of the bill as Python objects, from the rows of numbers that a dealer recorded."""

from __future__ import annotations

from dataclasses import dataclass
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
from okawari.texts import say

_NAMES = tuple(E.EVENTS)


@dataclass(frozen=True)
class Event:
    """A public event of a game. `who` is the number of the plate that it happened to, or None."""

    name: str
    who: int | None
    details: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The event as a dictionary, as in digests of records."""
        return {"event": self.name} | ({} if self.who is None else {"who": self.who}) | self.details


@dataclass(frozen=True)
class Line:
    """A line of the bill: a dish, its points, and the code of the reason with its parameters."""

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
    return [_event(row, setting) for row in rows.tolist()]


def _event(row: list[int], setting: Setting) -> Event:
    """The event of a row."""
    name = _NAMES[row[0]]
    who = None if row[1] < 0 else row[1]
    if name == "line":
        line = read_line(row, setting)
        return Event(name, who, {"dish": line.dish, "points": line.points, "why": line.code, **line.params})
    details = {field: _word(field, value, setting) for field, value in zip(E.EVENTS[name], row[2:], strict=False)}
    return Event(name, who, details)


def _word(field: str, value: int, setting: Setting) -> Any:
    """A detail of an event: the word of a dish, place, die, token or direction, a bool, or the number itself."""
    on_dice = setting.table_kind == "roll"
    if field in ("dish", "face", "theirs"):
        return FACE_WORDS[value] if on_dice else hand_words(setting.dessert_number)[value]
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
    _, _, dish_number, points, why, n, x, _ = row
    dish, code = E.LINE_DISHES[dish_number], E.WHYS[why]
    return Line(dish, points, code, _params(setting, dish, code, points, n, x))


def _params(setting: Setting, dish: str, code: str, points: int, n: int, x: int) -> dict[str, Any]:
    """The parameters of the text of a reason."""
    on_dice = setting.table_kind == "roll"
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
        loss = rules.least_of_two if setting.diners == 2 else rules.least
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
