"""Players. They get a View and return a Move, like anyone.

>>> import okawari
>>> from okawari import bots
>>> game = okawari.new("sushi-go-first", seats=2, seed=1)
>>> ann, bob = bots.make("simple", seed=1), bots.make("random", seed=2)
>>> while not game.over:
...     for seat in game.to_move:
...         game.choose(seat, (ann, bob)[seat].choose(game.view(seat)))
>>> game.totals[0] > game.totals[1]
True
"""

from __future__ import annotations

from okawari.bots.bot import Bot
from okawari.bots.random import RandomBot
from okawari.bots.simple import SimpleBot

#: The players that `make` knows, by name.
BOTS: dict[str, type[Bot]] = {"random": RandomBot, "simple": SimpleBot}


def make(name: str, seed: int = 0) -> Bot:
    """A player by name. The same seed makes the same player.

    >>> make("sommelier")
    Traceback (most recent call last):
    ValueError: There is no bot called 'sommelier'. Choose one of: random, simple.
    """
    if name not in BOTS:
        raise ValueError(f"There is no bot called {name!r}. Choose one of: {', '.join(BOTS)}.")
    return BOTS[name](seed)


__all__ = ["BOTS", "Bot", "RandomBot", "SimpleBot", "make"]
