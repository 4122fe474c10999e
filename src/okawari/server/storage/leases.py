"""Leases on shards of tables: which process moves the bots and rings the clocks of which tables.

Each process renews one row of its own. Whoever holds a shard keeps it for as long as its process is alive; a shard
whose holder has died is free. Every new holder of a shard gets a higher fencing number.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple
from zlib import crc32

from sqlalchemy import Connection, delete, literal_column, select, update

from okawari.server.storage.schema import LEASES, PROCESSES
from okawari.server.storage.store import Leases, Process, State
from okawari.server.storage.upsert import upsert

#: The shards over which tables are spread. The database has the shard of each table: another number is a migration.
SHARDS = 64
#: Seconds for which a process is alive after its last sign of life.
LEASE = 3.0
#: Seconds after which the row of a dead process is deleted.
_FORGOTTEN = 60.0


class Plan(NamedTuple):
    """What a process does with shards: those that it gives up, and the free ones that it takes."""

    released: list[int]
    claimed: list[int]


def shard_of(table: str) -> int:
    """The shard of a table, by its id."""
    return crc32(table.encode()) % SHARDS


def renew(connection: Connection, process: Process) -> Leases:
    """Give a sign of life, release and claim shards."""
    now = _now(connection)
    _give_sign(connection, process, now)
    connection.execute(delete(PROCESSES).where(PROCESSES.c.until < now - _FORGOTTEN))
    alive = dict(connection.execute(select(PROCESSES.c.id, PROCESSES.c.role).where(PROCESSES.c.until > now)).all())
    leases = {row.shard: row for row in connection.execute(select(LEASES))}
    holders = {shard: row.holder for shard, row in leases.items() if row.holder in alive}
    plan = planned(process.id, alive, holders)
    # One after another, in one order: two processes that wait for each other's rows would be a deadlock.
    for shard in sorted(plan.released):
        mine = (LEASES.c.holder == process.id) & (LEASES.c.shard == shard)
        connection.execute(update(LEASES).where(mine).values(holder=None))
    for shard in sorted(plan.claimed):
        _claim(connection, process.id, shard, leases[shard].fence if shard in leases else 0)
    held = select(LEASES.c.shard, LEASES.c.fence).where(LEASES.c.holder == process.id)
    return Leases(dict(connection.execute(held).all()), frozenset(alive))


def planned(process: str, alive: Mapping[str, State], holders: dict[int, str]) -> Plan:
    """What a process does with shards. `alive` has the roles of all live processes, `holders` who of them holds what.

    Processes that only think hold all shards evenly; as long as there are none, those that serve do. One that is cut
    off from the bus would not hear what is due: it holds none, unless all are cut off.
    """
    hearing = [each for each, role in alive.items() if role != "cut-off"] or list(alive)
    eligible = [each for each in hearing if alive[each] == "think"] or hearing
    share = -(-SHARDS // len(eligible)) if process in eligible else 0
    held = [shard for shard, holder in holders.items() if holder == process]
    free = [shard for shard in range(SHARDS) if shard not in holders]
    # At random, so that two processes rarely claim the same.
    return Plan(held[share:], random.sample(free, max(0, min(len(free), share - len(held)))))


def leave(connection: Connection, process: Process) -> None:
    """Give up all leases of a process, which ends."""
    connection.execute(delete(PROCESSES).where(PROCESSES.c.id == process.id))


def has_strangers(connection: Connection, process: Process) -> bool:
    """Whether a process is alive that does not hear this one, because it has another bus."""
    others = select(PROCESSES.c.id).where(PROCESSES.c.until > _now(connection), PROCESSES.c.bus != process.bus)
    return connection.execute(others.limit(1)).first() is not None


def _now(connection: Connection) -> Any:
    """The time of the database, in seconds: the clocks of processes may differ."""
    if connection.dialect.name == "postgresql":
        return literal_column("extract(epoch FROM clock_timestamp())")
    return literal_column("((julianday('now') - 2440587.5) * 86400.0)")


def _give_sign(connection: Connection, process: Process, now: Any) -> None:
    until = now + LEASE
    sign = upsert(connection.dialect.name, PROCESSES).values(**process._asdict(), until=until)
    changed = {"role": process.role, "until": until}
    connection.execute(sign.on_conflict_do_update(index_elements=["id"], set_=changed))


def _claim(connection: Connection, process: str, shard: int, fence: int) -> None:
    """Take a free shard, unless another process has been faster: then its fencing number has changed."""
    claim = upsert(connection.dialect.name, LEASES).values(shard=shard, holder=process, fence=fence + 1)
    taken = {"holder": process, "fence": fence + 1}
    connection.execute(claim.on_conflict_do_update(index_elements=["shard"], set_=taken, where=LEASES.c.fence == fence))
