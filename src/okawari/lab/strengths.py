"""Ratings of bots from all games of a leaderboard, with 95 % intervals over deals.

The model is that of Bradley and Terry, for more than two seats that of Luce: each bot has a strength, and a seat wins
with the probability of its bot's strength divided by the sum of the strengths at the table. Strengths are those of the
largest likelihood, and intervals come from a Bayesian bootstrap: fits in which each deal has a random weight.

- All games with the same cards have the same weight, whoever plays them: they are one observation.
- Each bot has won one more game and lost one more, spread over its line-ups, each with a random weight of its own. So a
  bot that has won every game has a rating, and with many deals its interval ends about where the exact interval of
  Clopper and Pearson does, because the 97.5 % quantile of such a weight is −log 0.025.
- With few deals, intervals are wider by the ratio of the quantiles of Student's t distribution and the normal one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from okawari.lab.intervals import Z, student
from okawari.lab.plan import LineUp
from okawari.lab.table import Played

#: A difference of this much means that one bot wins ten times as often as the other at the same table.
TENFOLD = 400
#: The fits with random weights from which intervals are taken.
DRAWS = 1000
#: The ends of the interval, as percentages of these fits.
ENDS = (2.5, 97.5)

_PRECISION = 1e-9
_MOST_STEPS = 200


@dataclass(frozen=True)
class Wins:
    """The wins of a line-up. `bots` are the numbers of its bots, sorted, a bot at two seats twice.

    `by_cards` has for each cards' number the wins of each different bot in the games with these cards, one for each
    rotation of the seats, in units of `unit(seats)`.
    """

    bots: LineUp
    by_cards: dict[int, tuple[int, ...]]

    @property
    def different(self) -> tuple[int, ...]:
        """The numbers of its bots, each once, in the order of the wins."""
        return tuple(sorted(set(self.bots)))

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.bots) * len(self.by_cards)


def unit(seats: int) -> int:
    """The number by which a won game counts, so that a win that several share counts a whole number for each.

    >>> unit(2), unit(4)
    (2, 12)
    """
    return math.lcm(*range(1, seats + 1))


def wins_of(deals: Iterable[Played], numbers: Sequence[int]) -> list[Wins]:
    """The wins of each line-up in the deals of a tournament; its bot k has the number `numbers[k]`."""
    found: dict[LineUp, dict[int, tuple[int, ...]]] = {}
    for deal in deals:
        bots = tuple(sorted(numbers[bot] for bot in deal["games"][0]["seats"]))
        won = dict.fromkeys(bots, 0)
        for game in deal["games"]:
            for seat in game["winners"]:
                won[numbers[game["seats"][seat]]] += unit(len(bots)) // len(game["winners"])
        found.setdefault(bots, {})[deal["cards"]] = tuple(won.values())
    return [Wins(bots, by_cards) for bots, by_cards in sorted(found.items())]


def fit(bots: int, wins: Sequence[Wins], reference: int) -> np.ndarray:
    """The strengths of `bots` bots from their wins, on the scale of ratings and relative to the bot `reference`.

    A row for each fit, the first of them with equal weights; a column for each bot.
    """
    free = [bot for bot in range(bots) if bot != reference]
    return _fit(np.zeros((1 + DRAWS, bots)), wins, free, range(bots))


def fit_newcomer(known: np.ndarray, wins: Sequence[Wins]) -> np.ndarray:
    """The strengths of one more bot, a number for each fit; those of the others are `known`, as from `fit`.

    Games with cards that the others have played have the weights of these cards.
    """
    newcomer = known.shape[1]
    return _fit(np.column_stack([known, known.mean(axis=1)]), wins, [newcomer], [newcomer])[:, newcomer]


def estimate(strengths: np.ndarray, deals: int) -> tuple[float, float, float]:
    """A bot's strength and the ends of its 95 % interval, from its column of fits and the number of its deals."""
    value, deals = float(strengths[0]), max(2, deals)
    wider = student(deals - 1) / Z * math.sqrt(deals / (deals - 1))
    low, high = (value + wider * (float(end) - value) for end in np.percentile(strengths[1:], ENDS))
    return value, low, high


def _fit(start: np.ndarray, wins: Sequence[Wins], free: list[int], unsure: Sequence[int]) -> np.ndarray:
    """Fit the strengths of the `free` bots by Newton’s method; those of the others stay as in `start`.

    The bots `unsure` have won one more game and lost one more.
    """
    logs = start * math.log(10) / TENFOLD
    copies = np.array([np.bincount(line_up.bots, minlength=start.shape[1]) for line_up in wins], float)
    games, won = _weighted(wins, copies, unsure)
    for _ in range(_MOST_STEPS):
        steps = _steps(logs, copies, games, won, free)
        logs[:, free] += steps / np.maximum(1, np.abs(steps).max(axis=1, keepdims=True))
        if np.abs(steps).max() < _PRECISION:
            break
    return logs * TENFOLD / math.log(10)


def _weighted(wins: Sequence[Wins], copies: np.ndarray, unsure: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """For each fit, the weighted number of games of each line-up, and that of the wins of each bot."""
    seats = len(wins[0].bots)
    by_cards = _weights("cards", 1 + max(max(line_up.by_cards) for line_up in wins))
    games, won = np.zeros((1 + DRAWS, len(wins))), np.zeros((1 + DRAWS, copies.shape[1]))
    for number, line_up in enumerate(wins):
        weights = by_cards[:, list(line_up.by_cards)]
        games[:, number] = seats * weights.sum(axis=1)
        won[:, line_up.different] += weights @ np.array(list(line_up.by_cards.values())) / unit(seats)
    more = _weights("bots", 2 * copies.shape[1])
    for bot in unsure:
        _add_one_win_and_one_loss(bot, more[:, 2 * bot : 2 * bot + 2], copies, games, won)
    return games, won


def _add_one_win_and_one_loss(
    bot: int, weights: np.ndarray, copies: np.ndarray, games: np.ndarray, won: np.ndarray
) -> None:
    """Add a win of a bot and a loss to all others at its tables, spread over its line-ups, with two weights a fit."""
    own = copies[:, bot] > 0
    share = own / own.sum()
    others = copies * (np.arange(copies.shape[1]) != bot)
    games += np.outer(weights.sum(axis=1), share)
    won[:, bot] += weights[:, 0]
    won += np.outer(weights[:, 1], share @ (others / np.maximum(1, others.sum(axis=1, keepdims=True))))


def _weights(what: str, n: int) -> np.ndarray:
    """Weights of n cards or bots for each fit: 1 in the first, random in the others, and the same at every call."""
    chance = np.random.default_rng(list(what.encode()))
    return np.vstack([np.ones(n), chance.standard_exponential((n, DRAWS)).T])


def _steps(logs: np.ndarray, copies: np.ndarray, games: np.ndarray, won: np.ndarray, free: list[int]) -> np.ndarray:
    """For each fit, the step of Newton’s method for the logarithms of the free bots’ strengths."""
    strong = np.exp(logs - logs.max(axis=1, keepdims=True))
    chances = copies * strong[:, None, :]
    chances /= chances.sum(axis=2, keepdims=True)
    expected = np.einsum("fl,flb->fb", games, chances)[:, free]
    chances = chances[:, :, free]
    curvature = expected[:, :, None] * np.eye(len(free)) - (games[:, :, None] * chances).transpose(0, 2, 1) @ chances
    return np.asarray(np.linalg.solve(curvature, (won[:, free] - expected)[:, :, None])[:, :, 0])
