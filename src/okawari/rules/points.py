"""What everything is worth. Each number of the rules stands here, or in `dishes`, and nowhere else."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from okawari.rules.dishes import DESSERT_CARDS

ROUNDS = 3


class Ladder(NamedTuple):
    """Points for 1, 2, 3 … of a dish: a new set begins after the last rung, or more than the last earn no more."""

    rungs: tuple[int, ...]
    repeats: bool


#: Dishes that score by how many of them there are: the card games, then Sushi Roll.
CARD_LADDERS = {
    "tempura": Ladder((0, 5), repeats=True),
    "sashimi": Ladder((0, 0, 10), repeats=True),
    "dumpling": Ladder((1, 3, 6, 10, 15), repeats=False),
}
ROLL_LADDERS = {
    "tempura": Ladder((1, 5, 10), repeats=True),
    "sashimi": Ladder((0, 6, 13), repeats=True),
    "dumpling": Ladder((2, 4, 8), repeats=True),
}

NIGIRI = {"egg": 1, "salmon": 2, "squid": 3}
WASABI_TIMES = 3

MAKI_FIRST = 6
MAKI_SECOND = 3
#: Icons on a maki card or die, by how far its kind lies after the first maki.
MAKI_ICONS = (1, 2, 3)


class Dessert(NamedTuple):
    """What the most and the least of a dessert bring at the end of the game."""

    most: int
    least: int
    #: What the least loses with two at the table.
    least_of_two: int
    #: Whether everybody having the same means nothing happens, with two at the table and with more.
    even_is_nothing_of_two: bool
    even_is_nothing: bool
    #: Whether a tie shares the points (rounded toward 0) or gives everyone all of them.
    ties_share: bool


_CLASSIC = Dessert(6, 6, 0, even_is_nothing_of_two=True, even_is_nothing=True, ties_share=True)

#: Most and least, for every dessert; tea scores by its runs alone.
DESSERT_POINTS = {
    "pudding": _CLASSIC,
    "strawberry": Dessert(0, 6, 3, even_is_nothing_of_two=True, even_is_nothing=False, ties_share=True),
    "yogurt": _CLASSIC,
    "tea": Dessert(0, 0, 0, even_is_nothing_of_two=True, even_is_nothing=True, ties_share=True),
    "mochi": _CLASSIC,
    "roll": Dessert(6, 6, 0, even_is_nothing_of_two=False, even_is_nothing=False, ties_share=False),
}
ROLL_PUDDING = list(DESSERT_POINTS).index("roll")

#: Points for taking the squishy.
SQUISHY_POINTS = 2
#: Points for runs of 1, 2, 3, 4 and 5 bubble teas.
TEA_RUNS = (1, 4, 8, 13, 20)
#: Unused menus and chopsticks of Sushi Roll that make one point.
TOKENS_PER_POINT = 2

#: The most of one dish that any plate can hold; the length of the kernels' tables.
MOST_OF_A_DISH = 16


def climb(ladder: Ladder, count: int) -> int:
    """Points for so many of a dish.

    >>> [climb(CARD_LADDERS["tempura"], n) for n in range(5)]
    [0, 0, 5, 5, 10]
    """
    top = len(ladder.rungs)
    if ladder.repeats:
        sets, rest = divmod(count, top)
        return sets * ladder.rungs[-1] + (ladder.rungs[rest - 1] if rest else 0)
    return ladder.rungs[min(count, top) - 1] if count else 0


#: The columns of a `Dessert` in the kernels' table.
MOST, LEAST, LEAST_OF_TWO, EVEN_IS_NOTHING_OF_TWO, EVEN_IS_NOTHING, TIES_SHARE = range(6)


@cache
def best_runs(teas: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The split of bubble teas, counted by number, that scores best: runs as (lowest number, length).

    >>> best_runs((0, 1, 1, 2, 0))
    ((2, 3), (4, 1))
    """
    if not any(teas):
        return ()
    lowest = next(i for i, count in enumerate(teas) if count)
    splits = []
    rest = list(teas)
    for length in range(1, len(TEA_RUNS) + 1):
        if lowest + length > len(teas) or not rest[lowest + length - 1]:
            break
        rest[lowest + length - 1] -= 1
        splits.append(((lowest + 1, length), *best_runs(tuple(rest))))
    return max(splits, key=run_points)


def run_points(runs: tuple[tuple[int, int], ...]) -> int:
    """Points for runs of bubble tea."""
    return sum(TEA_RUNS[length - 1] for _, length in runs)


#: One more than the most bubble teas of one number: the base in which a plate's teas are written as an index.
TEA_BASE = max(DESSERT_CARDS["tea"].values()) + 1
