"""The random numbers of bots: a stream that any language can repeat.

The state of a stream is a number of 64 bits. All arithmetic on such numbers is modulo 2**64.

    seed        an integer: the state is the integer modulo 2**64
                a text: the state is the first eight bytes of the SHA-256 of its UTF-8, the highest byte first
    word        add 0x9E3779B97F4A7C15 to the state, and mix a copy of it (this is splitmix64):
                    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9
                    z = (z ^ z >> 27) * 0x94D049BB133111EB
                    z ^ z >> 31
    bits        word >> 1
    below n     (word >> 32) * n >> 32
    unit        (word >> 11) / 2**53
    choice      the element with the index: below the number of elements
    sample n    for i = 0 … n - 1: swap element i with element i + (below the number of elements - i);
                the first n elements
    weighted    unit * (the sum of the weights); the first index at which the sum of the weights up to and with it is
                greater, or the last index with a weight
    chance p    whether unit < p

Each of them draws exactly one word, except `sample`, which draws n. Sums are added from the first to the last.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from okawari.rules.mixing import GOLDEN, MIX1, MIX2

T = TypeVar("T")

_WORD = (1 << 64) - 1
_GOLDEN, _MIX1, _MIX2 = int(GOLDEN), int(MIX1), int(MIX2)


class Stream:
    """A stream of random numbers, the same for the same seed.

    >>> stream = Stream(1)
    >>> stream.below(100), stream.choice("abc"), stream.sample(range(10), 3)
    (56, 'c', [9, 4, 5])
    """

    def __init__(self, seed: int | str = 0) -> None:
        if isinstance(seed, str):
            seed = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
        self.state = seed & _WORD

    def word(self) -> int:
        """A number of 64 bits."""
        self.state = self.state + _GOLDEN & _WORD
        word = self.state
        word = (word ^ word >> 30) * _MIX1 & _WORD
        word = (word ^ word >> 27) * _MIX2 & _WORD
        return word ^ word >> 31

    def bits(self) -> int:
        """A number of 63 bits."""
        return self.word() >> 1

    def below(self, n: int) -> int:
        """A nearly uniform number below n, which is less than 2**32."""
        return (self.word() >> 32) * n >> 32

    def unit(self) -> float:
        """A number from 0 to 1, without 1."""
        return (self.word() >> 11) / (1 << 53)

    def choice(self, elements: Sequence[T]) -> T:
        """One of these elements."""
        return elements[self.below(len(elements))]

    def sample(self, elements: Sequence[T], n: int) -> list[T]:
        """Some n of these elements, in random order."""
        left = list(elements)
        for i in range(n):
            there = i + self.below(len(left) - i)
            left[i], left[there] = left[there], left[i]
        return left[:n]

    def weighted(self, weights: Sequence[float]) -> int:
        """An index, as likely as its share of the sum of the weights."""
        total = 0.0
        for weight in weights:
            total += weight
        drawn, so_far, last = self.unit() * total, 0.0, 0
        for index, weight in enumerate(weights):
            so_far += weight
            if drawn < so_far:
                return index
            if weight:
                last = index
        return last

    def chance(self, p: float) -> bool:
        """Whether something with this probability happens."""
        return self.unit() < p
