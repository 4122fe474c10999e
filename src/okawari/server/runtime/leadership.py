"""The tables that this process leads: at those it moves bots, ends clocks and replaces players who left.

Tables are spread over shards, and a process leads the shards whose leases it holds in the database, which it renews
every second. A process that finds that the bots or the clock of another table are due tells its leader so over the bus.
A process that does not hear the bus gives its leases up. With one process there are no leases: it leads all tables.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Set
from typing import Protocol

from okawari.server.play.person import Account
from okawari.server.runtime.bus import EVERYBODY, Bus, Note
from okawari.server.runtime.live import LiveTable
from okawari.server.storage.leases import LEASE, SHARDS, shard_of
from okawari.server.storage.store import Fence, Process, Role, Store, StoreProblem, Unavailable

#: Seconds between two renewals.
RENEWAL = 1.0
#: The process that holds this shard sweeps all tables, and counts the uptime.
SWEEPER = 0
_log = logging.getLogger("okawari.server")


class Followers(Protocol):
    """What follows from leases and from notes about them."""

    def on_lease(self, gained: Set[int], lost: Set[int]) -> None:
        """Begin or stop to lead the tables of shards."""

    def on_due(self, table: str, number: int, account: Account) -> None:
        """Move bots or end a clock at a table; its log has `number` rows, the account is charged for bots."""

    def on_new_leader(self, shards: Collection[int]) -> None:
        """Tell the new leader of shards what is due there."""


class Leadership:
    """The leases of this process, and its notes to the leaders of tables."""

    def __init__(self, bus: Bus, store: Store, role: Role, followers: Followers) -> None:
        self._bus = bus
        self._store = store
        self._process = Process(bus.process, role, bus.mark)
        self._followers = followers
        #: The fencing number of each shard that this process holds, and until when it does.
        self._fences: dict[int, int] = {}
        #: The processes that were alive when the leases were renewed last.
        self._alive = frozenset[str]()
        self._until = 0.0
        #: Whether notes came from no other process at the last renewal.
        self._was_away = False
        self._unsubscribe: dict[int, Callable[[], None]] = {}

    # Queries

    def leads(self, live: LiveTable) -> bool:
        """Whether this process leads a table.

        While the bus is away nobody can tell the leader what is due: then every process leads where it has sockets. The
        log takes the first of two moves and refuses the other.
        """
        return not self._bus.shared or self.fence_of(live.id) is not None or (self._bus.away and bool(live.sockets))

    def fence_of(self, table: str) -> Fence | None:
        """The fence of a table's shard; None if this process does not hold it, or if there are no leases."""
        return self._held(shard_of(table))

    @property
    def sweeps(self) -> bool:
        """Whether this process does what one process does for all."""
        return not self._bus.shared or self._held(SWEEPER) is not None

    def is_alive(self, process: str) -> bool:
        """Whether a process is alive as far as the database knows, however silent it is on the bus."""
        return process in self._alive

    @property
    def shards(self) -> int:
        """The number of shards that this process leads."""
        return len(self._fences) if self._bus.shared else SHARDS

    def _held(self, shard: int) -> Fence | None:
        if shard not in self._fences or time.monotonic() >= self._until:
            return None
        return Fence(shard, self._fences[shard])

    # Leases

    async def join(self) -> None:
        """Make sure that all processes on the database hear each other. Raises `StoreProblem` if they do not."""
        end = time.monotonic() + LEASE + RENEWAL
        while self._bus.shared and await self._store.has_strangers(self._process):
            # It may have died a moment ago.
            if time.monotonic() > end:
                raise StoreProblem("other-bus")
            await asyncio.sleep(RENEWAL)

    async def run(self) -> None:
        """Renew the leases again and again."""
        stop = self._bus.subscribe(EVERYBODY, self._on_note)
        try:
            while self._bus.shared:
                await self._renew()
                await asyncio.sleep(RENEWAL)
        finally:
            stop()

    async def _renew(self) -> None:
        began = time.monotonic()
        try:
            held, self._alive = await self._store.renew_leases(self._process_now())
        except Exception as problem:
            if not isinstance(problem, Unavailable):
                _log.error("The leases could not be renewed; it will be tried again.", exc_info=problem)
            if time.monotonic() >= self._until:
                await self._replace({})
            return
        if time.monotonic() >= self._until:
            # They have ended meanwhile: what was due then was left to others.
            self._fences = {}
        # Counted from before the question: the database gives no lease for less.
        self._until = began + LEASE
        await self._replace(held)

    def _process_now(self) -> Process:
        """The process with what it does now; a bus that is away for a moment does not count."""
        was_away, self._was_away = self._was_away, self._bus.away
        return self._process._replace(role="cut-off") if was_away and self._bus.away else self._process

    async def _replace(self, held: dict[int, int]) -> None:
        """Replace the leases by those that are held now."""
        gained = {shard for shard, fence in held.items() if self._fences.get(shard) != fence}
        lost = self._unsubscribe.keys() - held.keys()
        self._fences = held
        for shard in lost:
            self._unsubscribe.pop(shard)()
        for shard in gained - self._unsubscribe.keys():
            self._unsubscribe[shard] = self._bus.subscribe(_channel(shard), self._on_due)
        if gained or lost:
            self._followers.on_lease(gained, lost)
        if gained:
            note = {"what": "leader", "process": self._bus.process, "shards": sorted(gained)}
            await self._bus.publish(EVERYBODY, note)

    async def close(self) -> None:
        """Give up all leases, so that other processes need not wait until they end."""
        self._fences = {}
        if self._bus.shared:
            await self._store.give_up_leases(self._process)

    # Notes

    async def tell_leader(self, live: LiveTable) -> None:
        """Tell the leader of a table that bots or a clock are due there."""
        network, person = live.account
        note = {"what": "due", "table": live.id, "number": live.table.rows, "account": [network, person]}
        await self._bus.publish(_channel(shard_of(live.id)), note)

    def _on_due(self, note: Note) -> None:
        self._followers.on_due(note["table"], note["number"], Account(*note["account"]))

    def _on_note(self, note: Note) -> None:
        if note["what"] == "leader" and note["process"] != self._bus.process:
            self._followers.on_new_leader(note["shards"])


def _channel(shard: int) -> str:
    """Where notes to the leader of a shard are published; no table has such an id."""
    return f"shard/{shard}"
