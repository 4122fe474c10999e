"""The bots that play by a network where one is as strong as their search, and search elsewhere."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from okawari.bots.clock import Clock
from okawari.bots.expert import ExpertBot
from okawari.bots.nearest import name_of
from okawari.bots.network import Player, player_for, preferred_move, shipped_networks
from okawari.bots.tree import FOR_TWO, TreeBot
from okawari.bots.tree_kernels import SearchOptions
from okawari.game import Move, Setting, View
from okawari.rules.points import ROUNDS

#: By level, the games in which the network that ships is at least as strong as the search of that level: see
#: docs/training.md. In Sushi Roll it is stronger than a search of 12,000 passes, and only the strongest level plays by
#: it, so that levels keep their order.
GAMES: dict[str, tuple[str, ...]] = {"kenji": ("pudding 2", "pudding 4"), "oba": ("roll 2",)}


def plays_by_network(level: str, setting: Setting) -> bool:
    """Whether a level plays a game by its network."""
    return name_of(setting) in GAMES.get(level, ())


@cache
def shipped_player(setting: Setting) -> Player:
    """The network that ships for a setting, as kernels take it."""
    return player_for(setting, tuple(shipped_networks().values()))


class QuickBot(TreeBot):
    """Plays the move that a network prefers, without searching; in games that are not those of its level, searches."""

    level: ClassVar[str] = "kenji"

    def decide(self, clock: Clock, view: View, between_two: SearchOptions = FOR_TWO) -> Move:
        """The preferred move of a network, or the most visited move of a search."""
        if not self.needs_no_search(view.setting):
            return super().decide(clock, view, between_two)
        return preferred_move(view, *shipped_player(view.setting), self.random, self.dealer)

    def needs_no_search(self, setting: Setting) -> bool:
        """Whether it plays a game by a network."""
        return plays_by_network(self.level, setting)


class QuickExpertBot(QuickBot, ExpertBot):
    """The same, but with the exact solutions of the expert.

    In games that it plays by a network, it solves the last dice of the last round only: those of earlier rounds are
    solved for what comes after the round, which the network knows better.
    """

    level = "oba"

    def last_die(self, view: View) -> Move | None:
        """The exactly best move if each belt has at most one die left, else None."""
        if self.needs_no_search(view.setting) and view.round < ROUNDS:
            return None
        return super().last_die(view)

    def needs_no_search(self, setting: Setting) -> bool:
        """Whether it plays a game by a network; without networks (`guided=0`), or for the margin alone, never."""
        return self.guided and super().needs_no_search(setting)
