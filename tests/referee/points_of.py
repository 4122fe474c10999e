"""Points by the referee's rules for plates that are given as counts, and small games."""

from __future__ import annotations

from typing import Any

from tests.referee import Referee, final_points, referee_for, roll_final_points, round_points
from tests.referee.random_luck import ANNIVERSARY, RandomLuck


def maki_plates(*icons: int) -> list[list[str]]:
    """Return plates with this many maki icons, on single rolls."""
    return [["maki1"] * count for count in icons]


def maki_points(menu: str, *icons: int, must_have_maki: bool = False) -> list[int]:
    """Return the maki points of plates with this many icons."""
    return [line["maki"] for line in round_points(menu, maki_plates(*icons), must_have_maki)]


def pudding_points(*puddings: int) -> list[int]:
    """Return the points of so many classic puddings."""
    return [line["pudding"] for line in final_points("pudding", [["pudding"] * count for count in puddings])]


def roll_puddings(*puddings: int) -> list[int]:
    """Return the points of so many pudding tokens."""
    tokens = [{"pudding": count, "menu": 0, "chopsticks": 0} for count in puddings]
    return [line["pudding"] for line in roll_final_points(tokens)]


def strawberry_game(kasia: list[str], olek: list[str]) -> Referee:
    """Begin a game of two with these cards in the hands, filled up with tempura and sashimi."""
    luck = RandomLuck(1, 2, "strawberry")
    luck.next_hands = [kasia + ["tempura"] * (10 - len(kasia)), olek + ["sashimi"] * (10 - len(olek))]
    return referee_for(ANNIVERSARY, 2, luck=luck)


def play(game: Referee, *texts: str) -> dict[str, Any]:
    """Let the seats choose in order, and look at the table."""
    for seat, text in enumerate(texts):
        game.choose(seat, text)
    return game.state()
