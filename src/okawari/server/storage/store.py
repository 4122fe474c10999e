"""Where logs are kept: what the server asks of a database, whichever it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from okawari.server.play.log import Row
from okawari.server.play.types import Phase, Summary


class StoreProblem(Exception):
    """A database that cannot be used: `code` is one of those of `house.database` in the catalogues."""

    def __init__(self, code: Literal["corrupt", "newer", "read-only", "locked", "in-use"], **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class Conflict(Exception):
    """Somebody else wrote a row of this number first, or this very request was written before: read again."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """Somebody who takes their seats along to another device."""

    person: str
    name: str
    shape: int


class Store(Protocol):
    """A database. Whatever it was asked to write is durable once the call returns."""

    async def open(self) -> None:
        """Get ready, and bring an older database up to date; once. `StoreProblem` if it cannot be used."""

    async def close(self) -> None:
        """Write what is left, and close."""

    async def append(self, rows: Sequence[Row], summary: Summary, code: tuple[str, float] | None = None) -> None:
        """Write rows of one table, all or none; `Conflict` if one of them is there already."""

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """The rows of a table in order, or those after a number; none if there is no such table."""

    async def of_person(self, person: str, limit: int) -> list[str]:
        """The tables where somebody sits or is the host, the latest first."""

    async def public(self, limit: int) -> list[str]:
        """The tables that their hosts made public, the latest first."""

    async def awake(self) -> list[str]:
        """The tables where a bot is to move."""

    async def with_code(self, code: str, now: float) -> str | None:
        """The table in whose lobby a code leads."""

    async def forget(self, person: str, table: str, stranger: str) -> None:
        """Make somebody a nameless stranger in a table's log."""

    async def delete(self, table: str) -> None:
        """Remove a table and its log."""

    async def add_uptime(self, seconds: float) -> float:
        """Add to the time that servers have run on this database, and give the sum; fails if nothing can be written."""

    async def mark_stale(self, phases: Sequence[Phase], before: float, uptime: float) -> None:
        """Mark the tables of some phases where nothing has happened since a time, and unmark the others."""

    async def stale(self, phases: Sequence[Phase], before: float, marked_before: float) -> list[str]:
        """The tables of some phases where nothing has happened since a time, and that were marked by an uptime."""

    async def offer_link(self, token: str, traveller: Traveller, until: float) -> None:
        """Keep the fingerprint of a one-time link."""

    async def use_link(self, token: str, now: float) -> Traveller | None:
        """Use a one-time link up."""

    async def tidy(self, now: float) -> None:
        """Remove codes and links that have ended."""
