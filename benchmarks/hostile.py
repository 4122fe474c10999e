"""Response times beside a hostile visitor: part of `make bench`, which writes them to benchmarks/SERVING.md.

The visitor connects from 127.0.0.2, all others from 127.0.0.1; the server has its usual limits and 1,024 descriptors.
Each row is measured without the visitor and beside it, in the same run.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from load.client import Known
from load.okawari_wire import LEARN
from okawari.server.wire.messages import VERSION

DESCRIPTORS = 1_024
#: The hostile visitor's idle connections; its sockets that ask for hints, and tables with the strongest bot.
IDLE = 5_000
HINTING, STRONG = 60, 20
#: The numbers of choices, turns and arrivals of new players that are measured.
CHOICES, TURNS, ARRIVALS = 120, 12, 10
HOSTILE = "127.0.0.2"


class Visitor:
    """An HTTP client with a cookie of its own, which connects from a local address."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._port, self._address = port, address
        transport = httpx2.AsyncHTTPTransport(local_address=address)
        self.http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=120)

    async def set_table(self, *seats: str) -> dict[str, Any]:
        """Make a table with people (`you`, `open`) and bots at the seats; without open seats the game starts."""
        await self.http.put("/api/me", json={"name": "Guest", "shape": 1})
        table = {
            "setting": {"menu": "sushi-go-first", "seats": len(seats)},
            "seats": [{"kind": seat} if seat in ("you", "open") else {"kind": "bot", "bot": seat} for seat in seats],
            "nonce": secrets.token_hex(16),
            "start": "open" not in seats,
        }
        made: dict[str, Any] = (await self.http.post("/api/tables", json=table)).raise_for_status().json()
        return made

    async def sit_down(self, made: dict[str, Any], seat: int = 0) -> Seat:
        """Open the socket of a table, and take a seat unless it is the host's."""
        if "okawari" not in self.http.cookies:
            await self.http.put("/api/me", json={"name": "Guest", "shape": 1})
        cookie = {"Cookie": f"okawari={self.http.cookies['okawari']}"}
        address = f"ws://127.0.0.1:{self._port}/ws/tables/{made['id']}"
        sitting = Seat(
            await connect(address, additional_headers=cookie, local_addr=(self._address, 0), open_timeout=120), seat
        )
        await sitting.ask(type="hello", version=VERSION, key=made["key"])
        if seat:
            await sitting.ask(type="sit", seat=seat, nonce=secrets.token_hex(16))
        return sitting


class Seat:
    """The socket of a seat, with what is known of its game."""

    def __init__(self, line: ClientConnection, seat: int) -> None:
        self.line, self.seat = line, seat
        self.known = Known()
        self.chosen = 0

    async def hear(self) -> dict[str, Any]:
        """Receive the next message and learn from it."""
        message: dict[str, Any] = json.loads(await self.line.recv())
        LEARN[VERSION](self.known, message)
        return message

    async def ask(self, **message: Any) -> None:
        """Send a request, and wait until it is acknowledged; RuntimeError if it is refused."""
        await self.line.send(json.dumps({"id": secrets.token_hex(8), **message}))
        while (answer := await self.hear())["type"] != "ack":
            if answer["type"] == "refused":
                raise RuntimeError(f"refused: {answer['problem']}")

    async def until(self, holds: Callable[[Known], bool]) -> None:
        """Receive messages until a condition holds for the game."""
        while not holds(self.known):
            await self.hear()

    async def wait(self) -> None:
        """Receive messages until this seat has to choose."""
        await self.until(lambda known: self.seat in known.to_move and known.number > self.chosen)

    async def choose(self) -> None:
        """Choose the first legal move when it is this seat's turn."""
        await self.wait()
        self.chosen = self.known.number
        await self.ask(type="choose", seat=self.seat, number=self.chosen, move=self.known.moves[0])


# What is measured


@dataclass
class Times:
    """Seconds, without a hostile visitor and beside one."""

    what: str
    asked: str
    alone: list[float]
    beside: list[float]

    @property
    def row(self) -> str:
        """A line of the results, in milliseconds."""
        cells = [f"{value * 1000:,.0f}" for times in (self.alone, self.beside) for value in _spread(times)]
        return f"| {self.what} | {' | '.join(cells)} | {self.asked} |"


def _spread(times: list[float]) -> tuple[float, float]:
    return statistics.median(times), max(times)


async def timed(work: Awaitable[Any]) -> float:
    """The seconds until an awaitable is done."""
    began = time.perf_counter()
    await work
    return time.perf_counter() - began


