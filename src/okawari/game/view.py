"""What one seat may know."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

import numpy as np

from okawari.game.errors import BadFile
from okawari.game.notation import Move, Notation, notation_for
from okawari.game.reading import number, read_table
from okawari.game.setting import Setting
from okawari.game.written import card_words, public_words, pyramid_words
from okawari.rules import battle, draft
from okawari.rules.dishes import hand_words
from okawari.rules.doors import new_host
from okawari.rules.host import QUICK
from okawari.rules.menus.menu import HANDS
from okawari.rules.plates import NOBODY
from okawari.rules.tables import CARD_COUNTS

FORMAT = 1


class View:
    """What one seat may know: all that is public, its own hand and choice, and the hands that it has held.

    A view is built from what the seat has seen; nothing else is in it. Spectators have a view whose seat is None.

    >>> import okawari
    >>> view = okawari.new("sushi-go-first", seats=2, seed=1).view(0)
    >>> len(view.hand), view.unseen, len(view.moves) <= 10
    (10, (0, 10), True)
    """

    def __init__(self, setting: Setting, record: np.ndarray) -> None:
        self.setting = setting
        self._record = record

    @property
    def record(self) -> np.ndarray:
        """The view as the kernels write it: an array of one record."""
        return self._record

    @property
    def _row(self) -> Any:
        return self._record[0]

    @property
    def seat(self) -> int | None:
        """Whose view this is; None for spectators."""
        viewer = int(self._row["viewer"])
        return None if viewer == NOBODY else viewer

    @cached_property
    def words(self) -> dict[str, Any]:
        """What everybody sees, in words: see the schema of views."""
        return public_words(self._row, self.setting)

    @property
    def round(self) -> int:
        """The round, from 1 to 3."""
        return int(self._row["round_no"])

    @property
    def turn(self) -> int:
        """The turn of the round, from 1 on; in Sushi Roll, how often the belts have lain anew."""
        return int(self._row["turn"])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._row["over"])

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; empty until the game is over."""
        return tuple(self.words["winners"])

    @property
    def scores(self) -> tuple[int, ...]:
        """Everybody's total, the dummy's last."""
        return tuple(self.words["scores"])

    @property
    def plates(self) -> tuple[tuple[str, ...], ...]:
        """What lies in front of everybody from this round; nigiri that follows wasabi lies on it."""
        return tuple(map(tuple, self.words["trays" if self.setting.doors.name == "roll" else "plates"]))

    @cached_property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards of each hand that this seat knows of; empty where nobody has hands."""
        if self.setting.doors.name != "draft":
            return ((),) * self.setting.seats
        words = hand_words(self.setting.dessert_number)
        return tuple(tuple(card_words(int(hand), words)) for hand in self._row["hands"][: self.setting.seats])

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand of the seat whose view this is."""
        return () if self.seat is None else self.hands[self.seat]

    @property
    def unseen(self) -> tuple[int, ...]:
        """How many cards of each hand this seat does not know."""
        if self.setting.doors.name != "draft":
            return (0,) * self.setting.seats
        return tuple(int(n) for n in self._row["unseen"][: self.setting.seats])

    @property
    def choice(self) -> Move | None:
        """What this seat has chosen, as long as the turn waits for others."""
        if self.setting.doors.name != "draft" or int(self._row["choice"]) == draft.NO_CARD:
            return None
        return self.notation.move(int(self._row["choice"]))

    @property
    def controller(self) -> int | None:
        """The seat that plays for the dummy in this turn."""
        if self.setting.variant != "dummy" or self.over:
            return None
        return (int(self._row["first"]) + self.round + self.turn) % 2

    @property
    def notation(self) -> Notation:
        """How moves are written at this table."""
        return notation_for(self.setting)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """What this seat may choose now."""
        if self.seat is None:
            return ()
        return legal_moves(self.setting, self.imagine(), self.seat)

    @property
    def unseen_cards(self) -> dict[str, int]:
        """How many of each card this seat has not located: they are in hidden hands, piles or the deck."""
        if self.setting.doors.name == "roll":
            return {}
        kind = draft if self.setting.doors.name == "draft" else battle
        cards = int(kind.unseen_cards(self._row))
        words = hand_words(self.setting.dessert_number)
        return {word: cards >> (4 * number) & 15 for number, word in enumerate(words)}

    def imagine(self, seed: int = 0, n: int = 1) -> np.ndarray:
        """An array of n whole tables that agree with this view, sampled quickly; for those who search."""
        tables = np.zeros(n, self.setting.doors.table)
        host = new_host(QUICK)
        host["stream"] = seed
        self.setting.doors.imagine(self._record, host, tables)
        return tables

    def to_json(self) -> dict[str, Any]:
        """The view in words, as the schema of views has it."""
        data = {"okawari": "view", "format": FORMAT, "viewer": self.seat, **self.words}
        if self.setting.doors.name == "draft":
            data["hands"] = [list(hand) for hand in self.hands]
            data["unseen"] = list(self.unseen)
            data["choice"] = self.choice.text if self.choice else None
            data["returned"] = [int(n) for n in self._row["returned"][: self.setting.seats]]
            if self.setting.variant == "dummy":
                data["controller"] = self.controller
            if self.setting.variant in ("dummy", "piles"):
                data["drawn"] = self._drawn
        if self.setting.doors.name == "battle":
            data["pyramid"] = pyramid_words(self._row, hidden=False)
        data["moves"] = [move.text for move in self.moves]
        return data

    @property
    def _drawn(self) -> str | None:
        card = int(self._row["drawn"])
        return None if card == draft.NO_CARD else hand_words(self.setting.dessert_number)[card]

    @classmethod
    def from_json(cls, data: Any) -> View:
        """Read a view that was written with `to_json`."""
        if not isinstance(data, dict) or data.get("okawari") != "view" or data.get("format") != FORMAT:
            raise BadFile("bad-format", what="view", format=FORMAT)
        try:
            view = _read_view(data)
            if view.to_json() != data:
                different = [key for key, value in view.to_json().items() if data.get(key) != value]
                raise BadFile("bad-view", problem=", ".join(different or set(data) - set(view.to_json())))
        except (AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError) as problem:
            raise BadFile("bad-view", problem=problem) from problem
        return view

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View)
            and self.setting == other.setting
            and self._record.tobytes() == other._record.tobytes()
        )

    def __hash__(self) -> int:
        return hash((self.setting, self._record.tobytes()))

    def __repr__(self) -> str:
        who = "spectators" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}: {self.setting.menu}, round {self.round}, turn {self.turn}>"


