"""What the server does by itself is tried until it succeeds: nobody is there who would ask again."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterator

from okawari.game import OkawariError
from okawari.server.play.errors import Refusal

#: Seconds before the second try, and between two tries at most.
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 20.0
_log = logging.getLogger("okawari.server")


def pauses() -> Iterator[float]:
    """Seconds between tries: each about twice as long as the one before, and never twice the same for two tables."""
    pause = FIRST_PAUSE
    while True:
        yield pause * random.uniform(0.75, 1.25)
        pause = min(2 * pause, LONGEST_PAUSE)


async def until_done(work: Callable[[], Awaitable[None]]) -> None:
    """Try some work until it succeeds. What is refused by the table or by the rules is not tried again."""
    for pause in pauses():
        try:
            await work()
            return
        except Refusal as problem:
            if problem.code != "busy":
                raise
        except OkawariError:
            raise
        except Exception as problem:
            _log.error("Something that the server does by itself failed; it will be tried again.", exc_info=problem)
        await asyncio.sleep(pause)
