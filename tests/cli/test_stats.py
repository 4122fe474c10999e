"""`okawari stats`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import okawari
from okawari import bots
from okawari.cli.app import app
from okawari.lab.table import play_game
from okawari.texts import say
from tests.cli.commands import assert_translated, run_command


def test_a_damaged_record_is_left_out_and_a_tournaments_own_files_are_passed_over(tmp_path: Path) -> None:
    words = ("tournament", "--bots", "random,random", "--games", 2, "--jobs", 1, "--out", tmp_path)
    run_command(*words, "--records", tmp_path / "evenings")
    whole = json.loads(next((tmp_path / "evenings").iterdir()).read_text())
    (tmp_path / "torn.json").write_text(json.dumps(whole | {"moves": whole["moves"][:-6]}))
    result = CliRunner().invoke(app, ["stats", str(tmp_path), "--json"])
    assert json.loads(result.stdout)["games"] == 2
    assert result.stderr.splitlines() == [f"Left out: {tmp_path / 'torn.json'}: the game is not over"]
    assert "a file is in the way" in run_command("stats", tmp_path, "--plots", __file__, exit_code=2)


def test_the_statistics_of_files(tmp_path: Path) -> None:
    for seed in range(3):
        game = play_game(okawari.new("sushi-go-first", 2, seed=seed), [bots.make("random", s) for s in (1, 2)])
        game.record.save(tmp_path / f"{seed}.json")
    okawari.new("sushi-go-first", 2, seed=9).record.save(tmp_path / "unfinished.json")
    (tmp_path / "other.json").write_text("{}")
    told = json.loads(run_command("stats", tmp_path, "--plots", tmp_path / "plots", "--json"))
    assert told["games"] == 3
    assert {picture.suffix for picture in (tmp_path / "plots").iterdir()} == {".png"}
    text = run_command("stats", tmp_path / "1.json")
    assert "What each dish brings a player" in text
    assert "no finished game" in run_command("stats", tmp_path / "other.json", exit_code=2)


@pytest.mark.parametrize(
    ("lang", "words", "none"),
    [
        (
            "pl",
            ("pierwsze: 1 gra", "Co znika najpierw", "nigiri z łososiem", "średnia tura", "A z 2"),
            "skończonej gry",
        ),
        ("is", ("útgáfa: 1 spil", "Hvað fer fyrst", "laxa-nigiri", "meðallota", "A af 2"), "Ekkert spil"),
    ],
)
def test_statistics_are_translated(lang: str, words: tuple[str, ...], none: str, tmp_path: Path) -> None:
    game = play_game(okawari.new("sushi-go-first", 2, seed=1), [bots.make("random", s) for s in (1, 2)])
    game.record.save(tmp_path / "game.json")
    okawari.new("sushi-go-first", 2, seed=9).record.save(tmp_path / "unfinished.json")
    assert_translated(run_command("stats", tmp_path / "game.json", "--lang", lang), *words)
    refused = run_command("stats", tmp_path / "unfinished.json", "--lang", lang, exit_code=2)
    assert_translated(refused, none, say(lang, "lab.not-over"))
