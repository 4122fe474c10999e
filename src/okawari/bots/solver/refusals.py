"""Why something is not solved."""

from __future__ import annotations

from okawari.game import OkawariError


class NotOpen(OkawariError):
    """A table that the solver is not made for, or hands that are not all known."""


class OutOfTime(OkawariError):
    """The time was up, or somebody cancelled, before the position was solved."""
