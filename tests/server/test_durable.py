"""`kill -9` at any moment: every table stands where its last acknowledged choice left it, and the games go on.

Real processes and real sockets. People play at several tables, with each other and with bots. Whenever some of them
have got an answer or two, the server is killed in whatever it is doing then, and started again on what it left behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import random
import secrets
from collections import defaultdict
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from okawari import Game, Record
from okawari.server.wire.messages import VERSION
from tests.support.coroutines import run
from tests.support.databases import ON_BOTH, run_sql
from tests.support.server_process import ServerProcess
from tests.support.server_thread import untold
from tests.support.wire_state import WireState, as_sent

pytestmark = ON_BOTH

KILLS = 10
#: The server is killed after so many more answers, and then within so many seconds.
ANSWERS = (2, 14)
MOMENT = 0.03
WAIT = 240.0
#: What a lost connection looks like.
LOST = (OSError, EOFError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidMessage)

#: Who sits where: small letters are people, longer words are bots.
TABLES: list[dict[str, Any]] = [
    {"menu": "sushi-go-first", "who": ["a", "b"], "clock": "relaxed"},
    {"menu": "sushi-go-2014", "who": ["c", "taro", "pip"]},
    {"menu": "sushi-roll", "who": ["d", "a", "hana"], "clock": "relaxed"},
    {"menu": "sushi-go-anniversary", "dessert": "yogurt", "variant": "battle", "who": ["b", "c"]},
    {"menu": "sushi-go-anniversary", "dessert": "mochi", "who": ["d", "b", "pip"]},
]


def _id(luck: random.Random) -> str:
    return f"{luck.getrandbits(64):016x}"


class Person:
    """A person with a cookie."""

    def __init__(self, name: str, server: ServerProcess) -> None:
        self.name, self.server = name, server
        self.http = httpx2.AsyncClient(timeout=WAIT)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.http.request(method, f"{self.server.url}{path}", json=body)
        answer.raise_for_status()
        return answer.json()

    def socket(self, table: str) -> connect:
        headers = {"Cookie": f"okawari={self.http.cookies['okawari']}"}
        address = f"ws://127.0.0.1:{self.server.port}/ws/tables/{table}"
        return connect(address, additional_headers=headers, max_size=None, open_timeout=WAIT, close_timeout=0.2)


class Acknowledgements:
    """The requests that were acknowledged, as the clients know them."""

    def __init__(self) -> None:
        self.answers = 0
        self.news = asyncio.Event()
        #: Ids of requests that were acknowledged.
        self.acknowledged: set[str] = set()

    def note(self, request: str) -> None:
        self.acknowledged.add(request)
        self.answers += 1
        self.news.set()

    async def more(self, n: int) -> None:
        """Wait until people have so many more answers."""
        until = self.answers + n
        while self.answers < until:
            await self.news.wait()
            self.news.clear()


class Choice:
    """A choice that was sent."""

    def __init__(self, request: str, number: int, move: str) -> None:
        self.request, self.number, self.move = request, number, move
        self.acknowledged = False


class Player:
    """A person's seat at a table: plays on however often the connection is lost."""

    def __init__(
        self, person: Person, table: str, seat: int, acknowledgements: Acknowledgements, luck: random.Random
    ) -> None:
        self.person, self.table, self.seat, self.acknowledgements, self.luck = (
            person,
            table,
            seat,
            acknowledgements,
            luck,
        )
        self.events: list[dict[str, Any]] = []
        self.number = 0
        self.deadlines: dict[int, float | None] = {}
        self.sent: dict[int, list[Choice]] = defaultdict(list)
        self.open: Choice | None = None
        self.over = False
        self.arrivals = 0

    async def play(self) -> None:
        """Come back until the game is over."""
        while not self.over:
            with contextlib.suppress(*LOST):
                async with self.person.socket(self.table) as socket:
                    await self._play_connected(socket)
            await asyncio.sleep(0.05)

    async def _play_connected(self, socket: ClientConnection) -> None:
        # Now and then as after a reload, with nothing in memory.
        known = 0 if self.luck.random() < 0.3 else len(self.events)
        await self._say(socket, "hello", _id(self.luck), version=VERSION, events=known)
        wire = WireState(self.events[:known])
        async for text in socket:
            message = json.loads(text)
            if wire.read(message):
                assert wire.state
                new_turn = wire.state["game"]["number"] > self.number or message["type"] == "state"
                self._look(wire.state, wire.events)
                self.arrivals += message["type"] == "state"
                if new_turn and (self.open or not self.over):
                    await self._go_on(socket, wire.state)
            elif await self._answered(message):
                assert wire.state
                await self._go_on(socket, wire.state)
            if self.over and not self.open:
                return

    async def _say(self, socket: ClientConnection, kind: str, request: str, **fields: Any) -> None:
        await socket.send(json.dumps({"type": kind, "id": request, **fields}))

    def _look(self, state: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """Whatever was seen or acknowledged before is still there."""
        game, view = state["game"], state["view"]
        number = game["number"]
        assert number >= self.number
        assert events[: len(self.events)] == self.events
        self.events, self.number = events, number
        self._check_deadline(state)
        assert view["viewer"] == self.seat
        chosen = [choice for choice in self.sent[number] if choice.acknowledged]
        if chosen:
            assert self.seat not in game["to_move"]
            possible = [choice.move for choice in self.sent[number][self.sent[number].index(chosen[-1]) :]]
            assert view["choice"] in possible
        self.over = state["table"]["phase"] == "over"

    def _check_deadline(self, message: dict[str, Any]) -> None:
        """A clock begins anew only if it ended, as it does where a server takes long to start."""
        number, deadline = message["game"]["number"], message["game"]["deadline"]
        before = self.deadlines.get(number, deadline)
        assert before == deadline or before <= message["now"], "the clock was set anew"
        self.deadlines[number] = deadline

    async def _go_on(self, socket: ClientConnection, state: dict[str, Any]) -> None:
        """Send the unanswered choice again; else choose, or change the choice, if this seat may."""
        game, view = state["game"], state["view"]
        if self.open is None:
            moves = view["moves"]
            changes = len(self.sent[self.number]) == 1 and self.luck.random() < 0.2 and "choice" in view
            if self.seat not in game["to_move"] and not (changes and moves and game["to_move"]):
                return
            self.open = Choice(_id(self.luck), self.number, self.luck.choice(moves))
            self.sent[self.number].append(self.open)
            await asyncio.sleep(self.luck.uniform(0, 0.05))
        await self._send(socket, self.open)
        if self.luck.random() < 0.2:
            await self._send(socket, self.open)

    async def _send(self, socket: ClientConnection, choice: Choice) -> None:
        fields = {"seat": self.seat, "move": choice.move, "number": choice.number}
        await self._say(socket, "choose", choice.request, **fields)

    async def _answered(self, message: dict[str, Any]) -> bool:
        """Note the answer to the open choice; whether the player can go on without waiting for a message."""
        if self.open is None or message.get("id") != self.open.request:
            return False
        choice, self.open = self.open, None
        if message["type"] == "ack":
            choice.acknowledged = True
            self.acknowledgements.note(choice.request)
        elif message["problem"]["code"] in ("stale", "not-playing"):
            # The others have chosen since: the turn is over, or with its last turn the game.
            assert message["problem"]["params"].get("number", math.inf) > choice.number
            self.sent[choice.number].remove(choice)
        else:
            assert message["problem"]["code"] == "too-fast", message
            await asyncio.sleep(0.5)
            self.open = choice
            return True
        return self.number > choice.number and not self.over

    def check(self, turns: list[dict[int, str]]) -> None:
        """The finished game has each choice once: the last that was acknowledged, or one that was sent after it."""
        for number, turn in enumerate(turns, 1):
            sent = self.sent[number]
            if self.seat in turn and sent:
                kept = [place for place, choice in enumerate(sent) if choice.acknowledged]
                assert turn[self.seat] in [choice.move for choice in sent[kept[-1] if kept else 0 :]]
            assert self.seat in turn or not [choice for choice in sent if choice.acknowledged]


class SeatChanger:
    """A person in a lobby who changes seats again and again."""

    def __init__(self, person: Person, table: str, acknowledgements: Acknowledgements, luck: random.Random) -> None:
        self.person, self.table, self.acknowledgements, self.luck = person, table, acknowledgements, luck
        self.seat: int | None = 0
        self.requested_seat: int | None = None
        self.arrivals = 0

    async def play(self) -> None:
        while True:
            with contextlib.suppress(*LOST):
                async with self.person.socket(self.table) as socket:
                    await self._change_seats(socket)
            await asyncio.sleep(0.05)

    async def _change_seats(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"type": "hello", "id": "hello", "version": VERSION}))
        wire = WireState()
        await self._hear(socket, wire, "state")
        while True:
            assert wire.state
            seats = wire.state["table"]["yours"]
            assert seats in ([self.seat], [self.requested_seat])
            self.seat, self.requested_seat = seats[0], (seats[0] + self.luck.choice((1, 2))) % 3
            self.arrivals += 1
            # Not faster than the server likes it.
            await asyncio.sleep(self.luck.uniform(0.1, 0.2))
            request = _id(self.luck)
            message = {
                "type": "sit",
                "id": request,
                "seat": self.requested_seat,
                "nonce": f"{self.luck.getrandbits(128):032x}",
            }
            await socket.send(json.dumps(message))
            await self._hear(socket, wire, "ack")
            await self._hear(socket, wire, "update")
            self.seat, self.requested_seat = self.requested_seat, None
            self.acknowledgements.note(request)

    async def _hear(self, socket: ClientConnection, wire: WireState, kind: str) -> None:
        """Read messages up to one of a kind."""
        message: dict[str, Any] = {"type": None}
        while message["type"] != kind:
            message = json.loads(await socket.recv())
            assert message["type"] != "refused"
            wire.read(message)


