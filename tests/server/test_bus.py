"""What holds for every bus: who is told what, in which order, and what happens when notes are lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, Protocol

import pytest

from okawari.server.runtime.bus import EVERYBODY, Bus, LocalBus, Note
from okawari.server.runtime.buses import BusProblem, bus_at
from tests.support.coroutines import run
from tests.support.postgres import running_postgres
from tests.support.redis_server import running_redis
from tests.support.timeouts import TIMEOUT

SECRET = bytes(32)


class BusServer(Protocol):
    """What carries the notes between processes, and can be killed and started again."""

    @property
    def bus_url(self) -> str: ...

    def start(self) -> None: ...

    def kill(self) -> None: ...


@pytest.fixture(params=["redis", "postgresql"])
def server(request: pytest.FixtureRequest) -> Iterator[BusServer]:
    running = running_redis() if request.param == "redis" else running_postgres()
    with running as server:
        yield server


class Process:
    """A process on a bus, with the notes that it was given and the gaps that it was told of."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.gaps: list[str | None] = []
        self.heard: list[tuple[str, Note]] = []

    async def listen(self, table: str) -> Callable[[], None]:
        """Subscribe, and wait until that is in force."""
        stop = self.bus.subscribe(table, lambda note: self.heard.append((table, note)))
        if self.bus.shared and not self.bus.away and table != EVERYBODY:
            await until(lambda: table in self.gaps)
        return stop

    async def say(self, table: str, *numbers: int, **more: Any) -> None:
        for number in numbers:
            await self.bus.publish(table, {"number": number, **more})

    @property
    def numbers(self) -> list[int]:
        return [note["number"] for _, note in self.heard]


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not holds():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def processes(server: BusServer, count: int, secret: bytes = SECRET) -> AsyncIterator[list[Process]]:
    """Processes on one bus."""
    started = [Process(bus_at(server.bus_url, secret)) for _ in range(count)]
    for each in started:
        await each.bus.open(each.gaps.append)
    try:
        yield started
    finally:
        for each in started:
            await each.bus.close()


def test_every_subscriber_of_a_table_gets_each_note_once_and_in_order(server: BusServer) -> None:
    async def play() -> None:
        async with processes(server, 3) as (ann, bob, cleo):
            for each in (ann, bob):
                await each.listen("sushi")
            await cleo.listen("other")
            await bob.listen("sushi")
            await asyncio.gather(ann.say("sushi", *range(1000)), bob.say("sushi", *range(1000, 1100)))
            await cleo.say("sushi", 2000)
            await until(lambda: len(ann.heard) == 1101 and len(bob.heard) == 2202)
            for heard in (ann.numbers, bob.numbers[::2], bob.numbers[1::2]):
                assert [number for number in heard if number < 1000] == list(range(1000))
                assert [number for number in heard if 1000 <= number < 2000] == list(range(1000, 1100))
            assert cleo.heard == []

    run(play())


def test_a_process_is_told_of_its_own_notes_at_once(server: BusServer) -> None:
    async def play() -> None:
        async with processes(server, 1) as (ann,):
            ann.bus.subscribe("sushi", lambda note: ann.heard.append(("sushi", note)))
            await ann.say("sushi", 1)
            assert ann.numbers == [1]

    run(play())


def test_the_same_note_twice_is_told_twice(server: BusServer) -> None:
    async def play() -> None:
        async with processes(server, 2) as (ann, bob):
            await bob.listen("sushi")
            await ann.say("sushi", 1, 1, 1)
            await until(lambda: bob.numbers == [1, 1, 1])

    run(play())


def test_a_subscription_that_ended_is_told_nothing(server: BusServer) -> None:
    async def play() -> None:
        async with processes(server, 2) as (ann, bob):
            stop, _ = await bob.listen("sushi"), await bob.listen("rice")
            await ann.say("sushi", 1)
            await until(lambda: bob.numbers == [1])
            stop()
            await ann.say("sushi", 2)
            await ann.say("rice", 3)
            await until(lambda: bob.numbers == [1, 3])

    run(play())


def test_notes_to_everybody_reach_all_processes(server: BusServer) -> None:
    async def play() -> None:
        async with processes(server, 2) as (ann, bob):
            await bob.listen(EVERYBODY)
            await ann.say(EVERYBODY, 1)
            await until(lambda: bob.numbers == [1])

    run(play())


