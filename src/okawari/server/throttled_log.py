"""Faults that may come a thousand times a second are logged once a minute."""

from __future__ import annotations

import logging
import time

#: Seconds between two lines about the same thing.
PAUSE = 60.0


class ThrottledLog:
    """A logger that writes each message at most once a minute, with the number of times it was left out since."""

    def __init__(self, name: str = "okawari.server") -> None:
        self._log = logging.getLogger(name)
        self._next: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def error(self, message: str, problem: BaseException | None = None) -> None:
        """Log a fault, unless the same message was logged within the last minute."""
        now = time.monotonic()
        if now < self._next.get(message, 0.0):
            self._left_out[message] = self._left_out.get(message, 0) + 1
            return
        self._next[message] = now + PAUSE
        more = self._left_out.pop(message, 0)
        text = f"{message} (and {more} times since it was last said)" if more else message
        self._log.error("%s", text, exc_info=problem)
