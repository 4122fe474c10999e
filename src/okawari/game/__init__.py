"""The Python interface of the rules: games, moves, views, records, positions, and tables in bulk.

Each name is imported when it is first used, so that a program which only uses `Setting` does not import the kernels.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from okawari.game import bulk
    from okawari.game.errors import BadFile, IllegalMove, OkawariError, SettingError
    from okawari.game.events import Event, Line
    from okawari.game.game import Game, Seed
    from okawari.game.notation import Move
    from okawari.game.position import Position
    from okawari.game.record import Record
    from okawari.game.scores import Score, Scores
    from okawari.game.setting import Setting
    from okawari.game.view import View

__all__ = [
    "BadFile",
    "Event",
    "Game",
    "IllegalMove",
    "Line",
    "Move",
    "OkawariError",
    "Position",
    "Record",
    "Score",
    "Scores",
    "Seed",
    "Setting",
    "SettingError",
    "View",
    "bulk",
]

#: The module that defines each name.
_MODULES = {
    "BadFile": "errors",
    "Event": "events",
    "Game": "game",
    "IllegalMove": "errors",
    "Line": "events",
    "Move": "notation",
    "OkawariError": "errors",
    "Position": "position",
    "Record": "record",
    "Score": "scores",
    "Scores": "scores",
    "Seed": "game",
    "Setting": "setting",
    "SettingError": "errors",
    "View": "view",
}

# Hidden from type checkers, which would otherwise accept any name.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import a name of this package when it is first used."""
        if name == "bulk":
            return import_module("okawari.game.bulk")
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(f"okawari.game.{_MODULES[name]}"), name)
        return value

    def __dir__() -> list[str]:
        """The names of this package, imported or not."""
        return sorted({*globals(), *__all__})
