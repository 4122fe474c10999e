"""Records of games that were played elsewhere and shared here."""

from __future__ import annotations

from alembic import op

revision, down_revision = "0004", "0003"

STATEMENTS = (
    """CREATE TABLE records (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, opened DOUBLE PRECISION NOT NULL, size INTEGER NOT NULL,
        stale_since DOUBLE PRECISION, data TEXT NOT NULL
    )""",
    "CREATE INDEX records_by_person ON records (person)",
    "CREATE INDEX records_by_time ON records (opened, size)",
)


def upgrade() -> None:
    """Migrate the database."""
    for statement in STATEMENTS:
        op.execute(statement)
