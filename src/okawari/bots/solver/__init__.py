"""The exact solver for two players with open hands: values, optimal mixed strategies, and what each card is worth."""

from __future__ import annotations

from okawari.bots.solver.refusals import NotOpen, OutOfTime
from okawari.bots.solver.solution import Solution, solve

__all__ = ["NotOpen", "OutOfTime", "Solution", "solve"]
