"""`okawari explain`: what the coach thinks of every move."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from okawari.bots import coach
from okawari.cli.style import AsJson, Lang, console, dish, fail, language, print_json
from okawari.cli.style import explain as in_words
from okawari.cli.tell import names_of
from okawari.game import OkawariError, Position, Setting, View
from okawari.texts import number, say

_STDIN = "-"


def explain(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A view or a position; - reads what is piped in.")],
    seat: Annotated[
        int | None, typer.Option(min=0, max=4, help="Whose move it is at a position.", show_default=False)
    ] = None,
    budget: Annotated[int, typer.Option(min=1, help="Imagined games: more are more certain.")] = coach.BUDGET,
    seconds: Annotated[float | None, typer.Option(help="Stop thinking after so long.", show_default=False)] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same answer.")] = 0,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Ask the coach: every move with its expected margin, its chance to win, and why."""
    speech = language(lang)
    view = _view(file, seat, speech)
    if view is None or not view.moves:
        fail(say(speech, "coach.nothing-to-choose"))
    explanation = coach.explain(view, budget=budget, seconds=seconds, seed=seed)
    if as_json:
        print_json(explanation.to_json())
    else:
        _show(console(), explanation, speech)


def _view(file: str, seat: int | None, lang: str) -> View | None:
    """The view of a file: what it is, or what a seat sees at its position."""
    try:
        text = sys.stdin.read() if file == _STDIN else Path(file).read_text(encoding="utf-8-sig")
        return _seen(json.loads(text), seat)
    except OSError as problem:
        fail(say(lang, "replay.cannot-read", file=file, problem=problem.strerror))
    except (json.JSONDecodeError, UnicodeDecodeError) as problem:
        fail(say(lang, "error.bad-json", file=file, problem=problem))
    except OkawariError as problem:
        fail(in_words(problem, lang))


def _seen(data: Any, seat: int | None) -> View | None:
    if isinstance(data, dict) and data.get("okawari") == "view":
        return View.from_json(data)
    game = Position.from_json(data).game(seed=0)
    seat = game.to_move[0] if seat is None else seat
    view: View | None = game.view(seat) if seat in game.seats else None
    return view


def _show(out: Console, explanation: coach.Explanation, lang: str) -> None:
    names = names_of(explanation.setting, None, lang)
    table = Table(box=box.ROUNDED if out.is_terminal else box.SIMPLE, header_style="bold")
    table.add_column(say(lang, "coach.move"), no_wrap=True)
    table.add_column(say(lang, "coach.margin"), justify="right", no_wrap=True)
    table.add_column(say(lang, "coach.win"), justify="right", no_wrap=True)
    table.add_column(say(lang, "coach.why"))
    for advice in explanation.advice:
        table.add_row(
            move_words(advice.move.text, explanation.setting, lang),
            f"{decimal(lang, advice.margin)} ± {decimal(lang, advice.margin_error, sign='')}",
            f"{percent(advice.win)} ± {percent(advice.win_error)}",
            Text(advice.why(lang, names)),
            style="bold" if advice is explanation.best else None,
        )
    out.print(table)
    if explanation.setting.variant == "golf":
        out.print(Text(say(lang, "coach.golf"), style="dim"))
    if explanation.solved:
        out.print(Text(say(lang, "coach.solved"), style="dim"))
    out.print(Text(say(lang, "coach.tables", n=explanation.tables), style="dim"))


def move_words(move: str, setting: Setting, lang: str) -> str:
    """A move as people say it: cards by their names; places as they are typed."""
    if setting.doors.name != "draft":
        return move
    own, slash, dummys = move.partition("/")
    return _cards(own.split("+"), lang) + (f" / {_cards([dummys], lang)}" if slash else "")


def _cards(cards: Sequence[str], lang: str) -> str:
    return " + ".join(dish(lang, card) for card in cards)


def decimal(lang: str, value: float, sign: str = "+") -> str:
    """A number with one decimal, as a language writes it."""
    return number(lang, value, f"{sign}.1f")


def percent(share: float, sign: str = "") -> str:
    """A share in percent."""
    return format(100 * share, f"{sign}.0f").replace("-", "−") + " %"
