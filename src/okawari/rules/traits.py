"""What menus, desserts and variants say about themselves: their traits. Everything else asks these, never a name.

The rows are in `menus`, one file an edition; `desserts` and `variants` number them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from okawari.rules.dishes import number_on

#: The kinds of table: hands of cards that are passed on, cards in a pyramid, belts of dice.
DRAFT, BATTLE, ROLL = "draft", "battle", "roll"
#: Where the cards come from that are drawn during a round: from nowhere, from a pile of one's own after each pass while
#: it lasts, or from the extra plate's pile by the seat in control.
DRAWS_NOTHING, DRAWS_OWN_PILE, DRAWS_IN_CONTROL = "nothing", "own-pile", "in-control"


class Prize(NamedTuple):
    """What the most and the fewest of a dessert bring at the end of the game."""

    most: int
    least: int
    #: What the fewest lose with two plates at the table.
    least_of_two: int
    #: Whether everybody having the same means nothing happens, with two plates at the table and with more.
    even_is_nothing_of_two: bool
    even_is_nothing: bool
    #: Whether a tie shares the points (rounded toward 0) or gives everyone all of them.
    ties_share: bool


class Die(NamedTuple):
    """The die that each player has beside the cards of a dessert: each card rolls it."""

    faces: int
    start: int
    #: Faces that a real die may have besides ours: the score pad accepts them with a warning.
    other_faces: tuple[int, ...] = ()


CLASSIC = Prize(6, 6, 0, even_is_nothing_of_two=True, even_is_nothing=True, ties_share=True)
NO_PRIZE = Prize(0, 0, 0, even_is_nothing_of_two=True, even_is_nothing=True, ties_share=True)


@dataclass(frozen=True)
class Dessert:
    """A dessert: its cards, and what happens with them.

    It is counted in one of three ways: by the numbers on its cards, by a die in front of each player, or by runs of
    consecutive numbers. The first two are contests: the most of it win points at the end of the game, the fewest lose
    some.
    """

    word: str
    #: The cards as they lie in a hand, at most five sorts, and how many of each.
    cards: dict[str, int]
    prize: Prize = CLASSIC
    #: The values that its cards can have once they are played, where nobody knows them before, and how many of each.
    values: dict[int, int] | None = None
    die: Die | None = None
    #: Points for runs of 1, 2, 3 … consecutive numbers: such a dessert is no contest.
    runs: tuple[int, ...] = ()
    #: Whether the leader takes the squishy.
    squishy: bool = False
    #: Cards that a real box may have besides ours: the score pad accepts them with a warning, and nothing deals them.
    other_cards: tuple[str, ...] = ()

    @property
    def played(self) -> dict[str, int]:
        """The cards once they lie in front of a player, where they show their values, and how many of each."""
        if self.values is None:
            return self.cards
        return {f"{self.word}{value}": n for value, n in self.values.items()}

    @property
    def amounts(self) -> tuple[int, ...]:
        """How much each sort of played card counts for."""
        return tuple(1 if self.runs else number_on(word) for word in self.played)

    @property
    def has_luck(self) -> bool:
        """Whether playing a card draws a value or rolls a die."""
        return self.values is not None or self.die is not None

    @property
    def acts_at_once(self) -> bool:
        """Whether playing a card does more than put it down."""
        return self.squishy or self.has_luck


@dataclass(frozen=True)
class Variant:
    """A change to the rules that is chosen with the menu, never two at once."""

    word: str
    #: The numbers of players that it allows.
    seats: tuple[int, ...] = (2, 3, 4, 5)
    #: The kind of table that it is played on.
    table: str = DRAFT
    #: Whether the lowest total wins.
    lowest_wins: bool = False
    #: The rounds in which hands are passed to the right.
    right_rounds: tuple[int, ...] = ()
    #: Whether there is a plate that has no seat: the seat in control, another one each turn, plays a card for it.
    extra_plate: bool = False
    draws: str = DRAWS_NOTHING
    #: Cards of a hand, and of each pile, where the menu does not say it by the number of players.
    hand_size: int | None = None

    @property
    def sign(self) -> int:
        """1 where the highest total wins, -1 where the lowest does: totals times this are better when higher."""
        return -1 if self.lowest_wins else 1

    @property
    def names_starter(self) -> bool:
        """Whether the beginning of a game names a seat: who controls the extra plate first, or who takes first."""
        return self.extra_plate or self.table == BATTLE


#: An ordinary game.
NO_VARIANT = Variant("none")


@dataclass(frozen=True)
class Menu:
    """A complete way to play: an edition of a game and what may be chosen with it."""

    word: str
    #: Cards or dice for each seat, by the number of plates.
    hand_sizes: dict[int, int]
    #: The kind of table that it is played on, if no variant says otherwise.
    table: str = DRAFT
    #: The desserts that may be in the deck; the first is the usual one.
    dessert_rows: tuple[Dessert, ...] = ()
    variant_rows: tuple[Variant, ...] = ()
    #: Whether two players may agree that no maki means no maki points.
    may_require_maki: bool = False
    #: Whether a plate without maki can come first or second.
    no_maki_can_place: bool = False
    #: Whether the most dessert decides between equal totals.
    dessert_breaks_ties: bool = True
    #: Whether the leader is given the sushi boat after each round.
    boat: bool = False

    @property
    def desserts(self) -> tuple[str, ...]:
        """The words of its desserts."""
        return tuple(dessert.word for dessert in self.dessert_rows)

    @property
    def variants(self) -> tuple[str, ...]:
        """The words of its variants."""
        return tuple(variant.word for variant in self.variant_rows)

    @property
    def seats(self) -> tuple[int, ...]:
        """How many can play."""
        return tuple(self.hand_sizes)

    def hand_size(self, seats: int, variant: Variant) -> int:
        """Cards or dice that each seat has at the start of a round: an extra plate has a hand of its own."""
        return variant.hand_size or self.hand_sizes[seats + variant.extra_plate]
