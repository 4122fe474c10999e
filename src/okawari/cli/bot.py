"""`okawari bot`: one of Okawari's bots as a program that speaks the protocol of external bots."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from okawari import bots
from okawari.bots.bot import Bot
from okawari.cli.style import fail
from okawari.game import View

#: The share of the time for an answer that is reserved for its transport.
SPARE = 0.15


def bot(
    name: Annotated[str, typer.Argument(help="A bot, such as simple or name:key=value.")],
    seed: Annotated[
        int | None, typer.Option(help="The bot’s luck. Without it, the seed of the first question.", show_default=False)
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
    """What is wrong with the fields of a question, without its view; None if nothing is."""
    if question.get("okawari") != "decision":
        return "This is no decision: see docs/bots.md."
    for field in ("id", "view"):
        if field not in question:
            return f"The decision has no “{field}”: see docs/bots.md."
    for field in ("id", "seed", "milliseconds"):
        if type(question.get(field, 0)) is not int:
            return f"“{field}” must be a whole number: see docs/bots.md."
    return None


def _answer(player: Bot, question: dict[str, Any]) -> None:
    """Print the bot's move, or what is wrong with the view."""
    try:
        view = View.from_json(question["view"])
        if not view.moves:
            raise ValueError("There is nothing to choose.")
        with _in_time(player, question.get("milliseconds")):
            move = player.choose(view)
        _say(question, move=move.text)
    except ValueError as problem:
        _say(question, error=str(problem))


@contextmanager
def _in_time(player: Bot, milliseconds: int | None) -> Iterator[None]:
    """Cancel the bot shortly before the time is up, so that it answers with the best move so far."""
    if milliseconds is None:
        yield
        return
    allowed = min(max(0, milliseconds), 1000 * threading.TIMEOUT_MAX)
    alarm = threading.Timer((1 - SPARE) * allowed / 1000, player.cancel)
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
        alarm.join()
        player.cancelled.clear()


def _say(question: dict[str, Any], **words: str) -> None:
    number = question.get("id")
    answer = {"id": number if isinstance(number, int) else None, **words}
    print(json.dumps(answer, ensure_ascii=False), flush=True)
