"""Leases on shards of tables: each shard has one holder at a time, whatever processes come and go."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from okawari.server.storage.leases import SHARDS, planned, shard_of
from okawari.server.storage.store import Fence, LeaseLost, Process, Role, State, Store
from tests.server.test_stores import opened, row, summary
from tests.support.coroutines import run
from tests.support.databases import ON_BOTH, database_url
from tests.support.postgres import PostgresServer
from tests.support.timeouts import TIMEOUT

SHARD = shard_of("table")


async def settled(store: Store, **roles: Role) -> dict[str, dict[int, int]]:
    """The shards of processes, which renew their leases until all are held and nothing changes any more."""
    before, held = None, dict[str, dict[int, int]]()
    async with asyncio.timeout(TIMEOUT):
        while held != before or sum(map(len, held.values())) < SHARDS:
            before = held
            held = {name: (await store.renew_leases(Process(name, role, "bus"))).held for name, role in roles.items()}
            await asyncio.sleep(0.05)
    assert {shard for shards in held.values() for shard in shards} == {*range(SHARDS)}, "none is held twice"
    return held


class TestOnEachDatabase:
    """The leases in a database."""

    pytestmark = ON_BOTH

    def test_processes_share_all_shards_and_give_theirs_up(self, tmp_path: Path) -> None:
        async def work() -> None:
            async with opened(database_url(tmp_path), tmp_path) as store:
                alone = await settled(store, one="serve")
                both = await settled(store, one="serve", two="serve")
                assert [len(shards) for shards in both.values()] == [SHARDS // 2] * 2
                await store.give_up_leases(Process("one", "serve", "bus"))
                last = await settled(store, two="serve")
                for shard, fence in last["two"].items():
                    assert fence > both["one"].get(shard, 0)
                    assert fence > alone["one"][shard]

        run(work())

    def test_the_shards_of_a_process_that_died_are_free_after_a_while(self, tmp_path: Path) -> None:
        async def work() -> None:
            async with opened(database_url(tmp_path), tmp_path) as store:
                before = await settled(store, one="serve")
                held, alive = await store.renew_leases(Process("two", "serve", "bus"))
                assert not held and alive == {"one", "two"}
                after = await settled(store, two="serve")
                assert all(fence > before["one"][shard] for shard, fence in after["two"].items())
                held, _ = await store.renew_leases(Process("one", "serve", "bus"))
                assert not held.keys() & after["two"].keys()

        run(work())

    def test_processes_that_only_think_hold_all_shards(self, tmp_path: Path) -> None:
        async def work() -> None:
            async with opened(database_url(tmp_path), tmp_path) as store:
                await settled(store, server="serve")
                held = await settled(store, server="serve", one="think", two="think")
                assert not held["server"] and {len(held["one"]), len(held["two"])} == {SHARDS // 2}
                await store.give_up_leases(Process("one", "serve", "bus"))
                await store.give_up_leases(Process("two", "serve", "bus"))
                assert len((await settled(store, server="serve"))["server"]) == SHARDS

        run(work())

    def test_processes_that_renew_at_the_same_time_hold_each_shard_once(self, tmp_path: Path) -> None:
        async def work() -> None:
            url = database_url(tmp_path)
            async with contextlib.AsyncExitStack() as stack:
                first = await stack.enter_async_context(opened(url, tmp_path))
                stores = [first, first]
                if url:
                    # Connections of their own, as processes have.
                    stores = [first, await stack.enter_async_context(opened(url, tmp_path))]
                async with asyncio.timeout(TIMEOUT):
                    held: list[dict[int, int]] = []
                    while sum(map(len, held)) < SHARDS:
                        renewals = (
                            store.renew_leases(Process(str(n), "serve", "bus")) for n, store in enumerate(stores)
                        )
                        held = [leases.held for leases in await asyncio.gather(*renewals)]
                        assert not held[0].items() & held[1].items()

        run(work())

    def test_only_the_holder_of_a_lease_writes_under_its_fence(self, tmp_path: Path) -> None:
        async def work() -> None:
            async with opened(database_url(tmp_path), tmp_path) as store:
                old = (await settled(store, one="serve"))["one"][SHARD]
                await store.append([row(1)], summary("table"), fence=Fence(SHARD, old))
                await store.give_up_leases(Process("one", "serve", "bus"))
                new = (await settled(store, two="serve"))["two"][SHARD]
                writes = [
                    store.append([row(2)], None, fence=Fence(SHARD, old)),
                    store.append([row(1, table="other")], summary("other")),
                    store.append([row(1, table="third")], summary("third"), fence=Fence(SHARD, new)),
                ]
                outcomes = await asyncio.gather(*writes, return_exceptions=True)
                assert [type(outcome) for outcome in outcomes] == [LeaseLost, type(None), type(None)]
                with pytest.raises(LeaseLost):
                    await store.append([row(2)], summary("table"), fence=Fence(SHARD, old))
                await store.append([row(2)], None, fence=Fence(SHARD, new))
                assert [each.number for each in await store.read("table")] == [1, 2]

        run(work())


def test_shards_are_given_up_in_the_order_in_which_others_claim_them(postgres: PostgresServer, tmp_path: Path) -> None:
    """Otherwise two processes could each wait for a shard that the other one has locked."""
    url = postgres.new_database()

    async def work() -> None:
        async with opened(url, tmp_path) as store:
            await settled(store, server="serve")
            with psycopg.connect(url) as other:
                # A small table is read whole, once it is known to be small, and in the order in which it was written.
                for shard in reversed(range(SHARDS)):
                    other.execute("UPDATE leases SET fence = fence + 1 WHERE shard = %s", [shard])
                other.execute("ANALYZE leases")
                other.commit()
                await store.renew_leases(Process("thinker", "think", "bus"))
                other.execute("SELECT 1 FROM leases WHERE shard = 0 FOR UPDATE")
                renewal = asyncio.create_task(store.renew_leases(Process("server", "serve", "bus")))
                await until_waiting(url)
                other.execute("SELECT 1 FROM leases WHERE shard > 0 FOR UPDATE NOWAIT")
            assert not (await renewal).held

    run(work())


async def until_waiting(url: str) -> None:
    """Wait until a transaction waits for the lock of another one."""
    with psycopg.connect(url, autocommit=True) as connection:
        async with asyncio.timeout(TIMEOUT):
            while not connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchall():
                await asyncio.sleep(0.01)


ALIVE = st.dictionaries(st.sampled_from("abcdefg"), st.sampled_from(["serve", "think", "cut-off"]), min_size=1)


@given(st.lists(ALIVE, min_size=1, max_size=4), st.randoms())
def test_shards_are_spread_evenly_whoever_comes_and_goes(
    generations: list[dict[str, State]], luck: random.Random
) -> None:
    holders: dict[int, str] = {}
    for alive in generations:
        holders = {shard: holder for shard, holder in holders.items() if holder in alive}
        # A process may only give up what others take in the next round.
        for _ in range(2):
            for process in luck.sample(sorted(alive), len(alive)):
                plan = planned(process, alive, holders)
                assert all(holders[shard] == process for shard in plan.released)
                assert not holders.keys() & set(plan.claimed)
                holders = {shard: holder for shard, holder in holders.items() if shard not in plan.released}
                holders |= dict.fromkeys(plan.claimed, process)
        hearing = [each for each, role in alive.items() if role != "cut-off"] or [*alive]
        eligible = [each for each in hearing if alive[each] == "think"] or hearing
        counts = [[*holders.values()].count(each) for each in eligible]
        assert sum(counts) == SHARDS
        assert max(counts) <= -(-SHARDS // len(eligible))
