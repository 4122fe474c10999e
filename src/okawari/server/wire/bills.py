"""The engine's bills, their lines and sheets of the score pad as messages."""

from __future__ import annotations

from collections.abc import Iterable

from okawari.game import Line, Scores
from okawari.game.pad import Note, Sheet
from okawari.server.wire.messages import Bill, BillLine, PadSheet, PadTally, PadWarning


def line_of(line: Line) -> BillLine:
    """A line of a bill as a message; texts of the score pad's notes are in another part of the catalogues."""
    return BillLine(
        dish=line.dish,
        points=line.points,
        code=line.code,
        params=line.params,
        room="pad.note" if isinstance(line, Note) else "why",
    )


def lines_of(lines: Iterable[Line]) -> list[BillLine]:
    """Lines of a bill as messages."""
    return [line_of(line) for line in lines]


def bills_of(scores: Scores) -> list[Bill]:
    """The bills of all players as messages."""
    return [
        Bill(
            who=score.who,
            total=score.total,
            rounds=[lines_of(lines) for lines in score.rounds],
            final=lines_of(score.final),
        )
        for score in scores
    ]


def sheet_of(sheet: Sheet) -> PadSheet:
    """A sheet of the score pad as a message."""
    tallies = [
        PadTally(
            name=player.name,
            points=player.points,
            total=player.total,
            winner=player.winner,
            lines=lines_of(player.lines),
        )
        for player in sheet.players
    ]
    warnings = [PadWarning(code=warning.code, params=warning.params) for warning in sheet.warnings]
    return PadSheet.model_validate(
        {"players": tallies, "turns": sheet.setting.turns, "tie": sheet.tie, "warnings": warnings}
    )
