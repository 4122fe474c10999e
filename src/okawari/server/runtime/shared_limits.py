"""Rate limits that hold across processes: each tells the others by the bus what was spent of its buckets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from okawari.server.runtime.bus import EVERYBODY, Bus, Note
from okawari.server.security.limits import Limits, Spent

#: Seconds for which spending is collected, to be told at once.
PAUSE = 0.25
#: The most buckets of which a note tells, so that the bus carries it.
MOST_BUCKETS = 100


class SharedLimits:
    """Tells other processes on a bus what was spent of the buckets of `limits`, and deducts what they tell."""

    def __init__(self, limits: Limits, bus: Bus) -> None:
        self._limits = limits
        self._bus = bus
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop_listening: Callable[[], None] = lambda: None

    def open(self) -> None:
        """Begin, if there can be other processes."""
        if self._bus.shared:
            self._stop_listening = self._bus.subscribe(EVERYBODY, self._on_note)
            self._limits.share(self._tell_soon)

    def close(self) -> None:
        """End: from now on the limits are those of this process."""
        self._limits.share(None)
        self._stop_listening()
        for task in self._tasks:
            task.cancel()

    def _tell_soon(self) -> None:
        task = asyncio.create_task(self._tell())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self) -> None:
        await asyncio.sleep(PAUSE)
        told: list[Spent] = self._limits.tell()
        if self._bus.away:
            return
        for some in batches(told):
            await self._bus.publish(EVERYBODY, {"what": "spent", "process": self._bus.process, "spent": some})

    def _on_note(self, note: Note) -> None:
        """Deduct what another process tells."""
        if note["what"] == "spent" and note["process"] != self._bus.process:
            for spent in note["spent"]:
                self._limits.deduct(spent)


def batches(told: list[Spent]) -> list[list[Spent]]:
    """What is told, in parts for a note each."""
    return [told[first : first + MOST_BUCKETS] for first in range(0, len(told), MOST_BUCKETS)]
