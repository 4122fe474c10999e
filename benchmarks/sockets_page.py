"""The page of results of thousands of sockets, benchmarks/LOAD.md: a section for each way to run the server."""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from dataclasses import dataclass, field

from load.visitors import Seen
from sections import HEADING, with_section
from servers import Spent

#: The memory is bounded if it is never more than this share of what it was when all had connected, and if it grows by
#: no more than this share in the last two minutes of at least ten. Tables of games that have ended stay in memory for
#: five minutes, so that their number grows until about the eighth minute.
MOST_EVER, MOST_AT_LAST = 1.5, 1.05
LAST, LONG = 2, 10

TITLE = "# Thousands of sockets"


@dataclass
class Minute:
    """What was measured in a minute, or in the rest of one."""

    seconds: float
    #: Seconds of every choice that was done in it.
    times: list[float]
    sockets: int
    #: kB at its end.
    memory: float
    spent: Spent


@dataclass
class Visit:
    """What was measured with a server from its start to its end."""

    name: str
    wanted: int
    rate: float
    #: kB of memory when the server had started, and when all had connected, and how many seconds that took.
    started: float
    connected: float = 0.0
    connecting: float = 0.0
    minutes: list[Minute] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    games: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    #: Seconds of choices, and of the way to a first hand, from one more address.
    choices: list[float] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)

    def add(self, seen: Seen) -> None:
        """Count what was seen since the last time."""
        self.times += seen.times
        self.games += seen.games
        self.errors = Counter(seen.errors)

    @property
    def is_bounded(self) -> bool:
        """Whether the memory was bounded."""
        memory = [minute.memory for minute in self.minutes]
        settled = len(memory) < LONG or memory[-1] <= MOST_AT_LAST * memory[-1 - LAST]
        return settled and max(memory) <= MOST_EVER * self.connected

    @property
    def is_good(self) -> bool:
        """Whether there was no error, and the memory was bounded."""
        return not self.errors and self.is_bounded


def page(visit: Visit, machine: str, before: str) -> str:
    """The page with the section of a visit, in place of an older one; `before` is the page until now."""
    _, heading, sections = before.partition(HEADING)
    head = f"{TITLE}\n\n{_method()}\n"
    return with_section(head + heading + sections, visit.name, "\n".join(_section(visit, machine)))


def _method() -> str:
    return _wrapped(
        "Written by `make load`. The server is `okawari serve` with all its limits; four people sit at each table, "
        "and everybody connects from an address of their own in 127.0.0.0/8. A quarter of the tables play, each choice "
        "due at its time, at a random one of them; when a game has ended, four new people begin one at a new table. At "
        "the other tables nobody moves. The clients and the database are on the same machine.",
        "Times are milliseconds from when a choice was due until all four clients of its table have received it. "
        "Memory is that of the server alone; of a core is its processor time, and that of PostgreSQL beside it. From "
        "one more address two people play, and others come: milliseconds from a choice to its acknowledgement, and "
        "from the first request of a new player to the first hand.",
        f"The memory counts as bounded if it is never more than {MOST_EVER} times what it was when all had connected, "
        f"and in a visit of at least {LONG} minutes if it grows by at most {MOST_AT_LAST - 1:.0%} in the last {LAST}: "
        "tables whose game has ended stay in memory for five minutes, so that it grows until about the eighth.",
    )


def _section(visit: Visit, machine: str) -> list[str]:
    return [
        machine,
        "",
        _wrapped(
            f"{visit.wanted:,} sockets, all open after {visit.connecting:.0f} seconds; {len(visit.times):,} choices "
            f"and {visit.games:,} new games. Memory: {_mb(visit.started)} MB at the start, {_mb(visit.connected)} MB "
            "when all had connected."
        ),
        "",
        "| minute | sockets | choices a second | p50 | p95 | p99 | worst | memory, MB | of a core | PostgreSQL |",
        "|---|---|---|---|---|---|---|---|---|---|",
        *(_row(str(number), minute) for number, minute in enumerate(visit.minutes, 1)),
        _row("all", _all(visit)),
        "",
        "| from another address | number | p50 | p95 | worst |",
        "|---|---|---|---|---|",
        _probed("a choice", visit.choices),
        _probed("a new player's first hand", visit.arrivals),
        "",
        f"Errors: {_errors(visit.errors)}. The memory was {'' if visit.is_bounded else '**not** '}bounded.",
    ]


def _all(visit: Visit) -> Minute:
    """The whole visit; sockets are the fewest, memory is the most."""
    return Minute(
        sum(minute.seconds for minute in visit.minutes),
        visit.times,
        min(minute.sockets for minute in visit.minutes),
        max(minute.memory for minute in visit.minutes),
        sum((minute.spent for minute in visit.minutes), Spent(0)),
    )


def _row(name: str, minute: Minute) -> str:
    times = " | ".join(f"{share_of(minute.times, share) * 1000:,.1f}" for share in (0.5, 0.95, 0.99, 1.0))
    return (
        f"| {name} | {minute.sockets:,} | {len(minute.times) / minute.seconds:,.0f} | {times} | {_mb(minute.memory)} "
        f"| {minute.spent.servers / minute.seconds:.0%} | {minute.spent.database / minute.seconds:.0%} |"
    )


def _probed(what: str, times: list[float]) -> str:
    cells = " | ".join(f"{share_of(times, share) * 1000:,.0f}" for share in (0.5, 0.95, 1.0)) if times else "| |"
    return f"| {what} | {len(times):,} | {cells} |"


def share_of(times: list[float], share: float) -> float:
    """The time within which a share of all were done; NaN if there are none."""
    if not times:
        return math.nan
    return sorted(times)[min(int(len(times) * share), len(times) - 1)]


def _errors(errors: Counter[str]) -> str:
    return ", ".join(f"{number:,} × {kind}" for kind, number in errors.most_common()) or "none"


def _mb(kilobytes: float) -> str:
    return f"{kilobytes / 1000:,.0f}"


def _wrapped(*paragraphs: str) -> str:
    return "\n\n".join(textwrap.fill(paragraph, 110) for paragraph in paragraphs)
