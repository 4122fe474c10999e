"""Accepting TCP connections: a loop that replaces asyncio's server.

asyncio's server has no limit of connections, and when file descriptors run out it logs every failed attempt to accept,
in a busy loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
from collections.abc import Callable
from typing import Any, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from okawari.server.security.connections import Connections

BACKLOG = 2_048
#: Seconds between two searches for connections that exceeded their time.
SWEEP = 1.0
#: Seconds to wait before accepting again when no descriptor is left.
FULL_PAUSE = 0.2

_FULL = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_log = logging.getLogger("okawari.server")


def listen(host: str, port: int) -> list[socket.socket]:
    """Listening sockets for every address of a host; with port 0, all on the same free port."""
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


async def accept(listening: socket.socket) -> tuple[socket.socket, Any]:
    """Accept the next connection: its socket, and the address of the other side."""
    return await asyncio.get_running_loop().sock_accept(listening)


class Passing(Protocol):
    """What passes connections on to other processes at the same address, and takes theirs."""

    #: The number of descriptors that it takes for itself.
    descriptors: int

    def pass_on(self, connection: int, data: bytes) -> bool:
        """Pass a connection on, by its descriptor, if another process is to answer the request that begins so."""

    async def take(self) -> tuple[socket.socket, bytes]:
        """The next connection that was passed on, and what was read from it."""

    def close(self) -> None:
        """Pass nothing on any more, and close what was not taken."""


class Acceptor:
    """Accepts connections within the limits. It has the interface of asyncio's server that uvicorn uses.

    `protocol` makes the protocol of a connection from which some data have been read.
    """

    def __init__(
        self,
        sockets: list[socket.socket],
        connections: Connections,
        protocol: Callable[[bytes], asyncio.BaseProtocol],
        passing: Passing | None = None,
    ) -> None:
        self.sockets = sockets
        self._connections = connections
        self._protocol = protocol
        self._passing = passing
        #: A spare descriptor: freed for a moment when no other is left, to accept a connection and close it.
        self._spare = os.open(os.devnull, os.O_RDONLY)
        self._tasks = [asyncio.create_task(self._accept(each)) for each in sockets]
        self._tasks.append(asyncio.create_task(self._sweep()))
        if passing:
            self._tasks.append(asyncio.create_task(self._take(passing)))

    def close(self) -> None:
        """Stop accepting connections, and close the listening sockets."""
        for task in self._tasks:
            task.cancel()
        for each in self.sockets:
            each.close()
        os.close(self._spare)

    async def wait_closed(self) -> None:
        """Wait until the accepting tasks have ended."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._passing:
            self._passing.close()

    async def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                client, peer = await accept(listening)
            except OSError as problem:
                await self._wait_for_room(listening, problem)
                continue
            await self._serve(client, peer)

    async def _take(self, passing: Passing) -> None:
        """Serve the connections that other processes pass on."""
        while True:
            client, data = await passing.take()
            try:
                peer = client.getpeername()
            except OSError:
                # The client has disconnected meanwhile.
                client.close()
                continue
            await self._serve(client, peer, data)

    async def _serve(self, client: socket.socket, peer: Any, data: bytes = b"") -> None:
        """Serve a connection from which some data have been read, or refuse it."""
        if self._connections.open(peer) is None:
            _refuse(client)
            # sock_accept does not yield to other tasks as long as connections wait.
            await asyncio.sleep(0)
            return
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: self._protocol(data), client)
        except OSError:
            self._connections.closed(peer)
            client.close()

    async def _wait_for_room(self, listening: socket.socket, problem: OSError) -> None:
        """Handle a failed accept: go on if the client disconnected; wait if no descriptor is left."""
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
    """Send status 503 if that does not block, and close."""
    with contextlib.suppress(OSError):
        client.send(_NO_ROOM)
    client.close()


def http_protocol(connections: Connections, passing: Passing | None = None) -> type[H11Protocol]:
    """The class of the HTTP protocol, which reports opened and closed connections, and passes some on."""

    class Http(H11Protocol):
        """The HTTP protocol of uvicorn, with connections counted."""

        #: What was read from the connection before it was passed on to this process.
        early = b""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """Remember the transport, so that the connection can be closed."""
            super().connection_made(transport)
            if connection := connections.of(self.client):
                connection.transport = transport
            if self.early:
                super().data_received(self.early)

        def data_received(self, data: bytes) -> None:
            """Pass the connection on, if another process is to answer the request that begins here, or read on."""
            if passing and self._is_between_requests and passing.pass_on(_descriptor(self.transport), data):
                # That closes the descriptor of this process, and not the connection.
                self.transport.abort()
            else:
                super().data_received(data)

        @property
        def _is_between_requests(self) -> bool:
            return self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]

        def connection_lost(self, exc: Exception | None) -> None:
            """Count the connection as closed."""
            super().connection_lost(exc)
            connections.closed(self.client)

        def send_400_response(self, msg: str) -> None:
            """Answer input that is not HTTP with status 400 and the headers of every response."""
            headers = [*self.server_state.default_headers, (b"content-type", b"text/plain"), (b"connection", b"close")]
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=msg.encode("ascii")),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
            self.transport.close()

    return Http


def _descriptor(transport: asyncio.Transport) -> int:
    """The file descriptor of a connection."""
    descriptor: int = transport.get_extra_info("socket").fileno()
    return descriptor
