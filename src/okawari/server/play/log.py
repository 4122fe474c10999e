"""The log of a table: what was done there, in order. It is the truth, and tables are what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal[
    "set",  # the table, its secret and its host
    "code",  # a new short code
    "configure",  # another game or other options
    "sit",
    "stand",
    "bot",  # a bot sits down, or changes its level
    "clear",
    "host",  # somebody else is the host now
    "start",
    "choose",
    "back",  # a choice is taken back
    "pause",
    "clock",  # a new deadline
    "mind",  # a bot plays for somebody who left
    "return",
    "rematch",
]


@dataclass(frozen=True, slots=True)
class Row:
    """Something that was done at a table. `client` is the browser's own id for it, behind the id of the person."""

    table: str
    number: int
    at: float
    kind: Kind
    seat: int | None = None
    data: dict[str, Any] = field(default_factory=dict)
    client: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A row that is yet to be written: it has no number and no time."""

    kind: Kind
    seat: int | None = None
    data: dict[str, Any] = field(default_factory=dict)


def numbered(entries: Sequence[Entry], table: str, after: int, at: float, client: str | None = None) -> list[Row]:
    """Entries as the next rows of a table's log; the first carries the browser's id."""
    return [
        Row(table, after + place, at, entry.kind, entry.seat, entry.data, client if place == 1 else None)
        for place, entry in enumerate(entries, 1)
    ]
