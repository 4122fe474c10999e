"""Why a move is good or bad: measured differences by dish and by opponent; the words only render them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from okawari.bots.coach.ideas import dice_of
from okawari.bots.coach.sampling import Estimate, Trials, estimate, estimates
from okawari.bots.coach.trials import DISHES, LEAST
from okawari.game import Move, View
from okawari.game.notation import letter
from okawari.rules import draft
from okawari.rules.points import CARD_LADDERS, NIGIRI, ROLL_LADDERS
from okawari.texts import number, say

#: Differences below so many points are not worth a word.
WORTH_A_WORD = 0.25
#: What is left to a neighbour is a reason only from here on: something always is.
WORTH_LEAVING = 1.0
#: How many reasons there are at most: about one's own plate, and about the others.
MOST_OWN, MOST_OTHERS = 2, 1

#: Every reason there is.
CODES = (
    "completes",
    "towards",
    "dumplings",
    "maki-gained",
    "maki-lost",
    "on-wasabi",
    "wasabi-for-later",
    "nigiri",
    "chopsticks-for-later",
    "dessert-most",
    "dessert-behind",
    "dessert-safe",
    "dessert-fewest",
    "tea",
    "squishy-gained",
    "squishy-lost",
    "tokens-for-later",
    "tokens-kept",
    "tokens-spent",
    "more",
    "less",
    "denies",
    "gives",
    "leaves",
    "golf-avoids",
    "golf-takes",
    "golf-gives",
    "golf-spares",
    "even",
    "only",
)


class Reason(NamedTuple):
    """A code, and what was measured: points of whom, in what dish."""

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
        """The reason for programs."""
        return {"code": self.code, "params": self.params}


def shown(language: str, points: float) -> str:
    """Points with their sign, as a language writes numbers.

    >>> shown("en", 1.25), shown("pl", -0.5)
    ('+1.2', '−0,5')
    """
    return number(language, points, "+.1f")


def in_words(reasons: Sequence[Reason], language: str = "en", names: Sequence[str] | None = None) -> str:
    """Reasons as one short sentence."""
    return "; ".join(reason.say(language, names) for reason in reasons)


class Taker(NamedTuple):
    """A move that takes one card: the card, the move's column, and the number of the card's dish."""

    card: str
    column: int
    dish: int


class Weigher:
    """Finds the reasons for the moves of a view in what became of them."""

    def __init__(self, view: View, trials: Trials) -> None:
        assert view.seat is not None
        self.view, self.seat, self.trials = view, view.seat, trials
        self.lowest_wins = view.setting.variant_rules.lowest_wins
        self.dessert = view.setting.dessert_rules.word

    def reasons(self, move: Move) -> list[Reason]:
        """Why a move is better or worse than the others are on average."""
        if len(self.trials.moves) == 1:
            return [Reason("only", {})]
        return self._reasons(move, lambda samples: self.trials.versus_others(samples, move), leaving=True)

    def reasons_against(self, move: Move, other: Move) -> list[Reason]:
        """Why a move is better than another."""
        k, rival = self.trials.column(move), self.trials.column(other)
        return self._reasons(move, lambda samples: samples[:, k].astype(float) - samples[:, rival], leaving=False)

    def _reasons(self, move: Move, compare: Callable[[np.ndarray], np.ndarray], *, leaving: bool) -> list[Reason]:
        differences = compare(self.trials.bills)
        own = self._own(move, differences)
        others = self._others(move, differences)
        if leaving and (left := self._leaves(move)):
            others.append(left)
        chosen = [*_weightiest(own, MOST_OWN), *_weightiest(others, MOST_OTHERS)]
        return chosen or [Reason("even", {})]

    def _own(self, move: Move, differences: np.ndarray) -> list[Reason]:
        """What changes on one's own plate."""
        taken = cards_of(self.view, move)
        if later := self._for_later(taken, estimate(differences[:, self.seat].sum(axis=1))):
            return [later]
        return [
            _reason(self._own_code(dish, change.value, taken), change, dish=self._named(dish))
            for dish, change in self._changes(differences, self.seat)
        ]

    def _for_later(self, taken: list[str], total: Estimate) -> Reason | None:
        """What brings nothing itself is good for all that comes of it, if anything does."""
        if self.lowest_wins or not total.certain or total.value < WORTH_A_WORD:
            return None
        if taken == ["chopsticks"]:
            return _reason("chopsticks-for-later", total)
        if taken and taken[0].startswith(("menu", "chopsticks")):
            return _reason("tokens-for-later", total, dish=taken[0])
        return None

    def _others(self, move: Move, differences: np.ndarray) -> list[Reason]:
        """What changes on the plates of the others."""
        merged = differences.copy()
        dessert = DISHES.index(self.dessert)
        merged[:, :, dessert] += merged[:, :, LEAST]
        merged[:, :, LEAST] = 0
        more, less = _LOWEST_WINS["others"] if self.lowest_wins else ("gives", "denies")
        return [
            _reason(more if change.value > 0 else less, change, who=who, dish=self._named(dish))
            for who in range(self.view.setting.seats)
            if who != self.seat
            for dish, change in self._changes(merged, who)
        ]

    def _changes(self, differences: np.ndarray, plate: int) -> list[tuple[str, Estimate]]:
        """The dishes in which a plate surely gets more or fewer points, and how many."""
        values, errors = estimates(differences[:, plate])
        sure = (np.abs(values) > errors) & (np.abs(values) >= WORTH_A_WORD)
        return [(DISHES[n], Estimate(float(values[n]), float(errors[n]))) for n in np.flatnonzero(sure)]

    def _leaves(self, move: Move) -> Reason | None:
        """The card whose leaving helps the neighbour most, by what the neighbour makes of it when it is not taken."""
        taken = cards_of(self.view, move)
        takers = [taker for taker in self._takers if taker.card not in taken]
        if not takers:
            return None
        of_neighbour = self.trials.bills[:, :, self._neighbour].astype(float)
        dishes = [taker.dish for taker in takers]
        left = of_neighbour[:, self.trials.column(move), dishes]
        values, errors = estimates(left - of_neighbour[:, [taker.column for taker in takers], dishes])
        weightiest = int(np.argmax(values))
        change = Estimate(float(values[weightiest]), float(errors[weightiest]))
        if not change.certain or change.value < WORTH_LEAVING:
            return None
        card = takers[weightiest].card
        return _reason("leaves", change, who=self._neighbour, dish=dish_of(card), card=card)

    @cached_property
    def _takers(self) -> list[Taker]:
        """For every card that can be taken alone and would help somebody else: the first move that takes it."""
        if self.view.setting.table_kind == "roll" or self.lowest_wins:
            return []
        takers: dict[str, Taker] = {}
        for column, move in enumerate(self.trials.moves):
            card, *more = cards_of(self.view, move)
            if not more and dish_of(card) in DISHES:
                takers.setdefault(card, Taker(card, column, DISHES.index(dish_of(card))))
        return list(takers.values())

    @cached_property
    def _neighbour(self) -> int:
        """Who chooses next from what is left."""
        if self.view.setting.table_kind == "battle":
            return 1 - self.seat
        return (self.seat + int(draft.way(self.view.record[0]))) % self.view.setting.seats

    def _named(self, dish: str) -> str:
        return self.dessert if dish == "least" else dish

    def _own_code(self, dish: str, points: float, taken: Sequence[str]) -> str:
        gained = points > 0
        if self.lowest_wins:
            return _LOWEST_WINS["own"][not gained]
        if dish == self.dessert:
            return _RUNS[not gained] if self.view.setting.dessert_rules.runs else _CONTEST[not gained]
        if dish in _STANDINGS:
            return _STANDINGS[dish][not gained]
        if not gained:
            return "less"
        return self._from_cards(dish, [card for card in taken if dish_of(card) == dish])

    def _from_cards(self, dish: str, cards: Sequence[str]) -> str:
        """What cards that a move takes do for their dish."""
        if not cards:
            return "more"
        if dish == "dumpling":
            return "dumplings"
        if dish == "nigiri":
            return self._nigiri(cards)
        return "completes" if self._completes(dish, len(cards)) else "towards"

    def _nigiri(self, cards: Sequence[str]) -> str:
        wasabi = bool(self.view.record["wasabi"][0, self.seat]) or cards[0] == "wasabi"
        if not any(card in NIGIRI for card in cards):
            return "wasabi-for-later"
        return "on-wasabi" if wasabi else "nigiri"

    def _completes(self, dish: str, n: int) -> bool:
        """Whether a set is full with so many more of a dish."""
        ladders = ROLL_LADDERS if self.view.setting.table_kind == "roll" else CARD_LADDERS
        size, before = len(ladders[dish].rungs), self.view.plates[self.seat].count(dish)
        return (before + n) // size > before // size


