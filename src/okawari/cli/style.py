"""Helpers for all commands: the language option, the console, errors, JSON input and output, names of dishes."""

from __future__ import annotations

import json
import math
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from okawari.game.errors import BadFile, OkawariError
from okawari.texts import language_of_locale, say


class Language(StrEnum):
    """The languages of the texts."""

    ENGLISH = "en"
    POLISH = "pl"
    ICELANDIC = "is"


Lang = Annotated[
    Language | None,
    typer.Option("--lang", help="Language: en, pl or is. Without it, that of your locale.", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]


_STDIN = "-"


def finite(number: float | None) -> float | None:
    """Refuse an option that is infinite or not a number."""
    if number is not None and not math.isfinite(number):
        raise typer.BadParameter(say(language_of_locale(), "error.not-finite", value=number))
    return number


def language(chosen: Language | None) -> str:
    """The code of the chosen language, or that of the locale."""
    return chosen.value if chosen else language_of_locale()


def console() -> Console:
    """A console for standard output, without wrapping in a pipe."""
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def fail(problem: str, exit_code: int = 2) -> NoReturn:
    """Print an error, and end the command with an exit code."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(problem, style="bold red", markup=False)
    raise typer.Exit(exit_code)


def explain(problem: Exception, lang: str) -> str:
    """The text of an exception, translated where it can be."""
    return problem.in_language(lang) if isinstance(problem, OkawariError) else str(problem)


def read_json(file: str, lang: str) -> Any:
    """The JSON in a file, or in standard input for `-`."""
    from okawari.game.reading import parse

    try:
        return parse(sys.stdin.buffer.read() if file == _STDIN else Path(file).read_bytes(), file)
    except OSError as problem:
        fail(say(lang, "replay.cannot-read", file=file, problem=problem.strerror))
    except BadFile as problem:
        fail(explain(problem, lang))


def print_json(data: Any) -> None:
    """Print data as JSON."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def dish(lang: str, word: str) -> str:
    """The name of a dish."""
    return say(lang, f"dish.{word}.name")


def dishes(lang: str, word: str, n: int, unit: str = "cards") -> str:
    """The name of a dish and how many there are: `maki ×3 (2 cards)`, in brackets as some names have a number."""
    return dish(lang, word) if n == 1 else f"{dish(lang, word)} ({say(lang, f'ui.{unit}', n=n)})"
