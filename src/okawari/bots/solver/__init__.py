"""The exact solver for two players with open hands: the value, optimal mixed strategies, and the value of each move."""

from __future__ import annotations

from okawari.bots.solver.refusals import NotOpen, OutOfMemory, OutOfStates, OutOfTime
from okawari.bots.solver.solution import Solution, solve

__all__ = ["NotOpen", "OutOfMemory", "OutOfStates", "OutOfTime", "Solution", "solve"]
