"""What a choice costs on SQLite and PostgreSQL, with one process and with two, with Redis and without.

`serving.py` runs it and writes it into benchmarks/SERVING.md.
"""

from __future__ import annotations

import statistics
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg

from deployments import Deployment, Way, beside
from load.client import SEATS
from load.crew import Crew
from load.okawari_wire import OkawariWire
from okawari.server.wire.messages import VERSION
from servers import OkawariTree, ServerProcess
from stretches import CHOICES_OF_A_GAME, IN_TURN, TOGETHER, Plan, Turn, measure, offered, pick

NAME = "On PostgreSQL, and with two processes"
RATE, TURNS = 200, 3
PLAN = Plan(tables=100, rates=(RATE,), seconds=20, warm=3, choices=CHOICES_OF_A_GAME)
STRETCHES = (offered(RATE), TOGETHER, IN_TURN)
SQLITE = Way("SQLite, one process")
ONE = Way("PostgreSQL, one process", postgres=True)
ONE_REDIS = Way("PostgreSQL and Redis, one process", postgres=True, redis=True)
TWO = Way("PostgreSQL, two processes", postgres=True, processes=2)
TWO_REDIS = Way("PostgreSQL and Redis, two processes", postgres=True, redis=True, processes=2)
#: The same, with all clients of a table at one process.
TOGETHER_REDIS = Way("PostgreSQL and Redis, two processes, tables at one", postgres=True, redis=True, processes=2)
#: The workers of one command, which pass connections on to each other.
WORKERS = Way("PostgreSQL, two workers", postgres=True, workers=2)
WORKERS_REDIS = Way("PostgreSQL and Redis, two workers", postgres=True, redis=True, workers=2)
WAYS = (SQLITE, ONE, ONE_REDIS, WORKERS, WORKERS_REDIS, TWO, TWO_REDIS, TOGETHER_REDIS)
#: Pairs of ways, and how many times the processor time of the second the first should take at most.
ASKED = (
    (ONE, SQLITE, 1.5),
    (ONE_REDIS, SQLITE, 1.5),
    (WORKERS, ONE, 1.25),
    (WORKERS_REDIS, ONE_REDIS, 1.25),
    (TWO, ONE, 1.25),
    (TWO_REDIS, ONE_REDIS, 1.25),
    (TOGETHER_REDIS, ONE_REDIS, 1.25),
)


def section(crew: Crew, tree: OkawariTree, turns: int = TURNS) -> str:
    """Measure all ways in turns; returns the text of the section."""
    measured: dict[Way, list[Turn]] = {way: [] for way in WAYS}

    def start(data: Path, environment: dict[str, str]) -> ServerProcess:
        return tree.start(data, **environment)

    with beside() as services:
        for _ in range(turns):
            for way in WAYS:
                deployment = Deployment(way, services, start, together=way is TOGETHER_REDIS)
                measured[way].append(measure(crew, deployment, PLAN, lambda line: print(line, flush=True)))
        grown = _growth(crew, tree, ONE.environment(services))
    return "\n".join([*_method(turns), *_figures(measured), "", *_ratios(measured), "", *grown])


def _method(turns: int) -> list[str]:
    paragraphs = (
        f"{PLAN.tables} tables of four people, {PLAN.tables * SEATS} sockets, otherwise as above. With two workers "
        "(`okawari serve --workers 2`) all clients of a table get to one of them, since workers pass connections on "
        "to each other. With two processes, "
        "two clients of every table are connected to the one and two to the other, so that each choice must be told "
        "from process to process: over Redis, or by PostgreSQL’s LISTEN and NOTIFY. In the last way all are at one, as "
        "the proxy in `deploy` does it. PostgreSQL writes commits to the disk. Every way is measured "
        f"{turns} times, in turns; medians are given.",
        "Processor time is in milliseconds a choice: that of all processes of Okawari together, and beside it that of "
        "PostgreSQL and of Redis, with all that they have started.",
    )
    return [*"\n\n".join(textwrap.fill(each, 110) for each in paragraphs).split("\n"), ""]


