"""A seat of a table: empty, held by a person, or a bot's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from okawari.server.play.types import Level

#: How many shapes of seats there are; they are numbered from 1 on.
SHAPES = 5
#: The most characters of a person's name.
LONGEST_NAME = 20
#: The level of the bot that plays for people who are away or out of time.
MINDER: Level = "taro"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and who holds it. A `guest` is a further person at the device of the person who holds the seat."""

    kind: Literal["empty", "person", "bot"] = "empty"
    shape: int = 1
    name: str = ""
    person: str | None = None
    guest: bool = False
    bot: Level | None = None
    nonce: str = ""
    #: Whether a bot plays the seat until its person returns.
    minded: bool = False

    @property
    def player(self) -> Level | None:
        """The level of the bot that plays the seat now; None if a person does."""
        return MINDER if self.minded else self.bot

    @property
    def waits_for_person(self) -> bool:
        """Whether the seat is played by a person, not by a bot."""
        return self.kind == "person" and not self.minded


def free_shape(seats: Sequence[Seat], wanted: int | None, own: int | None = None) -> int:
    """The wanted shape, or the first free one if another seat than `own` has it."""
    taken = {seat.shape for place, seat in enumerate(seats) if seat.kind != "empty" and place != own}
    if wanted and wanted not in taken:
        return wanted
    return min(set(range(1, SHAPES + 1)) - taken)
