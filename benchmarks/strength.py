"""The strength of the bots: `make strength` plays tournaments of duplicate deals and writes benchmarks/STRENGTH.md.

    python benchmarks/strength.py [--games N] [--clock] [--jobs N] [--out DIR]

Results are kept in the folder (okawari-strength without --out), and the same command resumes there; after a change of
the bots, use a new one. The strongest bot is limited by passes, as many as it makes in 0.2 s on a free core, so that
other load on the machine does not weaken it; `--clock` limits it by 0.2 s instead.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, count, pairwise
from pathlib import Path
from typing import Any

import exploitability
import okawari
import solver
from okawari import bots
from okawari.bots.guided import network_for
from okawari.bots.solver import solve
from okawari.bots.tree import search_kind
from okawari.game import Setting
from okawari.lab.intervals import Mean, shown_share
from okawari.lab.plan import Plan
from okawari.lab.results import report_of
from okawari.lab.run import Run
from okawari.lab.workers import LocalWorkers

#: Games for a claim between two bots, without --games.
GAMES = 400
RESULTS = Path(__file__).with_name("STRENGTH.md")
FIRST, ANNIVERSARY = "sushi-go-first", "sushi-go-anniversary"
LEVELS = ("pip", "hana", "taro", "suzu", "kenji", "oba")

#: The largest hands that the strongest solves.
CARDS = 8
#: The seconds of an ordinary core in which the strongest makes its passes, and the share of them with which the search
#: that a network guides meets that without one.
SECONDS, SHARE_BESIDE = 0.2, 0.25
#: Passes for two in that time.
PASSES = int(SECONDS * bots.PASSES_A_SECOND["two"])

#: The number of games in which lost points are measured, and of games whose positions are solved.
COUNTED, SOLVED = 48, 16
#: The sizes of hands in which lost points are measured, and the searches: for points, and to win.
HANDS = range(5, 9)
FOR_POINTS, TO_WIN = f"tree:budget={PASSES}:win=0", f"tree:budget={PASSES}"
#: What is measured beside them: a network alone, and the search that it guides.
NETWORK = "net"
#: The passes of searches on the tiny deck.
TINY_PASSES = 1000
#: The search of `kenji` where no network is as strong.
SEARCH = "tree:budget=3000"


@dataclass(frozen=True)
class Claim:
    """A line of the table: a bot, its rivals, and the range in which its share of wins should be."""

    text: str
    setting: Setting
    bot: str
    rivals: tuple[str, ...]
    least: float
    most: float = 1.0
    #: How many times as many games as usual.
    times: float = 1.0

    def shown_asked(self) -> str:
        """The range as text."""
        return f"{self.least:.0%}" if self.most == 1.0 else f"{self.least:.0%}–{self.most:.0%}"


def strongest(setting: Setting, *, clock: bool) -> str:
    """The spec of the strongest bot with 0.2 s a move."""
    if clock:
        return f"expert:seconds={SECONDS}"
    return f"expert:budget={passes(setting, guided=network_for(setting) is not None)}:cards={CARDS}"


def passes(setting: Setting, *, guided: bool, share: float = 1.0) -> int:
    """The passes of a search in a share of the seconds of the strongest, guided by a network or not."""
    kind = search_kind(setting)
    a_second = bots.GUIDED_PASSES_A_SECOND[f"guided {kind}"] if guided else bots.PASSES_A_SECOND[kind]
    return int(SECONDS * share * a_second)


def beside(setting: Setting) -> tuple[str, str]:
    """The specs of the strongest with and without its network, with passes that take both as long."""
    with_it, without = (passes(setting, guided=guided, share=SHARE_BESIDE) for guided in (True, False))
    return f"expert:budget={with_it}:cards={CARDS}", f"expert:budget={without}:cards={CARDS}:guided=0"


def claims(*, clock: bool) -> Iterator[Claim]:
    """All claims about shares of wins."""
    two = Setting.of(FIRST, 2)
    yield Claim("pip against random", two, "pip", ("random",), 0.9)
    yield Claim("pip against plain greedy (hana)", two, "pip", ("hana",), 0.1, 0.25)
    for below, level in pairwise(LEVELS):
        yield Claim(f"{level} against {below}", two, level, (below,), 0.6)
    for rival, least in (("greedy", 0.97), ("tuned", 0.93)):
        yield Claim(f"strongest against {rival}", two, strongest(two, clock=clock), (rival,), least)
    four = Setting.of(FIRST, 4)
    for rival, least in (("greedy", 0.8), ("tuned", 0.5)):
        yield Claim(f"strongest among three {rival}", four, strongest(four, clock=clock), (rival,) * 3, least)
    others = {variant: Setting.of(ANNIVERSARY, 2, variant=variant) for variant in ("battle", "piles", "golf", "dummy")}
    for name, setting in {"Sushi Roll": Setting.of("sushi-roll", 2), **others}.items():
        yield Claim(f"{name}: tuned against plain greedy", setting, "tuned", ("greedy",), 0.6)
        yield Claim(f"{name}: strongest against tuned", setting, strongest(setting, clock=clock), ("tuned",), 0.75)
    yield from claims_of_networks()


def claims_of_networks() -> Iterator[Claim]:
    """Claims about the networks that ship, alone and as guides of the strongest."""
    two, four = Setting.of(FIRST, 2), Setting.of(FIRST, 4)
    for rival, least in (("hana", 0.97), ("taro", 0.95), ("suzu", 0.83), (SEARCH, 0.55)):
        yield Claim(f"net against {rival}", two, NETWORK, (rival,), least, times=5)
    for rival, least in (("hana", 0.78), ("taro", 0.8), ("suzu", 0.45)):
        yield Claim(f"net among three {rival}", four, NETWORK, (rival,) * 3, least, times=2)
    desserts = {dessert: Setting.of(ANNIVERSARY, 2, dessert) for dessert in Setting.of(ANNIVERSARY, 2).rules.desserts}
    variants = {variant: Setting.of(ANNIVERSARY, 2, variant=variant) for variant in ("piles", "golf")}
    for name, setting in (desserts | variants | {"Sushi Roll": Setting.of("sushi-roll", 2)}).items():
        yield Claim(f"{name}: net against tuned", setting, NETWORK, ("tuned",), 0.8)
    guided, plain = beside(two)
    yield Claim("strongest with its network against itself without", two, guided, (plain,), 0.5, times=2)
    guided, plain = beside(four)
    yield Claim("strongest with its network among three of itself without", four, guided, (plain,) * 3, 0.35, times=0.5)


def games_for(claim: Claim, games: int) -> int:
    """The number of games for a claim: equally many deals for any number of seats, tenfold if no bot searches."""
    games = int(games * claim.times * claim.setting.seats / 2)
    searches = any(name in claim.bot + "".join(claim.rivals) for name in ("suzu", "kenji", "tree", "expert", "oba"))
    return games if searches or claim.times != 1 else 10 * games


def played(claim: Claim, games: int, folder: Path, jobs: int) -> tuple[Mean, int]:
    """Play the missing games of a claim: (share of wins of its bot, number of games). More that were played count."""
    plan = Plan(claim.setting, (claim.bot, *claim.rivals), seed=1)
    run = Run(plan, folder / plan.name)
    deals = max(plan.deals_for(games), next(number for number in count() if number not in run.played))
    if run.missing(deals):
        workers = LocalWorkers(plan, jobs)
        try:
            for _ in run.play(workers, deals):
                pass
        finally:
            workers.stop()
    report = report_of(plan, run.within(deals))
    return next(line.share for line in report.lines if line.bot == plan.labels[0]), report.games


def kept(folder: Path, name: str, numbers: range, measure: Callable[[int], Any]) -> list[Any]:
    """The measurements of some numbers, from a ledger in the folder; missing ones are made and appended to it."""
    ledger = folder / f"{name}.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.loads(line) for line in ledger.read_text().splitlines()] if ledger.exists() else []
    known = {line["number"]: line["measured"] for line in lines}
    with ledger.open("a", encoding="utf-8") as file:
        for number in numbers:
            if number not in known:
                known[number] = measure(number)
                file.write(json.dumps({"number": number, "measured": known[number]}) + "\n")
                file.flush()
    return [known[number] for number in numbers]


def lost_points(spec: str, seed: int) -> list[float]:
    """The points that each decision costs against the exact value, in a game of a bot against itself."""
    game = okawari.new(FIRST, seats=2, seed=seed)
    players = [bots.make(spec, seed=2 * seed + seat) for seat in range(2)]
    losses = []
    while not game.over:
        values = solve(game.position).card_values if len(game.view(0).hand) in HANDS else ({}, {})
        for seat in game.to_move:
            move = players[seat].choose(game.view(seat))
            game.choose(seat, move)
            if values[seat]:
                losses.append(max(values[seat].values()) - values[seat][move.text])
    return losses


def mean_of(games: list[list[float]]) -> Mean:
    """The mean over decisions, with a game as a cluster."""
    mean = Mean()
    for losses in games:
        mean.add(sum(losses), len(losses))
    return mean


def solving_times(seed: int) -> list[float]:
    """Seconds for the nine-card positions of a game of two simple bots."""
    nine = [position for position in solver.positions(seed) if len(position.data["hands"][0]) == max(solver.CARDS)]
    return [solver.measure(position).seconds for position in nine]


def milliseconds(setting: Setting, spec: str) -> float:
    """The processor time of a bot's first choice in a game: the least of some."""
    game = okawari.Game(setting, seed=1)
    view = game.view(game.to_move[0])
    times = []
    for seed in range(6):
        began = time.process_time()
        bots.make(spec, seed).choose(view)
        times.append(time.process_time() - began)
    return 1000 * min(times)


