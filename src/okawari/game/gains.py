"""The gain of a card or die: what it would bring the seat that takes it, as a text and the numbers in it.

The points are those of the rules. A gain follows from a few small numbers, such as how many of the dish a plate has;
each is worked out once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from okawari.game.view import View
from okawari.rules import battle, draft, plates, roll, scoring
from okawari.rules.counts import BITS, count
from okawari.rules.dealer import KEYED
from okawari.rules.desserts import DESSERT_ROWS, ROLL_PRIZE, SQUISHY_POINTS, hand_words
from okawari.rules.dishes import (
    CHOPSTICKS_TOKEN,
    DESSERT,
    FACE_WORDS,
    KINDS,
    PUDDING_TOKEN,
    SAVOURY_WORDS,
    TOKEN_WORDS,
    dish_of,
    number_on,
)
from okawari.rules.points import (
    CARD_LADDERS,
    MAKI_FIRST,
    MAKI_SECOND,
    NIGIRI,
    ROLL_LADDERS,
    WASABI_TIMES,
    best_runs,
    ladder_points,
    run_points,
)
from okawari.rules.table_kernels import new_dealer
from okawari.rules.traits import DRAFT, ROLL, Prize
from okawari.texts import say


@dataclass(frozen=True)
class Gain:
    """What a card or die would bring: the code of a text, `play.worth.CODE` in the catalogues, and its parameters.

    The same in a few signs, for the card itself, is `play.mark.CODE`, where the card's stamp does not say as much.

    Equal gains of several seats can be one object, so the parameters must not be changed.
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
    trial = Trial(view, seat)
    found = {word: trial.gain(word) for word in _takeable(view, seat)}
    if swappable := _swappable(view, seat):
        trial.swaps = True
        found |= {word: trial.gain(word) for word in swappable if word not in found}
    return found


def _takeable(view: View, seat: int) -> Iterable[str]:
    """The words of the cards or faces that a seat could take now, each once."""
    kind = view.setting.table_kind
    if kind == DRAFT:
        return dict.fromkeys(view.hand)
    if view.record["to_move"].item() != seat:
        return ()
    if kind == ROLL:
        return dict.fromkeys(_faces(view, [seat]))
    words, cards = hand_words(view.setting.dessert_number), view.record["pyramid"][0].tolist()
    return dict.fromkeys(words[cards[move.number % battle.PLACES]] for move in view.moves)


def _swappable(view: View, seat: int) -> Iterable[str]:
    """The words of the faces that a seat could keep after a swap; none if it has no chopsticks."""
    if view.setting.table_kind != ROLL or view.record["to_move"].item() != seat:
        return ()
    if not view.record["tokens"][0, seat, CHOPSTICKS_TOKEN]:
        return ()
    return dict.fromkeys(_faces(view, range(view.setting.seats)))


def _faces(view: View, seats: Iterable[int]) -> Iterable[str]:
    """The words of the upper faces of the dice in front of some seats."""
    belts, red = view.record["faces"][0].tolist(), view.record["red"].item()
    fronts = (belts[roll.belt_at(seat, red, view.setting.seats)] for seat in seats)
    return (FACE_WORDS[face] for belt in fronts for face in belt if face != roll.EMPTY)


