"""The exact solver for two players with open hands: values, optimal mixed strategies, and what each card is worth."""

from __future__ import annotations

from okawari.bots.solver.refusals import NotOpen, OutOfTime
from okawari.bots.solver.solution import DESSERT_PRICES, Solution, solve

__all__ = ["DESSERT_PRICES", "NotOpen", "OutOfTime", "Solution", "solve"]
