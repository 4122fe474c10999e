"""The uptime of servers, for which what has expired waits before it is deleted."""

from __future__ import annotations

from alembic import op

revision, down_revision = "0002", "0001"

STATEMENTS = (
    "ALTER TABLE tables ADD COLUMN stale_since DOUBLE PRECISION",
    "CREATE TABLE uptime (seconds DOUBLE PRECISION NOT NULL)",
    "INSERT INTO uptime VALUES (0)",
)


def upgrade() -> None:
    """Migrate the database."""
    for statement in STATEMENTS:
        op.execute(statement)
