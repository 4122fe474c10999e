"""The time limit of a search: shorter while many searches run at once, and over when the search is cancelled."""

from __future__ import annotations

import os
import threading
import time
from types import TracebackType

_CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
_lock = threading.Lock()
_searches = 0


class Clock:
    """The time limit of one search, counted from when the clock is made; None means no limit.

    While more searches run in this process than it has cores, each gets its share of the time: with twice as many as
    cores, half of it.
    """

    def __init__(self, seconds: float | None, cancelled: threading.Event) -> None:
        self.seconds, self._cancelled = seconds, cancelled
        self._start = time.perf_counter()

    def __enter__(self) -> Clock:
        _count(1)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, at: TracebackType | None
    ) -> None:
        _count(-1)

    @property
    def left(self) -> float | None:
        """Seconds until the limit, 0 once the search is cancelled; None without a limit."""
        if self._cancelled.is_set():
            return 0.0
        if self.seconds is None:
            return None
        return max(0.0, self._start + self.seconds * min(1.0, _CORES / max(1, _searches)) - time.perf_counter())

    @property
    def up(self) -> bool:
        """Whether no time is left."""
        return self.left == 0.0


def _count(more: int) -> None:
    global _searches
    with _lock:
        _searches += more
