"""The schema of the database, and the migrations from older versions.

A released migration step is never changed, since existing databases have taken it. Steps are plain SQL that both SQLite
and PostgreSQL accept.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Connection, Double, Integer, MetaData, Table, Text, text

from okawari.server.storage.store import StoreProblem

#: Step n holds the statements that migrate a database from version n to n + 1.
STEPS: tuple[tuple[str, ...], ...] = (
    (
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
    ),
    (
        "ALTER TABLE tables ADD COLUMN stale_since DOUBLE PRECISION",
        "CREATE TABLE uptime (seconds DOUBLE PRECISION NOT NULL)",
        "INSERT INTO uptime VALUES (0)",
    ),
    (
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
    ),
    (
        """CREATE TABLE records (
            id TEXT PRIMARY KEY, person TEXT NOT NULL, opened DOUBLE PRECISION NOT NULL, size INTEGER NOT NULL,
            stale_since DOUBLE PRECISION, data TEXT NOT NULL
        )""",
        "CREATE INDEX records_by_person ON records (person)",
        "CREATE INDEX records_by_time ON records (opened, size)",
    ),
)
VERSION = len(STEPS)

_metadata = MetaData()

LOG = Table(
    "log",
    _metadata,
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
    _metadata,
    Column("id", Text, primary_key=True),
    Column("phase", Text),
    Column("public", Boolean),
    Column("updated", Double),
    Column("awake", Boolean),
    # The uptime at which a sweep found the table expired; NULL while it is not.
    Column("stale_since", Double),
)
PEOPLE = Table(
    "people", _metadata, Column("person", Text, primary_key=True), Column("table_id", Text, primary_key=True)
)
CODES = Table(
    "codes", _metadata, Column("code", Text, primary_key=True), Column("table_id", Text), Column("until", Double)
)
LINKS = Table(
    "links",
    _metadata,
    Column("token", Text, primary_key=True),
    Column("person", Text),
    Column("name", Text),
    Column("shape", Integer),
    Column("until", Double),
)

#: What people achieved in finished games, and against whom. Both outlive the table.
RESULTS = Table(
    "results",
    _metadata,
    Column("person", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("at", Double),
    Column("data", Text),
)
OPPONENTS = Table(
    "opponents",
    _metadata,
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
UNCOUNTED = Table("uncounted", _metadata, Column("table_id", Text, primary_key=True))

#: Records of games that were played elsewhere and shared here.
RECORDS = Table(
    "records",
    _metadata,
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
UPTIME = Table("uptime", _metadata, Column("seconds", Double))


def bring_up_to_date(connection: Connection) -> None:
    """Run the migration steps that the database lacks, in the transaction of the connection."""
    connection.execute(text("CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)"))
    found = connection.execute(text("SELECT number FROM version")).scalar()
    if found is None:
        connection.execute(text("INSERT INTO version VALUES (0)"))
    version = found or 0
    if version > VERSION:
        raise StoreProblem("newer", version=version, known=VERSION)
    for step in STEPS[version:]:
        for statement in step:
            connection.execute(text(statement))
    connection.execute(text("UPDATE version SET number = :number"), {"number": VERSION})
