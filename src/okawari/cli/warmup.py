"""`okawari warmup`: compile the rules ahead of their first use."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from okawari.bots import warm as players
from okawari.cli.style import console
from okawari.game.warm import TABLES, is_warm, warm_up
from okawari.texts import language_of_locale, say


def warmup() -> None:
    """Compile the rules, once for each version: it takes a minute or two, and then everything starts at once."""
    out, lang = console(), language_of_locale()
    cold: list[tuple[str, Callable[[], None]]]
    cold = [(kind, partial(warm_up, kind)) for kind in TABLES if not is_warm(kind)]
    if not players.is_warm():
        cold.append(("players", players.warm_up))
    if not cold:
        out.print(say(lang, "house.compiled-already"), style="dim")
        return
    started = time.monotonic()
    columns = (
        TextColumn(say(lang, "house.compiling")),
        BarColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=out, transient=True) as progress:
        task = progress.add_task("", total=len(cold))
        for name, compile_it in cold:
            progress.update(task, description=name)
            compile_it()
            progress.advance(task)
    out.print(say(lang, "house.compiled", seconds=f"{time.monotonic() - started:.0f}"))
