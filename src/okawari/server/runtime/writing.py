"""Writing into the logs of tables: a request is decided on the table, stored, and only then applied to it.

The requests at a table wait in a queue. Choices of several seats in one turn that wait together are stored together.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from okawari.game import OkawariError
from okawari.server.play.errors import Refusal
from okawari.server.play.log import Entry, Row, numbered
from okawari.server.play.results import results_of
from okawari.server.play.table import Table
from okawari.server.play.types import Summary
from okawari.server.runtime.bus import Bus, Note
from okawari.server.runtime.clock import SteadyClock
from okawari.server.runtime.live import LiveTable
from okawari.server.runtime.metrics import Metrics
from okawari.server.runtime.retry import until_done
from okawari.server.storage.store import Conflict, Fence, LeaseLost, Store, Unavailable

#: How often a write is tried when another process has written into the same log first.
TRIES = 5
#: The number of tables that are written at once from which on the server is busy.
MANY = 8
#: Seconds for which the summary in the database may have an older time of the last change than the log.
STORED_FOR = 60.0
_log = logging.getLogger("okawari.server")

Decision = Callable[[Table], list[Entry]]
#: A short code, and when it expires.
Code = tuple[str, float]


@dataclass(eq=False)
class WriteRequest:
    """A request to write the entries that `decide` returns for the table."""

    decide: Decision
    #: Called once: with None when the entries are stored and applied, or with the exception if they are not.
    done: Callable[[BaseException | None], None]
    #: Identifies the request: if it is in the log already, nothing is written again.
    client: str | None = None
    by: str = "person"
    code: Code | None = None
    #: Of the lease without which nothing is written; None if any process may write.
    fence: Fence | None = None
    tries: int = 0
    #: Whether the log was read again since the request would have been refused.
    reread: bool = False


#: Requests that are stored together, each with its entries.
Batch = list[tuple[WriteRequest, list[Entry]]]


class LogWriter:
    """Writes the requests of all tables, and publishes a note about what was written on the bus."""

    def __init__(self, store: Store, clock: SteadyClock, metrics: Metrics, bus: Bus) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._bus = bus
        #: The number of tables whose requests are being written.
        self._writing = 0
        #: Tables whose logs may have more rows than is known, each with the task that reads them.
        self._unsure: dict[LiveTable, asyncio.Task[None]] = {}

    @property
    def is_busy(self) -> bool:
        """Whether many tables are being written: then news of a choice wait, since more choices may come."""
        return self._writing > MANY

    def submit(self, live: LiveTable, request: WriteRequest) -> None:
        """Write a request after those that wait already."""
        live.requests.append(request)
        if live.writing is None:
            live.writing = asyncio.create_task(self._write_all(live))

    def close(self) -> None:
        """Stop reading logs that may have more rows than is known."""
        for task in self._unsure.values():
            task.cancel()

    async def catch_up(self, live: LiveTable) -> list[Row]:
        """Apply the log rows that are not known yet, and return them; or note that the table was deleted.

        The caller holds the lock of the table.
        """
        # From the last row that is known: without it, the table was deleted.
        found = await self._store.read(live.id, live.table.rows - 1)
        # A note may have told of the deletion while rows were read that were there before it.
        live.deleted, rows = live.deleted or not found, found[1:]
        live.apply(rows)
        live.stored = live.table.summary
        return rows

    def _catch_up_later(self, live: LiveTable) -> None:
        """Catch up as soon as the database answers: what could not be written may be in the log all the same."""

        async def catch_up() -> None:
            async with live.lock:
                rows = await self.catch_up(live)
            if rows:
                await self._tell(live, rows)

        if live not in self._unsure:
            self._unsure[live] = asyncio.create_task(until_done(catch_up))
            self._unsure[live].add_done_callback(lambda _: self._unsure.pop(live))

    async def _write_all(self, live: LiveTable) -> None:
        self._writing += 1
        try:
            while live.requests:
                async with live.lock:
                    rows = await self._write_next(live)
                if rows:
                    await self._tell(live, rows)
        finally:
            self._writing -= 1
            live.writing = None

    async def _write_next(self, live: LiveTable) -> list[Row]:
        """Write the next requests that can be stored together; returns the rows that are new."""
        batch = self._next_batch(live)
        if live.requests and not batch:
            return await self._reread(live, live.requests[0])
        return await self._write_batch(live, batch)

    async def _reread(self, live: LiveTable, request: WriteRequest) -> list[Row]:
        """Read the log before the next request is refused: what another process wrote may make it right."""
        request.reread = True
        try:
            return await self.catch_up(live)
        except Exception as problem:
            live.requests.popleft()
            self._finish(request, problem)
            return []

    async def _tell(self, live: LiveTable, rows: list[Row]) -> None:
        """Publish a note about rows; an error is only logged, since the rows are stored and the next ones wait."""
        try:
            note = _note_on(live.table, rows)
            if self._bus.shared:
                note["rows"] = [row.to_list() for row in rows]
            await self._bus.publish(live.id, note)
        except Exception as problem:
            _log.error("A table could not be told of what was written.", exc_info=problem)

    def _next_batch(self, live: LiveTable) -> Batch:
        """Take the next request from the queue, with those after it that can be stored together with it.

        One for which the log is to be read again stays there.
        """
        batch: Batch = []
        while live.requests and _is_open(batch, live.table):
            entries = self._decided(live, live.requests[0])
            if entries is None or (batch and entries and not _fits(batch, entries)):
                break
            request = live.requests.popleft()
            if entries:
                batch.append((request, entries))
        return batch

    def _decided(self, live: LiveTable, request: WriteRequest) -> list[Entry] | None:
        """The entries of a request; none if it is done with that, and None if the log is to be read again first."""
        try:
            if live.deleted:
                raise Refusal("unknown-table", 404)
            known = request.client is not None and request.client in live.table.done
            entries = [] if known else request.decide(live.table)
        except Exception as problem:
            if self._bus.shared and not request.reread and isinstance(problem, Refusal | OkawariError):
                return None
            self._finish(request, problem)
            return []
        if not entries:
            self._finish(request, None)
        return entries

    async def _write_batch(self, live: LiveTable, batch: Batch) -> list[Row]:
        """Store a batch, apply it, and finish its requests; returns the rows that are new."""
        try:
            rows = await self._store_batch(live, batch) if batch else []
        except Conflict:
            return await self._try_again(live, batch)
        except LeaseLost as problem:
            self._refuse_leader(live, batch, problem)
            return []
        except Exception as problem:
            self._fail(batch, problem)
            if isinstance(problem, Unavailable):
                self._catch_up_later(live)
            return []
        for request, entries in batch:
            self._metrics.choices.labels(request.by).inc(sum(entry.kind == "choose" for entry in entries))
            self._finish(request, None)
        return rows

    async def _store_batch(self, live: LiveTable, batch: Batch) -> list[Row]:
        """Store the entries of a batch as rows, then apply them; returns them."""
        now, rows = self._clock.now(), list[Row]()
        for request, entries in batch:
            rows += numbered(entries, live.id, live.table.rows + len(rows), now, request.client)
        summary = live.table.summary_after(rows, live.stored)
        if summary is not live.stored or now - summary.updated > STORED_FOR:
            summary = replace(summary, updated=now)
        ends = summary.phase == "over" != live.stored.phase
        # Stored with the rows that end the game: no crash can lose a result or count it twice.
        results = results_of(live.table.after(rows)) if ends else ()
        fence = max((request.fence for request, _ in batch if request.fence), default=None)
        await self._store.append(rows, _change_of(summary, live.stored), batch[0][0].code, results, fence)
        live.apply(rows)
        live.stored = summary
        return rows

    async def _try_again(self, live: LiveTable, batch: Batch) -> list[Row]:
        """After another process has written first: put the requests back into the queue, unless that was too often.

        Returns the rows that were written. They may be those of a request that seemed to have failed, of which nobody
        at the table was told.
        """
        try:
            rows = await self.catch_up(live)
        except Exception as problem:
            self._fail(batch, problem)
            return []
        for request, _ in reversed(batch):
            request.tries += 1
            if request.tries < TRIES:
                live.requests.appendleft(request)
            else:
                self._finish(request, Refusal("busy", 503))
        return rows

    def _refuse_leader(self, live: LiveTable, batch: Batch, problem: LeaseLost) -> None:
        """Refuse what only the leader of the table may write, and put the other requests back into the queue."""
        for request, _ in reversed(batch):
            if request.fence:
                self._finish(request, problem)
            else:
                live.requests.appendleft(request)

    def _fail(self, batch: Batch, problem: BaseException) -> None:
        for request, _ in batch:
            self._finish(request, problem)

    def _finish(self, request: WriteRequest, problem: BaseException | None) -> None:
        try:
            request.done(problem)
        except Exception as fault:
            _log.error("The answer to a request failed.", exc_info=fault)


def _is_open(batch: Batch, table: Table) -> bool:
    """Whether more can be stored together with a batch: it has only choices, and the turn waits for others."""
    return not batch or (_are_choices(batch[0][1]) and not _seats(batch).issuperset(table.to_move))


def _fits(batch: Batch, entries: list[Entry]) -> bool:
    """Whether entries can be stored together with a batch of choices: they are choices of other seats."""
    return _are_choices(entries) and _seats(batch).isdisjoint(entry.seat for entry in entries)


def _seats(batch: Batch) -> set[int | None]:
    return {entry.seat for _, entries in batch for entry in entries}


def _are_choices(entries: list[Entry]) -> bool:
    return all(entry.kind == "choose" for entry in entries)


def _change_of(summary: Summary, stored: Summary) -> Summary | None:
    """What has to be stored of a summary; None if it is the stored one."""
    if summary is stored:
        return None
    return replace(summary, people=None) if summary.people == stored.people else summary


def _note_on(table: Table, rows: list[Row]) -> Note:
    """The note about new log rows; `quiet` if they are only choices in a turn that waits for more."""
    quiet = all(row.kind == "choose" for row in rows) and bool(table.pending)
    return {"what": "rows", "number": table.rows, "quiet": quiet}
