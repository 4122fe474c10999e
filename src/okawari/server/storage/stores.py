"""The store of an address."""

from __future__ import annotations

from collections.abc import Callable

from okawari.server.storage.sqlite import SqliteStore
from okawari.server.storage.store import Store, StoreProblem
from okawari.server.storage.urls import DatabaseUrl


def store_at(url: DatabaseUrl, committed: Callable[[float], None] = lambda seconds: None) -> Store:
    """The database at an address, to be opened; `committed` is called with the seconds that each commit took."""
    if url.kind == "sqlite":
        return SqliteStore(url.file, committed)
    require_driver()
    from okawari.server.storage.postgres import PostgresStore

    return PostgresStore(url, committed)


def require_driver() -> None:
    """Raise `StoreProblem` if the driver of PostgreSQL, an extra, is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise StoreProblem("no-driver") from None
