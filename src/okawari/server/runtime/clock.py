"""The server's time: wall time that does not jump when the system's clock is set."""

from __future__ import annotations

import time
from collections.abc import Callable


def _ticks() -> float:
    """Seconds of a monotonic clock; where the system has one, a clock that also counts while the machine sleeps."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class SteadyClock:
    """Reads the wall clock once, and adds the time that has passed on a monotonic clock.

    Deadlines are stored as wall time, so that they are valid in the next process. Within a process they must not move
    when the wall clock jumps.
    """

    def __init__(self, ticks: Callable[[], float] = _ticks) -> None:
        self._ticks = ticks
        self._offset = time.time() - ticks()

    def now(self) -> float:
        """Seconds since 1970."""
        return self._ticks() + self._offset
