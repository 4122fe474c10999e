"""`okawari leaderboard`: how strong the bots are in every menu, and where a newcomer stands."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from okawari.cli.style import AsJson, Lang, console, explain, fail, language, print_json
from okawari.cli.tournament import (
    box_of,
    check_bot,
    escaped,
    note,
    play_missing,
    print_faults,
    split_bots,
    unwrap,
)
from okawari.lab import leaderboard as lab
from okawari.lab.boards import Board
from okawari.lab.boards import boards as all_boards
from okawari.lab.intervals import shown_share
from okawari.lab.leaderboard import Effort, Leaderboard, Row, Standings
from okawari.lab.leaderboard_page import heading, page_of, shown_rating
from okawari.lab.names import counted
from okawari.lab.plan import LabError, PlanError
from okawari.lab.results import Report, report_of
from okawari.lab.run import Run
from okawari.texts import say

_FOLDER = Path("okawari-leaderboard")
_GAMES, _SLOW_GAMES, _SLOW_BOARDS = 60, 20, all_boards()[0].name


def leaderboard(
    add: Annotated[
        str | None,
        typer.Option(help="A newcomer that plays now, such as “cmd:./mybot”, and its place.", show_default=False),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(help="Who plays the newcomer. Without it, the levels that move at once.", show_default=False),
    ] = None,
    boards: Annotated[
        list[str] | None,
        typer.Option(
            help="Boards with all of these words, such as “sushi-roll 4”; repeatable. Without it, all; "
            "for a newcomer, the first.",
            show_default=False,
        ),
    ] = None,
    play: Annotated[bool, typer.Option("--play", help="Play the boards, and store the results.")] = False,
    write: Annotated[
        Path | None, typer.Option(help="Write the stored results as a page, in Markdown.", show_default=False)
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots", help="Who plays, with commas, from gentle to strong. Without it, all.", show_default=False
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="Games of each line-up, rounded up to whole deals.")] = _GAMES,
    slow_games: Annotated[
        int, typer.Option(min=0, help="Games of each line-up with a bot that thinks long.")
    ] = _SLOW_GAMES,
    slow_boards: Annotated[
        str, typer.Option(help="The boards where such a bot plays: all that have these words, or: all.")
    ] = _SLOW_BOARDS,
    seed: Annotated[int, typer.Option(help="The luck of all cards.")] = 0,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes. Without it, one for each core.", show_default=False)
    ] = None,
    out: Annotated[
        Path, typer.Option(help="The folder of the games. The same command goes on there; a new one begins anew.")
    ] = _FOLDER,
    data: Annotated[Path, typer.Option(help="The file of the results.", show_default="that of Okawari")] = lab.DATA,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """See how strong the bots are in every menu, from games on the same cards; find the place of a bot of yours."""
    chosen = language(lang)
    options = {
        "bots": bots,
        "boards": boards,
        "games": games,
        "slow_games": slow_games,
        "slow_boards": slow_boards,
        "seed": seed,
    }
    try:
        stored = Leaderboard.load(data)
        if play:
            names = _checked(split_bots(bots or []) or lab.BOTS, chosen)
            command = _command(**options, write=write)
            orders = _Orders(names, Effort(games, slow_games, seed), slow_boards, command, out, jobs, chosen)
            _play(stored, data, _boards(boards, all_boards(), chosen), orders)
        if not stored.by_name:
            raise LabError("no-leaderboard", file=data)
        if write:
            write.write_text(page_of(stored, chosen), encoding="utf-8")
            note(say(chosen, "lab.written", file=write))
        asked = _asked(stored, boards, chosen)
        if add:
            rivals = split_bots(against or [])
            shown = [_place(add, rivals, one, games, jobs, chosen) for one in (asked if boards else asked[:1])]
        else:
            shown = [_Shown(one, one.rows()) for one in asked]
    except (ValueError, OSError) as problem:
        fail(explain(problem, chosen))
    if as_json:
        print_json([one.to_json() for one in shown])
    elif add or not write:
        _print_all(shown, chosen)


@dataclass(frozen=True)
class _Orders:
    """What is played at each board, and how."""

    names: tuple[str, ...]
    effort: Effort
    slow_boards: str
    command: str
    folder: Path
    jobs: int | None
    lang: str


@dataclass(frozen=True)
class _Shown:
    """A table that is printed: the standings, their rows, and the report of a newcomer's games."""

    standings: Standings
    rows: list[Row]
    report: Report | None = None

    def to_json(self) -> dict[str, Any]:
        """The table as JSON data."""
        return {
            "okawari": "leaderboard-table",
            "format": lab.FORMAT,
            "board": self.standings.board.name,
            **self.standings.board.setting.to_json(),
            "rows": [row.to_json() for row in self.rows],
            "faults": [vars(fault) for fault in self.report.faults] if self.report else [],
        }


