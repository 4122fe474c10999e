"""The speed of the engine: `make bench` measures it and writes benchmarks/RESULTS.md.

Machines differ and have other load, so most figures are medians of ratios of two times that are measured in turns. The
unit of a game's cost is a compiled shuffle of 108 cards on one thread.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np

import okawari
from okawari import bulk
from okawari.game import Setting
from okawari.game.game import seed_bytes
from okawari.rules.dealer import KEYED, QUICK
from okawari.rules.table_kernels import new_dealer
from okawari.rules.tables import DECKS
from yardstick import nothing, shuffle_many

RESULTS = Path(__file__).with_name("RESULTS.md")
#: Measurements of each figure, of which the median is reported.
ROUNDS = 15
#: Games that are dealt and played in one batch: few enough to stay in the processor's cache.
GAMES = 256
SHUFFLES = 4000
#: Tables in a large batch.
BATCH = 65_536

#: The most that a random game of the first edition should cost, in shuffles, by seats.
ASKED = {2: 7, 3: 10, 4: 12, 5: 13}

#: Commands whose processor time is measured, with the most seconds that they should take.
COMMANDS = {
    ("--version",): "0.3",
    ("--help",): "0.3",
    ("menus",): "0.3",
    ("rules", "sushi-roll"): "0.3",
    ("score", "sushi-go-first"): "",
}
#: A round for the score pad, on standard input.
A_ROUND = b"Ania: maki3 maki2 wasabi squid\nBo: tempura*2 maki3 egg\n"

WHY_DICE = (
    "Sushi Roll costs more than a drafting game because every die on every belt is rolled anew in each turn: over 200 "
    "rolls a game with two players, besides re-rolls and swaps, where a drafting game draws 60 cards once."
)


class Cost(NamedTuple):
    """The cost of a random game: in shuffles of a deck, and as games a second."""

    setting: Setting
    shuffles: float
    per_second: float


def seconds(work: Callable[..., object], *args: object) -> float:
    """The seconds that one call takes."""
    start = time.perf_counter()
    work(*args)
    return time.perf_counter() - start


def call_all(function: Callable[..., object], calls: list[tuple[object, ...]]) -> None:
    """Call a function with each row of arguments."""
    for arguments in calls:
        function(*arguments)


def shuffling() -> Callable[[], object]:
    """A function that shuffles a deck SHUFFLES times, compiled already."""
    deck, state = DECKS[0].copy(), np.zeros(1, np.uint64)
    shuffle_many(deck, state, 1)
    return lambda: shuffle_many(deck, state, SHUFFLES)


def gaming(setting: Setting) -> Callable[[], object]:
    """A function that deals and plays GAMES random games on one thread, compiled already."""
    kernels, dealer = setting.kernels, new_dealer(QUICK)
    tables = np.zeros(GAMES, kernels.table)

    def play() -> None:
        kernels.deal_many(tables, dealer, 1, 0, GAMES, *setting.numbers)
        kernels.play_out(tables, dealer, 0, GAMES)

    play()
    return play


def cost(setting: Setting) -> Cost:
    """Measure the cost of a random game."""
    shuffle, play = shuffling(), gaming(setting)
    ratios, times = [], []
    for _ in range(ROUNDS):
        a_shuffle = seconds(shuffle) / SHUFFLES
        a_game = seconds(lambda: [play() for _ in range(8)]) / GAMES / 8
        ratios.append(a_game / a_shuffle)
        times.append(a_game)
    return Cost(setting, statistics.median(ratios), 1 / statistics.median(times))


def settings() -> list[Setting]:
    """The settings that are measured: every menu with every number of seats, every dessert, every variant."""
    tables = [Setting.of(menu, seats) for menu in ("sushi-go-first", "sushi-go-2014") for seats in ASKED]
    anniversary = "sushi-go-anniversary"
    tables += [Setting.of(anniversary, seats) for seats in ASKED]
    tables += [
        Setting.of(anniversary, seats, dessert) for dessert in ("yogurt", "tea", "pudding", "mochi") for seats in (2, 4)
    ]
    tables += [Setting.of(anniversary, 4, variant=variant) for variant in ("both-ways", "golf")]
    tables += [Setting.of(anniversary, 2, variant=variant) for variant in ("piles", "battle", "dummy")]
    return tables + [Setting.of("sushi-roll", seats) for seats in ASKED]


def many_cores() -> tuple[float, float]:
    """Games a second on all cores in a large batch, and their ratio to those on one thread."""
    setting = Setting.of("sushi-go-first", 2)
    tables = np.zeros(4 * BATCH, setting.kernels.table)
    dealer = new_dealer(QUICK)

    def deal() -> None:
        setting.kernels.deal_many(tables, dealer, 1, 0, len(tables), *setting.numbers)

    gains, speeds = [], []
    for _ in range(5):
        deal()
        alone = seconds(setting.kernels.play_out, tables, dealer, 0, len(tables))
        deal()
        together = seconds(bulk.play_out, tables)
        gains.append(alone / together)
        speeds.append(len(tables) / together)
    return statistics.median(speeds), statistics.median(gains)


def batched(setting: Setting) -> tuple[float, float]:
    """Steps of single tables a second in a batch, on one thread and on all cores."""
    alone, together = [], []
    dealer, kernels = new_dealer(QUICK), setting.kernels
    problems = np.zeros(BATCH, np.int16)
    for _ in range(5):
        tables = bulk.deal(setting.menu, setting.seats, BATCH, setting.dessert, setting.variant)
        for _ in range(4):
            moves = bulk.random_moves(tables)
            alone.append(BATCH / seconds(kernels.step_many, tables, dealer, moves, problems, 0, BATCH))
            moves = bulk.random_moves(tables)
            together.append(BATCH / seconds(bulk.step, tables, moves))
    return statistics.median(alone), statistics.median(together)


def single_steps() -> tuple[float, float, float]:
    """Microseconds of a move from Python: an empty compiled call, the rules' own step, and Game.choose."""
    setting = Setting.of("sushi-go-first", 2)
    empties, steps, chosen = [], [], []
    for seed in range(60):
        plan = _first_moves(okawari.Game(setting, seed))
        tables, dealer = _keyed_table(setting, seed)
        game = okawari.Game(setting, seed)
        calls = [(tables, dealer, seat, move.number) for seat, move in plan]
        empties.append(seconds(call_all, nothing, calls) / len(plan))
        steps.append(seconds(call_all, setting.kernels.choose, calls) / len(plan))
        chosen.append(seconds(call_all, game.choose, plan) / len(plan))
        assert bool(tables["over"][0]) and game.over
    empty, step, choice = (statistics.median(times) * 1e6 for times in (empties, steps, chosen))
    return empty, step, choice


