"""INSERT … ON CONFLICT, which SQLAlchemy has for each database apart."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table


def upsert(dialect: str, table: Table) -> Any:
    """An INSERT that can be given an ON CONFLICT, in the dialect of a database."""
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    from sqlalchemy.dialects import sqlite

    return sqlite.insert(table)
