"""All tables of this server: loaded when somebody comes, let go when nobody is there.

Whatever is acknowledged was written into the log before.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from okawari.server.play import new_table
from okawari.server.play.commands import Asker, begin, new_dealer
from okawari.server.play.errors import Refusal
from okawari.server.play.log import Entry, Row, numbered
from okawari.server.play.person import Account, Person
from okawari.server.play.table import Table
from okawari.server.play.types import Phase
from okawari.server.runtime.automation import Automation
from okawari.server.runtime.bot_pool import BotPool
from okawari.server.runtime.bus import Bus, Note
from okawari.server.runtime.clock import SteadyClock
from okawari.server.runtime.live import LiveTable
from okawari.server.runtime.metrics import Metrics
from okawari.server.runtime.retry import until_done
from okawari.server.settings import Settings
from okawari.server.storage.store import Conflict, Store

#: How often somebody may write first before we give up.
TRIES = 5
#: Tables in a list, at most.
LISTED = 50
#: Seconds between two sweeps.
SWEEP = 60.0
#: Seconds for which changes of who is here are gathered, and told once.
GATHER = 0.2
#: Seconds in which a write must succeed for the server to be healthy, and between two looks whether it does.
HEALTHY, LOOK = 5.0, 1.0
_log = logging.getLogger("okawari.server")

Decision = Callable[[Table], list[Entry]]
#: A short code, and when it ends.
Code = tuple[str, float]


def _nothing() -> None:
    """Nobody waits for an answer."""


@dataclass(frozen=True)
class Made:
    """A table that was just set."""

    id: str
    key: str


class Tables:
    """All tables of this server."""

    def __init__(self, settings: Settings, store: Store, bus: Bus, metrics: Metrics) -> None:
        self.settings = settings
        self.clock = SteadyClock()
        self.store = store
        self.metrics = metrics
        self.bots = BotPool(settings.thinkers, metrics)
        self.automation = Automation(self, self.bots)
        self._bus = bus
        self._live: dict[str, LiveTable] = {}
        self._stop_listening: dict[str, Callable[[], None]] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._counted_until = self.clock.now()
        self._looking, self._look_again, self._healthy = asyncio.Lock(), 0.0, True

    async def open(self) -> None:
        """Open the store, and let the bots go on that were to move when the server stopped."""
        await self.store.open()
        self._counted_until = self.clock.now()
        self._tasks = {asyncio.create_task(self._wake_tables()), asyncio.create_task(self._sweep())}

    async def close(self) -> None:
        """Say goodbye to everybody, finish what is being written, and close."""
        await self.goodbye()
        self.automation.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self._live.values():
            live.silence()
            async with live.lock:
                pass
        self.bots.close()
        with contextlib.suppress(Exception):
            await self._count_uptime()
        await self.store.close()

    async def goodbye(self) -> None:
        """Tell everybody that the server goes down, so that they come back in a moment."""
        guests = [guest for live in self._live.values() for guest in live.guests]
        await asyncio.gather(*(guest.bye("shutdown") for guest in guests))

    async def _wake_tables(self) -> None:
        async def wake() -> None:
            for table in await self.store.awake():
                await self._find(table)

        await until_done(wake)

    # Loading

    async def get(self, table: str) -> LiveTable:
        """A table, from memory or from its log."""
        if live := self._live.get(table):
            live.touched = time.monotonic()
            return live
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _find(self, table: str) -> LiveTable | None:
        """A table that was there a moment ago, unless somebody has removed it since."""
        try:
            return await self.get(table)
        except Refusal:
            return None

    async def _load(self, table: str) -> LiveTable:
        rows = await self.store.read(table)
        if not rows:
            raise Refusal("unknown-table", 404)
        # A long log takes its time, and nobody else shall wait for it.
        table_now = await asyncio.to_thread(Table.from_log, rows)
        return self._keep(LiveTable(table_now, self.clock))

    def _keep(self, live: LiveTable) -> LiveTable:
        self._live[live.id] = live
        self._stop_listening[live.id] = self._bus.listen(live.id, lambda note: self._hear(live, note))
        self.metrics.tables.set(len(self._live))
        self.automation.attend(live)
        return live

    def _drop(self, live: LiveTable) -> None:
        live.silence()
        if self._live.get(live.id) is live:
            del self._live[live.id]
            self._stop_listening.pop(live.id)()
            self.metrics.tables.set(len(self._live))

    async def _catch_up(self, live: LiveTable) -> None:
        """Read what another process has written."""
        rows = await self.store.read(live.id, live.table.rows)
        table = live.table.copy()
        for row in rows:
            table.apply(row)
        live.table = table

    # Writing

    async def write(
        self,
        live: LiveTable,
        decide: Decision,
        client: str | None = None,
        acknowledge: Callable[[], None] = _nothing,
        by: str = "person",
        code: Code | None = None,
    ) -> None:
        """Write what is decided into the log, and tell everybody; a request that was written before counts once.

        Whoever asked may be gone before the commit: what was begun is finished all the same.
        """

        async def write() -> None:
            async with live.lock:
                rows = await self._try_to_write(live, decide, client, code)
                acknowledge()
            if rows:
                self.metrics.choices.labels(by).inc(sum(row.kind == "choose" for row in rows))
                await self._bus.tell(live.id, _note_on(live.table, rows))

        await asyncio.shield(write())

    async def _try_to_write(
        self, live: LiveTable, decide: Decision, client: str | None, code: Code | None
    ) -> list[Row]:
        for _ in range(TRIES):
            if live.gone:
                raise Refusal("unknown-table", 404)
            if client and client in live.table.done:
                return []
            entries = decide(live.table)
            if not entries:
                return []
            rows = numbered(entries, live.id, live.table.rows, self.clock.now(), client)
            after = live.table.copy()
            for row in rows:
                after.apply(row)
            try:
                await self.store.append(rows, after.summary(live.table), code)
            except Conflict:
                await self._catch_up(live)
                continue
            live.table = after
            return rows
        raise Refusal("busy", 503)

    def _hear(self, live: LiveTable, note: Note) -> None:
        """Something happened at a table: tell everybody there."""
        if note["what"] == "rows":
            if note["number"] > live.table.rows:
                self._do(self._hear_from_afar(live, note))
                return
            self.automation.attend(live)
        for guest in tuple(live.guests):
            guest.hear(note)

    async def _hear_from_afar(self, live: LiveTable, note: Note) -> None:
        async with live.lock:
            await self._catch_up(live)
        self._hear(live, note | {"number": 0})

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def tell_company(self, live: LiveTable) -> None:
        """Tell everybody at a table who is here, soon: when many come at once, once."""

        def tell() -> None:
            live.gathering = None
            self._do(self.tell(live, {"what": "company"}))

        if live.gathering is None:
            live.gathering = asyncio.get_running_loop().call_later(GATHER, tell)

    async def tell(self, live: LiveTable, note: Note) -> None:
        """Tell everybody at a table something that is not written down."""
        await self._bus.tell(live.id, note)

    # Tables as a whole

    async def set(self, entries: list[Entry], host: Person, network: str, start: bool) -> Made:
        """Set a new table for a host who comes from a network; with `start`, deal at once."""
        now, name = self.clock.now(), new_table.new_id()
        patience = self.settings.patience
        table = Table.from_log(numbered(entries, name, 0, now))
        if start:
            entries = [*entries, *begin(table, Asker(host, True, now, patience))]
            code = None
        else:
            code = (await self._free_code(now), now + patience.code)
            entries = [*entries, _code_entry(code)]
        rows = numbered(entries, name, 0, now)
        table = Table.from_log(rows)
        await self.store.append(rows, table.summary(None), code)
        self._keep(LiveTable(table, self.clock, Account(network, host.id)))
        return Made(table.id, table.key)

    async def _free_code(self, now: float) -> str:
        code = new_table.new_code()
        while await self.store.with_code(code, now):
            code = new_table.new_code()
        return code

    async def renew_code(self, live: LiveTable) -> None:
        """A new code for a lobby whose code has ended."""
        now = self.clock.now()
        if _needs_code(live.table, now):
            code = (await self._free_code(now), now + self.settings.patience.code)
            await self.write(live, lambda table: [_code_entry(code)] if _needs_code(table, now) else [], code=code)

    async def rematch(self, live: LiveTable, person: Person, network: str, nonce: str) -> str:
        """Set a table for the same people; if somebody did already, theirs."""
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
        await self.tell(live, {"what": "rematch", "table": live.table.rematch})
        return live.table.rematch

    async def finished(self, table: str) -> Table:
        """A table whose game is over, so that nothing about it is secret any more."""
        live = await self.get(table)
        if live.table.phase != "over":
            raise Refusal("not-over", 409)
        return live.table

    async def with_code(self, code: str) -> Made:
        """The table to which a short code leads."""
        table = await self.store.with_code(code, self.clock.now())
        live = await self.get(table) if table else None
        if live is None or live.table.phase != "lobby":
            raise Refusal("unknown-code", 404)
        return Made(live.id, live.table.key)

    async def of_person(self, person: Person) -> list[Table]:
        """A person's own tables."""
        return await self._listed(await self.store.of_person(person.id, LISTED))

    async def forget_everywhere(self, person: Person) -> None:
        """Remove somebody from all tables, those included that are not listed."""
        while tables := await self.store.of_person(person.id, LISTED):
            for table in tables:
                if await self._find(table):
                    await self.forget(table, person)

    async def public(self) -> list[Table]:
        """The tables that their hosts made public."""
        return await self._listed(await self.store.public(LISTED))

    async def _listed(self, tables: list[str]) -> list[Table]:
        found = [await self._find(table) for table in tables]
        return [live.table for live in found if live and live.table.listed]

    async def forget(self, table: str, person: Person) -> None:
        """Remove somebody from a table: whole, if nobody else is there; else they become a nameless stranger."""
        live = await self.get(table)
        if person.id not in (*live.table.people, live.table.host):
            raise Refusal("unknown-table", 404)
        others = set(live.table.people) - {person.id}
        if not others:
            await self.delete(table)
            return
        await self.write(live, lambda table: _left_for_good(table, person.id))
        async with live.lock:
            await self.store.forget(person.id, table, stranger=secrets.token_urlsafe(16))
            live.table = await asyncio.to_thread(Table.from_log, await self.store.read(table))
        await self.tell(live, {"what": "names"})

    async def delete(self, table: str) -> None:
        """Remove a table and send everybody home."""
        live = self._live.get(table)
        if live is None:
            await self.store.delete(table)
            return
        async with live.lock:
            await self.store.delete(table)
            live.gone = True
        self._drop(live)
        await asyncio.gather(*(guest.bye("closed") for guest in tuple(live.guests)))

    # Sweeping

    async def _sweep(self) -> None:
        """Let go of tables where nobody is, and remove those that were abandoned."""
        while True:
            await asyncio.sleep(min(SWEEP, self.settings.patience.idle))
            try:
                self.rest()
                await self.expire(self.clock.now())
            except Exception as problem:
                _log.error("The sweep failed; it will be tried again.", exc_info=problem)

    def rest(self) -> None:
        """Let go of tables where nobody has been for a while: their logs stay."""
        before = time.monotonic() - self.settings.patience.idle
        for live in tuple(self._live.values()):
            if live.idle and live.touched < before:
                self._drop(live)

    async def expire(self, now: float) -> None:
        """Mark what was abandoned, and delete what was marked long enough ago: the clock may have been wrong then."""
        patience = self.settings.patience
        uptime = await self._count_uptime()
        phases: list[tuple[list[Phase], float]] = [
            (["lobby"], patience.lobby),
            (["playing", "paused"], patience.unfinished),
            (["over", "closed"], patience.finished),
        ]
        for phase, seconds in phases:
            await self.store.mark_stale(phase, now - seconds, uptime)
            for table in await self.store.stale(phase, now - seconds, uptime - patience.second_look):
                if table not in self._live or not self._live[table].guests:
                    await self.delete(table)
        await self.store.tidy(now)

    async def _count_uptime(self) -> float:
        """Add the time since the last call to that for which servers have run on this database; the sum."""
        since, self._counted_until = self._counted_until, self.clock.now()
        return await self.store.add_uptime(self._counted_until - since)

    async def can_write(self) -> bool:
        """Whether the log can be written; however many ask, it is tried once a second."""
        async with self._looking:
            if time.monotonic() >= self._look_again:
                try:
                    async with asyncio.timeout(HEALTHY):
                        await self._count_uptime()
                    self._healthy = True
                except Exception:
                    self._healthy = False
                self._look_again = time.monotonic() + LOOK
            return self._healthy


def _needs_code(table: Table, now: float) -> bool:
    return table.phase == "lobby" and table.code_until <= now


def _code_entry(code: Code) -> Entry:
    return Entry("code", data={"code": code[0], "until": code[1]})


def _note_on(table: Table, rows: list[Row]) -> Note:
    """What is told of new rows: `quiet` if somebody chose and others are awaited, and nothing else happened."""
    quiet = all(row.kind == "choose" for row in rows) and bool(table.pending)
    return {"what": "rows", "number": table.rows, "quiet": quiet}


def _left_for_good(table: Table, person: str) -> list[Entry]:
    """What is written when somebody wants to be forgotten: their seats become free, or a bot's."""
    if table.phase == "over":
        return []
    kind = "stand" if table.phase == "lobby" else "clear"
    entries = [Entry(kind, seat) for seat in table.seats_of(person)]  # type: ignore[arg-type]
    return [*entries, *new_dealer(table, person)]
