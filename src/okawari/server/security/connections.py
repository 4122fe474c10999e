"""The TCP connections of the server: how many a network may have, how long they may be idle, and which are closed.

Every connection belongs to a network (an IPv4 address, or a /64 of IPv6) and is one of two kinds: *seated*, the
websocket of a player, or any other. Both kinds are limited for each network and in total, so that one network cannot
take all file descriptors. When a network has too many, its oldest idle connection is closed for each new one. The
connections of a trusted proxy count in total only, and its websockets for the network that the proxy names.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

try:
    import resource
except ImportError:  # Windows has no such limits.
    resource = None  # type: ignore[assignment]

#: Seconds in which the headers of a request must arrive, after the connection was opened or the last response sent.
HEADERS = 10.0
#: File descriptors that are not for connections: the database, the listening sockets, files of the page.
RESERVED = 96
#: The limit of descriptors that is requested, and the one assumed where the system has no such limit.
WANTED, ASSUMED = 65_536, 4_096
Peer = tuple[str, int]

#: The close code of a websocket that exceeds the limit.
TOO_MANY = 4429


def network_of(address: str) -> str:
    """The network of an address: an IPv4 address itself, or the /64 of an IPv6 address.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8:1:2:3::4")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"


@dataclass(frozen=True)
class ConnectionLimits:
    """The most connections: in total, of those that are not seated, and of each kind for one network."""

    total: int
    others: int
    others_of_network: int
    seated_of_network: int

    @classmethod
    def for_descriptors(cls, descriptors: int) -> ConnectionLimits:
        """Limits for a number of descriptors: a quarter is reserved for players, and no network can have all."""
        total = max(16, descriptors - RESERVED)
        return cls(total, total * 3 // 4, min(512, total // 4), min(2_000, total // 2))


def raise_descriptor_limit() -> int:
    """Raise the limit of file descriptors of this process as far as is useful and allowed; returns the limit."""
    if resource is None:
        return ASSUMED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return int(WANTED if soft == resource.RLIM_INFINITY else soft)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


async def _no_application(scope: Any, receive: Any, send: Any) -> None:
    """A dummy application: only the trusted hosts of uvicorn's middleware are used."""


class Connection:
    """A TCP connection. `network` is None for a connection of a trusted proxy, until the proxy names the network."""

    def __init__(self, peer: Peer, network: str | None) -> None:
        self.peer = peer
        self.network = network
        self.transport: asyncio.WriteTransport | None = None
        #: Whether it is the websocket of a player.
        self.seated = False
        #: The number of requests being answered and websockets open on it.
        self.active = 0
        self.idle_since = time.monotonic()

    def close(self) -> None:
        """Close the connection at once, without waiting for data."""
        if self.transport:
            self.transport.abort()


class Connections:
    """All TCP connections of the server, counted and limited."""

    def __init__(self, limits: ConnectionLimits, proxies: str, limited: bool = True) -> None:
        self.limits = limits
        self.proxies = proxies
        self._trusted = ProxyHeadersMiddleware(_no_application, proxies).trusted_hosts
        self._limited = limited
        self._all: dict[Peer, Connection] = {}
        #: The connections by network and by whether they are seated, the oldest first.
        self._groups: dict[tuple[str | None, bool], dict[Connection, None]] = {}
        self._others = 0

    def __len__(self) -> int:
        return len(self._all)

    # Opening

    def open(self, peer: tuple[Any, ...]) -> Connection | None:
        """Count a new connection, after closing an idle one if need be; None if the limits do not allow it."""
        network = None if peer[0] in self._trusted else network_of(peer[0])
        if not (self._room_for_other(network) and self._room_in_all(network)):
            return None
        connection = Connection((peer[0], peer[1]), network)
        self._all[connection.peer] = connection
        self._add(connection)
        return connection

    def _room_for_other(self, network: str | None) -> bool:
        """Whether a network may have another connection that is not seated."""
        if network is None or not self._limited:
            return True
        return self._make_room(network, lambda: self._count(network, False) < self.limits.others_of_network)

    def _room_in_all(self, network: str | None) -> bool:
        if self._is_room():
            return True
        others = [group for group in self._groups if not group[1]]
        greediest = max(others, key=lambda group: len(self._groups[group]), default=(network, False))
        return self._make_room(greediest[0], self._is_room)

    def _is_room(self) -> bool:
        return len(self._all) < self.limits.total and self._others < self.limits.others

    def _make_room(self, network: str | None, enough: Callable[[], bool]) -> bool:
        """Close idle connections of a network, the oldest first, until `enough` is true; returns whether it is."""
        for connection in () if enough() else tuple(self._groups.get((network, False), ())):
            if not connection.active:
                connection.close()
                self.closed(connection.peer)
                if enough():
                    break
        return enough()

    # While they are open

    def of(self, peer: Any) -> Connection | None:
        """The connection from an address and port; None if there is none."""
        return self._all.get((peer[0], peer[1])) if peer else None

    def name_network(self, connection: Connection, address: str) -> bool:
        """Count a proxy's websocket for the network that the proxy names; returns whether that network may have it."""
        if connection.network is not None:
            return True
        network = network_of(address)
        if not self._room_for_other(network):
            return False
        self._move(connection, network, connection.seated)
        return True

    def seat(self, connection: Connection, seated: bool) -> None:
        """Count a websocket as seated, unless its network has too many of these; or as not seated."""
        full = self._limited and self._count(connection.network, True) >= self.limits.seated_of_network
        if connection.seated != seated and not (seated and full):
            self._move(connection, connection.network, seated)

    def _move(self, connection: Connection, network: str | None, seated: bool) -> None:
        if connection.peer in self._all:
            self._remove(connection)
            connection.network, connection.seated = network, seated
            self._add(connection)

    # Closing

    def sweep(self) -> None:
        """Close the connections that have been idle for too long."""
        before = time.monotonic() - HEADERS
        for connection in tuple(self._all.values()):
            if not connection.active and connection.idle_since < before:
                connection.close()

    def closed(self, peer: Any) -> None:
        """Forget a connection that is closed; a second call does nothing."""
        if peer and (connection := self._all.pop((peer[0], peer[1]), None)):
            self._remove(connection)

    def _add(self, connection: Connection) -> None:
        self._groups.setdefault((connection.network, connection.seated), {})[connection] = None
        self._others += not connection.seated

    def _remove(self, connection: Connection) -> None:
        group = (connection.network, connection.seated)
        del self._groups[group][connection]
        if not self._groups[group]:
            del self._groups[group]
        self._others -= not connection.seated

    def _count(self, network: str | None, seated: bool) -> int:
        return len(self._groups.get((network, seated), ()))


class ConnectionMiddleware:
    """Counts the requests of each connection, and refuses websockets of networks that have too many.

    It applies the headers of trusted proxies: the application gets the client's address in the scope, and the
    `Connection` in the scope's state.
    """

    def __init__(self, app: ASGIApp, connections: Connections) -> None:
        self._app = app
        self._connections = connections
        self._behind_proxy = ProxyHeadersMiddleware(self._admit, connections.proxies)  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or websocket to the application, or refuse it."""
        connection = self._connections.of(scope.get("client"))
        if connection is None:
            await self._behind_proxy(scope, receive, send)  # type: ignore[arg-type]
            return
        scope.setdefault("state", {})["connection"] = connection
        connection.active += 1
        try:
            await self._behind_proxy(scope, receive, send)  # type: ignore[arg-type]
        finally:
            connection.active -= 1
            connection.idle_since = time.monotonic()

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._is_allowed(scope):
            await self._app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": TOO_MANY})

    def _is_allowed(self, scope: Scope) -> bool:
        connection = scope.get("state", {}).get("connection")
        if scope["type"] != "websocket" or connection is None or not scope["client"]:
            return True
        return self._connections.name_network(connection, scope["client"][0])
