"""The gain of a card or die: what it would bring the seat that takes it, as a text and the numbers in it.

Which text and which numbers is decided by the rules (`rules.gains`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from okawari.game.setting import Setting
from okawari.game.view import View
from okawari.rules.desserts import hand_words
from okawari.rules.dishes import FACE_WORDS
from okawari.rules.gains import GAINS, MOST_ROWS, WIDTH, WRITE_GAINS
from okawari.rules.traits import ROLL
from okawari.texts import say

#: The codes by their numbers, each with the names of its numbers.
_CODES = tuple(GAINS.items())


@dataclass(frozen=True)
class Gain:
    """What a card or die would bring: the code of a text, `play.worth.CODE` in the catalogues, and its parameters.

    The same in a few signs, for the card itself, is `play.mark.CODE`, where the card's stamp does not say as much.
    """

    code: str
    params: dict[str, Any]

    def words(self, language: str = "en") -> str:
        """The gain as a text."""
        return say(language, f"play.worth.{self.code}", **self.params)


def gains(view: View) -> dict[str, Gain]:
    """The gain of each card or die that the view's seat could take now, by its word; empty for spectators.

    >>> import okawari
    >>> game = okawari.Position.from_json({
    ...     "menu": "sushi-go-first", "seats": 2, "round": 3, "turn": 9,
    ...     "hands": ["squid tempura", "egg egg"], "plates": ["tempura wasabi", "maki3"],
    ... }).game()
    >>> [gain.words() for gain in gains(game.view(0)).values()]
    ['+5, your set of 2 is complete', '9 on your wasabi']
    """
    seat = view.seat
    if seat is None or view.over:
        return {}
    rows = np.empty((MOST_ROWS, WIDTH), np.int64)
    kind = view.setting.table_kind
    n = WRITE_GAINS[kind](view.record, seat, rows)
    words = FACE_WORDS if kind == ROLL else hand_words(view.setting.dessert_number)
    return {words[row[0]]: _gain(row, view.setting) for row in rows[:n].tolist()}


def _gain(row: list[int], setting: Setting) -> Gain:
    """The gain of a row: see `rules.gains`."""
    code, names = _CODES[row[1]]
    params: dict[str, Any] = dict(zip(names, row[2:], strict=False))
    if "low" in params:
        low, high = params.pop("low"), params.pop("high")
        params["values"] = f"{low}" if low == high else f"{low}–{high}"
    elif code == "runs":
        params["runs"] = " ".join(map(str, setting.dessert_rules.runs))
    return Gain(code, params)
