"""Who plays the deals: processes on this machine, or a Ray cluster. Both are sent deals and bring them back played."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any, Protocol

from okawari.bots.foreign import end_all
from okawari.lab.plan import LabError, Plan, PlanError
from okawari.lab.table import Played, play_deals

#: Seconds of work to hand out at once: enough that handing it out costs nothing, and that Ctrl-C loses little.
_HELPING = 0.5
_MOST_AT_ONCE = 64
#: How often a deal is given to somebody else after whoever played it was lost.
RETRIES = 3
#: Seconds until a cluster must have opened its door.
KNOCK = 10.0

Numbers = tuple[int, ...]


class LostDeals(LabError):
    """Deals that nobody brought back, however often they were handed out."""


class Crew(Protocol):
    """Workers that are sent deals and bring them back; None for deals whose worker was lost."""

    hands: int

    def send(self, numbers: Numbers) -> None:
        """Hand out deals."""

    def collect(self) -> list[tuple[Numbers, list[Played] | None]]:
        """Wait for some of the deals that were handed out."""

    def dismiss(self) -> None:
        """Stop at once, whatever is still being played."""


def play_all(crew: Crew, numbers: Sequence[int]) -> Iterator[list[Played]]:
    """Have all deals played, in whatever order they come back; those of lost workers are handed out again."""
    todo, out, losses = deque(numbers), 0, Counter[int]()
    began, done = time.monotonic(), 0
    while todo or out:
        while todo and out < 2 * crew.hands:
            size = (
                _helping((time.monotonic() - began) * crew.hands / done, len(todo) // (2 * crew.hands)) if done else 1
            )
            crew.send(tuple(todo.popleft() for _ in range(min(size, len(todo)))))
            out += 1
        for sent, played in crew.collect():
            out -= 1
            if played is None:
                losses.update(sent)
                _give_up_on(number for number in sent if losses[number] > RETRIES)
                todo.extendleft(reversed(sent))
            else:
                done += len(played)
                yield played


def _helping(seconds_each: float, fair: int) -> int:
    """How many deals to hand out at once."""
    return max(1, min(int(_HELPING / max(seconds_each, 1e-6)), fair, _MOST_AT_ONCE))


def _give_up_on(numbers: Iterator[int]) -> None:
    if hopeless := list(numbers):
        raise LostDeals("lost", deals=", ".join(map(str, hopeless)), n=RETRIES + 1)


class LocalCrew:
    """Processes on this machine."""

    def __init__(self, plan: Plan, jobs: int | None = None, records: str | None = None) -> None:
        self.hands = jobs or os.cpu_count() or 1
        self._work = (plan.to_json(), records)
        self._out: dict[Future[list[Played]], Numbers] = {}
        self._pool = self._hire()

    def _hire(self) -> ProcessPoolExecutor:
        # Forked processes would share the state of compiled code and threads: fresh ones do not.
        return ProcessPoolExecutor(self.hands, multiprocessing.get_context("spawn"), _settle_in)

    def send(self, numbers: Numbers) -> None:
        """Hand out deals."""
        plan, records = self._work
        try:
            future = self._pool.submit(play_deals, plan, numbers, records)
        except BrokenProcessPool as lost:
            future = Future()
            future.set_exception(lost)
        self._out[future] = numbers

    def collect(self) -> list[tuple[Numbers, list[Played] | None]]:
        """Wait for some of the deals that were handed out; if a process died, for all of them."""
        done, _ = wait(self._out, return_when=FIRST_COMPLETED)
        if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
            done, _ = wait(self._out)
            self._pool.shutdown()
            self._pool = self._hire()
        return [(self._out.pop(future), _brought_back(future)) for future in done]

    def dismiss(self) -> None:
        """Stop at once, whatever is still being played."""
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes if self._out else []:
            process.terminate()
        for process in processes:
            process.join()


def _brought_back(future: Future[list[Played]]) -> list[Played] | None:
    return None if isinstance(future.exception(), BrokenProcessPool) else future.result()


def _settle_in() -> None:
    """Ctrl-C is for whoever holds the tournament; a worker that is told to stop takes its programs with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    threading.Thread(target=_stop_without_host, daemon=True).start()


def _stop_without_host() -> None:
    """Nobody works on when the host has died, however it did."""
    if host := multiprocessing.parent_process():
        host.join()
        _stop()


def _stop(*_: Any) -> None:
    end_all()
    os._exit(1)


class RayCrew:
    """Workers of a Ray cluster; without an address, of one that is started here."""

    def __init__(self, plan: Plan, address: str | None = None, records: str | None = None) -> None:
        self._ray = _ray()
        self._began = not self._ray.is_initialized()
        if self._began:
            self._begin(address)
        self.hands = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._work = (self._ray.put(plan.to_json()), records)
        self._play = self._ray.remote(max_retries=RETRIES)(play_deals)
        self._out: dict[Any, Numbers] = {}

    def _begin(self, address: str | None) -> None:
        try:
            _knock(address or "")
            self._ray.init(address=address or None, log_to_driver=False)
        except OSError as problem:
            raise PlanError("ray-silent", address=address or "RAY_ADDRESS") from problem

    def send(self, numbers: Numbers) -> None:
        """Hand out deals."""
        plan, records = self._work
        self._out[self._play.remote(plan, numbers, records)] = numbers

    def collect(self) -> list[tuple[Numbers, list[Played] | None]]:
        """Wait for some of the deals that were handed out."""
        done, _ = self._ray.wait(list(self._out), num_returns=1)
        return [(self._out.pop(one), self._brought_back(one)) for one in done]

    def _brought_back(self, one: Any) -> list[Played] | None:
        """What a worker played; None if it was lost more often than Ray itself tries again."""
        try:
            played: list[Played] = self._ray.get(one)
        except self._ray.exceptions.RayTaskError:
            raise
        except self._ray.exceptions.RayError:
            return None
        return played

    def dismiss(self) -> None:
        """Stop at once, whatever is still being played."""
        for one in self._out:
            self._ray.cancel(one, force=True)
        if self._began:
            self._ray.shutdown()


def _knock(address: str) -> None:
    """Notice at once where nobody is: Ray itself would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=KNOCK).close()


def _ray() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise PlanError("no-ray") from None
