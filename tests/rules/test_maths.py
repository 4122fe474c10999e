"""The functions of `okawari.rules.maths`: accurate, and the same bits on every machine and in every mode."""

from __future__ import annotations

import hashlib
import math

import numpy as np
import pytest

from okawari.rules import maths

#: Steps of a grid that floating point holds exactly, so that the grid is the same everywhere.
_STEP = 1 / 64


def exp(numbers: np.ndarray) -> np.ndarray:
    out = np.empty_like(numbers)
    maths.exp_many(numbers, out)
    return out


def log(numbers: np.ndarray) -> np.ndarray:
    out = np.empty_like(numbers)
    maths.log_many(numbers, out)
    return out


def worst_error(ours: np.ndarray, exact: np.ndarray) -> float:
    """The largest difference in units in the last place."""
    return float((np.abs(ours - exact) / np.spacing(np.abs(exact))).max())


def grid(end: float) -> np.ndarray:
    return np.arange(-int(end / _STEP), int(end / _STEP)) * _STEP


def test_exp_is_accurate() -> None:
    luck = np.random.default_rng(1)
    wide, near = luck.uniform(-745, 709.7, 20_000), luck.normal(0, 2, 20_000)
    for numbers in (grid(30), wide, near, near * 1e-9):
        assert worst_error(exp(numbers), np.array([math.exp(x) for x in numbers])) <= 1


def test_log_is_accurate() -> None:
    luck = np.random.default_rng(2)
    wide, near = 10.0 ** luck.uniform(-307, 308, 20_000), luck.uniform(0.5, 2, 20_000)
    tiny = np.array([5e-324, 1e-310, 2.2250738585072014e-308])
    for numbers in (np.arange(1.0, 20_000.0), wide, near, tiny, 1 + (near - 1) * 1e-9):
        assert worst_error(log(numbers), np.array([math.log(x) for x in numbers])) <= 1


def test_ends_of_the_range() -> None:
    ours = exp(np.array([0.0, 710.0, -746.0, math.inf, -math.inf, math.nan]))
    assert ours[:5].tolist() == [1.0, math.inf, 0.0, math.inf, 0.0] and math.isnan(ours[5])
    assert log(np.array([1.0])).tolist() == [0.0]


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 24, 25, 26, 10**12 - 1, 10**12, (1 << 62) - 1, 1 << 62])
def test_integer_square_roots(n: int) -> None:
    assert maths.isqrt(np.int64(n)) == math.isqrt(n)


def test_results_are_the_same_bits_everywhere() -> None:
    """Compilers and processors must not change a bit: searches are reproducible from machine to machine."""
    words = np.concatenate([exp(grid(745)), log(np.arange(1.0, 50_000.0) * _STEP)]).astype("<f8")
    digest = hashlib.sha256(words.tobytes()).hexdigest()
    assert digest[:16] == "c4372065910a641a"
