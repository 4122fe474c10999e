"""The bus: notes about a table, published to every process that has the table in memory.

A note brings what another process needs to know at once, such as new log rows. The truth is in the logs: notes may be
lost, and then the logs are read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Protocol

#: A small JSON object such as `{"what": "presence", ...}`.
Note = dict[str, Any]
Listener = Callable[[Note], None]
#: Called when notes may have been lost: with the id of a table, or with None if they may be about any table.
OnGap = Callable[[str | None], None]

#: What to subscribe to in place of a table's id for notes to all processes.
EVERYBODY = ""


class Bus(Protocol):
    """Carries notes about a table to all its subscribers, in this process and in others."""

    #: The id of this process among those on the bus.
    process: str
    #: Processes with the same mark hear each other.
    mark: str
    #: Whether there can be other processes on the bus.
    shared: bool

    @property
    def away(self) -> bool:
        """Whether notes reach no other process now."""

    async def open(self, on_gap: OnGap) -> None:
        """Connect. `on_gap` is called whenever notes may have been lost, and soon after each new subscription."""

    async def close(self) -> None:
        """Send the notes that wait, and disconnect."""

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Call the listener with every note about a table; returns a function that ends the subscription."""

    async def publish(self, table: str, note: Note) -> None:
        """Send a note to all subscribers of a table: those of this process get it at once.

        Does not wait for other processes, and does not fail if they cannot be reached.
        """


class LocalBus:
    """A bus for one process."""

    process = ""
    mark = ""
    shared = False
    away = False

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = defaultdict(list)

    async def open(self, on_gap: OnGap) -> None:
        """Do nothing: no note is ever lost."""

    async def close(self) -> None:
        """Do nothing."""

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Call the listener with every note about a table; returns a function that ends the subscription."""
        self._listeners[table].append(listener)

        def stop() -> None:
            self._listeners[table].remove(listener)
            if not self._listeners[table]:
                del self._listeners[table]

        return stop

    def listeners(self, table: str) -> tuple[Listener, ...]:
        """The subscribers of a table."""
        return tuple(self._listeners.get(table, ()))

    @property
    def tables(self) -> set[str]:
        """The tables that have subscribers."""
        return set(self._listeners)

    async def publish(self, table: str, note: Note) -> None:
        """Send a note to all subscribers of a table."""
        for listener in self.listeners(table):
            listener(note)
