"""Views: what one seat may know of a table."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from okawari.game.errors import BadFile
from okawari.game.notation import Move, Notation, notation_for, place_name
from okawari.game.reading import bare_table, deck_counts, number, read_table
from okawari.game.setting import Setting
from okawari.game.writing import card_words, on_wasabi, public_words, pyramid_words
from okawari.rules import battle, draft, positions
from okawari.rules.dealer import QUICK
from okawari.rules.desserts import hand_words
from okawari.rules.plates import NOBODY
from okawari.rules.points import ROUNDS
from okawari.rules.table_kernels import Kernel, new_dealer
from okawari.rules.traits import DRAWS_NOTHING

FORMAT = 2
#: The formats that can be read; older ones have fewer fields.
_READABLE = (1, FORMAT)
#: How many hands are kept in words: several seats know the same hand, and all its readers ask for it in one turn.
_KEPT_HANDS = 1 << 12

#: The bit of each place of the pyramid.
_SPOTS: list[int] = battle.BIT_OF.tolist()


class View:
    """What one seat may know: all that is public, its own hand and choice, and the hands that it has held.

    A view contains nothing else. The `seat` of a spectator's view is None.

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
        """The view as the kernels use it: an array of one record."""
        return self._record

    @property
    def _row(self) -> Any:
        return self._record[0]

    @property
    def seat(self) -> int | None:
        """The seat whose view this is; None for spectators."""
        viewer: int = self._record["viewer"].item()
        return None if viewer == NOBODY else viewer

    @cached_property
    def words(self) -> dict[str, Any]:
        """The public part of the view, in words: see the schema of views."""
        return public_words(self._row, self.setting)

    @property
    def round(self) -> int:
        """The round, from 1 to 3."""
        return int(self._record["round_no"].item())

    @property
    def turn(self) -> int:
        """The turn of the round, from 1 on; in Sushi Roll every seat keeps one die in a turn."""
        return int(self._record["turn"].item())

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._record["over"].item())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty until the game is over."""
        return tuple(self.words["winners"])

    @property
    def scores(self) -> tuple[int, ...]:
        """The total of each plate, the extra plate's last."""
        return tuple(self.words["scores"])

    @property
    def plates(self) -> tuple[tuple[str, ...], ...]:
        """The dishes of each plate in this round; a nigiri that follows a wasabi lies on it."""
        return tuple(map(tuple, self.words["trays" if self.setting.table_kind == "roll" else "plates"]))

    @cached_property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards of each hand that this seat knows; empty at a table without hands."""
        if self.setting.table_kind != "draft":
            return ((),) * self.setting.seats
        dessert = self.setting.dessert_number
        return tuple(_hand(cards, dessert) for cards in self._record["hands"][0, : self.setting.seats].tolist())

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand of the seat whose view this is."""
        return () if self.seat is None else self.hands[self.seat]

    @property
    def unseen(self) -> tuple[int, ...]:
        """How many cards of each hand this seat does not know."""
        if self.setting.table_kind != "draft":
            return (0,) * self.setting.seats
        return tuple(int(n) for n in self._row["unseen"][: self.setting.seats])

    @property
    def choice(self) -> Move | None:
        """The move that this seat has chosen, while the turn waits for other seats."""
        if self.setting.table_kind != "draft" or int(self._row["choice"]) == draft.NO_CARD:
            return None
        return self.notation.move(int(self._row["choice"]))

    @property
    def controller(self) -> int | None:
        """The seat that plays for the extra plate in this turn, at a table that has one."""
        if not self.setting.variant_rules.extra_plate or self.over:
            return None
        return int(positions.draft_controller_seen(self._record))

    @property
    def notation(self) -> Notation:
        """The notation of the moves at this table."""
        return notation_for(self.setting)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves of this seat."""
        seat = self.seat
        return () if seat is None else _moves_of(self.setting, self.setting.kernels.moves_seen, self._record, seat)

    @property
    def unseen_cards(self) -> dict[str, int]:
        """How many of each card this seat has not seen: in unknown hands, in piles, face down or in the deck."""
        if self.setting.table_kind == "roll":
            return {}
        cards = int(self.setting.kernels.unseen_cards(self._record))
        words = hand_words(self.setting.dessert_number)
        return {word: cards >> (4 * number) & 15 for number, word in enumerate(words)}

    def imagine(self, seed: int = 0, n: int = 1) -> np.ndarray:
        """An array of n whole tables that agree with this view, sampled by a quick dealer: for search."""
        tables = np.zeros(n, self.setting.kernels.table)
        dealer = new_dealer(QUICK)
        dealer["stream"] = seed
        self.setting.kernels.imagine(self._record, dealer, tables)
        return tables

    def to_json(self) -> dict[str, Any]:
        """The view as a dictionary that follows its schema."""
        return self.public_json() | self.private_json()

    def public_json(self) -> dict[str, Any]:
        """The fields that are the same in the views of all seats and of spectators."""
        data = {"okawari": "view", "format": FORMAT, **self.words}
        data["on_wasabi"] = [on_wasabi(plate) for plate in self.plates]
        if self.setting.table_kind == "draft":
            data["way"] = self.way
            data["returned"] = self._row["returned"][: self.setting.seats].tolist()
            if self.setting.variant_rules.extra_plate:
                data["controller"] = self.controller
        if self.setting.table_kind == "battle":
            data["pyramid"] = pyramid_words(self._row, hidden=False)
            data["free"] = [place_name(place) for place in self._free_places]
        if self.setting.table_kind == "roll":
            data["order"] = self.order
        else:
            data["dessert_amounts"] = self.dessert_amounts
        return data

    def private_json(self) -> dict[str, Any]:
        """The fields that depend on whose view it is."""
        data: dict[str, Any] = {"viewer": self.seat}
        if self.setting.table_kind == "draft":
            data["hands"] = [list(hand) for hand in self.hands]
            data["unseen"] = list(self.unseen)
            data["choice"] = self.choice.text if self.choice else None
            if self.setting.variant_rules.draws != DRAWS_NOTHING:
                data["drawn"] = self._drawn
        data["moves"] = [move.text for move in self.moves]
        return data

    @property
    def way(self) -> str:
        """The direction in which hands are passed in this round: `left` or `right`."""
        return "right" if self.round in self.setting.variant_rules.right_rounds else "left"

    @property
    def order(self) -> list[int]:
        """The seats in the order in which they keep a die in this turn of Sushi Roll."""
        seats, red = self.setting.seats, int(self._row["red"])
        return [(red + n) % seats for n in range(seats)]

    @property
    def dessert_amounts(self) -> list[int]:
        """The amount of dessert of each plate: what the player's die shows, or the sum of its cards' amounts."""
        dessert = self.setting.dessert_rules
        if dessert.die:
            return list(self.words[dessert.word])
        amounts = dict(zip(dessert.played, dessert.amounts, strict=True))
        return [sum(amounts[word] for word in words) for words in self.words["desserts"]]

    @property
    def _free_places(self) -> list[int]:
        """The places of the pyramid whose cards lie face up and are not covered."""
        cards = self._row["pyramid"].tolist()
        standing = sum(1 << spot for spot, card in zip(_SPOTS, cards, strict=True) if card != battle.EMPTY)
        free = int(positions.battle_free_cards(standing))
        return [place for place, spot in enumerate(_SPOTS) if cards[place] >= 0 and free >> spot & 1]

    @property
    def _drawn(self) -> str | None:
        """The card that this seat drew from a pile for this turn."""
        card = int(self._row["drawn"])
        return None if card == draft.NO_CARD else hand_words(self.setting.dessert_number)[card]

    @classmethod
    def from_json(cls, data: Any) -> View:
        """Read a view from a dictionary that `to_json` wrote."""
        if not isinstance(data, dict) or data.get("okawari") != "view" or data.get("format") not in _READABLE:
            raise BadFile("bad-format", what="view", format=FORMAT)
        try:
            view = _read_view(data)
            written = view.to_json()
            if data["format"] != FORMAT:
                written = {key: value for key, value in written.items() if key in data} | {"format": data["format"]}
            if written != data:
                different = [key for key, value in written.items() if data.get(key) != value]
                raise BadFile("bad-view", problem=", ".join(different or set(data) - set(written)))
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


@lru_cache(_KEPT_HANDS)
def _hand(cards: int, dessert: int) -> tuple[str, ...]:
    """The words of the cards of a hand."""
    return tuple(card_words(cards, hand_words(dessert)))


def legal_moves(setting: Setting, tables: np.ndarray, seat: int) -> tuple[Move, ...]:
    """The legal moves of a seat at a table, given as an array of one record."""
    return _moves_of(setting, setting.kernels.moves, tables, seat)


def _moves_of(setting: Setting, kernel: Kernel, records: np.ndarray, seat: int) -> tuple[Move, ...]:
    """The legal moves of a seat, by the kernel that lists them for a table or for a view."""
    out = np.empty(setting.kernels.moves_end, np.int16)
    n = kernel(records, seat, out)
    notation = notation_for(setting)
    return tuple(notation.move(number) for number in out[:n].tolist())


def _read_view(data: dict[str, Any]) -> View:
    """Read a view: complete it to a whole table, and take the view of that table."""
    setting = Setting.from_json(data)
    viewer = None if data["viewer"] is None else number(data, "viewer", 0, setting.seats - 1)
    seat = NOBODY if viewer is None else viewer
    table = read_table(_completed(data, setting, seat), setting)
    if setting.table_kind == "draft" and data["choice"] is not None and viewer is not None and not data["over"]:
        _make_choice(setting, table, viewer, data["choice"])
    record = np.zeros(1, setting.kernels.view)
    setting.kernels.look(table, seat, record)
    return View(setting, record)


def _make_choice(setting: Setting, table: np.ndarray, seat: int, text: str) -> None:
    """Set a seat's choice, if it has one to make, without playing the turn."""
    move = notation_for(setting).move(text)
    if int(table["waiting"][0]) >> seat & 1 and not setting.kernels.refusal(table, seat, move.number):
        table["choices"][0, seat] = move.number
        table["waiting"][0] &= ~(1 << seat)


