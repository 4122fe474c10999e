"""The bot that plays by a network where one is as strong as its search, and searches elsewhere."""

from __future__ import annotations

from okawari.bots.guided import guide_for
from okawari.bots.nearest import name_of
from okawari.bots.network import preferred_move
from okawari.bots.tree import TreeBot
from okawari.game import Move, Setting, View

#: The games in which the network that ships is as strong as a search of 3,000 passes: see docs/training.md.
GAMES = ("pudding 2", "pudding 4")


def plays_by_network(setting: Setting) -> bool:
    """Whether the network of a game is as strong as a search of 3,000 passes."""
    return name_of(setting) in GAMES


class QuickBot(TreeBot):
    """Plays the move that a network prefers, without searching; where no network will do, searches."""

    def choose(self, view: View) -> Move:
        """The preferred move of a network, or the most visited move of a search."""
        guide = guide_for(view.setting) if plays_by_network(view.setting) else None
        if guide is None or len(view.moves) == 1:
            return super().choose(view)
        self.shortened = False
        return preferred_move(view, guide.code, guide.layers, self.random, self.dealer)
