"""`okawari solve`: what a position is worth, and how both should play it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from okawari.bots.solver import NotOpen, OutOfTime, Solution
from okawari.bots.solver import solve as solve_position
from okawari.cli.style import AsJson, console, fail, print_json
from okawari.game import OkawariError, Position
from okawari.game.notation import letter

_STDIN = "-"


def solve(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A position; - reads what is piped in.")],
    dessert_price: Annotated[
        float | None,
        typer.Option(help="Points that a dessert card counts before the last round.", show_default=False),
    ] = None,
    seat: Annotated[int, typer.Option(min=0, max=1, help="Whose value is asked for: 0 or 1.")] = 0,
    seconds: Annotated[float | None, typer.Option(help="Give up after so long.", show_default=False)] = None,
    as_json: AsJson = False,
) -> None:
    """Solve the rest of a round for two with open hands: its value, how to play it, and what each card is worth."""
    try:
        solution = solve_position(_read(file), dessert_price, seconds, seat)
    except (json.JSONDecodeError, UnicodeDecodeError) as problem:
        fail(f"This is not a position in JSON: {problem}.")
    except (OSError, OkawariError, NotOpen, OutOfTime) as problem:
        fail(str(problem))
    if as_json:
        print_json(solution.to_json())
    else:
        _show(console(), solution)


def _read(file: str) -> Position:
    text = sys.stdin.read() if file == _STDIN else Path(file).read_text(encoding="utf-8-sig")
    return Position.from_json(json.loads(text))


def _show(out: Console, solution: Solution) -> None:
    """Print a solution: the value, and a table of moves for each seat, the best first."""
    out.print(f"Value for {letter(solution.seat)}: {solution.value:+.3f}", style="bold")
    out.print(f"With the points so far: {solution.margin:+.3f}")
    for seat, values in enumerate(solution.card_values):
        table = Table(title=f"{letter(seat)} plays", title_justify="left", title_style="bold")
        table.add_column("move")
        table.add_column("how often", justify="right")
        table.add_column("worth", justify="right")
        chances = solution.strategies[seat]
        for move in sorted(values, key=lambda move: (-chances.get(move, 0.0), -values[move])):
            share = f"{chances[move]:.1%}" if move in chances else ""
            table.add_row(move, share, f"{values[move]:+.3f}", style="bold" if share else None)
        out.print(table)
    out.print(solution.note, style="dim")
    out.print(f"{solution.nodes} states in {solution.seconds:.2f} s, {solution.mixed} of them mixed", style="dim")
