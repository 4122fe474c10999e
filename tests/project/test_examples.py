"""The programs in `examples` do what they say, and are short enough to be read at once."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from okawari import Setting
from okawari.lab import Plan
from okawari.lab.dataset import write_dataset
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
#: Arguments with which an example takes seconds, and what it prints.
RUNS = {
    "random_play.py": (["64"], "of the wins"),
    "bot_match.py": (["hana", "random", "8"], "hana: "),
    "million_games.py": (["5000", "points.png"], "5 players: "),
    "own_bot.py": ([], "own_bot.py"),
    "learn_from_data.py": ([], "chosen as the bot did: "),
}
#: Those that need PyTorch.
LEARNERS = {
    "maskable_ppo.py": (["256", "4"], "after 256 steps: "),
    "masked_ppo.py": (["2", "16"], "of the games won against greedy"),
}


@pytest.mark.parametrize("name", [*RUNS, *(pytest.param(name, marks=pytest.mark.research) for name in LEARNERS)])
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    arguments, expected = (RUNS | LEARNERS)[name]
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
    if arguments and arguments[-1].endswith(".png"):
        assert (tmp_path / arguments[-1]).stat().st_size > 1000


@pytest.mark.parametrize("name", RUNS | LEARNERS)
def test_an_example_is_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) < 60


def test_what_learns_from_data_chooses_as_the_bot_did_far_more_often_than_by_chance(tmp_path: Path) -> None:
    file = tmp_path / "decisions.parquet"
    write_dataset(file, Plan(Setting.of("sushi-go-anniversary", 2, "tea"), ("hana",), seed=4), games=30)
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "learn_from_data.py"), str(file), "10"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    right, chance = map(int, re.findall(r"(\d+)%", done.stdout))
    assert right > 2 * chance > 20
