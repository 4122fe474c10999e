"""The random numbers of bots: pinned, so that other languages can draw the same, and fair."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from okawari.bots.stream import Stream
from okawari.rules.mixing import GOLDEN, splitmix


def test_words_are_those_of_splitmix64() -> None:
    """The first outputs of the published algorithm for the seed 1234567."""
    stream = Stream(1234567)
    assert [stream.word() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    stream = Stream(-3)
    assert stream.word() == int(splitmix(np.uint64(int(GOLDEN) - 3)))


def test_draws_are_pinned() -> None:
    stream = Stream("coach 7")
    assert [stream.word(), stream.bits(), stream.below(52)] == [1996450979459380796, 8619919279132293503, 43]
    assert (stream.choice("abcdef"), stream.sample(range(9), 4)) == ("d", [5, 1, 0, 8])
    assert stream.weighted([1, 0, 2.5, 0]) == 2
    assert [stream.chance(0.5) for _ in range(6)] == [False, True, True, False, True, False]


def test_draws_are_fair() -> None:
    stream, n = Stream(5), 30_000
    below = Counter(stream.below(6) for _ in range(n))
    samples = Counter(tuple(stream.sample("abc", 2)) for _ in range(n))
    assert len(below) == len(samples) == 6
    for counts in (below, samples):
        assert all(abs(count - n / 6) < 5 * (n * 5 / 36) ** 0.5 for count in counts.values())
    weighted = Counter(stream.weighted([0.0, 1.0, 3.0]) for _ in range(n))
    assert set(weighted) == {1, 2} and weighted[2] / n == pytest.approx(0.75, abs=0.02)
    assert sum(stream.chance(0.05) for _ in range(n)) / n == pytest.approx(0.05, abs=0.01)


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    assert len({Stream(seed).word() for seed in range(10_000)}) == 10_000
    first = Counter(Stream(seed).below(2) for seed in range(10_000))
    assert abs(first[0] - 5000) < 250


def test_a_weight_of_nothing_is_never_drawn() -> None:
    """Rounding can leave the number that is drawn at the very end."""

    class AtTheEnd(Stream):
        def unit(self) -> float:
            return 1.0

    assert AtTheEnd().weighted([0.1] * 10 + [0.0]) == 9
