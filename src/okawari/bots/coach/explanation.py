"""Explanations: for every move of a view its expected margin, its chance to win, and the reasons."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from okawari.bots.coach import estimates
from okawari.bots.coach.candidates import screen
from okawari.bots.coach.reasons import Reason, ReasonFinder, in_words
from okawari.bots.coach.sampling import Estimate, Sampler, Trials, estimated
from okawari.bots.coach.tip import tip_for
from okawari.bots.solver import NotOpen, OutOfTime, Solution, solve
from okawari.game import BadFile, Move, Setting, View
from okawari.game.notation import letter, notation_for
from okawari.game.story import Sentence

FORMAT = 2
#: Simulated games for one explanation: about a second.
BUDGET = 10_000
#: The largest hands that are solved exactly, with two players: larger ones could take longer than the simulation.
SOLVED_CARDS = 8


@dataclass(frozen=True)
class Advice:
    """The estimate of a move, and the reasons.

    `margin` is the expected final total less that of the best other player; where the lowest total wins it is turned
    around, so that more is better there, too. `win` is the chance to win, a shared win counted as a share. The errors
    are half the width of a 95 % interval.
    """

    move: Move
    margin: float
    margin_error: float
    win: float
    win_error: float
    reasons: tuple[Reason, ...]

    def why(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """The reasons in a short sentence. `names` are those of the seats; by default seats are named by letters."""
        return in_words(self.reasons, language, names)

    def to_json(self) -> dict[str, Any]:
        """The advice as JSON data."""
        return {
            "move": self.move.text,
            "margin": self.margin,
            "margin_error": self.margin_error,
            "win": self.win,
            "win_error": self.win_error,
            "reasons": [reason.to_json() for reason in self.reasons],
        }


@dataclass(frozen=True)
class Explanation:
    """Advice on every move of a view, the best margin first."""

    setting: Setting
    seat: int
    advice: tuple[Advice, ...]
    #: Whether the moves were compared by the exact solution of the round.
    solved: bool
    #: The number of sampled tables on which every move was tried.
    tables: int
    #: The best move and the strongest reason for it, in sentences.
    tip: tuple[Sentence, ...]

    def words(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """The tip as a text. `names` are those of the plates; by default seats are named by letters."""
        named = names or [letter(seat) for seat in range(self.setting.seats)]
        return " ".join(sentence.say(language, named) for sentence in self.tip)

    @property
    def best(self) -> Advice:
        """Advice on the best move."""
        return self.advice[0]

    def of(self, move: Move | str) -> Advice:
        """The advice on a move; LookupError for one that is not explained, as another has the same effect."""
        for advice in self.advice:
            if move in (advice.move, advice.move.text):
                return advice
        raise LookupError(f"There is no advice on {move}.")

    def to_json(self) -> dict[str, Any]:
        """The explanation as JSON data."""
        return {
            "okawari": "explanation",
            "format": FORMAT,
            **self.setting.to_json(),
            "viewer": self.seat,
            "solved": self.solved,
            "tables": self.tables,
            "tip": [sentence.to_json() for sentence in self.tip],
            "advice": [advice.to_json() for advice in self.advice],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Explanation:
        """Read an explanation that was written with `to_json`."""
        if data.get("okawari") != "explanation" or data.get("format") != FORMAT:
            raise BadFile("bad-format", what="explanation", format=FORMAT)
        setting = Setting.from_json(data)
        advice = tuple(_read_advice(entry, setting) for entry in data["advice"])
        tip = tuple(Sentence(**sentence) for sentence in data["tip"])
        return cls(setting, data["viewer"], advice, data["solved"], data["tables"], tip)


def _read_advice(data: dict[str, Any], setting: Setting) -> Advice:
    """Read the advice of one move from JSON data."""
    move = notation_for(setting).move(data["move"])
    reasons = tuple(Reason(reason["code"], reason["params"]) for reason in data["reasons"])
    return Advice(move, data["margin"], data["margin_error"], data["win"], data["win_error"], reasons)


def explain(view: View, *, budget: int = BUDGET, seconds: float | None = None, seed: int = 0) -> Explanation:
    """Explain every move of the view's seat: expected margin, chance to win, and reasons; the best move first.

    Both orders of two cards are one move unless the order matters. In Sushi Roll: every die to keep, each face once,
    and the best five re-rolls and swaps. `budget` is the number of simulated games; the same budget and seed give the
    same answer. `seconds` is a time limit.

    >>> import okawari
    >>> view = okawari.Position.from_json({
    ...     "menu": "sushi-go-first", "seats": 2, "round": 3, "turn": 9,
    ...     "hands": ["squid chopsticks", "egg egg"], "plates": ["wasabi", "maki3"],
    ... }).game().view(0)
    >>> explanation = explain(view, budget=200)
    >>> explanation.words()
    'Take the squid nigiri: nigiri on wasabi counts ×3. B wants it, too.'
    >>> best = explanation.best
    >>> best.move.text, best.margin, best.why()
    ('squid', 3.0, 'nigiri on the wasabi (+7.0); costs B points in nigiri (+3.0)')
    """
    check(view)
    return Analysis(view, budget, seconds, seed).explanation()


def check(view: View) -> None:
    """Raise ValueError for a spectator's view, or one whose seat has no move now."""
    if view.seat is None:
        raise ValueError("A spectator has nothing to choose.")
    if not view.moves:
        raise ValueError("There is nothing to choose for this seat now.")


