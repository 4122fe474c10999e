"""The database in a server of PostgreSQL, which any number of processes may use.

The server may be away for a while. A call then fails with `Unavailable` within seconds, and the next one connects anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from okawari.server.play.log import Row
from okawari.server.storage.base import READERS, SqlStore, begin_with
from okawari.server.storage.migrations import NotOurs, bring_up_to_date
from okawari.server.storage.store import Conflict, Fence, LeaseLost, StoreProblem, Unavailable
from okawari.server.storage.urls import DatabaseUrl
from okawari.server.storage.writes import Write, older_tables, row_values

#: Seconds for connecting to a server, for a statement, and for an answer of whatever kind.
CONNECT, STATEMENT, ANSWER = 5, 8, 10
#: Seconds for a query with all its tries.
QUERY = CONNECT + 2 * ANSWER
#: What the address of a database may say otherwise.
_DEFAULTS = {
    "application_name": "okawari",
    "connect_timeout": CONNECT,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "options": f"-c statement_timeout={STATEMENT}s -c idle_in_transaction_session_timeout={ANSWER}s",
    "target_session_attrs": "read-write",
    "tcp_user_timeout": ANSWER * 1000,
}
_FENCES = """(SELECT count(*) FROM leases JOIN unnest(%s::integer[], %s::integer[]) AS valid (shard, fence)
    USING (shard, fence)) = %s"""
#: The statement of nearly every write: any number of rows, all or none. Tables that must exist are locked against being
#: deleted; none is written if one is missing, or if a shard has got another fence.
_NEW_ROWS = f"""WITH older AS MATERIALIZED (SELECT id FROM tables WHERE id = ANY(%s::text[]) FOR KEY SHARE)
    INSERT INTO log (table_id, number, at, kind, seat, data, client) SELECT * FROM unnest(
    %s::text[], %s::integer[], %s::double precision[], %s::text[], %s::integer[], %s::text[], %s::text[])
    WHERE (SELECT count(*) FROM older) = %s AND {_FENCES}"""
#: Identifies the lock under which one process migrates the database.
_MIGRATION = 0x0CA2A21
#: Errors while a server is away, stops, or may not be written any more.
_AWAY = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    errors.IdleInTransactionSessionTimeout,
    errors.ReadOnlySqlTransaction,
)
_log = logging.getLogger("okawari.server")

T = TypeVar("T")


class Watch:
    """Closes the sockets of connections that wait too long for an answer, so that whoever waits gets an error.

    A server that is cut off would not be noticed for as long as the system keeps its connection.
    """

    def __init__(self) -> None:
        self._waiting: dict[int, float] = {}
        self._lock = threading.Lock()
        self._closed = threading.Event()

    def start(self) -> None:
        """Start the thread that watches."""
        threading.Thread(target=self._run, name="okawari-watch", daemon=True).start()

    def close(self) -> None:
        """Stop the thread."""
        self._closed.set()

    @contextlib.contextmanager
    def limit(self, connection: psycopg.Connection[Any]) -> Iterator[None]:
        """Close the connection if what is done with it takes too long."""
        number = connection.fileno()
        with self._lock:
            self._waiting[number] = time.monotonic() + ANSWER
        try:
            yield
        finally:
            with self._lock:
                self._waiting.pop(number, None)

    def _run(self) -> None:
        while not self._closed.wait(ANSWER / 10):
            with self._lock:
                late = [number for number, until in self._waiting.items() if until < time.monotonic()]
                for number in late:
                    del self._waiting[number]
                    _shut(number)


def _shut(number: int) -> None:
    """End a socket by its file descriptor; its owner then reads the end of the stream, and closes it."""
    with contextlib.suppress(OSError), socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM) as end:
        end.shutdown(socket.SHUT_RDWR)


class PostgresStore(SqlStore):
    """A database of PostgreSQL; `committed` is called with the seconds that each commit took."""

    def __init__(self, url: DatabaseUrl, committed: Callable[[float], None] = lambda seconds: None) -> None:
        super().__init__(committed)
        self._url = url
        self._watch = Watch()
        #: Until when nothing is written, since the server could not be reached.
        self._resting_until = 0.0
        self._is_away = False

    def _connect(self) -> None:
        """Connect, and migrate the database while no other process does."""
        self._writer, self._readers = engines(self._url)
        with problems_at(self._url), self._writer.begin() as connection:
            prepare_tables(connection)
        self._watch.start()

    def _disconnect(self) -> None:
        """Close all connections."""
        super()._disconnect()
        self._watch.close()

    # Writing

    def _write_group(self, connection: Connection, group: list[Write]) -> list[Any]:
        """Write a group in one transaction; if the connection is lost, once more with another one.

        Rows that were committed when the connection was lost are in the log then: a `Conflict`.
        """
        if time.monotonic() < self._resting_until:
            raise Unavailable
        try:
            return self._write_once(connection, group)
        except (DBAPIError, psycopg.Error) as problem:
            if not _is_lost(connection, problem):
                raise
        started = time.monotonic()
        try:
            return self._write_once(connection, group)
        except (DBAPIError, psycopg.Error):
            # For as long as that took: what waits need not find out one by one.
            self._resting_until = 2 * time.monotonic() - started
            raise

    def _write_once(self, connection: Connection, group: list[Write]) -> list[Any]:
        with self._watch.limit(_driver(connection)):
            written = super()._write_group(connection, group)
        self._note_away(None)
        return written

    def _insert_rows(self, connection: Connection, rows: Sequence[Row], fences: Sequence[Fence]) -> None:
        """Write log rows in the transaction of the connection, if no shard has got another fence."""
        # Always in the order of the tables: two processes that wait for each other's rows would be a deadlock.
        ordered = sorted(rows, key=lambda row: (row.table, row.number))
        columns = [list(column) for column in zip(*map(row_values, ordered), strict=True)]
        older = older_tables(rows)
        valid = [[fence.shard for fence in fences], [fence.number for fence in fences], len(fences)]
        driver = _driver(connection)
        written = driver.execute(_NEW_ROWS, [older, *columns, len(older), *valid], prepare=True)
        if not written.rowcount:
            held = driver.execute(f"SELECT {_FENCES}", valid).fetchone()
            raise Conflict if held and held[0] else LeaseLost

    def _append_rows(self, connection: Connection, rows: Sequence[Row], fences: Sequence[Fence]) -> None:
        """Write log rows in a transaction of their own: a single statement is one."""
        self._insert_rows(connection, rows, fences)

    def _fault(self, problem: Exception) -> Exception:
        """What an error of the driver means: `Conflict`, `Unavailable`, or itself."""
        cause = _cause(problem)
        if isinstance(cause, errors.UniqueViolation):
            return Conflict()
        if isinstance(cause, errors.DeadlockDetected) or not isinstance(problem, psycopg.Error | SQLAlchemyError):
            return problem
        if isinstance(cause, _AWAY):
            self._note_away(cause)
            return Unavailable()
        return problem

    def _note_away(self, problem: BaseException | None) -> None:
        """Log that the database is away, or answers again: once each time."""
        if problem and not self._is_away:
            _log.error("The database %s cannot be used: %s", self._url, _sentence(problem))
        if self._is_away and not problem:
            _log.warning("The database %s can be used again.", self._url)
        self._is_away = problem is not None

    # Reading

    async def _read(self, query: Callable[[Connection], T]) -> T:
        """Run a query in a thread."""
        try:
            return await asyncio.wait_for(super()._read(query), QUERY)
        except TimeoutError:
            raise Unavailable from None

    def _query(self, query: Callable[[Connection], T]) -> T:
        """Run a query; if the connection is lost, once more with another one."""
        try:
            return self._query_once(query)
        except (DBAPIError, psycopg.Error) as problem:
            if not (isinstance(problem, DBAPIError) and problem.connection_invalidated):
                raise self._fault(problem) from problem
        try:
            return self._query_once(query)
        except (DBAPIError, psycopg.Error) as problem:
            raise self._fault(problem) from problem

    def _query_once(self, query: Callable[[Connection], T]) -> T:
        with self._readers.connect() as connection, self._watch.limit(_driver(connection)):
            return query(connection)


def engines(url: DatabaseUrl, **more: Any) -> tuple[Engine, Engine]:
    """Engines for the one connection of a writer, and for readers; `more` are options of libpq."""

    def connect() -> psycopg.Connection[Any]:
        # Transactions are begun by statements: psycopg would send one more for a single statement.
        return psycopg.connect(**{**_DEFAULTS, **more, **conninfo_to_dict(url.secret)}, autocommit=True)

    # Parameters are hidden in error messages: they hold keys, hands and people.
    common: dict[str, Any] = {"creator": connect, "hide_parameters": True, "use_native_hstore": False}
    writer = create_engine("postgresql+psycopg://", pool_size=1, max_overflow=0, **common)
    begin_with(writer, "BEGIN")
    readers = create_engine("postgresql+psycopg://", pool_size=READERS, max_overflow=0, **common)
    return writer, readers


def prepare_tables(connection: Connection) -> None:
    """Create or migrate the tables in the transaction of the connection, while no other process does."""
    # However long it takes.
    for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
        connection.execute(text(f"SET LOCAL {limit} = 0"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION})
    bring_up_to_date(connection)


@contextlib.contextmanager
def problems_at(url: DatabaseUrl) -> Iterator[None]:
    """Turn what goes wrong when a database is opened into a `StoreProblem`."""
    try:
        yield
    except NotOurs:
        raise StoreProblem("not-ours", database=url) from None
    except (SQLAlchemyError, psycopg.Error) as problem:
        raise _store_problem(_cause(problem), url) from problem


def _store_problem(problem: BaseException, url: DatabaseUrl) -> StoreProblem:
    """The problem with a server, from its code or else its words: errors of connecting have no codes."""
    words = str(problem)
    if isinstance(problem, psycopg.ProgrammingError) and problem.sqlstate is None:
        # The words repeat what could not be read, which may be a piece of a password.
        return StoreProblem("bad-url")
    if "password" in words or ("role" in words and "does not exist" in words):
        return StoreProblem("password", database=url)
    if "database" in words and "does not exist" in words:
        return StoreProblem("missing", database=url)
    if isinstance(problem, errors.InsufficientPrivilege | errors.ReadOnlySqlTransaction):
        return StoreProblem("no-rights", database=url)
    return StoreProblem("unreachable", database=url, problem=_sentence(problem))


def _sentence(problem: BaseException) -> str:
    """The first line of what an error says."""
    return (str(problem).splitlines() or [type(problem).__name__])[0]


def _cause(problem: BaseException) -> BaseException:
    """The error of the driver in one of SQLAlchemy."""
    return problem.orig or problem if isinstance(problem, DBAPIError) else problem


def _driver(connection: Connection) -> psycopg.Connection[Any]:
    """The driver's connection, which is made anew if it was lost."""
    driver: Any = connection.connection.driver_connection
    return driver  # type: ignore[no-any-return]


def _is_lost(connection: Connection, problem: Exception) -> bool:
    """Whether a connection was lost, or leads to a server that cannot be written any more; then it is given up."""
    if connection.invalidated:
        return True
    if _driver(connection).closed or isinstance(_cause(problem), errors.ReadOnlySqlTransaction):
        connection.invalidate()
        return True
    return False
