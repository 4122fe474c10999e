"""`okawari tournament`: bots against each other, with the same deals from every seat."""

from __future__ import annotations

import math
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from okawari import bots as players
from okawari.bots.foreign import SCHEME, ForeignBot
from okawari.cli.ray_option import OptionalRayAddress as OptionalRayAddress
from okawari.cli.ray_option import Ray
from okawari.cli.setting_options import Dessert, Menu, MustHaveMaki, Seats, Variant
from okawari.cli.style import AsJson, Lang, console, explain, fail, language, print_json
from okawari.game import Setting
from okawari.lab.intervals import Mean, shown, shown_share
from okawari.lab.names import counted, edition_of, titled
from okawari.lab.plan import Plan, PlanError
from okawari.lab.results import Report, report_of
from okawari.lab.run import Run, make_folder
from okawari.lab.workers import LocalWorkers, RayWorkers, Workers
from okawari.rules.variants import VARIANTS
from okawari.texts import number, say

_FOLDER = Path("okawari-tournament")
_WIDE = 300


def tournament(
    bots: Annotated[
        list[str],
        typer.Option("--bots", help='Bots, with commas between them; repeatable: simple,random,"cmd:./mybot".'),
    ],
    menu: Menu = "sushi-go-first",
    games: Annotated[int, typer.Option(min=1, help="Games to play, rounded up to whole deals.")] = 400,
    seats: Seats = None,
    dessert: Dessert = None,
    variant: Variant = None,
    must_have_maki: MustHaveMaki = False,
    seed: Annotated[int, typer.Option(help="The luck of the whole tournament.")] = 0,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes. Without it, one for each core.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The run’s folder. Without it, one named after the settings.", show_default=False),
    ] = None,
    ray: Ray = None,
    records: Annotated[
        Path | None, typer.Option(help="A folder for the record of every game.", show_default=False)
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Let bots play each other on the same cards from every seat, so that luck cancels.

    Ctrl-C keeps what was played, and the same command goes on from there.
    """
    chosen = language(lang)
    try:
        plan = plan_of(split_bots(bots), seats, (menu, dessert, variant, must_have_maki), seed, chosen)
        run = Run(plan, out or _FOLDER / plan.name)
        deals = plan.deals_for(games)
        whole = play_missing(run, deals, chosen, jobs=jobs, ray=ray, records=records)
    except (ValueError, OSError) as problem:
        fail(explain(problem, chosen))
    report = _finish(run, deals, chosen)
    if report is None:
        fail(say(chosen, "lab.nothing-played"))
    if as_json:
        print_json(report.to_json())
    else:
        print_report(console(), report, run.folder, chosen)
    if not whole:
        note(say(chosen, "lab.stopped", done=report.deals, all=deals))
        raise typer.Exit(130)


def split_bots(options: list[str]) -> tuple[str, ...]:
    """The names of bots in options with commas between them.

    >>> split_bots(["simple,random", "cmd:./mybot --fast"])
    ('simple', 'random', 'cmd:./mybot --fast')
    """
    return tuple(name for option in options for name in map(str.strip, option.split(",")) if name)


def plan_of(names: tuple[str, ...], seats: int | None, table: tuple[str, Any, Any, bool], seed: int, lang: str) -> Plan:
    """The plan of a tournament; fails if the rules exclude the setting or a bot cannot be made."""
    menu, *options = table
    if seats is None:
        seats = _usual_seats(len(names), *table[2:])
    plan = Plan(Setting.of(menu, seats, *options), names, seed)
    for name in names:
        check_bot(name, plan.setting, lang)
    return plan


def check_bot(name: str, setting: Setting | None, lang: str) -> None:
    """Fail if a bot cannot be made, or cannot play a setting."""
    word = name.partition(":")[0]
    if not name.startswith(SCHEME) and word not in players.BOTS:
        fail(say(lang, "play.bot-unknown", word=word, choices=", ".join(players.BOTS)))
    try:
        player = players.make(name, 0)
        if setting:
            player.prepare(setting)
    except ValueError as problem:
        raise PlanError("bot", bot=name, problem=problem) from problem
    if isinstance(player, ForeignBot):
        player.close()


def _usual_seats(names: int, variant: str | None, must_have_maki: bool) -> int:
    """The default number of seats: one for each bot, within what the variant allows."""
    allowed = (2,) if must_have_maki else VARIANTS[variant].seats if variant in VARIANTS else (2, 3, 4, 5)
    return max(allowed[0], min(names, allowed[-1]))


def play_missing(
    run: Run, deals: int, lang: str, *, jobs: int | None, ray: str | None = None, records: Path | None = None
) -> bool:
    """Play the missing deals; returns False if it was interrupted."""
    missing = run.missing(deals)
    if not missing:
        return True
    if records:
        make_folder(records)
    if len(missing) < deals:
        note(say(lang, "lab.going-on", done=deals - len(missing), all=deals, folder=run.folder))
    try:
        with (
            _sigterm_as_ctrl_c(),
            _workers(run.plan, jobs, ray, records) as workers,
            progress(deals, deals - len(missing), lang, "deals") as advance,
        ):
            for brought in run.play(workers, deals):
                advance(brought)
    except KeyboardInterrupt:
        return False
    return True


@contextmanager
def _sigterm_as_ctrl_c() -> Iterator[None]:
    """Treat SIGTERM like Ctrl-C, which keeps the results."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _workers(plan: Plan, jobs: int | None, ray: str | None, records: Path | None) -> Iterator[Workers]:
    folder = str(records.resolve()) if records else None
    workers: Workers = LocalWorkers(plan, jobs, folder) if ray is None else RayWorkers(plan, ray, folder)
    try:
        yield workers
    finally:
        workers.stop()


@contextmanager
def progress(total: int, done: int, lang: str, counted: str) -> Iterator[Any]:
    """Show a progress bar on a terminal; yields a function that advances it. `counted` is `deals` or `games`."""
    playing, deals, gone, left = (
        TextColumn(say(lang, f"lab.bar.{word}")) for word in ("playing", counted, "gone", "left")
    )
    bar, count, elapsed, remaining = BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    columns = (playing, bar, count, deals, elapsed, gone, remaining, left)
    out = Console(stderr=True)
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        task = progress.add_task("", total=total, completed=done)
        yield lambda brought: progress.advance(task, brought)


def _finish(run: Run, deals: int, lang: str) -> Report | None:
    """The report of the deals in the ledger, also written beside it; None if none was played."""
    from okawari.lab.picture import draw_report

    played = Run(run.plan, run.folder).within(deals)
    if not played:
        return None
    report = report_of(run.plan, played)
    report.save(run.folder)
    draw_report(report, run.folder / "results.png", lang)
    return report


def unwrap(out: Console) -> None:
    """Make a console so wide that nothing is wrapped, unless it is a terminal."""
    if not out.is_terminal:
        out.width = _WIDE


def print_report(out: Console, report: Report, folder: Path, lang: str) -> None:
    """Print a report."""
    unwrap(out)
    setting = report.plan.setting
    heading = say(lang, "lab.table", edition=titled(lang, edition_of(setting)), n=setting.seats)
    out.print(heading, style="bold", markup=False)
    out.print(
        say(
            lang,
            "lab.summary",
            games=counted(lang, "games", report.games),
            deals=counted(lang, "deals", report.deals),
            seats=setting.seats,
            par=number(lang, 100 * report.par),
        )
    )
    out.print(_table(out, report, lang))
    if len(report.pairs) > 1:
        _print_pairs(out, report, lang)
    print_faults(out, report, lang)
    out.print(say(lang, "lab.results", folder=folder), style="dim", markup=False, highlight=False)


def _table(out: Console, report: Report, lang: str) -> Table:
    table = Table(box=box_of(out), header_style="bold")
    table.add_column(say(lang, "lab.bot"), overflow="fold")
    for name in ("games-played", "wins", "margin", "points", "rating"):
        table.add_column(say(lang, f"lab.{name}"), justify="right", no_wrap=True)
    for line in report.lines:
        style = "green" if line.share.interval[0] > report.par else "red" if line.share.interval[1] < report.par else ""
        share = shown_share(line.share, lang)
        table.add_row(
            escaped(line.bot),
            str(line.games),
            f"[{style}]{share}[/]" if style else share,
            shown(line.margin, lang, signed=True),
            shown(line.points, lang),
            shown(line.rating, lang),
        )
    return table


def _print_pairs(out: Console, report: Report, lang: str) -> None:
    """Print for each pair of bots which one is ahead on the same deals, and whether that is significant."""
    out.print(say(lang, "lab.pairs"), style="bold")
    for (a, b), lead in sorted(report.pairs.items(), key=lambda pair: -abs(pair[1].value)):
        low, high = lead.interval
        sure = "" if low > 0 or high < 0 else f"  {say(lang, 'lab.luck')}"
        first, second = (a, b) if lead.value >= 0 else (b, a)
        text = say(lang, "lab.ahead", first=first, second=second, gap=_gap(lead, lang))
        out.print(f"  {text}{sure}", markup=False)


def _gap(lead: Mean, lang: str) -> str:
    """The lead in per cent, with its interval where there is one."""
    sign = 1 if lead.value >= 0 else -1
    value, low, high = (
        number(lang, 100 * part) for part in (abs(lead.value), *sorted(sign * end for end in lead.interval))
    )
    return value if math.isnan(lead.error) else f"{value} ({low}–{high})"


def print_faults(out: Console, report: Report, lang: str) -> None:
    """Print which external bots failed to choose, and how."""
    for fault in report.faults:
        what = say(lang, f"lab.fault.{fault.kind}")
        text = say(lang, "lab.faults", bot=fault.bot, what=what, n=fault.n, example=fault.example)
        out.print(text, style="yellow", markup=False)


def box_of(out: Console) -> Any:
    """The box of a table: none in a pipe."""
    from rich import box

    return box.ROUNDED if out.is_terminal else box.SIMPLE


def escaped(text: str) -> str:
    """A text for a table, without markup."""
    from rich.markup import escape

    return escape(text)


def note(text: str) -> None:
    """Print a note to standard error."""
    print(text, file=sys.stderr)
