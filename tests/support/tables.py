"""Every table that the rulebooks allow, and players who choose at random.

The tables are written down from the books and not from the engine's own registry.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from okawari import Game, Setting

FIRST, EDITION_2014, ANNIVERSARY, ROLL = "sushi-go-first", "sushi-go-2014", "sushi-go-anniversary", "sushi-roll"
MENUS = (FIRST, EDITION_2014, ANNIVERSARY, ROLL)
SEATS = (2, 3, 4, 5)

#: The desserts of each menu, the usual one first; Sushi Roll's are dice.
DESSERTS = {
    FIRST: ("pudding",),
    EDITION_2014: ("pudding",),
    ANNIVERSARY: ("strawberry", "yogurt", "tea", "pudding", "mochi"),
    ROLL: (None,),
}
#: The variants of each menu, for any number of players and for two.
VARIANTS = {FIRST: (), EDITION_2014: ("both-ways",), ANNIVERSARY: ("both-ways", "golf"), ROLL: ()}
VARIANTS_FOR_TWO = {FIRST: (), EDITION_2014: ("dummy",), ANNIVERSARY: ("piles", "battle", "dummy"), ROLL: ()}


class Table(NamedTuple):
    """A way to play, in the order of the arguments of `okawari.new` and of the referee."""

    menu: str
    seats: int
    dessert: str | None = None
    variant: str | None = None
    must_have_maki: bool = False

    def __str__(self) -> str:
        words = [
            self.menu,
            str(self.seats),
            self.dessert,
            self.variant,
            "must-have-maki" if self.must_have_maki else "",
        ]
        return "-".join(word for word in words if word)

    @property
    def setting(self) -> Setting:
        """The engine's name for it."""
        return Setting.of(*self)

    def game(self, seed: int) -> Game:
        """A new game."""
        return Game(self.setting, seed)


def _tables_of(menu: str, seats: int) -> list[Table]:
    variants = (None, *VARIANTS[menu], *(VARIANTS_FOR_TWO[menu] if seats == 2 else ()))
    maki_rules = (False, True) if menu == ANNIVERSARY and seats == 2 else (False,)
    return [
        Table(menu, seats, dessert, variant, must_have_maki)
        for dessert in DESSERTS[menu]
        for variant in variants
        for must_have_maki in maki_rules
    ]


#: All of them.
TABLES = [table for menu in MENUS for seats in SEATS for table in _tables_of(menu, seats)]

#: The same as the engine has them.
EVERY_SETTING = [table.setting for table in TABLES]

#: A few that together have every kind of table, dessert, variant and number of seats: for tests that cannot take all.
SAMPLE = [
    Table(FIRST, 4, "pudding"),
    Table(EDITION_2014, 5, "pudding", "both-ways"),
    Table(EDITION_2014, 2, "pudding", "dummy"),
    Table(ANNIVERSARY, 2, "tea", "piles"),
    Table(ANNIVERSARY, 2, "strawberry", "battle", must_have_maki=True),
    Table(ANNIVERSARY, 2, "yogurt", "dummy"),
    Table(ANNIVERSARY, 3, "mochi", "golf"),
    Table(ANNIVERSARY, 4, "strawberry", "both-ways"),
    Table(ROLL, 2),
    Table(ROLL, 3),
    Table(ROLL, 5),
]


#: Preferences of random players, as parts of the texts of moves, so that rare moves are played; the first is for none.
PREFERENCES: tuple[tuple[str, ...], ...] = (
    (),
    ("chopsticks", "+"),
    ("pudding", "strawberry", "yogurt", "tea", "mochi", "keep"),
    ("reroll", "swap", "wasabi", "egg", "salmon", "squid"),
    ("tempura", "sashimi", "dumpling"),
    ("maki",),
)


class RandomPlayer:
    """A player who chooses at random, and mostly a preferred move where there is one."""

    def __init__(self, seed: object, preference: int = 0) -> None:
        self.random = random.Random(f"guest {seed}")
        self.likes = PREFERENCES[preference % len(PREFERENCES)]

    def choose(self, texts: Sequence[str]) -> str:
        """One of some moves."""
        liked = [text for text in texts if any(part in text for part in self.likes)]
        return self.random.choice(liked if liked and self.random.random() < 0.8 else list(texts))


def play_on(game: Game, player: RandomPlayer, choices: int | None = None) -> Game:
    """Play a game on at random, to its end or for a number of choices."""
    while not game.over and choices != 0:
        seat = player.random.choice(game.to_move)
        game.choose(seat, player.choose([move.text for move in game.moves(seat)]))
        choices = None if choices is None else choices - 1
    return game
