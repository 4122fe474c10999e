"""The bus: how everybody who keeps a table in memory hears that something happened there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Protocol

#: A note is small and can be written as JSON: `{"what": "rows", "number": 12}`.
Note = dict[str, Any]
Listener = Callable[[Note], None]


class Bus(Protocol):
    """Carries notes about a table to all its listeners, in this process and in others."""

    def listen(self, table: str, listener: Listener) -> Callable[[], None]:
        """Hear of a table from now on, until the answer is called."""

    async def tell(self, table: str, note: Note) -> None:
        """Tell everybody who listens."""


class LocalBus:
    """A bus for one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = defaultdict(list)

    def listen(self, table: str, listener: Listener) -> Callable[[], None]:
        """Hear of a table from now on, until the answer is called."""
        self._listeners[table].append(listener)

        def stop() -> None:
            self._listeners[table].remove(listener)
            if not self._listeners[table]:
                del self._listeners[table]

        return stop

    async def tell(self, table: str, note: Note) -> None:
        """Tell everybody who listens."""
        for listener in tuple(self._listeners.get(table, ())):
            listener(note)
