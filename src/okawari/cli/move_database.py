"""`okawari move-database`: take a database from SQLite to PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from okawari.cli.style import console, fail
from okawari.texts import language_of_locale, say


def move_database(
    source: Annotated[Path, typer.Argument(help="The file of SQLite; its server must be stopped.")],
    target: Annotated[
        str,
        typer.Argument(
            envvar="OKAWARI_DATABASE",
            help="The address of an empty database of PostgreSQL. Without it, $OKAWARI_DATABASE.",
            show_default=False,
            show_envvar=False,
        ),
    ],
) -> None:
    """Copy a database from SQLite to PostgreSQL, and verify every row. See docs/server.md."""
    from okawari.server.storage.store import StoreProblem
    from okawari.server.storage.stores import require_driver
    from okawari.server.storage.urls import DatabaseUrl

    lang = language_of_locale()
    if not source.is_file():
        fail(say(lang, "house.no-database", file=source))
    try:
        url = DatabaseUrl.parse(target)
        require_driver()
        from okawari.server.storage import moving

        moved = moving.move_database(source, url)
    except StoreProblem as problem:
        fail(say(lang, f"house.database.{problem.code}", **problem.params), exit_code=1)
    out = console()
    for table, rows in moved.items():
        out.print(say(lang, "house.moved-table", table=table, rows=rows), markup=False)
    out.print(say(lang, "house.moved", database=url, file=source), markup=False)
