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

import inspect
from collections.abc import Callable
from functools import partial

from okawari.bots import foreign
from okawari.bots.bot import Bot
from okawari.bots.child import ChildBot
from okawari.bots.expert import ExpertBot
from okawari.bots.greedy import GreedyBot, TunedGreedyBot
from okawari.bots.random import RandomBot
from okawari.bots.simple import SimpleBot
from okawari.bots.tree import TreeBot

#: The levels, from gentle to strong; the texts have a name and a character for each.
LEVELS: dict[str, Callable[..., Bot]] = {
    "pip": ChildBot,
    "hana": GreedyBot,
    "taro": TunedGreedyBot,
    "suzu": partial(TreeBot, budget=200),
    "kenji": partial(TreeBot, budget=3000),
    "oba": partial(ExpertBot, seconds=1.0),
}

#: Everybody that `make` knows, by name: the levels, and the players of research.
BOTS: dict[str, Callable[..., Bot]] = {
    **LEVELS,
    "random": RandomBot,
    "greedy": GreedyBot,
    "tuned": TunedGreedyBot,
    "simple": SimpleBot,
    "tree": TreeBot,
    "expert": ExpertBot,
}


def make(spec: str, seed: int = 0) -> Bot:
    """A player by name, with options behind colons. The same seed makes the same player.

    >>> make("tree:budget=500", seed=1).budget
    500
    >>> make("sommelier")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: There is no bot called 'sommelier'. Choose one of: pip, hana, taro, ...
    """
    if spec.startswith(foreign.SCHEME):
        return foreign.make(spec, seed)
    name, *options = spec.split(":")
    if name not in BOTS:
        raise ValueError(f"There is no bot called {name!r}. Choose one of: {', '.join(BOTS)}.")
    return BOTS[name](seed=seed, **_read_options(name, options))


def _read_options(name: str, options: list[str]) -> dict[str, float | int]:
    """Options of a player, such as budget=500."""
    known = [option for option in inspect.signature(BOTS[name]).parameters if option != "seed"]
    read: dict[str, float | int] = {}
    for option in options:
        key, _, value = option.partition("=")
        if key not in known:
            raise ValueError(f"{name} has no option {key!r}. Its options: {', '.join(known) or 'none'}.")
        if key in read:
            raise ValueError(f"{key} of {name} is given twice.")
        try:
            read[key] = int(value) if value.lstrip("-").isdecimal() else float(value)
        except ValueError:
            raise ValueError(f"{key} of {name} must be a number, not {value!r}.") from None
    return read


__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "ChildBot",
    "ExpertBot",
    "GreedyBot",
    "RandomBot",
    "SimpleBot",
    "TreeBot",
    "TunedGreedyBot",
    "make",
]
