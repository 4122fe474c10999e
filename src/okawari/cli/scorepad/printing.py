"""Printing sheets of the score pad: a table on a terminal, aligned lines in a pipe."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from okawari.cli.scorepad.evening import Evening
from okawari.cli.style import dish
from okawari.game.events import Line
from okawari.game.pad import Sheet, Tally, is_extra
from okawari.rules.points import ROUNDS
from okawari.texts import number, say


def print_sheet(out: Console, sheet: Sheet, lang: str, title: str | None = None) -> None:
    """Print the points of each player with their reasons, the warnings, and at the end the winners."""
    if out.is_terminal:
        out.print(_table(sheet, lang, title or say(lang, f"menu.{sheet.setting.menu}.name")))
    else:
        out.print(Text(_plain(sheet, lang)))
    for warning in sheet.warnings:
        out.print(Text(warning.in_language(lang), style="yellow"))
    for line in verdict(sheet, lang) if sheet.final else ():
        out.print(Text(line, style="bold"))


def shown_name(name: str, lang: str) -> str:
    """The name to print: that of an extra plate is translated."""
    return say(lang, "ui.dummy") if is_extra(name) else name


def _table(sheet: Sheet, lang: str, title: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, title=title, title_style="bold")
    table.add_column(say(lang, "pad.column.dish"))
    table.add_column(say(lang, "pad.column.points"), justify="right")
    table.add_column(say(lang, "pad.column.why"), overflow="fold")
    for player in sheet.players:
        name = Text(shown_name(player.name, lang), style="bold green" if player.winner else "bold")
        sum_up = Text(_sum(player, lang) if sheet.final else "", style="bold")
        points = number(lang, player.total if sheet.final else player.points, "d")
        table.add_row(name, Text(points, style="bold"), sum_up)
        for line in player.lines:
            points = number(lang, line.points, "d")
            table.add_row(f"  {dish(lang, line.dish)}", points, Text(line.why(lang)), style=_style(line))
        table.add_section()
    return table


def _style(line: Line) -> str:
    return "red" if line.points < 0 else "" if line.points else "dim"


def _plain(sheet: Sheet, lang: str) -> str:
    """Blocks of aligned lines, one for each player."""
    lines = [line for player in sheet.players for line in player.lines]
    wide = max(len(dish(lang, line.dish)) for line in lines)
    blocks = []
    for player in sheet.players:
        head = _sum(player, lang) if sheet.final else say(lang, "ui.points", n=player.points)
        rows = [
            f"  {dish(lang, line.dish):{wide}}  {number(lang, line.points, '3d')}  {line.why(lang)}"
            for line in player.lines
        ]
        blocks.append("\n".join([f"{shown_name(player.name, lang)}: {head}", *rows]))
    return "\n\n".join(blocks) + ("\n" if sheet.final or sheet.warnings else "")


def _sum(player: Tally, lang: str) -> str:
    """The sum that makes a total, such as `34 − 6 = 28`."""
    sign = "−" if player.points < 0 else "+"
    before, after = (number(lang, total, "d") for total in (player.total - player.points, player.total))
    return f"{before} {sign} {abs(player.points)} = {after}"


def verdict(sheet: Sheet, lang: str) -> list[str]:
    """The lines that name the winners, and how a tie ended."""
    lines = [say(lang, "pad.lowest-wins")] if sheet.setting.variant_rules.lowest_wins else []
    names = [player.name for player in sheet.winners]
    points = sheet.winners[0].total
    if sheet.tie == "broken":
        lines.append(say(lang, "event.tie-break"))
    if len(names) == 1:
        return [*lines, say(lang, "event.win", name=names[0], points=points)]
    listed = f"{', '.join(names[:-1])} {say(lang, 'pad.and')} {names[-1]}"
    return [*lines, say(lang, f"pad.tie.{sheet.tie}"), say(lang, "event.win-shared", names=listed, points=points)]


def print_standing(out: Console, evening: Evening, lang: str) -> None:
    """Print a table with the points of each player in each complete round, and the totals."""
    rounds = evening.points_by_round
    table = Table(box=box.SIMPLE_HEAD, title=say(lang, "ui.standing"), title_style="bold")
    table.add_column(say(lang, "ui.player"))
    for part in range(1, len(rounds) + 1):
        table.add_column(str(part) if part <= ROUNDS else say(lang, "pad.column.end"), justify="right")
    table.add_column(say(lang, "ui.total"), justify="right", style="bold")
    for plate, (name, total) in enumerate(zip(evening.names, evening.totals, strict=True)):
        written = (number(lang, points, "d") for points in (*(points[plate] for points in rounds), total))
        table.add_row(Text(shown_name(name, lang)), *written)
    out.print(table)
