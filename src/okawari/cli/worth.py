"""What a card or die would bring whoever takes it, in one line."""

from __future__ import annotations

from collections.abc import Sequence

from okawari.game import View
from okawari.rules.dishes import MOCHI_START, YOGURT_VALUES
from okawari.rules.points import (
    CARD_LADDERS,
    DESSERT_POINTS,
    MAKI_FIRST,
    MAKI_SECOND,
    NIGIRI,
    ROLL_LADDERS,
    SQUISHY_POINTS,
    WASABI_TIMES,
    best_runs,
    climb,
    run_points,
)
from okawari.texts import say


def worth(view: View, word: str, lang: str) -> str:
    """What a card or die would bring the seat whose view this is."""
    assert view.seat is not None
    return _Plates(view, view.seat).worth(word, lang)


def dipped(plate: Sequence[str]) -> tuple[list[str], int]:
    """The nigiri of a plate that lie on wasabi, and how many wasabi are still open."""
    on_wasabi, open_wasabi = [], 0
    for word in plate:
        if word == "wasabi":
            open_wasabi += 1
        elif word in NIGIRI and open_wasabi:
            on_wasabi.append(word)
            open_wasabi -= 1
    return on_wasabi, open_wasabi


class _Plates:
    """Everybody's plates as one seat compares them."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.plate = view.plates[seat]
        self.on_dice = view.setting.doors.name == "roll"

    def worth(self, word: str, lang: str) -> str:
        kind = word.rstrip("0123456789")
        if kind in CARD_LADDERS:
            return self._set(kind, lang)
        if kind == "maki":
            mine, best = self._compared(
                [sum(_number(card) for card in _of(plate, "maki")) for plate in self.view.plates]
            )
            return say(lang, "play.worth.maki", first=MAKI_FIRST, second=MAKI_SECOND, n=mine, best=best)
        if word in NIGIRI:
            _, open_wasabi = dipped(self.plate)
            if open_wasabi:
                return say(lang, "play.worth.nigiri-dipped", n=NIGIRI[word] * WASABI_TIMES)
            return say(lang, "play.worth.nigiri", n=NIGIRI[word])
        if word == "wasabi":
            return say(lang, "play.worth.wasabi", times=WASABI_TIMES)
        if self.on_dice:
            return self._tokens(word, kind, lang)
        if word == "chopsticks":
            return say(lang, "play.worth.chopsticks")
        return self._dessert(word, kind, lang)

    def _compared(self, counts: list[int]) -> tuple[int, int]:
        """One's own count and the best of the others."""
        return counts[self.seat], max(n for who, n in enumerate(counts) if who != self.seat)

    def _set(self, kind: str, lang: str) -> str:
        ladder = (ROLL_LADDERS if self.on_dice else CARD_LADDERS)[kind]
        n = len(_of(self.plate, kind))
        gain = climb(ladder, n + 1) - climb(ladder, n)
        text = "set" if ladder.repeats else "dumpling"
        return say(lang, f"play.worth.{text}", gain=gain, size=len(ladder.rungs), points=ladder.rungs[-1], n=n)

    def _tokens(self, word: str, kind: str, lang: str) -> str:
        if kind != "pudding":
            return say(lang, "play.worth.tokens", n=_number(word))
        return self._most_and_least([tokens["pudding"] for tokens in self.view.words["tokens"]], "roll", lang)

    def _dessert(self, word: str, kind: str, lang: str) -> str:
        desserts = self.view.words["desserts"]
        if kind == "tea":
            return self._tea(word, desserts[self.seat], lang)
        if kind == "mochi":
            mine, best = self._compared(self.view.words.get("mochi", [MOCHI_START] * len(desserts)))
            return say(lang, "play.worth.mochi", n=mine, best=best, most=DESSERT_POINTS["mochi"].most)
        counts = [sum(_number(card) for card in cards) for cards in desserts]
        mine, best = self._compared(counts)
        if kind == "strawberry":
            return say(lang, "play.worth.strawberry", points=SQUISHY_POINTS, n=mine, best=best)
        if kind == "yogurt":
            low, high, most = min(YOGURT_VALUES), max(YOGURT_VALUES), DESSERT_POINTS["yogurt"].most
            return say(lang, "play.worth.yogurt", low=low, high=high, most=most, n=mine, best=best)
        return self._most_and_least(counts, "pudding", lang)

    def _tea(self, word: str, cards: Sequence[str], lang: str) -> str:
        before = [sum(_number(card) == number for card in cards) for number in range(1, 6)]
        after = [n + (_number(word) == number) for number, n in enumerate(before, 1)]
        gain = run_points(best_runs(tuple(after))) - run_points(best_runs(tuple(before)))
        return say(lang, "play.worth.tea", gain=gain)

    def _most_and_least(self, counts: list[int], dessert: str, lang: str) -> str:
        mine, best = self._compared(counts)
        points = DESSERT_POINTS[dessert]
        text = "dessert-two" if len(counts) == 2 else "dessert"
        return say(lang, f"play.worth.{text}", most=points.most, least=points.least, n=mine, best=best)


def _of(plate: Sequence[str], kind: str) -> list[str]:
    return [word for word in plate if word.startswith(kind)]


def _number(word: str) -> int:
    """The number that a word ends in; one if it has none."""
    digits = word[len(word.rstrip("0123456789")) :]
    return int(digits or 1)
