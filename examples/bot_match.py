"""A match between two bots on the same cards from both seats: who wins, and how sure that is.

python examples/bot_match.py taro hana 200
"""

from __future__ import annotations

import sys

from okawari.game import Setting
from okawari.lab.plan import Plan
from okawari.lab.results import report_of
from okawari.lab.table import play_deal


def main(first: str = "taro", second: str = "hana", games: str = "200") -> None:
    """Play the match, and print each bot's share of the wins with its 95 % interval."""
    plan = Plan(Setting.of("sushi-go-first", 2), (first, second), seed=1)
    report = report_of(plan, [play_deal(plan, plan.deal(number)) for number in range(plan.deals_for(int(games)))])
    for line in report.lines:
        low, high = line.share.interval
        print(
            f"{line.bot}: {line.share.value:.1%} of the wins ({low:.1%} to {high:.1%}), {line.points.value:.1f} points"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
