"""The options that name a setting, for commands that play many games."""

from __future__ import annotations

from typing import Annotated

import typer

Menu = Annotated[str, typer.Option(help="The game: see okawari menus.")]
Dessert = Annotated[str | None, typer.Option(help="The dessert in the deck.", show_default=False)]
Variant = Annotated[str | None, typer.Option(help="A variant of the rules.", show_default=False)]
MustHaveMaki = Annotated[bool, typer.Option("--must-have-maki", help="For two: no maki, no maki points.")]
Seats = Annotated[
    int | None, typer.Option(help="Players at the table. Without it, one for each bot.", show_default=False)
]
