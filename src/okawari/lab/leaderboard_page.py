"""The leaderboard as a page in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from okawari.lab import leaderboard as lab
from okawari.lab.boards import Board
from okawari.lab.intervals import shown_share
from okawari.lab.leaderboard import Leaderboard, Row, Standings
from okawari.lab.names import counted, edition_of, titled
from okawari.lab.strengths import TENFOLD
from okawari.texts import number, say

_COLUMNS = "| {} | {} | {} | {} | {} |"


def heading(board: Board, lang: str) -> str:
    """The title of a board in a language: the games with the same rules, and the seats."""
    editions = [board.setting, *(replace(board.setting, menu=menu) for menu in board.others)]
    titles = " = ".join(titled(lang, edition_of(setting)) for setting in editions)
    return say(lang, "lab.table", edition=titles, n=board.setting.seats)


def shown_rating(row: Row, lang: str) -> str:
    """A rating with the ends of its interval, or that it is fixed, as text in a language."""
    value, low, high = (number(lang, end, ".0f") for end in (row.rating, row.low, row.high))
    if row.fixed:
        return say(lang, "lab.board.fixed", value=value)
    return say(lang, "lab.board.rating", value=value, low=low, high=high)


def page_of(leaderboard: Leaderboard, lang: str) -> str:
    """The page with all boards."""
    found = leaderboard.sorted()
    commands = dict.fromkeys(standings.command for standings in found)
    names = list(dict.fromkeys(name for standings in found for name in standings.bots))
    how = {"reference": lab.REFERENCE, "fixed": lab.REFERENCE_RATING, "tenfold": TENFOLD, "rivals": lab.RIVALS}
    head = [f"# {say(lang, 'lab.board.title')}", say(lang, "lab.board.made-by")]
    head.append("\n".join(f"    {command}" for command in commands))
    head += [say(lang, f"lab.board.{text}", **how) for text in ("about-ratings", "about-games", "about-newcomers")]
    head.append('    okawari leaderboard --add "cmd:./mybot"')
    parts = (part for standings in found for part in _board(standings, names, lang))
    return "\n\n".join([*head, *parts]) + "\n"


def _board(standings: Standings, names: list[str], lang: str) -> Iterator[str]:
    """The parts of the page about one board: title, table, and what was played."""
    yield f"## {heading(standings.board, lang)}"
    yield "\n".join(_table(standings, lang))
    yield "\n".join(_played(standings, names, lang))


def _table(standings: Standings, lang: str) -> Iterator[str]:
    """The lines of a table."""
    columns = ("lab.board.place", "lab.bot", "lab.rating", "lab.wins", "lab.games-played")
    yield _COLUMNS.format(*(say(lang, column) for column in columns))
    yield _COLUMNS.format("--:", "---", "--:", "--:", "--:")
    for place, row in enumerate(standings.rows(), 1):
        name = row.bot.replace("|", "\\|")
        yield _COLUMNS.format(place, f"`{name}`", shown_rating(row, lang), shown_share(row.wins, lang), row.games)


def _played(standings: Standings, names: list[str], lang: str) -> Iterator[str]:
    """Lines that say which games were played, and which bots are missing."""
    for games in sorted({line_up.games for line_up in standings.wins}, reverse=True):
        parties = [line_up.bots for line_up in standings.wins if line_up.games == games]
        playing = sorted({bot for party in parties for bot in party})
        listed = ", ".join(f"`{standings.bots[bot]}`" for bot in playing)
        yield "- " + say(lang, "lab.board.played", n=len(parties), games=counted(lang, "games", games), bots=listed)
    if missing := [f"`{name}`" for name in names if name not in standings.bots]:
        yield "- " + say(lang, "lab.board.missing", bots=", ".join(missing))
