"""The speed of the vector environment: `make bench` measures it and writes benchmarks/ENVIRONMENTS.md.

Actions are random legal ones, chosen in compiled code; observations and masks are written in every step. All figures
are of one run, best of several measurements, with the time of a compiled shuffle of 108 cards beside them: what others
do on the machine slows both.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench import SHUFFLES, machine, seconds, shuffling
from okawari.envs.tables import Tables
from okawari.game.setting import Setting

RESULTS = Path(__file__).with_name("ENVIRONMENTS.md")
TABLES = 16_384
#: Steps of a measurement, and measurements of each figure.
STEPS = 30
ROUNDS = 7

#: What is measured, with the agent-steps a second, in millions, that are asked for on one core and on two.
ASKED = {
    Setting.of("sushi-go-first", 2): (4.0, 7.0),
    Setting.of("sushi-go-first", 3): (None, None),
    Setting.of("sushi-go-first", 4): (2.5, 4.5),
    Setting.of("sushi-go-first", 5): (None, None),
    Setting.of("sushi-go-anniversary", 2, "tea"): (None, None),
    Setting.of("sushi-go-anniversary", 4, "mochi", "golf"): (None, None),
    Setting.of("sushi-go-anniversary", 2, "strawberry", "piles"): (None, None),
    Setting.of("sushi-go-anniversary", 2, "strawberry", "dummy"): (None, None),
    Setting.of("sushi-go-anniversary", 2, "strawberry", "battle"): (None, None),
    Setting.of("sushi-roll", 2): (None, None),
    Setting.of("sushi-roll", 4): (None, None),
}


class Speed(NamedTuple):
    """Agent-steps a second, in millions."""

    one_core: float
    two_cores: float


def stepping(setting: Setting, cores: int, opponents: str | None = None) -> tuple[Tables, float]:
    """The environment, and its fewest seconds for a step of all tables."""
    against = None if opponents is None else [opponents] * (setting.seats - 1)
    tables = Tables(setting, TABLES, cores=cores, keeps_final=False, opponents=against)
    tables.reset(np.arange(TABLES))

    def play() -> None:
        for _ in range(STEPS):
            tables.step(tables.random_actions())

    play()
    return tables, min(seconds(play) for _ in range(ROUNDS)) / STEPS


def speed(setting: Setting, opponents: str | None = None) -> Speed:
    """Measure an environment on one core and on two."""
    figures = [stepping(setting, cores, opponents) for cores in (1, 2)]
    return Speed(*(tables.rows / taken / 1e6 for tables, taken in figures))


def line(setting: Setting, asked: tuple[float | None, float | None]) -> str:
    """The line of a setting in the table."""
    measured = speed(setting)
    words = [setting.menu, *(word for word in (setting.dessert, setting.variant) if word)]
    wanted = " / ".join("–" if figure is None else f"{figure}" for figure in asked)
    tables = [f"{figure / setting.seats:.2f}" for figure in measured]
    agents = [f"{figure:.2f}" for figure in measured]
    return f"| {', '.join(words)} | {setting.seats} | {' / '.join(tables)} | {' / '.join(agents)} | {wanted} |"


def report() -> str:
    """Measure everything; return the page of results."""
    shuffle = shuffling()
    lines = [
        "# The speed of the environments",
        "",
        "Made by `make bench`. " + machine(),
        "",
        f"Self-play at {TABLES:,} tables: every seat is an agent. Random legal actions chosen in compiled code,",
        "observations and masks written. In millions a second, on one core / on two. An env-step is a step of one",
        "table, an agent-step one of one seat.",
        "",
        "| game | seats | env-steps | agent-steps | asked |",
        "|---|---|---|---|---|",
        *(line(setting, asked) for setting, asked in ASKED.items()),
        "",
        "Against bots inside the kernels, first edition with two, agent-steps on one core / on two:",
        "",
        *(
            f"- {bot}: {' / '.join(f'{figure:.2f}' for figure in speed(Setting.of('sushi-go-first', 2), bot))}"
            for bot in ("random", "greedy", "tuned")
        ),
        "",
        f"A compiled shuffle of 108 cards took {min(seconds(shuffle) for _ in range(ROUNDS)) / SHUFFLES * 1e9:.0f} ns.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the page, and print it."""
    if (os.cpu_count() or 1) < 2:
        raise SystemExit("This benchmark compares one core with two; here is one.")
    text = report()
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
