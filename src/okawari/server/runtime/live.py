"""A table in memory: its state, the sockets that are connected to it, and what bots are computing for it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from okawari.server.play.log import Row
from okawari.server.play.person import Account
from okawari.server.play.table import Table
from okawari.server.runtime.bus import Note
from okawari.server.runtime.clock import SteadyClock


@dataclass(frozen=True)
class Presence:
    """Who is connected to a table: the ids of people, and the number of those who have no seat."""

    online: frozenset[str]
    watchers: int


class Connected(NamedTuple):
    """Who is connected to a table at one process: the ids of people, and the number of sockets of nobody known."""

    people: frozenset[str]
    nameless: int


NOBODY = Connected(frozenset(), 0)


class Socket(Protocol):
    """The websocket of a client that is connected to a table."""

    person: str | None
    account: Account

    def tell(self) -> None:
        """Send what has changed at the table since the last message."""

    def notify(self, note: Note) -> None:
        """Send the message of a note that is not about the state of the table: an emote, or a rematch."""

    async def bye(self, reason: Literal["shutdown", "closed"]) -> None:
        """Send `bye` and close, because the table was deleted or the server stops."""


T = TypeVar("T")

#: Seconds for which news that somebody has chosen may wait, so that several choices are told in one message.
GATHER = 0.025


class Cached(NamedTuple):
    """What was computed from the sockets and the seats of the table."""

    online: frozenset[str]
    presence: Presence
    account: Account
    players_here: list[str]


class LiveTable:
    """A table in memory. `opener` is charged for bots as long as no player is connected."""

    def __init__(self, table: Table, clock: SteadyClock, opener: Account | None = None) -> None:
        self.table = table
        #: The summary in the database.
        self.stored = table.summary
        self._opener = opener or Account("", table.host)
        self._clock = clock
        #: Held by a writer of the log from reading the table to the commit.
        self.lock = asyncio.Lock()
        #: The requests that wait to be written, and the task that writes them.
        self.requests: deque[Any] = deque()
        self.writing: asyncio.Task[None] | None = None
        self.sockets: set[Socket] = set()
        #: The seats for which a bot is choosing, each with the moment of the table.
        self.thinking: set[tuple[int, int]] = set()
        self.timer: asyncio.TimerHandle | None = None
        #: Whether the task that the timer started is running.
        self.waking = False
        #: The highest number of a row of which another process has told, and whether rows are being read.
        self.news = 0
        self.reading = False
        #: The moment and the changes of which the leader of the table was told last.
        self.told_leader = (0, 0)
        #: Set while a change of presence waits to be published.
        self.presence_timer: asyncio.TimerHandle | None = None
        #: Whether the table was deleted; then nothing more is written.
        self.deleted = False
        #: Since when it is known who is connected.
        self._known_since = clock.now()
        self.last_used = time.monotonic()
        #: Counts changes of the sockets and of the table, except choices.
        self.changes = 0
        self._left: dict[str, float] = {}
        #: Who is connected at other processes, by the id of the process; only those where somebody is.
        self._elsewhere: dict[str, Connected] = {}
        #: The moment of the table at which another process said that its bots are busy.
        self._busy_moment = 0
        self._cache: Cached | None = None
        self._shared: Any = None
        self._gathering: asyncio.TimerHandle | None = None

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.id

    # Changing

    def apply(self, rows: Iterable[Row]) -> None:
        """Apply log rows that are stored."""
        for row in rows:
            self.table.apply(row)
            if row.kind != "choose":
                self._changed()

    def replace(self, table: Table) -> None:
        """Replace the state of the table."""
        self.table = table
        self._changed()

    def _changed(self) -> None:
        self.changes += 1
        self._cache = None

    def add(self, socket: Socket) -> None:
        """Add a socket."""
        self.sockets.add(socket)
        self.last_used = time.monotonic()
        self._changed()

    def remove(self, socket: Socket) -> None:
        """Remove a socket."""
        self.sockets.discard(socket)
        self.last_used = time.monotonic()
        self._changed()
        if socket.person and socket.person not in self.online:
            self._left[socket.person] = self._clock.now()
        if not self.sockets:
            self._shared = None

    # Other processes

    def connect_elsewhere(self, process: str, connected: Connected) -> bool:
        """Set who is connected at another process; returns whether that is new."""
        if connected == self._elsewhere.get(process, NOBODY):
            return False
        before = self.online
        self._elsewhere[process] = connected
        if connected == NOBODY:
            del self._elsewhere[process]
        self._changed()
        for person in before - self.online:
            self._left[person] = self._clock.now()
        return True

    def forget_who_left(self) -> None:
        """Begin all grace periods anew, because notes of who is connected were lost."""
        self._known_since = self._clock.now()

    def charge(self, opener: Account) -> None:
        """Set who is charged for bots as long as no player is connected here."""
        self._opener = opener
        self._cache = None

    def note_busy_elsewhere(self) -> None:
        """Note that the bots of another process are busy, which is so until this turn is over."""
        self._busy_moment = self.table.moment

    @property
    def busy_elsewhere(self) -> bool:
        """Whether the bots of another process, which move here, are busy."""
        return self.table.phase == "playing" and self._busy_moment == self.table.moment

    @property
    def connected_here(self) -> Connected:
        """Who is connected at this process."""
        people = frozenset(socket.person for socket in self.sockets if socket.person)
        return Connected(people, sum(socket.person is None for socket in self.sockets))

    @property
    def is_behind(self) -> bool:
        """Whether the log has rows that are not known here."""
        return self.news > self.table.rows

    # Messages

    def shared(self, make: Callable[[LiveTable], T]) -> T:
        """The object that `make` makes of this table, once for all its sockets."""
        if self._shared is None:
            self._shared = make(self)
        made: T = self._shared
        return made

    def tell(self) -> None:
        """Let all sockets send what has changed."""
        if self._gathering:
            self._gathering.cancel()
            self._gathering = None
        for socket in tuple(self.sockets):
            socket.tell()

    def tell_later(self) -> None:
        """Let all sockets send what has changed after a while, with what else changes until then."""
        if self._gathering is None and self.sockets:
            self._gathering = asyncio.get_running_loop().call_later(GATHER, self.tell)

    # Queries

    @property
    def online(self) -> frozenset[str]:
        """The ids of the people who are connected."""
        return self._cached.online

    @property
    def players_here(self) -> list[str]:
        """The ids of the players who are connected."""
        return self._cached.players_here

    @property
    def presence(self) -> Presence:
        """Who is connected to the table."""
        return self._cached.presence

    @property
    def account(self) -> Account:
        """Who is charged for the bots of this table: the host, another connected player, or who opened it."""
        return self._cached.account

    @property
    def _cached(self) -> Cached:
        """What depends on the sockets and the seats; computed again only after one of them changed."""
        if self._cache is None:
            connected = (self.connected_here, *self._elsewhere.values())
            online = frozenset[str]().union(*(each.people for each in connected))
            watchers = sum(each.nameless for each in connected) + len(online - self.table.people.keys())
            here = [person for person in self.table.people if person in online]
            self._cache = Cached(online, Presence(online, watchers), self._account(), here)
        return self._cache

    def _account(self) -> Account:
        people, host = self.table.people, self.table.host
        players = [socket for socket in self.sockets if socket.person in people]
        players.sort(key=lambda socket: (socket.person != host, socket.person))
        return players[0].account if players else self._opener

    def away_since(self, person: str) -> float:
        """When a person who is not connected left; if that is not known, since when it is known who is connected."""
        return max(self._left.get(person, 0.0), self._known_since)

    def cancel_timer(self) -> None:
        """Cancel the timer."""
        if self.timer:
            self.timer.cancel()
            self.timer = None

    @property
    def idle(self) -> bool:
        """Whether no socket is connected, no bot is choosing and nothing is being written."""
        return not self.sockets and not self.thinking and not self.writing and not self.lock.locked()
