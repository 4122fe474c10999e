"""The log of a table: its events in order. The log is what is stored; the state of a table is computed from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal[
    "set",  # the table is created, with its secret and its host
    "code",  # a new short code
    "configure",  # a new setting and new options
    "sit",
    "stand",
    "bot",  # a bot is put into a seat, or its level is changed
    "clear",
    "host",  # another person becomes the host
    "start",
    "choose",
    "back",  # the last choice of a seat is taken back
    "pause",
    "clock",  # a new deadline
    "mind",  # a bot plays the seat of a person who left
    "return",  # the person plays their seat again
    "rematch",
]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table's log. `client` is `PERSON/ID`: who sent the request that led to it, and the request's id."""

    table: str
    number: int
    at: float
    kind: Kind
    seat: int | None = None
    data: dict[str, Any] = field(default_factory=dict)
    client: str | None = None

    def to_list(self) -> list[Any]:
        """The row without its table, as JSON data."""
        return [self.number, self.at, self.kind, self.seat, self.data, self.client]

    @classmethod
    def from_list(cls, table: str, values: list[Any]) -> Row:
        """Read a row of a table from JSON data."""
        return cls(table, *values)


@dataclass(frozen=True, slots=True)
class Entry:
    """A log row before it is written: without number and time."""

    kind: Kind
    seat: int | None = None
    data: dict[str, Any] = field(default_factory=dict)


def numbered(entries: Sequence[Entry], table: str, after: int, at: float, client: str | None = None) -> list[Row]:
    """The entries as log rows with the numbers after `after`; the first row carries the id of the request."""
    return [
        Row(table, after + place, at, entry.kind, entry.seat, entry.data, client if place == 1 else None)
        for place, entry in enumerate(entries, 1)
    ]
