"""The memory that tables take in a server."""

from __future__ import annotations

import tempfile
from pathlib import Path

import httpx2

from load.crew import Crew
from servers import Running, Server

#: The choices at each table before it is idle: about half of a game.
CHOICES = 40


def connected_memory(crew: Crew, process: Running, tables: int) -> tuple[float, float]:
    """Let clients come; return the kB of a table and its sockets, with its share of what is loaded once and without."""
    first = tables // 5
    empty = process.memory
    crew.come(first)
    early = process.memory
    crew.come(tables - first)
    return (process.memory - empty) / tables, (process.memory - early) / (tables - first)


def idle_memory(crew: Crew, server: Server, tables: int) -> float:
    """The kB of an idle table in the middle of a game: a server that has just started loads all of them."""
    with tempfile.TemporaryDirectory() as folder:
        with server.start(Path(folder)) as process:
            crew.meet(server.wire, process.ports)
            ids = crew.come(tables)
            crew.start_flood(CHOICES, together=True)
            crew.tally()
            crew.leave()
        with server.start(Path(folder)) as process:
            first = tables // 5
            early = _memory_after_reading(process, ids[:first])
            return (_memory_after_reading(process, ids[first:]) - early) / (tables - first)


def _memory_after_reading(process: Running, tables: list[str]) -> float:
    """The memory of a server after it has loaded some tables."""
    with httpx2.Client(base_url=f"http://127.0.0.1:{process.ports[0]}", timeout=120) as http:
        for table in tables:
            http.get(f"/api/tables/{table}/record")
    return process.memory
