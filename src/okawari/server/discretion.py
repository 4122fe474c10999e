"""What the server's own log says of a fault: where it happened, but not what was in anybody's hand."""

from __future__ import annotations

import logging
import traceback


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


def be_discreet() -> None:
    """Have every logger of the server leave them out."""
    for name in ("okawari.server", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        if not any(isinstance(each, Discreet) for each in logger.filters):
            logger.addFilter(Discreet())
