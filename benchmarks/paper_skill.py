"""How much of a result is luck and how much skill, and what the bots score, for docs/research.md. See `paper`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from okawari.bots import make
from okawari.game import Game, Setting
from okawari.lab.intervals import Mean, Z, known, share
from okawari.lab.plan import Plan
from okawari.lab.results import report_of
from okawari.lab.table import Played, play_deal, play_game

SEED = 1
#: How sure it should be that the better player leads, and the most games that are tried for that.
SURE, MOST_GAMES = 0.95, 2000
#: How often equal bots play a deal, and the samples of a bootstrap.
REPEATS, RESAMPLES = 4, 500


def played(setting: Setting, bots: Sequence[str], games: int) -> tuple[Plan, list[Played]]:
    """A tournament of duplicate deals."""
    plan = Plan(setting, tuple(bots), SEED)
    return plan, [play_deal(plan, plan.deal(number)) for number in range(plan.deals_for(games))]


def duel(setting: Setting, better: str, other: str, games: int) -> dict[str, Any]:
    """Two bots against each other, both with the same cards: how often the better one wins, and by how much.

    `exchange` is the correlation of the margins of a seat in the two games with the same cards, between which the bots
    change seats. `needed` is the number of games after which the better one leads, each with cards of its own, and
    `needed_duplicate` the same with duplicate deals.
    """
    _, deals = played(setting, (better, other), games)
    seats = np.array([[_first_seat(game) for game in deal["games"]] for deal in deals])
    margins = setting.variant_rules.sign * seats[:, :, 0]
    own, won = margins * (1, -1), seats[:, :, 1] * (1, -1)
    wins, points = share(), Mean()
    for result, margin in zip(won, own, strict=True):
        wins.add(float((result + 1).sum()) / 2, 2)
        points.add(float(margin.sum()), 2)
    return {
        "games": int(won.size),
        "wins": wins.to_json(),
        "margin": points.to_json(),
        "deviation": float(own.std()),
        "exchange": correlation(margins[:, 0], margins[:, 1]),
        "needed": games_needed(won.ravel()),
        "needed_duplicate": 2 * (games_needed(won.sum(axis=1)) or 0) or None,
    }


def _first_seat(game: dict[str, Any]) -> tuple[int, int]:
    """The margin of the first seat of two, and 1 if it has won, -1 if it has lost, 0 if the win is shared."""
    points, winners = game["points"], game["winners"]
    return points[0] - points[1], (0 in winners) - (1 in winners)


def correlation(one: npt.NDArray[Any], other: npt.NDArray[Any]) -> dict[str, float | None]:
    """Pearson's correlation with its interval by Fisher's transformation."""
    value = float(np.corrcoef(one, other)[0, 1])
    middle, error = math.atanh(value), Z / math.sqrt(len(one) - 3)
    return {"mean": known(value), "low": known(math.tanh(middle - error)), "high": known(math.tanh(middle + error))}


def games_needed(results: npt.NDArray[Any]) -> int | None:
    """After how many results like these, drawn independently, their sum is above zero with probability `SURE`.

    Results are whole numbers from -2 to 2. None if `MOST_GAMES` are not enough.

    >>> games_needed(np.array([1])), games_needed(np.array([1, 1, 1, -1])), games_needed(np.array([1, -1]))
    (1, 9, None)
    """
    one = np.bincount(results.astype(np.int64) + 2, minlength=5) / results.size
    sums = one
    for n in range(1, MOST_GAMES + 1):
        if sums[2 * n + 1 :].sum() >= SURE:
            return n
        sums = np.convolve(sums, one)
    return None


def deal_share(setting: Setting, bot: str, deals: int) -> dict[str, Any]:
    """The part of the variance of a seat's margin that the deal decides among equal bots.

    Each deal is played `REPEATS` times by bots with fresh random numbers; the part is the intraclass correlation, and
    its interval is that of a bootstrap over deals.
    """
    plan = Plan(setting, (bot,), SEED)
    margins = np.array([_repeated(plan, number) for number in range(deals)])
    random = np.random.default_rng(SEED)
    drawn = [intraclass(margins[random.integers(0, deals, deals)]) for _ in range(RESAMPLES)]
    low, high = np.quantile(drawn, (0.025, 0.975))
    part = {"mean": known(intraclass(margins)), "low": known(float(low)), "high": known(float(high))}
    return {"games": margins.size, "deals": deals, "deal_part": part, "deviation": float(margins.std())}


def _repeated(plan: Plan, number: int) -> list[float]:
    """The margins of the first seat over the mean of the others in games with the same cards."""
    seats, margins = plan.setting.seats, []
    for repeat in range(REPEATS):
        first = (REPEATS * number + repeat) * seats
        players = [make(plan.bots[0], first + seat) for seat in range(seats)]
        own, *others = play_game(Game(plan.setting, plan.deal(number).game_seed), players).totals[:seats]
        margins.append(own - sum(others) / len(others))
    return margins


def intraclass(groups: npt.NDArray[Any]) -> float:
    """The intraclass correlation of groups of equal size, a row each, by an analysis of variance in one way.

    >>> intraclass(np.array([[1, 1], [3, 3], [5, 5]])), intraclass(np.array([[1, 5], [5, 1]]))
    (1.0, -1.0)
    """
    size = groups.shape[1]
    between = size * groups.mean(axis=1).var(ddof=1)
    within = groups.var(axis=1, ddof=1).mean()
    return float((between - within) / (between + (size - 1) * within))


def one_among(setting: Setting, better: str, others: str, games: int) -> dict[str, Any]:
    """One bot among equal others, in every seat of the same deals: its share of wins, and its margin."""
    plan, deals = played(setting, (better, *[others] * (setting.seats - 1)), games)
    report = report_of(plan, deals)
    line = next(line for line in report.lines if line.bot == plan.labels[0])
    return {"games": report.games, "wins": line.share.to_json(), "margin": line.margin.to_json()}


def points(setting: Setting, bot: str, games: int) -> dict[str, Any]:
    """What equal bots score: points of a player in a game."""
    report = report_of(*played(setting, (bot,), games))
    return {"games": report.games, "points": report.lines[0].points.to_json()}
