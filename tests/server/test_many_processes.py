"""Several processes on one database with Redis between them: each serves any table, and lost news are caught up.

The processes are runtimes in one test process, which share a store.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest

from okawari.game import OkawariError
from okawari.server.play import new_table
from okawari.server.play.commands import Sender, choice, entries_for
from okawari.server.play.errors import Refusal
from okawari.server.play.log import Entry
from okawari.server.play.person import Account, Person
from okawari.server.play.seat import MINDER
from okawari.server.play.types import Clock, NewSeat, Options
from okawari.server.runtime.bus import Note
from okawari.server.runtime.buses import bus_at
from okawari.server.runtime.live import LiveTable
from okawari.server.runtime.metrics import Metrics
from okawari.server.runtime.tables import Tables
from okawari.server.runtime.writing import WriteRequest
from okawari.server.settings import Settings
from okawari.server.storage.leases import SHARDS
from okawari.server.storage.sqlite import SqliteStore
from okawari.server.storage.store import Fence, LeaseLost, Role
from tests.support.coroutines import run
from tests.support.redis_server import RedisServer, running_redis
from tests.support.server_thread import NONCE, QUICK, SECRET, Condition
from tests.support.timeouts import TIMEOUT

ANN, BOB = Person("ann-has-a-secret", "Ann", 1), Person("bob-has-a-secret", "Bob", 2)


class SharedStore(SqliteStore):
    """A store that stays open when one of its processes ends."""

    async def close(self) -> None:
        """Do nothing."""

    async def close_for_all(self) -> None:
        """Close."""
        await super().close()


class Screen:
    """A socket, and what it was told."""

    def __init__(self, process: Process, live: LiveTable, person: Person | None) -> None:
        self.person = person.id if person else None
        self.account = Account("192.0.2.1", self.person or "")
        self.live = live
        self.told = 0
        self.notes: list[Note] = []
        self.goodbye: str | None = None
        self._process = process

    def tell(self) -> None:
        self.told += 1

    def notify(self, note: Note) -> None:
        self.notes.append(note)

    async def bye(self, reason: Literal["shutdown", "closed"]) -> None:
        self.goodbye = reason

    def leave(self) -> None:
        self.live.remove(self)
        self._process.tables.publish_presence(self.live)
        self._process.tables.automation.schedule(self.live)


class Process:
    """A server process without its web part."""

    def __init__(self, settings: Settings, store: SharedStore, role: Role = "serve") -> None:
        self.bus = bus_at(settings.bus, SECRET)
        self.tables = Tables(settings, store, self.bus, Metrics(), role)
        #: The levels of the bots that chose at this process.
        self.thought: list[str] = []
        bots: Any = self.tables.bots
        choose = bots.choose

        def note(account: Account, level: str, *more: Any) -> Any:
            self.thought.append(level)
            return choose(account, level, *more)

        bots.choose = note

    async def die(self) -> None:
        """End without a word to the others."""
        self.tables.automation.close()
        for task in self.tables._tasks:
            task.cancel()
        await asyncio.gather(*self.tables._tasks, return_exceptions=True)
        await self.bus.close()
        self.tables.bots.close()

    async def set_table(self, *seats: NewSeat, start: bool = True, clock: Clock = "none") -> str:
        """A new table of Ann's."""
        setting = {"menu": "sushi-go-first", "seats": len(seats)}
        wanted = new_table.NewTable(setting, Options(clock), [*seats], NONCE, start)
        made = await self.tables.set(new_table.opening(wanted, ANN), ANN, "192.0.2.1", start)
        return made.id

    async def set_table_led_elsewhere(self, *seats: NewSeat, clock: Clock = "none") -> str:
        """A new table of Ann's that another process leads; its game has not begun."""
        table = await self.set_table(*seats, start=False, clock=clock)
        while self.tables.leadership.leads(await self.tables.get(table)):
            table = await self.set_table(*seats, start=False, clock=clock)
        return table

    async def open(self, table: str, person: Person | None = ANN) -> Screen:
        """Connect a person to a table."""
        live = await self.tables.get(table)
        screen = Screen(self, live, person)
        live.add(screen)
        self.tables.publish_presence(live)
        self.tables.automation.schedule(live)
        return screen

    async def do(
        self, live: LiveTable, command: str, person: Person = ANN, client: str | None = None, **fields: Any
    ) -> None:
        """Carry out a command of a person, as a socket does."""
        sender = Sender(person, True, self.tables.clock.now(), QUICK)
        written: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()
        request = WriteRequest(lambda table: entries_for(table, command, sender, **fields), written.set_result, client)
        self.tables.submit(live, request)
        if problem := await written:
            raise problem

    async def choose(self, live: LiveTable, seat: int = 0, person: Person = ANN, client: str | None = None) -> None:
        """Make a seat's first legal choice."""
        move = live.table.running.view(seat).moves[0].text
        await self.do(live, "choose", person, client, seat=seat, move=move, number=live.table.moment)


