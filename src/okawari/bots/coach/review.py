"""Looking back at a game: the decisions that cost most, and what would have been better."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from okawari.bots.coach.explanation import Study
from okawari.bots.coach.reasons import Reason, in_words
from okawari.bots.coach.sampling import Estimate, estimate
from okawari.game import Game, Move, Record, Setting, View

#: Imagined games for each decision of the first pass, and how many times as many for the doubtful ones.
BUDGET = 1_000
CLOSER = 10
#: Decisions of a player that get a closer look, and that are told.
DOUBTFUL, TOLD = 5, 3
#: Points below which nobody needs to hear of a decision.
WORTH_TELLING = 0.5


@dataclass(frozen=True)
class Decision:
    """What somebody chose, and what they knew."""

    view: View
    seat: int
    played: Move


@dataclass(frozen=True)
class Lapse:
    """A decision that cost something: what would have been better, by how much, and why."""

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
        """Why the better move is better."""
        return in_words(self.reasons, language, names)

    def to_json(self) -> dict[str, Any]:
        """The decision for programs."""
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


class _Remembered(Game):
    """A game that remembers, while it is replayed, what everybody knew when they chose."""

    decisions: list[Decision]

    def _begin(self, setting: Setting, key: bytes | None) -> None:
        self.decisions = []
        super()._begin(setting, key)

    def _submit(self, seat: int, move: Move | str | int) -> None:
        view = self.view(seat)
        super()._submit(seat, move)
        self.decisions.append(Decision(view, seat, self._notation.move(move)))


def decisions_of(record: Record) -> list[Decision]:
    """Every decision of a recorded game in which there was something to choose."""
    game = _Remembered.replay(record)
    assert isinstance(game, _Remembered)
    return [decision for decision in game.decisions if len(decision.view.moves) > 1]


def review(record: Record, *, budget: int = BUDGET, seed: int = 0) -> list[Lapse]:
    """The decisions of a game that cost most, at most three a player, in the order in which they were made.

    Each is judged by what its player could know. `budget` is the number of imagined games for a first look at each
    decision; those that look worst get ten times as many. Only decisions are told that surely cost something.
    """
    decisions = decisions_of(record)
    seats = range(record.setting.seats)

    def first_look(n: int) -> Estimate:
        return Comparison(decisions[n], budget, f"{seed} {n}").margin

    def closer_look(n: int) -> Lapse | None:
        return lapse_of(decisions[n], CLOSER * budget, f"{seed} {n} closer")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        costs = list(pool.map(first_look, range(len(decisions))))
        doubtful = sorted(n for seat in seats for n in _doubtful(decisions, costs, seat))
        lapses = [lapse for lapse in pool.map(closer_look, doubtful) if lapse]
    told = [lapse for seat in seats for lapse in _costliest(lapses, seat)]
    return [lapse for lapse in lapses if lapse in told]


def _doubtful(decisions: Sequence[Decision], costs: Sequence[Estimate], seat: int) -> list[int]:
    """The decisions of a seat that seem to have cost most, the uncertain ones last."""
    own = [n for n, decision in enumerate(decisions) if decision.seat == seat and costs[n].value > 0]
    return sorted(own, key=lambda n: costs[n].error - costs[n].value)[:DOUBTFUL]


def _costliest(lapses: Sequence[Lapse], seat: int) -> list[Lapse]:
    own = [lapse for lapse in lapses if lapse.seat == seat]
    return sorted(own, key=lambda lapse: -lapse.margin)[:TOLD]


def lapse_of(decision: Decision, budget: int, seed: object = 0) -> Lapse | None:
    """What a decision cost, if it surely cost something."""
    comparison = Comparison(decision, budget, seed)
    margin, win = comparison.margin, comparison.win
    loses_instead = win.certain and win.value < 0
    if not margin.certain or margin.value < WORTH_TELLING or loses_instead:
        return None
    view, better = decision.view, comparison.better
    reasons = comparison.study.weigher.reasons_against(better, comparison.played)
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
    """What was played beside the best that could have been.

    The best move is found on one half of the tables and compared on the other half: on the same half, the one that
    was luckiest would look better than it is.
    """

    def __init__(self, decision: Decision, budget: int, seed: object) -> None:
        self.study = Study(decision.view, budget, seed=seed, spared=[decision.played])
        self.trials = self.study.trials
        self.played = decision.played
        self.half = self.trials.tables // 2
        self.better = self._best()

    def _best(self) -> Move:
        if self.study.solution:
            values = self.study.solution.card_values[self.study.seat]
            return max(self.trials.moves, key=lambda move: values[move.text])
        return self.trials.ranked(slice(self.half))[0]

    @property
    def margin(self) -> Estimate:
        """How much better the best move is."""
        if solution := self.study.solution:
            values = solution.card_values[self.study.seat]
            return Estimate(values[self.better.text] - values[self.played.text], 0.0)
        return self._difference(self.trials.margins)

    @property
    def win(self) -> Estimate:
        """How much likelier the best move wins."""
        return self._difference(self.trials.wins)

    def _difference(self, samples: Any) -> Estimate:
        better, played = self.trials.column(self.better), self.trials.column(self.played)
        return estimate(samples[self.half :, better] - samples[self.half :, played])
