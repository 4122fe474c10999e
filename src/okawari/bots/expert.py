"""The strongest bot: it plays exact solutions where the solver finds one in time, and searches otherwise."""

from __future__ import annotations

from okawari.bots.clock import Clock
from okawari.bots.guided import SAMPLES, guide_for, search_guided
from okawari.bots.solver import NotOpen, OutOfStates, OutOfTime, Solution, solve
from okawari.bots.solver.dice import solve_last_die
from okawari.bots.tree import FOR_TWO, WHEN_LOST, WIN, Budget, TreeBot, search_kind
from okawari.bots.tree_kernels import SearchOptions
from okawari.game import Move, View

#: The share of the time that the solver may take; the tree search has the rest if the solver does not finish.
SOLVING = 0.5
#: The largest hand of a game for two.
ALL_CARDS = 10
#: The most bytes that the solver takes: enough for the states that can be solved in time.
MEMORY = 64_000_000


class ExpertBot(TreeBot):
    """With two players it solves rounds with open hands and the last dice of a round; all else it searches.

    It solves hands of at most `cards` cards, and visits at most `states` states for that. Without `seconds` the solver
    has no time limit. If the exact value of the
    game is a loss, it searches with a model of an opponent who makes mistakes, instead of playing the solution; with
    `win=0`, for the margin alone, it plays every solution. Where a network fits, it guides the search, unless `guided`
    is 0.
    """

    def __init__(
        self,
        seed: int = 0,
        seconds: float | None = None,
        budget: Budget | None = None,
        cards: int = ALL_CARDS,
        win: float = WIN,
        states: int | None = None,
        guided: int = 1,
    ) -> None:
        super().__init__(seed, seconds, budget, win)
        if not (0 <= cards <= ALL_CARDS and cards % 1 == 0):
            raise ValueError(f"cards must be a whole number from 0 to {ALL_CARDS}, not {cards}.")
        if states is not None and not (states >= 1 and states % 1 == 0):
            raise ValueError(f"states must be a whole number of states, at least 1, not {states}.")
        self.cards, self.states, self.guided = cards, states, bool(guided) and win == WIN

    def choose(self, view: View) -> Move:
        """A move drawn from the optimal mixed strategy, or the most visited move of a search."""
        if len(view.moves) == 1 or view.setting.seats != 2:
            return super().choose(view)
        self.shortened = False
        with Clock(self.seconds, self.cancelled) as clock:
            if view.setting.table_kind == "roll":
                return self.last_die(view) or self.decide(clock, view)
            solution = self._solution(view, clock)
            if solution is None:
                return self.decide(clock, view)
            if self.win and solution.exact and solution.margin < 0:
                return self.decide(clock, view, WHEN_LOST)
        mix = solution.strategies[solution.seat]
        return view.notation.move(list(mix)[self.random.weighted(list(mix.values()))])

    def search_until(
        self, clock: Clock, view: View, between_two: SearchOptions = FOR_TWO
    ) -> dict[Move, tuple[int, float]]:
        """Search for the time that a clock has left, guided by a network where one fits."""
        guide = guide_for(view.setting) if self.guided and between_two == FOR_TWO else None
        if guide is None:
            return super().search_until(clock, view, between_two)
        self.dealer["stream"] = self.random.bits()
        roots = view.imagine(self.random.bits(), SAMPLES)
        passes = self.passes_of(f"guided {search_kind(view.setting)}")
        found, left = search_guided(view, guide, roots, self.dealer, clock, passes)
        self.note_time(clock, left)
        return found

    def last_die(self, view: View) -> Move | None:
        """The exactly best move if each belt has at most one die left, else None."""
        try:
            return view.notation.move(solve_last_die(view, to_win=True).best)
        except NotOpen:
            return None

    def _solution(self, view: View, clock: Clock) -> Solution | None:
        """The exact solution of the round; None if it cannot be solved, or not in time."""
        if len(view.hand) > self.cards or view.seat is None:
            return None
        try:
            left = clock.left
            seconds = None if left is None else SOLVING * left
            return solve(view, seconds=seconds, stop=self.cancelled, memory=MEMORY, states=self.states)
        except OutOfTime:
            self.shortened = self.budget is not None
        except (NotOpen, OutOfStates):
            pass
        return None
