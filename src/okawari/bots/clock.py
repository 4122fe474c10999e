"""The time that a search may take: less when many think at once, and none once it is cancelled."""

from __future__ import annotations

import os
import threading
import time
from types import TracebackType

_CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
_counting = threading.Lock()
_thinking = 0


class Clock:
    """Counts from the start of a search.

    While more searches run in this process than it has cores, each is content with its share of the time: with twice
    as many as cores, with half of it.
    """

    def __init__(self, seconds: float | None, cancelled: threading.Event) -> None:
        self.seconds, self._cancelled = seconds, cancelled
        self._began = time.perf_counter()

    def __enter__(self) -> Clock:
        _count(1)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, at: TracebackType | None
    ) -> None:
        _count(-1)

    @property
    def left(self) -> float | None:
        """Seconds that are left; None without a limit."""
        if self._cancelled.is_set():
            return 0.0
        if self.seconds is None:
            return None
        return max(0.0, self._began + self.seconds * min(1.0, _CORES / max(1, _thinking)) - time.perf_counter())

    @property
    def up(self) -> bool:
        """Whether it is time to answer."""
        return self.left == 0.0


def _count(more: int) -> None:
    global _thinking
    with _counting:
        _thinking += more
