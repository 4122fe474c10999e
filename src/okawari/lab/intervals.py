"""Means with 95 % confidence intervals, over clusters of observations that are not independent."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol

from okawari.texts import number

#: The 97.5 % quantile of the normal distribution.
Z = 1.959964


class Estimate(Protocol):
    """An estimated number with its error, half the width of its 95 % confidence interval."""

    @property
    def value(self) -> float:
        """The estimate."""

    @property
    def error(self) -> float:
        """Half the width of the interval."""


@dataclass
class Mean:
    """A mean of observations in clusters, such as games with the same cards or seats of one game.

    Its interval treats a cluster as one observation. `floor` and `ceiling` are the bounds of what can be observed.

    >>> mean = Mean()
    >>> for total, n in [(1, 2), (2, 2), (0, 2), (1, 2)]:
    ...     mean.add(total, n)
    >>> mean.value
    0.5
    >>> low, high = mean.interval
    >>> round(low, 2), round(high, 2)
    (-0.14, 1.14)

    The interval of a share stays between 0 and 1, and has a width even if all observations were equal.

    >>> always = share()
    >>> for _ in range(10):
    ...     always.add(1, 1)
    >>> round(always.interval[0], 2), always.interval[1]
    (0.69, 1.0)
    """

    floor: float = -math.inf
    ceiling: float = math.inf
    clusters: int = 0
    total: float = 0.0
    n: float = 0.0
    _totals: float = 0.0
    _products: float = 0.0
    _ns: float = 0.0

    def add(self, total: float, n: float) -> None:
        """Add a cluster: the sum of its observations, and their number."""
        self.clusters += 1
        self.total += total
        self.n += n
        self._totals += total * total
        self._products += total * n
        self._ns += n * n

    @property
    def value(self) -> float:
        """The mean; nan without observations."""
        return self.total / self.n if self.n else math.nan

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval; nan with fewer than two clusters."""
        if self.clusters < 2 or not self.n:
            return math.nan
        spread = max(0.0, self._totals - 2 * self.value * self._products + self.value**2 * self._ns)
        error = student(self.clusters - 1) * math.sqrt(spread * self.clusters / (self.clusters - 1)) / self.n
        if error < 1e-9 and math.isfinite(self.floor):
            # All observations are equal: the largest probability of another result that is consistent with that.
            return float(1 - 0.025 ** (1 / self.clusters))
        return error

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval, within floor and ceiling."""
        low, high = self.value - self.error, self.value + self.error
        return (low, high) if math.isnan(low) else (max(self.floor, low), min(self.ceiling, high))

    def to_json(self) -> dict[str, Any]:
        """The mean and its interval as JSON data; null for nan."""
        low, high = self.interval
        return {"mean": known(self.value), "low": known(low), "high": known(high)}


def share() -> Mean:
    """An empty mean of numbers between 0 and 1."""
    return Mean(0.0, 1.0)


def known(number: float) -> float | None:
    """A number for JSON: rounded to six digits, None for nan."""
    return None if math.isnan(number) else round(number, 6)


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t distribution, approximated by the expansion of Cornish and Fisher.

    >>> round(student(10), 2), round(student(10**6), 2)
    (2.23, 1.96)
    """
    z, v = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def shown(mean: Estimate, lang: str = "en", *, signed: bool = False) -> str:
    """A mean and its error as text in a language; without the error if it is nan.

    >>> mean = Mean()
    >>> for points in (30, 34, 38):
    ...     mean.add(points, 1)
    >>> shown(mean), shown(mean, "pl", signed=True)
    ('34.0 ± 9.6', '+34,0 ± 9,6')
    """
    value = number(lang, mean.value, "+.1f" if signed else ".1f")
    return value if math.isnan(mean.error) else f"{value} ± {number(lang, mean.error)}"


def shown_share(mean: Mean, lang: str = "en") -> str:
    """A share in per cent and the ends of its interval as text in a language."""
    value, low, high = (number(lang, 100 * share) for share in (mean.value, *mean.interval))
    return value if math.isnan(mean.error) else f"{value} ({low}–{high})"
