"""`okawari leaderboard`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from okawari.lab import leaderboard as lab
from okawari.lab.plan import Plan
from okawari.texts import say
from tests.cli.commands import assert_translated, run_command
from tests.lab.local import InProcessWorkers
from tests.support.paths import ROOT
from tests.support.timeouts import TIMEOUT

BOARD = "sushi-go-first 2"


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def workers(plan: Plan, jobs: int | None, records: str | None) -> InProcessWorkers:
        return InProcessWorkers(plan)

    monkeypatch.setattr("okawari.cli.tournament.LocalWorkers", workers)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Results of a small leaderboard with two boards; `net` plays as if no network fitted golf."""
    monkeypatch.setattr(lab, "can_play", lambda bot, setting: bot != "net" or not setting.variant)
    asked = ("--bots", "random,pip,net,hana", "--games", 4, "--boards", BOARD, "--boards", "golf")
    run_command("leaderboard", "--play", *asked, "--out", tmp_path / "run", "--data", tmp_path / "data.json")
    return tmp_path / "data.json"


def test_boards_are_played_stored_shown_and_written(data: Path, tmp_path: Path) -> None:
    first, golf = json.loads(run_command("leaderboard", "--data", data, "--json"))
    assert (first["board"], golf["board"]) == (BOARD, "sushi-go-anniversary strawberry golf 2")
    assert {row["bot"] for row in first["rows"]} == {"random", "pip", "net", "hana"}
    assert {row["bot"] for row in golf["rows"]} == {"random", "pip", "hana"}
    assert {row["games"] for row in golf["rows"]} == {8}
    text = run_command("leaderboard", "--data", data, "--boards", "golf")
    assert "Sushi golf, 2 seats" in text
    assert "1000 (fixed)" in text
    assert "first edition" not in text
    run_command("leaderboard", "--data", data, "--write", tmp_path / "page.md")
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert (
        f"    okawari leaderboard --play --bots random,pip,net,hana --boards '{BOARD}' --boards golf --games 4\n"
        in page
    )
    assert "Not at this board: `net`." in page
    assert page.count("| `hana` | 1000 (fixed) |") == 2


def test_a_larger_number_of_games_goes_on_in_the_same_folder(data: Path, tmp_path: Path) -> None:
    asked = ("--bots", "random,pip,net,hana", "--games", 6, "--boards", BOARD, "--out", tmp_path / "run")
    before = {path: path.read_text() for path in (tmp_path / "run").glob("*/deals.jsonl")}
    first, golf = json.loads(run_command("leaderboard", "--play", *asked, "--data", data, "--boards", "golf", "--json"))
    assert {row["games"] for row in first["rows"]} == {18}
    assert {row["games"] for row in golf["rows"]} == {12}
    assert all(path.read_text().startswith(text) for path, text in before.items())


def test_a_program_stands_where_its_bot_stands(data: Path) -> None:
    def placed(newcomer: str) -> dict[str, object]:
        asked = ("--add", newcomer, "--against", "pip", "--games", 4, "--data", data, "--json")
        (board,) = json.loads(run_command("leaderboard", *asked))
        assert board["board"] == BOARD
        assert board["faults"] == []
        (row,) = (row for row in board["rows"] if row["new"])
        assert row.pop("bot") == newcomer
        return row

    assert placed("hana") == placed(f"cmd:seconds={TIMEOUT}:{sys.executable} -m okawari.cli bot hana")


def test_hana_as_a_newcomer_is_as_strong_as_hana() -> None:
    (board,) = json.loads(run_command("leaderboard", "--add", "hana", "--games", 100, "--json"))
    (row,) = (row for row in board["rows"] if row["new"])
    assert row["rating"]["low"] < 1000 < row["rating"]["high"]
    assert row["rating"]["mean"] == pytest.approx(1000, abs=60)


def test_the_example_of_an_own_bot_finds_its_place() -> None:
    bot = f"cmd:seconds={TIMEOUT}:{sys.executable} {ROOT / 'examples' / 'own_bot.py'} answer"
    text = run_command("leaderboard", "--add", bot, "--against", "random,hana", "--games", 10)
    assert f"→ {bot}" in text
    assert "20 games with random, hana" in text
    names = [line.split()[1] for line in text.splitlines() if line.strip()[:1].isdigit()]
    assert names.index("hana") < names.index("→") < names.index("random")


def test_faults_of_a_newcomer_are_told(data: Path) -> None:
    asked = ("--add", f"cmd:seconds={TIMEOUT}:false", "--against", "pip", "--games", 2, "--data", data)
    assert say("en", "lab.fault.ended") in run_command("leaderboard", *asked)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--add", "cmd:./no-such-bot"], "no program './no-such-bot'"),
        (["--add", "sommelier"], "no bot called “sommelier”"),
        (["--add", "net:file=no.okawari"], "The bot net:file=no.okawari cannot play"),
        (["--add", "pip", "--against", "tree"], "tree is not on this board. Choose from: random, "),
        (["--boards", "pizza"], "has the words: pizza. There are these boards: sushi-go-first 2, "),
        (["--play", "--bots", "hana"], "two bots or more"),
        (["--play", "--bots", "hana,pip,hana"], "each of them once"),
        (["--play", "--bots", "hana,cmd:./no-such-bot"], "no program"),
        (["--data", __file__], "test_leaderboard.py"),
        (["--data", "nowhere.json"], "nowhere.json does not hold a leaderboard"),
        (["--write", "no/such/folder/page.md"], "No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_refused_clearly(words: list[str], told: str) -> None:
    assert told in run_command("leaderboard", *words, exit_code=2)


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text('{"boards": [{"menu": "sushi-go-first"}]}')
    told = run_command("leaderboard", "--data", tmp_path / "data.json", exit_code=2)
    assert told.strip() == f"{tmp_path / 'data.json'} does not hold a leaderboard."


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("pl", ("wydanie pierwsze", "2 miejsca", "1000 (ustalony)", "(od ", "wygrane %", "simple: 4 gry, rywale: pip")),
        ("is", ("fyrsta útgáfa", "2 sæti", "1000 (fast)", " til ", "sigrar %", "simple: 4 spil með pip")),
    ],
)
def test_the_leaderboard_is_translated(lang: str, words: tuple[str, ...], data: Path, tmp_path: Path) -> None:
    asked = ("leaderboard", "--data", data, "--lang", lang)
    assert_translated(run_command(*asked, "--add", "simple", "--against", "pip", "--games", 4), *words)
    run_command(*asked, "--write", tmp_path / "page.md")
    assert say(lang, "lab.board.about-newcomers") in (tmp_path / "page.md").read_text(encoding="utf-8")
