"""Types of tables: bot levels, clocks, phases, the options of the host, and the summary for the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["pip", "hana", "taro", "suzu", "kenji", "oba"]
Clock = Literal["none", "relaxed", "quick"]
Phase = Literal["lobby", "playing", "paused", "over", "closed"]
#: As the database has it: a rehearsal is only that, whatever its phase, since it is in no list and expires early.
StoredPhase = Phase | Literal["rehearsal"]


@dataclass(frozen=True)
class Options:
    """What the host decides besides the setting. `hints` None: allowed as long as only one person sits at the table."""

    clock: Clock = "none"
    spectators: bool = True
    public: bool = False
    hints: bool | None = None


@dataclass(frozen=True)
class NewSeat:
    """How a seat of a new table is filled: the host, a guest at the host's device, a bot, or open."""

    kind: Literal["you", "here", "bot", "open"]
    bot: Level | None = None
    name: str | None = None
    shape: int | None = None


@dataclass(frozen=True)
class Summary:
    """What is stored of a table beside its log, so that lists and sweeps need not read the log."""

    table: str
    phase: StoredPhase
    public: bool
    updated: float
    #: Whether a bot is to move, so that the table must be loaded when the server starts.
    awake: bool
    #: The ids of the host and of all who sit there; None in a write that does not change them.
    people: frozenset[str] | None