async def until(holds: Condition) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(TIMEOUT):
        while not holds():
            await asyncio.sleep(0.01)


async def play_turn(process: Process, screen: Screen) -> None:
    """Choose for the first seat, and wait for the next turn."""
    moment = screen.live.table.moment
    await process.choose(screen.live)
    await until(lambda: screen.live.table.moment > moment)


def all_led(*processes: Process) -> bool:
    """Whether processes lead all tables together, each a fair part of them."""
    shards = [each.tables.leadership.shards for each in processes]
    return sum(shards) == SHARDS and max(shards) - min(shards) <= len(processes)


async def table_led_by(one: Process, two: Process) -> str:
    """A new table that the first of two processes leads."""
    await until(lambda: all_led(one, two))
    table = await one.set_table(YOU, HERE)
    while not one.tables.leadership.leads(await one.tables.get(table)):
        table = await one.set_table(YOU, HERE)
    return table


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with running_redis() as running:
        yield running


Play = Callable[[Process, Process], Awaitable[None]]


@asynccontextmanager
async def processes(data: Path, bus: str, *roles: Role) -> AsyncIterator[list[Process]]:
    settings = Settings(data, SECRET, durations=QUICK, limited=False, bus=bus)
    store = SharedStore(settings.database)
    opened = [Process(settings, store, role) for role in roles]
    for each in opened:
        await each.tables.open()
    try:
        yield opened
    finally:
        for each in opened:
            await each.tables.close()
        await store.close_for_all()


def play_together(data: Path, redis: RedisServer, play: Play) -> None:
    """Run a test with two processes."""

    async def go() -> None:
        async with processes(data, redis.bus_url, "serve", "serve") as (one, two):
            await play(one, two)

    run(go())


YOU, HERE, OPEN, PIP = NewSeat("you"), NewSeat("here", name="Guest"), NewSeat("open"), NewSeat("bot", "pip")


async def ann_and_bob(one: Process, two: Process) -> tuple[Screen, Screen]:
    """A game of Ann, who is connected to one process, and Bob, who is connected to the other: their screens."""
    table = await one.set_table(YOU, OPEN, start=False)
    here, there = await one.open(table), await two.open(table, BOB)
    await two.do(there.live, "sit", BOB, seat=1, nonce=NONCE)
    await until(lambda: here.live.table.seats[1].person == BOB.id and BOB.id in here.live.online)
    await one.do(here.live, "start")
    return here, there


def test_a_choice_at_one_process_is_told_at_the_other(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, HERE)
        here, there = await one.open(table), await two.open(table, None)
        await one.choose(here.live)
        await until(lambda: 0 in there.live.table.pending)
        await two.choose(there.live, 1)
        await until(lambda: here.live.table.moment == there.live.table.moment == 2)
        assert here.told and there.told

    play_together(tmp_path, redis, play)


