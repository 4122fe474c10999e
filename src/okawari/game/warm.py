"""Compiling the rules: once for each version of them, before anybody has to wait for it.

Each kind of table is compiled by going once through everything that Python asks of it. `okawari warmup` does it ahead;
whoever comes without it sees one line that says what is going on.
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
from okawari.rules.dishes import FACE_WORDS, hand_words
from okawari.rules.doors import Doors, new_host
from okawari.rules.host import QUICK

#: A table of each kind.
TABLES = {
    setting.doors.name: setting
    for setting in (
        Setting.of("sushi-go-anniversary", 2, "yogurt", "dummy"),
        Setting.of("sushi-go-anniversary", 2, "tea", "battle"),
        Setting.of("sushi-roll", 2),
    )
}
_known: set[str] = set()


def is_warm(kind: str) -> bool:
    """Whether a kind of table was compiled before, on this machine and for exactly these rules."""
    if kind not in _known and (kernel.config.DISABLE_JIT or (kernel.CACHE / f"warm-{kind}").exists()):
        _known.add(kind)
    return kind in _known


def warm_up(kind: str) -> None:
    """Compile a kind of table."""
    _known.add(kind)
    _one_game(TABLES[kind])
    _in_bulk(TABLES[kind])
    score_once(TABLES[kind])
    kernel.CACHE.mkdir(parents=True, exist_ok=True)
    (kernel.CACHE / f"warm-{kind}").touch()


def ensure_warm(doors: Doors) -> None:
    """Compile a kind of table on its first use, and say so."""
    if not is_warm(doors.name):
        print(f"Okawari compiles its rules ({doors.name}), once; this takes about a minute …", file=sys.stderr)
        warm_up(doors.name)


def _one_game(setting: Setting) -> None:
    """A turn of a game, and everything that can be asked of it."""
    game = Game(setting, seed=1)
    seat = game.to_move[0]
    view = game.view(seat)
    game.choose(seat, view.moves[0])
    assert Game.from_view(view, seed=1).view(seat) == view
    Position.from_json(game.position.to_json())
    _ = view.unseen_cards, game.record.verify()


def score_once(setting: Setting) -> None:
    """What the plates of a table would bring, and what every card or die would."""
    view = Game(setting, seed=1).view(0)
    worth_now(view)
    words = FACE_WORDS if setting.doors.name == "roll" else hand_words(setting.dessert_number)
    trial = Trial(view, 0)
    for word in words:
        trial.gain(word)
    if setting.doors.name == "roll":
        trial.spend_chopsticks()


def _in_bulk(setting: Setting) -> None:
    """One table of an array, dealt, stepped and played to its end."""
    doors, host = setting.doors, new_host(QUICK)
    tables = np.zeros(1, doors.table)
    moves, problems = np.zeros((1, setting.seats), np.int16), np.zeros(1, np.int16)
    doors.deal_many(tables, host, 1, 0, 1, *setting.numbers)
    doors.random_moves(tables, host, moves, 0, 1)
    doors.legal_many(tables, 0, np.zeros((1, doors.moves_end), np.bool_), 0, 1)
    doors.step_many(tables, host, moves, problems, 0, 1)
    doors.play_out(tables, host, 0, 1)
    doors.try_move(tables, host, 0, 0, 0, 1)
