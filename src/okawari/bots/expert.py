"""The strongest player: it solves what can be solved, and searches the rest."""

from __future__ import annotations

from okawari.bots.clock import Clock
from okawari.bots.solver import NotOpen, OutOfTime, Solution, solve
from okawari.bots.solver.dice import solve_last_die
from okawari.bots.tree import HOPING, WIN, TreeBot
from okawari.game import Move, View

#: The share of its time that it gives to solving; what is left, if it does not get there, is for searching.
SOLVING = 0.5
#: No hand is larger.
ALL_CARDS = 10


class ExpertBot(TreeBot):
    """With two players it plays what it can solve exactly: a round with open hands, or the last dice of one.

    It solves hands of at most `cards` cards; without `seconds` it takes for it what it needs. A game that is lost
    against the best answers it searches for where the other may go wrong; with `win=0`, for the margin alone, it plays
    every solution.
    """

    def __init__(
        self,
        seed: int = 0,
        seconds: float | None = None,
        budget: int | None = None,
        cards: int = ALL_CARDS,
        win: float = WIN,
    ) -> None:
        super().__init__(seed, seconds, budget, win)
        if not (0 <= cards <= ALL_CARDS and cards % 1 == 0):
            raise ValueError(f"cards must be a whole number from 0 to {ALL_CARDS}, not {cards}.")
        self.cards = cards

    def choose(self, view: View) -> Move:
        """A move of the solution, or the best that the search finds."""
        if len(view.moves) == 1 or view.setting.seats != 2:
            return super().choose(view)
        with Clock(self.seconds, self.cancelled) as clock:
            if view.setting.table_kind == "roll":
                return self._last_die(view) or self.most_tried(self.search_until(clock, view))
            solution = self._solution(view, clock)
            if solution is None:
                return self.most_tried(self.search_until(clock, view))
            if self.win and solution.exact and solution.margin < 0:
                return self.most_tried(self.search_until(clock, view, HOPING))
        mix = solution.strategies[solution.seat]
        return view.notation.move(self.random.choices(list(mix), weights=list(mix.values()))[0])

    def _last_die(self, view: View) -> Move | None:
        """The best move with one die left on each belt."""
        try:
            return view.notation.move(solve_last_die(view, to_win=True).best)
        except NotOpen:
            return None

    def _solution(self, view: View, clock: Clock) -> Solution | None:
        """The solved round; None if there is none in time."""
        if len(view.hand) > self.cards or view.seat is None:
            return None
        try:
            left = clock.left
            return solve(view, seconds=None if left is None else SOLVING * left, stop=self.cancelled)
        except (NotOpen, OutOfTime):
            return None
