"""The gain of a card or die: what it would bring the seat that takes it, as a text and the numbers in it.

The points are those of the rules: the card is put on a copy of the plate, and both plates are scored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from okawari.game.view import View
from okawari.game.worth import open_table
from okawari.game.writing import put_die_on_plate
from okawari.rules import battle, plates, roll, scoring
from okawari.rules.counts import count
from okawari.rules.dealer import KEYED
from okawari.rules.desserts import ROLL_PRIZE, SQUISHY_POINTS, hand_words
from okawari.rules.dishes import CHOPSTICKS_TOKEN, SAVOURY_WORDS, TOKEN_WORDS, dish_of, number_on
from okawari.rules.points import (
    CARD_LADDERS,
    MAKI_FIRST,
    MAKI_SECOND,
    NIGIRI,
    ROLL_LADDERS,
    WASABI_TIMES,
)
from okawari.rules.table_kernels import new_dealer
from okawari.rules.traits import Prize
from okawari.texts import say


@dataclass(frozen=True)
class Gain:
    """What a card or die would bring: the code of a text, `play.worth.CODE` in the catalogues, and its parameters."""

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
    ['+5 now: 2 make 5 (you have 1)', 'on your wasabi: 9 points']
    """
    if view.seat is None or view.over:
        return {}
    trial = Trial(view, view.seat)
    found = {word: trial.gain(word) for word in _takeable(view, view.seat)}
    if swappable := _swappable(view, view.seat):
        trial.spend_chopsticks()
        found |= {word: trial.gain(word) for word in swappable if word not in found}
    return found


def _takeable(view: View, seat: int) -> Iterable[str]:
    """The words of the cards or faces that a seat could take now, each once."""
    kind = view.setting.table_kind
    if kind == "draft":
        return dict.fromkeys(view.hand)
    if view.words["to_move"] != seat:
        return ()
    if kind == "roll":
        return dict.fromkeys(face for face in view.words["belts"][seat] if face)
    words, cards = hand_words(view.setting.dessert_number), view.record["pyramid"][0]
    return dict.fromkeys(words[cards[move.number % battle.PLACES]] for move in view.moves)


def _swappable(view: View, seat: int) -> Iterable[str]:
    """The words of the faces that a seat could keep after a swap; none if it has no chopsticks."""
    if view.setting.table_kind != "roll" or view.words["to_move"] != seat:
        return ()
    if not view.words["tokens"][seat]["chopsticks"]:
        return ()
    return dict.fromkeys(face for belt in view.words["belts"] for face in belt if face)


