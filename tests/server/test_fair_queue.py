"""The fair queue: more requests, sockets or names bring nobody forward."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okawari.server.play.person import Account
from okawari.server.runtime.bot_pool import HINT, LEAST_SHARE, MOVE, Pool
from okawari.server.runtime.fair_queue import FairQueue, Job, Rank
from tests.support.coroutines import run

networks = st.integers(0, 4).map(lambda n: f"192.0.2.{n}")
jobs = st.builds(
    Job,
    st.builds(Account, networks, st.sampled_from("abc")),
    st.builds(Rank, st.sampled_from([MOVE, HINT]), st.sampled_from([0.2, 1.0])),
    st.just(None),
)


def filled(waiting: list[Job[None]]) -> FairQueue[None]:
    queue: FairQueue[None] = FairQueue()
    for job in waiting:
        queue.add(job)
    return queue


def drain(queue: FairQueue[None]) -> list[Job[None]]:
    """Serve everything, one after another; each takes as long as was expected."""
    served = []
    while queue:
        served.append(queue.take())
        queue.settle(served[-1], served[-1].rank.seconds)
    return served


@given(st.lists(jobs, max_size=40))
def test_every_job_is_served_once(waiting: list[Job[None]]) -> None:
    queue = filled(waiting)
    assert Counter(drain(queue)) == Counter(waiting)
    assert not queue and queue.seconds("192.0.2.0") == 0.0


@given(st.lists(jobs, min_size=2, max_size=40))
def test_while_two_wait_neither_gets_more_than_one_job_ahead(waiting: list[Job[None]]) -> None:
    levels: list[Callable[[Account], object]] = [lambda account: account.network, lambda account: account]
    for level in levels:
        left = Counter(level(job.account) for job in waiting)
        used: defaultdict[object, float] = defaultdict(float)
        for job in drain(filled(waiting)):
            key = level(job.account)
            rivals = [other for other in left if other != key and _same_parent(other, key)]
            assert all(used[key] <= used[other] + 1e-9 for other in rivals), "the account that has used least is next"
            used[key] += job.rank.seconds
            left[key] -= 1
            left += Counter()


def _same_parent(one: object, other: object) -> bool:
    """Networks compete with each other, people with those of their own network."""
    return not isinstance(one, Account) or (isinstance(other, Account) and one.network == other.network)


@given(st.lists(jobs, max_size=40))
def test_one_person_gets_moves_before_hints_and_cheap_ones_before_dear(waiting: list[Job[None]]) -> None:
    served = drain(filled(waiting))
    for account in {job.account for job in served}:
        ranks = [job.rank for job in served if job.account == account]
        assert ranks == sorted(ranks)


@given(st.integers(1, 30), st.integers(1, 30))
def test_a_newcomer_is_next_however_long_the_queue_of_another_network(before: int, long: int) -> None:
    """Neither by waiting does one save up turns, nor does one pay for what others have used before one came."""
    queue: FairQueue[str] = FairQueue()
    hostile = [Job(Account("192.0.2.1", f"{n}"), Rank(MOVE, 1.0), "hostile") for n in range(before + long)]
    for job in hostile:
        queue.add(job)
    for _ in range(before):
        queue.settle(queue.take(), 1.0)
    running = queue.take() if queue else None
    queue.add(Job(Account("192.0.2.2", "new"), Rank(MOVE, 1.0), "first"))
    queue.add(Job(Account("192.0.2.2", "new"), Rank(MOVE, 1.0), "second"))
    if running:
        queue.settle(running, 1.0)
    order = [queue.take().item for _ in range(min(3, len(queue)))]
    assert order[0] == "first"
    assert "hostile" in order or long == 1


@asynccontextmanager
async def pool(threads: int = 1) -> AsyncIterator[Pool]:
    made = Pool(threads, "test")
    try:
        yield made
    finally:
        made.close()


def test_less_time_for_a_network_that_asks_for_much_and_for_no_other() -> None:
    async def ask() -> None:
        gate = threading.Event()
        shares: dict[str, list[float]] = {"hostile": [], "quiet": []}

        async with pool() as bots:
            blocking = bots.submit(Account("blocking", ""), Rank(MOVE, 1.0), lambda share: gate.wait(60))
            jobs_of_all = [
                bots.submit(Account("hostile", f"{n}"), Rank(MOVE, 1.0), shares["hostile"].append) for n in range(100)
            ]
            jobs_of_all.append(bots.submit(Account("quiet", "one"), Rank(MOVE, 1.0), shares["quiet"].append))
            assert bots.share("hostile") == LEAST_SHARE and bots.share("quiet") == 1.0
            gate.set()
            await asyncio.gather(blocking, *jobs_of_all)
            assert bots.share("hostile") == 1.0
        assert shares["quiet"] == [1.0]
        assert shares["hostile"][0] == LEAST_SHARE and shares["hostile"][-1] == 1.0

    run(ask())


def test_a_cancelled_job_is_not_run() -> None:
    async def ask() -> None:
        gate = threading.Event()
        thought: list[str] = []
        async with pool() as bots:
            ann = Account("192.0.2.1", "ann")
            running = bots.submit(ann, Rank(MOVE, 1.0), lambda share: gate.wait(60))
            given_up = bots.submit(ann, Rank(MOVE, 1.0), lambda share: thought.append("given up"))
            wanted = bots.submit(ann, Rank(HINT, 1.0), lambda share: thought.append("wanted"))
            assert bots.unfinished(ann) == (3, 3)
            given_up.cancel()
            gate.set()
            await asyncio.gather(running, wanted)
            assert thought == ["wanted"]
            assert bots.unfinished(ann) == (0, 0) and len(bots) == 0

    run(ask())


def test_a_job_that_fails_raises_and_the_next_one_runs() -> None:
    async def ask() -> None:
        async with pool() as bots:
            ann = Account("192.0.2.1", "ann")
            with pytest.raises(ZeroDivisionError):
                await bots.submit(ann, Rank(MOVE, 1.0), lambda share: 1 / 0)
            assert await bots.submit(ann, Rank(MOVE, 1.0), lambda share: "done") == "done"

    run(ask())
