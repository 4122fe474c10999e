"""The databases of servers in tests: SQLite in their data folders, or a database of PostgreSQL for each folder."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support.postgres import PostgresServer

#: The marks of tests, or of a module of tests, that run on both.
ON_BOTH = [
    pytest.mark.usefixtures("database"),
    pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True, scope="module"),
]


class _Databases:
    """Where servers store now: `postgres` is None for SQLite."""

    postgres: PostgresServer | None = None
    urls: dict[Path, str]


_now = _Databases()


@contextmanager
def stored_on(postgres: PostgresServer | None) -> Iterator[None]:
    """Let servers store on a server of PostgreSQL, or with None in their folders."""
    _now.postgres, _now.urls = postgres, {}
    yield
    if postgres:
        for url in _now.urls.values():
            postgres.reuse(url)
    _now.postgres = None


def database_url(data: Path) -> str | None:
    """The address of the database of a data folder: always the same; None if it is in the folder."""
    if _now.postgres is None:
        return None
    if data not in _now.urls:
        _now.urls[data] = _now.postgres.new_database()
    return _now.urls[data]


def run_sql(data: Path, statement: str, *params: Any) -> list[Any]:
    """Run a statement on the database of a data folder; returns its rows, if it has any."""
    if url := database_url(data):
        with psycopg.connect(url) as connection:
            cursor = connection.execute(statement.replace("?", "%s").encode(), params)
            return cursor.fetchall() if cursor.description else []
    with closing(sqlite3.connect(data / "okawari.db", timeout=60)) as database, database:
        return database.execute(statement, params).fetchall()