def test_choices_at_both_processes_at_the_same_time_are_all_kept_once(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, HERE)
        here, there = await one.open(table), await two.open(table)
        while here.live.table.phase == "playing":
            moment = here.live.table.moment
            await until(lambda moment=moment: there.live.table.moment == moment)
            # A client that has lost its connection sends its choice again, to the other process.
            again = f"ann/{moment}"
            chosen = [each.choose(screen.live, 0, client=again) for each, screen in ((one, here), (two, there))]
            await asyncio.gather(*chosen, two.choose(there.live, 1))
            await until(lambda moment=moment: here.live.table.moment > moment)
        assert here.live.table.record.to_json() == there.live.table.record.to_json()
        rows = await one.tables.store.read(table)
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        assert sum(row.kind == "choose" for row in rows) == 2 * (here.live.table.moment - 1)

    play_together(tmp_path, redis, play)


def test_without_the_bus_choices_are_stored_and_caught_up(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, HERE)
        here, there = await one.open(table), await two.open(table, None)
        redis.kill()
        await one.choose(here.live)
        await one.choose(here.live, 1)
        await until(lambda: there.live.table.moment == 2)
        await until(lambda: one.bus.away and two.bus.away)
        await two.choose(there.live)
        await until(lambda: 0 in here.live.table.pending)
        await asyncio.to_thread(redis.start)
        await two.choose(there.live, 1)
        await until(lambda: here.live.table.moment == 3)
        await until(lambda: not one.bus.away and not two.bus.away)
        await two.choose(there.live)
        await until(lambda: 0 in here.live.table.pending)

    play_together(tmp_path, redis, play)


def test_a_table_is_up_to_date_although_it_was_written_while_it_was_loaded(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, HERE)
        here = await one.open(table)
        read = two.tables.store.read

        async def read_slowly(table: str, after: int = 0) -> Any:
            rows = await read(table, after)
            if after == 0:
                two.tables.store.read = read  # type: ignore[method-assign]
                await one.choose(here.live)
            return rows

        two.tables.store.read = read_slowly  # type: ignore[method-assign]
        there = await two.open(table, None)
        await until(lambda: 0 in there.live.table.pending)

    play_together(tmp_path, redis, play)


def test_who_is_here_is_known_at_both_processes(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, OPEN, start=False)
        here = await one.open(table)
        there = await two.open(table, BOB)
        await two.do(there.live, "sit", BOB, seat=1, nonce=NONCE)
        nameless = await two.open(table, None)
        for live in (here.live, there.live):
            await until(lambda live=live: live.online == {ANN.id, BOB.id} and live.presence.watchers == 1)
            await until(lambda live=live: set(live.players_here) == {ANN.id, BOB.id})
        nameless.leave()
        there.leave()
        await until(lambda: here.live.online == {ANN.id} and here.live.presence.watchers == 0)
        late = await two.open(table, None)
        await until(lambda: late.live.online == {ANN.id})

    play_together(tmp_path, redis, play)