#: Where the lowest total wins: the code of a gain and that of a loss, on one's own plate and on another's.
_LOWEST_WINS = {"own": ("golf-takes", "golf-avoids"), "others": ("golf-gives", "golf-spares")}
#: The same for a dessert with a prize for the most of it, and for one with runs.
_CONTEST = ("dessert-most", "dessert-behind")
_RUNS = ("tea", "less")
#: The same where only the standing counts.
_STANDINGS = {
    "maki": ("maki-gained", "maki-lost"),
    "least": ("dessert-safe", "dessert-fewest"),
    "squishy": ("squishy-gained", "squishy-lost"),
    "tokens": ("tokens-kept", "tokens-spent"),
}


def _reason(code: str, change: Estimate, **params: Any) -> Reason:
    return Reason(code, params | {"points": round(change.value, 2), "error": round(change.error, 2)})


def _weightiest(reasons: Sequence[Reason], most: int) -> list[Reason]:
    return sorted(reasons, key=lambda reason: -abs(reason.params["points"]))[:most]


def dish_of(card: str) -> str:
    """The dish of a bill that a card or die belongs to.

    >>> [dish_of(card) for card in ("maki3", "squid", "wasabi", "tea4", "dumpling")]
    ['maki', 'nigiri', 'nigiri', 'tea', 'dumpling']
    """
    return "nigiri" if card in (*NIGIRI, "wasabi") else card.rstrip("0123456789")


def cards_of(view: View, move: Move) -> list[str]:
    """What a move puts on one's own plate; nothing for re-rolls and swaps."""
    kind = view.setting.table_kind
    if kind == "draft":
        return move.text.partition("/")[0].split("+")
    if kind == "battle":
        row, across = move.text.split()[1].split(".")
        return [view.to_json()["pyramid"][int(row) - 1][int(across) - 1]]
    verb, *places = move.text.split()
    return [dice_of(view, view.seat or 0)[int(places[0])][1]] if verb == "keep" else []
