"""A table in memory: its state, the sockets that are connected to it, and what bots are computing for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from okawari.game import View
from okawari.server.play.person import Account
from okawari.server.play.table import Table
from okawari.server.runtime.bus import Note
from okawari.server.runtime.clock import SteadyClock


@dataclass(frozen=True)
class Presence:
    """Who is connected to a table: the ids of people, and the number of those who have no seat."""

    online: frozenset[str]
    watchers: int


class Socket(Protocol):
    """The websocket of a client that is connected to a table."""

    person: str | None
    account: Account

    def notify(self, note: Note) -> None:
        """Receive a note about the table."""

    async def bye(self, reason: Literal["shutdown", "closed"]) -> None:
        """Send `bye` and close, because the table was deleted or the server stops."""


T = TypeVar("T")


class Cached(NamedTuple):
    """What was computed from the sockets and this state of the table."""

    table: Table
    presence: Presence
    account: Account


class LiveTable:
    """A table in memory. `opener` is charged for bots as long as no player is connected."""

    def __init__(self, table: Table, clock: SteadyClock, opener: Account | None = None) -> None:
        self.table = table
        self._opener = opener or Account("", table.host)
        self._clock = clock
        #: Held by a writer of the log from reading the table to the commit.
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        #: The seats for which a bot is choosing, each with the moment of the table.
        self.thinking: set[tuple[int, int]] = set()
        self.timer: asyncio.TimerHandle | None = None
        #: Whether the task that the timer started is running.
        self.waking = False
        #: Set while a change of presence waits to be published.
        self.presence_timer: asyncio.TimerHandle | None = None
        #: Whether the table was deleted; then nothing more is written.
        self.deleted = False
        self.loaded = clock.now()
        self.last_used = time.monotonic()
        self._left: dict[str, float] = {}
        self._cache: Cached | None = None
        self._shared: tuple[int, Any] = (-1, None)

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.id

    @property
    def online(self) -> frozenset[str]:
        """The ids of the people who are connected."""
        return frozenset(socket.person for socket in self.sockets if socket.person)

    @property
    def players_here(self) -> list[str]:
        """The ids of the players who are connected."""
        return [person for person in self.table.people if person in self.online]

    @property
    def presence(self) -> Presence:
        """Who is connected to the table."""
        return self._cached.presence

    @property
    def _cached(self) -> Cached:
        """What depends on the sockets and the table; computed again only after one of them changed."""
        if self._cache is None or self._cache.table is not self.table:
            self._cache = Cached(self.table, self._presence(), self._account())
        return self._cache

    def _presence(self) -> Presence:
        online = self.online
        nameless = sum(socket.person is None for socket in self.sockets)
        return Presence(online, nameless + len(online - self.table.people.keys()))

    def _account(self) -> Account:
        people, host = self.table.people, self.table.host
        players = [socket for socket in self.sockets if socket.person in people]
        players.sort(key=lambda socket: (socket.person != host, socket.person))
        return players[0].account if players else self._opener

    def shared(self, work_out: Callable[[View], T]) -> T | None:
        """What `work_out` makes of the spectators' view, computed once a turn for all readers; None in the lobby."""
        moment, found = self._shared
        if moment != self.table.moment and self.table.game:
            found = work_out(self.table.game.view())
            self._shared = (self.table.moment, found)
        result: T | None = found
        return result

    def away_since(self, person: str) -> float:
        """When a person who is not connected left; if that is not known, when the table was loaded."""
        return self._left.get(person, self.loaded)

    def add(self, socket: Socket) -> None:
        """Add a socket."""
        self.sockets.add(socket)
        self._cache = None
        self.last_used = time.monotonic()

    def remove(self, socket: Socket) -> None:
        """Remove a socket."""
        self.sockets.discard(socket)
        self._cache = None
        self.last_used = time.monotonic()
        if socket.person and socket.person not in self.online:
            self._left[socket.person] = self._clock.now()

    def cancel_timer(self) -> None:
        """Cancel the timer."""
        if self.timer:
            self.timer.cancel()
            self.timer = None

    @property
    def account(self) -> Account:
        """Who is charged for the bots of this table: the host, another connected player, or who opened it."""
        return self._cached.account

    @property
    def idle(self) -> bool:
        """Whether no socket is connected, no bot is choosing and nothing is being written."""
        return not self.sockets and not self.thinking and not self.lock.locked()
