"""Reading what other processes have written into the logs of tables that are in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any

from okawari.server.play.log import Row
from okawari.server.play.table import Table
from okawari.server.runtime.live import LiveTable
from okawari.server.runtime.retry import until_done
from okawari.server.runtime.writing import LogWriter
from okawari.server.storage.store import Store


class LogReader:
    """Brings tables up to date with their logs.

    `start` runs a coroutine in the background; `done` is called with a table when rows were read in the background.
    """

    def __init__(
        self,
        store: Store,
        writer: LogWriter,
        start: Callable[[Coroutine[Any, Any, None]], None],
        done: Callable[[LiveTable], Coroutine[Any, Any, None]],
    ) -> None:
        self._store = store
        self._writer = writer
        self._start = start
        self._done = done

    def note(self, live: LiveTable, number: int) -> None:
        """Note that a log has a row; if nobody is connected here, it is read only when the table is used."""
        live.news = max(live.news, number)
        if live.sockets:
            self.read(live, number)

    def apply(self, live: LiveTable, rows: list[Row]) -> bool:
        """Apply rows that another process has written, if nothing is missing before them and none are being written.

        Returns whether that was so; otherwise they are to be read from the log.
        """
        follow = bool(rows) and rows[0].number == live.table.rows + 1
        if not follow or live.is_behind or live.reading or live.deleted or live.lock.locked():
            return False
        live.apply(rows)
        live.stored = live.table.summary
        return True

    def read(self, live: LiveTable, number: int) -> None:
        """Read a log up to a row, in the background."""
        live.news = max(live.news, number)
        if not live.reading:
            live.reading = True
            self._start(self._read_all(live))

    async def _read_all(self, live: LiveTable) -> None:
        try:
            while live.is_behind and not live.deleted:
                await until_done(partial(self.catch_up, live))
        finally:
            live.reading = False
        await self._done(live)

    async def catch_up(self, live: LiveTable) -> None:
        """Read the rows that were noted until now."""
        async with live.lock:
            number, live.news = live.news, 0
            try:
                if not live.deleted:
                    await self._writer.catch_up(live)
            except BaseException:
                live.news = max(live.news, number)
                raise

    async def reload(self, live: LiveTable) -> None:
        """Read a whole log, because rows in it may have changed."""
        async with live.lock:
            await self.read_again(live)
        await self._done(live)

    async def read_again(self, live: LiveTable) -> None:
        """Read a whole log; the caller holds the lock of the table."""
        rows = await self._store.read(live.id)
        live.deleted = live.deleted or not rows
        if not live.deleted:
            live.replace(await asyncio.to_thread(Table.from_log, rows))
            live.stored = live.table.summary

    async def look(self, tables: Iterable[LiveTable]) -> None:
        """Note the rows of logs of which nobody has told, and that logs were deleted."""
        looked_at = tuple(tables)
        found = await self._store.last_rows([live.id for live in looked_at])
        for live in looked_at:
            if live.deleted:
                # A write has found that out.
                self._start(self._done(live))
            elif found.get(live.id, 0) != live.table.rows:
                self.note(live, live.table.rows + 1)
