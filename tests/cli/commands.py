"""Running commands, and checking the language that they speak."""

from __future__ import annotations

import re
from typing import Any

from typer.testing import CliRunner

from okawari.cli.app import app


def run_command(*words: Any, exit_code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == exit_code, result.output
    return result.stdout if exit_code == 0 else result.output


#: Words that only English output has.
ENGLISH = ("games", "wins", "margin", "points", "rating", "deals", "seats", "Results", "dish", "taken", "turn")


def assert_translated(told: str, *words: str) -> None:
    assert [word for word in words if word not in told] == []
    assert [word for word in ENGLISH if re.search(rf"\b{word}\b", told)] == []
