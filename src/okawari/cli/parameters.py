"""Values of parameters that plainly fit are taken without Typer's check of types, which imports pydantic.

That import takes as long as NumPy's.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from types import NoneType
from typing import Any, get_args, get_type_hints


def take_what_fits(params: list[Any], function: Callable[..., Any]) -> None:
    """Let the parameters of a command take text, words of a list, and None for what is left out, without a check."""
    hints = get_type_hints(function)
    for param in params:
        if param.nargs == 1 and not param.multiple and param.callback is None:
            _take_what_fits(param, hints[param.name])


def false_when_left_out(flag: Any) -> Any:
    """A flag that is False when it is left out: Typer checks None, but neither True nor False."""
    flag.default = False
    return flag


def _take_what_fits(param: Any, hint: Any) -> None:
    kinds = [kind for kind in get_args(hint) or (hint,) if kind is not NoneType]
    check = param.process_value

    def process_value(ctx: Any, value: Any) -> Any:
        if value is None and not param.required:
            return None
        fitting = [kind for kind in kinds if isinstance(value, str) and _fits(value, kind)]
        return fitting[0](value) if fitting else check(ctx, value)

    param.process_value = process_value


def _fits(text: str, kind: type) -> bool:
    return kind is str or (issubclass(kind, StrEnum) and text in set(kind))
