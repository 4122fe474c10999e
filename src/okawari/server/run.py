"""Running the server: until it is told to stop, and then telling everybody."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from okawari.server.app import create_app
from okawari.server.settings import Settings
from okawari.server.socket import MOST_BYTES


class HouseServer(uvicorn.Server):
    """A server that says when it is ready and at which port, and goodbye before it closes the sockets."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[Any] | None = None) -> None:
        """Open the doors."""
        await super().startup(sockets)
        if self.started:
            self._ready(self.servers[0].sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        """Tell players, then close."""
        await self.config.app.state.tables.goodbye()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def server(settings: Settings, host: str, port: int, ready: Callable[[int], None] = lambda port: None) -> HouseServer:
    """A server that only has to be run."""
    config = uvicorn.Config(
        create_app(settings),
        host=host,
        port=port,
        log_level="warning",
        # Paths hold ids of tables and secrets of one-time links: they are nobody's business.
        access_log=False,
        server_header=False,
        # A message that is a little too long is refused with a reason; one that is far too long closes the socket.
        ws_max_size=8 * MOST_BYTES,
        # Compressing would cost more memory for each socket than a whole table does.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )
    return HouseServer(config, ready)


def network_address() -> str | None:
    """The address of this machine for others on the same network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only says from where it would be.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
