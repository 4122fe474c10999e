"""A bot that plays random moves, as a baseline."""

from __future__ import annotations

from okawari.bots.bot import Bot
from okawari.game import Move, View


class RandomBot(Bot):
    """Plays uniformly random moves."""

    def choose(self, view: View) -> Move:
        """A uniformly random legal move."""
        return self.random.choice(view.moves)
