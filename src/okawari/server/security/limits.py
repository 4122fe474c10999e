"""Rate limits: token buckets for people and for networks.

What is costly is limited twice: for a person, and more generously for a network, which may be a school behind one
address. A client that drops its cookie becomes a new person, so only the limits of networks are safe against abuse.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from okawari.server.play.errors import Refusal
from okawari.server.play.person import Account

#: The most buckets in memory; the one unused for longest is dropped first.
MOST_BUCKETS = 10_000


class Rate(NamedTuple):
    """The size of a token bucket, and how many tokens it gains a second."""

    what: str
    burst: float
    a_second: float


class Rates(NamedTuple):
    """The rate of each person, and that of each network."""

    person: Rate
    network: Rate


def _rates(what: str, person: tuple[float, float], network: tuple[float, float]) -> Rates:
    return Rates(Rate(what, *person), Rate(f"{what} of a network", *network))


#: For each websocket.
MESSAGES = Rate("messages", 40, 10)
FRAMES = Rate("frames", 100, 20)
EMOTES = Rate("emotes", 3, 0.5)
#: For each network: requests of any kind, files of the page included; and wrong join codes.
ANYTHING = Rate("anything", 12_000, 300)
WRONG_CODES = Rate("wrong codes", 10, 0.1)
#: For each person, and for each network.
COMMANDS = _rates("commands", (60, 10), (2_000, 200))
HINTS = _rates("hints", (3, 0.3), (60, 3))
REVIEWS = _rates("reviews", (6, 0.1), (60, 0.5))
REPLAYS = _rates("replays", (30, 0.5), (200, 2))
REQUESTS = _rates("requests", (120, 20), (3_000, 100))
RESULTS = _rates("results", (20, 0.2), (200, 2))
SHARES = _rates("shares", (20, 0.01), (100, 0.002))
NEW_TABLES = _rates("new tables", (20, 0.2), (400, 2))
LINKS = _rates("links", (6, 0.1), (60, 0.5))
SOCKETS = _rates("sockets", (60, 4), (800, 40))


class Bucket:
    """A token bucket."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._tokens = rate.burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take a token; returns whether there was one."""
        now = time.monotonic()
        self._tokens = min(self._rate.burst, self._tokens + (now - self._at) * self._rate.a_second)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def put_back(self) -> None:
        """Undo the last `take`."""
        self._tokens += 1


class Limits:
    """The token buckets of all people and networks."""

    def __init__(self, limited: bool = True) -> None:
        self._limited = limited
        self._buckets: dict[tuple[Rate, str], Bucket] = {}

    def charge(self, rates: Rates, account: Account) -> None:
        """Take a token of the person, if known, and one of their network; refused if a bucket is empty."""
        if account.person:
            self.take(rates.person, account.person)
        self.take(rates.network, account.network)

    def take(self, rate: Rate, key: str) -> None:
        """Take a token of a person's or network's bucket; refused if it is empty."""
        if self._limited and not self._bucket(rate, key).take():
            raise Refusal("too-fast", 429)

    def put_back(self, rate: Rate, key: str) -> None:
        """Undo the last `take`."""
        if self._limited:
            self._bucket(rate, key).put_back()

    def _bucket(self, rate: Rate, key: str) -> Bucket:
        bucket = self._buckets.pop((rate, key), None) or Bucket(rate)
        self._buckets[rate, key] = bucket
        if len(self._buckets) > MOST_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        return bucket

    def bucket(self, rate: Rate) -> Bucket:
        """A new bucket for one websocket; never empty if limits are switched off."""
        return Bucket(rate if self._limited else rate._replace(burst=1e12, a_second=1e12))
