"""The processes of clients, seen from the process that measures."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any

from load.client import Wire
from load.tables import Tally
from load.worker import work

#: With two cores, the server has most of one, and the clients the rest.
PROCESSES = 2


class Crew:
    """Processes of clients that do the same at the same time, each with its share of the tables."""

    def __init__(self) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes: list[SpawnProcess] = []
        for _ in range(PROCESSES):
            ours, theirs = spawning.Pipe()
            process = spawning.Process(target=work, args=(theirs,))
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the processes."""
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            pipe.close()
            process.join(10)
            process.kill()

    def _send(self, tasks: Iterable[tuple[Any, ...]]) -> None:
        for pipe, task in zip(self._pipes, tasks, strict=True):
            pipe.send(task)

    def _results(self) -> list[Any]:
        try:
            return [pipe.recv() for pipe in self._pipes]
        except EOFError:
            raise RuntimeError("a process of clients has failed") from None

    def do(self, *task: Any) -> list[Any]:
        """Do the same task in all processes; return their results."""
        self._send([task] * PROCESSES)
        return self._results()

    def meet(self, wire: Wire, ports: Sequence[int]) -> None:
        """Play with a server from now on."""
        self.do("meet", wire, ports)

    def visit(self, wire: Wire, ports: Sequence[int]) -> None:
        """Visit a server from now on: as `meet`, but errors are counted and do not end the processes."""
        self.do("visit", wire, ports)

    def come(self, tables: int) -> list[str]:
        """Set up tables; return the ids of all."""
        shares = [tables // PROCESSES + (n < tables % PROCESSES) for n in range(PROCESSES)]
        self._send(("come", share) for share in shares)
        return [table for ids in self._results() for table in ids]

    def leave(self) -> None:
        """Close all sockets."""
        self.do("leave")

    def start_steady(self, began: float, counted: float, until: float, rate: float) -> None:
        """Start to choose `rate` times a second; see `Tables.steadily`."""
        # Their choices alternate.
        self._send(("steadily", began + n / rate, counted, until, rate / PROCESSES) for n in range(PROCESSES))

    def start_flood(self, choices: int, *, together: bool) -> None:
        """Start to make choices as fast as the server does them; see `Tables.flood`."""
        self._send([("flood", choices, together)] * PROCESSES)

    def tally(self) -> Tally:
        """Wait for the end of what was started, and for what was counted."""
        return sum(self._results(), Tally())
