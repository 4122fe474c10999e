"""Errors as messages."""

from __future__ import annotations

from typing import Any

from okawari.game import OkawariError
from okawari.server.play.errors import Refusal
from okawari.server.wire.messages import Problem


def problem_of(error: Refusal | OkawariError) -> Problem:
    """The message with the code and parameters of an error."""
    return Problem(code=error.code, params={word: plain(value) for word, value in error.params.items()})


def plain(value: Any) -> Any:
    """A parameter as a value of JSON; other objects as text."""
    if isinstance(value, str | int | float | bool | None):
        return value
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(each) for each in value]
    return str(value)
