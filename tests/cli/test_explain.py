"""`okawari explain`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import okawari
from okawari.cli.app import app
from okawari.cli.explain import decimal, move_words, percent
from tests.bots.coach_positions import OBVIOUS, TRAY, seen
from tests.support.tables import RandomPlayer, Table, play_on


def test_the_command_explains_a_position_and_a_view(tmp_path: Path) -> None:
    view, best, _ = OBVIOUS["wasabi"]
    for name, data in (("view", view.to_json()), ("position", okawari.imagine(view, seed=1).position.to_json())):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        result = CliRunner().invoke(app, ["explain", str(file), "--budget", "200", "--json"])
        assert json.loads(result.stdout)["advice"][0]["move"] == best
    spoken = CliRunner().invoke(app, ["explain", str(tmp_path / "view.json"), "--budget", "200", "--lang", "pl"])
    assert spoken.stdout.startswith("Weź kartę nigiri z kalmarem: nigiri na wasabi liczy się ×3.")


DICE: dict[str, Any] = {
    "menu": "sushi-roll",
    "turn": 7,
    "red": 0,
    "belts": [["salmon", "egg"], ["maki2", "wasabi"]],
    "trays": [TRAY[:6], TRAY[:6]],
}
PYRAMID: dict[str, Any] = {
    "menu": "sushi-go-anniversary",
    "variant": "battle",
    "dessert": "tea",
    "turn": 1,
    "pyramid": ["- -", "- - -", "- - - -", "- - - ?tempura -", "squid - - egg squid -"],
    "plates": ["chopsticks", ""],
}


@pytest.mark.parametrize(
    ("table", "move", "language", "words"),
    [
        (DICE, "keep 2", "en", "keep egg nigiri"),
        (DICE, "keep 2", "pl", "zatrzymać: nigiri z jajkiem"),
        (DICE, "reroll 1 2", "is", "kasta aftur: laxa-nigiri, eggja-nigiri"),
        (DICE, "swap 1 with B2", "en", "swap salmon nigiri for Ola’s wasabi"),
        (DICE, "swap 1 with B2", "is", "skipta: laxa-nigiri ⇄ wasabi (Ola)"),
        (PYRAMID, "take 5.1", "en", "squid nigiri from 5.1"),
        (PYRAMID, "take 5.5", "pl", "nigiri z kalmarem z pola 5.5"),
        (PYRAMID, "take 5.4 chopsticks", "en", "egg nigiri from 5.4, and one more"),
    ],
)
def test_moves_are_said_with_what_they_take(table: dict[str, Any], move: str, language: str, words: str) -> None:
    assert move_words(move, seen(**table), ["Ania", "Ola"], language) == words


def test_dice_and_cards_are_named_in_advice_and_in_reviews(tmp_path: Path) -> None:
    file = tmp_path / "view.json"
    file.write_text(json.dumps(seen(**DICE).to_json()), encoding="utf-8")
    advice = CliRunner().invoke(app, ["explain", str(file), "--budget", "50", "--lang", "pl"]).stdout
    assert "zatrzymać: nigiri" in advice and "keep" not in advice
    record = play_on(Table("sushi-go-anniversary", 2, "tea", "battle").game(seed=7), RandomPlayer(7)).record
    record.save(tmp_path / "evening.json")
    told = CliRunner().invoke(app, ["review", str(tmp_path / "evening.json"), "--budget", "20", "--lang", "pl"]).stdout
    assert " z pola " in told and "take" not in told


def test_zero_has_no_minus_sign() -> None:
    assert (percent("en", -0.001, sign="+"), percent("en", -0.0)) == ("+0 %", "0 %")
    assert (decimal("pl", -0.01), decimal("pl", -0.1)) == ("+0,0", "−0,1")


def test_the_command_says_what_it_cannot_read(tmp_path: Path) -> None:
    file = tmp_path / "not.json"
    file.write_text("sushi", encoding="utf-8")
    for command in ("explain", "review"):
        assert CliRunner().invoke(app, [command, str(file)]).exit_code == 2
