"""The speed of the server: `make bench` measures it and writes benchmarks/SERVING.md.

One process serves 250 tables of four people with 1,000 sockets, without bots, from SQLite with durable commits. The
clients are another process. A time is measured from when a choice was due until all four clients of the table have
received it; waiting of a choice for the one before it is included.
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
#: Choices a second that are offered, for how many seconds, and the seconds before that are not counted.
OFFERED, SECONDS, WARM = 200, 20.0, 3.0
#: Tables that are set up at the same time.
CONCURRENT = 20
ASKED_MS, ASKED_KB = 100, 100


# The server, in a process of its own


def serve(data: Path, port: int, *, limited: bool) -> None:
    """Run the server; usually without limits, because all clients have one address here."""
    if limited:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hostile.DESCRIPTORS, hostile.DESCRIPTORS))
    settings = Settings(data, bytes(32), limited=limited, bot_threads=1)
    server(settings, "127.0.0.1", port, lambda port: print("ready", flush=True)).run()


class ServerProcess:
    """The server in a process of its own."""

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
    def cpu_seconds(self) -> float:
        """Seconds of processor time that it has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def stop(self) -> None:
        """Terminate the process and wait for its end."""
        self._process.terminate()
        self._process.wait(60)
        assert self._process.stdout
        self._process.stdout.close()


# The clients


@dataclass
class Click:
    """A choice under way: its seat, the number of the decision, when it was due, and the seats not yet told of it."""

    seat: int
    number: int
    at: float
    unheard: set[int]


@dataclass
class Group:
    """A table, its four sockets, and the state of its game."""

    id: str
    sockets: list[ClientConnection]
    number: int = 1
    to_move: list[int] = field(default_factory=lambda: list(range(SEATS)))
    moves: dict[int, str] = field(default_factory=dict)
    over: bool = False
    click: Click | None = None


