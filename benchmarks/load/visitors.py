"""Tables of a long visit: some play, the others are idle, and what goes wrong is counted by its kind."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from load.client import Wire
from load.tables import Table, Tables

#: Seconds after which a choice that nobody was told of counts as lost, and so does the way to a new table.
PATIENCE = 60.0


@dataclass
class Seen:
    """What was counted since the visit was last looked at, and what is there now."""

    #: Seconds of every choice, from when it was due until all clients of its table knew of it.
    times: list[float] = field(default_factory=list)
    #: Games that were begun in place of those that have ended.
    games: int = 0
    #: Sockets that are open now, and errors since the beginning by their kind.
    sockets: int = 0
    errors: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Seen) -> Seen:
        return Seen(
            self.times + other.times,
            self.games + other.games,
            self.sockets + other.sockets,
            self.errors + other.errors,
        )


class Visitors(Tables):
    """The tables of one process."""

    def __init__(self, wire: Wire, ports: Sequence[int]) -> None:
        super().__init__(wire, ports)
        self._errors: Counter[str] = Counter()
        self._games = 0
        self._playing: asyncio.Task[None] | None = None
        self._replacing: set[asyncio.Task[None]] = set()
        asyncio.get_running_loop().set_exception_handler(self._on_error)

    def _on_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Count what went wrong in a socket."""
        self._count(context.get("exception") or context["message"])
        if self._errors.total() <= 5:
            loop.default_exception_handler(context)

    def _count(self, problem: object) -> None:
        kind = type(problem).__name__ if isinstance(problem, BaseException) else "error"
        self._errors[f"{kind}: {problem}"[:120]] += 1

    async def begin(self, began: float, until: float, rate: float, playing: int) -> None:
        """Begin to choose `rate` times a second at some of the tables; the others are idle.

        Times are those of `time.monotonic`.
        """
        self._ready, self._after_choice = self._tables[:playing], self._go_on
        self._playing = asyncio.create_task(self._play(began, until, rate))

    async def look(self) -> Seen:
        """What was counted since the last look."""
        seen = Seen(self._times, self._games, self._open_sockets(), Counter(self._errors))
        self._times, self._games = [], 0
        return seen

    async def finish(self) -> None:
        """Wait for the end of what was begun; choices that nobody was told of are errors then."""
        assert self._playing
        await self._playing
        end = time.monotonic() + PATIENCE
        while (self._replacing or any(table.clicks for table in self._tables)) and time.monotonic() < end:
            await asyncio.sleep(0.02)
        if lost := sum(len(table.clicks) for table in self._tables):
            self._errors["choices that not all were told of"] += lost
        for task in self._replacing:
            task.cancel()
            self._count("a new table was not ready in time")

    def _open_sockets(self) -> int:
        return sum(client.socket.is_open for table in self._tables for client in table.clients)

    async def _play(self, began: float, until: float, rate: float) -> None:
        due = began
        try:
            async with asyncio.timeout(until - time.monotonic() + PATIENCE):
                while due < until:
                    await asyncio.sleep(max(0.0, due - time.monotonic()))
                    self._choose_next(await self._some_table(), due)
                    due += 1 / rate
        except TimeoutError:
            self._errors["choices that were due and for which no table was ready"] += round((until - due) * rate)

    def _go_on(self, table: Table) -> None:
        """Let a table wait for its next choice; after its game, let others take a new table."""
        if not table.clients[0].known.over:
            self._ready.append(table)
            return
        task = asyncio.create_task(self._replace(table))
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)

    async def _replace(self, table: Table) -> None:
        """Let the people of a table leave, and new ones begin a game."""
        self._tables.remove(table)
        for client in table.clients:
            client.socket.leave()
        try:
            self._ready.append(await self._set_table())
            self._games += 1
        except Exception as problem:
            self._count(problem)
