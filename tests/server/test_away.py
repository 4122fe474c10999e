"""PostgreSQL goes away and comes back: calls fail within seconds, nothing is lost or doubled, and all goes on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from okawari.server.play.log import Row
from okawari.server.runtime import tables
from okawari.server.runtime.leadership import Leadership
from okawari.server.storage.postgres import PostgresStore
from okawari.server.storage.store import Conflict, StoreProblem, Unavailable
from okawari.server.storage.urls import DatabaseUrl
from tests.server.test_stores import opened, row, summary
from tests.support.coroutines import run
from tests.support.postgres import PostgresServer, running_postgres
from tests.support.proxy import Proxy
from tests.support.server_thread import Refused, running_server, until


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A server of PostgreSQL that a test may stop."""
    with running_postgres() as server:
        yield server


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
            for call in (store.append([row(2)], None), store.read("table"), store.awake([0]), store.add_uptime(1.0)):
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
    way = Proxy(postgres.port)

    async def work() -> None:
        async with opened(url.replace(str(postgres.port), str(way.port)), tmp_path) as store:
            await store.append([row(1)], summary("table"))
            await store.awake([0])
            way.hold()
            calls = (store.append([row(2)], None), store.read("table"), store.awake([0]))
            outcomes = await asyncio.wait_for(asyncio.gather(*calls, return_exceptions=True), 60)
            assert [type(outcome) for outcome in outcomes] == [Unavailable] * 3
            way.join()
            with contextlib.suppress(Conflict):
                await again(lambda: store.append([row(2)], None))
            assert await again(lambda: store.read("table")) == [row(1), row(2)]

    try:
        run(work())
    finally:
        way.close()


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


def test_the_log_has_one_line_about_it(
    own_server: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever the server does by itself meanwhile, and however often it tries."""
    # A line that another test has logged within the last minute would be left out.
    monkeypatch.setattr(logging.getLogger("okawari.server"), "filters", [])
    monkeypatch.setattr(tables, "LOOK", 0.02)
    monkeypatch.setattr(tables, "SWEEP", 0.02)
    # Its lease ends after a while without a database.
    monkeypatch.setattr(Leadership, "sweeps", True)
    tried: list[str] = []
    with running_server(tmp_path, database_url=own_server.new_database()) as server:
        ann = server.browser("Ann")
        wire = ann.visit(ann.set_table("you", "pip", start=True))
        wire.until(lambda: wire.game["to_move"] == [0])
        for name in ("look_at_logs", "expire"):
            noted(server.tables, name, tried)
        caplog.clear()
        own_server.kill()
        until(lambda: tried.count("look_at_logs") > 5 and tried.count("expire") > 5)
        own_server.start()
        until(lambda: ann.http.get("/healthz").status_code == 200)
        said = [record.getMessage() for record in caplog.records]
        assert len([each for each in said if "The database" in each and "cannot be used" in each]) == 1
        # The filters of the log keep the traceback, without the text of the exception.
        assert not [record.exc_text for record in caplog.records if record.exc_text or record.exc_info]


def noted(server: Any, name: str, tried: list[str]) -> None:
    """Note each call of a method that failed."""
    work = getattr(server, name)

    async def run_noted(*arguments: Any) -> None:
        try:
            await work(*arguments)
        except Unavailable:
            tried.append(name)
            raise

    setattr(server, name, run_noted)


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
