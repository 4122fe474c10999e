"""`okawari explain`: the coach's advice on every move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from okawari.bots import coach
from okawari.cli.style import AsJson, Lang, console, dish, fail, finite, language, print_json, read_json
from okawari.cli.style import explain as in_words
from okawari.cli.table import free_cards
from okawari.cli.tell import names_of
from okawari.game import OkawariError, Position, View
from okawari.game.notation import SEAT_LETTERS
from okawari.texts import number, say

#: The widest column of moves; a longer move is wrapped, so that the reasons have room beside it.
_WIDEST_MOVE = 32


def explain(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A view or a position; - reads what is piped in.")],
    seat: Annotated[
        int | None, typer.Option(min=0, max=4, help="Whose move it is at a position.", show_default=False)
    ] = None,
    budget: Annotated[int, typer.Option(min=1, help="Imagined games: more are more certain.")] = coach.BUDGET,
    seconds: Annotated[
        float | None, typer.Option(min=0, callback=finite, help="Stop thinking after so long.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same answer.")] = 0,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Ask the coach: every move with its expected margin, its chance to win, and why."""
    chosen = language(lang)
    view = _view(file, seat, chosen)
    if view is None or not view.moves:
        fail(say(chosen, "coach.nothing-to-choose"))
    explanation = coach.explain(view, budget=budget, seconds=seconds, seed=seed)
    if as_json:
        print_json(explanation.to_json())
    else:
        _show(console(), explanation, view, chosen)


def _view(file: str, seat: int | None, lang: str) -> View | None:
    """The view in a file, or a seat's view of the position in it; None if there is no such seat."""
    data = read_json(file, lang)
    try:
        return _seen(data, seat)
    except OkawariError as problem:
        fail(in_words(problem, lang))


def _seen(data: Any, seat: int | None) -> View | None:
    if isinstance(data, dict) and data.get("okawari") == "view":
        return View.from_json(data)
    game = Position.from_json(data).game(seed=0)
    seat = game.to_move[0] if seat is None else seat
    view: View | None = game.view(seat) if seat in game.seats else None
    return view


def _show(out: Console, explanation: coach.Explanation, view: View, lang: str) -> None:
    names = names_of(explanation.setting, None, lang)
    out.print(Text(explanation.words(lang, names), style="bold"))
    table = Table(box=box.ROUNDED if out.is_terminal else box.SIMPLE, header_style="bold")
    table.add_column(say(lang, "coach.move"), max_width=_WIDEST_MOVE)
    table.add_column(say(lang, "coach.margin"), justify="right", no_wrap=True)
    table.add_column(say(lang, "coach.win"), justify="right", no_wrap=True)
    table.add_column(say(lang, "coach.why"))
    for advice in explanation.advice:
        table.add_row(
            move_words(advice.move.text, view, names, lang),
            f"{decimal(lang, advice.margin)} ± {decimal(lang, advice.margin_error, sign='')}",
            f"{percent(lang, advice.win)} ± {percent(lang, advice.win_error)}",
            Text(advice.why(lang, names)),
            style="bold" if advice is explanation.best else None,
        )
    out.print(table)
    out.print(Text(say(lang, "coach.signs"), style="dim"))
    if explanation.setting.variant_rules.lowest_wins:
        out.print(Text(say(lang, "coach.lowest-wins"), style="dim"))
    if explanation.solved:
        out.print(Text(say(lang, "coach.solved"), style="dim"))
    out.print(Text(say(lang, "coach.tables", n=explanation.tables), style="dim"))


def move_words(move: str, view: View, names: Sequence[str], lang: str) -> str:
    """A move in words, with the names of cards and dice; `view` is the view before the move."""
    if view.setting.table_kind == "battle":
        return _take_words(move, view, lang)
    if view.setting.table_kind == "roll":
        return _dice_words(move, view, names, lang)
    own, slash, extra = move.partition("/")
    return _cards(own.split("+"), lang) + (f" / {_cards([extra], lang)}" if slash else "")


def _cards(cards: Sequence[str], lang: str) -> str:
    return " + ".join(dish(lang, card) for card in cards)


def _take_words(move: str, view: View, lang: str) -> str:
    _, place, *chopsticks = move.split()
    key = "take-chopsticks" if chopsticks else "take"
    card = dict(free_cards(view))[place]
    return say(lang, f"replaypage.move.{key}", dish=dish(lang, card), place=place)


def _dice_words(move: str, view: View, names: Sequence[str], lang: str) -> str:
    """A move of Sushi Roll in words: dice by their faces instead of their places."""

    def die(seat: int | None, place: str) -> str:
        return dish(lang, view.words["belts"][seat][int(place) - 1])

    verb, *words = move.split()
    if verb == "keep":
        return say(lang, "replaypage.move.keep", dish=die(view.seat, words[0]))
    if verb == "reroll":
        return say(lang, "replaypage.move.reroll", dishes=", ".join(die(view.seat, place) for place in words))
    own, _, theirs = words
    other = SEAT_LETTERS.index(theirs[0])
    swapped = {"dish": die(view.seat, own), "theirs": die(other, theirs[1:])}
    return say(lang, "replaypage.move.swap", name=names[other], **swapped)


def decimal(lang: str, value: float, sign: str = "+", digits: int = 1) -> str:
    """A rounded number as a language writes it, with a sign by default; zero is never negative."""
    return number(lang, value, f"{sign}z.{digits}f")


def percent(lang: str, share: float, sign: str = "", digits: int = 0) -> str:
    """A share from 0 to 1 in per cent."""
    return f"{decimal(lang, 100 * share, sign, digits)} %"
