"""What everything is worth. Each number of the rules stands here, in `dishes`, `desserts`, `variants` or `menus`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from okawari.rules.desserts import DESSERT_ROWS
from okawari.rules.traits import Dessert

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


#: The columns of a `Prize` in the kernels' table.
MOST, LEAST, LEAST_OF_TWO, EVEN_IS_NOTHING_OF_TWO, EVEN_IS_NOTHING, TIES_SHARE = range(6)


@cache
def best_runs(counts: tuple[int, ...], points: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The split of cards, counted by number, that scores best: runs as (lowest number, length).

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
    """Points for runs."""
    return sum(points[length - 1] for _, length in runs)


#: One more than the most cards of one number in a dessert with runs: the base in which a plate's cards are an index.
RUN_BASE = max(n for dessert in DESSERT_ROWS if dessert.runs for n in dessert.cards.values()) + 1


def run_counts(dessert: Dessert, index: int) -> tuple[int, ...]:
    """Cards of a dessert with runs, counted by number, from their index."""
    return tuple(index // RUN_BASE**place % RUN_BASE for place in range(len(dessert.cards)))
