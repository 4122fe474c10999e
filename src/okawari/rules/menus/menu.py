"""What a menu says about itself."""

from __future__ import annotations

from dataclasses import dataclass, field

#: The two sorts of menu: hands of cards that are passed on, or belts of dice.
DRAFT, ROLL = "draft", "roll"


@dataclass(frozen=True)
class Variant:
    """A change to the rules that is chosen with the menu, never two at once."""

    word: str
    seats: tuple[int, ...]


#: Every variant of every book; the first stands for none. The order gives them their numbers.
VARIANTS = {
    variant.word: variant
    for variant in (
        Variant("none", (2, 3, 4, 5)),
        Variant("both-ways", (2, 3, 4, 5)),
        Variant("golf", (2, 3, 4, 5)),
        Variant("piles", (2,)),
        Variant("battle", (2,)),
        Variant("dummy", (2,)),
    )
}

#: Cards to each of 2, 3, 4 and 5 players: the same in every edition.
HANDS = {2: 10, 3: 9, 4: 8, 5: 7}
#: Cards of a hand, and of a draw pile, in the personal piles variant; the dummy deals as three players do.
PILE = 5
DUMMY_SHARE = 3
#: Our choice, for the book's picture is lost: cards in each row of the pyramid from the top, and the rows that lie face
#: down. The book thanks the designers of a game whose first age looks so.
ROWS = (2, 3, 4, 5, 6)
FACE_DOWN_ROWS = (2, 4)


@dataclass(frozen=True)
class Menu:
    """A complete way to play: an edition of a game and what may be chosen with it."""

    word: str
    sort: str = DRAFT
    #: Cards or dice for each seat, by the number of seats.
    helpings: dict[int, int] = field(default_factory=lambda: dict(HANDS))
    #: The desserts that may be in the deck; the first is the usual one.
    desserts: tuple[str, ...] = ("pudding",)
    variants: tuple[str, ...] = ()
    #: Whether two players may agree that no maki means no maki points.
    may_require_maki: bool = False
    #: Whether a plate without maki can come first or second.
    no_maki_can_place: bool = False
    #: Whether the most pudding decides between equal totals.
    pudding_breaks_ties: bool = True
    #: Whether the leader is given the sushi boat after each round.
    boat: bool = False

    @property
    def seats(self) -> tuple[int, ...]:
        """How many can play."""
        return tuple(self.helpings)
