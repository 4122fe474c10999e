"""What the server does by itself is tried again until it succeeds."""

from __future__ import annotations

import asyncio

import pytest

from okawari.server.runtime import retry
from okawari.server.storage.store import Unavailable
from tests.support.coroutines import run


@pytest.mark.parametrize(("problem", "longest"), [(Unavailable(), 2.5), (OSError(28, "No space left on device"), 25.0)])
def test_pauses_grow_but_stay_short_while_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, problem: Exception, longest: float
) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    async def work() -> None:
        if len(pauses) < 50:
            raise problem

    monkeypatch.setattr(asyncio, "sleep", sleep)
    run(retry.until_done(work))
    assert pauses[0] < 0.2
    assert 0.6 * longest < max(pauses) <= longest
