"""The server process: startup, shutdown, and the address in the local network."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable, Sequence
from typing import Any

import uvicorn
from fastapi import FastAPI

from okawari.server.app import create_app, create_thinker
from okawari.server.http.middleware import security_headers
from okawari.server.security.accepting import Acceptor, Passing, http_protocol, listen
from okawari.server.security.connections import raise_descriptor_limit
from okawari.server.settings import Settings
from okawari.server.storage.store import Role, StoreProblem
from okawari.server.wire.connection import MOST_BYTES
from okawari.server.wire.protocol import websocket_protocol

#: Seconds for which a thread of Python may run while another one waits. With Python's own 0.005 the thread that writes
#: waits as long for the event loop after each answer of PostgreSQL, several times a commit.
SWITCH_INTERVAL = 0.0005


class CannotListen(Exception):
    """The server cannot listen: the address is in use, or not one of this machine."""


class OkawariServer(uvicorn.Server):
    """A uvicorn server that calls `ready` with its port, and sends `bye` to all sockets before it closes them.

    It accepts connections at the listening sockets, if there are any, else at the address in its configuration, and
    passes some on to other processes.
    """

    def __init__(
        self,
        app: FastAPI,
        config: uvicorn.Config,
        ready: Callable[[int], None],
        listening: Sequence[socket.socket] = (),
        passing: Passing | None = None,
    ) -> None:
        super().__init__(config)
        self.app = app
        self._ready = ready
        self._listening = [*listening]
        self._passing = passing

    async def startup(self, sockets: list[Any] | None = None) -> None:
        """Open the database, start the application, then accept connections."""
        # Here rather than in the application, so that `StoreProblem` reaches the command, which prints one sentence.
        await self.app.state.tables.store.open()
        try:
            await self.app.state.tables.leadership.join()
        except StoreProblem:
            await self.app.state.tables.store.close()
            raise
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(1)
        try:
            listening = self._listening or listen(self.config.host, self.config.port)
        except OSError as problem:
            await self.lifespan.shutdown()
            raise CannotListen(problem) from problem
        acceptor: Any = Acceptor(listening, self.app.state.connections, self._protocol, self._passing)
        self.servers = [acceptor]
        self.started = True
        self._ready(listening[0].getsockname()[1])

    def _protocol(self, early: bytes) -> asyncio.BaseProtocol:
        kind: Any = self.config.http_protocol_class
        protocol = kind(self.config, self.server_state, self.lifespan.state)
        protocol.early = early
        made: asyncio.BaseProtocol = protocol
        return made

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        """Send `bye` to all sockets, then close."""
        await self.app.state.tables.goodbye()
        await super().shutdown(sockets)


def server(
    settings: Settings,
    host: str,
    port: int,
    ready: Callable[[int], None] = lambda port: None,
    listening: Sequence[socket.socket] = (),
    role: Role = "serve",
    passing: Passing | None = None,
) -> OkawariServer:
    """A server with these settings, to be started with `run`; with listening sockets these replace its address.

    It changes the process: the limit of open files, and how often threads take turns.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    create = create_app if role == "serve" else create_thinker
    app = create(settings, raise_descriptor_limit() - (passing.descriptors if passing else 0))
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=http_protocol(app.state.connections, passing),
        ws=websocket_protocol(app.state.connections),
        # ConnectionMiddleware reads the headers of proxies.
        proxy_headers=False,
        headers=list(security_headers(settings).items()),
        log_level="warning",
        # Paths hold ids of tables and secrets of one-time links.
        access_log=False,
        server_header=False,
        # A longer message closes the socket; one that is only longer than MOST_BYTES is refused with a reason.
        ws_max_size=8 * MOST_BYTES,
        # Compression would need more memory for each socket than a whole table.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )
    return OkawariServer(app, config, ready, listening, passing)


def network_address() -> str | None:
    """The address of this machine for others on the same network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only chooses the address to send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