def _first_moves(game: okawari.Game) -> list[tuple[int, okawari.Move]]:
    """Play a game in which each seat plays its first legal move; return all (seat, move)."""
    plan = []
    while not game.over:
        for seat in game.to_move:
            plan.append((seat, game.moves(seat)[0]))
            game.choose(*plan[-1])
    return plan


def _keyed_table(setting: Setting, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The table and keyed dealer that a Game with this seed has."""
    tables, dealer = np.zeros(1, setting.kernels.table), new_dealer(KEYED)
    dealer["key"], dealer["recording"] = np.frombuffer(seed_bytes(seed), "<u4"), 1
    setting.kernels.set_table(tables, dealer, *setting.numbers)
    return tables, dealer


def start_up() -> float:
    """Seconds from the start of a process to its first move, with a warm cache."""
    code = "import okawari; g = okawari.new('sushi-go-first', 2, seed=1); g.choose(0, g.moves(0)[0])"
    return statistics.median(
        seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True)) for _ in range(7)
    )


def processor_time(words: tuple[str, ...]) -> float:
    """Seconds of processor time of one run of a command, user and system."""

    def spent() -> float:
        times = os.times()
        return times.children_user + times.children_system

    before = spent()
    command = [sys.executable, "-m", "okawari.cli", *words]
    subprocess.run(command, check=True, input=A_ROUND, stdout=subprocess.DEVNULL)
    return spent() - before


def command_lines() -> list[str]:
    """The lines of the table of processor times of commands."""
    lines = [
        "Processor time of a command, warm, from its start to its end:",
        "",
        "| command | seconds | asked |",
        "|---|---|---|",
    ]
    for words, asked in COMMANDS.items():
        taken = statistics.median(processor_time(words) for _ in range(7))
        lines.append(f"| `okawari {' '.join(words)}` | {taken:.2f} | {asked} |")
    return lines


def name(setting: Setting) -> str:
    """The name of a setting in the tables."""
    extra = [word for word in (setting.dessert, setting.variant) if word and setting.menu.endswith("anniversary")]
    return ", ".join([setting.menu, *extra])


def nearest_drafting(costs: list[Cost], setting: Setting) -> Cost:
    """The cost of the drafting game that a game is compared with: same edition and seats, no variant."""
    menu = "sushi-go-first" if setting.table_kind == "roll" else setting.menu
    return next(
        c for c in costs if c.setting.menu == menu and c.setting.seats == setting.seats and not c.setting.variant
    )


def machine() -> str:
    """A line about the machine: processor, cores, load and versions."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [
            line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")
        ]
        model = models[0] if models else model
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    versions = f"Python {platform.python_version()}, numba {numba.__version__}, NumPy {np.__version__}"
    return f"{model}, {os.cpu_count()} cores, load {load} before the run. {versions}, Okawari {okawari.__version__}."