class Trial:
    """What the cards or dice that a seat could take would bring it, as far as its view tells."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.setting = view.setting
        self.on_dice = view.setting.table_kind == ROLL
        #: Whether the seat swaps dice, and so returns chopsticks to the supply, before it keeps one.
        self.swaps = False
        self.plates = self._of_plates("plates")

    def gain(self, word: str) -> Gain:
        """The gain of a card or die, given by its word."""
        sort = dish_of(word)
        if sort == "maki":
            return _maki(*self._compared(self._icons), number_on(word))
        if sort in CARD_LADDERS:
            return _set(word, int(count(self.plates[self.seat], SAVOURY_WORDS.index(word))), self.on_dice)
        if word in NIGIRI:
            return _nigiri(word, self._open_wasabi)
        if word == "wasabi":
            return self._wasabi()
        if self.on_dice:
            return self._tokens(sort, number_on(word))
        return self._chopsticks() if word == "chopsticks" else self._dessert(word)

    def _of_plates(self, field: str) -> list[int]:
        """A field of the view that has a number for each plate."""
        return list(self.view.record[field][0, : self.setting.diners].tolist())

    def _compared(self, counts: list[int]) -> tuple[int, int]:
        """The count of the seat's own plate, and the largest of the other plates."""
        return counts[self.seat], max(counts[: self.seat] + counts[self.seat + 1 :])

    @property
    def _icons(self) -> list[int]:
        """How many maki rolls each plate has."""
        return [_maki_icons(cards & _MAKI) for cards in self.plates]

    @property
    def _open_wasabi(self) -> int:
        return int(self.view.record["wasabi"].item(self.seat))

    def _wasabi(self) -> Gain:
        if self._own_turns(self._turns_after) or self._may_take_two:
            return _wasabi(self._open_wasabi)
        return Gain("wasabi-late", {"gain": 0})

    def _chopsticks(self) -> Gain:
        # In the last turn of a round each hand has one card, so chopsticks cannot be used.
        return (
            Gain("chopsticks", {}) if self._own_turns(self._turns_after - 1) else Gain("chopsticks-late", {"gain": 0})
        )

    @property
    def _turns_after(self) -> int:
        """How many turns of this round follow this one; in sushi battle each of them takes one card off the pyramid."""
        if self.setting.turns is not None:
            return self.setting.turns - self.view.turn
        return int(self.view.record["left"].item() - 1 + self.view.record["second"].item())

    def _own_turns(self, turns: int) -> int:
        """How many of the next turns are the seat's own, out of this number of turns."""
        return max(0, turns) // (1 if self.setting.turns is not None else self.setting.seats)

    @property
    def _may_take_two(self) -> bool:
        """Whether the seat could take a second card in this turn of sushi battle."""
        return self.setting.turns is None and any(move.number >= battle.PLACES for move in self.view.moves)

    def _tokens(self, sort: str, wanted: int) -> Gain:
        token = TOKEN_WORDS.index(sort)
        if token == PUDDING_TOKEN:
            puddings = self.view.record["tokens"][0, : self.setting.diners, token].tolist()
            return self._contest("dessert", ROLL_PRIZE, puddings, self._got(token, wanted))
        got = self._got(token, wanted)
        return Gain("tokens", {"n": got}) if got else Gain("tokens-none", {})

    def _got(self, token: int, wanted: int) -> int:
        """How many tokens a die that shows this many would bring."""
        return _tokens(token, wanted, self.view.record["supply"].item(token), self.swaps)

    def _dessert(self, word: str) -> Gain:
        dessert = self.setting.dessert_rules
        if dessert.runs:
            sort = list(dessert.cards).index(word)
            return _runs(self.setting.dessert_number, self._desserts[self.seat], sort)
        if dessert.squishy:
            held = self.view.record["squishy"].item() == self.seat
            return _squishy(self._loss(dessert.prize), *self._compared(self._amounts), number_on(word), held)
        if dessert.values:
            left = _values_left(self.setting.dessert_number, sum(self._desserts))
            return self._contest("dessert-value", dessert.prize, self._amounts, values=left)
        if dessert.die:
            return self._contest("dessert-die", dessert.prize, self._amounts)
        return self._contest("dessert", dessert.prize, self._amounts, number_on(word))

    @property
    def _desserts(self) -> list[int]:
        """The dessert cards of each plate."""
        return self._of_plates("desserts")

    @property
    def _amounts(self) -> list[int]:
        """The amount of dessert of each plate."""
        number, dice = self.setting.dessert_number, self._of_plates("player_dice")
        return [_amount(number, cards, die) for cards, die in zip(self._desserts, dice, strict=True)]

    def _contest(self, code: str, prize: Prize, counts: list[int], more: int | None = None, values: str = "") -> Gain:
        """The gain of a dessert with a prize; `more` is what it adds to the count, None if luck decides."""
        return _contest(code, prize.most, self._loss(prize), *self._compared(counts), more, values)

    def _loss(self, prize: Prize) -> int:
        """What the smallest amount of a dessert loses at this table."""
        return prize.least_of_two if self.setting.diners == 2 else prize.least


# What follows is worked out once for each number of dishes, of open wasabi and so on.

#: The maki of a plate, as a mask.
_MAKI = sum(15 << (BITS * kind) for kind, word in enumerate(SAVOURY_WORDS) if dish_of(word) == "maki")


def _row(table: np.dtype[Any], **fields: int) -> Any:
    """A record of a table with these values in all places of some fields, and else zeros."""
    rows = np.zeros(1, table)
    for field, value in fields.items():
        rows[field] = value
    return rows[0]


