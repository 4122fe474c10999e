"""Accepting connections: a loop of our own in the place of asyncio's server.

asyncio's server accepts whatever comes, and when descriptors run out it logs every attempt to accept as an error, as
fast as it can.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from okawari.server.security.connections import Connections
from okawari.server.security.limits import FRAMES, Bucket

BACKLOG = 2_048
#: Seconds between two looks for connections that took too long.
SWEEP = 1.0
#: Seconds to wait for somebody to leave when no descriptor is left.
FULL_PAUSE = 0.2

_FULL = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_log = logging.getLogger("okawari.server")


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen at every address of a host; with port 0, all at the same free one."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    for family, address in dict.fromkeys((family, address[:2]) for family, _, _, _, address in found):
        wanted = (address[0], sockets[0].getsockname()[1] if sockets else port)
        try:
            sockets.append(socket.create_server(wanted, family=family, backlog=BACKLOG))
        except OSError:
            if not sockets:
                raise
    for each in sockets:
        each.setblocking(False)
    return sockets


class Acceptor:
    """Accepts connections as long as there is room for them. uvicorn takes it for a server of asyncio's."""

    def __init__(
        self, sockets: list[socket.socket], connections: Connections, protocol: Callable[[], asyncio.BaseProtocol]
    ) -> None:
        self.sockets = sockets
        self._connections = connections
        self._protocol = protocol
        #: Given up for a moment when no other descriptor is left, to accept a connection and close it.
        self._spare = os.open(os.devnull, os.O_RDONLY)
        self._tasks = [asyncio.create_task(self._accept(each)) for each in sockets]
        self._tasks.append(asyncio.create_task(self._sweep()))

    def close(self) -> None:
        """Accept no more connections."""
        for task in self._tasks:
            task.cancel()
        for each in self.sockets:
            each.close()
        os.close(self._spare)

    async def wait_closed(self) -> None:
        """Wait until nothing is accepted any more."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                client, peer = await loop.sock_accept(listening)
            except OSError as problem:
                await self._wait_for_room(listening, problem)
                continue
            if self._connections.open(peer) is None:
                _refuse(client)
                # Accepting does not give way to others as long as connections wait.
                await asyncio.sleep(0)
                continue
            try:
                await loop.connect_accepted_socket(self._protocol, client)
            except OSError:
                self._connections.closed(peer)
                client.close()

    async def _wait_for_room(self, listening: socket.socket, problem: OSError) -> None:
        """Nothing could be accepted: the client has gone meanwhile, or no descriptor is left."""
        if problem.errno not in _FULL:
            await asyncio.sleep(0)
            return
        _log.error("No descriptor is left for new connections: raise the limit of open files.")
        os.close(self._spare)
        with contextlib.suppress(OSError):
            listening.accept()[0].close()
        self._spare = os.open(os.devnull, os.O_RDONLY)
        await asyncio.sleep(FULL_PAUSE)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self._connections.sweep()


def _refuse(client: socket.socket) -> None:
    """Say that there is no room, if that can be said at once, and close."""
    with contextlib.suppress(OSError):
        client.send(_NO_ROOM)
    client.close()


def protocols(connections: Connections) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """The protocols of HTTP and of sockets, which say when a connection is made and lost."""

    class Http(H11Protocol):
        """HTTP."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """Note how the connection can be closed."""
            super().connection_made(transport)
            if connection := connections.of(self.client):
                connection.transport = transport

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget the connection."""
            super().connection_lost(exc)
            connections.closed(self.client)

        def send_400_response(self, msg: str) -> None:
            """Answer what is no HTTP, with the headers of every answer."""
            headers = [*self.server_state.default_headers, (b"content-type", b"text/plain"), (b"connection", b"close")]
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=msg.encode("ascii")),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
            self.transport.close()

    class Socket(WebSocketsSansIOProtocol):
        """A websocket. Frames that never reach the application are counted here."""

        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            self._frames = Bucket(FRAMES)

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget the connection."""
            super().connection_lost(exc)
            connections.closed(self.client)

        def handle_ping(self) -> None:
            """Answer a ping, unless there are too many."""
            if self._frames.take():
                super().handle_ping()
            else:
                self.transport.abort()

        def handle_cont(self, event: Any) -> None:
            """Add a part to a message, unless there are too many."""
            if self._frames.take():
                super().handle_cont(event)
            else:
                self.transport.abort()

    return Http, Socket
