"""The errors of the solver."""

from __future__ import annotations

import math

from okawari.game import OkawariError

_MEGABYTE = 1_000_000


class NotOpen(OkawariError):
    """The solver does not support this table, or not all hands are known."""


class OutOfTime(OkawariError):
    """The time limit was reached, or the search was cancelled, before the position was solved."""


class OutOfStates(OkawariError):
    """The limit of states was reached before the position was solved."""


class OutOfMemory(OkawariError):
    """The position cannot be solved within the memory limit."""

    def __init__(self, needed: int, memory: int) -> None:
        super().__init__("solve-memory", needed=math.ceil(needed / _MEGABYTE), memory=f"{memory / _MEGABYTE:g}")
