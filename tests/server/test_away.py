"""PostgreSQL goes away and comes back: calls fail within seconds, nothing is lost or doubled, and all goes on."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from okawari.server.play.log import Row
from okawari.server.storage.postgres import PostgresStore
from okawari.server.storage.store import Conflict, StoreProblem, Unavailable
from okawari.server.storage.urls import DatabaseUrl
from tests.server.test_stores import opened, row, summary
from tests.support.coroutines import run
from tests.support.postgres import PostgresServer
from tests.support.server_thread import Refused, running_server, until


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A server of PostgreSQL that a test may stop."""
    server = PostgresServer()
    try:
        server.start()
        yield server
    finally:
        server.close()


class Cut:
    """A connection to a database through which, once it is cut, nothing comes any more, not even its end."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._open = threading.Event()
        self._open.set()
        self._sockets: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._open.clear()

    def join(self) -> None:
        self._open.set()

    def close(self) -> None:
        self.join()
        for each in (self._listening, *self._sockets):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._sockets += [near, far]
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                self._open.wait()
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)


async def again(call: Any) -> Any:
    """The answer of a call that is repeated while the database is away."""
    while True:
        try:
            return await call()
        except Unavailable:
            await asyncio.sleep(0.05)


def test_a_store_waits_for_its_server(own_server: PostgresServer, tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(own_server.new_database(), tmp_path) as store:
            await store.append([row(1)], summary("table"))
            own_server.kill()
            for call in (store.append([row(2)], None), store.read("table"), store.awake(), store.add_uptime(1.0)):
                with pytest.raises(Unavailable):
                    await call
            own_server.start()
            await again(lambda: store.append([row(2)], None))
            assert await store.read("table") == [row(1), row(2)]

    run(work())


def test_a_restart_between_two_calls_is_not_noticed(own_server: PostgresServer, tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(own_server.new_database(), tmp_path) as store:
            await store.append([row(1)], summary("table"))
            assert await store.read("table") == [row(1)]
            own_server.stop()
            own_server.start()
            await store.append([row(2)], None)
            assert await store.read("table") == [row(1), row(2)]

    run(work())


@pytest.mark.slow
def test_a_server_that_is_cut_off_is_given_up(postgres: PostgresServer, tmp_path: Path) -> None:
    """What was sent may have arrived: the same rows conflict then."""
    url = postgres.new_database()
    cut = Cut(postgres.port)

    async def work() -> None:
        async with opened(url.replace(str(postgres.port), str(cut.port)), tmp_path) as store:
            await store.append([row(1)], summary("table"))
            await store.awake()
            cut.cut()
            calls = (store.append([row(2)], None), store.read("table"), store.awake())
            outcomes = await asyncio.wait_for(asyncio.gather(*calls, return_exceptions=True), 60)
            assert [type(outcome) for outcome in outcomes] == [Unavailable] * 3
            cut.join()
            with contextlib.suppress(Conflict):
                await again(lambda: store.append([row(2)], None))
            assert await again(lambda: store.read("table")) == [row(1), row(2)]

    try:
        run(work())
    finally:
        cut.close()


def test_two_processes_write_one_log(postgres: PostgresServer, tmp_path: Path) -> None:
    """Whoever comes second is refused, reads what the first has written, and goes on from there."""
    url = postgres.new_database()

    async def work() -> None:
        async with opened(url, tmp_path) as one, opened(url, tmp_path) as two:
            await one.append([row(1)], summary("table"))
            rows = [row(2, client="ann/r1"), row(2, client="bob/r1")]
            writes = await asyncio.gather(
                one.append(rows[:1], None), two.append(rows[1:], None), return_exceptions=True
            )
            assert sorted(str(type(each)) for each in writes) == sorted([str(type(None)), str(Conflict)])
            late = two if writes[0] is None else one
            (first,) = await late.read("table", 1)
            assert first == rows[0 if late is two else 1]
            await late.append([row(3)], None)
            assert [each.number for each in await one.read("table")] == [1, 2, 3]

    run(work())


def test_many_writes_of_two_processes(postgres: PostgresServer, tmp_path: Path) -> None:
    """Each row is written by exactly one of them, in whichever order they come."""
    url = postgres.new_database()
    rows = [row(number, table=f"t{table}") for number in range(2, 12) for table in range(10)]

    async def work() -> None:
        async with opened(url, tmp_path) as one, opened(url, tmp_path) as two:
            for table in range(10):
                await one.append([row(1, table=f"t{table}")], summary(f"t{table}"))
            writes = [one.append([each], None) for each in rows] + [two.append([each], None) for each in rows[::-1]]
            outcomes = await asyncio.gather(*writes, return_exceptions=True)
            for mine, other in zip(outcomes[:100], outcomes[:99:-1], strict=True):
                assert sorted([mine is None, other is None]) == [False, True]
                assert isinstance(mine or other, Conflict)

    run(work())


class LostAnswer:
    """The store of a server that loses the answer to the next write after its commit, and cannot read for a while."""

    def __init__(self, store: Any) -> None:
        self.loses, self.away = False, False
        self._append, self._read = store.append, store.read
        store.append, store.read = self.append, self.read

    async def append(self, rows: list[Row], *more: Any) -> None:
        if self.away:
            raise Unavailable
        await self._append(rows, *more)
        if self.loses:
            self.loses, self.away = False, True
            raise Unavailable

    async def read(self, *which: Any) -> Any:
        if self.away:
            raise Unavailable
        return await self._read(*which)


def test_a_choice_whose_commit_was_not_answered_is_told_to_all(tmp_path: Path) -> None:
    """Ann is told to try again; when the database is back, the turn goes on with her choice, for all."""
    with running_server(tmp_path) as server:
        ann, bob = server.browser("Ann"), server.browser("Bob")
        made = ann.set_table("you", "open", "pip")
        hers, his = ann.visit(made), bob.visit(made)
        his.request("sit", seat=1, nonce="0" * 32)
        hers.request("start")
        for wire in (hers, his):
            wire.until(lambda wire=wire: bool(wire.game) and wire.game["to_move"] == [0, 1])
        his.choose(1)
        hers.until(lambda: hers.game["to_move"] == [0])
        store = LostAnswer(server.tables.store)
        store.loses = True
        move = hers.view["moves"][0]
        with pytest.raises(Refused) as refused:
            hers.request("choose", "once", seat=0, move=move, number=1)
        assert refused.value.code == "busy"
        assert hers.game["number"] == 1
        assert bob.http.get("/api/tables/none/replay").status_code == 503
        store.away = False
        for wire in (hers, his):
            wire.until(lambda wire=wire: wire.game["number"] == 2 and wire.game["to_move"] == [0, 1])
        hers.request("choose", "once", seat=0, move=move, number=1)
        rows = hers_rows(server, made["id"])
        assert [each.client for each in rows].count(f"{rows_person(rows)}/once") == 1


def hers_rows(server: Any, table: str) -> list[Row]:
    """The log of a table, read by a store of its own thread."""
    live = server.tables._live[table]
    rows: list[Row] = run(server.tables.store.read(live.id))
    return rows


def rows_person(rows: list[Row]) -> str:
    return next(each.client.partition("/")[0] for each in rows if each.client and each.client.endswith("/once"))


def test_a_server_goes_on_after_a_crash_of_its_database(own_server: PostgresServer, tmp_path: Path) -> None:
    with running_server(tmp_path, database_url=own_server.new_database()) as server:
        ann = server.browser("Ann")
        wire = ann.visit(ann.set_table("you", "pip", start=True))
        wire.until(lambda: wire.game["to_move"] == [0])
        own_server.kill()
        move = wire.view["moves"][0]
        assert wire.refusal("choose", seat=0, move=move, number=1) == "busy"
        answer = ann.http.get("/api/me/tables")
        assert (answer.status_code, answer.json()["problem"]["code"]) == (503, "busy")
        until(lambda: ann.http.get("/healthz").status_code == 503)
        own_server.start()
        until(lambda: wire.refusal_code("choose", seat=0, move=move, number=1) in (None, "stale"))
        wire.until(lambda: wire.game["number"] == 2 and wire.game["to_move"] == [0])
        until(lambda: ann.http.get("/healthz").status_code == 200)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda url: url.replace("/test", "/missing"), "missing"),
        (lambda url: url.replace("okawari@", "nobody-here:hush@"), "password"),
        (lambda url: f"{url}?hush=1", "bad-url"),
        (lambda url: "postgresql://ann:hush@127.0.0.1:1/okawari", "unreachable"),
    ],
    ids=["missing", "password", "options", "nobody answers"],
)
def test_what_is_wrong_is_named(postgres: PostgresServer, change: Any, code: str) -> None:
    url = DatabaseUrl.parse(change(postgres.new_database(empty=True)))
    with pytest.raises(StoreProblem) as problem:
        run(PostgresStore(url).open())
    assert problem.value.code == code
    assert "hush" not in str(problem.value.params)