class Clients:
    """All clients: their tables, a queue of those ready for the next choice, and the measured times."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.groups: list[Group] = []
        self.ready: asyncio.Queue[Group] = asyncio.Queue()
        self.times: list[float] = []
        self._entering = asyncio.Semaphore(CONCURRENT)
        self._listening: list[asyncio.Task[None]] = []

    async def come(self) -> None:
        """Make all tables and take all seats."""
        self.groups = list(await asyncio.gather(*(self._join_table() for _ in range(TABLES))))
        for group in self.groups:
            for seat, socket in enumerate(group.sockets):
                self._listening.append(asyncio.create_task(self._listen(group, seat, socket)))

    async def _join_table(self) -> Group:
        async with self._entering, httpx2.AsyncClient(base_url=f"http://127.0.0.1:{self._port}", timeout=120) as http:
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
        """Note that a seat was told of the state of the game; once all were, the table is ready for the next choice."""
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
        """Send the choice of the next seat at a table; `at` is when it was due."""
        seat = group.to_move[0]
        group.click = Click(seat, group.number, at, set(range(SEATS)))
        choice = {"type": "choose", "id": secrets.token_hex(8), "seat": seat, "number": group.number}
        await group.sockets[seat].send(json.dumps({**choice, "move": group.moves[seat]}))

    async def settle(self) -> None:
        """Wait until all seats have their first hand, and make all tables ready."""
        while any(len(group.moves) < SEATS for group in self.groups):
            await asyncio.sleep(0.05)
        random.Random(1).shuffle(self.groups)
        for group in self.groups:
            self.ready.put_nowait(group)

    async def leave(self) -> None:
        """Close all sockets."""
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        for group in self.groups:
            await asyncio.gather(*(socket.close() for socket in group.sockets))


async def _ask(socket: ClientConnection, **message: Any) -> None:
    """Send a request, and wait until it is acknowledged; RuntimeError if it is refused."""
    await socket.send(json.dumps({"id": secrets.token_hex(8), **message}))
    while (answer := json.loads(await socket.recv()))["type"] != "ack":
        if answer["type"] == "refused":
            raise RuntimeError(f"refused: {answer['problem']}")


# What is measured


@dataclass
class Figures:
    """The results of one stretch: choices a second offered and done, times in seconds, and the share of a core used."""

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


def figures(offered: float | None, times: list[float], seconds: float, cpu_seconds: float) -> Figures:
    """The figures of a stretch, from its times, its length, and the processor time of the server."""
    times = sorted(times)
    p99 = times[int(len(times) * 0.99)]
    return Figures(offered, len(times) / seconds, statistics.median(times), p99, times[-1], cpu_seconds / seconds)


async def steadily(clients: Clients, process: ServerProcess, rate: float, seconds: float) -> Figures:
    """Offer `rate` choices a second."""
    began = time.perf_counter()
    due = began
    warm = False
    while due < began + WARM + seconds:
        if not warm and due >= began + WARM:
            warm = True
            clients.times.clear()
            cpu_seconds = process.cpu_seconds
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await clients.click(await clients.ready.get(), due)
    cpu_seconds = process.cpu_seconds - cpu_seconds
    await asyncio.sleep(1)
    return figures(rate, list(clients.times), seconds, cpu_seconds)


async def as_many_as_possible(clients: Clients, process: ServerProcess, seconds: float) -> Figures:
    """Offer a choice at every table as soon as the one before it is done."""
    clients.times.clear()
    began, cpu_seconds = time.perf_counter(), process.cpu_seconds
    while time.perf_counter() < began + seconds and not all(group.over for group in clients.groups):
        await clients.click(await clients.ready.get(), time.perf_counter())
    spent = time.perf_counter() - began
    return figures(None, list(clients.times), spent, process.cpu_seconds - cpu_seconds)


async def play_games(process: ServerProcess, port: int) -> tuple[list[Figures], list[str], float]:
    """Play at all tables: the figures, the ids of the tables, and the memory of a socket in kB."""
    clients = Clients(port)
    before = process.memory
    await clients.come()
    await clients.settle()
    a_socket = (process.memory - before) / (TABLES * SEATS)
    steady = await steadily(clients, process, OFFERED, SECONDS)
    print(steady.row, flush=True)
    most = await as_many_as_possible(clients, process, SECONDS / 2)
    print(most.row, flush=True)
    await clients.leave()
    return [steady, most], [group.id for group in clients.groups], a_socket


async def idle_memory(process: ServerProcess, port: int, tables: list[str]) -> float:
    """The memory of an idle table in kB: a server that has just started loads all tables."""
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=120) as http:

        async def read(some: list[str]) -> float:
            for table in some:
                await http.get(f"/api/tables/{table}/record")
            return process.memory

        # The first ones include the memory of everything that is loaded once.
        early = await read(tables[:50])
        return (await read(tables[50:]) - early) / len(tables[50:])


def report(measured: list[Figures], a_socket: float, a_table: float, beside: list[hostile.Times]) -> str:
    """The page of results."""
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
            "bots. The clients are a second process on the same machine. Times are milliseconds from a choice until",
            "all four clients of the table have it; the last column is the share of a core that the server used.",
            "",
            "| choices offered | done a second | p50 | p99 | worst | of a core |",
            "|---|---|---|---|---|---|",
            *(figures.row for figures in measured),
            "",
            f"Asked: p99 under {ASKED_MS} ms at {OFFERED} choices a second; it is {steady.p99 * 1000:,.0f} ms.",
            "",
            f"An idle table in the middle of a game takes {a_table:,.0f} kB of memory (asked: under {ASKED_KB}), and a",
            f"table with its four sockets {4 * a_socket:,.0f} kB right after all have connected.",
            "",
            *hostile.report(beside),
        ]
    )


def main() -> None:
    """Measure, and write the page of results."""
    # A garbage collection in this process stops all clients, and its time would count as the server's.
    gc.disable()
    port = 8765
    with tempfile.TemporaryDirectory() as folder:
        process = ServerProcess(Path(folder), port)
        measured, tables, a_socket = asyncio.run(play_games(process, port))
        process.stop()
        process = ServerProcess(Path(folder), port)
        a_table = asyncio.run(idle_memory(process, port, tables))
        process.stop()
    with tempfile.TemporaryDirectory() as folder:
        process = ServerProcess(Path(folder), port, "serve-limited")
        beside = asyncio.run(hostile.measure(port))
        process.stop()
    text = report(measured, a_socket, a_table, beside)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    if sys.argv[1:2] in (["serve"], ["serve-limited"]):
        serve(Path(sys.argv[2]), int(sys.argv[3]), limited=sys.argv[1] == "serve-limited")
    else:
        main()
