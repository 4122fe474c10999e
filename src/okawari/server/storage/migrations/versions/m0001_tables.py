"""The log of every table, with what is looked up about tables; short codes and one-time links."""

from __future__ import annotations

from alembic import op

revision, down_revision = "0001", None

STATEMENTS = (
    """CREATE TABLE log (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL, kind TEXT NOT NULL,
        seat INTEGER, data TEXT NOT NULL, client TEXT, PRIMARY KEY (table_id, number)
    )""",
    "CREATE UNIQUE INDEX log_client ON log (table_id, client) WHERE client IS NOT NULL",
    """CREATE TABLE tables (
        id TEXT PRIMARY KEY, phase TEXT NOT NULL, public BOOLEAN NOT NULL, updated DOUBLE PRECISION NOT NULL,
        awake BOOLEAN NOT NULL
    )""",
    "CREATE INDEX tables_by_phase ON tables (phase, updated)",
    "CREATE INDEX tables_awake ON tables (id) WHERE awake",
    "CREATE TABLE people (person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id))",
    "CREATE INDEX people_by_table ON people (table_id)",
    "CREATE TABLE codes (code TEXT PRIMARY KEY, table_id TEXT NOT NULL, until DOUBLE PRECISION NOT NULL)",
    """CREATE TABLE links (
        token TEXT PRIMARY KEY, person TEXT NOT NULL, name TEXT NOT NULL, shape INTEGER NOT NULL,
        until DOUBLE PRECISION NOT NULL
    )""",
)


def upgrade() -> None:
    """Migrate the database."""
    for statement in STATEMENTS:
        op.execute(statement)
