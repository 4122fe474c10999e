"""Several server processes on one port: a supervisor starts workers, and starts those again that die.

The supervisor listens, and the workers inherit its sockets: a connection is accepted by a worker that has time. With a
socket for each worker (SO_REUSEPORT) the system would choose the worker before that, even a busy one, and the
connections that wait for a worker would be lost when it dies.

A connection that asks for a table of another worker is passed on to that one (`passing.py`).

Workers are fresh processes, not copies of one that has threads and connections already. A channel leads to each: when
it ends, the worker knows that the supervisor is gone, even by `kill -9`, and stops, so that no process holds the port.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from okawari.server.app import database_of
from okawari.server.channel import Channel
from okawari.server.passing import Inboxes, close_all, inbox
from okawari.server.run import CannotListen
from okawari.server.runtime.buses import bus_at
from okawari.server.runtime.retry import pauses
from okawari.server.security.accepting import listen
from okawari.server.settings import Settings
from okawari.server.storage.store import StoreProblem
from okawari.server.storage.stores import store_at
from okawari.server.worker import Start

#: The most seconds before a worker that has died is started again, and those after which its start counts as a success.
LONGEST_PAUSE, STEADY = 30.0, 10.0
#: Seconds in which all workers must have stopped, before they are killed.
STOPPING = 20.0
#: Seconds in which a worker answers a question.
ANSWER = 2.0
#: Seconds between two questions whether a worker serves, and in which it answers if it does, however busy it is.
BEAT, SERVING = 1.0, 5.0
_log = logging.getLogger("okawari.server")


class WorkersProblem(Exception):
    """Several workers cannot run; the text is `house.workers.CODE` in the catalogues."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Inherited:
    """The sockets that all workers inherit: those at which they listen, and both ends of their inboxes, in order."""

    listening: list[socket.socket]
    inboxes: list[tuple[socket.socket, socket.socket]] = field(default_factory=list)

    def inboxes_of(self, number: int) -> Inboxes:
        """What a worker inherits of the inboxes."""
        writing = [end.fileno() for end, _ in self.inboxes]
        return Inboxes(number, writing, self.inboxes[number - 1][1].fileno())

    def close(self) -> None:
        """Close all in this process."""
        for each in (*self.listening, *chain(*self.inboxes)):
            each.close()


class Supervisor:
    """Serves at an address with several workers; `ready` is called with the port when all of them serve.

    Raises `WorkersProblem`, or `StoreProblem` or `BusProblem` if the address of the database or of the bus cannot be
    used.
    """

    def __init__(
        self, settings: Settings, host: str, port: int, workers: int, ready: Callable[[int], None] = lambda port: None
    ) -> None:
        if sys.platform == "win32":
            raise WorkersProblem("windows")
        self._database = database_of(settings)
        if self._database.kind != "postgresql":
            raise WorkersProblem("sqlite")
        bus_at(settings.bus, settings.secret)
        self._host, self._port = host, port
        self._ready = ready
        self._workers = [
            SupervisedWorker(number, replace(settings, bot_threads=threads), self._all_metrics, self._tell_who_serves)
            for number, threads in enumerate(shares(settings.bot_threads, workers), 1)
        ]

    def run(self) -> None:
        """Serve until a signal says to stop; ends the process as the signal would, when all workers have ended.

        Raises `StoreProblem` or `CannotListen` if that is why the workers cannot start.
        """
        stopped_by = asyncio.run(self._run())
        if stopped_by:
            signal.raise_signal(stopped_by)

    async def _run(self) -> signal.Signals | None:
        """Serve; returns the signal that ended it."""
        stop: asyncio.Future[signal.Signals] = asyncio.get_running_loop().create_future()
        for each in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(each, self._on_signal, stop, each)
        await self._prepare_database()
        inherited = Inherited(self._listen(), [inbox() for _ in self._workers])
        keepers = [asyncio.create_task(worker.keep(inherited)) for worker in self._workers]
        tasks = [self._announce(inherited.listening[0].getsockname()[1]), self._watch(inherited)]
        others = [asyncio.create_task(task) for task in tasks]
        try:
            await asyncio.wait({stop, *keepers}, return_when=asyncio.FIRST_COMPLETED)  # type: ignore[type-var]
        finally:
            for task in others:
                task.cancel()
            await self._stop(keepers)
            inherited.close()
        problems = [problem for keeper in keepers if (problem := keeper.exception())]
        if problems:
            # Most likely all have the same.
            raise problems[0]
        return stop.result() if stop.done() else None

    def _on_signal(self, stop: asyncio.Future[signal.Signals], number: signal.Signals) -> None:
        """Note that everything is to stop; a second signal stops the workers at once."""
        if not stop.done():
            stop.set_result(number)
            return
        for worker in self._workers:
            worker.send(signal.SIGKILL)

    async def _prepare_database(self) -> None:
        """Migrate the database, before several processes use it."""
        store = store_at(self._database)
        await store.open()
        await store.close()

    def _listen(self) -> list[socket.socket]:
        try:
            return listen(self._host, self._port)
        except OSError as problem:
            raise CannotListen(problem) from problem

    async def _announce(self, port: int) -> None:
        """Call `ready` when all workers serve."""
        for worker in self._workers:
            await worker.ready.wait()
        self._ready(port)

    async def _watch(self, inherited: Inherited) -> None:
        """Look again and again which workers serve, and tell them; nothing waits for one that does not any more."""
        while True:
            await asyncio.sleep(BEAT)
            before = [worker.serves for worker in self._workers]
            await asyncio.gather(*(worker.look_if_it_serves() for worker in self._workers))
            if before != [worker.serves for worker in self._workers]:
                await self._tell_who_serves()
            for worker, (_, reading) in zip(self._workers, inherited.inboxes, strict=True):
                if not worker.serves:
                    close_all(reading)

    async def _tell_who_serves(self) -> None:
        """Tell all workers which of them serve."""
        serving = [worker.number for worker in self._workers if worker.serves]
        await asyncio.gather(*(worker.ask("workers", serving) for worker in self._workers))

    async def _stop(self, keepers: list[asyncio.Task[None]]) -> None:
        """Stop all workers: gracefully, and by force those that do not end."""
        for worker in self._workers:
            worker.stop()
        _, running = await asyncio.wait(keepers, timeout=STOPPING)
        for worker in self._workers:
            worker.send(signal.SIGKILL)
        if running:
            await asyncio.wait(running)

    async def _all_metrics(self) -> dict[str, Any]:
        """The metrics of each worker that answers in time, by its number."""
        found = await asyncio.gather(*(worker.ask("metrics") for worker in self._workers))
        return {str(worker.number): each for worker, each in zip(self._workers, found, strict=True) if each}


