"""The boards of the leaderboard: the settings that are played, as they follow from the menus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from okawari.game import Setting
from okawari.lab.names import edition_of
from okawari.lab.tuning import games
from okawari.rules.menus import MENUS
from okawari.rules.traits import Menu

#: The numbers of seats of the boards: `FEW` at each, and `MANY` for one menu of each kind of table.
FEW, MANY = 2, 4


@dataclass(frozen=True)
class Board:
    """A setting of the leaderboard; `others` are later menus in which the same game is played."""

    setting: Setting
    others: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name: the edition and the number of seats.

        >>> boards()[0].name
        'sushi-go-first 2'
        """
        return f"{edition_of(self.setting)} {self.setting.seats}"

    def has(self, words: str) -> bool:
        """Whether each of some words is in the name, or is another menu of the same game; `all` is in every name."""
        return set(words.split()) <= {*self.name.split(), *self.others, "all"}


@cache
def boards() -> tuple[Board, ...]:
    """All boards: each menu, dessert and variant that plays differently, between two; and some for four.

    Games play differently if they are tuned separately: see `lab.tuning.games`. The first is the default.
    """
    found: list[Board] = []
    for menu in MENUS:
        same = [place for place, board in enumerate(found) if _is_the_same_game(menu, board.setting.rules)]
        if same:
            found[same[0]] = replace(found[same[0]], others=(*found[same[0]].others, menu.word))
        else:
            found.append(Board(Setting.of(menu.word, FEW)))
    tables = {menu.table: menu.word for menu in reversed(MENUS)}
    found += [Board(Setting.of(menu, MANY)) for menu in tables.values()]
    for setting in games():
        variants = [board.setting.variant for board in found]
        if setting.seats == FEW and Board(setting) not in found and _is_new(setting, variants):
            found.append(Board(setting))
    return tuple(sorted(found, key=lambda board: (board.setting.menu_number, board.setting.variant_number > 0)))


def _is_the_same_game(one: Menu, other: Menu) -> bool:
    """Whether two menus differ in their variants alone."""
    return replace(one, word=other.word, variant_rows=other.variant_rows) == other


def _is_new(setting: Setting, variants: Sequence[str | None]) -> bool:
    """Whether a setting has another dessert than the usual one, or a variant that is not among `variants`."""
    return setting.variant not in variants if setting.variant else setting.dessert != setting.rules.desserts[0]
