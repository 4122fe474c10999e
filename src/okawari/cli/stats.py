"""`okawari stats`: statistics of dishes, picks and seats from recorded games."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from okawari.cli.style import AsJson, Lang, console, dish, explain, fail, language, print_json
from okawari.game.notation import letter
from okawari.lab.intervals import shown, shown_share
from okawari.lab.names import counted, titled
from okawari.lab.plan import LabError
from okawari.lab.stats import Edition, Statistics, Wins, find_records, read_all
from okawari.texts import find, number, say

#: The most errors about single files that are printed; the others are counted.
_MOST_ERRORS = 5


def stats(
    records: Annotated[list[Path], typer.Argument(help="Records of finished games, or folders of them.", exists=True)],
    plots: Annotated[Path | None, typer.Option(help="A folder for pictures.", show_default=False)] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes. Without it, one for each core.", show_default=False)
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """What is worth what: points by dish, pick order, first picks and seats, from recorded games."""
    chosen = language(lang)
    statistics = _gather(find_records(records), jobs, chosen)
    if not statistics.games:
        fail(say(chosen, "lab.no-games"))
    if plots:
        _draw(statistics, plots, chosen)
    if as_json:
        print_json(statistics.to_json())
        return
    print_statistics(console(), statistics, chosen)
    if plots:
        console().print(say(chosen, "lab.pictures", folder=plots), style="dim", markup=False)


def _draw(statistics: Statistics, folder: Path, lang: str) -> None:
    from okawari.lab.plots import draw_all

    try:
        draw_all(statistics, folder, lang)
    except LabError as problem:
        fail(explain(problem, lang))


def _gather(files: list[Path], jobs: int | None, lang: str) -> Statistics:
    """Read the records and add up their facts; files that cannot be used are listed on standard error."""
    statistics, errors = Statistics(), []
    bar, reading = Console(stderr=True), say(lang, "lab.bar.reading")
    for facts in track(
        read_all(files, jobs, lang), reading, len(files), console=bar, transient=True, disable=not bar.is_terminal
    ):
        if isinstance(facts, str):
            errors.append(facts)
        else:
            statistics.add(facts)
    for error in errors[:_MOST_ERRORS]:
        print(say(lang, "lab.left-out", what=error), file=sys.stderr)
    if len(errors) > _MOST_ERRORS:
        print(say(lang, "lab.left-out-more", n=len(errors) - _MOST_ERRORS), file=sys.stderr)
    return statistics


def print_statistics(out: Console, statistics: Statistics, lang: str) -> None:
    """Print the tables, edition by edition. Intervals are 95 %."""
    for name, edition in statistics.editions.items():
        title = f"{titled(lang, name)}: {counted(lang, 'games', edition.games)}"
        out.rule(title) if out.is_terminal else out.print(title)
        out.print(_dishes(out, edition, lang))
        out.print(_turns(out, statistics, name, lang))
        first = [(dish(lang, card), wins) for (where, card), wins in statistics.first_picks.items() if where == name]
        ranked = sorted(first, key=lambda row: (-row[1].share.value, row[0]))
        out.print(_wins(out, "first-picks", "card", ranked, lang))
        seats = [
            (say(lang, "lab.seat-of", seat=letter(seat), seats=of), wins)
            for (where, of, seat), wins in sorted(statistics.seats.items())
            if where == name
        ]
        out.print(_wins(out, "seats", "seat", seats, lang))


def _dishes(out: Console, edition: Edition, lang: str) -> Table:
    table = _table(out, lang, "dishes", "dish", "a-game", "a-round", "a-card", "share", "taken")
    for word, brings in edition.ranked:
        table.add_row(
            dish(lang, word),
            shown(brings.points, lang),
            _number(brings.a_round, lang),
            _number(brings.a_card, lang),
            f"{number(lang, 100 * edition.share(brings))} %",
            str(brings.cards),
        )
    return table


def _turns(out: Console, statistics: Statistics, name: str, lang: str) -> Table:
    table = _table(out, lang, "turns", "card", "mean-turn", "taken")
    rows = [(card, mean) for (edition, card), mean in statistics.turns.items() if edition == name]
    for card, mean in sorted(rows, key=lambda row: (row[1].value, row[0])):
        table.add_row(dish(lang, card), shown(mean, lang), str(round(mean.n)))
    return table


def _wins(out: Console, title: str, what: str, rows: Iterable[tuple[str, Wins]], lang: str) -> Table:
    table = _table(out, lang, title, what, "times", "wins", "par-share", "points")
    for label, wins in rows:
        low, high = wins.share.interval
        style = "green" if low > wins.par.value else "red" if high < wins.par.value else None
        table.add_row(
            label,
            str(round(wins.share.n)),
            shown_share(wins.share, lang),
            number(lang, 100 * wins.par.value),
            shown(wins.points, lang),
            style=style,
        )
    return table


def _table(out: Console, lang: str, title: str, first: str, *others: str) -> Table:
    """A table whose title and columns are named by their keys in the lab's texts."""
    words, style = find(lang, "lab"), box.ROUNDED if out.is_terminal else box.SIMPLE
    table = Table(title=words[title], title_justify="left", title_style="bold", header_style="bold", box=style)
    table.add_column(words[first])
    for name in others:
        table.add_column(words[name], justify="right", no_wrap=True)
    return table


def _number(value: float | None, lang: str) -> str:
    return "–" if value is None else number(lang, value, ".2f")
