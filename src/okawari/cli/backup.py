"""`okawari backup`: copy the database, also while a server uses it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from okawari.cli.style import console, fail
from okawari.texts import language_of_locale, say


def backup(
    destination: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    data: Annotated[
        Path | None, typer.Option(help="The folder of the database. Without it, one of yours.", show_default=False)
    ] = None,
) -> None:
    """Copy the server’s database, whole and of one moment, while the server goes on."""
    from okawari.server.settings import data_home

    lang = language_of_locale()
    source = (data or data_home()) / "okawari.db"
    if not source.is_file():
        fail(say(lang, "house.no-database", file=source))
    if destination.exists():
        fail(say(lang, "house.exists", file=destination))
    try:
        copy_database(source, destination)
    except sqlite3.DatabaseError:
        fail(say(lang, "house.database.corrupt", file=source), exit_code=1)
    console().print(say(lang, "house.copied", file=destination), markup=False)


def copy_database(source: Path, destination: Path) -> None:
    """Copy a database; the file of the destination appears only when the copy is complete."""
    draft = destination.with_name(destination.name + ".part")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(draft)) as copy:
            original.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        draft.replace(destination)
    finally:
        draft.unlink(missing_ok=True)
