"""A first look at the cost of serving, while developing: a minute for every source tree.

    python benchmarks/serving.py quick --tree . --tree ../another/tree

A tree is a folder with `src` and `benchmarks`. The trees are measured in turns; ratios are those to the first one.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path

from load.crew import Crew
from servers import BoardgameIo, OkawariTree, Server
from stretches import IN_TURN, TOGETHER, Plan, Turn, measure, offered, pick

PLAN = Plan(tables=100, rates=(500, 200), seconds=4, warm=1, choices=36)
#: What is printed of a stretch: its name, the field of the figures, and the factor to its unit.
COLUMNS = [
    ("ms of processor a choice", "cpu", 1000),
    ("choices a second", "done", 1),
    ("p50 in ms", "p50", 1000),
    ("p99 in ms", "p99", 1000),
    ("bytes a choice", "received", 1),
    ("messages a choice", "messages", 1),
]


def main(words: list[str]) -> None:
    """Measure the trees that are named, and print the figures of each."""
    options = _options(words)
    trees = [OkawariTree(str(tree), tree.parent if tree.name == "src" else tree) for tree in options.tree]
    for tree in trees:
        tree.warm_up()
    servers: list[Server] = [*trees, *([BoardgameIo()] if options.boardgameio else [])]
    turns: list[list[Turn]] = [[] for _ in servers]
    with Crew() as crew:
        for _ in range(options.turns):
            for server, measured in zip(servers, turns, strict=True):
                measured.append(measure(crew, server, PLAN, lambda line: print(line, flush=True)))
    print()
    for name, figure in _rows():
        print(_line(name, [statistics.median(map(figure, measured)) for measured in turns]))


def _rows() -> Iterator[tuple[str, Callable[[Turn], float]]]:
    """The names of the lines that are printed, and their figures."""
    for stretch in (TOGETHER, IN_TURN, *map(offered, PLAN.rates)):
        for what, field, scale in COLUMNS:
            yield f"{stretch}: {what}", pick(stretch, field, scale)
    yield "kB of a table with its sockets", lambda turn: turn.memory
    yield "kB of a table, without what is loaded once", lambda turn: turn.memory_alone


def _options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="serving.py quick", description=__doc__)
    parser.add_argument("--tree", type=Path, action="append", required=True, help="a folder with src and benchmarks")
    parser.add_argument("--turns", type=int, default=1, help="how often each is measured; medians are printed")
    parser.add_argument("--boardgameio", action="store_true", help="measure boardgame.io, too, if it is installed")
    return parser.parse_args(words)


def _line(name: str, values: list[float]) -> str:
    ratios = "".join(f"{value / values[0]:8.2f}x" for value in values[1:])
    return f"{name:50}" + "".join(f"{value:12,.2f}" for value in values) + ratios
