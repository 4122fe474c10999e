"""The bus: notes about a table, published to every process that has the table in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Protocol

#: A small JSON object such as `{"what": "rows", "number": 12}`.
Note = dict[str, Any]
Listener = Callable[[Note], None]


class Bus(Protocol):
    """Carries notes about a table to all its subscribers, in this process and in others."""

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Call the listener with every note about a table; returns a function that ends the subscription."""

    async def publish(self, table: str, note: Note) -> None:
        """Send a note to all subscribers of a table."""


class LocalBus:
    """A bus for one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = defaultdict(list)

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Call the listener with every note about a table; returns a function that ends the subscription."""
        self._listeners[table].append(listener)

        def stop() -> None:
            self._listeners[table].remove(listener)
            if not self._listeners[table]:
                del self._listeners[table]

        return stop

    async def publish(self, table: str, note: Note) -> None:
        """Send a note to all subscribers of a table."""
        for listener in tuple(self._listeners.get(table, ())):
            listener(note)
