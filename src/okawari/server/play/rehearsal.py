"""Rehearsals: tables that go on from a moment of a finished game with another choice. They count for nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from okawari.game import Game, Record
from okawari.server.play.errors import Refusal


@dataclass(frozen=True)
class Rehearsal:
    """Where a rehearsal goes on: at a decision of a finished game."""

    #: The id of the table or the shared record of the game; None for a record that was posted.
    table: str | None
    #: The number of turns before the decision, which is the index of its frame in the replay.
    frame: int
    #: The seat whose decision it is.
    seat: int
    #: The game up to the decision, without names.
    record: Record

    def game(self, seed: bytes) -> Game:
        """The game as it was before the decision, with its hidden cards; later luck is drawn under the seed."""
        return Game.rehearse(self.record, self.frame, seed)

    def to_json(self) -> dict[str, Any]:
        """The rehearsal as data of a log entry."""
        return {"table": self.table, "frame": self.frame, "seat": self.seat, "record": self.record.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Rehearsal:
        """Read a rehearsal from the data of a log entry."""
        return cls(data["table"], data["frame"], data["seat"], Record.from_json(data["record"]))


def rehearsal_of(record: Record, frame: int, seat: int, table: str | None = None) -> Rehearsal:
    """A rehearsal of a seat's decision in a frame of the replay; refused if the seat had none."""
    game = Game.rehearse(record, frame)
    if seat not in game.to_move:
        raise Refusal("no-decision")
    return Rehearsal(table, frame, seat, game.record)
