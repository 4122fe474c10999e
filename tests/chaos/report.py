"""What a run has found: the disturbances, how soon players went on, and what is wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import quantiles

from tests.chaos.players import Journal


class Report:
    """The findings of a run."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        #: How often each kind of disturbance came, alone or with others.
        self.disturbances: Counter[str] = Counter()
        #: For each kind, the seconds until each table went on.
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.games = self.rows = self.moves_of_bots = self.rings = self.replaced = 0
        #: What must not be: choices and results that are lost or doubled, moves that the servers made twice, tables
        #: that did not go on, answers that nobody expects, and stacks in the logs.
        self.lost: list[str] = []
        self.doubled: list[str] = []
        self.twice: list[str] = []
        self.stuck: list[str] = []
        self.unexpected: list[str] = []
        self.stacks: Counter[str] = Counter()

    @property
    def problems(self) -> list[str]:
        """All that must not be, as lines."""
        found = {
            "lost": self.lost, "doubled": self.doubled, "made twice": self.twice, "stuck": self.stuck,
            "unexpected": self.unexpected, "stack": [f"{times} times {stack}" for stack, times in self.stacks.items()],
        }  # fmt: skip
        return [f"{name}: {each}" for name, each_of in found.items() for each in each_of]

    @property
    def line(self) -> str:
        """How the run stands, in a line."""
        return (
            f"{self.disturbances.total()} disturbances, {self.games} games, {self.journal.answers} acknowledged, "
            f"lost {len(self.lost)}, doubled {len(self.doubled)}, made twice {len(self.twice)}, "
            f"stuck {len(self.stuck)}, unexpected {len(self.unexpected)}"
        )

    def markdown(self) -> str:
        """The whole report."""
        return "\n".join([*self._table_of_counts(), "", *self._table_of_seconds(), *self._list_of_problems(), ""])

    def _table_of_counts(self) -> list[str]:
        refused = ", ".join(f"{code} {times:,}" for code, times in sorted(self.journal.refusals.items()))
        counts = [
            ("disturbances", f"{self.disturbances.total():,}"),
            ("games finished and checked", f"{self.games:,}"),
            ("rows of logs", f"{self.rows:,}"),
            ("choices acknowledged", f"{self.journal.answers:,}"),
            ("moves of bots", f"{self.moves_of_bots:,}"),
            ("choices by the clock", f"{self.rings:,}"),
            ("**choices or results lost**", f"**{len(self.lost)}**"),
            ("**choices doubled**", f"**{len(self.doubled)}**"),
            ("**moves of bots and rings of clocks doubled**", f"**{len(self.twice)}**"),
            ("tables that did not go on", f"{len(self.stuck)}"),
            ("unexpected answers", f"{len(self.unexpected)}"),
            ("stacks in the logs of servers", f"{self.stacks.total()}"),
            ("players replaced although they came back", f"{self.replaced:,}"),
            ("requests refused for the moment", refused or "0"),
            ("longest time without an answer of any kind", f"{self.journal.longest_wait:.1f} s"),
        ]
        return ["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in counts)]

    def _table_of_seconds(self) -> list[str]:
        head = ("disturbance", "times", "p50 s", "p95 s", "max s", "latest news s", "longest pause s")
        lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
        news, pauses = self.journal.latest_news, self.journal.longest_pause
        for kind, times in sorted(self.disturbances.items()):
            lines.append(
                f"| {kind} | {times} | {_figures(self.seconds[kind])} | {news[kind]:.1f} | {pauses[kind]:.1f} |"
            )
        everything = [seconds for each in self.seconds.values() for seconds in each]
        most = " | ".join(f"{max(each.values(), default=0.0):.1f}" for each in (news, pauses))
        return [*lines, f"| all | {self.disturbances.total()} | {_figures(everything)} | {most} |"]

    def _list_of_problems(self) -> list[str]:
        return ["", "Problems:", "", *(f"- {problem}" for problem in self.problems)] if self.problems else []


def _figures(seconds: Sequence[float]) -> str:
    """The median, the 95th percentile and the maximum, as cells."""
    if len(seconds) < 2:
        return " | ".join(f"{each:.1f}" for each in 3 * list(seconds)) or "– | – | –"
    cuts = quantiles(seconds, n=20, method="inclusive")
    return f"{cuts[9]:.1f} | {cuts[18]:.1f} | {max(seconds):.1f}"
