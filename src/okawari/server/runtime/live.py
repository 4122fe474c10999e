"""A table in memory: the cache of its log, who is there, and what is being thought about it."""

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
class Company:
    """Who is at a table right now."""

    online: frozenset[str]
    watchers: int


class Guest(Protocol):
    """Whoever is told what happens at a table: a connection of a browser."""

    person: str | None
    account: Account

    def hear(self, note: Note) -> None:
        """Something happened at the table."""

    async def bye(self, reason: Literal["shutdown", "closed"]) -> None:
        """The table is closed, or the server stops."""


T = TypeVar("T")


class Here(NamedTuple):
    """What follows from who is at a table as it stands."""

    table: Table
    company: Company
    account: Account


class LiveTable:
    """A table in memory."""

    def __init__(self, table: Table, clock: SteadyClock, opener: Account | None = None) -> None:
        self.table = table
        self._opener = opener or Account("", table.host)
        self._clock = clock
        #: Whoever writes into the log holds this from reading the table to the commit.
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        #: Seats for which somebody thinks, with the moment they think about.
        self.thinking: set[tuple[int, int]] = set()
        self.alarm: asyncio.TimerHandle | None = None
        #: Whether what an alarm rang for is being done.
        self.waking = False
        #: Set while a change of who is here waits to be told.
        self.gathering: asyncio.TimerHandle | None = None
        #: Whether the table was deleted: then nothing is written any more.
        self.gone = False
        self.loaded = clock.now()
        self.touched = time.monotonic()
        self._left: dict[str, float] = {}
        self._last_here: Here | None = None
        self._shared: tuple[int, Any] = (-1, None)

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.id

    @property
    def online(self) -> frozenset[str]:
        """The people who are here."""
        return frozenset(guest.person for guest in self.guests if guest.person)

    @property
    def players_here(self) -> list[str]:
        """Those of them who sit at the table."""
        return [person for person in self.table.people if person in self.online]

    @property
    def company(self) -> Company:
        """Who is at the table right now, for whoever reads."""
        return self._here.company

    @property
    def _here(self) -> Here:
        """What follows from who is here: worked out anew only after somebody came or went, or the table changed."""
        if self._last_here is None or self._last_here.table is not self.table:
            self._last_here = Here(self.table, self._company(), self._account())
        return self._last_here

    def _company(self) -> Company:
        online = self.online
        nameless = sum(guest.person is None for guest in self.guests)
        return Company(online, nameless + len(online - self.table.people.keys()))

    def _account(self) -> Account:
        people, host = self.table.people, self.table.host
        players = [guest for guest in self.guests if guest.person in people]
        players.sort(key=lambda guest: (guest.person != host, guest.person))
        return players[0].account if players else self._opener

    def shared(self, work_out: Callable[[View], T]) -> T | None:
        """What follows from the spectators' view and is the same for all readers: worked out once for each moment."""
        moment, found = self._shared
        if moment != self.table.moment and self.table.game:
            found = work_out(self.table.game.view())
            self._shared = (self.table.moment, found)
        result: T | None = found
        return result

    def away_since(self, person: str) -> float:
        """When somebody who is not here left; at the latest, when the table was loaded."""
        return self._left.get(person, self.loaded)

    def arrive(self, guest: Guest) -> None:
        """Somebody comes to the table."""
        self.guests.add(guest)
        self._last_here = None
        self.touched = time.monotonic()

    def depart(self, guest: Guest) -> None:
        """Somebody leaves."""
        self.guests.discard(guest)
        self._last_here = None
        self.touched = time.monotonic()
        if guest.person and guest.person not in self.online:
            self._left[guest.person] = self._clock.now()

    def silence(self) -> None:
        """Let no alarm ring any more."""
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None

    @property
    def account(self) -> Account:
        """Who is charged for what bots think here: the host, another player who is here, or who opened the table."""
        return self._here.account

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing goes on."""
        return not self.guests and not self.thinking and not self.lock.locked()
