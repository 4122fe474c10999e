"""The other processes of the server: which are alive, and who is connected to a table at them.

Every process publishes that it is alive, and who is connected to its sockets whenever that changes. A process that
falls silent, and of which the database has no sign of life either, is forgotten, with all who were connected to it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import ExitStack
from typing import Any

from okawari.server.runtime.bus import EVERYBODY, Bus, Note
from okawari.server.runtime.live import NOBODY, Connected, LiveTable

#: Seconds between two signs of life, and those of silence after which a process is forgotten.
BEAT, SILENCE = 1.0, 4.0
#: Seconds in which other processes answer who is connected to a table.
ANSWER = 1.0
#: The most people of a table whom a note names, so that it is short: players first, the others are counted.
MOST_NAMED = 200


class Neighbours:
    """The other processes on the bus.

    `changed` is called with a table when people came or left elsewhere, `start` runs a coroutine in the background, and
    `is_alive` tells whether the database has signs of life of a process.
    """

    def __init__(
        self,
        bus: Bus,
        tables: Mapping[str, LiveTable],
        changed: Callable[[LiveTable], None],
        start: Callable[[Coroutine[Any, Any, None]], None],
        is_alive: Callable[[str], bool],
    ) -> None:
        self._bus = bus
        self._tables = tables
        self._changed = changed
        self._start = start
        self._is_alive = is_alive
        #: When each process was last heard of.
        self._heard: dict[str, float] = {}

    async def run(self) -> None:
        """Publish signs of life, and forget processes that give none."""
        stop = self._bus.subscribe(EVERYBODY, self._on_note)
        try:
            while self._bus.shared:
                await self._say("alive")
                before = time.monotonic()
                await asyncio.sleep(BEAT)
                self.forget_silent(time.monotonic() - before < SILENCE / 2)
        finally:
            stop()

    async def close(self) -> None:
        """Tell the others that this process ends."""
        await self._say("gone")

    async def _say(self, what: str, **more: str) -> None:
        await self._bus.publish(EVERYBODY, {"what": what, "process": self._bus.process, **more})

    def forget_silent(self, reliable: bool = True) -> None:
        """Forget the processes that were silent for long, unless they are only cut off from the bus.

        Silence means nothing while the bus is away, or if this process itself could not listen.
        """
        now = time.monotonic()
        if self._bus.away or not reliable:
            self._heard = dict.fromkeys(self._heard, now)
        for process in [each for each, heard in self._heard.items() if heard < now - SILENCE]:
            if not self._is_alive(process):
                self._forget(process)

    def _forget(self, process: str) -> None:
        self._heard.pop(process, None)
        for live in tuple(self._tables.values()):
            if live.connect_elsewhere(process, NOBODY):
                self._changed(live)

    def on_gap(self, live: LiveTable | None = None) -> None:
        """Ask anew who is connected to a table, or to all, since notes about that may have been lost."""
        if live is None:
            self._heard = dict.fromkeys(self._heard, time.monotonic())
        for each in (live,) if live else tuple(self._tables.values()):
            each.forget_who_left()
            self._start_publishing(each, ask=True)

    @property
    def cut_off(self) -> bool:
        """Whether notes of the other processes do not come now."""
        return self._bus.away

    # Who is connected

    async def publish(self, live: LiveTable, *, ask: bool = False) -> None:
        """Publish who is connected to a table here; with `ask` the other processes answer who is there."""
        await self._publish(live.id, live.connected_here, live, ask=ask)

    async def _publish(self, table: str, here: Connected, live: LiveTable | None = None, *, ask: bool) -> None:
        people = sorted(here.people)
        if len(people) > MOST_NAMED and live:
            people.sort(key=lambda person: person not in live.table.people)
        note = {
            "what": "presence",
            "process": self._bus.process,
            "people": people[:MOST_NAMED],
            "nameless": here.nameless + len(people[MOST_NAMED:]),
            "ask": ask,
        }
        await self._bus.publish(table, note)

    def on_presence(self, live: LiveTable, note: Note) -> None:
        """Take note of who is connected to a table at another process."""
        if note["process"] == self._bus.process:
            return
        self._hear(note["process"])
        if note["ask"] and live.sockets:
            self._start_publishing(live)
        if live.connect_elsewhere(note["process"], Connected(frozenset(note["people"]), note["nameless"])):
            self._changed(live)

    async def open_elsewhere(self, tables: list[str]) -> set[str]:
        """Those of some tables to which somebody is connected at other processes; all of them if that is not known."""
        if not self._bus.shared or not tables:
            return set()
        found: set[str] = set()

        def note_answers(table: str) -> Callable[[Note], None]:
            def take(note: Note) -> None:
                if note["what"] == "presence" and note["process"] != self._bus.process:
                    found.update([table] if note["people"] or note["nameless"] else [])

            return take

        with ExitStack() as subscriptions:
            for table in tables:
                subscriptions.callback(self._bus.subscribe(table, note_answers(table)))
            # Until the subscriptions are in force, then until the answers are here.
            await asyncio.sleep(ANSWER)
            for table in tables:
                live = self._tables.get(table)
                await self._publish(table, live.connected_here if live else NOBODY, live, ask=True)
            await asyncio.sleep(ANSWER)
        return set(tables) if self._bus.away else found

    def _on_note(self, note: Note) -> None:
        """Take note of a sign of life, of the end of a process, or of a question about this one."""
        if note["process"] == self._bus.process:
            return
        if note["what"] == "gone":
            self._forget(note["process"])
            return
        self._hear(note["process"])
        if note["what"] == "ask" and note["of"] == self._bus.process:
            for live in tuple(self._tables.values()):
                if live.sockets:
                    self._start_publishing(live)

    def _hear(self, process: str) -> None:
        """Note that a process is alive; one that was not known is asked who is connected to it."""
        if process not in self._heard:
            self._start(self._say("ask", of=process))
        self._heard[process] = time.monotonic()

    def _start_publishing(self, live: LiveTable, *, ask: bool = False) -> None:
        self._start(self.publish(live, ask=ask))
