"""The report of a tournament: win shares, margins and ratings, all with 95 % confidence intervals."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from okawari.lab.intervals import Mean, Z, known, share
from okawari.lab.plan import Plan
from okawari.lab.table import Played

RESULTS = "results.json"


@dataclass(frozen=True)
class Rating:
    """An openskill rating: the mean, and half the width of its 95 % interval."""

    value: float
    error: float

    def to_json(self) -> dict[str, Any]:
        """The rating and its interval as JSON data."""
        return {
            "mean": known(self.value),
            "low": known(self.value - self.error),
            "high": known(self.value + self.error),
        }


@dataclass(frozen=True)
class Line:
    """A bot's line of the report. The margin is its points less the mean of the others at the table (golf: negated)."""

    bot: str
    games: int
    share: Mean
    margin: Mean
    points: Mean
    rating: Rating

    def to_json(self) -> dict[str, Any]:
        """The line as JSON data."""
        return {
            "bot": self.bot,
            "games": self.games,
            "win_share": self.share.to_json(),
            "margin": self.margin.to_json(),
            "points": self.points.to_json(),
            "rating": self.rating.to_json(),
        }


@dataclass(frozen=True)
class Fault:
    """Decisions of a bot's program that were made by the default move: kind of fault, number, first message."""

    bot: str
    kind: str
    n: int
    example: str


@dataclass(frozen=True)
class Report:
    """The results of a tournament so far."""

    plan: Plan
    deals: int
    games: int
    lines: tuple[Line, ...]
    #: For each pair of bots: the win share of the first less that of the second, on the same cards.
    pairs: dict[tuple[str, str], Mean]
    faults: tuple[Fault, ...]

    @property
    def par(self) -> float:
        """The win share that equal players would have."""
        return 1 / self.plan.setting.seats

    def to_json(self) -> dict[str, Any]:
        """The report as JSON data."""
        return {
            "okawari": "tournament-results",
            "format": 1,
            "tournament": self.plan.to_json(),
            "deals": self.deals,
            "games": self.games,
            "par": known(self.par),
            "bots": [line.to_json() for line in self.lines],
            "pairs": [{"bots": list(pair), "win_share": mean.to_json()} for pair, mean in self.pairs.items()],
            "faults": [vars(fault) for fault in self.faults],
        }

    def save(self, folder: Path) -> None:
        """Write results.json and results.csv."""
        text = json.dumps(self.to_json(), indent=1, ensure_ascii=False)
        (folder / RESULTS).write_text(text + "\n", encoding="utf-8")
        with (folder / "results.csv").open("w", encoding="utf-8", newline="") as file:
            rows = [_flat(line.to_json()) for line in self.lines]
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def _flat(data: dict[str, Any]) -> dict[str, Any]:
    """JSON data of a line as a CSV row: `win_share`, `win_share_low`, `win_share_high` and so on."""
    row: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            row |= {key: value["mean"], f"{key}_low": value["low"], f"{key}_high": value["high"]}
        else:
            row[key] = value
    return row


def report_of(plan: Plan, deals: Sequence[Played]) -> Report:
    """The report of the deals that were played."""
    sums = _by_cards(plan, deals)
    ratings = _ratings(plan, deals)
    lines = [
        Line(
            bot=label,
            games=round(sum(counted[bot].n for counted in sums)),
            share=_mean(((counted[bot].share, counted[bot].n) for counted in sums), _no_share_yet(plan)),
            margin=_mean((counted[bot].margin, counted[bot].n) for counted in sums),
            points=_mean((counted[bot].points, counted[bot].n) for counted in sums),
            rating=ratings[bot],
        )
        for bot, label in enumerate(plan.labels)
    ]
    return Report(
        plan=plan,
        deals=len(deals),
        games=sum(len(deal["games"]) for deal in deals),
        lines=tuple(sorted(lines, key=lambda line: -line.share.value)),
        pairs={(plan.labels[a], plan.labels[b]): _lead(sums, a, b) for a, b in combinations(range(len(plan.bots)), 2)},
        faults=_faults(plan, deals),
    )


@dataclass
class _Sums:
    """Sums over a bot's games with the same cards, in all rotations and line-ups; n is their number."""

    n: int = 0
    share: float = 0.0
    margin: float = 0.0
    points: float = 0.0


def _by_cards(plan: Plan, deals: Sequence[Played]) -> list[dict[int, _Sums]]:
    """The sums of each bot by cards: games with the same cards share their luck, so they are one cluster."""
    by_cards: dict[int, dict[int, _Sums]] = defaultdict(lambda: defaultdict(_Sums))
    sign = plan.setting.variant_rules.sign
    for deal in deals:
        for game in deal["games"]:
            total, others = sum(game["points"]), len(game["seats"]) - 1
            for seat, bot in enumerate(game["seats"]):
                own, sums = game["points"][seat], by_cards[deal["cards"]][bot]
                sums.n += 1
                sums.share += (seat in game["winners"]) / len(game["winners"])
                sums.margin += sign * (own - (total - own) / others)
                sums.points += own
    return list(by_cards.values())


def _mean(clusters: Iterable[tuple[float, float]], mean: Mean | None = None) -> Mean:
    mean = mean or Mean()
    for total, n in clusters:
        if n:
            mean.add(total, n)
    return mean


def _no_share_yet(plan: Plan) -> Mean:
    """An empty win share; that of a bot which plays only itself is bounded to par, which it has for certain."""
    par = 1 / plan.setting.seats
    return share() if len(plan.bots) > 1 else Mean(par, par)


def _lead(sums: list[dict[int, _Sums]], a: int, b: int) -> Mean:
    """The win share of bot a less that of bot b, on the same cards."""
    both = [counted for counted in sums if counted[a].n and counted[b].n]
    leads = (counted[a].share / counted[a].n - counted[b].share / counted[b].n for counted in both)
    return _mean(((lead, 1) for lead in leads), Mean(-1.0, 1.0))


def _ratings(plan: Plan, deals: Sequence[Played]) -> list[Rating]:
    """The bots' openskill ratings, updated game by game; several copies of a bot at a table are averaged."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in plan.bots]
    sign = plan.setting.variant_rules.sign
    for deal in deals:
        for game in deal["games"]:
            ranks = [
                (0.0 if seat in game["winners"] else 1.0e6 - sign * points)
                for seat, points in enumerate(game["points"])
            ]
            rated = model.rate([[ratings[bot]] for bot in game["seats"]], ranks=ranks)
            for bot in set(game["seats"]):
                copies = [team[0] for seat, team in enumerate(rated) if game["seats"][seat] == bot]
                mu, sigma = (sum(getattr(one, what) for one in copies) / len(copies) for what in ("mu", "sigma"))
                ratings[bot] = model.rating(mu=mu, sigma=sigma)
    return [Rating(float(one.mu), Z * float(one.sigma)) for one in ratings]


def _faults(plan: Plan, deals: Sequence[Played]) -> tuple[Fault, ...]:
    """Faults by bot and kind, with the first example of each."""
    found: dict[tuple[int, str], Fault] = {}
    for deal in deals:
        for fault in deal.get("faults", []):
            key = (fault["bot"], fault["kind"])
            so_far = found.get(key)
            n, example = (so_far.n, so_far.example) if so_far else (0, fault["example"])
            found[key] = Fault(plan.labels[fault["bot"]], fault["kind"], n + fault["n"], example)
    return tuple(found[key] for key in sorted(found))
