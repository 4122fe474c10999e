"""How fast the server is: `make bench` measures it and writes benchmarks/SERVING.md.

One process serves 250 tables of four people with 1,000 sockets, without bots, from SQLite with durable commits. The
people are another process. Time is measured from the moment when somebody was to click until everybody at the table has
been told; a click that had to wait, because the one before it took long, waited on the clock.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import resource
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

import hostile
from bench import machine
from okawari.server.run import server
from okawari.server.settings import Settings
from okawari.server.wire.messages import VERSION

RESULTS = Path(__file__).with_name("SERVING.md")
TABLES, SEATS = 250, 4
#: Choices a second that are offered, and for how long; the first seconds do not count.
OFFERED, SECONDS, WARM = 200, 20.0, 3.0
#: Requests that are under way at once while everybody comes.
CROWD = 20
ASKED_MS, ASKED_KB = 100, 100


# The server, in a process of its own


def serve(data: Path, port: int, *, limited: bool) -> None:
    """Serve, usually without limits: here a thousand people come from one address."""
    if limited:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hostile.DESCRIPTORS, hostile.DESCRIPTORS))
    settings = Settings(data, bytes(32), limited=limited, thinkers=1)
    server(settings, "127.0.0.1", port, lambda port: print("ready", flush=True)).run()


class House:
    """The server's process."""

    def __init__(self, data: Path, port: int, kind: str = "serve") -> None:
        command = [sys.executable, __file__, kind, str(data), str(port)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout and self._process.stdout.readline() == "ready\n"

    @property
    def memory(self) -> float:
        """Resident memory in kB."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        return float(status.partition("VmRSS:")[2].split()[0])

    @property
    def worked(self) -> float:
        """Seconds that the processor worked for it."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def stop(self) -> None:
        """End in peace."""
        self._process.terminate()
        self._process.wait(60)
        assert self._process.stdout
        self._process.stdout.close()


# The people


@dataclass
class Click:
    """A choice that somebody made, and who has yet to hear of it."""

    seat: int
    number: int
    at: float
    unheard: set[int]


@dataclass
class Group:
    """A table with its four people."""

    id: str
    sockets: list[ClientConnection]
    number: int = 1
    to_move: list[int] = field(default_factory=lambda: list(range(SEATS)))
    moves: dict[int, str] = field(default_factory=dict)
    over: bool = False
    click: Click | None = None


class Crowd:
    """Everybody."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.groups: list[Group] = []
        self.ready: asyncio.Queue[Group] = asyncio.Queue()
        self.times: list[float] = []
        self._door = asyncio.Semaphore(CROWD)
        self._listening: list[asyncio.Task[None]] = []

    async def come(self) -> None:
        """Set all tables and sit down."""
        self.groups = list(await asyncio.gather(*(self._come_to_a_table() for _ in range(TABLES))))
        for group in self.groups:
            for seat, socket in enumerate(group.sockets):
                self._listening.append(asyncio.create_task(self._listen(group, seat, socket)))

    async def _come_to_a_table(self) -> Group:
        async with self._door, httpx2.AsyncClient(base_url=f"http://127.0.0.1:{self._port}", timeout=120) as http:
            cookies = []
            for _ in range(SEATS):
                http.cookies.clear()
                await http.put("/api/me", json={"name": "Guest", "shape": 1})
                cookies.append(http.cookies["okawari"])
            table = {
                "setting": {"menu": "sushi-go-first", "seats": SEATS},
                "seats": [{"kind": "you"}, *({"kind": "open"} for _ in range(SEATS - 1))],
                "nonce": secrets.token_hex(16),
            }
            made = (await http.post("/api/tables", json=table)).json()
            # The last cookie is the host's, and the host has the first seat.
            cookies.insert(0, cookies.pop())
            sockets = [await self._sit(made, cookie, seat) for seat, cookie in enumerate(cookies)]
            await _ask(sockets[0], type="start")
            return Group(made["id"], sockets)

    async def _sit(self, made: dict[str, Any], cookie: str, seat: int) -> ClientConnection:
        address = f"ws://127.0.0.1:{self._port}/ws/tables/{made['id']}"
        socket = await connect(
            address, additional_headers={"Cookie": f"okawari={cookie}"}, compression=None, open_timeout=120
        )
        await _ask(socket, type="hello", version=VERSION, key=made["key"])
        if seat:
            await _ask(socket, type="sit", seat=seat, nonce=secrets.token_hex(16))
        return socket

    async def _listen(self, group: Group, seat: int, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "refused":
                raise RuntimeError(f"refused: {message['problem']}")
            if message["type"] == "state" and message["game"]:
                group.moves[seat] = (message["game"]["view"]["moves"] or [""])[0]
                self._heard(group, seat, message["game"], over=message["table"]["phase"] == "over")
            elif message["type"] == "waiting":
                self._heard(group, seat, message, over=False)

    def _heard(self, group: Group, seat: int, news: dict[str, Any], *, over: bool) -> None:
        """Somebody heard how the game stands; once all have, the table is ready for the next click."""
        click = group.click
        if click is None or (news["number"] == click.number and click.seat in news["to_move"]):
            return
        click.unheard.discard(seat)
        group.number, group.to_move, group.over = news["number"], news["to_move"], group.over or over
        if not click.unheard:
            self.times.append(time.perf_counter() - click.at)
            group.click = None
            if not group.over:
                self.ready.put_nowait(group)

    async def click(self, group: Group, at: float) -> None:
        """Somebody at a table chooses; the click was due at some time."""
        seat = group.to_move[0]
        group.click = Click(seat, group.number, at, set(range(SEATS)))
        choice = {"type": "choose", "id": secrets.token_hex(8), "seat": seat, "number": group.number}
        await group.sockets[seat].send(json.dumps({**choice, "move": group.moves[seat]}))

    async def settle(self) -> None:
        """Wait until everybody knows their hand."""
        while any(len(group.moves) < SEATS for group in self.groups):
            await asyncio.sleep(0.05)
        random.Random(1).shuffle(self.groups)
        for group in self.groups:
            self.ready.put_nowait(group)

    async def leave(self) -> None:
        """Everybody goes home."""
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        for group in self.groups:
            await asyncio.gather(*(socket.close() for socket in group.sockets))


async def _ask(socket: ClientConnection, **message: Any) -> None:
    """Ask for something, and wait until it is done."""
    await socket.send(json.dumps({"id": secrets.token_hex(8), **message}))
    while (answer := json.loads(await socket.recv()))["type"] != "ack":
        if answer["type"] == "refused":
            raise RuntimeError(f"refused: {answer['problem']}")


# What is measured


@dataclass
class Figures:
    """What came of it."""

    offered: float | None
    done: float
    p50: float
    p99: float
    worst: float
    busy: float

    @property
    def row(self) -> str:
        """A line of the results."""
        offered = f"{self.offered:,.0f} a second" if self.offered else "as many as it can do"
        times = " | ".join(f"{value * 1000:,.1f}" for value in (self.p50, self.p99, self.worst))
        return f"| {offered} | {self.done:,.0f} | {times} | {self.busy:.0%} |"


def figures(offered: float | None, times: list[float], seconds: float, worked: float) -> Figures:
    """The figures of a stretch of time."""
    times = sorted(times)
    p99 = times[int(len(times) * 0.99)]
    return Figures(offered, len(times) / seconds, statistics.median(times), p99, times[-1], worked / seconds)


async def steadily(crowd: Crowd, house: House, rate: float, seconds: float) -> Figures:
    """Offer so many choices a second."""
    began = time.perf_counter()
    due = began
    warm = False
    while due < began + WARM + seconds:
        if not warm and due >= began + WARM:
            warm = True
            crowd.times.clear()
            worked = house.worked
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await crowd.click(await crowd.ready.get(), due)
    worked = house.worked - worked
    await asyncio.sleep(1)
    return figures(rate, list(crowd.times), seconds, worked)


async def as_many_as_possible(crowd: Crowd, house: House, seconds: float) -> Figures:
    """Somebody at every table always chooses at once."""
    crowd.times.clear()
    began, worked = time.perf_counter(), house.worked
    while time.perf_counter() < began + seconds and not all(group.over for group in crowd.groups):
        await crowd.click(await crowd.ready.get(), time.perf_counter())
    spent = time.perf_counter() - began
    return figures(None, list(crowd.times), spent, house.worked - worked)


async def evening(house: House, port: int) -> tuple[list[Figures], list[str], float]:
    """Everybody comes, plays and leaves: the figures, the tables, and the memory of a socket in kB."""
    crowd = Crowd(port)
    before = house.memory
    await crowd.come()
    await crowd.settle()
    a_socket = (house.memory - before) / (TABLES * SEATS)
    steady = await steadily(crowd, house, OFFERED, SECONDS)
    print(steady.row, flush=True)
    most = await as_many_as_possible(crowd, house, SECONDS / 2)
    print(most.row, flush=True)
    await crowd.leave()
    return [steady, most], [group.id for group in crowd.groups], a_socket


async def idle_memory(house: House, port: int, tables: list[str]) -> float:
    """Memory of a table in kB where nobody is: a server that has just started reads them all."""
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=120) as http:

        async def read(some: list[str]) -> float:
            for table in some:
                await http.get(f"/api/tables/{table}/record")
            return house.memory

        # The first ones bring in everything that is loaded once.
        early = await read(tables[:50])
        return (await read(tables[50:]) - early) / len(tables[50:])


def report(measured: list[Figures], a_socket: float, a_table: float, beside: list[hostile.Times]) -> str:
    """Everything in words."""
    steady = measured[0]
    return "\n".join(
        [
            "# How fast the server is",
            "",
            "Written by `make bench`.",
            "",
            machine(),
            "",
            f"One process, {TABLES} tables of four people, {TABLES * SEATS:,} sockets, SQLite with durable commits, no",
            "bots. The people are a second process on the same machine. Times are milliseconds from a click until",
            "everybody at the table has been told; the last column is how much of one core the server used.",
            "",
            "| choices offered | done a second | p50 | p99 | worst | of a core |",
            "|---|---|---|---|---|---|",
            *(figures.row for figures in measured),
            "",
            f"Asked: p99 under {ASKED_MS} ms at {OFFERED} choices a second; it is {steady.p99 * 1000:,.0f} ms.",
            "",
            f"An idle table in the middle of a game takes {a_table:,.0f} kB of memory (asked: under {ASKED_KB}), and a",
            f"table with its four sockets {4 * a_socket:,.0f} kB when everybody has just come.",
            "",
            *hostile.report(beside),
        ]
    )


def main() -> None:
    """Measure, and write it down."""
    # A thousand people live in this process: while it collects garbage they all stand still, and the server is blamed.
    gc.disable()
    port = 8765
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), port)
        measured, tables, a_socket = asyncio.run(evening(house, port))
        house.stop()
        house = House(Path(folder), port)
        a_table = asyncio.run(idle_memory(house, port, tables))
        house.stop()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), port, "serve-limited")
        beside = asyncio.run(hostile.measure(port))
        house.stop()
    text = report(measured, a_socket, a_table, beside)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    if sys.argv[1:2] in (["serve"], ["serve-limited"]):
        serve(Path(sys.argv[2]), int(sys.argv[3]), limited=sys.argv[1] == "serve-limited")
    else:
        main()
