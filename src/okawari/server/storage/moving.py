"""Moving a database from SQLite to PostgreSQL: every row is copied, and what was copied is read again and compared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from sqlalchemy import Connection, Engine, Table, delete, select, text

from okawari.server.storage import postgres, sqlite
from okawari.server.storage.schema import METADATA, UPTIME
from okawari.server.storage.store import StoreProblem
from okawari.server.storage.urls import DatabaseUrl

#: Rows that are read at once.
_AT_ONCE = 5_000


def move_database(file: Path, target: DatabaseUrl) -> dict[str, int]:
    """Copy a database of SQLite, which no server uses, to an empty one of PostgreSQL; returns the rows of each table.

    All is copied in one transaction: if anything fails, the target stays as it was. Raises `StoreProblem`.
    """
    if target.kind != "postgresql":
        raise StoreProblem("wrong-way")
    with (
        sqlite.problems_with(file),
        sqlite.lock_of(file),
        _closed_after(sqlite.engine_of(file, "BEGIN IMMEDIATE")) as source,
        source.begin() as connection,
    ):
        sqlite.prepare_tables(connection)
        return _copy_all(connection, target)


@contextmanager
def _closed_after(engine: Engine) -> Iterator[Engine]:
    """Close all connections of an engine in the end."""
    try:
        yield engine
    finally:
        engine.dispose()


def _copy_all(source: Connection, url: DatabaseUrl) -> dict[str, int]:
    """Copy all tables from a connection, and verify them."""
    writer, _ = postgres.engines(url, options="-c statement_timeout=0")
    with postgres.problems_at(url), _closed_after(writer), writer.begin() as target:
        postgres.prepare_tables(target)
        tables = list(METADATA.tables.values())
        names = sql.SQL(",").join(sql.Identifier(table.name) for table in tables)
        driver: Any = target.connection.driver_connection
        # A server that runs on it waits until all is there.
        driver.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(names))
        if any(_has_rows(target, table) for table in tables if table is not UPTIME):
            raise StoreProblem("not-empty", database=url)
        target.execute(delete(UPTIME))
        for table in tables:
            _copy(source, driver, table)
        return {table.name: _verified(source, target, table) for table in tables}


def _has_rows(connection: Connection, table: Table) -> bool:
    return connection.execute(select(text("1")).select_from(table).limit(1)).first() is not None


def _copy(source: Connection, driver: psycopg.Connection[Any], table: Table) -> None:
    """Copy the rows of a table."""
    columns = sql.SQL(",").join(sql.Identifier(column.name) for column in table.columns)
    copying = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table.name), columns)
    with driver.cursor() as cursor, cursor.copy(copying) as copy:
        for row in _rows(source, table):
            copy.write_row(row)


def _verified(source: Connection, target: Connection, table: Table) -> int:
    """The number of rows of a table, which are the same in both databases. Raises `StoreProblem` if they are not."""
    original, copied = (_digest(connection, table) for connection in (source, target))
    if original != copied:
        raise StoreProblem("differs", table=table.name)
    return original[0]


def _digest(connection: Connection, table: Table) -> tuple[int, int]:
    """The number of rows of a table, and the sum of their hashes, in which their order does not count."""
    count = total = 0
    for row in _rows(connection, table):
        count += 1
        total += int.from_bytes(sha256(repr(tuple(row)).encode()).digest())
    return count, total


def _rows(connection: Connection, table: Table) -> Iterator[Any]:
    """All rows of a table, without having all in memory."""
    yield from connection.execution_options(yield_per=_AT_ONCE).execute(select(table))
