"""The words of tables: how far they are, who plays, and what the host decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["pip", "hana", "taro", "suzu", "kenji", "oba"]
Clock = Literal["none", "relaxed", "quick"]
Phase = Literal["lobby", "playing", "paused", "over", "closed"]


@dataclass(frozen=True)
class Options:
    """What the host decides beside the game itself. `hints` None means: on as long as only one person sits here."""

    clock: Clock = "none"
    spectators: bool = True
    public: bool = False
    hints: bool | None = None


@dataclass(frozen=True)
class NewSeat:
    """Who is to sit at a new table: whoever sets it, a guest at the same device, a bot, or nobody yet."""

    kind: Literal["you", "here", "bot", "open"]
    bot: Level | None = None
    name: str | None = None
    shape: int | None = None


@dataclass(frozen=True)
class Summary:
    """What lists and sweeps need to know of a table without reading its log."""

    table: str
    phase: Phase
    public: bool
    updated: float
    #: Whether a bot is to move, so that a server that starts must wake the table.
    awake: bool
    #: Who sits there, or is the host; None if that has not changed.
    people: frozenset[str] | None = None
