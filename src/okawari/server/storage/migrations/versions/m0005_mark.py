"""A mark for Okawari 0.1.0, which kept its version in a table of its own: it refuses a database with a later one."""

from __future__ import annotations

from alembic import op

revision, down_revision = "0005", "0004"

STATEMENTS = (
    "CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)",
    "DELETE FROM version",
    "INSERT INTO version VALUES (5)",
)


def upgrade() -> None:
    """Migrate the database; only SQLite had that version."""
    if op.get_bind().dialect.name == "sqlite":
        for statement in STATEMENTS:
            op.execute(statement)
