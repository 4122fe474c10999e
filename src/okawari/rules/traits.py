"""The traits of menus, desserts and variants: what code elsewhere asks, instead of comparing their names.

Each menu, dessert and variant is one row: an instance of `Menu`, `Dessert` or `Variant`. The rows are in `menus`, one
file for each edition; `desserts` and `variants` number them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from okawari.rules.dishes import number_on

#: The table kinds: hands of cards that are passed on, cards in a pyramid, belts of dice.
DRAFT, BATTLE, ROLL = "draft", "battle", "roll"
#: Which cards are drawn during a round: none; one by each seat from its own pile after each pass, while it lasts; or
#: one by the seat in control from the pile of the extra plate.
DRAWS_NOTHING, DRAWS_OWN_PILE, DRAWS_IN_CONTROL = "nothing", "own-pile", "in-control"


class Prize(NamedTuple):
    """The points that the largest amount of a dessert wins and the smallest loses at the end of the game."""

    most: int
    least: int
    #: What the smallest amount loses with two plates at the table.
    least_of_two: int
    #: Whether nothing is won or lost if all amounts are equal, with two plates at the table and with more.
    even_is_nothing_of_two: bool
    even_is_nothing: bool
    #: Whether tied plates share the points (rounded toward 0) or each get all of them.
    ties_share: bool


class Die(NamedTuple):
    """The die that each player has with some desserts: playing a card of the dessert rolls it."""

    faces: int
    start: int
    #: Faces that the die of a real box may have besides ours: the score pad accepts them with a warning.
    other_faces: tuple[int, ...] = ()


CLASSIC = Prize(6, 6, 0, even_is_nothing_of_two=True, even_is_nothing=True, ties_share=True)
NO_PRIZE = Prize(0, 0, 0, even_is_nothing_of_two=True, even_is_nothing=True, ties_share=True)


@dataclass(frozen=True)
class Dessert:
    """The traits of a dessert.

    It scores in one of two ways. Either each plate has an amount (the sum of the numbers on its cards, or what the
    player's die shows), and the largest and smallest amounts win and lose the `prize`; or runs of consecutive numbers
    score.
    """

    word: str
    #: The cards as they are in a hand, at most five sorts, and how many of each.
    cards: dict[str, int]
    prize: Prize = CLASSIC
    #: If the value of a card is drawn when it is played: the values, and how many cards have each.
    values: dict[int, int] | None = None
    die: Die | None = None
    #: Points for runs of 1, 2, 3 … consecutive numbers. A dessert with runs has no prize.
    runs: tuple[int, ...] = ()
    #: Whether the player with the most of it takes the squishy.
    squishy: bool = False
    #: Cards that a real box may have besides ours: the score pad accepts them with a warning, the engine never deals
    #: them.
    other_cards: tuple[str, ...] = ()

    @property
    def played(self) -> dict[str, int]:
        """The cards once they are played, with their values if these are drawn, and how many of each."""
        if self.values is None:
            return self.cards
        return {f"{self.word}{value}": n for value, n in self.values.items()}

    @property
    def amounts(self) -> tuple[int, ...]:
        """The amount that each sort of played card counts for."""
        return tuple(1 if self.runs else number_on(word) for word in self.played)

    @property
    def has_luck(self) -> bool:
        """Whether playing a card draws a value or rolls a die."""
        return self.values is not None or self.die is not None

    @property
    def acts_at_once(self) -> bool:
        """Whether playing a card does more than put it beside the plate."""
        return self.squishy or self.has_luck


@dataclass(frozen=True)
class Variant:
    """The traits of a variant: a change to the rules that is chosen with the menu. At most one is played at a time."""

    word: str
    #: The numbers of seats that it allows.
    seats: tuple[int, ...] = (2, 3, 4, 5)
    #: The table kind that it is played on.
    table: str = DRAFT
    #: Whether the lowest total wins.
    lowest_wins: bool = False
    #: The rounds in which hands are passed to the right.
    right_rounds: tuple[int, ...] = ()
    #: Whether there is an extra plate, for which the seat in control plays a card. Control moves on after each turn.
    extra_plate: bool = False
    draws: str = DRAWS_NOTHING
    #: Cards of each hand and of each pile, if not those that the menu gives for the number of plates.
    hand_size: int | None = None

    @property
    def sign(self) -> int:
        """1 if the highest total wins, -1 if the lowest does: a total times this is better the higher it is."""
        return -1 if self.lowest_wins else 1


#: The ordinary game, without a variant.
NO_VARIANT = Variant("none")


@dataclass(frozen=True)
class Menu:
    """The traits of a menu: an edition of a game, with the desserts and variants that may be chosen."""

    word: str
    #: Cards or dice of each seat at the start of a round, by the number of plates.
    hand_sizes: dict[int, int]
    #: The table kind that it is played on, if the variant has no other.
    table: str = DRAFT
    #: The desserts that may be in the deck; the first is the usual one.
    dessert_rows: tuple[Dessert, ...] = ()
    variant_rows: tuple[Variant, ...] = ()
    #: Whether two players may choose that a plate without maki gets no points for maki.
    may_require_maki: bool = False
    #: Whether a plate without maki can come first or second.
    no_maki_can_place: bool = False
    #: Whether the largest amount of dessert decides between equal totals.
    dessert_breaks_ties: bool = True
    #: Whether the leader gets the sushi boat after each round.
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
        """The numbers of seats that it allows."""
        return tuple(self.hand_sizes)

    def table_kind(self, variant: Variant) -> str:
        """The table kind that it is played on with a variant."""
        return variant.table if self.table == DRAFT else self.table

    def hand_size(self, seats: int, variant: Variant) -> int:
        """Cards or dice of each seat at the start of a round. An extra plate counts as a seat."""
        return variant.hand_size or self.hand_sizes[seats + variant.extra_plate]
