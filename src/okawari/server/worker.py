"""A worker: one of several server processes on one port, which a supervisor starts.

It stops gracefully on SIGTERM, and when its supervisor is gone, however that ended. It reads from standard input what
to serve.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import signal
import socket
import sys
from dataclasses import dataclass
from typing import Any

from okawari.server.channel import Channel
from okawari.server.passing import Inboxes, Passing
from okawari.server.run import OkawariServer, server
from okawari.server.runtime.metrics import exposition
from okawari.server.settings import Settings
from okawari.server.storage.store import StoreProblem


@dataclass(frozen=True)
class Start:
    """What a worker serves, with the descriptors of its listening sockets, of its end of the channel and of inboxes."""

    settings: Settings
    listening: list[int]
    channel: int
    inboxes: Inboxes


class Worker:
    """The server of this process, and its channel to the supervisor."""

    def __init__(self, start: Start) -> None:
        self._end = socket.socket(fileno=start.channel)
        listening = [socket.socket(fileno=each) for each in start.listening]
        self._ready = asyncio.Event()
        self._passing = Passing(start.inboxes)
        self._server: OkawariServer = server(
            start.settings, "", 0, lambda port: self._ready.set(), listening, passing=self._passing
        )
        self._metrics = self._server.app.state.metrics
        self._server.app.state.scrape = self._scrape

    def run(self) -> int:
        """Serve until told to stop; returns the exit code."""
        with asyncio.Runner(loop_factory=self._server.config.get_loop_factory()) as runner:
            return runner.run(self._run())

    async def _run(self) -> int:
        self._channel = await Channel.over(self._end, self._answer)
        tasks = [asyncio.create_task(work) for work in (self._follow_supervisor(), self._tell_ready())]
        try:
            await self._server.serve()
        except StoreProblem as problem:
            params = {name: str(value) for name, value in problem.params.items()}
            with contextlib.suppress(ConnectionError):
                await self._channel.ask("problem", [problem.code, params])
            return 1
        finally:
            for task in tasks:
                task.cancel()
        return 0

    async def _follow_supervisor(self) -> None:
        """Stop when the supervisor is gone."""
        await self._channel.run()
        self._server.should_exit = True

    async def _tell_ready(self) -> None:
        await self._ready.wait()
        with contextlib.suppress(ConnectionError):
            await self._channel.ask("ready")

    async def _answer(self, question: str, value: Any) -> Any:
        if question == "workers":
            self._passing.workers = value
            return None
        if question == "serves":
            return self._ready.is_set() and not self._server.should_exit
        assert question == "metrics"
        return self._metrics.families()

    async def _scrape(self) -> bytes:
        """The metrics of all workers, or of this one alone if the supervisor is gone."""
        try:
            return exposition(await self._channel.ask("all metrics"))
        except ConnectionError:
            self_only: bytes = self._metrics.text()
            return self_only


def main() -> None:
    """Serve what standard input names, and end the process."""
    with sys.stdin.buffer as start:
        worker = Worker(pickle.load(start))
    # The supervisor hears Ctrl-C, and stops its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(worker.run())


if __name__ == "__main__":
    main()
