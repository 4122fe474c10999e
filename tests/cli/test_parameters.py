"""Values that do not fit a parameter are refused, though those that plainly fit are not checked."""

from __future__ import annotations

import pytest

from tests.cli.commands import run_command


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("rules", "sushi-go-first", "--lang", "de"), "--lang"),
        (("rules", "sushi-go-first", "--lang", ""), "--lang"),
        (("rules",), "menu"),
        (("score",), "menu"),
        (("explain", "-", "--seat", "first"), "--seat"),
        (("explain", "-", "--seat", "9"), "--seat"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, tuple) else "",
)
def test_a_value_that_does_not_fit_is_refused(words: tuple[str, ...], told: str) -> None:
    assert told in run_command(*words, exit_code=2).lower()
