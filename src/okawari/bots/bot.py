"""The base class of all bots."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod

from okawari.bots.stream import Stream
from okawari.game import Move, Setting, View


class Bot(ABC):
    """A player that gets a view and returns a move."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Stream(seed)
        self.cancelled = threading.Event()
        #: Whether time ran out before the last choice had all of its passes.
        self.shortened = False

    def prepare(self, setting: Setting) -> None:  # noqa: B027
        """Get ready for games of a setting; `ValueError` if the bot cannot play them. Most can play all."""

    @abstractmethod
    def choose(self, view: View) -> Move:
        """Return a legal move for the seat whose view this is."""

    def cancel(self) -> None:
        """End a running search, from any thread: it returns its best move so far, and later ones return at once."""
        self.cancelled.set()
