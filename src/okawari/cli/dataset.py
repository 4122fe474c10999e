"""`okawari dataset`: decisions of bots as a Parquet file, for supervised learning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from okawari.cli.setting_options import Dessert, Menu, MustHaveMaki, Seats, Variant
from okawari.cli.style import Lang, console, explain, fail, language
from okawari.cli.tournament import plan_of, progress, split_bots
from okawari.lab.dataset import write_dataset
from okawari.texts import number, say


def dataset(
    bots: Annotated[list[str], typer.Option("--bots", help="Bots, with commas between them; repeatable.")],
    out: Annotated[Path, typer.Option(help="The file to write.")],
    menu: Menu = "sushi-go-first",
    games: Annotated[int, typer.Option(min=1, help="Games to play.")] = 100,
    seats: Seats = None,
    dessert: Dessert = None,
    variant: Variant = None,
    must_have_maki: MustHaveMaki = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Add what each action is worth, where a round for two can be solved.")
    ] = False,
    seed: Annotated[int, typer.Option(help="The luck of all games.")] = 0,
    lang: Lang = None,
) -> None:
    """Write the decisions of bots to a Parquet file: what they saw, what they chose, how it ended.

    docs/lab.md lists the columns.
    """
    chosen = language(lang)
    try:
        plan = plan_of(split_bots(bots), seats, (menu, dessert, variant, must_have_maki), seed, chosen)
        with progress(games, 0, chosen, "games") as advance:
            rows = write_dataset(out, plan, games, exact, lambda done: advance(1))
    except (ValueError, OSError) as problem:
        fail(explain(problem, chosen))
    console().print(say(chosen, "lab.decisions", n=number(chosen, rows, ",d"), file=out), markup=False, highlight=False)
