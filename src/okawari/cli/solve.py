"""`okawari solve`: the value of a position for two, and the best strategies."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from okawari.bots.solver import Solution
from okawari.bots.solver import solve as solve_position
from okawari.cli.explain import decimal, move_words, percent
from okawari.cli.style import AsJson, Lang, console, dish, explain, fail, finite, language, print_json, read_json
from okawari.cli.tell import names_of
from okawari.game import OkawariError, Position, View
from okawari.game.notation import letter
from okawari.texts import number, say


def solve(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A position; - reads what is piped in.")],
    dessert_price: Annotated[
        float | None,
        typer.Option(
            callback=finite, help="Points that a dessert card counts before the last round.", show_default=False
        ),
    ] = None,
    seat: Annotated[int, typer.Option(min=0, max=1, help="Whose value is asked for: 0 or 1.")] = 0,
    seconds: Annotated[
        float | None, typer.Option(min=0, callback=finite, help="Give up after so long.", show_default=False)
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Solve the rest of a round for two: its value, how to play it, and what each card is worth.

    Hands must be open; in Sushi Roll each belt has its last die.
    """
    chosen = language(lang)
    data = read_json(file, chosen)
    try:
        position = Position.from_json(data)
        solution = solve_position(position, dessert_price, seconds, seat)
    except OkawariError as problem:
        fail(explain(problem, chosen))
    if as_json:
        print_json(solution.to_json())
    else:
        _show(console(), solution, position, chosen)


def _show(out: Console, solution: Solution, position: Position, lang: str) -> None:
    """Print a solution: the value, and a table of moves for each seat that has some, the best first."""
    value = decimal(lang, solution.value, digits=3)
    out.print(say(lang, "solve.value", seat=letter(solution.seat), value=value), style="bold")
    out.print(say(lang, "solve.margin", margin=decimal(lang, solution.margin, digits=3)))
    game = position.game(seed=0)
    for seat, values in enumerate(solution.card_values):
        if values:
            out.print(_moves(out, solution, game.view(seat), lang))
    out.print(_note(solution, lang), style="dim")
    spent = {"seconds": decimal(lang, solution.seconds, sign="", digits=2), "mixed": solution.mixed}
    out.print(say(lang, "solve.states", n=solution.nodes, **spent), style="dim")


def _note(solution: Solution, lang: str) -> str:
    """The text about the meaning of the value, with the name and price of a dessert where there is one."""
    words = dict(solution.note_params)
    if words:
        words = {"price": number(lang, float(words["price"]), "z.2g"), "dessert": dish(lang, words["dessert"])}
    return say(lang, f"solve.note.{solution.note_code}", **words)


def _moves(out: Console, solution: Solution, view: View, lang: str) -> Table:
    """A table of the moves of a seat, the best first."""
    seat = view.seat or 0
    names = names_of(view.setting, None, lang)
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
        share = percent(lang, chances[move], digits=1) if move in chances else ""
        words = move_words(move, view, names, lang)
        table.add_row(words, share, decimal(lang, values[move], digits=3), style="bold" if share else None)
    return table
