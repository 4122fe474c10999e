"""Limits on how fast things may be asked: buckets of tokens that fill again with time."""

from __future__ import annotations

import time
from dataclasses import dataclass

from okawari.server.problems import WireProblem

#: What one bucket may forget about strangers who never came back.
MOST_KEYS = 10_000


@dataclass(frozen=True)
class Rate:
    """So many of something at once, and so many a second after that."""

    what: str
    burst: float
    a_second: float


MESSAGES = Rate("messages", 40, 10)
EMOTES = Rate("emotes", 3, 0.5)
HINTS = Rate("hints", 3, 0.3)
REQUESTS = Rate("requests", 120, 20)
CODES = Rate("codes", 6, 0.1)
NEW_TABLES = Rate("new tables", 20, 0.2)
LINKS = Rate("links", 6, 0.1)
SOCKETS = Rate("sockets", 100, 10)


class Bucket:
    """Tokens for one asker."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._tokens = rate.burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether there was a token."""
        now = time.monotonic()
        self._tokens = min(self._rate.burst, self._tokens + (now - self._at) * self._rate.a_second)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Limits:
    """The buckets of all askers; the longest unused is forgotten first."""

    def __init__(self, limited: bool = True) -> None:
        self._limited = limited
        self._buckets: dict[tuple[Rate, str], Bucket] = {}

    def take(self, rate: Rate, asker: str) -> None:
        """Use a token, or refuse."""
        if not self._limited:
            return
        bucket = self._buckets.pop((rate, asker), None) or Bucket(rate)
        self._buckets[rate, asker] = bucket
        if len(self._buckets) > MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]
        if not bucket.take():
            raise WireProblem("too-fast", 429)

    def bucket(self, rate: Rate) -> Bucket:
        """A bucket for somebody who is known by a socket."""
        return Bucket(rate if self._limited else Rate("anything", 1e12, 1e12))
