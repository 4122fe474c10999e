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
    for line in sys.stdin:
        if not line.strip():
            continue
        question = _read(line)
        if not seeded and "seed" in question:
            player, seeded = bots.make(name, int(question["seed"])), True
        print(json.dumps(_answer(player, question), ensure_ascii=False), flush=True)


def _read(line: str) -> dict[str, Any]:
    try:
        question = json.loads(line)
    except ValueError:
        return {}
    return question if isinstance(question, dict) else {}


def _answer(player: Bot, question: dict[str, Any]) -> dict[str, Any]:
    """A move for a question, or what is wrong with the question."""
    if question.get("okawari") != "decision":
        return {"id": question.get("id"), "error": "This is no decision: see docs/bots.md."}
    try:
        return {"id": question["id"], "move": player.choose(View.from_json(question["view"])).text}
    except (KeyError, ValueError) as problem:
        return {"id": question.get("id"), "error": str(problem)}
