"""`okawari train` refuses what makes no sense, before anything else and in the reader's language."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from okawari.lab.training.options import Options
from tests.cli.commands import run_command


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--menu", "tapas"], "tapas"),
        (["--seats", "two"], "--seats names no number"),
        (["--seats", "7"], "7"),
        (["--dessert", "soup"], "soup"),
        (["--variant", "upside-down"], "upside-down"),
        (["--steps", "10", "--minutes", "1"], "--steps or --minutes"),
        (["--steps", "0"], "--steps is 0"),
        (["--minutes", "-1"], "--minutes is"),
        (["--tables", "0"], "--tables is 0"),
        (["--tables", "100000"], "65536"),
        (["--parts", "0"], "--parts is 0"),
        (["--seats", "2,4", "--tables", "9", "--parts", "5"], "can be 1 to 4"),
        (["--width", "1"], "--width is 1"),
        (["--learning-rate", "0"], "--learning-rate is"),
        (["--seed", "-1"], "--seed is"),
        (["--menu", "sushi-roll", "--seats", "2,3"], "a network for each number"),
    ],
    ids=" ".join,
)
def test_bad_options_are_refused_in_words(words: list[str], told: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert told in run_command("train", *words, "--out", folder, exit_code=2)
    assert not folder.exists()


def test_refusals_are_translated(tmp_path: Path) -> None:
    assert "Wybierz --steps albo --minutes" in _refused("pl", tmp_path)
    assert "Veldu --steps eða --minutes" in _refused("is", tmp_path)


def _refused(lang: str, folder: Path) -> str:
    return run_command("train", "--steps", 9, "--minutes", 1, "--lang", lang, "--out", folder / "run", exit_code=2)


def test_parts_make_another_training_and_one_part_is_that_of_earlier_versions() -> None:
    one, two = (Options.of("sushi-roll", (2,), steps=1, parts=parts) for parts in (1, 2))
    earlier = {key: value for key, value in two.to_json().items() if key != "parts"}
    assert one.is_same_run(earlier) and not two.is_same_run(earlier)
    assert not one.is_same_run(two.to_json())
    assert one.name == "sushi-roll-2-6b592deedf" != two.name


def test_options_are_read_as_they_were_written() -> None:
    options = Options.of("sushi-go-anniversary", (2,), "mochi", "battle", minutes=3, parts=5, bfloat16=True)
    assert Options.from_json(json.loads(json.dumps(options.to_json()))) == options


def test_without_pytorch_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert "okawari[train]" in run_command("train", "--out", tmp_path / "run", exit_code=2)
