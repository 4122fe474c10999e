"""A seat of a table: empty, a person's, or a bot's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from okawari.server.play.types import Level

SHAPES = 5
#: Who plays for people who are late or away.
MINDER: Level = "taro"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits here. A further person at the same device is a `guest` of the person who holds the seat."""

    kind: Literal["empty", "person", "bot"] = "empty"
    shape: int = 1
    name: str = ""
    person: str | None = None
    guest: bool = False
    bot: Level | None = None
    nonce: str = ""
    #: Whether a bot plays until the owner returns.
    minded: bool = False

    @property
    def player(self) -> str | None:
        """The level of the bot that plays here now; None if a person does."""
        return MINDER if self.minded else self.bot

    @property
    def waits_for_person(self) -> bool:
        """Whether nobody but a person moves here."""
        return self.kind == "person" and not self.minded


def free_shape(seats: Sequence[Seat], wanted: int | None, own: int | None = None) -> int:
    """The wanted shape, or another one if somebody else has it."""
    taken = {seat.shape for place, seat in enumerate(seats) if seat.kind != "empty" and place != own}
    if wanted and wanted not in taken:
        return wanted
    return min(set(range(1, SHAPES + 1)) - taken)
