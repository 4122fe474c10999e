"""Running `okawari score` with lines piped in."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner, Result

from okawari.cli.app import app

NAMES = ("Ania", "Bo", "Ola Nowak", "Þór", "Żółw 🐢")
#: So many maki icons, on cards of which there are enough.
MAKI = {0: "", 1: "maki1", 2: "maki2", 3: "maki3", 4: "maki2*2", 5: "maki3 maki2"}


def run(menu: str, lines: list[str] | str, *options: str) -> Result:
    """Run the command with lines piped in; a list gets names put before it."""
    if isinstance(lines, list):
        lines = "\n".join(f"{name}: {line}" for name, line in zip(NAMES, lines, strict=False))
    return CliRunner().invoke(app, ["score", menu, *options], input=lines, env={"LC_ALL": "en_US.UTF-8"})


def scored(menu: str, lines: list[str] | str, *options: str) -> dict[str, Any]:
    """What the command says to programs."""
    result = run(menu, lines, "--json", *options)
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.output)
    return data


def points(menu: str, lines: list[str] | str, *options: str) -> list[int]:
    return [player["points"] for player in scored(menu, lines, *options)["players"]]


def final(menu: str, lines: list[str] | str, *options: str) -> list[int]:
    return points(menu, lines, "--final", *options)


def who_won(menu: str, lines: list[str] | str, *options: str) -> list[bool]:
    return [player["winner"] for player in scored(menu, lines, "--final", *options)["players"]]


def refusal(menu: str, lines: list[str] | str, *options: str) -> str:
    """What the command complains about; it prints nothing else."""
    result = run(menu, lines, *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    return str(result.stderr).strip()
