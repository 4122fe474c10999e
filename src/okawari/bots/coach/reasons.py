"""Reasons for a move: measured differences in points by plate and dish, as codes with parameters and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from okawari.bots.coach.candidates import dice_of
from okawari.bots.coach.sampling import Estimate, Trials, estimate, estimates
from okawari.bots.coach.trials import DISHES, LEAST
from okawari.game import Move, View
from okawari.game.notation import letter
from okawari.rules import dishes, draft
from okawari.rules.points import CARD_LADDERS, NIGIRI, ROLL_LADDERS
from okawari.texts import number, say

#: The smallest difference in points that is a reason.
LEAST_DIFFERENCE = 0.25
#: The fewest points of a card left to the neighbour that are a reason: some card is always left.
LEAST_LEFT = 1.0
#: The most reasons of a move: about the seat's own plate, and about other plates.
MOST_OWN, MOST_OTHERS = 2, 1

#: The codes of all reasons.
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


class SingleCardMove(NamedTuple):
    """A move that takes one card: the card, the move's column in the trials, and the number of the card's dish."""

    card: str
    column: int
    dish: int


class ReasonFinder:
    """Finds the reasons for the moves of a view in their trials."""

    def __init__(self, view: View, trials: Trials) -> None:
        assert view.seat is not None
        self.view, self.seat, self.trials = view, view.seat, trials
        self.lowest_wins = view.setting.variant_rules.lowest_wins
        #: By which points of the seat's own plate are multiplied, so that more is better.
        self.sign = view.setting.variant_rules.sign
        self.dessert = view.setting.dessert_rules.word

    def reasons(self, move: Move) -> list[Reason]:
        """The reasons by which a move differs from the mean of the others."""
        if len(self.trials.moves) == 1:
            return [Reason("only", {})]
        return self._reasons(move, lambda samples: self.trials.versus_others(samples, move), leaving=True)

    def reasons_against(self, move: Move, other: Move) -> list[Reason]:
        """The reasons by which a move differs from one other."""
        k, rival = self.trials.column(move), self.trials.column(other)
        return self._reasons(move, lambda samples: samples[:, k].astype(float) - samples[:, rival], leaving=False)

    def _reasons(self, move: Move, compare: Callable[[np.ndarray], np.ndarray], *, leaving: bool) -> list[Reason]:
        """The largest reasons of a move.

        `compare` maps the bills of all moves to the differences of this one; `leaving` also looks for a card that the
        move leaves to the neighbour.
        """
        differences = compare(self.trials.bills)
        own = self._own(move, differences)
        others = self._others(move, differences)
        if leaving and (left := self._leaves(move)):
            others.append(left)
        chosen = [*_largest(own, MOST_OWN), *_largest(others, MOST_OTHERS)]
        return chosen or [Reason("even", {})]

    def _own(self, move: Move, differences: np.ndarray) -> list[Reason]:
        """The reasons on the seat's own plate."""
        taken = cards_of(self.view, move)
        if later := self._for_later(taken, estimate(differences[:, self.seat].sum(axis=1))):
            return [later]
        return [
            _reason(self._own_code(dish, change.value, taken), change, self.sign, dish=self._named(dish))
            for dish, change in self._changes(differences, self.seat)
        ]

    def _for_later(self, taken: list[str], total: Estimate) -> Reason | None:
        """The reason for chopsticks or tokens, which score nothing themselves: all points that are gained with them."""
        if self.lowest_wins or not total.significant or total.value < LEAST_DIFFERENCE:
            return None
        if taken == ["chopsticks"]:
            return _reason("chopsticks-for-later", total, self.sign)
        if taken and taken[0].startswith(("menu", "chopsticks")):
            return _reason("tokens-for-later", total, self.sign, dish=taken[0])
        return None

    def _others(self, move: Move, differences: np.ndarray) -> list[Reason]:
        """The reasons on the plates of the other seats."""
        merged = differences.copy()
        dessert = DISHES.index(self.dessert)
        merged[:, :, dessert] += merged[:, :, LEAST]
        merged[:, :, LEAST] = 0
        more, less = _LOWEST_WINS["others"] if self.lowest_wins else ("gives", "denies")
        return [
            _reason(more if change.value > 0 else less, change, -self.sign, who=who, dish=self._named(dish))
            for who in range(self.view.setting.seats)
            if who != self.seat
            for dish, change in self._changes(merged, who)
        ]

    def _changes(self, differences: np.ndarray, plate: int) -> list[tuple[str, Estimate]]:
        """The dishes in which a plate's points differ significantly, with the differences."""
        values, errors = estimates(differences[:, plate])
        sure = (np.abs(values) > errors) & (np.abs(values) >= LEAST_DIFFERENCE)
        return [(DISHES[n], Estimate(float(values[n]), float(errors[n]))) for n in np.flatnonzero(sure)]

    def _leaves(self, move: Move) -> Reason | None:
        """The card left by a move that brings the neighbour most, compared with the move that takes this card."""
        taken = cards_of(self.view, move)
        singles = [single for single in self._single_card_moves if single.card not in taken]
        if not singles:
            return None
        of_neighbour = self.trials.bills[:, :, self._neighbour].astype(float)
        dishes = [single.dish for single in singles]
        left = of_neighbour[:, self.trials.column(move), dishes]
        values, errors = estimates(left - of_neighbour[:, [single.column for single in singles], dishes])
        largest = int(np.argmax(values))
        change = Estimate(float(values[largest]), float(errors[largest]))
        if not change.significant or change.value < LEAST_LEFT:
            return None
        card = singles[largest].card
        return _reason("leaves", change, -self.sign, who=self._neighbour, dish=dish_of(card), card=card)

    @cached_property
    def _single_card_moves(self) -> list[SingleCardMove]:
        """For every card that can be taken alone, the first move that takes it; none in Sushi Roll and sushi golf."""
        if self.view.setting.table_kind == "roll" or self.lowest_wins:
            return []
        singles: dict[str, SingleCardMove] = {}
        for column, move in enumerate(self.trials.moves):
            card, *more = cards_of(self.view, move)
            if not more and dish_of(card) in DISHES:
                singles.setdefault(card, SingleCardMove(card, column, DISHES.index(dish_of(card))))
        return list(singles.values())

    @cached_property
    def _neighbour(self) -> int:
        """The seat that chooses next from the cards that are left."""
        if self.view.setting.table_kind == "battle":
            return 1 - self.seat
        return (self.seat + int(draft.way(self.view.record[0]))) % self.view.setting.seats

    def _named(self, dish: str) -> str:
        """The dish that the text of a reason names."""
        return self.dessert if dish == "least" else dish

    def _own_code(self, dish: str, points: float, taken: Sequence[str]) -> str:
        """The code for a difference in a dish of the seat's own plate, by a move that takes the cards `taken`."""
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
        """The code for a gain in a dish by `cards`, those cards of the move that belong to the dish."""
        if not cards:
            return "more"
        if dish == "dumpling":
            return "dumplings"
        if dish == "nigiri":
            return self._nigiri(cards)
        return "completes" if self._completes(dish, len(cards)) else "towards"

    def _nigiri(self, cards: Sequence[str]) -> str:
        """The code for a gain in nigiri by nigiri and wasabi cards."""
        wasabi = bool(self.view.record["wasabi"][0, self.seat]) or cards[0] == "wasabi"
        if not any(card in NIGIRI for card in cards):
            return "wasabi-for-later"
        return "on-wasabi" if wasabi else "nigiri"

    def _completes(self, dish: str, n: int) -> bool:
        """Whether n more cards of a dish complete a set on the seat's plate."""
        ladders = ROLL_LADDERS if self.view.setting.table_kind == "roll" else CARD_LADDERS
        size, before = len(ladders[dish].rungs), self.view.plates[self.seat].count(dish)
        return (before + n) // size > before // size


#: Where the lowest total wins: the codes of a gain and of a loss, on the seat's own plate and on another.
_LOWEST_WINS = {"own": ("golf-takes", "golf-avoids"), "others": ("golf-gives", "golf-spares")}
#: The codes of a gain and of a loss in a dessert with a prize for the most of it, and in one with runs.
_CONTEST = ("dessert-most", "dessert-behind")
_RUNS = ("tea", "less")
#: The codes of a gain and of a loss in what scores by comparison with other players, and in tokens.
_STANDINGS = {
    "maki": ("maki-gained", "maki-lost"),
    "least": ("dessert-safe", "dessert-fewest"),
    "squishy": ("squishy-gained", "squishy-lost"),
    "tokens": ("tokens-kept", "tokens-spent"),
}


def _reason(code: str, change: Estimate, sign: int, **params: Any) -> Reason:
    """A reason with the parameters `points` and `error` of a measured difference; `sign` is 1 if more is better."""
    return Reason(code, params | {"points": round(sign * change.value, 2), "error": round(change.error, 2)})


def _largest(reasons: Sequence[Reason], most: int) -> list[Reason]:
    return sorted(reasons, key=lambda reason: -abs(reason.params["points"]))[:most]


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
