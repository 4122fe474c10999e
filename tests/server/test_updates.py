"""Updates: a client that applies them has the same state as one that is sent the whole state, in every kind of game."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from jsonschema import Draft7Validator

from okawari.server.play.log import Entry, numbered
from okawari.server.play.new_table import setting_entry
from okawari.server.play.person import Account
from okawari.server.play.table import Table
from okawari.server.play.types import Options
from okawari.server.runtime.bus import Note
from okawari.server.runtime.clock import SteadyClock
from okawari.server.runtime.live import LiveTable
from okawari.server.wire.export import wire_schema
from okawari.server.wire.patch import difference
from okawari.server.wire.updates import Reader, Updates
from tests.support.server_thread import NONCE
from tests.support.tables import ANNIVERSARY, FIRST, ROLL, SAMPLE, TABLES, RandomPlayer
from tests.support.tables import Table as Kind
from tests.support.wire_state import PARTS, WireState

_schema = wire_schema()
SCHEMA = Draft7Validator({"$defs": _schema["$defs"], "$ref": "#/$defs/FromServer"})


class Client(WireState):
    """A client at a table: a reader, and the state that it has put together from its messages."""

    def __init__(self, person: str | None) -> None:
        super().__init__()
        self.person, self.account = person, Account("", person or "")
        self.reader = Reader(person)
        self.texts: list[str] = []

    def tell(self) -> None:
        """Part of the interface of sockets."""

    def notify(self, note: Note) -> None:
        """Part of the interface of sockets."""

    async def bye(self, reason: str) -> None:
        """Part of the interface of sockets."""

    def listen(self, live: LiveTable, busy: bool = False) -> None:
        """Read the next message, if there is one."""
        text = live.shared(Updates).message(self.reader, 1000.0, busy)
        if text is not None:
            self.texts.append(text)
            message = json.loads(text)
            self.read(message)
            if len(self.texts) % 20 < 2:
                SCHEMA.validate(message)

    def check(self, live: LiveTable, busy: bool = False) -> None:
        """Read the next message, and compare the state with the whole one that a new client gets."""
        self.listen(live, busy)
        other = Client(self.person)
        other.reader.looking = self.reader.looking
        other.listen(live, busy)
        assert self.state and other.state
        assert {part: self.state[part] for part in PARTS} == {part: other.state[part] for part in PARTS}
        assert self.events == other.events


class Play:
    """A table in memory whose log is written here, and its clients: each person, a stranger, and two on one device."""

    def __init__(self, kind: Kind, seed: str, guests: bool = False) -> None:
        self.kind, self.luck = kind, random.Random(seed)
        self.random_player = RandomPlayer(seed, self.luck.randrange(6))
        people = ["p0"] * kind.seats if guests else [f"p{seat}" for seat in range(kind.seats)]
        entries = [setting_entry(kind.setting.to_json(), Options(clock="quick"), "p0")]
        self.live = LiveTable(Table.from_log(numbered(entries, "table", 0, 1.0)), SteadyClock())
        self.clients = [Client(person) for person in dict.fromkeys(people)] + [Client(None)]
        self.live.add(self.clients[0])
        for seat, person in enumerate(people):
            data = {"person": person, "name": f"Guest {seat}", "shape": seat + 1, "nonce": NONCE, "guest": guests}
            self.write(Entry("sit", seat, data))
        self.write(Entry("start", data={"until": 30.0}))

    @property
    def table(self) -> Table:
        return self.live.table

    def write(self, *entries: Entry) -> None:
        """Add to the log, and let some of the clients read; the others read later."""
        at = self.table.updated + 1.0
        self.live.apply(numbered(entries, "table", self.table.rows, at))
        for client in self.clients:
            if (luck := self.luck.random()) < 0.8:
                (client.check if luck < 0.3 else client.listen)(self.live, busy=self.luck.random() < 0.1)

    def choose(self, seat: int) -> None:
        self.write(self.choice(seat, until=self.table.updated + 30.0))

    def choice(self, seat: int, **data: Any) -> Entry:
        """A random choice of a seat."""
        moves = [move.text for move in self.table.running.moves(seat)]
        return Entry("choose", seat, {"move": self.random_player.choose(moves), **data})

    def apply(self, entry: Entry) -> None:
        """Add to the log; no client reads of it."""
        self.live.apply(numbered([entry], "table", self.table.rows, self.table.updated))

    def happen(self) -> None:
        """Something other than a choice: a pause, a take-back, somebody who leaves or comes, another look."""
        what = self.luck.randrange(5)
        seat = self.luck.randrange(self.kind.seats)
        if what == 0:
            self.write(Entry("pause", data={"paused": True}))
            self.write(Entry("pause", data={"paused": False, "until": self.table.updated + 9.0}))
        elif what == 1 and self.table.last_decision(seat) is not None:
            self.write(Entry("back", seat, {"until": self.table.updated + 30.0}))
        elif what == 2:
            self.write(Entry("mind", seat))
            self.write(Entry("return", seat))
        elif what == 3:
            client = self.luck.choice(self.clients[1:])
            (self.live.remove if client in self.live.sockets else self.live.add)(client)
        else:
            reader = self.luck.choice(self.clients).reader
            reader.looking = self.luck.choice([None, *self.table.seats_of(reader.person)])

    def to_the_end(self) -> None:
        while not self.table.running.over:
            if self.luck.random() < 0.1:
                self.happen()
            if self.table.to_move:
                self.choose(self.luck.choice(self.table.to_move))
        for client in self.clients:
            client.check(self.live)


#: One of each sort of table.
QUICK = [
    Kind(FIRST, 3, "pudding"),
    Kind(ANNIVERSARY, 2, "yogurt", "dummy"),
    Kind(ANNIVERSARY, 2, "tea", "battle"),
    Kind(ROLL, 2),
]


@pytest.mark.parametrize("kind", QUICK, ids=str)
def test_patched_and_whole_state_are_equal(kind: Kind) -> None:
    Play(kind, str(kind)).to_the_end()


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in TABLES if kind not in QUICK], ids=str)
def test_patched_and_whole_state_are_equal_in_every_game(kind: Kind) -> None:
    Play(kind, str(kind)).to_the_end()


@pytest.mark.parametrize("kind", [Kind(FIRST, 3), Kind(ANNIVERSARY, 2, "tea", "piles"), Kind(ROLL, 3)], ids=str)
def test_patched_and_whole_state_are_equal_on_one_device(kind: Kind) -> None:
    Play(kind, f"one device {kind}", guests=True).to_the_end()


@pytest.mark.parametrize("kind", [kind for kind in SAMPLE if kind.setting.table_kind == "draft"], ids=str)
def test_a_hidden_choice_changes_no_message(kind: Kind) -> None:
    """In worlds that differ in a hidden choice, everybody else is told the same."""
    for seed in range(4):
        told: list[Sequence[str]] = []
        choices = set()
        for world in range(3):
            play = Play(kind, f"world {seed}")
            while play.table.moment < 3 + 4 * seed:
                play.apply(play.choice(play.table.to_move[0]))
            for client in play.clients:
                client.listen(play.live)
                client.texts.clear()
            seat = play.table.to_move[0]
            moves = [move.text for move in play.table.running.moves(seat)]
            choices.add(move := moves[world % len(moves)])
            play.apply(Entry("choose", seat, {"move": move}))
            others = [client for client in play.clients if client.person != f"p{seat}"]
            for client in others:
                client.check(play.live)
            told.append([text for client in others for text in client.texts])
        assert told[0] == told[1] == told[2] and (told[0] or len(choices) == 1)


def test_an_update_is_small() -> None:
    """After a choice others are told of nothing but that it was made."""
    play = Play(Kind(FIRST, 4), "small")
    for client in play.clients:
        client.listen(play.live)
        client.texts.clear()
    play.apply(play.choice(1, until=play.table.deadline))
    chosen, other = play.clients[1], play.clients[0]
    other.listen(play.live)
    assert json.loads(other.texts[0]) == {"type": "update", "seq": other.reader.seq, "game": {"to_move": [0, 2, 3]}}
    chosen.listen(play.live)
    assert set(json.loads(chosen.texts[0])) == {"type", "seq", "game", "view"}


def test_several_changes_are_told_in_one_update() -> None:
    play = Play(Kind(FIRST, 2), "missed")
    late, other = play.clients[0], play.clients[1]
    late.check(play.live)
    late.texts.clear()
    for _ in range(2):
        for seat in (0, 1):
            play.apply(play.choice(seat))
        other.check(play.live)
    late.check(play.live)
    assert [json.loads(text)["type"] for text in late.texts] == ["update"]


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        ({"a": 1}, {"a": 1}, {}),
        ({"a": None}, {"a": 0}, {"a": 0}),
        ({"a": [1, 2]}, {"a": [1, 3]}, {"a/1": 3}),
        ({"a": [1, 2]}, {"a": [1, 2, 3]}, {"a/2": 3}),
        ({"a": [1, 2]}, {"a": [1]}, {"a": [1]}),
        ({"a": []}, {"a": [[1]]}, {"a": [[1]]}),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, {"a/c": 2}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 2}}, {"a": {"c": 2}}),
        ({"a": [{"b": 1, "c": [1]}, 2]}, {"a": [{"b": 1, "c": [1, 2]}, 2]}, {"a/0/c/1": 2}),
    ],
)
def test_differences(before: dict[str, Any], after: dict[str, Any], patch: dict[str, Any]) -> None:
    assert difference(before, after) == patch
