"""Chance: what the caller decides, and the check that it could have happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol


class Luck(Protocol):
    """What the shuffles, the draws and the dice bring."""

    def starter(self, seats: int) -> int:
        """Name the seat that starts."""

    def deal(self) -> dict[str, list[list[str]]]:
        """Deal the hands and piles of a round."""

    def pyramid(self) -> list[str]:
        """Lay out the 20 cards of a round of sushi battle."""

    def thaw(self) -> int:
        """Reveal the value of a frozen yogurt."""

    def mochi(self) -> int:
        """Roll a mochi die."""

    def bag(self) -> list[list[str]]:
        """Draw the dice of all belts from the bag."""

    def roll(self, die: str) -> str:
        """Roll one die of Sushi Roll."""


def ensure(possible: bool, what: str) -> None:
    """Refuse an outcome that chance cannot bring."""
    if not possible:
        raise AssertionError(what)


def checked_starter(luck: Luck, seats: int) -> int:
    """Ask who starts."""
    seat = luck.starter(seats)
    ensure(seat in range(seats), f"seat {seat} cannot start among {seats}")
    return seat


class Stock:
    """Things that chance draws from without putting them back."""

    def __init__(self, contents: Mapping[str, int]) -> None:
        """Fill the stock."""
        self.left = Counter(contents)

    def draw(self, words: Iterable[str]) -> None:
        """Take these out, or refuse: they are not all there."""
        wanted = Counter(words)
        ensure(wanted <= self.left, f"not left to draw: {dict(wanted - self.left)}")
        self.left -= wanted


def ensure_sizes(lists: list[list[str]], count: int, size: int, what: str) -> None:
    """Refuse a deal that has not this many lists of this size."""
    ensure([len(words) for words in lists] == [size] * count, f"{what}: {count} of {size} are needed")