def times_of_first_choice() -> Iterator[str]:
    """How long the first choice takes with a network and without, at the passes with which the two meet."""
    for seats in (2, 4):
        setting = Setting.of(FIRST, seats)
        with_it, without = (milliseconds(setting, f"{spec}:cards=0") for spec in map(_unsolved, beside(setting)))
        yield f"{with_it:.0f} ms and {without:.0f} ms with {seats}"


def _unsolved(spec: str) -> str:
    """The spec of a bot that searches only."""
    return spec.replace(f":cards={CARDS}", "")


def row(text: str, asked: str, measured: str, games: str, *, reached: bool) -> str:
    """A line of the table."""
    print(f"{text}: {measured} (asked: {asked})", flush=True)
    return f"| {text} | {asked} | {measured} | {games} | {'yes' if reached else 'no'} |"


def rows(options: argparse.Namespace) -> Iterator[str]:
    """Measure everything; yield the lines of the table."""
    folder, jobs = options.out, options.jobs
    for claim in claims(clock=options.clock):
        share, games = played(claim, games_for(claim, options.games), folder, jobs)
        reached = claim.least <= share.value <= claim.most
        yield row(claim.text, claim.shown_asked(), f"{shown_share(share)} %", f"{games} games", reached=reached)
    guided, plain = (f"{_unsolved(spec)}:cards=0" for spec in beside(Setting.of(FIRST, 2)))
    for text, spec, most in (
        ("by search alone, for points", FOR_POINTS, 0.1),
        ("by search alone, to win", TO_WIN, math.inf),
        ("by search without a network, to win, in a quarter of the time", plain, math.inf),
        ("by search with a network, in as much", guided, math.inf),
        ("by the network alone", NETWORK, math.inf),
        ("with the solver, for points", "expert:budget=2000:win=0", 0.0),
    ):
        name = f"lost-{spec.replace(':', '-')}"
        losses = kept(folder, name, range(COUNTED), partial(lost_points, spec))
        mean, decisions = mean_of(losses), f"{sum(map(len, losses))} decisions"
        measured = f"{mean.value:.3f} ± {mean.error:.3f}"
        reached = mean.value <= most + 1e-6
        yield row(f"points lost a decision, 5–8 cards, {text}", _at_most(most), measured, decisions, reached=reached)
    yield from exploited(folder)
    times = sorted(chain.from_iterable(kept(folder, "solving", range(SOLVED), solving_times)))
    median, slow = statistics.median(times), solver.at(times, 0.9)
    measured, positions = f"{median:.2f} s, {slow:.2f} s", f"{len(times)} positions"
    yield row(
        "exact solve at nine cards", "median 1 s, p90 4 s", measured, positions, reached=median <= 1 and slow <= 4
    )


