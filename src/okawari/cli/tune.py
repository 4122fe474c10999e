"""`okawari tune`: find what is worth what, game by game, for the players who go by taste."""

from __future__ import annotations

from typing import Annotated

import typer

from okawari.bots.nearest import name_of
from okawari.cli.style import console, fail
from okawari.lab.tuning import TASTES, games, tune

_EXAMPLE = "pudding 2"


def tune_tastes(
    only: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...", help=f"Games by name, such as “{_EXAMPLE}”; all without.", show_default=False
        ),
    ] = None,
    budget: Annotated[int, typer.Option(help="Changes that are tried for each game.")] = 160,
    deals: Annotated[int, typer.Option(help="Deals on which a change must prove itself.")] = 600,
    seed: Annotated[int, typer.Option(help="The same seed finds the same tastes.")] = 1,
) -> None:
    """Tune the tastes that ship with Okawari: takes about a minute a game, and writes each as soon as it is found."""
    by_name = {name_of(setting): setting for setting in games()}
    unknown = [name for name in only or [] if name not in by_name]
    if unknown:
        fail(f"There is no game called “{unknown[0]}” here. Choose from: {', '.join(by_name)}.")
    out = console()
    for name, share in tune([by_name[name] for name in only or by_name], budget, deals, seed):
        out.print(f"{name:24} wins {share:6.1%} against the plain taste", markup=False)
    out.print(f"Written to {TASTES}", markup=False)