def test_a_note_that_is_too_long_becomes_a_gap(server: BusServer) -> None:
    async def play() -> None:
        async with processes(server, 2) as (ann, bob):
            await bob.listen("sushi")
            gaps = len(bob.gaps)
            await ann.say("sushi", 1, names=["Ann"] * 2000)
            await ann.say("sushi", 2)
            await until(lambda: bob.numbers == [2])
            assert bob.gaps[gaps:] == ["sushi"]

    run(play())


def test_servers_with_another_secret_hear_nothing(server: BusServer) -> None:
    async def play() -> None:
        async with processes(server, 2) as (ann, bob), processes(server, 1, b"another") as (eve,):
            await eve.listen("sushi")
            await bob.listen("sushi")
            await ann.say("sushi", 1)
            await until(lambda: bob.numbers == [1])
            assert eve.heard == []

    run(play())


def test_who_does_not_know_the_secret_cannot_say_anything(server: BusServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process on the same channels whose signatures are wrong."""

    async def work() -> None:
        async with processes(server, 2) as (one, two):
            await two.listen("t1")
            with monkeypatch.context() as forged:
                forged.setattr(one.bus, "_secret", b"guessed")
                await one.say("t1", 1)
            await one.say("t1", 2)
            await until(lambda: bool(two.heard))
            assert two.numbers == [2]

    run(work())


def test_after_a_loss_of_the_bus_everybody_is_told_of_the_gap_and_hears_again(server: BusServer) -> None:
    lose_and_find(server, server.kill, server.start)


def test_a_bus_that_falls_silent_is_lost() -> None:
    with running_redis() as redis:
        lose_and_find(redis, redis.freeze, redis.thaw)


def lose_and_find(server: BusServer, end: Callable[[], None], again: Callable[[], None]) -> None:
    """Lose the bus with two processes on it, and find it again."""

    async def play() -> None:
        async with processes(server, 2) as (ann, bob):
            for each in (ann, bob):
                await each.listen("sushi")
                each.gaps.clear()
            end()
            await until(lambda: ann.bus.away and bob.bus.away)
            await ann.say("sushi", 1)
            assert ann.numbers == [1], "what happens here is told here without the bus"
            bob.bus.subscribe("rice", lambda note: bob.heard.append(("rice", note)))
            await asyncio.to_thread(again)
            await until(lambda: None in ann.gaps and None in bob.gaps)
            await until(lambda: not ann.bus.away and not bob.bus.away)
            await ann.say("sushi", 2)
            await ann.say("rice", 3)
            await until(lambda: {2, 3} <= set(bob.numbers))
            assert bob.numbers == [2, 3], "what was lost is told as a gap, not late"

    run(play())


def test_a_bus_that_is_down_when_a_server_starts_is_reached_later(server: BusServer) -> None:
    async def play() -> None:
        server.kill()
        async with processes(server, 2) as (ann, bob):
            assert ann.bus.away
            await bob.listen("sushi")
            await ann.say("sushi", 1)
            await asyncio.to_thread(server.start)
            await until(lambda: not ann.bus.away and not bob.bus.away)
            await ann.say("sushi", 2)
            await until(lambda: bob.numbers == [2])

    run(play())


def test_notes_that_were_published_before_the_end_are_sent(server: BusServer) -> None:
    async def play() -> None:
        async with processes(server, 2) as (ann, bob):
            await bob.listen("sushi")
            await ann.say("sushi", *range(500))
            await ann.bus.close()
            await until(lambda: bob.numbers == list(range(500)))

    run(play())


def test_one_process_needs_no_bus() -> None:
    async def play() -> None:
        ann = Process(bus_at(None, SECRET))
        assert isinstance(ann.bus, LocalBus)
        await ann.bus.open(ann.gaps.append)
        stop = await ann.listen("sushi")
        await ann.say("sushi", 1)
        await ann.say("rice", 2)
        stop()
        await ann.say("sushi", 3)
        assert (ann.numbers, ann.gaps, ann.bus.away) == ([1], [], False)
        await ann.bus.close()

    run(play())


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("amqp://ann:hush@bus.example", "unknown-scheme"),
        ("bus.example", "unknown-scheme"),
        ("redis://ann:hush@bus.example:many", "bad-url"),
        ("redis://bus.example?health_check_interval=often", "bad-url"),
        ("postgresql://ann:hush@db.example/okawari?nonsense=1", "bad-url"),
    ],
)
def test_what_is_no_address(url: str, code: str) -> None:
    with pytest.raises(BusProblem) as refused:
        bus_at(url, SECRET)
    assert (refused.value.code, refused.value.params) == (code, {})