class Analysis:
    """A view, the trials of its moves, and the exact solution of the round if there is one.

    `required` moves are measured whatever a screening says.
    """

    def __init__(
        self, view: View, budget: int, seconds: float | None = None, seed: object = 0, required: Sequence[Move] = ()
    ) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        deadline = None if seconds is None else time.perf_counter() + seconds
        sampler = Sampler(view, seed, deadline)
        self.solution = solution_of(view, seconds)
        screened = screen(sampler, budget, (*required, *self._solved_best()))
        self.screening = screened.screening
        self.trials = sampler.trials(screened.moves, screened.games)
        self.finder = ReasonFinder(view, self.trials)

    def _solved_best(self) -> list[Move]:
        """The best move by the exact solution; none without a solution."""
        if self.solution is None:
            return []
        values = self.solution.card_values[self.seat]
        return [max(self.view.moves, key=lambda move: values[move.text])]

    def explanation(self) -> Explanation:
        """The explanation: advice on every move, the best first."""
        advice = [self._advice(move) for move in self.trials.moves]
        if self.screening:
            advice += self._screened_advice(self.screening)
        advice.sort(key=lambda advice: -advice.margin)
        tip = tip_for(self.view, advice[0].move, advice[0].reasons)
        solved = self.solution is not None
        return Explanation(self.view.setting, self.seat, tuple(advice), solved, self.trials.tables, tip)

    def _advice(self, move: Move) -> Advice:
        """Advice on a move that was measured."""
        margin, win = self.exact_margin(move) or self.trials.margin(move), self.trials.win(move)
        reasons = self.finder.reasons(move)
        return Advice(move, margin.value, margin.error, win.value, win.error, tuple(reasons))

    def _screened_advice(self, screening: Trials) -> list[Advice]:
        """Advice on the moves that were screened but not measured."""
        finder, advice = ReasonFinder(self.view, screening), []
        for move in [move for move in screening.moves if move not in self.trials.moves]:
            margin = self.exact_margin(move) or self._from_screening(
                screening, screening.margins, self.trials.margins, move
            )
            win = self._from_screening(screening, screening.wins, self.trials.wins, move)
            chance = min(max(win.value, 0.0), 1.0)
            advice.append(Advice(move, margin.value, margin.error, chance, win.error, tuple(finder.reasons(move))))
        return advice

    def _from_screening(self, screening: Trials, at_screening: np.ndarray, tried: np.ndarray, move: Move) -> Estimate:
        """Estimate a screened move: the mean of the measured moves, plus its difference from them at the screening."""
        measured = np.array([screening.column(other) for other in self.trials.moves], np.int64)
        return estimated(estimates.estimate_screened, at_screening, screening.column(move), measured, tried)

    def exact_margin(self, move: Move) -> Estimate | None:
        """The margin of a move by the solution; None without one.

        In the last round it is exact. Before, the solution gives the differences between moves, the trials their mean.
        """
        if self.solution is None:
            return None
        values = self.solution.card_values[self.seat]
        if self.solution.exact:
            return Estimate(values[move.text] + self.solution.margin - self.solution.value, 0.0)
        solved = np.array([values[tried.text] for tried in self.trials.moves], np.float64)
        level = estimated(estimates.estimate_level, self.trials.margins, solved)
        return Estimate(values[move.text] + level.value, level.error)


def solution_of(view: View, seconds: float | None = None) -> Solution | None:
    """The exact solution of the round for two open hands of at most SOLVED_CARDS cards; else, or too late, None."""
    if view.setting.seats != 2 or not 2 <= len(view.hand) <= SOLVED_CARDS:
        return None
    try:
        return solve(view, seconds=seconds)
    except (NotOpen, OutOfTime):
        return None
