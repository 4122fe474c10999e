"""`okawari solve`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from okawari.bots.solver import solve
from okawari.cli.app import app
from tests.bots.open_positions import end_of_round, last_dice, small_position


def test_the_command_prints_a_table_and_json(tmp_path: Path) -> None:
    file, position = tmp_path / "end.json", small_position(3, 3, menu="sushi-go-first")
    file.write_text(json.dumps(position.to_json()))
    runner = CliRunner()
    shown = runner.invoke(app, ["solve", str(file)])
    assert shown.exit_code == 0
    assert "%" in shown.output
    assert not set(shown.output) & set("│─┃━┏╭"), "lines of a box in a pipe"
    polish = runner.invoke(app, ["solve", str(file), "--lang", "pl"])
    assert "Wartość dla A" in polish.output
    dice = runner.invoke(app, ["solve", "-"], input=json.dumps(last_dice(1).to_json()))
    assert "keep" in dice.output
    told = json.loads(runner.invoke(app, ["solve", "--json", "-"], input=file.read_text()).output)
    assert told["value"] == pytest.approx(solve(position).value)
    assert runner.invoke(app, ["solve", str(tmp_path / "nothing.json")]).exit_code == 2
    assert runner.invoke(app, ["solve", "-"], input="{").exit_code == 2


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["+3.000", "squid nigiri + salmon nigiri", "100.0 %", "−7.000", "each pudding card"]),
        ("pl", ["+3,000", "nigiri z kalmarem + nigiri z łososiem", "100,0 %", "−7,000", "2,2 za każdą"]),
    ],
)
def test_the_command_speaks_and_counts_as_its_reader_does(language: str, told: list[str]) -> None:
    position = end_of_round(
        ["wasabi chopsticks", "dumpling maki2"], ["squid tempura salmon", "egg sashimi dumpling"], round=1
    )
    shown = CliRunner().invoke(app, ["solve", "-", "--lang", language], input=json.dumps(position.to_json()))
    assert [words for words in told if words not in shown.output] == []


def test_dice_are_named_and_zero_has_no_minus_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    position = last_dice(1)
    drawn = replace(solve(position), value=-1e-9, margin=-0.0)
    monkeypatch.setattr("okawari.cli.solve.solve_position", lambda *_: drawn)
    shown = CliRunner().invoke(app, ["solve", "-", "--lang", "pl"], input=json.dumps(position.to_json()))
    assert "zatrzymać: " in shown.output
    assert "−0,000" not in shown.output


def test_the_command_reads_what_windows_pipes() -> None:
    piped = b"\xef\xbb\xbf" + json.dumps(small_position(3, 2).to_json()).encode()
    assert CliRunner().invoke(app, ["solve", "-"], input=piped).exit_code == 0


@pytest.mark.parametrize("command", ["solve", "explain"])
def test_commands_say_what_they_cannot_read(command: str, tmp_path: Path) -> None:
    missing = CliRunner().invoke(app, [command, str(tmp_path / "nothing.json"), "--lang", "pl"])
    deep = CliRunner().invoke(app, [command, "-"], input="[" * 100_000)
    assert (missing.exit_code, deep.exit_code) == (2, 2)
    assert "Nie da się odczytać" in missing.output and "Errno" not in missing.output
    assert "JSON" in deep.output


@pytest.mark.parametrize(
    "options",
    [
        ["solve", "--dessert-price", "nan"],
        ["solve", "--dessert-price", "inf"],
        ["solve", "--seconds", "-3"],
        ["explain", "--seconds", "nan"],
        ["explain", "--seconds", "-1"],
    ],
    ids=" ".join,
)
def test_invalid_numbers_are_refused(options: list[str]) -> None:
    command, *wrong = options
    refused = CliRunner().invoke(app, [command, "-", *wrong], input=json.dumps(small_position(3, 2, 1).to_json()))
    assert refused.exit_code == 2
    assert wrong[0] in refused.output
