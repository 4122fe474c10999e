"""The strongest player: it solves what can be solved, and searches the rest."""

from __future__ import annotations

from okawari.bots.solver import NotOpen, OutOfTime, solve
from okawari.bots.tree import TreeBot
from okawari.game import Move, View


class ExpertBot(TreeBot):
    """With two players and open hands it plays the exact solution of the round, mixed as it says; else it searches."""

    def choose(self, view: View) -> Move:
        """A move of the solution, or the best that the search finds."""
        if len(view.moves) > 1 and view.setting.seats == 2 and view.seat is not None:
            try:
                solution = solve(view, seconds=self.seconds)
            except (NotOpen, OutOfTime):
                return super().choose(view)
            mix = solution.strategies[view.seat]
            return view.notation.move(self.random.choices(list(mix), weights=list(mix.values()))[0])
        return super().choose(view)
