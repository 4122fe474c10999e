"""The page of results of serving, benchmarks/SERVING.md."""

from __future__ import annotations

import statistics
import textwrap
from collections.abc import Callable
from dataclasses import astuple, dataclass

import hostile
from load.client import SEATS
from load.crew import PROCESSES
from stretches import CHOICES_OF_A_GAME, IN_TURN, TOGETHER, Figures, Plan, Turn, offered, pick

#: The most milliseconds (p99) at the lower rate, and the most kB of an idle table.
ASKED_MS, ASKED_KB = 100, 100
LOW, HIGH = 200, 500

ABOUT_BOARDGAMEIO = (
    "A small draft of our own with matches in memory, described in benchmarks/boardgameio. It scores nothing and tells "
    "nobody what a card would bring."
)


@dataclass
class Measured:
    """A server and its turns."""

    name: str
    turns: list[Turn]


@dataclass
class Results:
    """All that was measured; a server that was not is None."""

    #: A line about the machine, from before the run.
    machine: str
    now: Measured
    before: Measured | None
    boardgameio: Measured | None
    idle_table: float
    hostile: list[hostile.Times]


@dataclass
class Aim:
    """A figure that should be at most a share of another one."""

    what: str
    now: Callable[[Turn], float]
    other: Callable[[Turn], float]
    asked: float

    def row(self, now: Measured, other: Measured) -> str:
        """A line of the results: medians of all turns with the figures of each, and the median of their ratios."""
        ours, theirs = [self.now(turn) for turn in now.turns], [self.other(turn) for turn in other.turns]
        ratio = statistics.median(our / their for our, their in zip(ours, theirs, strict=True))
        return f"| {self.what} | {_all(theirs)} | {_all(ours)} | {ratio:.2f} | {self.asked:.2f} |"


def _same(what: str, figure: Callable[[Turn], float], asked: float) -> Aim:
    return Aim(what, figure, figure, asked)


def _processor(stretch: str) -> Callable[[Turn], float]:
    return pick(stretch, "cpu", 1000)


#: What was asked of version 4 of the wire, which sends changes instead of whole states.
AIMS = [
    _same(f"ms of processor a choice, {TOGETHER}", _processor(TOGETHER), 0.33),
    _same(f"ms of processor a choice, {IN_TURN}", _processor(IN_TURN), 0.33),
    _same(f"ms of processor a choice, {offered(LOW)}", _processor(offered(LOW)), 0.3),
    _same("bytes a choice, whole games", pick(IN_TURN, "received"), 1 / 3),
    Aim(
        f"p99 in ms: now {offered(HIGH)}, before {offered(LOW)}",
        pick(offered(HIGH), "p99", 1000),
        pick(offered(LOW), "p99", 1000),
        1.0,
    ),
    _same("kB of a table with its sockets", lambda turn: turn.memory, 0.5),
]
AIMS_BESIDE_BOARDGAMEIO = [
    _same(f"ms of processor a choice, {stretch}", _processor(stretch), 0.6)
    for stretch in (TOGETHER, IN_TURN, offered(LOW))
]


def page(results: Results, plan: Plan) -> str:
    """The page of results."""
    now = results.now
    return "\n".join(
        [
            "# How fast the server is",
            "",
            "Written by `make bench`.",
            "",
            results.machine,
            "",
            *_method(plan, len(now.turns)),
            "",
            *_figures_of(now),
            f"Asked: p99 under {ASKED_MS} ms with {offered(LOW)}; it is {_p99(now):,.0f} ms.",
            "",
            *_memory(results),
            "",
            *_beside(results),
            *hostile.report(results.hostile),
        ]
    )


def _method(plan: Plan, turns: int) -> list[str]:
    return _wrapped(
        f"One process, {plan.tables} tables of four people, {plan.tables * SEATS:,} sockets, SQLite with durable "
        f"commits, no bots. The clients are {PROCESSES} more processes on the same machine. Every server is measured "
        f"{turns} times, in turns with the others and each time with a new process; medians are given.",
        "With a number of choices a second, each is due at its time, at a random table, and one choice is under way at "
        f"a table at a time; {plan.seconds:.0f} seconds are counted. Else as many choices are offered as the server "
        f"can do, {plan.choices} at every table (a game has {CHOICES_OF_A_GAME}): by all four people as soon as each "
        "has a hand, or by one after another, once all have received the choice before.",
        "Times are milliseconds from when a choice was due until all four clients of the table have received it. "
        "Processor time is that of the server, user and system, in milliseconds a choice. Bytes and messages are all "
        "that the clients receive over websockets for a choice, with the headers of frames and the acknowledgements.",
    )


def _figures_of(measured: Measured) -> list[str]:
    return [
        f"## {measured.name}",
        "",
        "| choices offered | done a second | p50 | p99 | worst | ms of processor | of a core | bytes | messages |",
        "|---|---|---|---|---|---|---|---|---|",
        *(_row(name, _typical(measured, name)) for name in measured.turns[0].stretches),
        "",
    ]


def _typical(measured: Measured, stretch: str) -> Figures:
    """The medians of all figures of a stretch."""
    turns = [astuple(turn.stretches[stretch]) for turn in measured.turns]
    return Figures(*(statistics.median(values) for values in zip(*turns, strict=True)))


def _row(name: str, figures: Figures) -> str:
    times = " | ".join(f"{value * 1000:,.1f}" for value in (figures.p50, figures.p99, figures.worst))
    return (
        f"| {name} | {figures.done:,.0f} | {times} | {figures.cpu * 1000:.2f} | {figures.busy:.0%} "
        f"| {figures.received:,.0f} | {figures.messages:.1f} |"
    )


def _p99(measured: Measured) -> float:
    return _typical(measured, offered(LOW)).p99 * 1000


def _memory(results: Results) -> list[str]:
    connected = statistics.median(turn.memory for turn in results.now.turns)
    alone = statistics.median(turn.memory_alone for turn in results.now.turns)
    return _wrapped(
        f"An idle table in the middle of a game takes {results.idle_table:,.0f} kB of memory (asked: under "
        f"{ASKED_KB}), and a table with its four sockets {connected:,.0f} kB right after all have connected; without "
        f"its share of what is loaded once, {alone:,.0f} kB."
    )


def _beside(results: Results) -> list[str]:
    """The sections about other servers, and the comparison with them."""
    lines: list[str] = []
    if before := results.before:
        lines += [*_figures_of(before), *_comparison(results.now, before, AIMS)]
    if boardgameio := results.boardgameio:
        lines += [*_figures_of(boardgameio), *_wrapped(ABOUT_BOARDGAMEIO), ""]
        lines += _comparison(results.now, boardgameio, AIMS_BESIDE_BOARDGAMEIO)
    return lines


def _comparison(now: Measured, other: Measured, aims: list[Aim]) -> list[str]:
    return [
        "The figures of all turns are in brackets, and ratios are medians of those of the turns.",
        "",
        f"| what | {other.name} | {now.name} | ratio | asked: at most |",
        "|---|---|---|---|---|",
        *(aim.row(now, other) for aim in aims),
        "",
    ]


def _all(values: list[float]) -> str:
    """The median of some values, and all of them."""
    return f"{_number(statistics.median(values))} ({', '.join(map(_number, values))})"


def _number(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def _wrapped(*paragraphs: str) -> list[str]:
    """Lines of paragraphs, with an empty one between them."""
    return "\n\n".join(textwrap.fill(paragraph, 110) for paragraph in paragraphs).split("\n")
