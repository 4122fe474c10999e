"""The lab: tournaments of bots, and statistics of recorded games."""

from okawari.lab.plan import Plan, PlanError
from okawari.lab.results import Report, report_of
from okawari.lab.run import Run

__all__ = ["Plan", "PlanError", "Report", "Run", "report_of"]
