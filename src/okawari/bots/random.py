"""A player without a plan: for research, not for people."""

from __future__ import annotations

from okawari.bots.bot import Bot
from okawari.game import Move, View


class RandomBot(Bot):
    """Plays any legal move."""

    def choose(self, view: View) -> Move:
        """Any legal move."""
        return self.random.choice(view.moves)
