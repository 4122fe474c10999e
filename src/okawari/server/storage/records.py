"""Shared records in the database: what is done with them in a transaction."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select, update

from okawari.server.play.sharing import SharedRecord
from okawari.server.storage.schema import RECORDS
from okawari.server.storage.upsert import upsert

#: The most bytes of all shared records; when there are more, those not opened for longest are deleted.
MOST_BYTES = 500_000_000
#: Seconds after which it is written again that a record was opened.
OPENED_AGAIN = 86_400.0


def write_record(connection: Connection, shared: SharedRecord, now: float) -> None:
    """Write a shared record; one that exists counts as opened instead."""
    values = {"id": shared.id, "person": shared.person, "data": shared.text, "size": len(shared.text.encode())}
    write = upsert(connection.dialect.name, RECORDS).values(**values, opened=now)
    connection.execute(write.on_conflict_do_update(index_elements=["id"], set_={"opened": now}))
    _make_room(connection)


def _make_room(connection: Connection) -> None:
    too_much = (connection.execute(select(func.sum(RECORDS.c.size))).scalar() or 0) - MOST_BYTES
    if too_much > 0:
        for row in connection.execute(select(RECORDS.c.id, RECORDS.c.size).order_by(RECORDS.c.opened)).all():
            if too_much <= 0:
                break
            connection.execute(delete(RECORDS).where(RECORDS.c.id == row.id))
            too_much -= row.size


def note_opened(connection: Connection, record: str, now: float) -> None:
    """Write that a record was opened."""
    connection.execute(update(RECORDS).where(RECORDS.c.id == record).values(opened=now))


def expire_records(connection: Connection, before: float, uptime: float, marked_before: float) -> None:
    """Delete the records last opened before a time and marked by an uptime; mark and unmark the others."""
    old, marked = RECORDS.c.opened < before, RECORDS.c.stale_since.is_not(None)
    connection.execute(update(RECORDS).where(~old & marked).values(stale_since=None))
    connection.execute(update(RECORDS).where(old & ~marked).values(stale_since=uptime))
    connection.execute(delete(RECORDS).where(old, RECORDS.c.stale_since <= marked_before))


def delete_record(connection: Connection, record: str, person: str) -> bool:
    """Delete a record that a person has shared; returns whether there was one."""
    here = delete(RECORDS).where(RECORDS.c.id == record, RECORDS.c.person == person)
    return connection.execute(here).rowcount > 0


def delete_records(connection: Connection, person: str) -> None:
    """Delete all records that a person has shared."""
    connection.execute(delete(RECORDS).where(RECORDS.c.person == person))
