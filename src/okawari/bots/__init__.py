"""Bots: each gets a View, which holds what its seat may know, and returns a Move.

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
from typing import Any

from okawari.bots import foreign
from okawari.bots.bot import Bot
from okawari.bots.child import ChildBot
from okawari.bots.expert import ExpertBot
from okawari.bots.greedy import GreedyBot, TunedGreedyBot
from okawari.bots.network import NetworkBot
from okawari.bots.quick import QuickBot, QuickExpertBot
from okawari.bots.random import RandomBot
from okawari.bots.simple import SimpleBot
from okawari.bots.tree import Budget, TreeBot

#: About the passes of a tree search in one second of an ordinary core, by kind of search, at the first turn of a round,
#: when a pass takes longest. With two, where the solver takes half of a second, those of the rest.
PASSES_A_SECOND = {"two": 200_000, "more": 130_000, "battle": 240_000, "roll": 60_000}
#: The same of a search that a network guides.
GUIDED_PASSES_A_SECOND = {"guided two": 19_000, "guided more": 17_000}
#: About the states that the solver solves in half a second of an ordinary core.
STATES_IN_HALF_A_SECOND = 150_000
#: The most seconds of a choice: a slow processor, which would need longer for all passes, answers with what it has.
LONGEST = 3.0

#: The levels for people, from gentle to strong; the texts have a name and a description for each.
LEVELS: dict[str, Callable[..., Bot]] = {
    "pip": ChildBot,
    "hana": GreedyBot,
    "taro": TunedGreedyBot,
    "suzu": partial(TreeBot, budget=200, seconds=LONGEST),
    "kenji": partial(QuickBot, budget=3000, seconds=LONGEST),
    "oba": partial(
        QuickExpertBot,
        budget={**PASSES_A_SECOND, **GUIDED_PASSES_A_SECOND},
        states=STATES_IN_HALF_A_SECOND,
        seconds=LONGEST,
    ),
}

#: Every bot that `make` knows, by name: the levels, and the bots for research.
BOTS: dict[str, Callable[..., Bot]] = {
    **LEVELS,
    "random": RandomBot,
    "greedy": GreedyBot,
    "tuned": TunedGreedyBot,
    "simple": SimpleBot,
    "tree": TreeBot,
    "expert": ExpertBot,
    "net": NetworkBot,
}
#: Bots that the npm package does not have: their kernels and weights are too large for the page.
PYTHON_ONLY = ("net",)
#: Options that are texts; all others are numbers.
_TEXTS = ("file",)


def make(spec: str, seed: int = 0) -> Bot:
    """Make a bot from its name and options, `name:option=number:…`; the same seed makes the same bot.

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


def make_level(level: str, seed: int, share: float = 1.0) -> Bot:
    """Make the bot of a level; with a `share` below 1 it searches for that share of its usual passes and time.

    >>> make_level("oba", 1, 0.25).seconds, make_level("kenji", 1, 0.5).budget, make_level("suzu", 1, 0.001).budget
    (0.75, 1500, 1)
    """
    return LEVELS[level](seed=seed, **{name: _less(limit, share) for name, limit in _usual_effort(level).items()})


def usual_seconds(level: str) -> float:
    """About how many seconds a level needs for a move on an ordinary core, where its passes take longest.

    >>> usual_seconds("pip"), usual_seconds("oba")
    (0.0, 1.0)
    """
    budget: Budget = _usual_effort(level).get("budget", 0)
    by_kind = budget if isinstance(budget, dict) else dict.fromkeys(PASSES_A_SECOND, budget)
    return max(by_kind[kind] / passes for kind, passes in PASSES_A_SECOND.items())


def _usual_effort(level: str) -> dict[str, Any]:
    """The limits of a level's search; empty for a level that does not search."""
    maker = LEVELS[level]
    return maker.keywords if isinstance(maker, partial) else {}


def _less(limit: float | Budget, share: float) -> float | Budget:
    """A share of a limit: of seconds, or of a number of passes or states, of which it leaves at least one."""
    if isinstance(limit, dict):
        return {kind: max(1, int(passes * share)) for kind, passes in limit.items()}
    return max(1, int(limit * share)) if isinstance(limit, int) else limit * share


def _read_options(name: str, options: list[str]) -> dict[str, Any]:
    """Parse options such as `budget=500` into keyword arguments of a bot."""
    known = [option for option in inspect.signature(BOTS[name]).parameters if option != "seed"]
    read: dict[str, Any] = {}
    for option in options:
        key, _, value = option.partition("=")
        if key not in known:
            raise ValueError(f"{name} has no option {key!r}. Its options: {', '.join(known) or 'none'}.")
        if key in read:
            raise ValueError(f"{key} of {name} is given twice.")
        read[key] = value if key in _TEXTS else _read_number(name, key, value)
    return read


def _read_number(name: str, key: str, value: str) -> float | int:
    try:
        return int(value) if value.lstrip("-").isdecimal() else float(value)
    except ValueError:
        raise ValueError(f"{key} of {name} must be a number, not {value!r}.") from None


__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "ChildBot",
    "ExpertBot",
    "GreedyBot",
    "NetworkBot",
    "QuickBot",
    "QuickExpertBot",
    "RandomBot",
    "SimpleBot",
    "TreeBot",
    "TunedGreedyBot",
    "make",
    "make_level",
    "usual_seconds",
]
