"""The results of people, which outlive their tables; finished games of before are to be counted."""

from __future__ import annotations

from alembic import op

revision, down_revision = "0003", "0002"

STATEMENTS = (
    """CREATE TABLE results (
        person TEXT NOT NULL, table_id TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (person, table_id)
    )""",
    "CREATE INDEX results_by_time ON results (person, at)",
    """CREATE TABLE opponents (
        person TEXT NOT NULL, table_id TEXT NOT NULL, seat INTEGER NOT NULL, points INTEGER NOT NULL,
        place INTEGER NOT NULL, bot TEXT, name TEXT NOT NULL, opponent TEXT, guest BOOLEAN NOT NULL,
        PRIMARY KEY (person, table_id, seat)
    )""",
    "CREATE INDEX opponents_by_opponent ON opponents (opponent) WHERE opponent IS NOT NULL",
    "CREATE TABLE uncounted (table_id TEXT PRIMARY KEY)",
    "INSERT INTO uncounted SELECT id FROM tables WHERE phase = 'over'",
)


def upgrade() -> None:
    """Migrate the database."""
    for statement in STATEMENTS:
        op.execute(statement)
