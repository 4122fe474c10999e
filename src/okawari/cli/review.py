"""`okawari review`: the decisions of a recorded game that cost most."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from okawari.bots import coach
from okawari.bots.coach.review import Decision, decisions_of
from okawari.cli.explain import decimal, move_words, percent
from okawari.cli.style import AsJson, Lang, console, explain, fail, language, print_json
from okawari.cli.table import turn_title
from okawari.cli.tell import names_of, title_of
from okawari.game import Move, OkawariError, Record, View
from okawari.texts import say


def review(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a game.", show_default=False)],
    budget: Annotated[
        int, typer.Option(min=1, help="Imagined games for a first look at each decision.")
    ] = coach.REVIEW_BUDGET,
    seed: Annotated[int, typer.Option(help="The same seed gives the same answer.")] = 0,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Look back at a game: the decisions that cost most, at most three a player, and what was better.

    Each decision is judged by what its player could know. Only those are told that surely cost something.
    """
    chosen = language(lang)
    try:
        record = Record.load(file)
        if not as_json:
            Console(stderr=True).print(Text(say(chosen, "coach.thinking"), style="dim"))
        lapses = coach.review(record, budget=budget, seed=seed)
    except OSError as problem:
        fail(say(chosen, "replay.cannot-read", file=file, problem=problem.strerror))
    except (OkawariError, LookupError, TypeError, ValueError) as problem:
        fail(say(chosen, "replay.cannot-read", file=file, problem=explain(problem, chosen)))
    if as_json:
        decisions = [lapse.to_json() for lapse in lapses]
        print_json({"okawari": "review", "format": 1, **record.setting.to_json(), "decisions": decisions})
    else:
        _show(console(), record, lapses, chosen)


def _show(out: Console, record: Record, lapses: list[coach.Lapse], lang: str) -> None:
    names = names_of(record.setting, record.names, lang)
    decisions = decisions_of(record)
    out.print(Text(title_of(record.setting, lang), style="bold"))
    for seat in range(record.setting.seats):
        out.print()
        out.print(Text(names[seat], style="bold green"))
        own = [lapse for lapse in lapses if lapse.seat == seat]
        for lapse in own:
            _show_lapse(out, lapse, _views(lapse, decisions), names, lang)
        if not own:
            out.print(Text(f"  {say(lang, 'coach.faultless')}"))


def _views(lapse: coach.Lapse, decisions: Sequence[Decision]) -> list[View]:
    """The views of the player at a lapse: several if the same dice were rolled again more than once in a turn."""
    return [
        decision.view
        for decision in decisions
        if (decision.seat, decision.played) == (lapse.seat, lapse.played)
        and (decision.view.round, decision.view.turn) == (lapse.round, lapse.turn)
        and lapse.better in decision.view.moves
    ]


def _words(move: Move, views: Sequence[View], names: Sequence[str], lang: str) -> str:
    return " / ".join(dict.fromkeys(move_words(move.text, view, names, lang) for view in views))


def _show_lapse(out: Console, lapse: coach.Lapse, views: Sequence[View], names: tuple[str, ...], lang: str) -> None:
    played, better = (_words(move, views, names, lang) for move in (lapse.played, lapse.better))
    cost = say(
        lang,
        "coach.better",
        better=better,
        margin=decimal(lang, lapse.margin),
        margin_error=decimal(lang, lapse.margin_error, sign=""),
        win=percent(lang, lapse.win, sign="+"),
        win_error=percent(lang, lapse.win_error),
    )
    when = turn_title(lang, lapse.round, lapse.turn)
    out.print(Text("  " + say(lang, "coach.at", when=when, played=played)))
    out.print(Text(f"    {cost}"))
    out.print(Text(f"    {lapse.why(lang, names)}", style="dim"))
