"""Limits on how fast things may be asked: buckets of tokens that fill again with time.

What costs something is limited twice: for a person, by what one person can want, and for a network, by what a school
behind one address can want. Under a new cookie one is a new person, so the limits of networks are what holds.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from okawari.server.play.errors import Refusal
from okawari.server.play.person import Account

#: Buckets that are kept; the longest unused is forgotten first.
MOST_BUCKETS = 10_000


class Rate(NamedTuple):
    """How many there may be at once, and how many a second after that."""

    what: str
    burst: float
    a_second: float


class Rates(NamedTuple):
    """The rate of a person, and that of a network."""

    person: Rate
    network: Rate


def _rates(what: str, person: tuple[float, float], network: tuple[float, float]) -> Rates:
    return Rates(Rate(what, *person), Rate(f"{what} of a network", *network))


#: Of one socket.
MESSAGES = Rate("messages", 40, 10)
FRAMES = Rate("frames", 100, 20)
EMOTES = Rate("emotes", 3, 0.5)
#: Of a network: requests of any kind, files of the page included; and join codes that were wrong.
ANYTHING = Rate("anything", 12_000, 300)
WRONG_CODES = Rate("wrong codes", 10, 0.1)
#: Of a person, and of a network.
ORDERS = _rates("orders", (60, 10), (2_000, 200))
HINTS = _rates("hints", (3, 0.3), (60, 3))
REVIEWS = _rates("reviews", (6, 0.1), (60, 0.5))
REPLAYS = _rates("replays", (30, 0.5), (200, 2))
REQUESTS = _rates("requests", (120, 20), (3_000, 100))
NEW_TABLES = _rates("new tables", (20, 0.2), (400, 2))
LINKS = _rates("links", (6, 0.1), (60, 0.5))
SOCKETS = _rates("sockets", (60, 4), (800, 40))


class Bucket:
    """The tokens of one asker."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._tokens = rate.burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Use a token; whether there was one."""
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
    """The buckets of all people and networks."""

    def __init__(self, limited: bool = True) -> None:
        self._limited = limited
        self._buckets: dict[tuple[Rate, str], Bucket] = {}

    def charge(self, rates: Rates, account: Account) -> None:
        """Use a token of a person and one of their network, or refuse; without a person, of the network alone."""
        if account.person:
            self.take(rates.person, account.person)
        self.take(rates.network, account.network)

    def take(self, rate: Rate, key: str) -> None:
        """Use a token, or refuse."""
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
        """A bucket for one socket."""
        return Bucket(rate if self._limited else rate._replace(burst=1e12, a_second=1e12))
