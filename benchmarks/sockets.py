"""Thousands of sockets at one server for minutes: `make load` runs it and writes benchmarks/LOAD.md.

    python benchmarks/sockets.py [--ways sqlite postgresql ...] [--minutes M] [--sockets N] [--rate CHOICES]

Everybody connects from an address of their own in 127.0.0.0/8, so that the limits for each network are as strict as for
visitors from the internet. Four people sit at each table. A quarter of the tables play, and when a game ends four new
people begin another one; at the others nobody moves. Meanwhile a player from one more address measures how long a
choice and a new game take. Exits with status 1 after an error, or if the memory was not bounded.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import hostile
from bench import machine
from deployments import Beside, Cluster, Way, beside, command, descriptors
from load.client import SEATS
from load.crew import PROCESSES, Crew
from load.okawari_wire import OkawariWire
from load.visitors import Seen
from okawari.server.wire.messages import VERSION
from servers import Spent
from sockets_page import Minute, Visit, page, share_of

FILE = Path(__file__).with_name("LOAD.md")
WAYS = {
    "sqlite": Way("SQLite, one process"),
    "postgresql": Way("PostgreSQL, one process", postgres=True),
}
#: The share of the tables at which a game is played.
PLAYING = 0.25
#: The address of the player who measures, the seconds between two measurements, and the choices of one.
ELSEWHERE, PAUSE, CHOICES = "127.255.255.1", 5.0, 40
#: Descriptors that a process needs besides those of sockets.
SPARE = 300


@dataclass
class Probe:
    """A player from another address, in a thread of its own."""

    port: int
    choices: list[float] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._ended = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self._thread.start()

    async def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self.choices += await hostile.choices(self.port, ELSEWHERE, CHOICES)
                self.arrivals += await hostile.arrivals(self.port, ELSEWHERE, 1)
            except Exception as problem:
                self.errors[f"{type(problem).__name__}: {problem}"[:120]] += 1
            await asyncio.to_thread(self._ended.wait, PAUSE)

    def end(self) -> None:
        """Stop measuring."""
        self._ended.set()
        self._thread.join()


def main() -> None:
    """Hold the visits, and write the page of results."""
    options = _options()
    if (needed := options.sockets + SPARE) > (allowed := descriptors()):
        sys.exit(f"The server needs {needed:,} open files, and the system allows {allowed:,}: see `ulimit -Hn`.")
    failed = False
    with beside() as servers:
        for name in options.ways:
            about = machine()
            visit = _visit(WAYS[name], servers, options)
            failed = failed or not visit.is_good
            text = page(visit, about, FILE.read_text(encoding="utf-8") if FILE.exists() else "")
            FILE.write_text(text, encoding="utf-8")
    sys.exit(failed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS), help="how the server runs")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--sockets", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=300.0, help="choices a second")
    return parser.parse_args()


def _visit(way: Way, servers: Beside, options: argparse.Namespace) -> Visit:
    tables = options.sockets // SEATS
    with (
        tempfile.TemporaryDirectory() as folder,
        Crew() as crew,
        Cluster(way, servers, Path(folder), command()) as server,
    ):
        crew.visit(OkawariWire(VERSION, addresses=True), server.ports)
        visit = Visit(way.name, options.sockets, options.rate, server.memory)
        began = time.monotonic()
        crew.come(tables)
        visit.connecting, visit.connected = time.monotonic() - began, server.memory
        _told(f"{way.name}: {tables * SEATS:,} sockets after {visit.connecting:.0f} s, {visit.connected / 1000:.0f} MB")
        probe = Probe(server.ports[0])
        try:
            _play(crew, server, visit, options.minutes, round(tables * PLAYING))
        finally:
            probe.end()
        visit.choices, visit.arrivals = probe.choices, probe.arrivals
        visit.errors += probe.errors
        crew.leave()
    return visit


def _play(crew: Crew, server: Cluster, visit: Visit, minutes: float, playing: int) -> None:
    """Let choices be made for some minutes, and note each of them."""
    began = time.monotonic() + 0.5
    until = began + minutes * 60
    crew.do("begin", began, until, visit.rate / PROCESSES, playing // PROCESSES)
    spent, noted = server.spent, began
    while noted < until:
        end = min(noted + 60, until)
        time.sleep(max(0.0, end - time.monotonic()))
        spent, noted = _note(crew, server, visit, spent, end - noted), end
    crew.do("finish")
    visit.add(sum(crew.do("look"), Seen()))


def _note(crew: Crew, server: Cluster, visit: Visit, before: Spent, seconds: float) -> Spent:
    """Note the minute that has passed; returns what was spent until now."""
    now = server.spent
    seen: Seen = sum(crew.do("look"), Seen())
    minute = Minute(seconds, seen.times, seen.sockets, server.memory, now - before)
    visit.minutes.append(minute)
    visit.add(seen)
    _told(
        f"{visit.name}: {len(seen.times) / seconds:.0f} a second, p50 {share_of(seen.times, 0.5) * 1000:.1f} ms, "
        f"{minute.memory / 1000:.0f} MB, {seen.sockets:,} sockets, {seen.errors.total()} errors"
    )
    return now


def _told(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
