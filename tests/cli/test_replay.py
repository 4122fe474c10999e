"""`okawari replay`: recorded games are readable, and no forged one passes."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import okawari
from okawari.cli.app import app
from okawari.cli.replay import CHECKS, turns_of
from okawari.cli.style import dish
from okawari.texts import LANGUAGES, say

TABLES: dict[str, dict[str, Any]] = {
    "classic": {"menu": "sushi-go-first", "seats": 3},
    "dummy": {"menu": "sushi-go-2014", "seats": 2, "variant": "dummy"},
    "piles": {"menu": "sushi-go-anniversary", "seats": 2, "variant": "piles", "dessert": "yogurt"},
    "battle": {"menu": "sushi-go-anniversary", "seats": 2, "variant": "battle", "dessert": "mochi"},
    "roll": {"menu": "sushi-roll", "seats": 4},
}


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")


def recorded(file: Path, table: str, *, moves: int | None = None, **changes: Any) -> okawari.Game:
    """A random game, whole or cut short, written to a file with some of it changed."""
    game, chance = okawari.new(**TABLES[table], seed=11), random.Random(11)
    while not game.over and (moves is None or len(game.record.moves) < moves):
        for seat in game.to_move:
            game.choose(seat, chance.choice(game.moves(seat)))
    file.write_text(json.dumps(game.record.to_json() | changes))
    return game


def replayed(*args: object, exit_code: int = 0) -> str:
    result = CliRunner().invoke(app, ["replay", *map(str, args)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == exit_code, result.output
    return result.output


@pytest.mark.parametrize("table", TABLES)
def test_a_game_reads_turn_by_turn(table: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = recorded(file, table)
    out = replayed(file)
    for round_no in (1, 2, 3):
        assert f"Round {round_no} of 3 · Turn 1" in out
        assert f"The bill for round {round_no}" in out
    assert re.search(r"wins with|share the win", out)
    assert str(max(game.totals)) in out
    assert "\x1b" not in out


def test_the_hands_of_a_finished_game_are_open(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    recorded(file, "classic")
    first = okawari.new(**TABLES["classic"], seed=11).view(1).hand
    line = next(line for line in replayed(file).splitlines() if line.startswith("Player B:"))
    assert all(dish("en", word) in line for word in first)


def test_the_hands_of_an_unfinished_game_stay_secret(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    recorded(file, "classic", moves=6)
    out = replayed(file)
    assert "hands stay secret" in out
    assert "Player B:" not in out
    assert "Turn 2" in out


def test_names_are_used_where_they_were_given(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    recorded(file, "classic", names=["Ania", "[bold]Bo", "Gréta"])
    out = replayed(file)
    assert "Ania, [bold]Bo, Gréta" in out
    assert "Player A" not in out


@pytest.mark.parametrize("table", TABLES)
def test_no_event_is_lost_between_turns(table: str, tmp_path: Path) -> None:
    game = recorded(tmp_path / "game.json", table)
    turns = list(turns_of(game.events))
    assert [event for turn in turns for event in turn.events] == game.events
    places = [(turn.round, turn.turn) for turn in turns]
    assert places == sorted(set(places))


def test_one_round_or_one_turn_can_be_picked(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    recorded(file, "classic")
    out = replayed(file, "--round", 2, "--turn", 3)
    assert re.findall(r"Round (\d) of 3 · Turn (\d+)", out) == [("2", "3")]
    assert "no such turn" in replayed(file, "--round", 4, exit_code=2)


@pytest.mark.parametrize("lang", ["pl", "is"])
@pytest.mark.parametrize("table", TABLES)
def test_every_event_has_words_in_other_languages(table: str, lang: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    recorded(file, table)
    assert not re.search(r"[{}]", replayed(file, "--lang", lang))
    replayed(file, "--verify", "--lang", lang)


def test_json_is_for_programs(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = recorded(file, "classic")
    told = json.loads(replayed(file, "--json"))
    assert told["scores"] == list(game.totals)
    assert told["turns"][0]["hands"][0]
    assert sum(len(turn["events"]) for turn in told["turns"]) == len(game.events)
    assert len(json.loads(replayed(file, file, "--json"))) == 2


@pytest.mark.parametrize("table", TABLES)
def test_a_true_record_passes_every_check(table: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    recorded(file, table)
    out = replayed(file, "--verify")
    assert out.count("  ok  ") == 5
    assert "everything holds" in out
    assert json.loads(replayed(file, "--verify", "--json")) == {"file": str(file), "ok": True, "problems": []}


def test_an_unfinished_record_says_that_its_seed_could_not_be_checked(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    recorded(file, "classic", moves=6)
    assert "not checked  The luck is that of the seed (there is no seed in it)" in replayed(file, "--verify")


def _other_move(data: dict[str, Any]) -> None:
    data["moves"][0][1] = next(
        text for seat, text in data["moves"] if seat == data["moves"][0][0] and text != data["moves"][0][1]
    )


def _other_luck(data: dict[str, Any]) -> None:
    luck = data["luck"]
    other = next(place for place, word in enumerate(luck) if word != luck[0])
    luck[0], luck[other] = luck[other], luck[0]


FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "move": _other_move,
    "no move": lambda data: data["moves"].pop(),
    "seat": lambda data: data["moves"].__setitem__(0, [4, data["moves"][0][1]]),
    "score": lambda data: data["scores"].__setitem__(0, data["scores"][0] + 1),
    "winner": lambda data: data.update(winners=[who for who in range(data["seats"]) if who not in data["winners"]]),
    "digest": lambda data: data.update(digest="0" * 64),
    "luck": _other_luck,
    "rules": lambda data: data.update(rules=data["rules"] + 1),
    "seed": lambda data: data.update(seed="00" * 32),
    "no seed at all": lambda data: data.update(seed="pickle"),
    "not over": lambda data: data.update(over=False),
}


@pytest.mark.parametrize("table", ["classic", "battle", "roll"])
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_record_fails(forgery: str, table: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    recorded(file, table)
    data = json.loads(file.read_text())
    FORGERIES[forgery](data)
    file.write_text(json.dumps(data))
    assert "NOT OK" in replayed(file, "--verify", exit_code=1)
    told = json.loads(replayed(file, "--verify", "--json", exit_code=1))
    assert told["ok"] is False
    assert told["problems"]


def test_one_forged_record_among_good_ones_fails_the_run(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    recorded(good, "classic")
    recorded(bad, "classic", scores=[1, 2, 3])
    out = replayed(good, bad, "--verify", exit_code=1)
    assert "good.json: everything holds" in out
    assert "bad.json: 1 thing does not hold" in out


@pytest.mark.parametrize("text", [None, "", "{", "[]", "{}", '{"okawari": "record", "format": 1}', "\udcff"])
def test_a_file_that_is_no_record_is_refused_clearly(text: str | None, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    if text is not None:
        file.write_text(text, errors="surrogateescape")
    for options in ([], ["--verify"], ["--json"]):
        assert f"Cannot read {file}" in replayed(file, *options, exit_code=2).replace("\n", " ")


def test_every_check_has_words() -> None:
    for check in CHECKS:
        for language in LANGUAGES:
            assert say(language, f"error.{check}")
            assert say(language, f"replay.check.{check}")
