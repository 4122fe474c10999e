"""The errors of the solver."""

from __future__ import annotations

from okawari.game import OkawariError


class NotOpen(OkawariError):
    """The solver does not support this table, or not all hands are known."""


class OutOfTime(OkawariError):
    """The time limit was reached, or the search was cancelled, before the position was solved."""
