"""A line between a browser and a server: counts what goes over it, and can be as slow as that of a phone.

What a browser itself counts and slows down is a page's own requests, not those of its workers.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

CHUNK = 4096
#: The end of the first line of a request.
ASKED = b" HTTP/1.1\r\n"


class Line:
    """Passes connections on to a port of this machine.

    `bits` is how many go down the line in a second, all connections together, and `latency` the seconds of a round
    trip; a new connection takes one. Without them the line is as fast as it can be.
    """

    def __init__(self, port: int, bits: float | None = None, latency: float = 0) -> None:
        self.requests = self.size = 0
        self._port = port
        self._bits = bits
        self._latency = latency
        self._free = 0.0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        listening = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        self.url = f"http://127.0.0.1:{listening}"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self) -> int:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _close(self) -> None:
        """Refuse new connections, and end those that there are."""
        self._server.close()
        connections = asyncio.all_tasks() - {asyncio.current_task()}
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
        await asyncio.sleep(0)  # In which the transports are closed.

    async def _connect(self, browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        # The streams of asyncio take a connection that is cancelled for a fault.
        with suppress(asyncio.CancelledError):
            await self._carry(browser, to_browser)

    async def _carry(self, browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self._latency)
        server, to_server = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pass(browser, to_server, up=True))
                both.create_task(self._pass(server, to_browser, up=False))
        except* ConnectionError:
            pass
        finally:
            for end in (to_server, to_browser):
                end.transport.abort()

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, up: bool) -> None:
        due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._send(due, target))
            while chunk := await source.read(CHUNK):
                if up:
                    self.requests += chunk.count(ASKED)
                else:
                    self.size += len(chunk)
                due.put_nowait((self._arrival(len(chunk), up=up), chunk))
            due.put_nowait((0, b""))

    async def _send(self, due: asyncio.Queue[tuple[float, bytes]], target: asyncio.StreamWriter) -> None:
        while True:
            at, chunk = await due.get()
            if not chunk:
                break
            await asyncio.sleep(at - self._loop.time())
            target.write(chunk)
            await target.drain()
        target.close()

    def _arrival(self, size: int, *, up: bool) -> float:
        """When so many bytes have come to the end of the line. All that goes down shares its speed."""
        now = self._loop.time()
        if not up and self._bits:
            self._free = max(now, self._free) + 8 * size / self._bits
            now = self._free
        return now + self._latency / 2