class Trial:
    """A trial: `now` is the public part of a table, `then` a copy on which a seat has taken a card or die."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.on_dice = view.setting.table_kind == "roll"
        self.pieces = scoring.DICE if self.on_dice else scoring.CARDS
        self.plates = range(view.setting.diners)
        self._now = open_table(view)
        self._then = self._now.copy()
        self.now, self.then = self._now[0], self._then[0]

    def gain(self, word: str) -> Gain:
        """The gain of a card or die, given by its word."""
        sort = dish_of(word)
        if sort == "maki":
            n, best = self._compared(self._icons)
            return Gain("maki", {"first": MAKI_FIRST, "second": MAKI_SECOND, "n": n, "best": best})
        self._take(word)
        if sort in CARD_LADDERS:
            return self._set(word)
        if word in NIGIRI:
            return self._nigiri()
        if word == "wasabi":
            return self._wasabi()
        if self.on_dice:
            return self._tokens(sort, int(word.removeprefix(sort)))
        return self._chopsticks() if word == "chopsticks" else self._dessert()

    def spend_chopsticks(self) -> None:
        """Return a chopsticks token to the supply, as a swap does before a die is kept."""
        roll.spend(self.now, self.seat, CHOPSTICKS_TOKEN)

    def _take(self, word: str) -> None:
        """Put a card or die on the copy of the seat's plate, or beside it, without the luck that it would draw."""
        self._then[:] = self._now
        if self.on_dice:
            put_die_on_plate(self._then, self.seat, word)
        else:
            plates.put_dish(self.then, self.seat, hand_words(self.view.setting.dessert_number).index(word))

    def _compared(self, counts: list[int]) -> tuple[int, int]:
        """The count of the seat's own plate, and the largest of the other plates."""
        return counts[self.seat], max(n for plate, n in enumerate(counts) if plate != self.seat)

    def _set(self, word: str) -> Gain:
        """The gain of tempura, sashimi or a dumpling."""
        ladder = (ROLL_LADDERS if self.on_dice else CARD_LADDERS)[word]
        dish = SAVOURY_WORDS.index(word)
        points = [int(scoring.set_points(table, self.seat, dish, self.pieces)) for table in (self.now, self.then)]
        n, size = int(count(int(self.now["plates"][self.seat]), dish)), len(ladder.rungs)
        if ladder.repeats:
            return Gain("set", {"gain": points[1] - points[0], "size": size, "points": ladder.rungs[-1], "n": n})
        if n >= size:
            return Gain("dumpling-full", {"size": size, "n": n})
        return Gain("dumpling-last" if n + 1 == size else "dumpling", {"gain": points[1] - points[0], "n": n})

    def _nigiri(self) -> Gain:
        points = [int(scoring.nigiri_points(table, self.seat)) for table in (self.now, self.then)]
        dipped = self.then["wasabi"][self.seat] < self.now["wasabi"][self.seat]
        return Gain("nigiri-dipped" if dipped else "nigiri", {"n": points[1] - points[0]})

    def _wasabi(self) -> Gain:
        if self._own_turns(self._turns_after) or self._may_take_two:
            return Gain("wasabi", {"times": WASABI_TIMES, "n": int(self.then["wasabi"][self.seat])})
        return Gain("wasabi-late", {})

    def _chopsticks(self) -> Gain:
        # In the last turn of a round each hand has one card, so chopsticks cannot be used.
        return Gain("chopsticks" if self._own_turns(self._turns_after - 1) else "chopsticks-late", {})

    @property
    def _turns_after(self) -> int:
        """How many turns of this round follow this one; in sushi battle each of them takes one card off the pyramid."""
        turns = self.view.setting.turns
        if turns is not None:
            return turns - self.view.turn
        return int(self.view.record["left"][0]) - 1 + bool(self.view.words["second"])

    def _own_turns(self, turns: int) -> int:
        """How many of the next turns are the seat's own, out of this number of turns."""
        return max(0, turns) // (1 if self.view.setting.turns is not None else self.view.setting.seats)

    @property
    def _may_take_two(self) -> bool:
        """Whether the seat could take a second card in this turn of sushi battle."""
        return self.view.setting.turns is None and any(move.number >= battle.PLACES for move in self.view.moves)

    def _tokens(self, sort: str, wanted: int) -> Gain:
        token = TOKEN_WORDS.index(sort)
        if sort == "pudding":
            return self._contest("dessert", ROLL_PRIZE, self.now["tokens"][: len(self.plates), token].tolist())
        roll.get_tokens(self.then, new_dealer(KEYED)[0], self.seat, token, wanted)
        got = int(self.then["tokens"][self.seat, token] - self.now["tokens"][self.seat, token])
        return Gain("tokens", {"n": got}) if got else Gain("tokens-none", {})

    def _dessert(self) -> Gain:
        dessert = self.view.setting.dessert_rules
        if dessert.runs:
            points = [int(scoring.run_points(table, self.seat)) for table in (self.now, self.then)]
            return Gain("runs", {"gain": points[1] - points[0], "runs": " ".join(map(str, dessert.runs))})
        if dessert.squishy:
            return self._squishy(dessert.prize)
        if dessert.values:
            return self._contest("dessert-value", dessert.prize, self._amounts, values=self._values)
        return self._contest("dessert-die" if dessert.die else "dessert", dessert.prize, self._amounts)

    @cached_property
    def _icons(self) -> list[int]:
        """How many maki rolls each plate has."""
        return [int(scoring.maki_icons(self.now, plate)) for plate in self.plates]

    @cached_property
    def _amounts(self) -> list[int]:
        """The amount of dessert of each plate."""
        return [int(plates.dessert_amount(self.now, plate)) for plate in self.plates]

    def _contest(self, code: str, prize: Prize, counts: list[int], **more: Any) -> Gain:
        """The gain of a dessert with a prize; the text without the loss has the code CODE-two."""
        n, best = self._compared(counts)
        params = {"most": prize.most, "n": n, "best": best, **more}
        loss = self._loss(prize)
        return Gain(code, {**params, "least": loss}) if loss else Gain(f"{code}-two", params)

    def _loss(self, prize: Prize) -> int:
        """What the smallest amount of a dessert loses at this table."""
        return prize.least_of_two if len(self.plates) == 2 else prize.least

    def _squishy(self, prize: Prize) -> Gain:
        n, best = self._compared(self._amounts)
        params = {"least": self._loss(prize), "n": n, "best": best}
        if self.now["squishy"] == self.seat:
            return Gain("squishy-held", params)
        return Gain("squishy", {**params, "points": SQUISHY_POINTS})

    @property
    def _values(self) -> str:
        """The range of the values that the next dessert card can have, as a text, given those of the played cards."""
        played = [word for words in self.view.words["desserts"] for word in words]
        left = [number_on(word) for word, n in self.view.setting.dessert_rules.played.items() if played.count(word) < n]
        return str(left[0]) if len(left) == 1 else f"{left[0]}–{left[-1]}"
