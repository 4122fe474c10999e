"""How the command talks: colours and tables on a terminal, plain text in a pipe, in the reader's language."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from okawari.game import OkawariError
from okawari.texts import language_of_locale, say


class Language(StrEnum):
    """The languages that Okawari speaks."""

    ENGLISH = "en"
    POLISH = "pl"
    ICELANDIC = "is"


Lang = Annotated[
    Language | None,
    typer.Option("--lang", help="Language: en, pl or is. Without it, that of your locale.", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]


def language(chosen: Language | None) -> str:
    """The language to speak."""
    return chosen.value if chosen else language_of_locale()


def console() -> Console:
    """Where text for people goes."""
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def fail(problem: str) -> NoReturn:
    """Say what went wrong, and stop."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(problem, style="bold red", markup=False)
    raise typer.Exit(2)


def explain(problem: Exception, lang: str) -> str:
    """A problem in the reader's language."""
    return problem.in_language(lang) if isinstance(problem, OkawariError) else str(problem)


def print_json(data: Any) -> None:
    """Print data for programs."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def dish(lang: str, word: str) -> str:
    """The name of a dish."""
    return say(lang, f"dish.{word}.name")
