"""What others notice of a hostile visitor: part of `make bench`, which writes it into benchmarks/SERVING.md.

The visitor comes from 127.0.0.2, everybody else from 127.0.0.1; the server has its usual limits and 1,024 descriptors.
Each row is measured without the visitor and beside one, in the same run.
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

from okawari.server.wire.messages import VERSION

DESCRIPTORS = 1_024
IDLE = 5_000
HINTING, STRONG = 60, 20
#: Choices or turns that are measured, and people who come.
CHOICES, TURNS, ARRIVALS = 120, 12, 10
HOSTILE = "127.0.0.2"


class Visitor:
    """Somebody with a cookie, who comes from an address."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._port, self._address = port, address
        transport = httpx2.AsyncHTTPTransport(local_address=address)
        self.http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=120)

    async def set_table(self, *seats: str) -> dict[str, Any]:
        """Set a table of people (`you`, `open`) and bots; without open seats the game begins at once."""
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
        """Come to a table, and take a seat if it is not the dealer's."""
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
    """A seat at a table, and how the game stands."""

    def __init__(self, line: ClientConnection, seat: int) -> None:
        self.line, self.seat = line, seat
        self.game: dict[str, Any] = {}
        self.chosen = 0

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(await self.line.recv())
        if message["type"] == "state" and message["game"]:
            self.game = message["game"]
        elif message["type"] == "waiting":
            self.game |= {"number": message["number"], "to_move": message["to_move"]}
        return message

    async def ask(self, **message: Any) -> None:
        """Ask for something, and wait until it is done."""
        await self.line.send(json.dumps({"id": secrets.token_hex(8), **message}))
        while (answer := await self.hear())["type"] != "ack":
            if answer["type"] == "refused":
                raise RuntimeError(f"refused: {answer['problem']}")

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        """Listen until the game stands in some way."""
        while not (self.game and holds(self.game)):
            await self.hear()

    async def wait(self) -> None:
        """Listen until it is this seat's turn again."""
        await self.until(lambda game: self.seat in game["to_move"] and game["number"] > self.chosen)

    async def choose(self) -> None:
        """Choose the first move."""
        await self.wait()
        self.chosen = self.game["number"]
        await self.ask(type="choose", seat=self.seat, number=self.chosen, move=self.game["view"]["moves"][0])


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
    """How long some work takes."""
    began = time.perf_counter()
    await work
    return time.perf_counter() - began


async def choices(port: int) -> list[float]:
    """Two people play: from each click to its acknowledgement."""
    times: list[float] = []
    while len(times) < CHOICES:
        dealer, friend = Visitor(port), Visitor(port)
        made = await dealer.set_table("you", "open")
        seats = [await dealer.sit_down(made), await friend.sit_down(made, 1)]
        await seats[0].ask(type="start")
        for _ in range(20):
            for seat in seats:
                await seat.wait()
                times.append(await timed(seat.choose()))
                await asyncio.sleep(0.06)
        for seat in seats:
            await seat.line.close()
    return times


async def arrivals(port: int) -> list[float]:
    """Somebody new: from the first request to the hand of a game."""

    async def arrive() -> None:
        visitor = Visitor(port)
        seat = await visitor.sit_down(await visitor.set_table("you", "pip"))
        await seat.until(lambda game: bool(game["view"]["moves"]))
        await seat.line.close()

    return [await timed(arrive()) for _ in range(ARRIVALS)]


async def turns(port: int, bot: str) -> list[float]:
    """Somebody plays with a bot and chooses at once: how long each turn takes, with the pause that bots make."""
    visitor = Visitor(port)
    seat = await visitor.sit_down(await visitor.set_table("you", bot))

    async def turn() -> None:
        number = seat.game["number"]
        await seat.choose()
        await seat.until(lambda game: game["number"] > number)

    await seat.until(lambda game: bool(game["view"]["moves"]))
    times = [await timed(turn()) for _ in range(TURNS)]
    await seat.line.close()
    return times


# Hostile visitors


@asynccontextmanager
async def idle_connections(port: int) -> AsyncIterator[None]:
    """Connections that are silent or half-sent, opened anew as they are closed."""
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
    """Sockets that ask for hints at one table without end, and tables with the strongest bot."""
    dealer = Visitor(port, HOSTILE)
    made = await dealer.set_table("you", "pip")
    asking = [asyncio.create_task(_ask_for_hints(await dealer.sit_down(made))) for _ in range(HINTING)]
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
    """Everything, first alone and then beside the visitor who would disturb it."""
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
    """The rows in a table."""
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
