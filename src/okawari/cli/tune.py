"""`okawari tune`: find the weights of the heuristic bots, game by game."""

from __future__ import annotations

from typing import Annotated

import typer

from okawari.bots.nearest import name_of
from okawari.cli.style import console, fail
from okawari.game import Setting
from okawari.lab.tuning import WEIGHTS_FILE, games, tune
from okawari.texts import language_of_locale, say

_EXAMPLE = "pudding 2"


def tune_weights(
    only: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...", help=f"Games by name, such as “{_EXAMPLE}”; all without.", show_default=False
        ),
    ] = None,
    budget: Annotated[int, typer.Option(help="Changes that are tried for each game.")] = 160,
    deals: Annotated[int, typer.Option(help="Deals on which a change must prove itself.")] = 600,
    seed: Annotated[int, typer.Option(help="The same seed finds the same weights.")] = 1,
) -> None:
    """Tune the weights that ship with Okawari: takes about a minute a game, and writes each as soon as it is found."""
    out, lang = console(), language_of_locale()
    for name, share in tune(games_called(only, games()), budget, deals, seed):
        out.print(say(lang, "lab.tuned", game=f"{name:24}", share=f"{share:6.1%}"), markup=False)
    out.print(say(lang, "lab.written", file=WEIGHTS_FILE), markup=False)


def games_called(names: list[str] | None, known: list[Setting]) -> list[Setting]:
    """The settings with these names, or all known ones without names; fails for an unknown name."""
    by_name = {name_of(setting): setting for setting in known}
    unknown = [name for name in names or [] if name not in by_name]
    if unknown:
        fail(say(language_of_locale(), "lab.no-game", name=unknown[0], names=", ".join(by_name)))
    return [by_name[name] for name in names or by_name]