def legal_moves(setting: Setting, tables: np.ndarray, seat: int) -> tuple[Move, ...]:
    """What a seat may choose at a table."""
    out = np.empty(setting.doors.moves_end, np.int16)
    n = setting.doors.moves(tables, seat, out)
    notation = notation_for(setting)
    return tuple(notation.move(number) for number in out[:n].tolist())


def _read_view(data: dict[str, Any]) -> View:
    """Fill what the viewer does not know with cards that it has not located, lay that table, and look at it again."""
    setting = Setting.from_json(data)
    viewer = None if data["viewer"] is None else number(data, "viewer", 0, setting.seats - 1)
    seat = NOBODY if viewer is None else viewer
    table = read_table(_completed(data, setting, seat), setting)
    if setting.doors.name == "draft" and data["choice"] is not None and viewer is not None and not data["over"]:
        _choose(setting, table, viewer, data["choice"])
    record = np.zeros(1, setting.doors.view)
    setting.doors.look(table, seat, record)
    return View(setting, record)


def _choose(setting: Setting, table: np.ndarray, seat: int, text: str) -> None:
    """Make a seat's pending choice, if it has one to make, without playing the turn."""
    move = notation_for(setting).move(text)
    if int(table["waiting"][0]) >> seat & 1 and not setting.doors.refusal(table, seat, move.number):
        table["choices"][0, seat] = move.number
        table["waiting"][0] &= ~(1 << seat)


def _completed(data: dict[str, Any], setting: Setting, viewer: int) -> dict[str, Any]:
    """A position that the view could be of."""
    if setting.doors.name == "roll" or data["over"]:
        return data
    pool = _not_located(data, setting)
    if setting.doors.name == "battle":
        rows = [[f"?{pool.pop()}" if card == "?" else card for card in row] for row in data["pyramid"]]
        return data | {"pyramid": rows}
    hands, drawn = [], []
    for seat in range(setting.seats):
        unseen = [pool.pop() for _ in range(number({"unseen": data["unseen"][seat]}, "unseen", 0, 11))]
        hands.append([*data["hands"][seat], *unseen])
        drawn.append(data.get("drawn") if seat == viewer else unseen[-1] if unseen else None)
    completed = data | {"hands": hands}
    if setting.variant in ("piles", "dummy"):
        completed |= _with_piles(data, setting, pool, drawn)
    return completed


def _with_piles(data: dict[str, Any], setting: Setting, pool: list[str], drawn: list[Any]) -> dict[str, Any]:
    """Piles of unknown cards, and who drew what for this turn."""
    turn = number(data, "turn", 1, 10)
    if setting.variant == "dummy":
        drawn = [card if seat == data["controller"] else None for seat, card in enumerate(drawn)]
        return {"piles": [[pool.pop() for _ in range(HANDS[draft.DUMMY_SHARE] - turn)]], "drawn": drawn}
    left = draft.PILE - min(turn - 1, draft.PILE)
    if not 2 <= turn <= draft.PILE + 1:
        drawn = [None] * setting.seats
    return {"piles": [[pool.pop() for _ in range(left)] for _ in range(setting.seats)], "drawn": drawn}


def _not_located(data: dict[str, Any], setting: Setting) -> list[str]:
    """Every card that the view does not show."""
    words = hand_words(setting.dessert_number)
    deck = Counter(dict(zip(words, CARD_COUNTS[setting.dessert_number].tolist(), strict=False)))
    shown: list[Any] = [*data["plates"], *data["desserts"], data["discards"], *data.get("hands", [])]
    shown += [[card for card in row if card not in (None, "?")] for row in data.get("pyramid", [])]
    for card in (card for cards in shown for card in cards):
        deck["yogurt" if setting.dessert == "yogurt" and card.startswith("yogurt") else card] -= 1
    return list(deck.elements())
