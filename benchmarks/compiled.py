"""The speed of the kernels compiled ahead, for Python and for WebAssembly: `make bench` writes benchmarks/COMPILED.md.

Two processes measure the same work in turns. A figure is the median of the ratios of a turn.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("COMPILED.md")
#: The program that measures searches of the npm package.
SEARCH = Path(__file__).with_name("search.mjs")
NODE = "node"
#: Turns of each figure.
TURNS = 7
#: The least seconds of one measurement.
LEAST = 0.25


def works() -> dict[str, Callable[[], Any]]:
    """The work that is measured, by name. Each is some milliseconds long."""
    import okawari
    from okawari import bots, bulk
    from okawari.bots.coach import explain
    from okawari.bots.solver import solve
    from okawari.game.gains import gains

    def setting(menu: str, seats: int, **more: Any) -> Any:
        return okawari.Setting.of(menu, seats, **more)

    tables = {
        "first edition, 2": setting("sushi-go-first", 2),
        "first edition, 4": setting("sushi-go-first", 4),
        "sushi battle": setting("sushi-go-anniversary", 2, variant="battle"),
        "Sushi Roll, 4": setting("sushi-roll", 4),
    }

    def search(view: Any, passes: int) -> Any:
        return bots.make(f"tree:budget={passes}", seed=1).search(view)  # type: ignore[attr-defined]

    def play_out(played: Any) -> None:
        bulk.play_out(bulk.deal(played.menu, played.seats, 256, played.dessert, played.variant, seed=1))

    def move_by_move(played: Any) -> None:
        play(okawari.Game(played, seed=1))

    found: dict[str, Callable[[], Any]] = {}
    for name, played in tables.items():
        game = okawari.Game(played, seed=5)
        view = game.view(game.to_move[0])
        found[f"tree search, {name}"] = partial(search, view, 200 if played.table_kind == "roll" else 2000)
        found[f"random games in bulk, {name}"] = partial(play_out, played)
        found[f"explain, {name}"] = partial(explain, view, budget=200)
        found[f"what cards would bring, {name}"] = partial(gains, view)
        found[f"a game move by move, {name}"] = partial(move_by_move, played)
    position = okawari.Position.from_json(
        {
            "menu": "sushi-go-first",
            "seats": 2,
            "round": 3,
            "turn": 3,
            "hands": [
                "squid tempura tempura wasabi maki2 dumpling egg chopsticks",
                "wasabi salmon egg sashimi sashimi pudding maki3 dumpling",
            ],
        }
    )
    found["solve, eight cards"] = partial(solve, position)
    return found


def play(game: Any) -> None:
    """Play the first legal moves to the end of a game, with a view for each."""
    while not game.over:
        for seat in game.to_move:
            game.choose(seat, game.view(seat).moves[0])


def measure(work: Callable[[], Any]) -> float:
    """The milliseconds of one run of some work: the mean over at least LEAST seconds."""
    runs, began = 0, time.perf_counter()
    while (taken := time.perf_counter() - began) < LEAST:
        work()
        runs += 1
    return 1000 * taken / runs


def serve() -> None:
    """Measure what standard input names, a line each; the first line of output lists all names."""
    found = works()
    for work in found.values():
        work()
    print(json.dumps(list(found)), flush=True)
    for line in sys.stdin:
        print(measure(found[line.strip()]), flush=True)


@contextmanager
def worker(*command: str, mode: str = "compiled") -> Iterator[tuple[list[str], Callable[[str], float]]]:
    """A process with kernels in a mode: the names of its work, and a function that measures one."""
    environment = os.environ | {"OKAWARI_KERNELS": mode}
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin and process.stdout
        requests, answers = process.stdin, process.stdout

        def ask(name: str) -> float:
            requests.write(f"{name}\n")
            requests.flush()
            return float(answers.readline())

        yield json.loads(answers.readline()), ask
        requests.close()


Measure = Callable[[str], float]


def compared(names: list[str], one: Measure, other: Measure) -> Iterator[str]:
    """A row for each name: milliseconds of both, and how many times as fast the other one is."""
    for name in names:
        pairs = [(one(name), other(name)) for _ in range(TURNS)]
        ratio = statistics.median(before / after for before, after in pairs)
        before, after = (statistics.median(part) for part in zip(*pairs, strict=True))
        row = f"| {name} | {before:.3f} | {after:.3f} | {ratio:.2f} |"
        print(row, flush=True)
        yield row


def report() -> str:
    """Measure everything; return the page of results."""
    from bench import machine

    python = (sys.executable, __file__, "serve")
    with worker(*python, mode="jit") as (names, jit), worker(*python) as (_, compiled):
        ahead = list(compared(names, jit, compiled))
    with worker(*python) as (_, compiled), worker(NODE, str(SEARCH)) as (names, node):
        searches = list(compared(names, compiled, node))
    lines = [
        "# Kernels compiled ahead",
        "",
        "Written by `make bench`. Milliseconds of the same work in two processes, measured in turns.",
        "",
        machine(),
        "",
        "## Beside the JIT",
        "",
        "| work | JIT | compiled ahead | times as fast |",
        "|---|---|---|---|",
        *ahead,
        "",
        "## WebAssembly in Node, beside Python with kernels compiled ahead",
        "",
        "| work | Python | Node | times as fast |",
        "|---|---|---|---|",
        *searches,
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        serve()
    else:
        FILE.write_text(report(), encoding="utf-8")
