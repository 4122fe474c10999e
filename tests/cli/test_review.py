"""`okawari review`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from okawari.cli.app import app
from tests.bots.coach_positions import game_with_a_blunder


@pytest.mark.parametrize(
    ("language", "better"), [("en", "better: squid nigiri"), ("pl", "lepiej: "), ("is", "betra: ")]
)
def test_the_command_reviews_a_record(tmp_path: Path, language: str, better: str) -> None:
    game_with_a_blunder().save(tmp_path / "evening.json")
    result = CliRunner().invoke(app, ["review", str(tmp_path / "evening.json"), "--lang", language, "--budget", "100"])
    assert result.exit_code == 0
    assert better in result.stdout


def test_the_command_reviews_for_programs(tmp_path: Path) -> None:
    game_with_a_blunder().save(tmp_path / "evening.json")
    result = CliRunner().invoke(app, ["review", str(tmp_path / "evening.json"), "--json", "--budget", "100"])
    decisions = json.loads(result.stdout)["decisions"]
    assert {"seat": 0, "played": "chopsticks", "better": "squid"}.items() <= decisions[0].items()
