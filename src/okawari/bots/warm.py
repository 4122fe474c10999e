"""Compile the kernels of bots, solver and coach ahead of their first use."""

from __future__ import annotations

from pathlib import Path

from okawari.bots import make
from okawari.bots.coach import explain
from okawari.game import Game, Position
from okawari.game.warm import TABLES
from okawari.rules.kernel import cache_of, config

#: Positions that the solver solves, one with cards and one with dice.
_OPEN = Position.from_json(
    {"menu": "sushi-go-first", "seats": 2, "round": 3, "turn": 9, "hands": ["squid egg", "tempura salmon"]}
)
_LAST_DIE = Position.from_json(
    {
        "menu": "sushi-roll",
        "seats": 2,
        "round": 3,
        "turn": 8,
        "to_move": 0,
        "belts": [["maki1", *[None] * 7], ["egg", *[None] * 7]],
        "trays": ["dumpling*4 egg", "dumpling*4 egg"],
        "tokens": [{"menu": 1, "chopsticks": 1}, {"menu": 1}],
    }
)
_WARM = cache_of(Path(__file__).parent) / "warm"


def is_warm() -> bool:
    """Whether the kernels of this version are compiled already, in the cache of this machine."""
    return bool(config.DISABLE_JIT) or _WARM.exists()


def warm_up() -> None:
    """Compile all kernels: every bot chooses once at each kind of table, and the coach explains one view of each."""
    for setting in TABLES.values():
        game = Game(setting, seed=1)
        view = game.view(game.to_move[0])
        for spec in ("greedy", "simple", "tree:budget=2"):
            make(spec).choose(view)
        explain(view, seconds=0.0)
    for position in (_OPEN, _LAST_DIE):
        game = position.game(seed=1)
        make("expert:budget=2").choose(game.view(game.to_move[0]))
    _WARM.parent.mkdir(parents=True, exist_ok=True)
    _WARM.touch()
