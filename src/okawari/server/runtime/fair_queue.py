"""A fair queue: next is the network that has used the least time, and in it the person who has used the least.

More requests, more sockets or more cookies from one address give no advantage. This module has no threads and no clock:
it only orders jobs.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from okawari.server.play.person import Account

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

#: Keys whose usage is remembered when they have no more jobs.
REMEMBERED = 10_000


class Rank(NamedTuple):
    """The order of the jobs of one person, the smallest first: purpose, then expected seconds."""

    purpose: int
    seconds: float


@dataclass(frozen=True)
class Job(Generic[T]):
    """An item of the queue, whom it is charged to, and its rank."""

    account: Account
    rank: Rank
    item: T


class Usage(Generic[K]):
    """The seconds that each key has used. A key that returns after a pause starts at the level of those served then."""

    def __init__(self) -> None:
        self._used: dict[K, float] = {}
        self._active: Counter[K] = Counter()
        #: The usage of the key that was served last, before it was served.
        self._level = 0.0

    def enter(self, key: K) -> None:
        """Count one more job of a key."""
        if not self._active[key]:
            self._used[key] = max(self._used.get(key, 0.0), self._level)
        self._active[key] += 1

    def leave(self, key: K) -> None:
        """Count one job of a key less."""
        self._active[key] -= 1
        if not self._active[key]:
            del self._active[key]
            if self._used[key] <= self._level or len(self._used) > REMEMBERED:
                del self._used[key]

    def serve(self, key: K, seconds: float) -> None:
        """Charge a key with the expected seconds of a job that starts."""
        self._level = max(self._level, self._used[key])
        self._used[key] += seconds

    def correct(self, key: K, seconds: float) -> None:
        """Add the difference between the real and the expected seconds of a job."""
        self._used[key] += seconds

    def least(self, keys: Iterable[K]) -> K:
        """The key that has used the least; the first of several."""
        return min(keys, key=self._used.__getitem__)


class FairQueue(Generic[T]):
    """Jobs of many accounts. A job that is taken counts against its account until it is `settle`d."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, list[tuple[Rank, int, Job[T]]]]] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._networks: Usage[str] = Usage()
        self._people: dict[str, Usage[str]] = {}
        self._unsettled: Counter[str] = Counter()
        self._numbers = itertools.count()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def networks(self, and_this: str) -> int:
        """How many networks have jobs in the queue, counting this one in any case."""
        return len(self._waiting) + (and_this not in self._waiting)

    def seconds(self, network: str) -> float:
        """The expected seconds of all jobs of a network in the queue."""
        return self._seconds.get(network, 0.0)

    def add(self, job: Job[T]) -> None:
        """Add a job to the queue."""
        network, person = job.account
        people = self._waiting.setdefault(network, {})
        heapq.heappush(people.setdefault(person, []), (job.rank, next(self._numbers), job))
        self._networks.enter(network)
        self._people.setdefault(network, Usage()).enter(person)
        self._unsettled[network] += 1
        self._seconds[network] += job.rank.seconds
        self._length += 1

    def take(self) -> Job[T]:
        """Take the next job from the queue, and charge its account with the expected seconds."""
        network = self._networks.least(self._waiting)
        people = self._waiting[network]
        person = self._people[network].least(people)
        job = heapq.heappop(people[person])[2]
        if not people[person]:
            del people[person]
        if not people:
            del self._waiting[network]
        self._length -= 1
        self._seconds[network] -= job.rank.seconds
        if network not in self._waiting:
            del self._seconds[network]
        self._networks.serve(network, job.rank.seconds)
        self._people[network].serve(person, job.rank.seconds)
        return job

    def settle(self, job: Job[T], seconds: float) -> None:
        """End a job that was taken: charge its account with the seconds that it really took."""
        network, person = job.account
        self._networks.correct(network, seconds - job.rank.seconds)
        self._people[network].correct(person, seconds - job.rank.seconds)
        self._networks.leave(network)
        self._people[network].leave(person)
        self._unsettled[network] -= 1
        if not self._unsettled[network]:
            del self._unsettled[network], self._people[network]
