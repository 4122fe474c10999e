"""Rate limits hold across processes: what is spent at one is deducted at the others, and little is not told."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from okawari.server.play.errors import Refusal
from okawari.server.play.person import Account
from okawari.server.runtime.bus import EVERYBODY, LocalBus
from okawari.server.runtime.shared_bus import MOST_BYTES
from okawari.server.runtime.shared_limits import PAUSE, SharedLimits
from okawari.server.security import limits
from okawari.server.security.limits import COMMANDS, LINKS, SHARED, WRONG_CODES, Limits, Rate
from tests.server.test_bus import SECRET, BusServer, Process, processes, server, until
from tests.support.coroutines import run
from tests.support.databases import database_url
from tests.support.redis_server import running_redis
from tests.support.server_thread import running_server
from tests.support.server_thread import until as wait_until

__all__ = ["server"]
HERS, HIS = "192.0.2.1", "192.0.2.2"


class Clock:
    """The time of all buckets, which passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    stopped = Clock()
    monkeypatch.setattr(limits, "time", stopped)
    return stopped


class Member:
    """The limits of a process on a bus, and the notes about spending that it heard."""

    def __init__(self, process: Process) -> None:
        self.limits = Limits(secret=SECRET)
        self.shared = SharedLimits(self.limits, process.bus)
        self.shared.open()
        self.told: list[Any] = []
        self.process = process
        process.bus.subscribe(EVERYBODY, lambda note: self.told.append(note))

    def spend(self, rate: Rate, times: int = 10_000, key: str = HERS) -> int:
        """Take tokens until one is refused; returns how many were given."""
        return next((taken for taken in range(times) if not self.takes(rate, key)), times)

    def takes(self, rate: Rate, key: str = HERS) -> bool:
        with contextlib.suppress(Refusal):
            self.limits.take(rate, key)
            return True
        return False


def play(server: BusServer, work: Callable[[Member, Member], Awaitable[None]]) -> None:
    """Run a test with the limits of two processes."""

    async def go() -> None:
        async with processes(server, 2) as (one, two):
            members = Member(one), Member(two)
            await work(*members)
            for each in members:
                each.shared.close()

    run(go())


def test_what_is_spent_at_one_process_is_spent_at_the_other(server: BusServer, clock: Clock) -> None:
    async def work(one: Member, two: Member) -> None:
        for rate in (COMMANDS.person, WRONG_CODES, LINKS.network):
            two.told.clear()
            assert one.spend(rate) == rate.burst
            # Not what the second process itself tells of the limit before.
            await until(lambda: any(note["process"] == one.process.bus.process for note in two.told))
            assert not two.takes(rate) and two.takes(rate, HIS)

    play(server, work)


def test_who_spends_at_two_processes_at_once_gets_no_more_in_the_end(server: BusServer, clock: Clock) -> None:
    async def work(one: Member, two: Member) -> None:
        rate = WRONG_CODES
        assert one.spend(rate) == two.spend(rate) == rate.burst
        await until(lambda: len(one.told) == len(two.told) == 2)
        # What was too much is paid back first.
        clock.now += rate.burst / rate.a_second
        assert not one.takes(rate) and not two.takes(rate)
        clock.now += 1 / rate.a_second
        assert one.takes(rate)
        await until(lambda: len(two.told) == 3)
        assert not two.takes(rate)

    play(server, work)


def test_what_was_spent_elsewhere_counts_after_a_pause(server: BusServer, clock: Clock) -> None:
    async def work(one: Member, two: Member) -> None:
        rate = WRONG_CODES
        assert two.takes(rate)
        clock.now += rate.burst / rate.a_second
        assert one.spend(rate) == rate.burst
        await until(lambda: any(note["process"] == one.process.bus.process for note in two.told))
        assert not two.takes(rate)

    play(server, work)


