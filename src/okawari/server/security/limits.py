"""Rate limits: token buckets for people and for networks.

What is costly is limited twice: for a person, and more generously for a network, which may be a school behind one
address. A client that drops its cookie becomes a new person, so only the limits of networks are safe against abuse.

Buckets are local, so that no request waits for another process. Where there are several, each tells the others what was
spent of a bucket, once that is more than a tenth of its size and of its gain since, and they deduct it from theirs. So
a client within its limits causes no notes, and one that spreads over N processes gets the limits of one, and for each
further process a tenth more. It may have spent the bursts of several before they hear of each other, a fraction of a
second later; then the buckets are in debt, and that is deducted from what they gain. Of strict rates, everything that
was spent is told. While processes do not hear each other, each limits alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import blake2b
from typing import NamedTuple

from okawari.server.play.errors import Refusal
from okawari.server.play.person import Account

#: The most buckets in memory; the one unused for longest is dropped first.
MOST_BUCKETS = 10_000
#: The part of its size, and of its gain, that may be spent of a bucket without telling other processes.
QUIET = 0.1
#: The most that other processes can bring a bucket into debt, in sizes of it.
MOST_DEBT = 10


class Rate(NamedTuple):
    """The size of a token bucket, and how many tokens it gains a second."""

    what: str
    burst: float
    a_second: float
    #: Whether other processes are told everything that is spent.
    strict: bool = False

    @property
    def quiet(self) -> float:
        """The most tokens that are spent without telling other processes: at least one, unless the rate is strict."""
        return 0.0 if self.strict else max(1.0, QUIET * self.burst)


class Rates(NamedTuple):
    """The rate of each person, and that of each network."""

    person: Rate
    network: Rate


def _rates(what: str, person: tuple[float, float], network: tuple[float, float], *, strict: bool = False) -> Rates:
    return Rates(Rate(what, *person, strict), Rate(f"{what} of a network", *network, strict))


#: For each websocket.
MESSAGES = Rate("messages", 40, 10)
FRAMES = Rate("frames", 100, 20)
EMOTES = Rate("emotes", 3, 0.5)
#: For each network: requests of any kind, files of the page included; and wrong join codes.
ANYTHING = Rate("anything", 12_000, 300)
WRONG_CODES = Rate("wrong codes", 10, 0.1, strict=True)
#: For each person, and for each network.
COMMANDS = _rates("commands", (60, 10), (2_000, 200))
HINTS = _rates("hints", (3, 0.3), (60, 3))
REVIEWS = _rates("reviews", (6, 0.1), (60, 0.5))
REPLAYS = _rates("replays", (30, 0.5), (200, 2))
REQUESTS = _rates("requests", (120, 20), (3_000, 100))
RESULTS = _rates("results", (20, 0.2), (200, 2))
SHARES = _rates("shares", (20, 0.01), (100, 0.002))
NEW_TABLES = _rates("new tables", (20, 0.2), (400, 2))
LINKS = _rates("links", (6, 0.1), (60, 0.5), strict=True)
SOCKETS = _rates("sockets", (60, 4), (800, 40))
_OF_BOTH = (COMMANDS, HINTS, REVIEWS, REPLAYS, REQUESTS, RESULTS, SHARES, NEW_TABLES, LINKS, SOCKETS)
#: The rates of the buckets that processes share, by what they are for.
SHARED = {rate.what: rate for rate in (ANYTHING, WRONG_CODES, *(rate for rates in _OF_BOTH for rate in rates))}


class Bucket:
    """A token bucket."""

    __slots__ = ("_at", "_rate", "_tokens", "_untold")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._tokens = rate.burst
        self._at = time.monotonic()
        #: The tokens that were spent here and of which other processes have not been told, as far as that matters.
        self._untold = 0.0

    def take(self) -> bool:
        """Take a token; returns whether there was one."""
        self._refill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        self._untold += 1
        return True

    def _refill(self) -> None:
        """Add the tokens of the time since the last call, and forget some of what others need not be told."""
        now = time.monotonic()
        gained = (now - self._at) * self._rate.a_second
        self._tokens = min(self._rate.burst, self._tokens + gained)
        self._at = now
        if not self._rate.strict and self._untold > 0:
            self._untold = max(0.0, self._untold - QUIET * gained)

    def put_back(self) -> None:
        """Undo the last `take`."""
        self._tokens += 1
        self._untold -= 1

    @property
    def is_to_tell(self) -> bool:
        """Whether other processes are to be told what was spent: or put back, after they were told of it."""
        return not 0 <= self._untold <= self._rate.quiet

    def tell(self) -> float:
        """The tokens that were spent and of which other processes have not been told; they count as told then."""
        untold, self._untold = self._untold, 0.0
        return untold

    def deduct(self, tokens: float) -> None:
        """Deduct what was spent at another process, even if there is less."""
        self._refill()
        self._tokens = max(-MOST_DEBT * self._rate.burst, self._tokens - tokens)


#: What was spent of a bucket: what its rate is for, its name, and the tokens.
Spent = tuple[str, str, float]


class Limits:
    """The token buckets of all people and networks.

    Buckets have the same names at all processes with the same secret; names do not show whose they are.
    """

    def __init__(self, limited: bool = True, secret: bytes = b"") -> None:
        self._limited = limited
        self._secret = blake2b(secret).digest()
        self._buckets: dict[str, Bucket] = {}
        self._on_spent: Callable[[], object] | None = None
        #: The buckets of which other processes are to be told, with their names and rates.
        self._to_tell: dict[str, tuple[Rate, Bucket]] = {}

    def charge(self, rates: Rates, account: Account) -> None:
        """Take a token of the person, if known, and one of their network; refused if a bucket is empty."""
        if account.person:
            self.take(rates.person, account.person)
        self.take(rates.network, account.network)

    def take(self, rate: Rate, key: str) -> None:
        """Take a token of a person's or network's bucket; refused if it is empty."""
        if not self._limited:
            return
        name = self._name(rate, key)
        bucket = self._bucket(rate, name)
        if not bucket.take():
            raise Refusal("too-fast", 429)
        self._note_spent(rate, name, bucket)

    def put_back(self, rate: Rate, key: str) -> None:
        """Undo the last `take`."""
        if self._limited:
            name = self._name(rate, key)
            bucket = self._bucket(rate, name)
            bucket.put_back()
            self._note_spent(rate, name, bucket)

    def _name(self, rate: Rate, key: str) -> str:
        return blake2b(f"{rate.what}|{key}".encode(), key=self._secret, digest_size=12).hexdigest()

    def _bucket(self, rate: Rate, name: str) -> Bucket:
        bucket = self._buckets.pop(name, None) or Bucket(rate)
        self._buckets[name] = bucket
        if len(self._buckets) > MOST_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        return bucket

    def bucket(self, rate: Rate) -> Bucket:
        """A new bucket for one websocket; never empty if limits are switched off."""
        return Bucket(rate if self._limited else rate._replace(burst=1e12, a_second=1e12))

    # Several processes

    def share(self, on_spent: Callable[[], object] | None) -> None:
        """Call `on_spent` when other processes are to be told what was spent; with None no longer."""
        self._on_spent = on_spent

    def _note_spent(self, rate: Rate, name: str, bucket: Bucket) -> None:
        if self._on_spent and bucket.is_to_tell:
            if not self._to_tell:
                self._on_spent()
            self._to_tell[name] = (rate, bucket)

    def tell(self) -> list[Spent]:
        """What was spent and other processes are to be told; it counts as told then."""
        buckets, self._to_tell = self._to_tell, {}
        due = [(name, *each) for name, each in tuple(buckets.items()) if each[1].is_to_tell]
        return [(rate.what, name, round(bucket.tell(), 2)) for name, rate, bucket in due]

    def deduct(self, spent: Spent) -> None:
        """Deduct what was spent at another process."""
        what, name, tokens = spent
        if self._limited and what in SHARED:
            self._bucket(SHARED[what], name).deduct(tokens)
