"""A slow, plain referee for the Sushi Go! family of games, written from the rulebooks to check a fast engine."""

from __future__ import annotations

from .battle import Battle
from .drafting import Drafting
from .luck import Luck
from .roll import Roll
from .scoring import best_tea_points, dipped, final_points, roll_final_points, round_points, winners
from .words import ANNIVERSARY, DESSERTS, EDITION_2014, FIRST, ROLL, VARIANTS

__all__ = [
    "Referee",
    "best_tea_points",
    "dipped",
    "final_points",
    "referee_for",
    "roll_final_points",
    "round_points",
    "winners",
]

Referee = Drafting | Battle | Roll

TWO_SEAT_VARIANTS = ("piles", "battle", "dummy")


def referee_for(
    menu: str,
    seats: int,
    dessert: str | None = None,
    variant: str | None = None,
    must_have_maki: bool = False,
    *,
    luck: Luck,
) -> Referee:
    """Set a table for one game, or raise ValueError if no rulebook allows such a game."""
    _check_seats(menu, seats)
    _check_dessert(menu, dessert)
    _check_variant(menu, seats, variant)
    _check_must_have_maki(menu, seats, must_have_maki)
    if menu == ROLL:
        return Roll(seats, luck)
    chosen_dessert = dessert or DESSERTS[menu][0]
    if variant == "battle":
        return Battle(menu, chosen_dessert, must_have_maki, luck)
    return Drafting(menu, seats, chosen_dessert, variant, must_have_maki, luck)


def _check_seats(menu: str, seats: int) -> None:
    if menu not in (FIRST, EDITION_2014, ANNIVERSARY, ROLL):
        raise ValueError(f"there is no menu {menu!r}")
    if seats not in (2, 3, 4, 5):
        raise ValueError(f"{seats} players cannot play")


def _check_dessert(menu: str, dessert: str | None) -> None:
    if dessert is not None and dessert not in DESSERTS[menu]:
        raise ValueError(f"{menu} does not serve {dessert!r}")


def _check_variant(menu: str, seats: int, variant: str | None) -> None:
    if variant is not None and variant not in VARIANTS[menu]:
        raise ValueError(f"{menu} has no variant {variant!r}")
    if variant in TWO_SEAT_VARIANTS and seats != 2:
        raise ValueError(f"{variant} is for two players")


def _check_must_have_maki(menu: str, seats: int, must_have_maki: bool) -> None:
    if must_have_maki and (menu != ANNIVERSARY or seats != 2):
        raise ValueError("must have maki is a rule of the anniversary edition for two players")
