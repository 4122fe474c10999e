"""The texts of moves, and their numbers in the kernels.

Drafting: `squid`; with chopsticks `wasabi+squid`, in this order; with a card for the extra plate `tempura/maki2`.
Sushi battle: `take 5.3`, row and place; `take 5.3 chopsticks` if a second card follows.
Sushi Roll: `keep 4`, `reroll 1 3 4`, `swap 2 with C5`: places on a belt, and the letter of a seat.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from okawari.game.errors import IllegalMove
from okawari.game.setting import Setting
from okawari.rules import battle, draft, roll
from okawari.rules.desserts import hand_words

SEAT_LETTERS = "ABCDE"


@dataclass(frozen=True, order=True)
class Move:
    """A move: its number in the kernels, which is stable, and its text."""

    number: int
    text: str

    def __str__(self) -> str:
        return self.text


def letter(seat: int) -> str:
    """The letter of a seat."""
    return SEAT_LETTERS[seat]


class Notation:
    """Reads and writes the moves of one table kind."""

    #: Examples of moves, for the message about a text that cannot be read.
    example: ClassVar[str] = ""

    def write(self, number: int) -> str | None:
        """The text of a move, or None if the number is not a move."""
        raise NotImplementedError

    def read(self, text: str) -> int | None:
        """The number of a move, or None if the text is not a move."""
        raise NotImplementedError

    def move(self, move: Move | str | int) -> Move:
        """The move of a text or number; `IllegalMove` if it is none."""
        if isinstance(move, Move):
            return move
        number = _read(self, move) if isinstance(move, str) else _whole(move)
        found = None if number is None else _numbered(self, number)
        if found is None:
            raise IllegalMove("unreadable-move", word=move, example=self.example)
        return found


@lru_cache(1 << 14)
def _read(notation: Notation, text: str) -> int | None:
    return notation.read(text)


@lru_cache(1 << 14)
def _numbered(notation: Notation, number: int) -> Move | None:
    """The move of a number, or None if the number is not a move. Every turn asks for the same ones."""
    text = notation.write(number)
    return None if text is None else Move(number, text)


def _whole(number: int) -> int | None:
    """The value as an int, or None if it is not a whole number: records from files may have any value there."""
    try:
        return operator.index(number)
    except TypeError:
        return None


class DraftNotation(Notation):
    """Moves of the draft table: cards by their words."""

    example = "squid, wasabi+squid"

    def __init__(self, dessert: int) -> None:
        self.words = hand_words(dessert)

    def write(self, number: int) -> str | None:
        """The text of a move, or None if the number is not a move."""
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
        """The number of a move, or None if the text is not a move."""
        own, slash, extra = text.strip().lower().partition("/")
        first, plus, second = own.partition("+")
        cards = [self._card(first), self._card(second, needed=bool(plus)), self._card(extra, needed=bool(slash))]
        if None in cards:
            return None
        return int(draft.encode(*cards))

    def _card(self, word: str, *, needed: bool = True) -> int | None:
        """The kind of a word, NO_CARD if none is needed, or None if there is no such card."""
        if not needed:
            return draft.NO_CARD
        word = word.strip()
        return self.words.index(word) if word in self.words else None


class BattleNotation(Notation):
    """Moves of the battle table: cards by their row and place in the pyramid."""

    example = "take 5.3, take 5.3 chopsticks"
    _pattern = re.compile(r"(?:take\s+)?([1-9])\.([1-9])(\s+chopsticks)?")

    def write(self, number: int) -> str | None:
        """The text of a move, or None if the number is not a move."""
        if not 0 <= number < battle.MOVES:
            return None
        chopsticks = " chopsticks" if number >= battle.PLACES else ""
        return f"take {place_name(number % battle.PLACES)}{chopsticks}"

    def read(self, text: str) -> int | None:
        """The number of a move, or None if the text is not a move."""
        found = self._pattern.fullmatch(text.strip().lower())
        if not found or (place := read_place(found[1], found[2])) is None:
            return None
        return place + (battle.PLACES if found[3] else 0)


class RollNotation(Notation):
    """Moves of the roll table: dice by their places on the belts."""

    example = "keep 4, reroll 1 3, swap 2 with B5"
    _swap = re.compile(r"swap\s+([1-8])\s+with\s+([a-e])([1-8])")

    def write(self, number: int) -> str | None:
        """The text of a move, or None if the number is not a move."""
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
        """The number of a move, or None if the text is not a move."""
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
    """The text of a place of the pyramid: its row, and its place in the row, both from 1.

    >>> place_name(0), place_name(19)
    ('1.1', '5.6')
    """
    row = int(battle.ROW_OF[place])
    return f"{row + 1}.{place - int(battle.ROW_START[row]) + 1}"


def way_word(way: int) -> str:
    """The word for a direction in which hands are passed, from its number in the kernels."""
    return "left" if way == 1 else "right"


def read_place(row: str, across: str) -> int | None:
    """The number of a place of the pyramid, from its row and its place in the row; None if there is no such place."""
    r, i = int(row) - 1, int(across) - 1
    if not (0 <= r < len(battle.ROWS) and 0 <= i < battle.ROWS[r]):
        return None
    return int(battle.ROW_START[r]) + i


@cache
def notation_for(setting: Setting) -> Notation:
    """The notation of the moves at a table with this setting."""
    if setting.table_kind == "roll":
        return RollNotation()
    if setting.table_kind == "battle":
        return BattleNotation()
    return DraftNotation(setting.dessert_number)
