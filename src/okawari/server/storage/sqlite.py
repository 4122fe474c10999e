"""The database in a file of SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event, func, insert, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DatabaseError, IntegrityError

from okawari.server.play.log import Row
from okawari.server.storage.base import SqlStore, begin_with
from okawari.server.storage.migrations import NotOurs, bring_up_to_date
from okawari.server.storage.schema import LOG, TABLES
from okawari.server.storage.store import Conflict, Fence, LeaseLost, StoreProblem
from okawari.server.storage.writes import older_tables, row_values

#: The statement of nearly every write, compiled once.
_NEW_ROW = str(insert(LOG).compile(dialect=sqlite.dialect()))


class SqliteStore(SqlStore):
    """A database in a file of SQLite; `committed` is called with the seconds that each commit took."""

    def __init__(self, file: Path, committed: Callable[[float], None] = lambda seconds: None) -> None:
        super().__init__(committed)
        self._file = file
        self._lock = lock_of(file)

    def _connect(self) -> None:
        """Lock the file for this process, create it if it does not exist, and migrate it."""
        self._writer = engine_of(self._file, "BEGIN IMMEDIATE")
        self._readers = engine_of(self._file, "BEGIN")
        with problems_with(self._file):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file.touch(mode=0o600)
            self._lock.acquire()
            with self._writer.begin() as connection:
                prepare_tables(connection)

    def _disconnect(self) -> None:
        """Close all connections, and release the file."""
        super()._disconnect()
        self._lock.release()

    def _insert_rows(self, connection: Connection, rows: Sequence[Row], fences: Sequence[Fence]) -> None:
        """Write log rows in the transaction of the connection, if no shard has got another fence."""
        _refuse(connection.connection.driver_connection, rows, fences)
        connection.exec_driver_sql(_NEW_ROW, [row_values(row) for row in rows])

    def _append_rows(self, connection: Connection, rows: Sequence[Row], fences: Sequence[Fence]) -> None:
        """Write log rows in a transaction, with the driver: SQLAlchemy would take longer than SQLite does."""
        driver: Any = connection.connection.driver_connection
        driver.execute("BEGIN IMMEDIATE")
        try:
            _refuse(driver, rows, fences)
            driver.executemany(_NEW_ROW, [row_values(row) for row in rows])
            driver.execute("COMMIT")
        except BaseException:
            driver.rollback()
            raise

    def _fault(self, problem: Exception) -> Exception:
        """What an error of the driver means: `Conflict` if a row exists, else itself."""
        return Conflict() if isinstance(problem, IntegrityError | sqlite3.IntegrityError) else problem


def _refuse(driver: Any, rows: Sequence[Row], fences: Sequence[Fence]) -> None:
    """Raise `LeaseLost` if a shard has got another fence, `Conflict` if a table of log rows was deleted."""
    for fence in fences:
        if driver.execute("SELECT 1 FROM leases WHERE shard = ? AND fence = ?", fence).fetchone() is None:
            raise LeaseLost
    for table in older_tables(rows):
        if driver.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
            raise Conflict


def lock_of(file: Path) -> FileLock:
    """The lock of a database: two servers on one file would have different states of the same tables in memory."""
    return FileLock(file.with_name(f"{file.name}.lock"), timeout=0, thread_local=False)


def engine_of(file: Path, begin: str) -> Engine:
    """An engine for a file, whose transactions begin with a statement."""
    # Parameters are hidden in error messages: they hold keys, hands and people.
    engine = create_engine(f"sqlite:///{file}", hide_parameters=True)
    _prepare(engine, begin)
    return engine


def prepare_tables(connection: Connection) -> None:
    """Create or migrate the tables in the transaction of the connection."""
    bring_up_to_date(connection)
    # In a corrupt file the error may appear only when its tables are read.
    connection.execute(select(func.count()).select_from(TABLES))


@contextmanager
def problems_with(file: Path) -> Iterator[None]:
    """Turn what goes wrong when a file is opened into a `StoreProblem`."""
    try:
        yield
    except Timeout:
        raise StoreProblem("in-use", folder=file.parent) from None
    except NotOurs:
        raise StoreProblem("corrupt", file=file) from None
    except (OSError, DatabaseError) as problem:
        raise _store_problem(problem, file) from problem


def _store_problem(problem: Exception, file: Path) -> StoreProblem:
    """The problem with the file, from the message of SQLite or of the system."""
    words = str(problem).lower()
    if "malformed" in words or "not a database" in words:
        return StoreProblem("corrupt", file=file)
    if "database is locked" in words:
        return StoreProblem("locked", file=file)
    return StoreProblem("read-only", file=file)


def _prepare(engine: Engine, begin: str) -> None:
    """Set up every connection of an engine: durable commits, readers that do not wait for the writer.

    `begin` is the statement that begins a transaction.
    """

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        # The driver would begin transactions by itself, but not before every statement that must be in one.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "secure_delete=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    begin_with(engine, begin)
