"""Retries for background tasks, which no client would repeat."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterator

from okawari.game import OkawariError
from okawari.server.play.errors import Refusal
from okawari.server.storage.store import LeaseLost, Unavailable

#: Seconds before the first retry, and the most before a later one.
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 20.0
#: The most seconds before a retry while the database is away: people wait for it, and go on soon after it is back.
AWAY_PAUSE = 2.0
_log = logging.getLogger("okawari.server")


def pauses(longest: float = LONGEST_PAUSE) -> Iterator[float]:
    """Seconds before each retry: about twice as many each time, with jitter so that many do not retry together."""
    pause = FIRST_PAUSE
    while True:
        yield pause * random.uniform(0.75, 1.25)
        pause = min(2 * pause, longest)


async def until_done(work: Callable[[], Awaitable[None]]) -> None:
    """Run a task until it succeeds.

    A refusal by the table (other than `busy`) or by the rules is raised, and `LeaseLost`.
    """
    after_failure, while_away = pauses(), pauses(AWAY_PAUSE)
    while True:
        waits = after_failure
        try:
            await work()
            return
        except Refusal as problem:
            if problem.code != "busy":
                raise
        except (OkawariError, LeaseLost):
            raise
        except Unavailable:
            # The store logs once that the database is away.
            waits = while_away
        except Exception as problem:
            _log.error("A background task failed; it will be tried again.", exc_info=problem)
        await asyncio.sleep(next(waits))