class SupervisedWorker:
    """A worker, and those that replace it when it dies.

    `all_metrics` gives what one of them asks for; `changed` is called when one begins or ceases to serve.
    """

    def __init__(
        self,
        number: int,
        settings: Settings,
        all_metrics: Callable[[], Coroutine[Any, Any, dict[str, Any]]],
        changed: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self.number = number
        #: Set once the first one serves.
        self.ready = asyncio.Event()
        #: Whether it serves now, as far as it has answered.
        self.serves = False
        self._settings = settings
        self._all_metrics = all_metrics
        self._changed = changed
        self._process: asyncio.subprocess.Process | None = None
        self._channel: Channel | None = None
        self._stopping = asyncio.Event()
        #: Why it could not start.
        self._problem: StoreProblem | None = None

    async def keep(self, inherited: Inherited) -> None:
        """Run workers, one after the other, until `stop` is called. Raises why the first one could not start."""
        waits = pauses(LONGEST_PAUSE)
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                ended = await self._run_one(inherited)
            except OSError as problem:
                ended = f"could not be started ({problem.strerror})"
            if self._stopping.is_set():
                return
            if not self.ready.is_set():
                raise self._problem or WorkersProblem("no-start")
            if time.monotonic() - began > STEADY:
                waits = pauses(LONGEST_PAUSE)
            _log.warning("Worker %d %s; another one is started.", self.number, ended)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), next(waits))

    async def _run_one(self, inherited: Inherited) -> str:
        """Run one worker until it ends; returns how that came. Raises `OSError` if it cannot be started."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self._process = process = await self._start(inherited, theirs)
        except OSError:
            ours.close()
            raise
        if self._stopping.is_set():
            self.stop()
        self._channel = await Channel.over(ours, self._answer)
        await self._channel.run()
        code = await process.wait()
        self._process = self._channel = None
        self.serves = False
        await self._changed()
        return f"has ended (exit code {code})"

    async def _start(self, inherited: Inherited, channel: socket.socket) -> asyncio.subprocess.Process:
        """Start a worker with its end of the channel, and tell it what to serve."""
        listening, inboxes = [each.fileno() for each in inherited.listening], inherited.inboxes_of(self.number)
        # -P: no module of the current folder is imported, unless this process would import it, too.
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "okawari.server.worker",
            env=os.environ | {"PYTHONPATH": os.pathsep.join(each or str(Path.cwd()) for each in sys.path)},
            stdin=asyncio.subprocess.PIPE,
            pass_fds=[*listening, channel.fileno(), *inboxes.writing, inboxes.reading],
            # Ctrl-C in a terminal goes to this process only.
            start_new_session=True,
        )  # fmt: skip
        assert process.stdin
        process.stdin.write(pickle.dumps(Start(self._settings, listening, channel.fileno(), inboxes)))
        process.stdin.close()
        return process

    async def _answer(self, question: str, value: Any) -> Any:
        """Answer the worker."""
        if question == "ready":
            self.ready.set()
            self.serves = True
            await self._changed()
        elif question == "problem":
            code, params = value
            self._problem = StoreProblem(code, **params)
        elif question == "all metrics":
            return await self._all_metrics()
        return None

    async def ask(self, question: str, value: Any = None, seconds: float = ANSWER) -> Any:
        """The answer of the worker; None if it does not answer in time."""
        if not self._channel:
            return None
        try:
            async with asyncio.timeout(seconds):
                return await self._channel.ask(question, value)
        except (ConnectionError, TimeoutError):
            return None

    async def look_if_it_serves(self) -> None:
        """Note whether the worker serves: one that begins to stop, or does not answer, does not."""
        self.serves = await self.ask("serves", seconds=SERVING) is True

    def stop(self) -> None:
        """Stop the worker gracefully, and start no other."""
        self._stopping.set()
        self.send(signal.SIGTERM)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the worker, if it runs."""
        if self._process and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(number)


def shares(threads: int, workers: int) -> list[int]:
    """The threads for bots of each worker: those of one server in all, and at least one each.

    >>> shares(7, 3), shares(1, 2)
    ([3, 2, 2], [1, 1])
    """
    return [max(1, threads // workers + (number < threads % workers)) for number in range(workers)]
