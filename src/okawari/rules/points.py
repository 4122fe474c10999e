"""The points of dishes. Every other number of the rules is in `dishes`, `layout`, `desserts`, `traits` or `menus`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from okawari.rules.desserts import DESSERT_ROWS
from okawari.rules.traits import Dessert

ROUNDS = 3


class Ladder(NamedTuple):
    """Points for 1, 2, 3 … of a dish. After the last rung a new set begins, if it repeats, or more earn no more."""

    rungs: tuple[int, ...]
    repeats: bool


#: The dishes that score by how many of them a plate has, in the card games and in Sushi Roll.
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
#: Maki rolls on maki1, maki2 and maki3.
MAKI_ICONS = (1, 2, 3)

#: How many unused menu and chopsticks tokens of Sushi Roll make one point.
TOKENS_PER_POINT = 2

#: The most of one dish that a plate can hold: the largest index of SET_POINTS.
MOST_OF_A_DISH = 16


def ladder_points(ladder: Ladder, count: int) -> int:
    """Points for `count` of a dish.

    >>> [ladder_points(CARD_LADDERS["tempura"], n) for n in range(5)]
    [0, 0, 5, 5, 10]
    """
    top = len(ladder.rungs)
    if ladder.repeats:
        sets, rest = divmod(count, top)
        return sets * ladder.rungs[-1] + (ladder.rungs[rest - 1] if rest else 0)
    return ladder.rungs[min(count, top) - 1] if count else 0


#: The columns of PRIZES: the fields of a `Prize`.
MOST, LEAST, LEAST_OF_TWO, EVEN_IS_NOTHING_OF_TWO, EVEN_IS_NOTHING, TIES_SHARE = range(6)


@cache
def best_runs(counts: tuple[int, ...], points: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Split cards with numbers into the runs that score most; each run is (lowest number, length).

    counts[i] is how many cards have the number i + 1, points[i] what a run of length i + 1 scores.


    >>> best_runs((0, 1, 1, 2, 0), (1, 4, 8, 13, 20))
    ((2, 3), (4, 1))
    """
    if not any(counts):
        return ()
    lowest = next(i for i, count in enumerate(counts) if count)
    splits = []
    rest = list(counts)
    for length in range(1, len(points) + 1):
        if lowest + length > len(counts) or not rest[lowest + length - 1]:
            break
        rest[lowest + length - 1] -= 1
        splits.append(((lowest + 1, length), *best_runs(tuple(rest), points)))
    return max(splits, key=lambda runs: run_points(runs, points))


def run_points(runs: tuple[tuple[int, int], ...], points: tuple[int, ...]) -> int:
    """Points for runs as `best_runs` gives them."""
    return sum(points[length - 1] for _, length in runs)


#: The base of the index of RUN_POINTS: one more than the most cards of one number in a dessert with runs. The digits of
#: the index are how many cards a plate has of the numbers 1, 2, 3 …, the lowest digit first.
RUN_BASE = max(n for dessert in DESSERT_ROWS if dessert.runs for n in dessert.cards.values()) + 1


def run_counts(dessert: Dessert, index: int) -> tuple[int, ...]:
    """How many cards of each number a plate has, from its index of RUN_POINTS."""
    return tuple(index // RUN_BASE**place % RUN_BASE for place in range(len(dessert.cards)))
