"""Moves as people write them, and as the kernels count them.

Drafting: `squid`; with chopsticks `wasabi+squid`, in that order; for oneself and an extra plate `tempura/maki2`.
Sushi battle: `take 5.3`, row and place; `take 5.3 chopsticks` if a second card follows.
Sushi Roll: `keep 4`, `reroll 1 3 4`, `swap 2 with C5`: places on a belt, and a seat by its letter.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from okawari.game.errors import IllegalMove
from okawari.game.setting import Setting
from okawari.rules import battle, draft, roll
from okawari.rules.desserts import hand_words

SEAT_LETTERS = "ABCDE"


@dataclass(frozen=True, order=True)
class Move:
    """An intent: a stable small number, and how people write it."""

    number: int
    text: str

    def __str__(self) -> str:
        return self.text


def letter(seat: int) -> str:
    """The letter of a seat."""
    return SEAT_LETTERS[seat]


class Notation:
    """How the moves of one kind of table are written."""

    #: A move as an example for somebody whose own could not be read.
    example: ClassVar[str] = ""

    def write(self, number: int) -> str | None:
        """The text of a move, or None if the number is none."""
        raise NotImplementedError

    def read(self, text: str) -> int | None:
        """The number of a move, or None if the text is none."""
        raise NotImplementedError

    def move(self, move: Move | str | int) -> Move:
        """A move from its text or number."""
        if isinstance(move, Move):
            return move
        number = self.read(move) if isinstance(move, str) else _whole(move)
        text = None if number is None else self.write(number)
        if number is None or text is None:
            raise IllegalMove("unreadable-move", word=move, example=self.example)
        return Move(number, text)


def _whole(number: int) -> int | None:
    """A whole number, or None if it is none: files may have anything in its place."""
    try:
        return operator.index(number)
    except TypeError:
        return None


class DraftNotation(Notation):
    """Cards by their words."""

    example = "squid, wasabi+squid"

    def __init__(self, dessert: int) -> None:
        self.words = hand_words(dessert)

    def write(self, number: int) -> str | None:
        """The text of a move, or None if the number is none."""
        if not 0 <= number < draft.MOVES:
            return None
        first, second, extra = (int(card) for card in draft.decode(number))
        if max(first, second, extra) >= len(self.words):
            return None
        text = self.words[first]
        if second != draft.NO_CARD:
            text += f"+{self.words[second]}"
        if extra != draft.NO_CARD:
            text += f"/{self.words[extra]}"
        return text

    def read(self, text: str) -> int | None:
        """The number of a move, or None if the text is none."""
        own, slash, extra = text.strip().lower().partition("/")
        first, plus, second = own.partition("+")
        cards = [self._card(first), self._card(second, needed=bool(plus)), self._card(extra, needed=bool(slash))]
        if None in cards:
            return None
        return int(draft.encode(*cards))

    def _card(self, word: str, *, needed: bool = True) -> int | None:
        if not needed:
            return draft.NO_CARD
        word = word.strip()
        return self.words.index(word) if word in self.words else None


class BattleNotation(Notation):
    """Cards by their row and place in the pyramid."""

    example = "take 5.3, take 5.3 chopsticks"
    _pattern = re.compile(r"(?:take\s+)?([1-9])\.([1-9])(\s+chopsticks)?")

    def write(self, number: int) -> str | None:
        """The text of a move, or None if the number is none."""
        if not 0 <= number < battle.MOVES:
            return None
        chopsticks = " chopsticks" if number >= battle.PLACES else ""
        return f"take {place_name(number % battle.PLACES)}{chopsticks}"

    def read(self, text: str) -> int | None:
        """The number of a move, or None if the text is none."""
        found = self._pattern.fullmatch(text.strip().lower())
        if not found or (place := read_place(found[1], found[2])) is None:
            return None
        return place + (battle.PLACES if found[3] else 0)


class RollNotation(Notation):
    """Dice by their places on the belts."""

    example = "keep 4, reroll 1 3, swap 2 with B5"
    _swap = re.compile(r"swap\s+([1-8])\s+with\s+([a-e])([1-8])")

    def write(self, number: int) -> str | None:
        """The text of a move, or None if the number is none."""
        if not 0 <= number < roll.MOVES:
            return None
        if roll.is_keep(number):
            return f"keep {number + 1}"
        if roll.is_reroll(number):
            places = number - roll.encode_reroll(0)
            return " ".join(["reroll", *(str(place + 1) for place in range(roll.PLACES) if places >> place & 1)])
        own, other, place = (int(part) for part in roll.decode_swap(number))
        return f"swap {own + 1} with {letter(other)}{place + 1}"

    def read(self, text: str) -> int | None:
        """The number of a move, or None if the text is none."""
        verb, *words = text.lower().split() or [""]
        if verb == "swap":
            return self._read_swap(text.strip().lower())
        if verb not in ("keep", "reroll") or not all(re.fullmatch("[1-8]", word) for word in words):
            return None
        places = {int(word) - 1 for word in words}
        if len(places) != len(words):
            return None
        if verb == "keep":
            return places.pop() if len(places) == 1 else None
        return int(roll.encode_reroll(sum(1 << place for place in places)))

    def _read_swap(self, text: str) -> int | None:
        found = self._swap.fullmatch(text)
        if not found:
            return None
        return int(roll.encode_swap(int(found[1]) - 1, SEAT_LETTERS.index(found[2].upper()), int(found[3]) - 1))


def place_name(place: int) -> str:
    """A place of the pyramid: its row and where it lies in it, counted from 1.

    >>> place_name(0), place_name(19)
    ('1.1', '5.6')
    """
    row = int(battle.ROW_OF[place])
    return f"{row + 1}.{place - int(battle.ROW_START[row]) + 1}"


def way_word(way: int) -> str:
    """The direction in which hands are passed, from its number in the kernels."""
    return "left" if way == 1 else "right"


def read_place(row: str, across: str) -> int | None:
    """The number of a place of the pyramid, or None if there is none."""
    r, i = int(row) - 1, int(across) - 1
    if not (0 <= r < len(battle.ROWS) and 0 <= i < battle.ROWS[r]):
        return None
    return int(battle.ROW_START[r]) + i


@cache
def notation_for(setting: Setting) -> Notation:
    """How the moves of a table are written."""
    if setting.table_kind == "roll":
        return RollNotation()
    if setting.table_kind == "battle":
        return BattleNotation()
    return DraftNotation(setting.dessert_number)