def report() -> str:
    """Measure everything; return the page of results."""
    lines = ["# How fast the engine is", "", "Written by `make bench`.", "", machine(), ""]
    costs = []
    for setting in settings():
        costs.append(cost(setting))
        print(f"{name(setting)}, {setting.seats}: {costs[-1].shuffles:.1f} shuffles", flush=True)
    lines += ["## A random full game, in shuffles of 108 cards (one thread)", ""]
    lines += [
        "| game | seats | shuffles | asked | times its drafting game | games a second |",
        "|---|---|---|---|---|---|",
    ]
    for setting, shuffles, per_second in costs:
        asked = str(ASKED[setting.seats]) if setting.menu == "sushi-go-first" else ""
        times = shuffles / nearest_drafting(costs, setting).shuffles
        lines.append(
            f"| {name(setting)} | {setting.seats} | {shuffles:.1f} | {asked} | {times:.2f} | {per_second:,.0f} |"
        )
    lines += ["", WHY_DICE, ""]
    speed, gain = many_cores()
    lines += ["## All cores", "", f"{4 * BATCH:,} two-player games of the first edition: {speed:,.0f} games a second,"]
    lines += [f"{gain:.2f} times one thread (asked: 1.7 on two cores).", ""]
    empty, step, chosen = single_steps()
    lines += [
        "## One table from Python",
        "",
        "| | µs a move | above an empty compiled call | asked |",
        "|---|---|---|---|",
    ]
    lines += [f"| an empty compiled call | {empty:.2f} | | |"]
    lines += [f"| a move at one table, events told, keyed luck | {step:.2f} | {step - empty:.2f} | 2 |"]
    lines += [f"| `Game.choose` with a `Move` | {chosen:.2f} | {chosen - empty:.2f} | |", ""]
    lines += [
        f"## Batched steps of {BATCH:,} tables",
        "",
        "| game | seats | one thread | all cores | asked |",
        "|---|---|---|---|---|",
    ]
    for setting in (Setting.of("sushi-go-first", 2), Setting.of("sushi-go-first", 5), Setting.of("sushi-roll", 4)):
        alone, together = batched(setting)
        lines.append(f"| {name(setting)} | {setting.seats} | {alone:,.0f} | {together:,.0f} | 7,000,000 |")
    lines += [
        "",
        "## Starting",
        "",
        f"From the start of Python to the first move, warm: {start_up():.2f} s (asked: 1.2).",
        "",
        *command_lines(),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    RESULTS.write_text(report(), encoding="utf-8")
    print(f"Written to {RESULTS.relative_to(Path.cwd()) if RESULTS.is_relative_to(Path.cwd()) else RESULTS}")
