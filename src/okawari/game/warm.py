"""Compiles the kernels, once for each version of the rules.

The kernels of a table kind are compiled by calling each of them once. `okawari warmup` does this in advance; otherwise
the first use does it, and prints a line about the wait.
"""

from __future__ import annotations

import sys

import numpy as np

from okawari.game.gains import Trial
from okawari.game.game import Game
from okawari.game.position import Position
from okawari.game.setting import Setting
from okawari.game.worth import worth_now
from okawari.rules import kernel
from okawari.rules.dealer import QUICK
from okawari.rules.desserts import hand_words
from okawari.rules.dishes import FACE_WORDS
from okawari.rules.menus import MENUS
from okawari.rules.table_kernels import TableKernels, new_dealer

#: A setting of each table kind. All variants and desserts of a kind use the same kernels.
TABLES = {
    setting.table_kind: setting
    for menu in MENUS
    for setting in (Setting.of(menu.word, 2, variant=variant) for variant in (None, *menu.variants))
}
_known: set[str] = set()


def is_warm(kind: str) -> bool:
    """Whether the cache has the compiled kernels of a table kind, for exactly these sources."""
    if kind not in _known and (kernel.config.DISABLE_JIT or (kernel.CACHE / f"warm-{kind}").exists()):
        _known.add(kind)
    return kind in _known


def warm_up(kind: str) -> None:
    """Compile the kernels of a table kind."""
    _known.add(kind)
    _one_game(TABLES[kind])
    _in_bulk(TABLES[kind])
    score_once(TABLES[kind])
    kernel.CACHE.mkdir(parents=True, exist_ok=True)
    (kernel.CACHE / f"warm-{kind}").touch()


def ensure_warm(kernels: TableKernels) -> None:
    """Compile table kernels on their first use, with a message on standard error."""
    if not is_warm(kernels.name):
        print(f"Okawari compiles its rules ({kernels.name}), once; this takes about a minute …", file=sys.stderr)
        warm_up(kernels.name)


def _one_game(setting: Setting) -> None:
    """Call the kernels of a game: play a move, take its views, positions and record."""
    game = Game(setting, seed=1)
    seat = game.to_move[0]
    view = game.view(seat)
    game.choose(seat, view.moves[0])
    assert Game.from_view(view, seed=1).view(seat) == view
    Position.from_json(game.position.to_json())
    _ = view.unseen_cards, game.moves(seat), game.record.verify()


def score_once(setting: Setting) -> None:
    """Call the kernels that score plates, and those for the gain of every card or die."""
    view = Game(setting, seed=1).view(0)
    worth_now(view)
    words = FACE_WORDS if setting.table_kind == "roll" else hand_words(setting.dessert_number)
    trial = Trial(view, 0)
    for word in words:
        trial.gain(word)
    trial.swaps = True
    for word in words:
        trial.gain(word)


def _in_bulk(setting: Setting) -> None:
    """Call the kernels of tables in bulk: deal, step and play one table to its end."""
    kernels, dealer = setting.kernels, new_dealer(QUICK)
    tables = np.zeros(1, kernels.table)
    moves, problems = np.zeros((1, setting.seats), np.int16), np.zeros(1, np.int16)
    kernels.deal_many(tables, dealer, 1, 0, 1, *setting.numbers)
    kernels.random_moves(tables, dealer, moves, 0, 1)
    kernels.legal_many(tables, 0, np.zeros((1, kernels.moves_end), np.bool_), 0, 1)
    kernels.step_many(tables, dealer, moves, problems, 0, 1)
    kernels.play_out(tables, dealer, 0, 1)
    kernels.try_move(tables, dealer, 0, 0, 0, 1)
