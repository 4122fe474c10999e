"""`okawari stats`: what recorded games tell about dishes, picks and seats."""

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

from okawari.cli.style import AsJson, console, fail, print_json
from okawari.game.notation import letter
from okawari.lab.harvest import Edition, Harvest, Wins, find_records, read_all
from okawari.lab.intervals import shown, shown_share

#: Complaints about single files that are shown; the others are counted.
_COMPLAINTS = 5


def stats(
    records: Annotated[list[Path], typer.Argument(help="Records of finished games, or folders of them.", exists=True)],
    plots: Annotated[Path | None, typer.Option(help="A folder for pictures.", show_default=False)] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes. Without it, one for each core.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What is worth what: points by dish, pick order, first picks and seats, from recorded games."""
    harvest = _gather(find_records(records), jobs)
    if not harvest.games:
        fail("There is no finished game in these records.")
    if plots:
        from okawari.lab.plots import draw_all

        draw_all(harvest, plots)
    if as_json:
        print_json(harvest.to_json())
        return
    print_harvest(console(), harvest)
    if plots:
        console().print(f"Pictures: {plots}", style="dim", markup=False)


def _gather(files: list[Path], jobs: int | None) -> Harvest:
    """Read the records; those that tell nothing are named beside the results."""
    harvest, complaints = Harvest(), []
    bar = Console(stderr=True)
    for facts in track(
        read_all(files, jobs), "Reading", len(files), console=bar, transient=True, disable=not bar.is_terminal
    ):
        if isinstance(facts, str):
            complaints.append(facts)
        else:
            harvest.add(facts)
    for complaint in complaints[:_COMPLAINTS]:
        print(f"Left out: {complaint}", file=sys.stderr)
    if len(complaints) > _COMPLAINTS:
        print(f"Left out: {len(complaints) - _COMPLAINTS} more", file=sys.stderr)
    return harvest


def print_harvest(out: Console, harvest: Harvest) -> None:
    """Tables for people, edition by edition. Intervals are 95 %."""
    for name, edition in harvest.editions.items():
        out.rule(f"{name}: {edition.games} games") if out.is_terminal else out.print(f"{name}: {edition.games} games")
        out.print(_dishes(out, edition))
        out.print(_turns(out, harvest, name))
        first = {card: wins for (where, card), wins in harvest.first_picks.items() if where == name}
        ranked = sorted(first.items(), key=lambda row: -row[1].share.value)
        out.print(_wins(out, "The first card of the game", "card", ranked))
        seats = [
            (f"{letter(seat)} of {of}", wins)
            for (where, of, seat), wins in sorted(harvest.seats.items())
            if where == name
        ]
        out.print(_wins(out, "Seats", "seat", seats))


def _dishes(out: Console, edition: Edition) -> Table:
    table = _table(out, "What each dish brings a player", "dish", "a game", "a round", "a card", "share", "taken")
    for word, dish in edition.ranked:
        table.add_row(
            word,
            shown(dish.points),
            _number(dish.a_round),
            _number(dish.a_card),
            f"{100 * edition.share(dish):.1f} %",
            str(dish.cards),
        )
    return table


def _turns(out: Console, harvest: Harvest, name: str) -> Table:
    table = _table(out, "What goes first", "card", "mean turn", "taken")
    rows = [(card, mean) for (edition, card), mean in harvest.turns.items() if edition == name]
    for card, mean in sorted(rows, key=lambda row: row[1].value):
        table.add_row(card, shown(mean), str(round(mean.n)))
    return table


def _wins(out: Console, title: str, what: str, rows: Iterable[tuple[str, Wins]]) -> Table:
    table = _table(out, title, what, "times", "wins %", "par %", "points")
    for label, wins in rows:
        low, high = wins.share.interval
        style = "green" if low > wins.par.value else "red" if high < wins.par.value else None
        table.add_row(
            label,
            str(round(wins.share.n)),
            shown_share(wins.share),
            f"{100 * wins.par.value:.1f}",
            shown(wins.points),
            style=style,
        )
    return table


def _table(out: Console, title: str, first: str, *others: str) -> Table:
    style = box.ROUNDED if out.is_terminal else box.SIMPLE
    table = Table(title=title, title_justify="left", title_style="bold", header_style="bold", box=style)
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
