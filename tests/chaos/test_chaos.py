"""Two servers on PostgreSQL with Redis lose one part after another while people play: a short run of `make chaos`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.run import play_through
from tests.chaos.world import running_world
from tests.support.coroutines import run

DISTURBANCES, SEED = 30, 4


@pytest.mark.slow
def test_nothing_is_lost_or_doubled_and_all_goes_on(tmp_path: Path) -> None:
    with running_world(tmp_path) as world:
        report = run(play_through(world, DISTURBANCES, SEED))
    assert not report.problems, f"with the seed {SEED}:\n{report.markdown()}"
    assert report.games and report.journal.answers > DISTURBANCES
