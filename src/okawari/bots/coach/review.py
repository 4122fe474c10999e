"""Reviews of recorded games: the decisions that cost most, and the better moves."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from okawari.bots.coach import estimates
from okawari.bots.coach.explanation import Analysis
from okawari.bots.coach.reasons import Reason, in_words
from okawari.bots.coach.sampling import Estimate, estimated
from okawari.game import Game, Move, Record, Setting, View

#: Simulated games for each decision in a first pass, and the factor by which the doubtful ones get more.
BUDGET = 1_000
CLOSER_FACTOR = 10
#: The most decisions of a player that are measured again in a second pass, and that are reported.
DOUBTFUL, REPORTED = 5, 3
#: The smallest cost in points of a decision that is reported.
LEAST_COST = 0.5


@dataclass(frozen=True)
class Decision:
    """A move that a seat played, and its view at that time."""

    view: View
    seat: int
    played: Move


@dataclass(frozen=True)
class Lapse:
    """A decision that cost points: the better move, the difference, and the reasons."""

    seat: int
    round: int
    turn: int
    played: Move
    better: Move
    #: What the decision cost in expected margin, and in the chance to win; the errors are those of the differences.
    margin: float
    margin_error: float
    win: float
    win_error: float
    reasons: tuple[Reason, ...]

    def why(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """The reasons why the better move is better, in a short sentence."""
        return in_words(self.reasons, language, names)

    def to_json(self) -> dict[str, Any]:
        """The lapse as JSON data."""
        return {
            "seat": self.seat,
            "round": self.round,
            "turn": self.turn,
            "played": self.played.text,
            "better": self.better.text,
            "margin": self.margin,
            "margin_error": self.margin_error,
            "win": self.win,
            "win_error": self.win_error,
            "reasons": [reason.to_json() for reason in self.reasons],
        }


class _RecordingGame(Game):
    """A game that collects its decisions while it is replayed."""

    decisions: list[Decision]

    def _begin(self, setting: Setting, key: bytes | None) -> None:
        self.decisions = []
        super()._begin(setting, key)

    def _submit(self, seat: int, move: Move | str | int) -> None:
        view = self.view(seat)
        super()._submit(seat, move)
        self.decisions.append(Decision(view, seat, self._notation.move(move)))


def decisions_of(record: Record) -> list[Decision]:
    """The decisions of a recorded game that had more than one legal move."""
    game = _RecordingGame.replay(record)
    assert isinstance(game, _RecordingGame)
    return [decision for decision in game.decisions if len(decision.view.moves) > 1]


def review(record: Record, *, budget: int = BUDGET, seed: int = 0) -> list[Lapse]:
    """The decisions of a game that cost most, at most three a player, in the order in which they were made.

    Each is judged by what its player could know. `budget` is the number of simulated games for each decision in a first
    pass; those that seem to cost most get ten times as many in a second. A cost is reported only if it is significant.
    """
    decisions = decisions_of(record)
    seats = range(record.setting.seats)

    def first_look(n: int) -> Estimate:
        return Comparison(decisions[n], budget, f"{seed} {n}").margin

    def closer_look(n: int) -> Lapse | None:
        return lapse_of(decisions[n], CLOSER_FACTOR * budget, f"{seed} {n} closer")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        costs = list(pool.map(first_look, range(len(decisions))))
        doubtful = sorted(n for seat in seats for n in _doubtful(decisions, costs, seat))
        lapses = [lapse for lapse in pool.map(closer_look, doubtful) if lapse]
    reported = [lapse for seat in seats for lapse in _costliest(lapses, seat)]
    return [lapse for lapse in lapses if lapse in reported]


def _doubtful(decisions: Sequence[Decision], costs: Sequence[Estimate], seat: int) -> list[int]:
    """The numbers of a seat's decisions that may have cost most, by the lower end of the cost's interval."""
    own = [n for n, decision in enumerate(decisions) if decision.seat == seat and costs[n].value > 0]
    return sorted(own, key=lambda n: costs[n].error - costs[n].value)[:DOUBTFUL]


def _costliest(lapses: Sequence[Lapse], seat: int) -> list[Lapse]:
    """The lapses of a seat that cost most, at most REPORTED."""
    own = [lapse for lapse in lapses if lapse.seat == seat]
    return sorted(own, key=lambda lapse: -lapse.margin)[:REPORTED]


def lapse_of(decision: Decision, budget: int, seed: object = 0) -> Lapse | None:
    """The lapse in a decision; None unless its cost is significant, at least LEAST_COST, and not a gain in wins."""
    comparison = Comparison(decision, budget, seed)
    margin, win = comparison.margin, comparison.win
    loses_instead = win.significant and win.value < 0
    if not margin.significant or margin.value < LEAST_COST or loses_instead:
        return None
    view, better = decision.view, comparison.better
    reasons = comparison.analysis.finder.reasons_against(better, comparison.played)
    return Lapse(
        seat=decision.seat,
        round=view.round,
        turn=view.turn,
        played=decision.played,
        better=better,
        margin=margin.value,
        margin_error=margin.error,
        win=win.value,
        win_error=win.error,
        reasons=tuple(reasons),
    )


class Comparison:
    """The move that was played compared with the best one.

    The best move is found on one half of the tables and compared on the other half: the estimate on the half by which
    it was chosen would be biased upwards.
    """

    def __init__(self, decision: Decision, budget: int, seed: object) -> None:
        self.analysis = Analysis(decision.view, budget, seed=seed, required=[decision.played])
        self.trials = self.analysis.trials
        self.played = decision.played
        self.half = self.trials.tables // 2
        self.better = self._best()

    def _best(self) -> Move:
        """The best move, by the exact solution or else by the first half of the tables."""
        if self.analysis.solution:
            values = self.analysis.solution.card_values[self.analysis.seat]
            return max(self.trials.moves, key=lambda move: values[move.text])
        best: int = self.trials.order(self.half).item(0)
        return self.trials.moves[best]

    @property
    def margin(self) -> Estimate:
        """The margin of the best move less that of the move played."""
        if solution := self.analysis.solution:
            values = solution.card_values[self.analysis.seat]
            return Estimate(values[self.better.text] - values[self.played.text], 0.0)
        return self._difference(self.trials.margins)

    @property
    def win(self) -> Estimate:
        """The chance to win of the best move less that of the move played."""
        return self._difference(self.trials.wins)

    def _difference(self, samples: np.ndarray) -> Estimate:
        """The mean difference between both moves on the second half of the tables."""
        better, played = self.trials.column(self.better), self.trials.column(self.played)
        return estimated(estimates.estimate_difference, samples, self.half, better, played)
