"""What the score pad prints, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from okawari.cli.app import app
from tests.cli.score_command import points, refusal, run, scored
from tests.support.tables import EDITION_2014, FIRST


def test_names_words_and_gaps_are_forgiving() -> None:
    text = "\ufeff  Ania  Maria :  Tempura*2,  EGG\t maki1*0 \r\n\r\n# remark: egg\r\n[b]Bo[/b]:maki1\r\n"
    sheet = scored(FIRST, text)
    assert [(player["name"], player["points"]) for player in sheet["players"]] == [("Ania Maria", 6), ("[b]Bo[/b]", 6)]
    assert "[b]Bo[/b]: 6 points" in run(FIRST, text).output


def test_the_shape_of_the_json() -> None:
    now = scored(FIRST, ["egg maki1", "chopsticks"])
    assert [set(player) for player in now["players"]] == [{"name", "points", "lines"}] * 2
    end = scored(FIRST, ["4 pudding", "5"], "--final")
    assert [set(player) for player in end["players"]] == [{"name", "points", "lines", "total", "winner"}] * 2
    for player in now["players"] + end["players"]:
        assert player["points"] == sum(line["points"] for line in player["lines"])
        assert all(set(line) == {"dish", "points", "why"} for line in player["lines"])


def test_reasons_are_english_unless_asked_otherwise() -> None:
    env = {"LC_ALL": "pl_PL.UTF-8"}
    args = ["score", FIRST, "--json"]
    lines = "Ania: egg\nBo: egg"
    assert "no maki" in CliRunner().invoke(app, args, input=lines, env=env).output
    assert "futomaki" in CliRunner().invoke(app, [*args, "--lang", "pl"], input=lines, env=env).output
    assert "futomaki" in CliRunner().invoke(app, args[:-1], input=lines, env=env).output


@pytest.mark.parametrize(
    ("lang", "round_words", "final_words", "problem"),
    [
        ("en", ("Ania: 9 points", "nigiri"), ("34 − 6 = 28", "the fewest", "Bo wins with 36"), "Did you mean “egg”?"),
        ("pl", ("Ania: 9 punktów", "karta, liczy się"), ("najmniej", "Wygrywa Bo"), "Czy chodzi o „egg”?"),
        ("is", ("Ania: 9 stig", "talið í leikslok"), ("minnst allra", "Bo"), "„egg“"),
    ],
)
def test_three_languages(lang: str, round_words: tuple[str, ...], final_words: tuple[str, ...], problem: str) -> None:
    output = run(FIRST, ["wasabi squid pudding", "egg"], "--lang", lang).output
    assert [word for word in round_words if word not in output] == []
    output = run(FIRST, ["34", "30 pudding*2", "20 pudding"], "--final", "--lang", lang).output
    assert [word for word in final_words if word not in output] == []
    assert problem in refusal(FIRST, ["eggg", "egg"], "--lang", lang)


def test_the_dummy_has_a_name_in_each_language() -> None:
    lines = "A: egg\nB: egg\ndummy: egg"
    assert "Marionetka: " in run(EDITION_2014, lines, "--variant", "dummy", "--lang", "pl").output


def test_a_file_or_a_dash(tmp_path: Path) -> None:
    file = tmp_path / "round.txt"
    file.write_text("Ania: egg\nŻółw: maki1\n", encoding="utf-8")
    from_file = CliRunner().invoke(app, ["score", FIRST, str(file), "--json"])
    assert [player["points"] for player in json.loads(from_file.output)["players"]] == [1, 6]
    assert points(FIRST, ["egg", "maki1"], "-") == [1, 6]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "nowhere.txt cannot be read" in refusal(FIRST, "", str(tmp_path / "nowhere.txt"))
    assert "cannot be read" in refusal(FIRST, "", str(tmp_path))
    file = tmp_path / "latin2.txt"
    file.write_bytes("Żółw: egg".encode("latin2"))
    assert "UTF-8" in refusal(FIRST, "", str(file))
