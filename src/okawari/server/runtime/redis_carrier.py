"""Messages between processes over Redis or Valkey: PUBLISH and SUBSCRIBE, a channel for each table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from redis.asyncio.connection import Connection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from okawari.server.runtime.shared_bus import ASK_AGAIN, PATIENCE


class RedisCarrier:
    """Two connections to Redis: one that listens, and one that sends. `name` begins the names of all channels.

    The connections are used without redis-py's client: that would connect again unnoticed, and lose messages so.
    """

    def __init__(self, url: str, name: str) -> None:
        self._incoming, self._outgoing = _connection(url), _connection(url)
        self._prefix = f"{name}:"
        #: How many questions to the server have been asked since it was last heard.
        self._unanswered = 0

    async def open(self) -> None:
        """Connect."""
        await self._incoming.connect()
        await self._outgoing.connect()

    async def close(self) -> None:
        """Disconnect."""
        await self._incoming.disconnect()
        await self._outgoing.disconnect()

    async def read(self, received: Callable[[str], None], listening: Callable[[str], None]) -> None:
        """Call `received` with each message, and `listening` with each table from which on its messages come."""
        # Reading is never interrupted: half an answer would be lost.
        asking = asyncio.create_task(self._ask())
        reading = asyncio.create_task(self._read(received, listening))
        try:
            await asyncio.wait((asking, reading), return_when=asyncio.FIRST_COMPLETED)
            for task in (asking, reading):
                if task.done():
                    task.result()
        finally:
            asking.cancel()
            reading.cancel()
            await asyncio.gather(asking, reading, return_exceptions=True)

    async def _read(self, received: Callable[[str], None], listening: Callable[[str], None]) -> None:
        while True:
            kind, channel, *rest = await self._incoming.read_response()
            self._unanswered = 0
            if kind == b"message":
                received(rest[0].decode())
            elif kind == b"subscribe":
                listening(channel.decode().removeprefix(self._prefix))

    async def _ask(self) -> None:
        """Ask the server again and again for an answer, and fail when none has come for a while.

        Counts questions and not seconds: on a busy machine an answer may be here long before it is read.
        """
        while self._unanswered * ASK_AGAIN < PATIENCE:
            await asyncio.sleep(ASK_AGAIN)
            self._unanswered += 1
            async with asyncio.timeout(PATIENCE):
                await self._incoming.send_command("PING")
        raise TimeoutError

    async def listen(self, tables: Sequence[str]) -> None:
        """Ask for the messages about tables."""
        await self._incoming.send_command("SUBSCRIBE", *(self._prefix + table for table in tables))

    async def ignore(self, tables: Sequence[str]) -> None:
        """Ask for no more messages about tables."""
        await self._incoming.send_command("UNSUBSCRIBE", *(self._prefix + table for table in tables))

    async def send(self, messages: Sequence[tuple[str, str]]) -> None:
        """Send messages, each with its table; returns when the server has them."""
        commands = [("PUBLISH", self._prefix + table, text) for table, text in messages]
        await self._outgoing.send_packed_command(self._outgoing.pack_commands(commands))
        for _ in messages:
            await self._outgoing.read_response()


def _connection(url: str) -> Any:
    """A connection that is not made yet, and is never made again by itself."""
    options: dict[str, Any] = dict(parse_url(url))
    kind = options.pop("connection_class", Connection)
    return kind(
        **options
        | {
            "protocol": 2,
            "socket_timeout": None,
            "socket_connect_timeout": PATIENCE,
            "retry": Retry(NoBackoff(), 0),
            "client_name": "okawari",
        }
    )
