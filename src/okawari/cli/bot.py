"""`okawari bot`: our own bots as programs, for whoever speaks the protocol of bots in other languages."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

from okawari import bots
from okawari.bots.bot import Bot
from okawari.cli.style import fail
from okawari.game import View


def bot(
    name: Annotated[str, typer.Argument(help="A bot, such as simple or name:key=value.")],
    seed: Annotated[
        int | None, typer.Option(help="The bot's luck. Without it, the seed of the first question.", show_default=False)
    ] = None,
) -> None:
    """Answer decisions, one JSON line each, from standard input to standard output: see docs/bots.md."""
    try:
        player = bots.make(name, seed or 0)
    except ValueError as problem:
        fail(str(problem))
    seeded = seed is not None
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        question = _read(line)
        if fault := _fault(question):
            _say(question, error=fault)
            continue
        if not seeded and "seed" in question:
            player, seeded = bots.make(name, question["seed"]), True
        _answer(player, question)


def _read(line: bytes) -> dict[str, Any]:
    try:
        question = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return question if isinstance(question, dict) else {}


def _fault(question: dict[str, Any]) -> str | None:
    """What is wrong with a question before anybody looks at its view."""
    if question.get("okawari") != "decision":
        return "This is no decision: see docs/bots.md."
    for field in ("id", "view"):
        if field not in question:
            return f"The decision has no “{field}”: see docs/bots.md."
    for field in ("id", "seed"):
        if type(question.get(field, 0)) is not int:
            return f"“{field}” must be a whole number: see docs/bots.md."
    return None


def _answer(player: Bot, question: dict[str, Any]) -> None:
    """Say a move, or what is wrong with the view."""
    try:
        view = View.from_json(question["view"])
        if not view.moves:
            raise ValueError("There is nothing to choose.")
        _say(question, move=player.choose(view).text)
    except ValueError as problem:
        _say(question, error=str(problem))


def _say(question: dict[str, Any], **words: str) -> None:
    number = question.get("id")
    answer = {"id": number if isinstance(number, int) else None, **words}
    print(json.dumps(answer, ensure_ascii=False), flush=True)
