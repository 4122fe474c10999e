"""The interface of a database, whichever it is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from okawari.server.play.log import Row
from okawari.server.play.person import Person
from okawari.server.play.results import Result
from okawari.server.play.sharing import SharedRecord
from okawari.server.play.types import StoredPhase, Summary

ProblemCode = Literal[
    "corrupt",
    "newer",
    "read-only",
    "locked",
    "in-use",
    "unknown-scheme",
    "bad-url",
    "no-driver",
    "unreachable",
    "password",
    "missing",
    "not-ours",
    "no-rights",
    "not-empty",
    "differs",
    "wrong-way",
    "other-bus",
]


#: What a process is for: it serves players, or it only thinks for bots.
Role = Literal["serve", "think"]
#: What a process does now: its role, unless it is cut off from the bus.
State = Role | Literal["cut-off"]


class Process(NamedTuple):
    """A process on a database: its id, what it does, and the mark of its bus.

    Processes that hear each other have the same mark.
    """

    id: str
    role: State
    bus: str


class Fence(NamedTuple):
    """A shard of tables, and the fencing number that its holder was given."""

    shard: int
    number: int


class Leases(NamedTuple):
    """The shards that a process holds, with their fencing numbers, and the ids of all processes that are alive."""

    held: dict[int, int]
    alive: frozenset[str]


class StoreProblem(Exception):
    """The database cannot be used; the text is `house.database.CODE` in the catalogues."""

    def __init__(self, code: ProblemCode, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class Conflict(Exception):
    """A row with this number, or of this request, is in the log already, or the table is gone: read the log again."""


class Unavailable(Exception):
    """The database does not answer; a write may be in it all the same, so read the log again. Later calls may work."""


class LeaseLost(Exception):
    """Another process leads the table by now, and does what was to be written."""


class Store(Protocol):
    """A database. What is written is durable once the call returns; every call may raise `Unavailable`."""

    async def open(self) -> None:
        """Open the database and migrate it if it is older; a second call does nothing. Raises `StoreProblem`."""

    async def close(self) -> None:
        """Finish the writes that wait, and close."""

    async def append(
        self,
        rows: Sequence[Row],
        summary: Summary | None,
        code: tuple[str, float] | None = None,
        results: Sequence[Result] = (),
        fence: Fence | None = None,
    ) -> None:
        """Write log rows of one table, its summary if that has changed, its short code and results, all or none.

        `Conflict` if a row exists, or if the table does not any more; `LeaseLost` if the fence is not that of the
        lease any more.
        """

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """The rows of a table in order, or those after a number; none if there is no such table."""

    async def last_rows(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last row of each of some tables; those that there are not are left out."""

    async def of_person(self, person: str, limit: int, *, rehearsals: bool) -> list[str]:
        """The ids of the tables where a person sits or is the host, the last changed first."""

    async def public(self, limit: int) -> list[str]:
        """The ids of the tables that their hosts made public, the last changed first."""

    async def awake(self, shards: Collection[int]) -> list[str]:
        """The ids of the tables of some shards where a bot is to move."""

    async def renew_leases(self, process: Process) -> Leases:
        """Give a sign of life of a process, release and claim shards.

        It holds its shards for `LEASE` seconds from the call on.
        """

    async def give_up_leases(self, process: Process) -> None:
        """Give up all shards of a process."""

    async def has_strangers(self, process: Process) -> bool:
        """Whether a process is alive that does not hear this one, because it has another bus."""

    async def with_code(self, code: str, now: float) -> str | None:
        """The id of the table that a short code belongs to; None if it is unknown or has expired."""

    async def forget(self, person: str, table: str, replacement: str) -> None:
        """Replace a person's id in a table's log by another one, and remove their names and their result."""

    async def delete(self, table: str, person: str | None = None) -> None:
        """Delete a table and its log; results are kept, except that of a person who wants it deleted."""

    async def results(self, person: str) -> list[Result]:
        """The results of a person, the latest first."""

    async def delete_results(self, person: str) -> None:
        """Delete the results of a person."""

    async def forget_results(self, person: str) -> None:
        """Delete the results of a person, and make them anonymous in those of others."""

    async def uncounted(self) -> list[str]:
        """The ids of the tables whose games ended in an older version, which stored no results."""

    async def count(self, table: str, results: Sequence[Result]) -> None:
        """Write the results of such a table."""

    async def share(self, shared: SharedRecord, now: float) -> None:
        """Write a shared record; one that exists counts as opened instead."""

    async def shared(self, record: str, now: float) -> SharedRecord | None:
        """A shared record by its id, which counts as opened now; None if there is none."""

    async def delete_shared(self, record: str, person: str) -> bool:
        """Delete a record that a person has shared; returns whether there was one."""

    async def forget_shared(self, person: str) -> None:
        """Delete all records that a person has shared."""

    async def expire_shared(self, before: float, uptime: float, marked_before: float) -> None:
        """Delete the records last opened before a time and marked by an uptime; mark and unmark the others."""

    async def add_uptime(self, seconds: float) -> float:
        """Add to the uptime of all servers on this database, and return the sum; fails if it cannot be written."""

    async def mark_stale(self, phases: Sequence[StoredPhase], before: float, uptime: float) -> None:
        """Mark the tables of these phases that were last changed before a time with the uptime; unmark the others."""

    async def stale(self, phases: Sequence[StoredPhase], before: float, marked_before: float) -> list[str]:
        """The ids of tables of these phases that were last changed before a time, and marked by an uptime."""

    async def offer_link(self, token: str, person: Person, until: float) -> None:
        """Store a one-time link to a person: the hash of its token, and when it expires."""

    async def use_link(self, token: str, now: float) -> Person | None:
        """Delete a one-time link; returns its person, or None if it is unknown or has expired."""

    async def tidy(self, now: float) -> None:
        """Delete short codes and one-time links that have expired."""
