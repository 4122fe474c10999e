"""The coach: an estimate and reasons for every move of a view, and the decisions of a game that cost most."""

from __future__ import annotations

from okawari.bots.coach.explanation import BUDGET, Advice, Explanation, explain
from okawari.bots.coach.reasons import CODES, Reason
from okawari.bots.coach.review import BUDGET as REVIEW_BUDGET
from okawari.bots.coach.review import Lapse, review

__all__ = [
    "BUDGET",
    "CODES",
    "REVIEW_BUDGET",
    "Advice",
    "Explanation",
    "Lapse",
    "Reason",
    "explain",
    "review",
]
