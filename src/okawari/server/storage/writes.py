"""Writes that wait for a commit, and how a group of them is written in one transaction, whichever the database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import Connection, delete, insert

from okawari.server.play.log import Row
from okawari.server.play.results import Result
from okawari.server.play.types import Summary
from okawari.server.storage.leases import shard_of
from okawari.server.storage.results import write_results
from okawari.server.storage.schema import CODES, PEOPLE, TABLES
from okawari.server.storage.store import Fence
from okawari.server.storage.upsert import upsert


@dataclass
class Write:
    """A write that waits for its commit: log rows with what belongs to them, or a function of the connection."""

    rows: Sequence[Row] = ()
    summary: Summary | None = None
    code: tuple[str, float] | None = None
    results: Sequence[Result] = ()
    #: Without it nothing is written; None if any process may write.
    fence: Fence | None = None
    run: Callable[[Connection], Any] | None = None
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def is_plain(self) -> bool:
        """Whether it has log rows and nothing else."""
        return self.summary is None and self.code is None and not self.results and self.run is None


#: A write, its result, and the exception if it failed.
Outcome = tuple[Write, Any, BaseException | None]


@cache
def _summary_statement(dialect: str) -> Any:
    """The statement that writes a summary."""
    new = upsert(dialect, TABLES)
    changed = {word: new.excluded[word] for word in ("phase", "public", "updated", "awake")}
    return new.on_conflict_do_update(index_elements=["id"], set_=changed)


@cache
def _code_statement(dialect: str) -> Any:
    """The statement that writes a short code."""
    new = upsert(dialect, CODES)
    changed = {word: new.excluded[word] for word in ("table_id", "until")}
    return new.on_conflict_do_update(index_elements=["code"], set_=changed)


def write_all(connection: Connection, group: list[Write]) -> list[Any]:
    """Write what belongs to log rows, then the functions in order; returns what these return."""
    dialect = connection.dialect.name
    # In the order of the tables: two processes that wait for each other's rows would be a deadlock.
    summaries = sorted((write.summary for write in group if write.summary), key=lambda summary: summary.table)
    if summaries:
        connection.execute(_summary_statement(dialect), [_summary_values(summary) for summary in summaries])
    for summary in summaries:
        if summary.people is not None:
            _seat_people(connection, summary.table, summary.people)
    codes = [
        {"code": write.code[0], "table_id": write.rows[0].table, "until": write.code[1]}
        for write in group
        if write.code
    ]
    if codes:
        connection.execute(_code_statement(dialect), codes)
    write_results(connection, [result for write in group for result in write.results])
    return [write.run(connection) if write.run else None for write in group]


def _seat_people(connection: Connection, table: str, people: frozenset[str]) -> None:
    connection.execute(delete(PEOPLE).where(PEOPLE.c.table_id == table))
    if people:
        connection.execute(insert(PEOPLE), [{"person": person, "table_id": table} for person in people])


def older_tables(rows: Sequence[Row]) -> list[str]:
    """The tables of log rows, except those that begin with them.

    They must exist still, or a row would be all that is left of a table that another process has deleted.
    """
    return sorted({row.table for row in rows} - {row.table for row in rows if row.number == 1})


def row_values(row: Row) -> tuple[Any, ...]:
    """The values of a log row, in the order of the columns."""
    data = json.dumps(row.data, separators=(",", ":"), ensure_ascii=False)
    return (row.table, row.number, row.at, row.kind, row.seat, data, row.client)


def _summary_values(summary: Summary) -> dict[str, Any]:
    return {
        "id": summary.table,
        "phase": summary.phase,
        "public": summary.public,
        "updated": summary.updated,
        "awake": summary.awake,
        "shard": shard_of(summary.table),
    }
