"""`okawari solve`: what a position is worth, and how both should play it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from okawari.bots.solver import Solution
from okawari.bots.solver import solve as solve_position
from okawari.cli.style import AsJson, Lang, console, explain, fail, language, print_json
from okawari.game import OkawariError, Position
from okawari.game.notation import letter
from okawari.texts import say

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
    lang: Lang = None,
) -> None:
    """Solve the rest of a round for two: its value, how to play it, and what each card is worth.

    Hands must be open; in Sushi Roll each belt has its last die.
    """
    spoken = language(lang)
    try:
        solution = solve_position(_read(file), dessert_price, seconds, seat)
    except (json.JSONDecodeError, UnicodeDecodeError) as problem:
        fail(say(spoken, "solve.not-json", problem=problem))
    except (OSError, OkawariError) as problem:
        fail(explain(problem, spoken))
    if as_json:
        print_json(solution.to_json())
    else:
        _show(console(), solution, spoken)


def _read(file: str) -> Position:
    text = sys.stdin.read() if file == _STDIN else Path(file).read_text(encoding="utf-8-sig")
    return Position.from_json(json.loads(text))


def _show(out: Console, solution: Solution, lang: str) -> None:
    """Print a solution: the value, and a table of moves for each seat that has some, the best first."""
    out.print(say(lang, "solve.value", seat=letter(solution.seat), value=f"{solution.value:+.3f}"), style="bold")
    out.print(say(lang, "solve.margin", margin=f"{solution.margin:+.3f}"))
    for seat, values in enumerate(solution.card_values):
        if values:
            out.print(_moves(out, solution, seat, lang))
    out.print(solution.note_in(lang), style="dim")
    spent = {"seconds": f"{solution.seconds:.2f}", "mixed": solution.mixed}
    out.print(say(lang, "solve.states", n=solution.nodes, **spent), style="dim")


def _moves(out: Console, solution: Solution, seat: int, lang: str) -> Table:
    """The moves of a seat, the best first."""
    table = Table(
        title=say(lang, "solve.plays", seat=letter(seat)),
        title_justify="left",
        title_style="bold",
        box=box.ROUNDED if out.is_terminal else None,
    )
    table.add_column(say(lang, "solve.move"))
    table.add_column(say(lang, "solve.often"), justify="right")
    table.add_column(say(lang, "solve.worth"), justify="right")
    values, chances = solution.card_values[seat], solution.strategies[seat]
    for move in sorted(values, key=lambda move: (-chances.get(move, 0.0), -values[move])):
        share = f"{chances[move]:.1%}" if move in chances else ""
        table.add_row(move, share, f"{values[move]:+.3f}", style="bold" if share else None)
    return table
