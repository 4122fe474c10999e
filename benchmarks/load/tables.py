"""Tables with clients that play, and the times of their choices."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from load.client import Client, Wire

#: Tables that are set up at the same time.
CONCURRENT = 10
#: Seconds in which all choices of a stretch must be done.
PATIENCE = 600.0


@dataclass
class Click:
    """A choice under way: who made it at which number, when it was due, and who has not been told of it."""

    client: Client
    number: int
    due: float
    unaware: list[Client]

    def is_known_to(self, client: Client) -> bool:
        """Whether a client has been told of the choice."""
        known = client.known
        return known.number > self.number or (known.number == self.number and self.client.seat not in known.to_move)


@dataclass
class Table:
    """A table, its clients, and their choices under way."""

    id: str
    clients: list[Client]
    clicks: list[Click] = field(default_factory=list)
    #: Choices that are still to be made in a flood.
    left: int = 0


@dataclass
class Tally:
    """What clients have counted in a stretch."""

    #: Seconds of every choice that was due in it, from when it was due until all clients of the table knew of it.
    times: list[float] = field(default_factory=list)
    #: Choices that were done in it, and the bytes and messages that were received.
    done: int = 0
    received: int = 0
    messages: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.times + other.times,
            self.done + other.done,
            self.received + other.received,
            self.messages + other.messages,
        )

    def __sub__(self, before: Tally) -> Tally:
        """What was counted since."""
        return Tally(
            self.times[len(before.times) :],
            self.done - before.done,
            self.received - before.received,
            self.messages - before.messages,
        )


class Tables:
    """The tables of one process."""

    def __init__(self, wire: Wire, ports: Sequence[int]) -> None:
        self._wire, self._ports = wire, ports
        self._tables: list[Table] = []
        self._times: list[float] = []
        #: Tables that wait for the next choice of a steady stretch.
        self._ready: list[Table] = []
        #: What the shape of the load does with a table after a choice, and with a client after a message.
        self._after_choice: Callable[[Table], None] = lambda table: None
        self._after_news: Callable[[Table, Client], None] = lambda table, client: None

    # Coming and going

    async def come(self, tables: int) -> list[str]:
        """Set up tables, and wait until all clients have their first hand; return the ids of all tables."""
        entering = asyncio.Semaphore(CONCURRENT)

        async def enter() -> None:
            async with entering:
                await self._set_table()

        await asyncio.gather(*(enter() for _ in range(tables)))
        return [table.id for table in self._tables]

    async def _set_table(self) -> Table:
        """Set up a table, and wait until all its clients have their first hand."""
        table = Table(*await self._wire.set_table(self._ports))
        for client in table.clients:
            client.after_news = partial(self._heard, table, client)
            await client.wait_for_hand()
        self._tables.append(table)
        return table

    async def leave(self) -> None:
        """Close all sockets and forget the tables."""
        for table in self._tables:
            for client in table.clients:
                client.socket.leave()
        self._tables.clear()

    # Choosing

    def _choose(self, table: Table, client: Client, due: float) -> None:
        table.clicks.append(Click(client, client.known.number, due, list(table.clients)))
        table.left -= 1
        client.choose()

    def _choose_next(self, table: Table, due: float) -> None:
        """Let the next client of a table choose."""
        seat = table.clients[0].known.to_move[0]
        self._choose(table, table.clients[seat], due)

    def _heard(self, table: Table, client: Client) -> None:
        """Note that a client has received a message; a choice is done once all clients know of it."""
        for click in table.clicks[:]:
            if client in click.unaware and click.is_known_to(client):
                click.unaware.remove(client)
                if not click.unaware:
                    table.clicks.remove(click)
                    self._times.append(time.monotonic() - click.due)
                    self._after_choice(table)
        self._after_news(table, client)

    # Shapes of the load

    async def steadily(self, began: float, counted: float, until: float, rate: float) -> Tally:
        """Choose `rate` times a second, each time at a random table at which no choice is under way.

        Times are those of `time.monotonic`; what is done before `counted` is not.
        """
        self._ready, self._after_choice = list(self._tables), self._ready_again
        due, before = began, None
        async with asyncio.timeout(PATIENCE):
            while (now := time.monotonic()) < until and due < until:
                if not before and now >= counted:
                    before = self._tally()
                await asyncio.sleep(max(0.0, due - now))
                self._choose_next(await self._some_table(), due)
                due += 1 / rate
        assert before
        counts = self._tally() - before
        await self._settle()
        return replace(counts, times=self._times[len(before.times) :])

    async def _some_table(self) -> Table:
        while not self._ready:
            await asyncio.sleep(0.001)
        return self._ready.pop(random.randrange(len(self._ready)))

    def _ready_again(self, table: Table) -> None:
        if not table.clients[0].known.over:
            self._ready.append(table)

    async def flood(self, choices: int, together: bool) -> Tally:
        """Make a number of choices at every table, as fast as the server does them.

        They are made by all clients together as soon as each has a hand, or by one client of a table after another.
        """
        before = self._tally()
        if together:
            self._after_news = self._choose_if_asked
        else:
            self._after_choice = self._choose_again
        for table in self._tables:
            table.left = choices
            if together:
                for client in table.clients:
                    self._choose_if_asked(table, client)
            else:
                self._choose_again(table)
        await self._settle()
        return self._tally() - before

    def _choose_if_asked(self, table: Table, client: Client) -> None:
        known = client.known
        under_way = any(click.client is client and click.number == known.number for click in table.clicks)
        if table.left > 0 and client.seat in known.to_move and not under_way:
            self._choose(table, client, time.monotonic())

    def _choose_again(self, table: Table) -> None:
        if table.left > 0:
            self._choose_next(table, time.monotonic())

    async def _settle(self) -> None:
        """Wait until all choices are done, and end the shape of the load."""
        async with asyncio.timeout(PATIENCE):
            while any(table.clicks or table.left > 0 for table in self._tables):
                await asyncio.sleep(0.02)
        self._after_choice, self._after_news = lambda table: None, lambda table, client: None

    def _tally(self) -> Tally:
        """What was counted so far."""
        sockets = [client.socket for table in self._tables for client in table.clients]
        return Tally(
            list(self._times),
            len(self._times),
            sum(socket.received for socket in sockets),
            sum(socket.messages for socket in sockets),
        )
