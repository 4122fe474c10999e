"""Worker threads for bots and the coach, which get views and nothing else of a table.

There are three pools with a fair queue each: bots that answer within milliseconds never wait for bots that search, and
games never wait for reviews.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any

from okawari import bots
from okawari.bots.coach import Explanation, explain
from okawari.game import View
from okawari.server.play.person import Account
from okawari.server.runtime.fair_queue import FairQueue, Job, Rank
from okawari.server.runtime.metrics import Metrics

#: The purposes of jobs, in the order in which the jobs of one person are run.
MOVE, HINT, REVIEW = range(3)
#: Bots that are expected to answer faster than this have a thread of their own.
QUICK_SECONDS = 0.05
#: Seconds in which a queue should be worked off: if it would take longer, each job is given less time.
TARGET_SECONDS = 3.0
#: The smallest share of its usual time that a job is given.
LEAST_SHARE = 0.02
#: The niceness of the worker threads: the event loop goes first.
NICENESS = 5

#: A function that runs in a worker thread; its argument is the share of its usual time that it may use, from 0 to 1.
Work = Callable[[float], Any]


def seed_of(secret: bytes, seat: int, moment: int) -> int:
    """The random seed of a bot for one choice: it depends on the table's secret, so that no client can guess it."""
    fingerprint = sha256(b"okawari bot 1|" + secret + f"|{seat}|{moment}".encode()).digest()
    return int.from_bytes(fingerprint[:7], "big")


@dataclass(frozen=True)
class PendingWork:
    """Work for a worker thread, and the future of its result."""

    work: Work
    result: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Pool:
    """Worker threads that take their work from a fair queue. To be used from the event loop only."""

    def __init__(self, threads: int, name: str, niceness: int = NICENESS) -> None:
        self._free = self._threads = threads
        self._queue: FairQueue[PendingWork] = FairQueue()
        self._of_person: Counter[Account] = Counter()
        self._of_network: Counter[str] = Counter()
        self._executor = ThreadPoolExecutor(threads, f"okawari-{name}", _lower_priority, (niceness,))

    def __len__(self) -> int:
        """How many jobs wait or run."""
        return len(self._queue) + self._threads - self._free

    def unfinished(self, account: Account) -> tuple[int, int]:
        """How many jobs of a person, and how many of their network, wait or run."""
        return self._of_person[account], self._of_network[account.network]

    def share(self, network: str, more: float = 0.0) -> float:
        """The share of its usual time that a job of a network is given; `more` seconds count as if they were queued.

        It depends on the jobs of this network only, so that a busy network does not weaken the bots of others.
        """
        own = self._queue.seconds(network) + more
        if not own:
            return 1.0
        possible = TARGET_SECONDS * self._threads / self._queue.networks(and_this=network)
        return max(LEAST_SHARE, min(1.0, possible / own))

    def submit(self, account: Account, rank: Rank, work: Work) -> asyncio.Future[Any]:
        """Queue work to be run in a worker thread; returns the future of its result."""
        pending = PendingWork(work)
        self._queue.add(Job(account, rank, pending))
        self._count(account, 1)
        pending.result.add_done_callback(lambda _: self._count(account, -1))
        self._start()
        return pending.result

    def _count(self, account: Account, more: int) -> None:
        self._of_person[account] += more
        self._of_network[account.network] += more
        if not self._of_person[account]:
            del self._of_person[account]
        if not self._of_network[account.network]:
            del self._of_network[account.network]

    def _start(self) -> None:
        while self._free and self._queue:
            job = self._queue.take()
            if job.item.result.done():
                # The future was cancelled: nobody waits for the result.
                self._queue.settle(job, 0.0)
                continue
            share = self.share(job.account.network, job.rank.seconds)
            self._free -= 1
            running = asyncio.get_running_loop().run_in_executor(self._executor, _timed, job.item.work, share)
            running.add_done_callback(partial(self._finish, job))

    def _finish(self, job: Job[PendingWork], done: asyncio.Future[tuple[Any, BaseException | None, float]]) -> None:
        self._free += 1
        if done.cancelled():
            job.item.result.cancel()
            return
        result, problem, seconds = done.result()
        self._queue.settle(job, seconds)
        if not job.item.result.done():
            if problem is None:
                job.item.result.set_result(result)
            else:
                job.item.result.set_exception(problem)
        self._start()

    def close(self) -> None:
        """Stop: jobs that wait are cancelled, and results of those that run are dropped."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        while self._queue:
            self._queue.take().item.result.cancel()


def _timed(work: Work, share: float) -> tuple[Any, Exception | None, float]:
    """The result of some work or its exception, and the seconds that it took.

    Wall time is charged, not the processor time of the thread, because the solver uses further threads.
    """
    began = time.perf_counter()
    try:
        return work(share), None, time.perf_counter() - began
    except Exception as problem:
        return None, problem, time.perf_counter() - began


def _lower_priority(niceness: int) -> None:
    """Lower the priority of this thread, on systems where threads have priorities of their own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


class BotPool:
    """The pools of worker threads: for quick bots, for bots that search and hints, and for reviews."""

    def __init__(self, threads: int, metrics: Metrics) -> None:
        self._quick = Pool(1, "answers", niceness=0)
        self._deep = Pool(threads, "thinks")
        self.reviews = Pool(1, "reviews", 2 * NICENESS)
        self._explaining: Counter[Account] = Counter()
        metrics.thinking.set_function(lambda: len(self._quick) + len(self._deep) + len(self.reviews))

    def choose(self, account: Account, level: str, view: View, seed: int) -> asyncio.Future[str]:
        """The future of the move, as text, that a bot of a level chooses."""
        seconds = bots.usual_seconds(level)
        pool = self._quick if seconds < QUICK_SECONDS else self._deep
        return pool.submit(
            account, Rank(MOVE, seconds), lambda share: bots.make_level(level, seed, share).choose(view).text
        )

    async def explain(self, account: Account, view: View, seconds: float, seed: int) -> Explanation:
        """The coach's advice on every move."""
        self._explaining[account] += 1
        try:
            explanation: Explanation = await self._deep.submit(
                account, Rank(HINT, seconds), lambda share: explain(view, seconds=seconds * share, seed=seed)
            )
        finally:
            self._explaining[account] -= 1
            self._explaining += Counter()  # removes the zeros
        return explanation

    def is_explaining(self, account: Account) -> bool:
        """Whether a hint for this person waits or is being computed."""
        return bool(self._explaining[account])

    def busy(self, network: str) -> bool:
        """Whether so many jobs of a network wait that its bots are given less time than usual."""
        return self._deep.share(network) < 1.0

    def close(self) -> None:
        """Stop: jobs that wait are cancelled, and results of those that run are dropped."""
        for pool in (self._quick, self._deep, self.reviews):
            pool.close()
