"""Filters for the server's own log: no secrets in it, and each message at most once a minute."""

from __future__ import annotations

import logging
import time
import traceback

#: Seconds between two log lines with the same message.
PAUSE = 60.0


class WithoutExceptionText(logging.Filter):
    """Removes the messages of exceptions, which may contain requests, cookies or hands."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Reduce an exception to its class and its traceback."""
        if record.exc_info:
            kind, _, trace = record.exc_info
            name = kind.__name__ if kind else "fault"
            record.exc_text = "".join(traceback.format_tb(trace)) + name
            record.exc_info = None
        return True


class OnceAMinute(logging.Filter):
    """Passes each message once a minute: an error that a client can cause must not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._next: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop a message that passed within the last minute; the next one states how many were dropped."""
        now, text = time.monotonic(), str(record.msg)
        if now < self._next.get(text, 0.0):
            self._left_out[text] = self._left_out.get(text, 0) + 1
            return False
        self._next[text] = now + PAUSE
        if more := self._left_out.pop(text, 0):
            record.msg = f"{text} ({more} times more since the last line about it)"
        return True


def install_log_filters() -> None:
    """Add the filters to the loggers of the server; a second call does nothing."""
    for name in ("okawari.server", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        for kind in (OnceAMinute, WithoutExceptionText):
            if not any(isinstance(each, kind) for each in logger.filters):
                logger.addFilter(kind())
