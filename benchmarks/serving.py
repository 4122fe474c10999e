"""The speed of the server: `make bench` measures it and writes benchmarks/SERVING.md.

    python benchmarks/serving.py [--beside COMMIT] [--turns N]
    python benchmarks/serving.py ways [--turns N]
    python benchmarks/serving.py quick --tree TREE [--tree TREE ...]

The server of another commit is measured in turns with this one, and boardgame.io where `make bench-boardgameio` has
installed it; then the ways to run this one, which alone the second line measures. The third line is a first look at
source trees, while developing.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
from pathlib import Path

import commits
import hostile
import serving_quick
import ways
from bench import machine
from load.crew import Crew
from memory import idle_memory
from sections import with_section
from servers import BoardgameIo, OkawariTree, Server
from serving_page import HIGH, LOW, Measured, Results, page
from stretches import CHOICES_OF_A_GAME, Plan, measure

RESULTS = Path(__file__).with_name("SERVING.md")
#: The last commit with version 3 of the wire, which sent whole states: version 4 was made to cost a third of it.
BESIDE = "4bb0988"
TURNS = 3
#: The higher rate comes first and ends in the second round, so that it includes the end of one.
PLAN = Plan(tables=250, rates=(HIGH, LOW), seconds=20, warm=3, choices=CHOICES_OF_A_GAME)


def main() -> None:
    """Measure, and write the page of results."""
    options, about = _options(), machine()
    this = OkawariTree("This version", commits.TREE)
    if options.only == "ways":
        _write(RESULTS.read_text(encoding="utf-8"), _ways(this, options.turns))
        return
    before = _server_of(options.beside) if options.beside else None
    boardgameio = BoardgameIo() if BoardgameIo.is_installed() else None
    with Crew() as crew:
        measured = _in_turns(crew, [server for server in (before, this, boardgameio) if server], options.turns)
        idle_table = idle_memory(crew, this, PLAN.tables)
    results = Results(
        machine=about,
        now=measured[this.name],
        before=measured[before.name] if before else None,
        boardgameio=measured[boardgameio.name] if boardgameio else None,
        idle_table=idle_table,
        hostile=_beside_hostile_visitor(this),
    )
    _write(page(results, PLAN), _ways(this, options.turns))


def _ways(server: OkawariTree, turns: int) -> str:
    """The section about the ways to run a server."""
    with Crew() as crew:
        return ways.section(crew, server, turns)


def _write(text: str, section: str) -> None:
    """Write the page of results, with the section about the ways to run a server."""
    text = with_section(text, ways.NAME, section)
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="?", choices=["ways"], help="measure the ways to run the server alone")
    parser.add_argument("--beside", default=BESIDE, metavar="COMMIT", help="also measure its server; '' for none")
    parser.add_argument("--turns", type=int, default=TURNS, help="how often each server is measured")
    return parser.parse_args()


def _server_of(commit: str) -> OkawariTree:
    """The server of a commit, with its rules compiled."""
    server = OkawariTree(f"Commit {commits.short(commit)}", commits.tree_of(commit))
    server.warm_up()
    return server


def _in_turns(crew: Crew, servers: list[Server], turns: int) -> dict[str, Measured]:
    """Measure servers in turns; return their turns by their names."""
    measured = {server.name: Measured(server.name, []) for server in servers}
    for _ in range(turns):
        for server in servers:
            measured[server.name].turns.append(measure(crew, server, PLAN, lambda line: print(line, flush=True)))
    return measured


def _beside_hostile_visitor(server: OkawariTree) -> list[hostile.Times]:
    # A garbage collection in this process stops all clients, and its time would count as the server's.
    gc.disable()
    with tempfile.TemporaryDirectory() as folder, server.start(Path(folder), "serve-limited") as process:
        return asyncio.run(hostile.measure(process.port))


if __name__ == "__main__":
    if sys.argv[1:2] in (["serve"], ["serve-limited"]):
        # The processes of clients import this module, too, and need no server.
        from serving_server import serve

        serve(Path(sys.argv[2]), int(sys.argv[3]), limited=sys.argv[1] == "serve-limited")
    elif sys.argv[1:2] == ["quick"]:
        serving_quick.main(sys.argv[2:])
    else:
        main()
