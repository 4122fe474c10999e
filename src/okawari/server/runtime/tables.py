"""All tables of this server: loaded when a client connects, dropped from memory when nobody is connected.

A table that this process leads is loaded, too, when bots or its clock are due there.

A request is acknowledged only after its log rows are committed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Set
from dataclasses import dataclass
from functools import partial
from typing import Any

from okawari.server.play import new_table
from okawari.server.play.commands import Sender, begin, new_host
from okawari.server.play.errors import Refusal
from okawari.server.play.log import Entry, Row, numbered
from okawari.server.play.person import Account, Person
from okawari.server.play.results import Result, results_of
from okawari.server.play.table import Table
from okawari.server.play.types import StoredPhase
from okawari.server.runtime.automation import Automation
from okawari.server.runtime.bot_pool import BotPool
from okawari.server.runtime.bus import Bus, Note
from okawari.server.runtime.clock import SteadyClock
from okawari.server.runtime.leadership import SWEEPER, Leadership
from okawari.server.runtime.live import LiveTable
from okawari.server.runtime.log_reader import LogReader
from okawari.server.runtime.metrics import Metrics
from okawari.server.runtime.neighbours import Neighbours
from okawari.server.runtime.retry import until_done
from okawari.server.runtime.writing import Code, Decision, LogWriter, WriteRequest
from okawari.server.settings import Settings
from okawari.server.storage.leases import SHARDS, shard_of
from okawari.server.storage.store import Fence, Role, Store, Unavailable

#: The most tables in a list.
LISTED = 50
#: Seconds between two sweeps.
SWEEP = 60.0
#: Seconds between two looks at the logs for rows of which no note has told.
LOOK = 2.0
#: Seconds after which a table that nobody uses is rather dropped than read again.
UNUSED = 10.0
#: Seconds for which changes of presence are collected, to be published once.
PRESENCE_PAUSE = 0.2
#: Seconds in which a write must succeed for the server to be healthy, and between two tests of that.
HEALTHY, HEALTH_PAUSE = 5.0, 1.0
_log = logging.getLogger("okawari.server")


@dataclass(frozen=True)
class Invitation:
    """What a client needs to join a table: its id and the secret of its invitation."""

    id: str
    key: str


class Tables:
    """All tables of this server."""

    def __init__(self, settings: Settings, store: Store, bus: Bus, metrics: Metrics, role: Role = "serve") -> None:
        self.settings = settings
        self.clock = SteadyClock()
        self.store = store
        self.metrics = metrics
        self.bots = BotPool(settings.bot_threads, metrics)
        self._bus = bus
        self._live: dict[str, LiveTable] = {}
        self.leadership = Leadership(bus, store, role, self)
        self.neighbours = Neighbours(bus, self._live, self._on_presence, self._start, self.leadership.is_alive)
        self.automation = Automation(self, self.bots)
        self._writer = LogWriter(store, self.clock, metrics, bus)
        self._reader = LogReader(store, self._writer, self._start, self._after_reading)
        self._unsubscribe: dict[str, Callable[[], None]] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self._counted_until = self.clock.now()
        self._health_lock, self._next_health_check, self._healthy = asyncio.Lock(), 0.0, True

    async def open(self) -> None:
        """Open the database and the bus, and load the tables where bots were to move when their leader stopped."""
        await self.store.open()
        await self._count_old_games()
        self._counted_until = self.clock.now()
        await self._bus.open(self._on_gap)
        if not self._bus.shared:
            self.on_lease(set(range(SHARDS)), set())
        for work in (self.neighbours.run(), self.leadership.run(), self._sweep(), self._look_at_logs()):
            self._start(work)

    async def close(self) -> None:
        """Send `bye` to all sockets, finish what is being written, and close the bus and the database."""
        self._closing = True
        await self.goodbye()
        self.automation.close()
        self._writer.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self._live.values():
            live.cancel_timer()
        writing = [live.writing for live in self._live.values() if live.writing]
        await asyncio.gather(*writing, return_exceptions=True)
        self.bots.close()
        with contextlib.suppress(Exception):
            await self._count_uptime()
        with contextlib.suppress(Exception):
            await self.leadership.close()
        await self.neighbours.close()
        await self._bus.close()
        await self.store.close()

    async def goodbye(self) -> None:
        """Send `bye` to all sockets because the server stops; the page then connects again."""
        sockets = [socket for live in self._live.values() for socket in live.sockets]
        await asyncio.gather(*(socket.bye("shutdown") for socket in sockets))

    async def _count_old_games(self) -> None:
        """Store the results of games that ended in an older version; before the first request, so nobody interferes."""
        for table in await self.store.uncounted():
            rows = await self.store.read(table)
            await self.store.count(table, await asyncio.to_thread(_results_from, rows))

    # Loading

    async def get(self, table: str, opener: Account | None = None) -> LiveTable:
        """A table by its id, from memory or else loaded from its log; refused if there is none.

        The opener is charged for the bots of a table that is loaded.
        """
        if live := self._live.get(table):
            live.last_used = time.monotonic()
            await self.bring_up_to_date(live)
            return live
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table, opener))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def bring_up_to_date(self, live: LiveTable) -> None:
        """Read the rows of a log of which other processes have told; refused if the table was deleted."""
        if live.is_behind:
            await self._reader.catch_up(live)
        if live.deleted:
            await self._close_deleted(live)
            raise Refusal("unknown-table", 404)

    async def _find(self, table: str) -> LiveTable | None:
        """A table by its id; None if it was deleted."""
        try:
            return await self.get(table)
        except Refusal:
            return None

    async def _load(self, table: str, opener: Account | None) -> LiveTable:
        rows = await self.store.read(table)
        if not rows:
            raise Refusal("unknown-table", 404)
        # Replaying a long log would block the event loop.
        table_now = await asyncio.to_thread(Table.from_log, rows)
        return self._add(LiveTable(table_now, self.clock, opener))

    def _add(self, live: LiveTable) -> LiveTable:
        self._live[live.id] = live
        self._unsubscribe[live.id] = self._bus.subscribe(live.id, lambda note: self._on_note(live, note))
        self.metrics.tables.set(len(self._live))
        self.automation.schedule(live)
        return live

    def _drop(self, live: LiveTable) -> None:
        live.cancel_timer()
        if self._live.get(live.id) is live:
            del self._live[live.id]
            self._unsubscribe.pop(live.id)()
            self.metrics.tables.set(len(self._live))

    # Writing

    def submit(self, live: LiveTable, request: WriteRequest) -> None:
        """Write a request into the log of a table."""
        self._writer.submit(live, request)

    async def write(
        self,
        live: LiveTable,
        decide: Decision,
        *,
        by: str = "person",
        code: Code | None = None,
        fence: Fence | None = None,
    ) -> None:
        """Write the entries that `decide` returns into the log; finished even if the caller is cancelled."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(problem: BaseException | None) -> None:
            if written.done():
                return
            if problem:
                written.set_exception(problem)
            else:
                written.set_result(None)

        self.submit(live, WriteRequest(decide, done, by=by, code=code, fence=fence))
        await written

    def _on_note(self, live: LiveTable, note: Note) -> None:
        """Do what a note about a table asks for: apply what another process did, or pass it on to all sockets."""
        elsewhere = note.get("process", self._bus.process) != self._bus.process
        if note["what"] == "rows":
            is_new = note["number"] > live.table.rows
            if is_new and not self._reader.apply(live, [Row.from_list(live.id, values) for values in note["rows"]]):
                self._reader.note(live, note["number"])
                return
            self.automation.schedule(live)
        if note["what"] == "presence":
            self.neighbours.on_presence(live, note)
        if elsewhere and note["what"] == "busy":
            live.note_busy_elsewhere()
        if elsewhere and note["what"] == "names":
            self._start(until_done(partial(self._reader.reload, live)))
        elif elsewhere and note["what"] == "deleted":
            self._start(self._close_deleted(live))
        elif note["what"] in ("emote", "rematch"):
            for socket in tuple(live.sockets):
                socket.notify(note)
        else:
            self._tell(live, quiet=note.get("quiet", False))

    def _tell(self, live: LiveTable, *, quiet: bool = False) -> None:
        """Let all sockets of a table send what has changed; where more will come soon, with that."""
        if quiet and self._writer.is_busy:
            live.tell_later()
        else:
            live.tell()

    def _on_presence(self, live: LiveTable) -> None:
        """Tell the sockets of a table who is connected at other processes, and do what follows from that."""
        live.tell()
        if live.is_behind:
            self._reader.read(live, live.news)
        else:
            self.automation.schedule(live)

    # Leading

    def on_lease(self, gained: Set[int], lost: Set[int]) -> None:
        """Begin or stop to lead the tables of shards; those where bots are to move are loaded."""
        self.metrics.shards.set(self.leadership.shards)
        if SWEEPER in gained:
            # Until now another process has counted the uptime.
            self._counted_until = self.clock.now()
        for live in tuple(self._live.values()):
            if shard_of(live.id) in gained | lost:
                live.told_leader = (0, 0)
                self.automation.schedule(live)
        if gained:
            self._start(until_done(partial(self._wake_tables, gained)))

    async def _wake_tables(self, shards: Collection[int]) -> None:
        for table in await self.store.awake(shards):
            await self._find(table)

    def on_due(self, table: str, number: int, account: Account) -> None:
        """Move bots or end a clock at a table; its log has `number` rows, the account is charged for bots."""
        if live := self._live.get(table):
            live.last_used = time.monotonic()
            live.charge(account)
            if number > live.table.rows or live.is_behind:
                self._reader.read(live, max(number, live.news))
            else:
                self.automation.schedule(live)
        else:
            self._start(until_done(partial(self._load_due, table, account)))

    async def _load_due(self, table: str, account: Account) -> None:
        with contextlib.suppress(Refusal):
            await self.get(table, account)

    def on_new_leader(self, shards: Collection[int]) -> None:
        """Tell the new leader of shards what is due there."""
        for live in tuple(self._live.values()):
            if live.sockets and shard_of(live.id) in shards:
                live.told_leader = (0, 0)
                self.automation.schedule(live)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background, unless this server is closing: notes come until the bus is closed."""
        if self._closing:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def publish_presence(self, live: LiveTable) -> None:
        """Publish who is connected to a table after a short delay, so that many changes are one note."""

        def publish() -> None:
            live.presence_timer = None
            self._start(self.neighbours.publish(live))
            # Nothing was read for sockets that had not been there yet.
            if live.is_behind:
                self._reader.read(live, live.news)

        if live.presence_timer is None:
            live.presence_timer = asyncio.get_running_loop().call_later(PRESENCE_PAUSE, publish)

    async def publish(self, live: LiveTable, note: Note) -> None:
        """Send a note to all sockets of a table without a log row."""
        await self._bus.publish(live.id, note | {"process": self._bus.process})

    # What other processes write

    async def _after_reading(self, live: LiveTable) -> None:
        if live.deleted:
            await self._close_deleted(live)
        else:
            self._tell(live)
            self.automation.schedule(live)

    async def _close_deleted(self, live: LiveTable) -> None:
        """Drop a table that was deleted, and close its sockets."""
        live.deleted = True
        self._drop(live)
        await asyncio.gather(*(socket.bye("closed") for socket in tuple(live.sockets)))

    def _on_gap(self, table: str | None) -> None:
        """Read what notes may not have told: about a table, or about all."""
        if table is None:
            self.neighbours.on_gap()
            self._start(self._reload_all())
        elif live := self._live.get(table):
            self.neighbours.on_gap(live)
            self._reader.read(live, live.table.rows + 1)

    async def _reload_all(self) -> None:
        """Read all tables in memory again, and drop those that nobody uses."""
        before = time.monotonic() - UNUSED
        for live in tuple(self._live.values()):
            if live.idle and live.last_used < before:
                self._drop(live)
            elif not live.deleted:
                await until_done(partial(self._reader.reload, live))

    async def _look_at_logs(self) -> None:
        """Look for rows of which no note has told, again and again."""
        while self._bus.shared:
            await asyncio.sleep(LOOK)
            try:
                await self.look_at_logs()
            except Unavailable:
                # The store logs once that the database is away.
                pass
            except Exception as problem:
                _log.error("The logs could not be looked at; it will be tried again.", exc_info=problem)

    async def look_at_logs(self) -> None:
        """Read the rows that other processes have written at tables in memory, and notice deleted tables."""
        await self._reader.look(self._live.values())
        for live in tuple(self._live.values()):
            if live.sockets:
                self.automation.remind(live)

    # Tables as a whole

    async def set(self, entries: list[Entry], host: Person, network: str, start: bool) -> Invitation:
        """Create a table with these first entries; with `start` start its game, else give it a short code."""
        now, name = self.clock.now(), new_table.new_id()
        durations = self.settings.durations
        table = Table.from_log(numbered(entries, name, 0, now))
        if start:
            entries = [*entries, *begin(table, Sender(host, True, now, durations))]
            code = None
        else:
            code = (await self._free_code(now), now + durations.code)
            entries = [*entries, _code_entry(code)]
        rows = numbered(entries, name, 0, now)
        table = Table.from_log(rows)
        await self.store.append(rows, table.summary, code)
        self._add(LiveTable(table, self.clock, Account(network, host.id)))
        return Invitation(table.id, table.key)

    async def _free_code(self, now: float) -> str:
        code = new_table.new_code()
        while await self.store.with_code(code, now):
            code = new_table.new_code()
        return code

    async def renew_code(self, live: LiveTable) -> None:
        """Give a lobby whose short code has expired a new one."""
        now = self.clock.now()
        if _needs_code(live.table, now):
            code = (await self._free_code(now), now + self.settings.durations.code)
            await self.write(live, lambda table: [_code_entry(code)] if _needs_code(table, now) else [], code=code)

    async def rematch(self, live: LiveTable, person: Person, network: str, nonce: str) -> str:
        """The id of a new table for the same people, created unless there is one; refused if the game is not over."""
        table = live.table
        if table.phase != "over":
            raise Refusal("not-over")
        if not table.seats_of(person.id):
            raise Refusal("not-your-seat", 403)
        if table.rematch is None:
            alone = len(table.people) == 1
            made = await self.set(new_table.rematch(table, person, nonce), person, network, start=alone)
            entry = Entry("rematch", data={"table": made.id})
            await self.write(live, lambda table: [] if table.rematch else [entry])
            if live.table.rematch != made.id:
                await self.delete(made.id)
        assert live.table.rematch is not None
        await self.publish(live, {"what": "rematch", "table": live.table.rematch})
        return live.table.rematch

    async def finished(self, table: str) -> Table:
        """A table by its id whose game is over, so that nothing of it is secret; refused otherwise."""
        live = await self.get(table)
        if live.table.phase != "over" or live.table.lesson_over:
            raise Refusal("not-over", 409)
        return live.table

    async def with_code(self, code: str) -> Invitation:
        """The table that a short code belongs to; refused if there is none in the lobby phase."""
        table = await self.store.with_code(code, self.clock.now())
        live = await self.get(table) if table else None
        if live is None or live.table.phase != "lobby":
            raise Refusal("unknown-code", 404)
        return Invitation(live.id, live.table.key)

    async def of_person(self, person: Person) -> list[Table]:
        """The tables of a person without rehearsals, the last changed first."""
        return await self._listed(await self.store.of_person(person.id, LISTED, rehearsals=False))

    async def forget_everywhere(self, person: Person) -> None:
        """Remove a person from all their tables, listed or not, and from all results, with what they have shared."""
        while tables := await self.store.of_person(person.id, LISTED, rehearsals=True):
            for table in tables:
                if await self._find(table):
                    await self.forget(table, person)
        await self.store.forget_results(person.id)
        await self.store.forget_shared(person.id)

    async def public(self) -> list[Table]:
        """The tables that their hosts made public, the last changed first."""
        return await self._listed(await self.store.public(LISTED))

    async def _listed(self, tables: list[str]) -> list[Table]:
        found = [await self._find(table) for table in tables]
        listed = [live.table for live in found if live and live.table.listed]
        return sorted(listed, key=lambda table: table.updated, reverse=True)

    async def forget(self, table: str, person: Person) -> None:
        """Remove a person from a table: delete it if nobody else sits there, else make the person anonymous in it."""
        live = await self.get(table)
        if person.id not in (*live.table.people, live.table.host):
            raise Refusal("unknown-table", 404)
        others = set(live.table.people) - {person.id}
        if not others:
            await self.delete(table, person)
            return
        await self.write(live, lambda table: _removal_entries(table, person.id))
        async with live.lock:
            await self.store.forget(person.id, table, replacement=secrets.token_urlsafe(16))
            await self._reader.read_again(live)
        await self.publish(live, {"what": "names"})

    async def delete(self, table: str, person: Person | None = None) -> None:
        """Delete a table and close its sockets; a person who wants it deleted also loses the result in it."""
        live, forgotten = self._live.get(table), person.id if person else None
        async with live.lock if live else contextlib.nullcontext():
            await self.store.delete(table, forgotten)
            if live:
                live.deleted = True
        await self._bus.publish(table, {"what": "deleted", "process": self._bus.process})
        if live:
            await self._close_deleted(live)

    # Sweeping

    async def _sweep(self) -> None:
        """Drop idle tables from memory and delete expired ones, again and again."""
        while True:
            await asyncio.sleep(min(SWEEP, self.settings.durations.idle))
            try:
                self.unload_idle()
                if self.leadership.sweeps:
                    await self.expire(self.clock.now())
            except Unavailable:
                pass
            except Exception as problem:
                _log.error("The sweep failed; it will be tried again.", exc_info=problem)

    def unload_idle(self) -> None:
        """Drop tables from memory that have been idle for a while; their logs stay."""
        before = time.monotonic() - self.settings.durations.idle
        for live in tuple(self._live.values()):
            if live.idle and live.last_used < before:
                self._drop(live)

    async def expire(self, now: float) -> None:
        """Mark expired tables and records, and delete those marked long ago: the clock may have been wrong then."""
        durations = self.settings.durations
        uptime = await self._count_uptime()
        phases: list[tuple[list[StoredPhase], float]] = [
            (["lobby"], durations.lobby),
            (["playing", "paused"], durations.unfinished),
            (["over", "closed"], durations.finished),
            (["rehearsal"], durations.rehearsal),
        ]
        for phase, seconds in phases:
            await self.store.mark_stale(phase, now - seconds, uptime)
            stale = await self.store.stale(phase, now - seconds, uptime - durations.second_look)
            open_elsewhere = await self.neighbours.open_elsewhere(stale)
            for table in stale:
                if table not in open_elsewhere and (table not in self._live or not self._live[table].sockets):
                    await self.delete(table)
        await self.store.expire_shared(now - durations.shared, uptime, uptime - durations.second_look)
        await self.store.tidy(now)

    async def _count_uptime(self) -> float:
        """Add the time since the last call to the uptime in the database, and return the sum.

        One process counts for all: while two run, no more time passes than while one does.
        """
        since, self._counted_until = self._counted_until, self.clock.now()
        return await self.store.add_uptime(self._counted_until - since if self.leadership.sweeps else 0.0)

    async def can_write(self) -> bool:
        """Whether the database can be written; tested at most once a second, however many requests ask."""
        async with self._health_lock:
            if time.monotonic() >= self._next_health_check:
                try:
                    async with asyncio.timeout(HEALTHY):
                        await self._count_uptime()
                    self._healthy = True
                except Exception:
                    self._healthy = False
                self._next_health_check = time.monotonic() + HEALTH_PAUSE
            return self._healthy


def _results_from(rows: list[Row]) -> tuple[Result, ...]:
    """The results of the game in a log; none if it cannot be replayed, which must not stop the server."""
    try:
        return results_of(Table.from_log(rows))
    except Exception as problem:
        _log.error("The results of an old game could not be counted.", exc_info=problem)
        return ()


def _needs_code(table: Table, now: float) -> bool:
    return table.phase == "lobby" and table.code_until <= now


def _code_entry(code: Code) -> Entry:
    return Entry("code", data={"code": code[0], "until": code[1]})


def _removal_entries(table: Table, person: str) -> list[Entry]:
    """The log entries that remove a person: their seats become empty, or a bot's in a game."""
    if table.phase == "over":
        return []
    kind = "stand" if table.phase == "lobby" else "clear"
    entries = [Entry(kind, seat) for seat in table.seats_of(person)]  # type: ignore[arg-type]
    return [*entries, *new_host(table, person)]
