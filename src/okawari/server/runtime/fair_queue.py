"""A fair queue: whoever has used least is served next, first among networks, then among the people of a network.

Nobody gets ahead by asking more often, from more sockets, or under more names from one address. Nothing here waits,
runs anything or knows the time.
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

#: Accounts that are remembered after they have asked for nothing more.
REMEMBERED = 10_000


class Rank(NamedTuple):
    """The order within what one person waits for: the smaller comes first."""

    purpose: int
    seconds: float


@dataclass(frozen=True)
class Job(Generic[T]):
    """What waits in the queue, and how long it is expected to take."""

    account: Account
    rank: Rank
    item: T


class Usage(Generic[K]):
    """How much each key has used. A key that comes back after a pause starts level with what is served by then."""

    def __init__(self) -> None:
        self._used: dict[K, float] = {}
        self._active: Counter[K] = Counter()
        #: What the key that was served last had used before that.
        self._level = 0.0

    def enter(self, key: K) -> None:
        """Count one more thing that a key waits for or is served."""
        if not self._active[key]:
            self._used[key] = max(self._used.get(key, 0.0), self._level)
        self._active[key] += 1

    def leave(self, key: K) -> None:
        """One of these is done."""
        self._active[key] -= 1
        if not self._active[key]:
            del self._active[key]
            if self._used[key] <= self._level or len(self._used) > REMEMBERED:
                del self._used[key]

    def serve(self, key: K, seconds: float) -> None:
        """Charge a key with what it is about to use."""
        self._level = max(self._level, self._used[key])
        self._used[key] += seconds

    def correct(self, key: K, seconds: float) -> None:
        """Add the difference to what the key has really used."""
        self._used[key] += seconds

    def least(self, keys: Iterable[K]) -> K:
        """The key that has used least; the first of several."""
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
        """How many networks wait for something, if this one does, too."""
        return len(self._waiting) + (and_this not in self._waiting)

    def seconds(self, network: str) -> float:
        """How long everything that a network waits for is expected to take."""
        return self._seconds.get(network, 0.0)

    def add(self, job: Job[T]) -> None:
        """Put a job into the queue."""
        network, person = job.account
        people = self._waiting.setdefault(network, {})
        heapq.heappush(people.setdefault(person, []), (job.rank, next(self._numbers), job))
        self._networks.enter(network)
        self._people.setdefault(network, Usage()).enter(person)
        self._unsettled[network] += 1
        self._seconds[network] += job.rank.seconds
        self._length += 1

    def take(self) -> Job[T]:
        """The job whose turn it is; its account is charged with what it is expected to take."""
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
        """A job is done: charge its account with what it really took."""
        network, person = job.account
        self._networks.correct(network, seconds - job.rank.seconds)
        self._people[network].correct(person, seconds - job.rank.seconds)
        self._networks.leave(network)
        self._people[network].leave(person)
        self._unsettled[network] -= 1
        if not self._unsettled[network]:
            del self._unsettled[network], self._people[network]