@cache
def _maki_icons(cards: int) -> int:
    """How many maki rolls these cards have."""
    return int(scoring.maki_icons(_row(draft.TABLE, plates=cards), 0))


@cache
def _maki(n: int, best: int, more: int) -> Gain:
    """The gain of `more` maki rolls for a plate with `n`; `best` is the most that another plate has."""
    return Gain("maki", {"first": MAKI_FIRST, "second": MAKI_SECOND, "n": n, "after": n + more, "best": best})


@cache
def _set(word: str, n: int, on_dice: bool) -> Gain:
    """The gain of tempura, sashimi or a dumpling for a plate with n of them."""
    ladder = (ROLL_LADDERS if on_dice else CARD_LADDERS)[word]
    gain, size = ladder_points(ladder, n + 1) - ladder_points(ladder, n), len(ladder.rungs)
    if ladder.repeats:
        after = n % size + 1
        code = "set" if after == size else "set-grows" if gain else "set-part"
        return Gain(code, {"gain": gain, "size": size, "points": ladder.rungs[-1], "n": n, "after": after})
    if n >= size:
        return Gain("dumpling-full", {"gain": gain, "size": size, "n": n})
    return Gain("dumpling-last" if n + 1 == size else "dumpling", {"gain": gain, "n": n})


@cache
def _nigiri(word: str, wasabi: int) -> Gain:
    """The gain of a nigiri for a plate with this many open wasabi: the points of the nigiri alone."""
    row = _row(draft.TABLE, wasabi=wasabi)
    dipped = plates.put_dish(row, 0, SAVOURY_WORDS.index(word))
    return Gain("nigiri-dipped" if dipped else "nigiri", {"n": int(scoring.nigiri_points(row, 0))})


@cache
def _wasabi(n: int) -> Gain:
    """The gain of a wasabi for a plate with n open ones, if a nigiri can follow."""
    return Gain("wasabi", {"times": WASABI_TIMES, "n": n + 1})


@cache
def _tokens(token: int, wanted: int, supply: int, swaps: bool) -> int:
    """How many tokens one gets of which the supply has this many, for a seat that may swap dice first."""
    row = _row(roll.TABLE, supply=supply)
    if swaps:
        roll.spend(row, 0, CHOPSTICKS_TOKEN)
    before = int(row["tokens"][0, token])
    roll.get_tokens(row, new_dealer(KEYED)[0], 0, token, wanted)
    return int(row["tokens"][0, token]) - before


@cache
def _amount(dessert: int, cards: int, die: int) -> int:
    """The amount of dessert of a plate with these cards, whose player's die shows this."""
    return int(plates.dessert_amount(_row(draft.TABLE, dessert=dessert, desserts=cards, player_dice=die), 0))


@cache
def _runs(dessert: int, cards: int, sort: int) -> Gain:
    """The gain of a dessert card with runs, given by its sort, for a plate with these cards."""
    runs = DESSERT_ROWS[dessert].runs
    now = [int(count(cards, kind)) for kind in range(DESSERT, KINDS)]
    then = [n + (place == sort) for place, n in enumerate(now)]
    before, after = (run_points(best_runs(tuple(counts), runs), runs) for counts in (now, then))
    return Gain("runs", {"gain": after - before, "runs": " ".join(map(str, runs))})


@cache
def _squishy(least: int, n: int, best: int, more: int, held: bool) -> Gain:
    """The gain of `more` dessert for a plate with the amount `n`; `held` says whether it holds the squishy."""
    params = {"least": least, "n": n, "after": n + more, "best": best}
    return Gain("squishy-held", params) if held else Gain("squishy", {**params, "points": SQUISHY_POINTS})


@cache
def _contest(code: str, most: int, loss: int, n: int, best: int, more: int | None, values: str) -> Gain:
    """The gain of a dessert with a prize, for a plate with the amount n; the text without the loss is CODE-two."""
    params: dict[str, Any] = {"most": most, "n": n, "best": best}
    if more is not None:
        params["after"] = n + more
    if values:
        params["values"] = values
    return Gain(code, {**params, "least": loss}) if loss else Gain(f"{code}-two", params)


@cache
def _values_left(dessert: int, played: int) -> str:
    """The range of the values that the next dessert card can have, as a text, given the played cards of all plates."""
    cards = enumerate(DESSERT_ROWS[dessert].played.items(), DESSERT)
    left = [number_on(word) for kind, (word, n) in cards if count(played, kind) < n]
    return str(left[0]) if len(left) == 1 else f"{left[0]}–{left[-1]}"
