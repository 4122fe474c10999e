"""A store keeps what its interface promises, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from okawari.game import Setting
from okawari.server.play.log import Row
from okawari.server.play.person import Person
from okawari.server.play.results import Opponent, Result
from okawari.server.play.sharing import SharedRecord
from okawari.server.play.types import Summary
from okawari.server.storage.leases import SHARDS, shard_of
from okawari.server.storage.store import Conflict, Store
from okawari.server.storage.stores import store_at
from okawari.server.storage.urls import DatabaseUrl
from tests.support.coroutines import run
from tests.support.databases import ON_BOTH, database_url

pytestmark = ON_BOTH

ANN = Person("ann", "Ann", 2)


@asynccontextmanager
async def opened(url: str | None, folder: Path) -> AsyncIterator[Store]:
    store = store_at(DatabaseUrl.parse(url) if url else DatabaseUrl.of_file(folder / "okawari.db"))
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def row(number: int, kind: Any = "choose", *, table: str = "table", client: str | None = None, **data: Any) -> Row:
    return Row(table, number, 1000.5 + number, kind, number % 3 if kind == "choose" else None, data, client)


def summary(table: str = "table", *people: str, updated: float = 1000.0, **more: Any) -> Summary:
    words: dict[str, Any] = {"phase": "playing", "public": False, "awake": False} | more
    return Summary(table=table, updated=updated, people=frozenset(people), **words)


def test_a_log_is_read_as_it_was_written(tmp_path: Path) -> None:
    rows = [
        row(1, "set", key="ключ", secret="00" * 32, name="Æsa 🍣", odd='" \\ \0 %s {} \u2028'),
        row(2, move="tempura"),
        row(3, client="ann/r1", move="squid"),
    ]

    async def work() -> None:
        async with opened(database_url(tmp_path), tmp_path) as store:
            await store.append(rows[:2], summary("table", "ann", "bob"))
            await store.append(rows[2:], None)
            assert await store.read("table") == rows
            assert await store.read("table", 2) == rows[2:]
            assert await store.read("none") == await store.read("\0") == []
        async with opened(database_url(tmp_path), tmp_path) as store:
            assert await store.read("table") == rows, "it is durable"

    run(work())


def test_a_number_and_a_request_are_written_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(database_url(tmp_path), tmp_path) as store:
            await store.append([row(1, client="ann/r1")], None)
            for again in ([row(1)], [row(2), row(1)], [row(2, client="ann/r1")]):
                with pytest.raises(Conflict):
                    await store.append(again, summary("table", "ann"), ("ABCD", 2000.0))
            assert await store.read("table") == [row(1, client="ann/r1")]
            assert await store.of_person("ann", 5, rehearsals=True) == [], "all or none"
            assert await store.with_code("ABCD", 1000.0) is None
            await store.append([row(1, table="other", client="ann/r1")], None)

    run(work())


def test_of_writes_at_the_same_time_only_those_fail_that_conflict(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(database_url(tmp_path), tmp_path) as store:
            await store.append([row(1)], None)
            for number in range(7):
                await store.append([row(1, table=f"t{number}")], summary(f"t{number}"))
            writes: list[Any] = [
                store.append([row(number % 20 + 2, table=f"t{number % 7}")], None) for number in range(140)
            ]
            writes += [store.append([row(1)], None), store.add_uptime(2.0)]
            outcomes = await asyncio.gather(*writes, return_exceptions=True)
            assert [isinstance(outcome, Conflict) for outcome in outcomes] == [False] * 140 + [True, False]
            for number in range(7):
                assert [one.number for one in await store.read(f"t{number}")] == list(range(1, 22))

    run(work())


def test_nothing_is_written_at_a_table_that_was_deleted(tmp_path: Path) -> None:
    """Alone or among others: what another process deleted stays deleted."""

    async def work() -> None:
        async with opened(database_url(tmp_path), tmp_path) as store:
            for table in ("table", "other"):
                await store.append([row(1, table=table)], summary(table, "ann"))
            await store.delete("table")
            with pytest.raises(Conflict):
                await store.append([row(2)], None)
            writes = (store.append([row(2, table=table)], None) for table in ("table", "other"))
            gone, written = await asyncio.gather(*writes, return_exceptions=True)
            assert isinstance(gone, Conflict) and written is None
            with pytest.raises(Conflict):
                await store.append([row(2)], summary("table", "ann"))
            assert await store.read("table") == []
            assert len(await store.read("other")) == 2
            assert await store.of_person("ann", 5, rehearsals=True) == ["other"]

    run(work())


def test_tables_are_found(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(database_url(tmp_path), tmp_path) as store:
            await store.append([row(1, table="old")], summary("old", "ann", updated=1.0, public=True))
            await store.append([row(1, table="new")], summary("new", "ann", "bob", updated=2.0, awake=True))
            await store.append([row(1, table="try")], summary("try", "ann", updated=3.0, phase="rehearsal"))
            assert await store.of_person("ann", 5, rehearsals=True) == ["try", "new", "old"]
            assert await store.of_person("ann", 1, rehearsals=False) == ["new"]
            shards = [shard_of("new")]
            assert (await store.public(5), await store.awake(shards)) == (["old"], ["new"])
            assert await store.awake({*range(SHARDS)} - {*shards}) == []
            await store.append([row(2, table="new")], summary("new", "bob", updated=4.0, public=True))
            assert await store.of_person("ann", 5, rehearsals=False) == ["old"]
            assert (await store.public(5), await store.awake(shards)) == (["new", "old"], [])

    run(work())


def test_codes_and_links_expire(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(database_url(tmp_path), tmp_path) as store:
            await store.append([row(1)], summary(), ("ABCD", 10.0))
            assert (await store.with_code("ABCD", 9.0), await store.with_code("ABCD", 10.0)) == ("table", None)
            await store.append([row(1, table="other")], summary("other"), ("ABCD", 30.0))
            assert await store.with_code("ABCD", 20.0) == "other"
            for token in ("used", "late"):
                await store.offer_link(token, ANN, 10.0)
            assert [await store.use_link("used", 9.0), await store.use_link("used", 9.0)] == [ANN, None]
            assert await store.use_link("late", 10.0) is None
            await store.tidy(40.0)
            assert await store.with_code("ABCD", 1.0) is None and await store.use_link("late", 1.0) is None

    run(work())


def test_tables_are_marked_before_they_are_too_old(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(database_url(tmp_path), tmp_path) as store:
            for table, updated in (("old", 1.0), ("new", 9.0)):
                await store.append([row(1, table=table)], summary(table, updated=updated))
            assert [await store.add_uptime(5.0), await store.add_uptime(2.5)] == [5.0, 7.5]
            await store.mark_stale(["playing", "paused"], 5.0, 7.5)
            assert await store.stale(["playing"], 5.0, 7.0) == []
            assert await store.stale(["playing"], 5.0, 7.5) == ["old"]
            await store.append([row(2, table="old")], summary("old", updated=6.0))
            await store.mark_stale(["playing"], 5.0, 8.0)
            assert await store.stale(["playing"], 50.0, 99.0) == []

    run(work())


def test_results_are_kept_and_forgotten(tmp_path: Path) -> None:
    setting = Setting.from_json({"menu": "sushi-go-first", "seats": 2})
    result = Result(
        *("ann", "table", 5.0, setting, 12, (5, 7), 1, 1, {"tempura": 2}),
        opponents=(Opponent(1, 9, 2, None, "Bob", "bob", False),),
        stored=True,
    )

    async def work() -> None:
        async with opened(database_url(tmp_path), tmp_path) as store:
            await store.append([row(1)], summary("table", "ann", "bob", phase="over"), None, [result, result])
            assert await store.results("ann") == [result]
            await store.forget("bob", "table", "nobody")
            assert [other.name for game in await store.results("ann") for other in game.opponents] == [""]
            await store.delete("table")
            assert [game.stored for game in await store.results("ann")] == [False]
            assert await store.uncounted() == []
            await store.delete_results("ann")
            await store.count("table", [result])
            await store.forget_results("ann")
            assert await store.results("ann") == []

    run(work())


def test_a_person_is_forgotten_in_a_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(database_url(tmp_path), tmp_path) as store:
            rows = [row(1, "sit", person="ann", name="Ann"), row(2, client="ann/r2"), row(3, "sit", person="bob")]
            await store.append(rows, summary("table", "ann", "bob"))
            await store.forget("ann", "table", "nobody")
            changed = await store.read("table")
            assert [one.data for one in changed] == [{"person": "nobody", "name": ""}, {}, {"person": "bob"}]
            assert [one.client for one in changed] == [None, "nobody/r2", None]
            assert await store.of_person("ann", 5, rehearsals=True) == []
            await store.delete("table", "bob")
            assert await store.read("table") == []
            assert await store.of_person("bob", 5, rehearsals=True) == []

    run(work())


def test_records_are_shared(tmp_path: Path) -> None:
    record = SharedRecord("r-1", "ann", '{"names": ["Æsa"]}')

    async def work() -> None:
        async with opened(database_url(tmp_path), tmp_path) as store:
            await store.share(record, 5.0)
            await store.share(record, 6.0)
            assert (await store.shared("r-1", 7.0), await store.shared("r-2\0", 7.0)) == (record, None)
            await store.expire_shared(6.0, 1.0, 1.0)
            assert not await store.delete_shared("r-1", "bob")
            assert await store.delete_shared("r-1", "ann")
            await store.share(record, 5.0)
            await store.expire_shared(6.0, 1.0, 0.0)
            assert await store.shared("r-1", 7.0) == record, "it was only marked"
            await store.expire_shared(6.0, 2.0, 1.0)
            assert await store.shared("r-1", 7.0) is None
            await store.share(record, 5.0)
            await store.forget_shared("ann")
            assert await store.shared("r-1", 7.0) is None

    run(work())