async def choices(port: int, address: str = "127.0.0.1", number: int = CHOICES) -> list[float]:
    """Times from a choice to its acknowledgement, in games of two people."""
    times: list[float] = []
    while len(times) < number:
        host, friend = Visitor(port, address), Visitor(port, address)
        made = await host.set_table("you", "open")
        seats = [await host.sit_down(made), await friend.sit_down(made, 1)]
        await seats[0].ask(type="start")
        for _ in range(20):
            for seat in seats:
                await seat.wait()
                times.append(await timed(seat.choose()))
                await asyncio.sleep(0.06)
        for seat in seats:
            await seat.line.close()
    return times


async def arrivals(port: int, address: str = "127.0.0.1", number: int = ARRIVALS) -> list[float]:
    """Times from the first request of a new player to the first hand of a game."""

    async def arrive() -> None:
        visitor = Visitor(port, address)
        seat = await visitor.sit_down(await visitor.set_table("you", "pip"))
        await seat.until(lambda known: bool(known.moves))
        await seat.line.close()

    return [await timed(arrive()) for _ in range(number)]


async def turns(port: int, bot: str) -> list[float]:
    """Times of turns in a game against a bot, the pause that bots make included; the person chooses at once."""
    visitor = Visitor(port)
    seat = await visitor.sit_down(await visitor.set_table("you", bot))

    async def turn() -> None:
        number = seat.known.number
        await seat.choose()
        await seat.until(lambda known: known.number > number)

    await seat.until(lambda known: bool(known.moves))
    times = [await timed(turn()) for _ in range(TURNS)]
    await seat.line.close()
    return times


# Hostile visitors


@asynccontextmanager
async def idle_connections(port: int) -> AsyncIterator[None]:
    """Hold many connections that send nothing or half a request."""
    lines: list[socket.socket] = []

    def attack() -> None:
        for n in range(IDLE):
            with contextlib.suppress(OSError):
                line = socket.create_connection(("127.0.0.1", port), 10, (HOSTILE, 0))
                lines.append(line)
                line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: " if n % 2 else b"")

    attacking = asyncio.create_task(asyncio.to_thread(attack))
    while len(lines) < IDLE // 5 and not attacking.done():
        await asyncio.sleep(0.05)
    try:
        yield
    finally:
        await attacking
        for line in lines:
            line.close()


@asynccontextmanager
async def hints_and_strong_bots(port: int) -> AsyncIterator[None]:
    """Keep sockets asking for hints at one table, and playing at tables with the strongest bot."""
    host = Visitor(port, HOSTILE)
    made = await host.set_table("you", "pip")
    asking = [asyncio.create_task(_ask_for_hints(await host.sit_down(made))) for _ in range(HINTING)]
    playing = [asyncio.create_task(_play_for_ever(Visitor(port, HOSTILE))) for _ in range(STRONG)]
    await asyncio.sleep(2)
    try:
        yield
    finally:
        for task in (*asking, *playing):
            task.cancel()
        await asyncio.gather(*asking, *playing, return_exceptions=True)


async def _ask_for_hints(seat: Seat) -> None:
    while True:
        await seat.line.send(json.dumps({"type": "hint", "id": secrets.token_hex(8), "seat": 0}))
        while (await seat.hear())["type"] not in ("hint", "refused"):
            pass
        await asyncio.sleep(0.5)


async def _play_for_ever(visitor: Visitor) -> None:
    while True:
        seat = await visitor.sit_down(await visitor.set_table("you", "oba"))
        for _ in range(29):
            await seat.choose()
        await seat.line.close()


async def measure(port: int) -> list[Times]:
    """Measure all rows, first alone and then beside the hostile visitor."""
    rows = [
        Times(f"a choice, {IDLE:,} idle connections", "100", await choices(port), []),
        Times(f"a new player's first hand, {IDLE:,} idle connections", "", await arrivals(port), []),
        Times(
            f"a turn with pip, {HINTING} sockets want hints, {STRONG} tables oba", "1,000", await turns(port, "pip"), []
        ),
        Times("a turn with oba, beside the same", "3,000", await turns(port, "oba"), []),
    ]
    async with idle_connections(port):
        rows[0].beside, rows[1].beside = await choices(port), await arrivals(port)
    async with hints_and_strong_bots(port):
        rows[2].beside, rows[3].beside = await turns(port, "pip"), await turns(port, "oba")
    return rows


def report(rows: list[Times]) -> list[str]:
    """The section of the results page."""
    return [
        "## Beside a hostile visitor",
        "",
        f"From another address, with the usual limits and {DESCRIPTORS:,} descriptors. Milliseconds, alone and beside",
        "the visitor; a bot's turn includes the pause that it makes, 300 to 900.",
        "",
        "| what | p50 alone | worst | p50 beside | worst | asked |",
        "|---|---|---|---|---|---|",
        *(row.row for row in rows),
    ]