def _completed(data: dict[str, Any], setting: Setting, viewer: int) -> dict[str, Any]:
    """The fields of a position that agrees with a view: unseen cards are placed arbitrarily."""
    if setting.table_kind == "roll" or data["over"]:
        return data
    pool = _unlocated_cards(data, setting)
    if setting.table_kind == "battle":
        rows = [[f"?{pool.pop()}" if card == "?" else card for card in row] for row in data["pyramid"]]
        return data | {"pyramid": rows}
    hands, drawn = [], []
    for seat in range(setting.seats):
        unseen = [pool.pop() for _ in range(number({"unseen": data["unseen"][seat]}, "unseen", 0, 11))]
        hands.append([*data["hands"][seat], *unseen])
        drawn.append(data.get("drawn") if seat == viewer else unseen[-1] if unseen else None)
    completed = data | {"hands": hands}
    if setting.variant_rules.draws != DRAWS_NOTHING:
        completed |= _with_piles(data, setting, pool, drawn)
    return completed


def _with_piles(data: dict[str, Any], setting: Setting, pool: list[str], drawn: list[Any]) -> dict[str, Any]:
    """The fields of a position for piles of unseen cards, and the card that each seat drew for this turn."""
    table = bare_table(setting, draft.TABLE)
    table["round_no"], table["turn"] = number(data, "round", 1, ROUNDS), number(data, "turn", 1, setting.turns or 1)
    has_control = setting.variant_rules.extra_plate
    positions.draft_lay_turn(table, number(data, "controller", 0, setting.seats - 1) if has_control else NOBODY)
    n, gone = positions.draft_piles(table)
    return {
        "piles": [[pool.pop() for _ in range(setting.hand_size - gone)] for _ in range(n)],
        "drawn": [card if positions.draft_draws(table, seat) else None for seat, card in enumerate(drawn)],
    }


def _unlocated_cards(data: dict[str, Any], setting: Setting) -> list[str]:
    """The words of all cards that the view does not show."""
    deck = Counter(deck_counts(setting))
    shown: list[Any] = [*data["plates"], *data["desserts"], data["discards"], *data.get("hands", [])]
    shown += [[card for card in row if card not in (None, "?")] for row in data.get("pyramid", [])]
    in_hand = _as_in_hand(setting)
    for card in (card for cards in shown for card in cards):
        deck[in_hand.get(card, card)] -= 1
    return list(deck.elements())


def _as_in_hand(setting: Setting) -> dict[str, str]:
    """For a dessert whose values are drawn: the word that each played card had in a hand, by its word."""
    dessert = setting.dessert_rules
    return dict.fromkeys(dessert.played, dessert.word) if dessert.values else {}
