"""Stretches of load on a server, and the figures of each.

Two shapes of load are measured. A steady one offers a number of choices a second: each is due at its time, at a random
table, and one choice is under way at a table at a time. A flood offers as many choices as the server can do: by all
clients of a table together, each as soon as it has a hand, or by one client after another.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from load.crew import Crew
from load.tables import Tally
from memory import connected_memory
from servers import Running, Server, Spent


@dataclass
class Figures:
    """The results of a stretch."""

    #: Choices done a second.
    done: float
    #: Seconds from when a choice was due until all clients of its table knew of it.
    p50: float
    p99: float
    worst: float
    #: Seconds of the server's processor time of a choice, and its share of a core.
    cpu: float
    busy: float
    #: Seconds of processor time a choice of the database and of the bus beside it.
    database: float
    bus: float
    #: Bytes and messages that the clients received for a choice.
    received: float
    messages: float


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    tables: int
    #: The choices a second of steady stretches, the seconds of each, and the seconds before that are not counted.
    rates: tuple[int, ...]
    seconds: float
    warm: float
    #: The choices at each table in a flood.
    choices: int


@dataclass
class Turn:
    """What was measured with a server from its start to its end."""

    #: kB of a table with its sockets right after all have connected, with its share of what is loaded once and without.
    memory: float
    memory_alone: float
    #: The figures of each stretch by its name.
    stretches: dict[str, Figures]


#: The choices of a game: three rounds of eight cards, of which the last is played by itself, at four seats.
CHOICES_OF_A_GAME = 3 * 7 * 4
#: The names of the floods.
TOGETHER, IN_TURN = "all seats at once", "one seat at a time"


def offered(rate: int) -> str:
    """The name of a steady stretch."""
    return f"{rate:,} a second"


def pick(stretch: str, field: str, scale: float = 1.0) -> Callable[[Turn], float]:
    """A function that takes a figure of a stretch from a turn."""

    def picked(turn: Turn) -> float:
        figure: float = getattr(turn.stretches[stretch], field)
        return figure * scale

    return picked


def figures(tally: Tally, seconds: float, spent: Spent) -> Figures:
    """The figures of a stretch, from what was counted, its length, and the processor time that was spent."""
    times = sorted(tally.times)
    return Figures(
        done=tally.done / seconds,
        p50=statistics.median(times),
        p99=times[int(len(times) * 0.99)],
        worst=times[-1],
        cpu=spent.servers / tally.done,
        busy=spent.servers / seconds,
        database=spent.database / tally.done,
        bus=spent.bus / tally.done,
        received=tally.received / tally.done,
        messages=tally.messages / tally.done,
    )


def steady(crew: Crew, server: Running, rate: float, seconds: float, warm: float) -> Figures:
    """Offer `rate` choices a second; the first seconds are not counted."""
    began = time.monotonic() + 0.2
    counted = began + warm
    until = counted + seconds
    crew.start_steady(began, counted, until, rate)
    _sleep_until(counted)
    before = server.spent
    _sleep_until(until)
    spent = server.spent - before
    return figures(crew.tally(), seconds, spent)


def flood(crew: Crew, server: Running, choices: int, *, together: bool) -> Figures:
    """Offer a number of choices at every table, as many as the server can do."""
    began, before = time.monotonic(), server.spent
    crew.start_flood(choices, together=together)
    tally = crew.tally()
    return figures(tally, time.monotonic() - began, server.spent - before)


def measure(crew: Crew, server: Server, plan: Plan, told: Callable[[str], None]) -> Turn:
    """Start a server and measure all stretches; `told` is given a line about each."""
    with tempfile.TemporaryDirectory() as folder, server.start(Path(folder)) as process:
        crew.meet(server.wire, process.ports)
        turn = Turn(*connected_memory(crew, process, plan.tables), {})

        def note(name: str, figures: Figures) -> None:
            turn.stretches[name] = figures
            told(f"{server.name}, {name}: {figures.cpu * 1000:.2f} ms, {figures.done:,.0f} a second")

        for rate in plan.rates:
            note(offered(rate), steady(crew, process, rate, plan.seconds, plan.warm))
        crew.leave()
        for name, together in ((TOGETHER, True), (IN_TURN, False)):
            crew.come(plan.tables)
            note(name, flood(crew, process, plan.choices, together=together))
            crew.leave()
    return turn


def _sleep_until(moment: float) -> None:
    time.sleep(max(0.0, moment - time.monotonic()))