def test_little_spending_is_not_told(server: BusServer, clock: Clock) -> None:
    async def work(one: Member, two: Member) -> None:
        for _ in range(20):
            # A choice every ten seconds, and now and then a right code.
            one.limits.charge(COMMANDS, Account(HERS, "ann"))
            clock.now += 10
            one.limits.take(WRONG_CODES, HERS)
            one.limits.put_back(WRONG_CODES, HERS)
        await asyncio.sleep(2 * PAUSE)
        # The next note shows that nothing else came before it.
        one.spend(LINKS.person, 1, "bob")
        await until(lambda: bool(two.told))
        assert [each["spent"] for each in two.told] == [[["links", one.limits._name(LINKS.person, "bob"), 1.0]]]

    play(server, work)


def has_heard(member: Member, notes: int) -> bool:
    return len(member.told) >= notes


def test_steady_spending_at_the_rate_of_a_bucket_is_told(server: BusServer, clock: Clock) -> None:
    """Otherwise a client could do so at every process, and no bucket would ever be seen less than nearly full."""

    async def work(one: Member, two: Member) -> None:
        rate = COMMANDS.person
        taken = 0
        for _ in range(100):
            clock.now += 1 / rate.a_second
            taken += one.takes(rate)
            if not one.limits._to_tell:
                continue
            heard = len(two.told) + 1
            await until(partial(has_heard, two, heard))
        told = sum(tokens for note in two.told for _, _, tokens in note["spent"])
        assert taken == 100 and told > 0.8 * taken

    play(server, work)


def test_notes_hold_no_addresses_and_fit_the_bus(clock: Clock) -> None:
    notes: list[Any] = []

    class FakeBus(LocalBus):
        shared, process = True, "0123456789abcdef"

        async def publish(self, table: str, note: Any) -> None:
            notes.append(note)

    async def work() -> None:
        member = Member(Process(FakeBus()))
        longest = max(SHARED.values(), key=lambda rate: len(rate.what))
        for n in range(250):
            member.spend(longest, key=f"192.0.2.{n}")
        await until(lambda: sum(len(note["spent"]) for note in notes) == 250)
        text = json.dumps(notes)
        assert "192.0.2" not in text and "person" not in text
        assert all(len(json.dumps(["", "", note], separators=(",", ":"))) < MOST_BYTES - 100 for note in notes)

    run(work())


def test_without_the_bus_each_process_limits_alone(clock: Clock) -> None:
    async def work(one: Member, two: Member) -> None:
        redis.kill()
        await until(lambda: one.process.bus.away and two.process.bus.away)
        for each in (one, two):
            assert each.spend(WRONG_CODES) == WRONG_CODES.burst
        await until(lambda: not one.limits._to_tell and not two.limits._to_tell)
        await asyncio.to_thread(redis.start)
        await until(lambda: not one.process.bus.away and not two.process.bus.away)
        clock.now += WRONG_CODES.burst / WRONG_CODES.a_second
        assert one.spend(WRONG_CODES) == WRONG_CODES.burst
        await until(lambda: bool(two.told))
        assert not two.takes(WRONG_CODES)

    with running_redis() as redis:
        play(redis, work)


@pytest.mark.slow
@pytest.mark.parametrize("database", ["postgresql"], indirect=True, scope="module")
def test_guesses_of_codes_are_counted_at_all_servers(tmp_path: Path, database: str) -> None:
    shared: dict[str, Any] = {"limited": True, "database_url": database_url(tmp_path)}
    with running_server(tmp_path, **shared) as one, running_server(tmp_path, **shared) as two:
        first, second = one.browser(), two.browser()

        def guess(browser: Any) -> int:
            headers = {"X-Forwarded-For": HERS}
            status: int = browser.http.post("/api/join", json={"code": "AAAAAA"}, headers=headers).status_code
            return status

        assert 429 in [guess(first) for _ in range(30)]
        known = two.uvicorn.app.state.limits
        wait_until(lambda: known._name(WRONG_CODES, HERS) in known._buckets)
        # Some tokens may have been gained meanwhile.
        assert [guess(second) for _ in range(10)].count(404) < 5