def _growth(crew: Crew, tree: OkawariTree, environment: dict[str, str]) -> list[str]:
    """By how much a database of PostgreSQL grows while whole games are played."""
    with (
        tempfile.TemporaryDirectory() as folder,
        tree.start(Path(folder), **environment) as server,
        psycopg.connect(environment["OKAWARI_DATABASE"], autocommit=True) as database,
    ):
        crew.meet(OkawariWire(VERSION), server.ports)
        before = _size(database)
        crew.come(PLAN.tables)
        crew.start_flood(CHOICES_OF_A_GAME, together=False)
        crew.tally()
        after = _size(database)
        look = min(_look(database) for _ in range(5))
        crew.leave()
    rows, size, wal = ((now - then) / PLAN.tables for now, then in zip(after, before, strict=True))
    text = (
        f"A game of four people, from the table to its end, is {rows:,.0f} rows of the log, {size / 1000:,.1f} kB of "
        f"PostgreSQL’s files with all indexes, and {wal / 1000:,.1f} kB of its write-ahead log, with one commit for "
        f"each choice ({PLAN.tables} games). Looking for new rows in the logs of all these tables, as each server does "
        f"every two seconds, takes PostgreSQL {look / PLAN.tables * 1000:,.0f} microseconds a table."
    )
    return textwrap.fill(text, 110).split("\n")


def _look(database: psycopg.Connection[Any]) -> float:
    """Milliseconds in which PostgreSQL finds the last row of each table."""
    last = "SELECT id, (SELECT max(number) FROM log WHERE table_id = tables.id) FROM tables"
    found = database.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {last}").fetchone()
    assert found
    milliseconds: float = found[0][0]["Execution Time"]
    return milliseconds


def _size(database: psycopg.Connection[Any]) -> tuple[int, int, int]:
    """The rows of all logs, and the bytes of the database and of all that was ever written ahead."""
    database.execute("CHECKPOINT")
    found = database.execute(
        "SELECT (SELECT count(*) FROM log), pg_database_size(current_database()), "
        "pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
    ).fetchone()
    assert found
    return found[0], found[1], found[2]


def _figures(measured: dict[Way, list[Turn]]) -> list[str]:
    lines = [
        "| way | choices offered | done a second | p50 | p99 | ms of Okawari | PostgreSQL | Redis |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for way, turns in measured.items():
        for stretch in STRETCHES:
            fields = ("done", "p50", "p99", "cpu", "database", "bus")
            done, *times = (statistics.median(map(pick(stretch, field), turns)) for field in fields)
            p50, p99, *spent = (1000 * each for each in times)
            costs = " | ".join(f"{each:.2f}" for each in spent)
            lines.append(f"| {way.name} | {stretch} | {done:,.0f} | {p50:,.1f} | {p99:,.1f} | {costs} |")
    return lines


def _ratios(measured: dict[Way, list[Turn]]) -> list[str]:
    """How many times as much processor time one way takes as another: the medians of the turns, and all of them."""
    lines = [
        f"| ms of Okawari a choice | beside | {' | '.join(STRETCHES)} | asked: at most |",
        f"|---|---|{'---|' * len(STRETCHES)}---|",
    ]
    for way, other, asked in ASKED:
        cells = [_ratio(measured[way], measured[other], stretch) for stretch in STRETCHES]
        lines.append(f"| {way.name} | {other.name} | {' | '.join(cells)} | {asked:.2f} |")
    return lines


def _ratio(turns: Sequence[Turn], others: Sequence[Turn], stretch: str) -> str:
    cost = pick(stretch, "cpu")
    ratios = [cost(turn) / cost(other) for turn, other in zip(turns, others, strict=True)]
    return f"{statistics.median(ratios):.2f} ({', '.join(f'{each:.2f}' for each in ratios)})"
