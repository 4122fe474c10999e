"""Migrations of the database by alembic: each has a file in `versions`, in plain SQL for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from okawari.server.storage.schema import METADATA
from okawari.server.storage.store import StoreProblem

_FOLDER = Path(__file__).parent
#: The newest version; files are named after theirs, such as m0001_tables.py.
HEAD = max(file.name[1:5] for file in (_FOLDER / "versions").glob("m[0-9]*_*.py"))
#: Where Okawari kept the version before alembic did.
_OLD_MARK = "version"


class NotOurs(Exception):
    """The database has tables with names of Okawari's which are not."""


def bring_up_to_date(connection: Connection) -> None:
    """Run the migrations that the database lacks, in the transaction of the connection.

    Raises `StoreProblem` if the database was written by a newer version, `NotOurs` if it was by another program.
    """
    found = version_of(connection)
    if found > HEAD:
        raise StoreProblem("newer", version=int(found), known=int(HEAD))
    if found < HEAD:
        _migrate(connection, found)


def version_of(connection: Connection) -> str:
    """The version of a database, 0000 if it is empty."""
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" in tables:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())
    if _OLD_MARK in tables and connection.dialect.name == "sqlite":
        return f"{connection.execute(text(f'SELECT number FROM {_OLD_MARK}')).scalar() or 0:04}"
    if tables & METADATA.tables.keys():
        raise NotOurs
    return "0000"


def _migrate(connection: Connection, found: str) -> None:
    """Run the migrations after a version; one that an Okawari without alembic has left is adopted."""
    # Imported here because it takes a while, and most starts have nothing to migrate.
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)

    def steps(revision: str, context: MigrationContext) -> Sequence[object]:
        return scripts._upgrade_revs(HEAD, revision)

    with EnvironmentContext(config, scripts, fn=steps) as environment:
        environment.configure(connection=connection)
        context = environment.get_context()
        if found != "0000" and context.get_current_revision() is None:
            context.stamp(scripts, found)
        with environment.begin_transaction():
            environment.run_migrations()
