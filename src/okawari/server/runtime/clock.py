"""The server's time: wall time that goes on evenly, even when the system's clock is set while the server runs."""

from __future__ import annotations

import time
from collections.abc import Callable


def _ticks() -> float:
    """Seconds on a clock that nobody sets; where there is one, a clock that also counts while the machine sleeps."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class SteadyClock:
    """Reads the wall clock once, and carries its time on by a monotonic clock.

    Deadlines are wall time in the log, so that they outlive a process. Within a process they must not move when
    the wall clock jumps.
    """

    def __init__(self, ticks: Callable[[], float] = _ticks) -> None:
        self._ticks = ticks
        self._offset = time.time() - ticks()

    def now(self) -> float:
        """Seconds since 1970."""
        return self._ticks() + self._offset
