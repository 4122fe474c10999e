"""Questions and answers between a supervisor and a worker, as lines of JSON over a pair of sockets."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import socket
from collections.abc import Awaitable, Callable
from typing import Any

#: The most bytes of a line.
MOST_BYTES = 4 << 20
#: Answers a question: takes its name and its value, both of which JSON can hold, and gives such a value.
Answer = Callable[[str, Any], Awaitable[Any]]


class Channel:
    """One end of a channel; both ends can ask."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: Answer) -> None:
        self._reader = reader
        self._writer = writer
        self._answer = answer
        self._ids = itertools.count()
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def over(cls, end: socket.socket, answer: Answer) -> Channel:
        """A channel over one of two connected sockets."""
        return cls(*await asyncio.open_connection(sock=end, limit=MOST_BYTES), answer)

    async def ask(self, question: str, value: Any = None) -> Any:
        """The answer of the other end; raises `ConnectionError` if it is gone."""
        number = next(self._ids)
        answered = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            self._write([number, question, value])
            return await answered
        finally:
            del self._asked[number]

    def _write(self, message: list[Any]) -> None:
        if self._writer.is_closing():
            raise ConnectionResetError("the other process is gone")
        self._writer.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    async def run(self) -> None:
        """Answer questions until the other end is gone."""
        try:
            with contextlib.suppress(ConnectionError):
                while line := await self._reader.readline():
                    self._take(*json.loads(line))
        finally:
            self._writer.close()
            for answered in self._asked.values():
                if not answered.done():
                    answered.set_exception(ConnectionResetError("the other process is gone"))

    def _take(self, number: int, question: str | None, value: Any) -> None:
        """Take a question, or without the name of one an answer."""
        if question is not None:
            task = asyncio.create_task(self._reply(number, question, value))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif (answered := self._asked.get(number)) and not answered.done():
            answered.set_result(value)

    async def _reply(self, number: int, question: str, value: Any) -> None:
        with contextlib.suppress(ConnectionError):
            self._write([number, None, await self._answer(question, value)])
