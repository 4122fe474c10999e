"""A small tournament, played in this process."""

from __future__ import annotations

from okawari import Setting
from okawari.lab.plan import Plan
from okawari.lab.table import Played, play_deals
from okawari.lab.workers import Numbers

PLAN = Plan(Setting.of("sushi-go-first", 2), ("random", "greedy"), seed=3)


class InProcessWorkers:
    """Plays deals in this process; the first `losses` batches are reported as lost."""

    count = 2

    def __init__(self, plan: Plan, losses: int = 0) -> None:
        self.plan, self.losses, self.sent = plan, losses, list[Numbers]()

    def send(self, numbers: Numbers) -> None:
        self.sent.append(numbers)

    def collect(self) -> list[tuple[Numbers, list[Played] | None]]:
        numbers = self.sent.pop()
        if self.losses:
            self.losses -= 1
            return [(numbers, None)]
        return [(numbers, play_deals(self.plan.to_json(), numbers))]

    def stop(self) -> None:
        self.sent.clear()


def play_in_process(plan: Plan, deals: int) -> list[Played]:
    return play_deals(plan.to_json(), range(deals))
