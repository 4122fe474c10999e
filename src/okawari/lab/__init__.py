"""The lab: tournaments of bots, statistics of recorded games, and fitting of weights and outlooks."""

from okawari.lab.plan import Plan, PlanError
from okawari.lab.results import Report, report_of
from okawari.lab.run import Run

__all__ = ["Plan", "PlanError", "Report", "Run", "report_of"]
