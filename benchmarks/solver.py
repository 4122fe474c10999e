"""The time that the solver takes: measures positions of games and writes benchmarks/SOLVER.md.

Two simple bots play; every position from the first pass on is solved, on two threads. Machines have other load, so the
processor time of both threads is given beside the time on the clock.

    python benchmarks/solver.py [games]
"""

from __future__ import annotations

import os
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import okawari
from okawari import bots
from okawari.bots.solver import solve
from okawari.game import Position

RESULTS = Path(__file__).with_name("SOLVER.md")
#: Cards in hand that are measured; a round of two players begins with ten.
CARDS = (9, 8, 7, 6, 5)
FULL_HAND = 10
SETTINGS = (
    ("sushi-go-first", "pudding"),
    ("sushi-go-anniversary", "strawberry"),
    ("sushi-go-first", "pudding"),
    ("sushi-go-anniversary", "yogurt"),
    ("sushi-go-first", "pudding"),
    ("sushi-go-anniversary", "tea"),
    ("sushi-go-first", "pudding"),
    ("sushi-go-anniversary", "mochi"),
)


class Solved(NamedTuple):
    """The measurement of a position: its dessert, round and cards, times in seconds, states, states with a mix."""

    dessert: str
    round: int
    cards: int
    seconds: float
    processor: float
    states: int
    mixed: int


def positions(seed: int) -> Iterator[Position]:
    """The positions of a game of two simple bots with a number of cards in CARDS."""
    menu, dessert = SETTINGS[seed % len(SETTINGS)]
    game = okawari.new(menu, seats=2, dessert=dessert, seed=seed)
    players = [bots.make("simple", seed=2 * seed + seat) for seat in range(2)]
    while not game.over:
        if FULL_HAND + 1 - game.turn in CARDS:
            yield game.position
        for seat in game.to_move:
            game.choose(seat, players[seat].choose(game.view(seat)))


def measure(position: Position) -> Solved:
    """Solve a position and measure it."""
    before = time.process_time()
    solution = solve(position)
    processor = time.process_time() - before
    cards = len(position.data["hands"][0])
    dessert, round_no = str(position.setting.dessert), int(position.data["round"])
    return Solved(dessert, round_no, cards, solution.seconds, processor, solution.nodes, solution.mixed)


def row(name: str, solved: list[Solved]) -> str:
    """A line of the table."""
    clock, processor = sorted(one.seconds for one in solved), sorted(one.processor for one in solved)
    states = statistics.median(one.states for one in solved)
    times = " | ".join(f"{at(clock, share):.2f} s" for share in (0.5, 0.9, 1.0))
    work = " | ".join(f"{at(processor, share):.2f} s" for share in (0.5, 0.9, 1.0))
    return f"| {name} | {len(solved)} | {times} | {work} | {states:,.0f} |"


def at(values: list[float], share: float) -> float:
    """A quantile of sorted values."""
    return values[min(len(values) - 1, int(share * len(values)))]


def report(solved: list[Solved]) -> str:
    """The page of results."""
    head = "| | positions | median | p90 | max | processor, median | p90 | max | states a thread, median |"
    line = "|---|---|---|---|---|---|---|---|---|"
    nine = [one for one in solved if one.cards == max(CARDS)]
    by_cards = [row(f"{cards} cards", [one for one in solved if one.cards == cards]) for cards in CARDS]
    by_round = [row(f"round {n}", [one for one in nine if one.round == n]) for n in (1, 2, 3)]
    desserts = sorted({one.dessert for one in nine})
    by_dessert = [
        row(f"{dessert}, round 3", [one for one in nine if (one.dessert, one.round) == (dessert, 3)])
        for dessert in desserts
    ]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    share = sum(one.mixed for one in solved) / sum(one.states for one in solved)
    load = os.getloadavg()[0]
    return "\n".join(
        [
            "# How long the solver takes",
            "",
            "Written by `python benchmarks/solver.py`. Positions of games between simple bots, in every round, for",
            "the first edition and the anniversary edition's desserts. Two threads; `processor` is the time of both.",
            "",
            f"{os.cpu_count()} cores, load {load:.1f} at the end (above {os.cpu_count()} others slowed the clock);",
            f"at most {memory:.2f} GB of memory for the whole process; {share:.0%} of all decisions mix.",
            "",
            "## By cards in hand",
            "",
            head,
            line,
            *by_cards,
            "",
            "## Nine cards",
            "",
            head,
            line,
            *by_round,
            *by_dessert,
            "",
        ]
    )


def main() -> None:
    """Measure, and write the page of results."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2 * len(SETTINGS)
    solve(next(positions(0)))  # compiles the solver
    solved = [measure(position) for seed in range(games) for position in positions(seed)]
    RESULTS.write_text(report(solved), encoding="utf-8")
    print(report(solved))


if __name__ == "__main__":
    main()
