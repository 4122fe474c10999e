"""The face of the rules for Python people: Game, Move, View, Record, Position."""

from okawari.game import bulk
from okawari.game.errors import BadFile, IllegalMove, OkawariError, SettingError
from okawari.game.game import Game, Seed
from okawari.game.happenings import Event, Line
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