class Session:
    """All people, tables and acknowledged requests."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self.server, self.luck, self.acknowledgements = server, random.Random(seed), Acknowledgements()
        self.people = {name: Person(name, server) for name in "abcd"}
        self.players: list[Player] = []
        self.tables: list[str] = []
        self.tables_made: set[str] = set()

    async def begin(self) -> None:
        for name, person in self.people.items():
            await person.ask("PUT", "/api/me", {"name": name.upper(), "shape": 1})
        for table in TABLES:
            await self._set(**table)
        made = await self.people["a"].ask("POST", "/api/tables", _new("sushi-go-first", ["you", "open", "open"]))
        self.seat_changer = SeatChanger(self.people["a"], made["id"], self.acknowledgements, self.luck)

    async def _set(self, who: list[str], clock: str = "none", **setting: Any) -> None:
        """Set a table, with everybody in their seats and the game begun."""
        kinds = ["you" if place == 0 else "open" if name in self.people else name for place, name in enumerate(who)]
        host = self.people[who[0]]
        made = await host.ask("POST", "/api/tables", _new(kinds=kinds, clock=clock, **setting))
        for seat, name in enumerate(who[1:], 1):
            if name in self.people:
                await self._sit(self.people[name], made, seat)
        async with host.socket(made["id"]) as socket:
            await _request(socket, type="hello", version=VERSION)
            await _request(socket, type="start")
        self.tables.append(made["id"])
        for seat, name in enumerate(who):
            if name in self.people:
                self.players.append(Player(self.people[name], made["id"], seat, self.acknowledgements, self.luck))

    async def _sit(self, person: Person, made: dict[str, Any], seat: int) -> None:
        async with person.socket(made["id"]) as socket:
            await _request(socket, type="hello", version=VERSION, key=made["key"])
            await _request(socket, type="sit", seat=seat, nonce="0" * 32)

    async def make_more_tables(self) -> None:
        """Set tables while the server runs: each that it has told of is there after a crash."""
        while True:
            with contextlib.suppress(httpx2.HTTPError):
                made = await self.people["d"].ask("POST", "/api/tables", _new("sushi-roll", ["you", "open"]))
                self.tables_made.add(made["id"])
            await asyncio.sleep(self.luck.uniform(0.1, 0.4))

    def check_log(self) -> None:
        """Whatever was acknowledged is in the file that the dead server left, once."""
        clients = [client for (client,) in run_sql(self.server.data, "SELECT client FROM log WHERE client IS NOT NULL")]
        tables = {table for (table,) in run_sql(self.server.data, "SELECT id FROM tables")}
        written = [client.rpartition("/")[2] for client in clients]
        assert len(set(written)) == len(written)
        assert self.acknowledgements.acknowledged <= set(written)
        assert self.tables_made <= tables

    async def check_records(self) -> None:
        for table in self.tables:
            record = Record.from_json(await self.people["a"].ask("GET", f"/api/tables/{table}/record"))
            assert record.over and record.verify() == []
            players = [player for player in self.players if player.table == table]
            turns = _turns(record)
            for player in players:
                assert untold(player.events) == as_sent([event.to_json() for event in record.replay().events])
                player.check(turns)

    async def check_results(self) -> None:
        """Each game counts once for everybody who played it."""
        for person in self.people.values():
            played = [player.table for player in self.players if player.person is person]
            results = await person.ask("GET", "/api/me/results")
            assert sorted(game["table"] for game in results["games"]) == sorted(played)

    async def close(self) -> None:
        for person in self.people.values():
            await person.http.aclose()


def _new(menu: str, kinds: list[str], clock: str = "none", **setting: Any) -> dict[str, Any]:
    seats = [{"kind": kind} if kind in ("you", "open") else {"kind": "bot", "bot": kind} for kind in kinds]
    return {
        "setting": {"menu": menu, "seats": len(seats), **setting},
        "options": {"clock": clock},
        "seats": seats,
        "nonce": "0" * 32,
    }


async def _request(socket: ClientConnection, **message: Any) -> None:
    """Send a request, and wait until it is acknowledged."""
    await socket.send(json.dumps({"id": secrets.token_hex(8), **message}))
    while (answer := json.loads(await socket.recv()))["type"] != "ack":
        assert answer["type"] != "refused", answer


def _turns(record: Record) -> list[dict[int, str]]:
    """What was chosen in each turn."""
    return [dict(moves) for _, moves in Game.replay_by_turn(record) if moves]


async def play_with_crashes(server: ServerProcess, seed: int) -> Session:
    """Play all tables to their end while the server is killed again and again."""
    session = Session(server, seed)
    await session.begin()
    going = [asyncio.create_task(player.play()) for player in session.players]
    idling = [asyncio.create_task(work) for work in (session.seat_changer.play(), session.make_more_tables())]
    try:
        for _ in range(KILLS):
            await asyncio.wait_for(session.acknowledgements.more(session.luck.randint(*ANSWERS)), WAIT)
            await asyncio.sleep(session.luck.uniform(0, MOMENT))
            server.kill()
            session.check_log()
            await asyncio.to_thread(server.start)
            _raise_failures([*going, *idling])
        await asyncio.wait_for(asyncio.gather(*going), WAIT)
        _raise_failures(idling)
        await session.check_records()
        await session.check_results()
    finally:
        for task in [*going, *idling]:
            task.cancel()
        await asyncio.gather(*going, *idling, return_exceptions=True)
        await session.close()
    return session


def _raise_failures(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


@pytest.mark.slow
def test_killed_many_times(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    try:
        session = run(play_with_crashes(server, seed=4))
        assert session.seat_changer.arrivals > KILLS / 2
        assert max(player.arrivals for player in session.players) > 1
    finally:
        server.stop()
    assert "Traceback" not in server.log.read_text()
