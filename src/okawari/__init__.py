"""Okawari: the Sushi Go! family of games, played exactly and fast.

An unofficial fan project, not made or endorsed by the games' authors or publishers.

>>> import okawari
>>> game = okawari.new("sushi-go-first", seats=3, seed=7)
>>> while not game.over:
...     for seat in game.to_move:
...         game.choose(seat, game.view(seat).moves[0])
>>> len(game.totals)
3
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from okawari.game import (
        BadFile,
        Event,
        Game,
        IllegalMove,
        Line,
        Move,
        OkawariError,
        Position,
        Record,
        Score,
        Scores,
        Seed,
        Setting,
        SettingError,
        View,
        bulk,
    )

__version__ = "0.1.0"

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
    "Setting",
    "SettingError",
    "View",
    "bulk",
    "imagine",
    "load",
    "new",
]


def new(
    menu: str,
    seats: int,
    dessert: str | None = None,
    variant: str | None = None,
    must_have_maki: bool = False,
    seed: Seed = None,
) -> Game:
    """A new game: the table set, and the first round dealt.

    A setting that the rulebooks do not allow raises `SettingError`, which says why:

    >>> new("sushi-go-anniversary", seats=4, variant="battle")
    Traceback (most recent call last):
    okawari.game.errors.SettingError: “battle” does not work with 4 at the table. Players allowed: 2.
    """
    from okawari.game import Game, Setting

    return Game(Setting.of(menu, seats, dessert, variant, must_have_maki), seed)


def imagine(view: View, seed: Seed = None) -> Game:
    """A game that agrees with a view: what the seat has not seen is sampled.

    >>> view = new("sushi-go-first", seats=4, seed=1).view(2)
    >>> imagine(view, seed=5).view(2) == view
    True
    """
    from okawari.game import Game

    return Game.from_view(view, seed)


def load(path: str | Path) -> Game:
    """The game of a record file, written by `game.record.save(path)`, as it was when it was saved."""
    from okawari.game import Record

    return Record.load(path).replay()


# Names of `okawari.game` are imported when they are first used: `okawari --version` does not import the kernels.
# Hidden from type checkers, which would otherwise accept any name.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import a name of this package when it is first used."""
        if name == "game":
            return import_module("okawari.game")
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(import_module("okawari.game"), name)
        return value

    def __dir__() -> list[str]:
        """The names of this package, imported or not."""
        return sorted({*globals(), *__all__})
