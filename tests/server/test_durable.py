"""`kill -9` at any moment: every table stands where its last acknowledged choice left it, and the games go on.

Real processes and real sockets. People play at several tables, with each other and with bots. Whenever some of them
have got an answer or two, the server is killed in whatever it is doing then, and started again on what it left behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection

from okawari import Record
from okawari.server.wire.messages import VERSION
from tests.chaos.players import LOST, WAIT, Journal, Manner, Person, Player, new_id, new_table, set_table, turns_of
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

#: Who sits where: small letters are people, longer words are bots.
TABLES: list[dict[str, Any]] = [
    {"menu": "sushi-go-first", "who": ["a", "b"], "clock": "relaxed"},
    {"menu": "sushi-go-2014", "who": ["c", "taro", "pip"]},
    {"menu": "sushi-roll", "who": ["d", "a", "hana"], "clock": "relaxed"},
    {"menu": "sushi-go-anniversary", "dessert": "yogurt", "variant": "battle", "who": ["b", "c"]},
    {"menu": "sushi-go-anniversary", "dessert": "mochi", "who": ["d", "b", "pip"]},
]


class SeatChanger:
    """A person in a lobby who changes seats again and again."""

    def __init__(self, person: Person, table: str, journal: Journal, luck: random.Random) -> None:
        self.person, self.table, self.journal, self.luck = person, table, journal, luck
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
            request = new_id(self.luck)
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
            self.journal.note(request, self.table)

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
        self.server, self.luck, self.journal = server, random.Random(seed), Journal()
        self.people = {name: Person(name, [server], self.journal, self.luck) for name in "abcd"}
        self.players: list[Player] = []
        self.tables_made: set[str] = set()

    async def begin(self) -> None:
        for name, person in self.people.items():
            await person.ask("PUT", "/api/me", {"name": name.upper(), "shape": 1})
        for table in TABLES:
            self.players += await set_table(self.people, manner=Manner(), **table)
        made = await self.people["a"].ask("POST", "/api/tables", new_table("sushi-go-first", ["you", "open", "open"]))
        self.seat_changer = SeatChanger(self.people["a"], made["id"], self.journal, self.luck)

    async def make_more_tables(self) -> None:
        """Set tables while the server runs: each that it has told of is there after a crash."""
        while True:
            with contextlib.suppress(httpx2.HTTPError):
                made = await self.people["d"].ask("POST", "/api/tables", new_table("sushi-roll", ["you", "open"]))
                self.tables_made.add(made["id"])
            await asyncio.sleep(self.luck.uniform(0.1, 0.4))

    def check_log(self) -> None:
        """Whatever was acknowledged is in the file that the dead server left, once."""
        clients = [client for (client,) in run_sql(self.server.data, "SELECT client FROM log WHERE client IS NOT NULL")]
        tables = {table for (table,) in run_sql(self.server.data, "SELECT id FROM tables")}
        written = [client.rpartition("/")[2] for client in clients]
        assert len(set(written)) == len(written)
        assert self.journal.acknowledged <= set(written)
        assert self.tables_made <= tables

    async def check_records(self) -> None:
        for table in {player.table for player in self.players}:
            record = Record.from_json(await self.people["a"].ask("GET", f"/api/tables/{table}/record"))
            assert record.over and record.verify() == []
            players = [player for player in self.players if player.table == table]
            turns = turns_of(record)
            for player in players:
                assert untold(player.events) == as_sent([event.to_json() for event in record.replay().events])
                assert player.lost(turns) == []

    async def check_results(self) -> None:
        """Each game counts once for everybody who played it."""
        for person in self.people.values():
            played = [player.table for player in self.players if player.person is person]
            results = await person.ask("GET", "/api/me/results")
            assert sorted(game["table"] for game in results["games"]) == sorted(played)

    async def close(self) -> None:
        for person in self.people.values():
            await person.http.aclose()


async def play_with_crashes(server: ServerProcess, seed: int) -> Session:
    """Play all tables to their end while the server is killed again and again."""
    session = Session(server, seed)
    await session.begin()
    going = [asyncio.create_task(player.play()) for player in session.players]
    idling = [asyncio.create_task(work) for work in (session.seat_changer.play(), session.make_more_tables())]
    try:
        for _ in range(KILLS):
            await asyncio.wait_for(session.journal.more(session.luck.randint(*ANSWERS)), WAIT)
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
    assert server.stacks == []
