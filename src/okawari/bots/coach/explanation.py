"""Advice: every move with its expected margin, its chance to win, and the reasons."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from okawari.bots.coach.ideas import sift
from okawari.bots.coach.reasons import Reason, Weigher, in_words
from okawari.bots.coach.sampling import Estimate, Sampler, Trials, estimate
from okawari.bots.solver import NotOpen, OutOfTime, Solution, solve
from okawari.game import BadFile, Move, Setting, View
from okawari.game.notation import notation_for

FORMAT = 1
#: Imagined games for one explanation: about a second.
BUDGET = 10_000
#: Hands that are solved exactly, with two players: with more cards it could take longer than the rest.
SOLVED_CARDS = 8


@dataclass(frozen=True)
class Advice:
    """What to think of a move.

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
        """The reasons in a short sentence. Names are those of the seats; without them their letters are used."""
        return in_words(self.reasons, language, names)

    def to_json(self) -> dict[str, Any]:
        """The advice for programs."""
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
    #: Imagined tables on which every move was tried.
    tables: int

    @property
    def best(self) -> Advice:
        """Advice on the best move."""
        return self.advice[0]

    def of(self, move: Move | str) -> Advice:
        """Advice on a move. In Sushi Roll, where not every move is explained, a LookupError for those left out."""
        for advice in self.advice:
            if move in (advice.move, advice.move.text):
                return advice
        raise LookupError(f"There is no advice on {move}.")

    def to_json(self) -> dict[str, Any]:
        """The explanation for programs."""
        return {
            "okawari": "explanation",
            "format": FORMAT,
            **self.setting.to_json(),
            "viewer": self.seat,
            "solved": self.solved,
            "tables": self.tables,
            "advice": [advice.to_json() for advice in self.advice],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Explanation:
        """Read an explanation that was written with `to_json`."""
        if data.get("okawari") != "explanation" or data.get("format") != FORMAT:
            raise BadFile("bad-format", what="explanation", format=FORMAT)
        setting = Setting.from_json(data)
        advice = tuple(_read_advice(entry, setting) for entry in data["advice"])
        return cls(setting, data["viewer"], advice, data["solved"], data["tables"])


def _read_advice(data: dict[str, Any], setting: Setting) -> Advice:
    move = notation_for(setting).move(data["move"])
    reasons = tuple(Reason(reason["code"], reason["params"]) for reason in data["reasons"])
    return Advice(move, data["margin"], data["margin_error"], data["win"], data["win_error"], reasons)


def explain(view: View, *, budget: int = BUDGET, seconds: float | None = None, seed: int = 0) -> Explanation:
    """Every move of the view's seat with its expected margin, its chance to win, and the reasons; the best first.

    In Sushi Roll: every die to keep, each face once, and the best five re-rolls and swaps. `budget` is the number of
    imagined games; with the same seed it gives the same answer. `seconds` ends the thinking earlier.

    >>> import okawari
    >>> view = okawari.Position.from_json({
    ...     "menu": "sushi-go-first", "seats": 2, "round": 3, "turn": 9,
    ...     "hands": ["squid chopsticks", "egg egg"], "plates": ["wasabi", "maki3"],
    ... }).game().view(0)
    >>> best = explain(view, budget=200).best
    >>> best.move.text, best.margin, best.why()
    ('squid', 3.0, 'nigiri on the wasabi (+7.0); costs B points in nigiri (−3.0)')
    """
    check(view)
    return Study(view, budget, seconds, seed).explanation()


def check(view: View) -> None:
    """Refuse a view in which nobody has anything to choose."""
    if view.seat is None:
        raise ValueError("A spectator has nothing to choose.")
    if not view.moves:
        raise ValueError("There is nothing to choose for this seat now.")


class Study:
    """A view that is thought about: its moves, what became of them, and the solution of the round if there is one."""

    def __init__(
        self, view: View, budget: int, seconds: float | None = None, seed: object = 0, spared: Sequence[Move] = ()
    ) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        deadline = None if seconds is None else time.perf_counter() + seconds
        sampler = Sampler(view, seed, deadline)
        self.solution = solution_of(view, seconds)
        sifted = sift(sampler, budget, (*spared, *self._solved_best()))
        self.glance = sifted.glance
        self.trials = sampler.trials(sifted.moves, sifted.games)
        self.weigher = Weigher(view, self.trials)

    def _solved_best(self) -> list[Move]:
        """The best move by the solution, if there is one."""
        if self.solution is None:
            return []
        values = self.solution.card_values[self.seat]
        return [max(self.view.moves, key=lambda move: values[move.text])]

    def explanation(self) -> Explanation:
        """Advice on every move."""
        advice = [self._advice(move) for move in self.trials.moves]
        if self.glance:
            advice += self._short_advice(self.glance)
        advice.sort(key=lambda advice: -advice.margin)
        return Explanation(self.view.setting, self.seat, tuple(advice), self.solution is not None, self.trials.tables)

    def _advice(self, move: Move) -> Advice:
        k = self.trials.column(move)
        measured, win = estimate(self.trials.margins[:, k]), estimate(self.trials.wins[:, k])
        margin = self.exact_margin(move) or measured
        reasons = self.weigher.reasons(move)
        return Advice(move, margin.value, margin.error, win.value, win.error, tuple(reasons))

    def _short_advice(self, glance: Trials) -> list[Advice]:
        """Advice on the moves that got a glance only: how far they fell behind those that were looked into."""
        weigher, advice = Weigher(self.view, glance), []
        for move in [move for move in glance.moves if move not in self.trials.moves]:
            margin = self.exact_margin(move) or self._from_glance(glance, glance.margins, self.trials.margins, move)
            win = self._from_glance(glance, glance.wins, self.trials.wins, move)
            chance = min(max(win.value, 0.0), 1.0)
            advice.append(Advice(move, margin.value, margin.error, chance, win.error, tuple(weigher.reasons(move))))
        return advice

    def _from_glance(self, glance: Trials, glanced: np.ndarray, tried: np.ndarray, move: Move) -> Estimate:
        looked_into = [glance.column(other) for other in self.trials.moves]
        behind = estimate(glanced[:, glance.column(move)] - glanced[:, looked_into].mean(axis=1))
        level = estimate(tried.mean(axis=1))
        return Estimate(level.value + behind.value, float(np.hypot(level.error, behind.error)))

    def exact_margin(self, move: Move) -> Estimate | None:
        """The margin by the solution: exact in the last round, before it on the level that was measured."""
        if self.solution is None:
            return None
        values = self.solution.card_values[self.seat]
        if self.solution.exact:
            return Estimate(values[move.text] + self.solution.margin - self.solution.value, 0.0)
        solved = np.array([values[tried.text] for tried in self.trials.moves])
        level = estimate((self.trials.margins - solved).mean(axis=1))
        return Estimate(values[move.text] + level.value, level.error)


def solution_of(view: View, seconds: float | None = None) -> Solution | None:
    """The exact solution of the round, where hands are open and small enough for it."""
    if view.setting.seats != 2 or not 2 <= len(view.hand) <= SOLVED_CARDS:
        return None
    try:
        return solve(view, seconds=seconds)
    except (NotOpen, OutOfTime):
        return None
