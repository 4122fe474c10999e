"""Messages between processes over PostgreSQL: LISTEN and NOTIFY, one channel for all tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count

from psycopg import AsyncConnection, sql

from okawari.server.runtime.shared_bus import ASK_AGAIN, PATIENCE

#: PostgreSQL would deliver equal messages of a transaction once: each begins with a number and this.
_MARK = "#"
_SEND = "SELECT pg_notify(%s, text) FROM unnest(%s::text[]) AS text"


class PostgresCarrier:
    """Two connections to PostgreSQL: one that listens, and one that sends. `name` is the name of the channel."""

    def __init__(self, url: str, name: str) -> None:
        self._url, self._name = url, name
        self._incoming: AsyncConnection | None = None
        self._outgoing: AsyncConnection | None = None
        self._numbers = count()
        #: The tables for which `listening` is still to be called, and whether there are any.
        self._new: list[str] = []
        self._has_new = asyncio.Event()

    async def open(self) -> None:
        """Connect."""
        self._incoming = await self._connection()
        self._outgoing = await self._connection()
        # A note is lost in a crash anyway: it need not wait for the disk, as every commit would.
        await self._outgoing.execute("SET synchronous_commit = off")
        await self._incoming.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._name)))

    async def _connection(self) -> AsyncConnection:
        return await AsyncConnection.connect(self._url, autocommit=True, application_name="okawari bus")

    async def close(self) -> None:
        """Disconnect."""
        for connection in (self._incoming, self._outgoing):
            if connection:
                await connection.close()

    async def read(self, received: Callable[[str], None], listening: Callable[[str], None]) -> None:
        """Call `received` with each message, and `listening` with each table from which on its messages come."""
        assert self._incoming
        announcing = asyncio.create_task(self._announce(listening))
        try:
            while True:
                async for notice in self._incoming.notifies(timeout=ASK_AGAIN):
                    received(notice.payload.partition(_MARK)[2])
                # After a silence, whether the server is still there.
                async with asyncio.timeout(PATIENCE - ASK_AGAIN):
                    await self._incoming.execute("SELECT 1")
        finally:
            announcing.cancel()
            await asyncio.gather(announcing, return_exceptions=True)

    async def _announce(self, listening: Callable[[str], None]) -> None:
        """Call `listening` for all tables that were asked for: the messages of all come anyway."""
        while True:
            await self._has_new.wait()
            self._has_new.clear()
            new, self._new = self._new, []
            for table in new:
                listening(table)

    async def listen(self, tables: Sequence[str]) -> None:
        """Ask for the messages about tables."""
        self._new += tables
        self._has_new.set()

    async def ignore(self, tables: Sequence[str]) -> None:
        """Do nothing: the messages about all tables come, whatever was asked for."""

    async def send(self, messages: Sequence[tuple[str, str]]) -> None:
        """Send messages; returns when the server has them."""
        assert self._outgoing
        numbered = [f"{next(self._numbers)}{_MARK}{text}" for _, text in messages]
        await self._outgoing.execute(_SEND, (self._name, numbered))
