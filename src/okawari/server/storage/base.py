"""The database, whichever it is: one writer that groups commits, and a few threads that read.

A write waits for the commit of its group. While one group is committed the next one is collected, so that many tables
share the cost of a durable commit. The writer is a thread of its own, which returns to the event loop once a group.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Select, delete, event, func, insert, select, update

from okawari.server.play.log import Row
from okawari.server.play.person import Person
from okawari.server.play.results import Result
from okawari.server.play.sharing import SharedRecord
from okawari.server.play.types import StoredPhase, Summary
from okawari.server.storage import leases, records
from okawari.server.storage.results import delete_results, forget_results, read_results, write_results
from okawari.server.storage.schema import CODES, LINKS, LOG, PEOPLE, RECORDS, TABLES, UNCOUNTED, UPTIME
from okawari.server.storage.store import Fence, Leases, Process, Unavailable
from okawari.server.storage.writes import Outcome, Write, write_all

#: The most writes in one commit.
MOST_IN_GROUP = 256
#: The most tables that one query names.
MOST_IN_QUERY = 500
#: Threads that read.
READERS = 4

T = TypeVar("T")


class SqlStore(ABC):
    """A database; `committed` is called with the seconds that each commit took."""

    #: Connections of the readers and of the writer, set by `_connect`.
    _readers: Engine
    _writer: Engine

    def __init__(self, committed: Callable[[float], None] = lambda seconds: None) -> None:
        self._committed = committed
        #: The writes that wait; None ends the thread.
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        #: For queries, which would block the event loop.
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="okawari-reads")

    # What differs between databases

    @abstractmethod
    def _connect(self) -> None:
        """Make the engines, and create or migrate the tables. Raises `StoreProblem`."""

    def _disconnect(self) -> None:
        """Close all connections."""
        self._writer.dispose()
        self._readers.dispose()

    @abstractmethod
    def _insert_rows(self, connection: Connection, rows: Sequence[Row], fences: Sequence[Fence]) -> None:
        """Write log rows in the transaction of the connection, if no shard has got another fence."""

    @abstractmethod
    def _append_rows(self, connection: Connection, rows: Sequence[Row], fences: Sequence[Fence]) -> None:
        """Write log rows in a transaction of their own, if no shard has got another fence."""

    @abstractmethod
    def _fault(self, problem: Exception) -> Exception:
        """What an error of the driver means: `Conflict`, `Unavailable`, or itself."""

    # Opening and closing

    async def open(self) -> None:
        """Open the database and migrate it if it is older; a second call does nothing. Raises `StoreProblem`."""
        if self._thread is not None:
            return
        try:
            await asyncio.to_thread(self._connect)
        except BaseException:
            self._disconnect()
            raise
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write_forever, args=(loop,), name="okawari-writes", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Finish the writes that wait, and close."""
        if self._thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None
            await asyncio.to_thread(self._reading.shutdown)
            await asyncio.to_thread(self._disconnect)

    # Writing

    def _write_forever(self, loop: asyncio.AbstractEventLoop) -> None:
        """The thread of the writer."""
        with self._writer.connect() as connection:
            while group := self._next_group():
                loop.call_soon_threadsafe(_answer, self._commit(connection, group))

    def _next_group(self) -> list[Write]:
        """The writes that wait, at least one; none at the end."""
        group: list[Write] = []
        while not group or (len(group) < MOST_IN_GROUP and not self._queue.empty()):
            if (write := self._queue.get()) is None:
                if group:
                    self._queue.put(None)
                break
            group.append(write)
        return group

    def _commit(self, connection: Connection, group: list[Write]) -> list[Outcome]:
        """Write a group in one commit; if that fails, commit each write on its own. Returns what came of each write."""
        started = time.perf_counter()
        try:
            results = self._write_group(connection, group)
        except Exception as problem:
            fault = self._fault(problem)
            if len(group) > 1 and not isinstance(fault, Unavailable):
                return [outcome for write in group for outcome in self._commit(connection, [write])]
            return [(write, None, fault) for write in group]
        self._committed(time.perf_counter() - started)
        return [(write, result, None) for write, result in zip(group, results, strict=True)]

    def _write_group(self, connection: Connection, group: list[Write]) -> list[Any]:
        """Write a group in one transaction; returns the results of its functions."""
        rows = [row for write in group for row in write.rows]
        fences = sorted({write.fence for write in group if write.fence})
        if all(write.is_plain for write in group):
            self._append_rows(connection, rows, fences)
            return [None] * len(group)
        with connection.begin():
            if rows:
                self._insert_rows(connection, rows, fences)
            return write_all(connection, group)

    async def _enqueue(self, write: Write) -> Any:
        if self._thread is None or not self._thread.is_alive():
            raise RuntimeError("The store is closed.")
        self._queue.put(write)
        return await write.done

    # Reading

    async def _read(self, query: Callable[[Connection], T]) -> T:
        """Run a query in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._query, query)

    def _query(self, query: Callable[[Connection], T]) -> T:
        with self._readers.connect() as connection:
            return query(connection)

    # The queries

    async def append(
        self,
        rows: Sequence[Row],
        summary: Summary | None,
        code: tuple[str, float] | None = None,
        results: Sequence[Result] = (),
        fence: Fence | None = None,
    ) -> None:
        """Write log rows of one table, its summary if that has changed, its short code and results, all or none.

        `Conflict` if a row exists, `LeaseLost` if the fence is not that of the lease any more.
        """
        await self._enqueue(Write(rows, summary, code, results, fence))

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """The rows of a table in order, or those after a number; none if there is no such table."""
        wanted = select(LOG).where(LOG.c.table_id == table, LOG.c.number > after).order_by(LOG.c.number)
        # Decoding a long log would block the event loop, too.
        return await self._read(lambda connection: _read_rows(table, connection.execute(wanted).all()))

    async def last_rows(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last row of each of some tables; those that there are not are left out."""
        last = select(func.max(LOG.c.number)).where(LOG.c.table_id == TABLES.c.id).scalar_subquery()

        def read(connection: Connection) -> dict[str, int]:
            found: dict[str, int] = {}
            for start in range(0, len(tables), MOST_IN_QUERY):
                wanted = select(TABLES.c.id, last).where(TABLES.c.id.in_(tables[start : start + MOST_IN_QUERY]))
                found |= {row[0]: row[1] for row in connection.execute(wanted)}
            return found

        return await self._read(read)

    async def of_person(self, person: str, limit: int, *, rehearsals: bool) -> list[str]:
        """The ids of the tables where a person sits or is the host, the last changed first."""
        wanted = select(TABLES.c.id).join(PEOPLE, PEOPLE.c.table_id == TABLES.c.id).where(PEOPLE.c.person == person)
        if not rehearsals:
            wanted = wanted.where(TABLES.c.phase != "rehearsal")
        return await self._ids(wanted.order_by(TABLES.c.updated.desc()).limit(limit))

    async def public(self, limit: int) -> list[str]:
        """The ids of the tables that their hosts made public, the last changed first."""
        wanted = select(TABLES.c.id).where(TABLES.c.public)
        return await self._ids(wanted.order_by(TABLES.c.updated.desc()).limit(limit))

    async def awake(self, shards: Collection[int]) -> list[str]:
        """The ids of the tables of some shards where a bot is to move."""
        return await self._ids(select(TABLES.c.id).where(TABLES.c.awake, TABLES.c.shard.in_(shards)))

    async def renew_leases(self, process: Process) -> Leases:
        """Give a sign of life of a process, release and claim shards."""
        held: Leases = await self._enqueue(Write(run=lambda link: leases.renew(link, process)))
        return held

    async def give_up_leases(self, process: Process) -> None:
        """Give up all shards of a process."""
        await self._enqueue(Write(run=lambda connection: leases.leave(connection, process)))

    async def has_strangers(self, process: Process) -> bool:
        """Whether a process is alive that does not hear this one, because it has another bus."""
        return await self._read(lambda connection: leases.has_strangers(connection, process))

    async def add_uptime(self, seconds: float) -> float:
        """Add to the uptime of all servers on this database, and return the sum; fails if it cannot be written."""
        added = update(UPTIME).values(seconds=UPTIME.c.seconds + seconds).returning(UPTIME.c.seconds)
        total: float = await self._enqueue(Write(run=lambda connection: connection.execute(added).scalar_one()))
        return total

    async def mark_stale(self, phases: Sequence[StoredPhase], before: float, uptime: float) -> None:
        """Mark the tables of these phases that were last changed before a time with the uptime; unmark the others."""
        here, marked = TABLES.c.phase.in_(phases), TABLES.c.stale_since.is_not(None)
        fresh, old = here & marked & (TABLES.c.updated >= before), here & ~marked & (TABLES.c.updated < before)

        def mark(connection: Connection) -> None:
            connection.execute(update(TABLES).where(fresh).values(stale_since=None))
            connection.execute(update(TABLES).where(old).values(stale_since=uptime))

        await self._enqueue(Write(run=mark))

    async def stale(self, phases: Sequence[StoredPhase], before: float, marked_before: float) -> list[str]:
        """The ids of tables of these phases that were last changed before a time, and marked by an uptime."""
        old = (TABLES.c.phase.in_(phases), TABLES.c.updated < before, TABLES.c.stale_since <= marked_before)
        return await self._ids(select(TABLES.c.id).where(*old))

    async def _ids(self, wanted: Select[Any]) -> list[str]:
        return await self._read(lambda connection: list(connection.execute(wanted).scalars()))

    async def with_code(self, code: str, now: float) -> str | None:
        """The id of the table that a short code belongs to; None if it is unknown or has expired."""
        wanted = select(CODES.c.table_id).where(CODES.c.code == code, CODES.c.until > now)
        return next(iter(await self._ids(wanted)), None)

    async def forget(self, person: str, table: str, replacement: str) -> None:
        """Replace a person's id in a table's log by another one, and remove their names and their result."""

        def rewrite(connection: Connection) -> None:
            rows = connection.execute(select(LOG).where(LOG.c.table_id == table)).all()
            for row in rows:
                if person in row.data or person in (row.client or ""):
                    data = json.dumps(_anonymised(json.loads(row.data), person, replacement))
                    client = row.client and row.client.replace(person, replacement)
                    here = update(LOG).where(LOG.c.table_id == table, LOG.c.number == row.number)
                    connection.execute(here.values(data=data, client=client))
            connection.execute(delete(PEOPLE).where(PEOPLE.c.table_id == table, PEOPLE.c.person == person))
            forget_results(connection, person, table)

        await self._enqueue(Write(run=rewrite))

    async def delete(self, table: str, person: str | None = None) -> None:
        """Delete a table and its log; results are kept, except that of a person who wants it deleted."""

        def remove(connection: Connection) -> None:
            connection.execute(delete(TABLES).where(TABLES.c.id == table))
            for about in (LOG, PEOPLE, CODES, UNCOUNTED):
                connection.execute(delete(about).where(about.c.table_id == table))
            if person:
                forget_results(connection, person, table)

        await self._enqueue(Write(run=remove))

    async def results(self, person: str) -> list[Result]:
        """The results of a person, the latest first."""
        return await self._read(lambda connection: read_results(connection, person))

    async def delete_results(self, person: str) -> None:
        """Delete the results of a person."""
        await self._enqueue(Write(run=lambda connection: delete_results(connection, person)))

    async def forget_results(self, person: str) -> None:
        """Delete the results of a person, and make them anonymous in those of others."""
        await self._enqueue(Write(run=lambda connection: forget_results(connection, person)))

    async def uncounted(self) -> list[str]:
        """The ids of the tables whose games ended in an older version, which stored no results."""
        return await self._ids(select(UNCOUNTED.c.table_id))

    async def count(self, table: str, results: Sequence[Result]) -> None:
        """Write the results of such a table."""

        def count(connection: Connection) -> None:
            write_results(connection, results)
            connection.execute(delete(UNCOUNTED).where(UNCOUNTED.c.table_id == table))

        await self._enqueue(Write(run=count))

    async def share(self, shared: SharedRecord, now: float) -> None:
        """Write a shared record; one that exists counts as opened instead."""
        await self._enqueue(Write(run=lambda connection: records.write_record(connection, shared, now)))

    async def shared(self, record: str, now: float) -> SharedRecord | None:
        """A shared record by its id, which counts as opened now; None if there is none."""
        wanted = select(RECORDS).where(RECORDS.c.id == record)
        row = await self._read(lambda connection: connection.execute(wanted).one_or_none())
        if row and row.opened < now - records.OPENED_AGAIN:
            await self._enqueue(Write(run=lambda connection: records.note_opened(connection, record, now)))
        return SharedRecord(row.id, row.person, row.data) if row else None

    async def delete_shared(self, record: str, person: str) -> bool:
        """Delete a record that a person has shared; returns whether there was one."""
        found: bool = await self._enqueue(Write(run=lambda link: records.delete_record(link, record, person)))
        return found

    async def forget_shared(self, person: str) -> None:
        """Delete all records that a person has shared."""
        await self._enqueue(Write(run=lambda connection: records.delete_records(connection, person)))

    async def expire_shared(self, before: float, uptime: float, marked_before: float) -> None:
        """Delete the records last opened before a time and marked by an uptime; mark and unmark the others."""
        await self._enqueue(Write(run=lambda link: records.expire_records(link, before, uptime, marked_before)))

    async def offer_link(self, token: str, person: Person, until: float) -> None:
        """Store a one-time link to a person: the hash of its token, and when it expires."""
        link = {"token": _fingerprint(token), "person": person.id, "until": until}
        offer = insert(LINKS).values(**link, name=person.name, shape=person.shape)
        await self._enqueue(Write(run=lambda connection: connection.execute(offer)))

    async def use_link(self, token: str, now: float) -> Person | None:
        """Delete a one-time link; returns its person, or None if it is unknown or has expired."""

        def use(connection: Connection) -> Person | None:
            used = delete(LINKS).where(LINKS.c.token == _fingerprint(token), LINKS.c.until > now).returning(LINKS)
            link = connection.execute(used).one_or_none()
            return Person(link.person, link.name, link.shape) if link else None

        found: Person | None = await self._enqueue(Write(run=use))
        return found

    async def tidy(self, now: float) -> None:
        """Delete short codes and one-time links that have expired."""

        def remove(connection: Connection) -> None:
            connection.execute(delete(CODES).where(CODES.c.until <= now))
            connection.execute(delete(LINKS).where(LINKS.c.until <= now))

        await self._enqueue(Write(run=remove))


def begin_with(engine: Engine, statement: str) -> None:
    """Begin the transactions of an engine with a statement; its driver must not begin them by itself."""

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)


def _answer(outcomes: list[Outcome]) -> None:
    """Complete writes; runs in the event loop."""
    for write, result, problem in outcomes:
        if write.done.done():
            continue
        if problem:
            write.done.set_exception(problem)
        else:
            write.done.set_result(result)


def _read_rows(table: str, rows: Sequence[Any]) -> list[Row]:
    return [Row(table, row.number, row.at, row.kind, row.seat, json.loads(row.data), row.client) for row in rows]


def _anonymised(data: dict[str, Any], person: str, replacement: str) -> dict[str, Any]:
    """The data of a row with a person's id replaced; a name in the same row is removed, also that of their guest."""
    changed = {word: _replaced(value, person, replacement) for word, value in data.items()}
    return changed | ({"name": ""} if changed != data and "name" in data else {})


def _replaced(value: Any, person: str, replacement: str) -> Any:
    if isinstance(value, list):
        return [_replaced(each, person, replacement) for each in value]
    return replacement if value == person else value


def _fingerprint(token: str) -> str:
    return sha256(token.encode()).hexdigest()