def test_who_was_connected_to_a_process_that_died_is_away(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        here, _ = await ann_and_bob(one, two)
        await two.die()
        await until(lambda: here.live.online == {ANN.id})
        await until(lambda: here.live.table.seats[1].minded)
        await one.choose(here.live)
        await until(lambda: here.live.table.moment == 2)

    play_together(tmp_path, redis, play)


def test_nobody_is_replaced_as_long_as_it_is_unknown_who_is_connected(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        here, there = await ann_and_bob(one, two)
        redis.kill()
        await until(lambda: one.bus.away and two.bus.away)
        there.leave()
        # Longer than a grace period: nothing tells that the server waits.
        await asyncio.sleep(1.0)
        assert not here.live.table.seats[1].minded and not there.live.table.seats[1].minded
        await asyncio.to_thread(redis.start)
        await until(lambda: here.live.table.seats[1].minded)

    play_together(tmp_path, redis, play)


def test_emotes_and_rematches_are_told_at_the_other_process(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, PIP)
        here, there = await one.open(table), await two.open(table, None)
        await until(lambda: there.live.online == {ANN.id})
        await one.tables.publish(here.live, {"what": "emote", "seat": 0, "emote": "yum"})
        await until(lambda: bool(here.notes and there.notes))
        assert [note["emote"] for note in (*here.notes, *there.notes)] == ["yum", "yum"]
        while here.live.table.phase == "playing":
            moment = here.live.table.moment
            await one.choose(here.live)
            await until(lambda moment=moment: here.live.table.moment > moment)
        await until(lambda: there.live.table.phase == "over")
        made = await asyncio.gather(
            one.tables.rematch(here.live, ANN, "", NONCE), two.tables.rematch(there.live, ANN, "", NONCE)
        )
        assert len(set(made)) == 1
        await until(lambda: {note.get("table") for note in there.notes} >= {made[0]})

    play_together(tmp_path, redis, play)


def test_one_process_moves_the_bots_and_the_other_goes_on_when_it_dies(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, PIP, PIP)
        here, there = await one.open(table), await two.open(table)
        await until(lambda: all_led(one, two))
        before = len(one.thought) + len(two.thought)
        turns = 5
        for _ in range(turns):
            moment = here.live.table.moment
            await one.choose(here.live)
            await until(lambda moment=moment: here.live.table.moment == there.live.table.moment == moment + 1)
        # The bots of the turn that has begun think, too.
        await until(lambda: len(there.live.table.pending) == 2)
        assert len(one.thought) + len(two.thought) <= before + 2 * turns
        leader, other, screen = (one, two, there) if one.tables.leadership.leads(here.live) else (two, one, here)
        assert not other.tables.leadership.leads(screen.live)
        await leader.die()
        for _ in range(3):
            moment = screen.live.table.moment
            await other.choose(screen.live)
            await until(lambda moment=moment: screen.live.table.moment == moment + 1)

    play_together(tmp_path, redis, play)


def test_bots_move_and_clocks_end_at_a_leader_to_which_nobody_is_connected(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        await until(lambda: all_led(one, two))
        here = await one.open(await one.set_table_led_elsewhere(YOU, PIP, clock="quick"))
        await one.do(here.live, "start")
        # Nobody chooses: the clock does, turn after turn.
        await until(lambda: here.live.table.moment > 3)
        assert two.thought.count("pip") >= 3 and MINDER in two.thought
        assert not one.thought

    play_together(tmp_path, redis, play)


def test_a_leader_takes_over_the_seat_of_a_player_who_left_another_process(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        await until(lambda: all_led(one, two))
        table = await one.set_table_led_elsewhere(YOU, OPEN)
        here, there = await one.open(table), await one.open(table, BOB)
        await one.do(there.live, "sit", BOB, seat=1, nonce=NONCE)
        await one.do(here.live, "start")
        there.leave()
        await until(lambda: here.live.table.seats[1].minded)
        await one.choose(here.live)
        await until(lambda: here.live.table.moment == 2)
        assert two.thought and not one.thought

    play_together(tmp_path, redis, play)


def test_bots_think_at_processes_for_that_as_long_as_there_are_some(tmp_path: Path, redis: RedisServer) -> None:
    async def go() -> None:
        async with processes(tmp_path, redis.bus_url, "serve", "think") as (server, thinker):
            await until(lambda: thinker.tables.leadership.shards == SHARDS)
            table = await server.set_table(YOU, PIP)
            here = await server.open(table)
            for _ in range(2):
                await play_turn(server, here)
            assert "pip" in thinker.thought and not server.thought
            await thinker.die()
            for _ in range(2):
                await play_turn(server, here)
            assert "pip" in server.thought

    run(go())


def test_bots_that_were_to_move_when_all_processes_ended_move_after_a_start(tmp_path: Path, redis: RedisServer) -> None:
    async def go() -> None:
        async with processes(tmp_path, redis.bus_url, "serve") as (first,):
            await until(lambda: all_led(first))
            first.tables.automation.close()
            table = await first.set_table(YOU, PIP)
            await first.die()
        async with processes(tmp_path, redis.bus_url, "serve", "serve") as later:
            await until(lambda: sum(each.thought.count("pip") for each in later) == 1)
            await until(lambda: all_led(*later))
            here = await later[0].open(table)
            await until(lambda: 1 in here.live.table.pending)

    run(go())


def test_bots_go_on_without_the_bus(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        await until(lambda: all_led(one, two))
        screens = [await one.open(await one.set_table(YOU, PIP)) for _ in range(6)]
        redis.kill()
        for screen in screens:
            await play_turn(one, screen)
            await play_turn(one, screen)

    play_together(tmp_path, redis, play)


def test_a_process_that_has_lost_its_lease_moves_no_bot(tmp_path: Path, redis: RedisServer) -> None:
    """It does not know yet that another one leads its tables, as after a long pause: the log refuses what it writes."""

    async def play(one: Process, two: Process) -> None:
        table = await table_led_by(one, two)
        here = await one.open(table)
        fence = one.tables.leadership.fence_of(table)
        assert fence
        entries = [choice(here.live.table, 0, here.live.table.running.view(0).moves[0].text, 0.0, QUICK)]
        stale = Fence(fence.shard, fence.number - 1)
        person = asyncio.create_task(one.choose(here.live, 1))
        with pytest.raises(LeaseLost):
            await one.tables.write(here.live, lambda table: entries, by="bot", fence=stale)
        await person
        assert here.live.table.pending.keys() == {1}
        await one.tables.write(here.live, lambda table: entries, by="bot", fence=fence)
        await until(lambda: here.live.table.moment == 2)

    play_together(tmp_path, redis, play)


def test_a_process_whose_lease_has_run_out_writes_nothing_as_a_leader(tmp_path: Path, redis: RedisServer) -> None:
    """As after a long pause, before it has renewed its leases: its timers were set when it led the table."""

    async def play(one: Process, two: Process) -> None:
        table = await table_led_by(one, two)
        here = await one.open(table)
        one.tables.leadership._until = 0.0
        with pytest.raises(LeaseLost):
            await one.tables.automation._write_as_leader(here.live, lambda table: [Entry("mind", 0)])
        assert not here.live.table.seats[0].minded

    play_together(tmp_path, redis, play)


def test_uptime_that_another_process_has_counted_is_not_counted_again(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        await until(lambda: [each.tables.leadership.sweeps for each in (one, two)].count(True) == 1)
        heir = two if one.tables.leadership.sweeps else one
        heir.tables._counted_until -= 1000.0
        await (one if heir is two else two).tables.close()
        await until(lambda: heir.tables.leadership.sweeps)
        assert await heir.tables._count_uptime() < 900.0

    play_together(tmp_path, redis, play)


def test_busy_bots_are_seen_at_the_other_process_until_the_turn_is_over(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, HERE)
        here, there = await one.open(table), await two.open(table, None)
        await until(lambda: there.live.online == {ANN.id})
        await one.tables.publish(here.live, {"what": "busy"})
        await until(lambda: there.live.busy_elsewhere)
        assert not here.live.busy_elsewhere
        for seat in (0, 1):
            await one.choose(here.live, seat)
        await until(lambda: there.live.table.moment == 2)
        assert not there.live.busy_elsewhere

    play_together(tmp_path, redis, play)


@pytest.mark.parametrize("lost", [False, True])
def test_a_deleted_table_is_closed_at_the_other_process(tmp_path: Path, redis: RedisServer, lost: bool) -> None:
    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, PIP)
        there = await two.open(table, None)
        if lost:
            redis.kill()
        await one.tables.forget(table, ANN)
        await until(lambda: there.goodbye == "closed")
        with pytest.raises(Refusal, match="unknown-table"):
            await two.choose(there.live)
        with pytest.raises(Refusal, match="unknown-table"):
            await two.tables.get(table)

    play_together(tmp_path, redis, play)


def test_a_request_is_not_refused_for_what_is_not_known_yet(tmp_path: Path, redis: RedisServer) -> None:
    """Notes are lost, and the logs are not looked at in between: Ann’s process learns of Bob by her own requests."""

    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, OPEN, start=False)
        here, there = await one.open(table), await two.open(table, BOB)
        redis.kill()
        await two.do(there.live, "sit", BOB, seat=1, nonce=NONCE)
        await one.do(here.live, "start")
        await one.choose(here.live)
        view = here.live.table.running.view(1)
        await two.do(there.live, "choose", BOB, seat=1, move=view.moves[0].text, number=1)
        with pytest.raises(OkawariError):
            await one.do(here.live, "choose", seat=0, move="no such move", number=2)

    play_together(tmp_path, redis, play)


def test_a_table_whose_deletion_only_a_write_found_is_closed(tmp_path: Path, redis: RedisServer) -> None:
    """The note of the deletion was lost, and the logs were not looked at before the write."""

    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, HERE)
        there = await two.open(table)
        redis.kill()
        await one.tables.forget(table, ANN)
        with pytest.raises(Refusal, match="unknown-table"):
            await two.choose(there.live)
        await until(lambda: there.goodbye == "closed")

    play_together(tmp_path, redis, play)


@pytest.mark.parametrize("lost", [False, True])
def test_a_forgotten_person_is_forgotten_at_the_other_process(tmp_path: Path, redis: RedisServer, lost: bool) -> None:
    async def play(one: Process, two: Process) -> None:
        here, there = await ann_and_bob(one, two)
        while here.live.table.phase == "playing":
            moment = here.live.table.moment
            await one.choose(here.live)
            await until(lambda moment=moment: 0 in there.live.table.pending)
            await two.choose(there.live, 1, BOB)
            await until(lambda moment=moment: here.live.table.moment == there.live.table.moment > moment)
        if lost:
            redis.kill()
            await until(lambda: one.bus.away and two.bus.away)
        await one.tables.forget(here.live.id, ANN)
        if lost:
            await asyncio.to_thread(redis.start)
        await until(lambda: ANN.id not in there.live.table.people and not there.live.table.seats[0].name)
        assert there.live.table.people.keys() >= {BOB.id}

    play_together(tmp_path, redis, play)


def test_an_expired_table_that_is_open_at_the_other_process_is_kept(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        open_table, other = await one.set_table(YOU, HERE), await one.set_table(YOU, HERE)
        there = await two.open(open_table, None)
        await until(lambda: [each.tables.leadership.sweeps for each in (one, two)].count(True) == 1)
        now = one.tables.clock.now()
        one.tables._drop(await one.tables.get(open_table))
        one.tables._drop(await one.tables.get(other))
        for _ in range(2):
            await one.tables.store.add_uptime(2 * QUICK.second_look)
            await one.tables.expire(now + 2 * QUICK.unfinished)
        assert await one.tables.store.read(open_table)
        assert not await one.tables.store.read(other)
        assert there.goodbye is None

    play_together(tmp_path, redis, play)


def test_a_process_that_stops_says_so(tmp_path: Path, redis: RedisServer) -> None:
    async def play(one: Process, two: Process) -> None:
        table = await one.set_table(YOU, HERE)
        here, there = await one.open(table), await two.open(table, None)
        await until(lambda: here.live.presence.watchers == 1)
        await two.tables.close()
        assert there.goodbye == "shutdown" and here.goodbye is None
        await until(lambda: here.live.presence.watchers == 0)

    play_together(tmp_path, redis, play)
