"""Thinking: bots and the coach, in a few threads beside the event loop. They are given views, and nothing else.

There are three pools with a fair queue each: bots that answer within milliseconds never wait for those that search, and
games never wait for reviews of other games.
"""

from __future__ import annotations

import asyncio
import gc
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
from okawari.bots import warm as players
from okawari.bots.coach import Explanation, explain
from okawari.game import View
from okawari.game.warm import TABLES, ensure_warm, score_once
from okawari.server.play.person import Account
from okawari.server.runtime.fair_queue import FairQueue, Job, Rank
from okawari.server.runtime.metrics import Metrics

#: What thinking is for; the order in which one person's thoughts are served.
MOVE, HINT, REVIEW = range(3)
#: Bots that are expected to answer faster than this have threads of their own.
QUICK_SECONDS = 0.05
#: Seconds in which everything that waits should be thought: where it would take longer, each thought has less time.
TARGET_SECONDS = 3.0
#: The smallest share of its time that a thought is given.
LEAST_SHARE = 0.02
#: How much less than the event loop the threads are favoured by the system.
NICENESS = 5

_warming = threading.Lock()
_warm = False

#: Thinks with a share of its usual time, from 0 to 1.
Work = Callable[[float], Any]


def warm_up() -> None:
    """Let everything that is compiled run once, so that nobody waits for it in their first click."""
    global _warm
    with _warming:
        if _warm:
            return
        for setting in TABLES.values():
            ensure_warm(setting.kernels)
        players.warm_up()
        for setting in TABLES.values():
            score_once(setting)
        # What the compiler left behind stays for good: looking through it for garbage would hold everybody up.
        gc.collect()
        gc.freeze()
        _warm = True


def seed_of(secret: bytes, seat: int, moment: int) -> int:
    """The luck of a bot for one thought: its own at each table, and nobody can guess it."""
    fingerprint = sha256(b"okawari bot 1|" + secret + f"|{seat}|{moment}".encode()).digest()
    return int.from_bytes(fingerprint[:7], "big")


@dataclass(frozen=True)
class Thought:
    """Work that waits for a thread, and the future of its result."""

    work: Work
    result: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Pool:
    """Threads that take their work from a fair queue. Used from the event loop only."""

    def __init__(self, threads: int, name: str, niceness: int = NICENESS) -> None:
        self._free = self._threads = threads
        self._queue: FairQueue[Thought] = FairQueue()
        self._of_person: Counter[Account] = Counter()
        self._of_network: Counter[str] = Counter()
        self._executor = ThreadPoolExecutor(threads, f"okawari-{name}", _be_nice, (niceness,))

    def __len__(self) -> int:
        """How many thoughts wait or are under way."""
        return len(self._queue) + self._threads - self._free

    def unfinished(self, account: Account) -> tuple[int, int]:
        """How many thoughts of a person, and of their whole network, wait or are under way."""
        return self._of_person[account], self._of_network[account.network]

    def share(self, network: str, more: float = 0.0) -> float:
        """The share of its time that a thought of a network is given now; `more` seconds are about to be added.

        It follows from what the network itself has in the queue: nobody else's bots play worse for it.
        """
        own = self._queue.seconds(network) + more
        if not own:
            return 1.0
        possible = TARGET_SECONDS * self._threads / self._queue.networks(and_this=network)
        return max(LEAST_SHARE, min(1.0, possible / own))

    def think(self, account: Account, rank: Rank, work: Work) -> asyncio.Future[Any]:
        """Put some work into the queue, to be done in a thread once its turn has come; the future of its result."""
        thought = Thought(work)
        self._queue.add(Job(account, rank, thought))
        self._count(account, 1)
        thought.result.add_done_callback(lambda _: self._count(account, -1))
        self._start()
        return thought.result

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
                # Whoever asked has gone.
                self._queue.settle(job, 0.0)
                continue
            share = self.share(job.account.network, job.rank.seconds)
            self._free -= 1
            running = asyncio.get_running_loop().run_in_executor(self._executor, _timed, job.item.work, share)
            running.add_done_callback(partial(self._finish, job))

    def _finish(self, job: Job[Thought], done: asyncio.Future[tuple[Any, BaseException | None, float]]) -> None:
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
        """Stop: what is being thought is forgotten."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        while self._queue:
            self._queue.take().item.result.cancel()


def _timed(work: Work, share: float) -> tuple[Any, Exception | None, float]:
    """The result of some work or its exception, and the seconds for which it occupied its thread.

    That is charged rather than the processor time of the thread: the solver works in threads of its own meanwhile.
    """
    began = time.perf_counter()
    try:
        return work(share), None, time.perf_counter() - began
    except Exception as problem:
        return None, problem, time.perf_counter() - began


def _be_nice(niceness: int) -> None:
    """Let the system favour the event loop over this thread, where threads have priorities of their own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


class BotPool:
    """Bots, hints and reviews, each in the pool where it belongs."""

    def __init__(self, threads: int, metrics: Metrics) -> None:
        self._quick = Pool(1, "answers", niceness=0)
        self._deep = Pool(threads, "thinks")
        self.reviews = Pool(1, "reviews", 2 * NICENESS)
        self._explaining: Counter[Account] = Counter()
        metrics.thinking.set_function(lambda: len(self._quick) + len(self._deep) + len(self.reviews))

    def choose(self, account: Account, level: str, view: View, seed: int) -> asyncio.Future[str]:
        """What a bot of some level chooses."""
        seconds = bots.usual_seconds(level)
        pool = self._quick if seconds < QUICK_SECONDS else self._deep
        return pool.think(
            account, Rank(MOVE, seconds), lambda share: bots.make_level(level, seed, share).choose(view).text
        )

    async def explain(self, account: Account, view: View, seconds: float, seed: int) -> list[dict[str, Any]]:
        """What the coach thinks of every move, the best first."""
        self._explaining[account] += 1
        try:
            explanation: Explanation = await self._deep.think(
                account, Rank(HINT, seconds), lambda share: explain(view, seconds=seconds * share, seed=seed)
            )
        finally:
            self._explaining[account] -= 1
            self._explaining += Counter()  # forgets those that are zero
        return [advice.to_json() for advice in explanation.advice]

    def explains(self, account: Account) -> bool:
        """Whether a hint for this person is being thought, or waits to be."""
        return bool(self._explaining[account])

    def busy(self, network: str) -> bool:
        """Whether so much of a network's waits that bots are given less time than usual."""
        return self._deep.share(network) < 1.0

    def close(self) -> None:
        """Stop: what is being thought is forgotten."""
        for pool in (self._quick, self._deep, self.reviews):
            pool.close()
