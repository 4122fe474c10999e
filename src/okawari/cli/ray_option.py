"""The option --ray, for commands whose work can be done on a Ray cluster."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from okawari.cli.help import TranslatedCommand

Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="[ADDRESS]", help="Play on a Ray cluster; no address: start one here.", show_default=False
    ),
]


class OptionalRayAddress(TranslatedCommand):
    """A command whose option --ray has an optional address."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert an empty address after --ray without one."""
        alone = [
            place + 1
            for place, word in enumerate(args)
            if word == "--ray" and (place + 1 == len(args) or args[place + 1].startswith("-"))
        ]
        for place in reversed(alone):
            args.insert(place, "")
        return super().parse_args(ctx, args)
