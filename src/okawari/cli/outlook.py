"""`okawari outlook`: fit the value of a standing after a round, for the bots that search."""

from __future__ import annotations

from typing import Annotated

import typer

from okawari.cli.style import console
from okawari.cli.tune import games_called
from okawari.lab.outlooks import OUTLOOKS, fit_all, games
from okawari.texts import language_of_locale, say


def outlook(
    only: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Games by name, such as “tea 3”; all without.", show_default=False),
    ] = None,
    players: Annotated[str, typer.Option(help="Who plays the games.")] = "tree:budget=100",
    deals: Annotated[int, typer.Option(min=100, help="Games that are played for each.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed finds the same outlooks.")] = 1,
) -> None:
    """Fit the outlooks that ship with Okawari: about half a minute a game; each is written as soon as it is known."""
    out, lang = console(), language_of_locale()
    for name, fitted in fit_all(games_called(only, games()), players, deals, seed):
        carries, price = (", ".join(f"{row[n]:5.2f}" for row in fitted["rows"]) for n in range(2))
        out.print(say(lang, "lab.fitted", game=f"{name:24}", carries=carries, price=price), markup=False)
    out.print(say(lang, "lab.written", file=OUTLOOKS), markup=False)