def _command(**options: Any) -> str:
    """The command that plays the boards: its options as far as they are not the usual ones."""
    usual = {"games": _GAMES, "slow_games": _SLOW_GAMES, "slow_boards": _SLOW_BOARDS, "seed": 0}
    words = ["okawari", "leaderboard", "--play"]
    for name, value in options.items():
        if value is not None and value != usual.get(name):
            for one in value if isinstance(value, list) else [value]:
                words += [f"--{name.replace('_', '-')}", str(one)]
    return shlex.join(words)


def _checked(names: Sequence[str], lang: str) -> tuple[str, ...]:
    """The bots that play; fails if one cannot be made, or if it stands there twice."""
    for name in names:
        check_bot(name, None, lang)
    if len(set(names)) < max(2, len(names)):
        fail(say(lang, "lab.board.two-bots"))
    return tuple(names)


def _boards(asked: list[str] | None, known: Sequence[Board], lang: str) -> list[Board]:
    """The boards that have the words of one of the options; all without options. Fails if there are none."""
    found = [board for board in known if not asked or any(board.has(words) for words in asked)]
    if not found:
        names = ", ".join(board.name for board in known) or "–"
        fail(say(lang, "lab.board.none", asked=", ".join(asked or ["–"]), names=names))
    return found


def _asked(stored: Leaderboard, words: list[str] | None, lang: str) -> list[Standings]:
    """The stored results of the boards that are asked for."""
    known = [standings.board for standings in stored.sorted()]
    return [stored.by_name[board.name] for board in _boards(words, known, lang)]


def _play(stored: Leaderboard, file: Path, asked: Sequence[Board], orders: _Orders) -> None:
    """Play boards, and write the results to a file after each of them."""
    for board in asked:
        stored.by_name[board.name] = _play_board(board, orders)
        stored.save(file)


def _play_board(board: Board, orders: _Orders) -> Standings:
    """Play what is missing of a board; ends the command if it is stopped."""
    effort, lang = orders.effort, orders.lang
    names = tuple(name for name in orders.names if lab.can_play(name, board.setting))
    if not board.has(orders.slow_boards):
        effort = Effort(effort.games, 0, effort.seed)
    note(heading(board, lang))
    played = []
    for plan, deals in lab.plans(board.setting, names, effort):
        run = Run(plan, orders.folder / plan.name)
        if not play_missing(run, deals, lang, jobs=orders.jobs):
            note(say(lang, "lab.stopped", done=len(run.within(deals)), all=deals))
            raise typer.Exit(130)
        played.append((plan, run.within(deals)))
    if not played:
        raise PlanError("no-bots")
    return lab.standings_of(board, names, played, effort.seed, orders.command)


def _place(
    newcomer: str, asked: Sequence[str], standings: Standings, games: int, jobs: int | None, lang: str
) -> _Shown:
    """Let a newcomer play the bots of a board, and find its place; ends the command if it is stopped."""
    check_bot(newcomer, standings.board.setting, lang)
    against = lab.opponents(standings, asked)
    plan, deals = lab.newcomer_plan(standings, newcomer, against, games)
    # A program may have changed since it played last, so that its games are not kept.
    with tempfile.TemporaryDirectory() as folder:
        run = Run(plan, Path(folder))
        whole = play_missing(run, deals, lang, jobs=jobs)
        played = run.within(deals)
    if not whole:
        fail(say(lang, "lab.board.stopped"), 130)
    return _Shown(standings, lab.rows_with_newcomer(standings, plan, played), report_of(plan, played))


def _print_all(shown: Sequence[_Shown], lang: str) -> None:
    """Print tables, each under the name of its board."""
    out = console()
    unwrap(out)
    for one in shown:
        _print(out, one, lang)


def _print(out: Console, shown: _Shown, lang: str) -> None:
    """Print a table."""
    out.print(heading(shown.standings.board, lang), style="bold", markup=False)
    table = Table(box=box_of(out), header_style="bold")
    table.add_column(say(lang, "lab.board.place"), justify="right")
    table.add_column(say(lang, "lab.bot"), overflow="fold")
    for name in ("rating", "wins", "games-played"):
        table.add_column(say(lang, f"lab.{name}"), justify="right", no_wrap=True)
    for place, row in enumerate(shown.rows, 1):
        name = f"→ {row.bot}" if row.new else row.bot
        cells = (str(place), escaped(name), shown_rating(row, lang), shown_share(row.wins, lang), str(row.games))
        table.add_row(*cells, style="bold green" if row.new else None)
    out.print(table)
    if shown.report:
        _print_newcomer(out, shown.report, lang)


def _print_newcomer(out: Console, report: Report, lang: str) -> None:
    """Print whom a newcomer has played, and the faults of its program."""
    newcomer, *others = report.plan.bots
    games = counted(lang, "games", report.games)
    text = say(lang, "lab.board.newcomer", bot=newcomer, games=games, others=", ".join(others))
    out.print(text, markup=False)
    print_faults(out, report, lang)
