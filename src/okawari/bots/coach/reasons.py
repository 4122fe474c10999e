"""Reasons for a move: measured differences in points by plate and dish, as codes with parameters and in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from okawari.bots.coach import reason_kernels
from okawari.bots.coach.candidates import dice_of
from okawari.bots.coach.reason_kernels import CODES as CODES
from okawari.bots.coach.reason_kernels import MOST_ROWS, NONE, WIDTH
from okawari.bots.coach.sampling import Trials
from okawari.bots.coach.trials import DISHES
from okawari.game import Move, View
from okawari.game.notation import letter
from okawari.rules import dishes
from okawari.rules.desserts import hand_words
from okawari.rules.dishes import FACE_WORDS
from okawari.rules.points import NIGIRI
from okawari.texts import number, say

_FIND = {
    "draft": reason_kernels.draft_reasons,
    "battle": reason_kernels.battle_reasons,
    "roll": reason_kernels.roll_reasons,
}


class Reason(NamedTuple):
    """A code with its parameters: `points`, `error`, and where they apply `dish`, `card` and `who` (a seat).

    `points` are above zero if the difference is good for the seat that chooses: more points of its own, or fewer of
    another seat; where the lowest total wins the other way round.
    """

    code: str
    params: dict[str, Any]

    def say(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """The reason in words."""
        params = dict(self.params)
        for word in ("dish", "card"):
            if word in params:
                params[word] = say(language, f"dish.{params[word]}.name")
        if "who" in params:
            params["name"] = names[params["who"]] if names else letter(params["who"])
        if "points" in params:
            params["points"] = shown(language, params["points"])
        return say(language, f"coach.reason.{self.code}", **params)

    def to_json(self) -> dict[str, Any]:
        """The reason as JSON data."""
        return {"code": self.code, "params": self.params}


def shown(language: str, points: float) -> str:
    """Points with a sign and one decimal, as a language writes numbers.

    >>> shown("en", 1.25), shown("pl", -0.5)
    ('+1.2', '−0,5')
    """
    return number(language, points, "+.1f")


def in_words(reasons: Sequence[Reason], language: str = "en", names: Sequence[str] | None = None) -> str:
    """Reasons as one short sentence."""
    return "; ".join(reason.say(language, names) for reason in reasons)


class ReasonFinder:
    """Finds the reasons for the moves of a view in their trials."""

    def __init__(self, view: View, trials: Trials) -> None:
        assert view.seat is not None
        self.view, self.seat, self.trials = view, view.seat, trials

    def reasons(self, move: Move) -> list[Reason]:
        """The reasons by which a move differs from the mean of the others."""
        return self._find(self.trials.column(move), NONE)

    def reasons_against(self, move: Move, other: Move) -> list[Reason]:
        """The reasons by which a move differs from one other."""
        return self._find(self.trials.column(move), self.trials.column(other))

    def _find(self, column: int, rival: int) -> list[Reason]:
        """The largest reasons of the move in a column; `rival` is the column of the other, or NONE for all others."""
        rows, trials = np.empty((MOST_ROWS, WIDTH), np.int64), self.trials
        n = _FIND[self.view.setting.table_kind](
            self.view.record, self.seat, trials.numbers, trials.bills, self._totals, column, rival, rows
        )
        return [self._reason(*row) for row in rows[:n].tolist()]

    @cached_property
    def _totals(self) -> np.ndarray:
        """The sums of the bills of all moves."""
        tables, _, *plates_and_dishes = self.trials.bills.shape
        totals = np.empty((tables, *plates_and_dishes), np.int64)
        reason_kernels.add_bills(self.trials.bills, totals)
        return totals

    def _reason(self, code: int, points: int, error: int, dish: int, card: int, who: int) -> Reason:
        """The reason of a row: see `reason_kernels`."""
        params: dict[str, Any] = {}
        if who != NONE:
            params["who"] = who
        if dish != NONE:
            params["dish"] = DISHES[dish]
        if card != NONE:
            params["dish" if dish == NONE else "card"] = self._words[card]
        if points:
            params |= {"points": points / 100, "error": error / 100}
        return Reason(CODES[code], params)

    @property
    def _words(self) -> tuple[str, ...]:
        """The words of cards by kind, or of faces."""
        setting = self.view.setting
        return FACE_WORDS if setting.table_kind == "roll" else hand_words(setting.dessert_number)


def dish_of(card: str) -> str:
    """The dish on whose line of the bill a card or die scores.

    >>> [dish_of(card) for card in ("maki3", "squid", "wasabi", "tea4", "dumpling")]
    ['maki', 'nigiri', 'nigiri', 'tea', 'dumpling']
    """
    return "nigiri" if card in (*NIGIRI, "wasabi") else dishes.dish_of(card)


def cards_of(view: View, move: Move) -> list[str]:
    """The cards or the die that a move puts on the seat's own plate; none for re-rolls and swaps."""
    kind = view.setting.table_kind
    if kind == "draft":
        return move.text.partition("/")[0].split("+")
    if kind == "battle":
        row, across = move.text.split()[1].split(".")
        return [view.to_json()["pyramid"][int(row) - 1][int(across) - 1]]
    verb, *places = move.text.split()
    return [dice_of(view, view.seat or 0)[int(places[0])][1]] if verb == "keep" else []
