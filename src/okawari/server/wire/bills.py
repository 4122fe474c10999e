"""The engine's bills and sheets of the score pad as parts of messages."""

from __future__ import annotations

from typing import Any

from okawari.game import Line, Scores, View
from okawari.game.pad import Sheet
from okawari.game.worth import worth_now
from okawari.server.wire.messages import PadSheet
from okawari.texts import params_of


def line_of(line: Line) -> dict[str, Any]:
    """A line of a bill."""
    return {"dish": line.dish, **_without_dish(line)}


def _without_dish(line: Line) -> dict[str, Any]:
    """A line with the parameters that its text has."""
    params = params_of(f"why.{line.code}")
    fields = {"points": line.points, "why": line.code}
    return fields | {name: value for name, value in line.params.items() if name in params}


def bills_of(scores: Scores) -> list[dict[str, Any]]:
    """The bills of all plates."""
    return [
        {
            "who": score.who,
            "total": score.total,
            "rounds": [[line_of(line) for line in lines] for lines in score.rounds],
            "final": [line_of(line) for line in score.final],
        }
        for score in scores
    ]


def worth_of(view: View) -> list[dict[str, Any]]:
    """The points of every plate if the round ended now, by dish; none once the game is over."""
    if view.over:
        return [{} for _ in range(view.setting.diners)]
    return [{line.dish: _without_dish(line) for line in lines} for lines in worth_now(view)]


def sheet_of(sheet: Sheet) -> PadSheet:
    """A sheet of the score pad as a message."""
    return PadSheet.model_validate(sheet.to_message())
