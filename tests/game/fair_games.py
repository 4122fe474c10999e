"""A game whose deal was promised before it, and its record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from okawari.game import Game, Record, Setting
from okawari.game.fairness import Promise, commitment_of, deal_seed
from tests.support.tables import FIRST, RandomPlayer, play_on

SECRET, NONCES = bytes(range(32)), ("0a" * 16, "")


def fair_game() -> Game:
    return play_on(Game(Setting.of(FIRST, 2), deal_seed(SECRET, NONCES)), RandomPlayer(1))


def fair(game: Game, **changes: Any) -> Record:
    promise = Promise(commitment_of(SECRET), SECRET.hex(), NONCES)
    return replace(game.record, names=("Ania", "Bo"), fairness=replace(promise, **changes))
