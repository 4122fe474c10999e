"""What every player is."""

from __future__ import annotations

import random
import threading
from abc import ABC, abstractmethod

from okawari.game import Move, View


class Bot(ABC):
    """Somebody who looks at a view and chooses a move."""

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)
        self.cancelled = threading.Event()

    @abstractmethod
    def choose(self, view: View) -> Move:
        """A legal move for the seat whose view this is."""

    def cancel(self) -> None:
        """Stop thinking, from any thread: whoever searches answers with the best so far, and at once from then on."""
        self.cancelled.set()