def exploited(folder: Path) -> Iterator[str]:
    """The lines about what a perfect opponent wins on a tiny deck."""
    guided, plain = (f"expert:budget={TINY_PASSES}{option}" for option in ("", ":guided=0"))
    who = {"CFR+": "", "random": "random", "hana": "hana", "taro": "taro", "suzu": "suzu", "the network alone": NETWORK}
    states = f"{len(exploitability.views())} information states"
    for name, spec in (who | {"strongest without its network": plain, "strongest with it": guided}).items():
        (value,) = kept(folder, f"exploited-{name.replace(' ', '-')}", range(1), partial(_exploited, spec))
        text = f"tiny deck, points lost to a perfect opponent: {name}"
        yield row(text, "no matter", f"{value:.3f}", states, reached=True)


def _exploited(spec: str, _: int) -> float:
    """The exploitability of a bot, or without one of CFR+."""
    return exploitability.exploitability_of(spec) if spec else exploitability.exploitability_of_cfr()


def _at_most(most: float) -> str:
    return "no matter" if math.isinf(most) else f"≤ {most:.2f}"


def report(options: argparse.Namespace) -> str:
    """The page of results."""
    measured = list(rows(options))
    command = "make strength" if options.games == GAMES else f"python benchmarks/strength.py --games {options.games}"
    bound = "0.2 s on the clock" if options.clock else "as many passes as an ordinary core makes in 0.2 s"
    solves = "" if options.clock else f"; it solves hands of at most {CARDS} cards"
    return "\n".join(
        [
            "# How strong the players are",
            "",
            f"Written by `{command}`; where more games had been played, they count.",
            "Duplicate deals, each bot in every seat; intervals are 95 %, with all games on the same cards as one",
            "observation. First edition and two players unless said.",
            "",
            f"The strongest is limited by {bound}{solves}.",
            "With its network and without, it meets itself with a quarter of the passes. Its first choice then takes,",
            f"in processor time of this machine, {', '.join(times_of_first_choice())}.",
            f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end; solving is measured on the clock.",
            "",
            "Neither greedy bot is the model of play in the search: between two, simulated play is random; among",
            "more, it is the better of two random moves, by the mean of the plain and the tuned weights, and so are",
            "half of the others' moves within the tree; with dice, it is the heuristic with those weights and one",
            "random move in eight. In a last round that the solver calls lost, a fifth of the other's moves is random.",
            "",
            "| comparison | asked | measured | from | reached |",
            "|---|---|---|---|---|",
            *measured,
            "",
        ]
    )


def main() -> None:
    """Measure, and write the page of results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--games",
        type=int,
        default=GAMES,
        help="games for a claim between two with a search; tenfold without",
    )
    parser.add_argument("--clock", action="store_true", help="0.2 s on the clock instead of as many passes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--out", type=Path, default=Path("okawari-strength"), help="the folder of what was played")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where to write the page")
    options = parser.parse_args()
    page = report(options)
    options.results.write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
