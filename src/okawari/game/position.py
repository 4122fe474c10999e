"""Positions: whole tables in words, written by hand or from a game. They show all hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from okawari.game.errors import BadFile
from okawari.game.reading import read_table
from okawari.game.setting import Setting
from okawari.game.writing import card_words, public_words, pyramid_words
from okawari.rules import draft, positions
from okawari.rules.desserts import hand_words
from okawari.rules.traits import DRAWS_NOTHING

FORMAT = 1


@dataclass(frozen=True)
class Position:
    """A table in words. Hands, plates and the rest are lists of words, or lines such as `tempura*2 squid`.

    Fields that are left out are empty: no desserts, no points, no discards. Cards that are not named are in the deck.

    >>> position = Position.from_json({
    ...     "menu": "sushi-go-first", "seats": 2, "round": 3, "turn": 9,
    ...     "hands": ["squid tempura", "wasabi chopsticks"],
    ...     "plates": ["wasabi", "tempura*2"], "scores": [20, 25],
    ... })
    >>> position.game().moves(0)
    (Move(number=0, text='tempura'), Move(number=8, text='squid'))
    """

    setting: Setting
    data: dict[str, Any]

    @classmethod
    def from_json(cls, data: Any) -> Position:
        """Read a position from a dictionary, and check that it is possible."""
        if not isinstance(data, dict) or data.get("okawari", "position") != "position":
            raise BadFile("bad-format", what="position", format=FORMAT)
        if data.get("format", FORMAT) != FORMAT:
            raise BadFile("bad-format", what="position", format=FORMAT)
        if data.get("over"):
            raise BadFile("position-over")
        try:
            position = cls(Setting.from_json(data), data)
            position.table()
        except (AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError) as problem:
            raise BadFile("bad-position", problem=problem) from problem
        return position

    def to_json(self) -> dict[str, Any]:
        """The position as a dictionary that follows its schema."""
        return self.data

    def table(self) -> np.ndarray:
        """The table, as an array of one record."""
        return read_table(self.data, self.setting)

    def game(self, seed: int | bytes | None = None) -> Any:
        """A game that goes on from this position, with fresh luck."""
        from okawari.game.game import Game

        return Game.from_position(self, seed)


def write_position(setting: Setting, table: np.ndarray) -> Position:
    """The position of a table, given as an array of one record."""
    row = table[0]
    data = {"okawari": "position", "format": FORMAT, **public_words(row, setting)}
    del data["winners"]
    if not data["over"]:
        del data["over"]
    words = hand_words(setting.dessert_number)
    if setting.table_kind == "draft":
        data["hands"] = [card_words(int(hand), words) for hand in row["hands"][: setting.seats]]
        data["returned"] = [int(n) for n in row["returned"][: setting.seats]]
        if setting.variant_rules.extra_plate:
            data["controller"] = int(positions.draft_controller(table))
        if setting.variant_rules.draws != DRAWS_NOTHING:
            n, gone = positions.draft_piles(table)
            piles = row["piles"][:n, gone : setting.hand_size]
            data["piles"] = [[words[card] for card in pile] for pile in piles.tolist()]
            drawn = [int(positions.draft_drawn(table, seat)) for seat in range(setting.seats)]
            data["drawn"] = [None if card == draft.NO_CARD else words[card] for card in drawn]
    elif setting.table_kind == "battle":
        data["pyramid"] = pyramid_words(row, hidden=True)
    return Position(setting, data)
