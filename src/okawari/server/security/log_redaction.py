"""The server's own log: it says where a fault happened, never what was in anybody's hand, and nothing too often."""

from __future__ import annotations

import logging
import time
import traceback

#: Seconds between two lines that say the same.
PAUSE = 60.0


class Discreet(logging.Filter):
    """Leaves the words of exceptions out: they may quote messages, cookies or hands."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the kind of a fault and its place in the code."""
        if record.exc_info:
            kind, _, trace = record.exc_info
            name = kind.__name__ if kind else "fault"
            record.exc_text = "".join(traceback.format_tb(trace)) + name
            record.exc_info = None
        return True


class OnceAMinute(logging.Filter):
    """Lets each message pass once a minute: a fault that a visitor can cause must not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._next: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Leave a message out that passed within the last minute; the next one says how many were."""
        now, text = time.monotonic(), str(record.msg)
        if now < self._next.get(text, 0.0):
            self._left_out[text] = self._left_out.get(text, 0) + 1
            return False
        self._next[text] = now + PAUSE
        if more := self._left_out.pop(text, 0):
            record.msg = f"{text} ({more} times more since the last line about it)"
        return True


def be_discreet() -> None:
    """Have every logger of the server leave these out."""
    for name in ("okawari.server", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        for kind in (OnceAMinute, Discreet):
            if not any(isinstance(each, kind) for each in logger.filters):
                logger.addFilter(kind())
