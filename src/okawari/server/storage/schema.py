"""The tables of the database, as queries see them; `migrations` creates them, with their indexes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, Column, Double, Integer, MetaData, Table, TypeDecorator
from sqlalchemy import Text as AnyText


class Text(TypeDecorator[str]):
    """Text without NUL, which anybody can send in an id, and which PostgreSQL refuses."""

    impl = AnyText
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        """The text as it is stored and searched for."""
        return value and value.replace("\0", "\ufffd")


METADATA = MetaData()

LOG = Table(
    "log",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Double),
    Column("kind", Text),
    Column("seat", Integer),
    Column("data", Text),
    Column("client", Text),
)
TABLES = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("phase", Text),
    Column("public", Boolean),
    Column("updated", Double),
    Column("awake", Boolean),
    # The uptime at which a sweep found the table expired; NULL while it is not.
    Column("stale_since", Double),
    # Which process leads the table: see `leases`.
    Column("shard", Integer),
)
PEOPLE = Table("people", METADATA, Column("person", Text, primary_key=True), Column("table_id", Text, primary_key=True))
CODES = Table(
    "codes", METADATA, Column("code", Text, primary_key=True), Column("table_id", Text), Column("until", Double)
)
LINKS = Table(
    "links",
    METADATA,
    Column("token", Text, primary_key=True),
    Column("person", Text),
    Column("name", Text),
    Column("shape", Integer),
    Column("until", Double),
)

#: What people achieved in finished games, and against whom. Both outlive the table.
RESULTS = Table(
    "results",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("at", Double),
    Column("data", Text),
)
OPPONENTS = Table(
    "opponents",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("points", Integer),
    Column("place", Integer),
    Column("bot", Text),
    Column("name", Text),
    # The id of the person who held the seat; NULL once that person was forgotten.
    Column("opponent", Text),
    Column("guest", Boolean),
)
#: Games that ended in an older version, which stored no results.
UNCOUNTED = Table("uncounted", METADATA, Column("table_id", Text, primary_key=True))

#: Records of games that were played elsewhere and shared here.
RECORDS = Table(
    "records",
    METADATA,
    Column("id", Text, primary_key=True),
    # The id of the person who shared it.
    Column("person", Text),
    # When it was last opened or shared, to the day.
    Column("opened", Double),
    # How many bytes its data has.
    Column("size", Integer),
    # As in `TABLES`.
    Column("stale_since", Double),
    Column("data", Text),
)

#: One row: for how many seconds servers have run on this database.
UPTIME = Table("uptime", METADATA, Column("seconds", Double))

#: What processes tell each other by the database while they run; a database that is moved leaves it out.
COORDINATION = MetaData()

#: The processes that are alive: what they are for, the mark of their bus, and until when they are alive if no further
#: sign of life comes.
PROCESSES = Table(
    "processes",
    COORDINATION,
    Column("id", Text, primary_key=True),
    Column("role", Text),
    Column("bus", Text),
    Column("until", Double),
)
#: Which process holds which shard of tables; the fencing number counts its holders.
LEASES = Table(
    "leases",
    COORDINATION,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("holder", Text),
    Column("fence", Integer),
)
