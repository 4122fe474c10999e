"""Workers that play the deals of a tournament: processes on this machine, or tasks of a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol

from okawari.bots.foreign import end_all
from okawari.lab.cluster import Cluster
from okawari.lab.plan import LabError, Plan
from okawari.lab.table import Played, play_deals

#: Seconds of work in a batch of deals: enough to make the overhead small, and so few that Ctrl-C loses little.
_BATCH_SECONDS = 0.5
_LARGEST_BATCH = 64
#: How often work is sent again after its worker was lost.
RETRIES = 3

#: A batch of deals, by their numbers.
Numbers = tuple[int, ...]


class LostDeals(LabError):
    """Deals whose workers were lost too often."""


class Workers(Protocol):
    """A group of workers; `count` is their number."""

    count: int

    def send(self, numbers: Numbers) -> None:
        """Send a batch of deals to a worker."""

    def collect(self) -> list[tuple[Numbers, list[Played] | None]]:
        """Wait until some batches are played: (the batch, its results); None as results if the worker was lost."""

    def stop(self) -> None:
        """Stop all workers at once, without waiting for their batches."""


def play_all(workers: Workers, numbers: Sequence[int]) -> Iterator[list[Played]]:
    """Have all deals played; yield results as they arrive. Deals of lost workers are sent again."""
    todo, out, losses = deque(numbers), 0, Counter[int]()
    began, done = time.monotonic(), 0
    while todo or out:
        while todo and out < 2 * workers.count:
            size = (
                _batch_size((time.monotonic() - began) * workers.count / done, len(todo) // (2 * workers.count))
                if done
                else 1
            )
            workers.send(tuple(todo.popleft() for _ in range(min(size, len(todo)))))
            out += 1
        for sent, played in workers.collect():
            out -= 1
            if played is None:
                losses.update(sent)
                _raise_if_any(number for number in sent if losses[number] > RETRIES)
                todo.extendleft(reversed(sent))
            else:
                done += len(played)
                yield played


def _batch_size(seconds_each: float, fair: int) -> int:
    """The size of the next batch, from the seconds that a deal takes and a fair share of the remaining deals."""
    return max(1, min(int(_BATCH_SECONDS / max(seconds_each, 1e-6)), fair, _LARGEST_BATCH))


def _raise_if_any(numbers: Iterator[int]) -> None:
    """Raise LostDeals if there are any numbers."""
    if hopeless := list(numbers):
        raise LostDeals("lost", deals=", ".join(map(str, hopeless)), n=RETRIES + 1)


class LocalWorkers:
    """Worker processes on this machine: `jobs`, or as many as cores; `records` is a folder for records of the games."""

    def __init__(self, plan: Plan, jobs: int | None = None, records: str | None = None) -> None:
        self.count = jobs or os.cpu_count() or 1
        self._work = (plan.to_json(), records)
        self._out: dict[Future[list[Played]], Numbers] = {}
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        # Forked processes would share the state of compiled code and threads: fresh ones do not.
        return ProcessPoolExecutor(self.count, multiprocessing.get_context("spawn"), _start_worker)

    def send(self, numbers: Numbers) -> None:
        """Send a batch of deals to a worker."""
        plan, records = self._work
        try:
            future = self._pool.submit(play_deals, plan, numbers, records)
        except BrokenProcessPool as lost:
            future = Future()
            future.set_exception(lost)
        self._out[future] = numbers

    def collect(self) -> list[tuple[Numbers, list[Played] | None]]:
        """Wait until some batches are played; if a process died, for all batches, and replace the pool."""
        done, _ = wait(self._out, return_when=FIRST_COMPLETED)
        if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
            done, _ = wait(self._out)
            self._pool.shutdown()
            self._pool = self._new_pool()
        return [(self._out.pop(future), _result_of(future)) for future in done]

    def stop(self) -> None:
        """Stop all workers at once, without waiting for their batches."""
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes if self._out else []:
            process.terminate()
        for process in processes:
            process.join()


def _result_of(future: Future[list[Played]]) -> list[Played] | None:
    """The results of a batch; None if its process died."""
    return None if isinstance(future.exception(), BrokenProcessPool) else future.result()


def _start_worker() -> None:
    """Set up a worker process: ignore Ctrl-C, which the parent handles; on SIGTERM end the bots' programs, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop_worker)
    threading.Thread(target=_stop_with_parent, daemon=True).start()


def _stop_with_parent() -> None:
    """Stop this worker when its parent process ends, however it did."""
    if parent := multiprocessing.parent_process():
        parent.join()
        _stop_worker()


def _stop_worker(*_: Any) -> None:
    """End this process and the bots' programs that it has started."""
    end_all()
    os._exit(1)


class RayWorkers:
    """Tasks of a Ray cluster; `records` is a folder for records of the games, on the nodes."""

    def __init__(self, plan: Plan, address: str | None = None, records: str | None = None) -> None:
        self._cluster = Cluster(address)
        self._ray, self.count = self._cluster.ray, self._cluster.cores
        self._work = (self._ray.put(plan.to_json()), records)
        self._play = self._ray.remote(max_retries=RETRIES)(play_deals)
        self._out: dict[Any, Numbers] = {}

    def send(self, numbers: Numbers) -> None:
        """Send a batch of deals to a worker."""
        plan, records = self._work
        self._out[self._play.remote(plan, numbers, records)] = numbers

    def collect(self) -> list[tuple[Numbers, list[Played] | None]]:
        """Wait until a batch is played."""
        done, _ = self._ray.wait(list(self._out), num_returns=1)
        return [(self._out.pop(one), self._result_of(one)) for one in done]

    def _result_of(self, one: Any) -> list[Played] | None:
        """The results of a task; None if its worker was lost and Ray has used up its own retries."""
        try:
            played: list[Played] = self._ray.get(one)
        except self._ray.exceptions.RayTaskError:
            raise
        except self._ray.exceptions.RayError:
            return None
        return played

    def stop(self) -> None:
        """Stop all workers at once, without waiting for their batches."""
        for one in self._out:
            self._ray.cancel(one, force=True)
        self._cluster.disconnect()
