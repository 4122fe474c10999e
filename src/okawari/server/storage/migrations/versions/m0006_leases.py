"""Leases on shards of tables, and the shard of each table."""

from __future__ import annotations

from zlib import crc32

from alembic import op
from sqlalchemy import text

revision, down_revision = "0006", "0005"

SHARDS = 64
STATEMENTS = (
    """CREATE TABLE processes (
        id TEXT PRIMARY KEY, role TEXT NOT NULL, bus TEXT NOT NULL, until DOUBLE PRECISION NOT NULL
    )""",
    "CREATE TABLE leases (shard INTEGER PRIMARY KEY, holder TEXT, fence INTEGER NOT NULL)",
    "ALTER TABLE tables ADD COLUMN shard INTEGER NOT NULL DEFAULT 0",
    "DROP INDEX tables_awake",
    "CREATE INDEX tables_awake ON tables (shard) WHERE awake",
)


def upgrade() -> None:
    """Migrate the database."""
    for statement in STATEMENTS:
        op.execute(statement)
    connection = op.get_bind()
    tables = connection.execute(text("SELECT id FROM tables")).scalars().all()
    if tables:
        shards = [{"id": table, "shard": crc32(table.encode()) % SHARDS} for table in tables]
        connection.execute(text("UPDATE tables SET shard = :shard WHERE id = :id"), shards)
