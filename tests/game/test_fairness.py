"""The proof that a deal was fixed before the game."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import okawari
from okawari.game import Record
from tests.game.fair_games import NONCES, SECRET, fair, fair_game
from tests.support.tables import FIRST, RandomPlayer, play_on


def test_a_promise_that_was_kept_is_verified() -> None:
    record = fair(fair_game())
    assert record.verify() == []
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


@pytest.mark.parametrize(
    "changes",
    [
        {"commitment": "0" * 64},
        {"secret": "0" * 64},
        {"secret": "zz"},
        {"secret": SECRET.hex().upper()},
        {"nonces": ("0b" * 16, "")},
        {"nonces": ("", "0a" * 16)},
        {"nonces": ("0a" * 16,)},
        {"nonces": (*NONCES, "")},
    ],
)
def test_a_broken_promise_is_found(changes: dict[str, Any]) -> None:
    assert fair(fair_game(), **changes).verify() == ["verify-fairness"]


def test_a_promise_says_nothing_about_another_deal() -> None:
    another = play_on(okawari.new(FIRST, seats=2, seed=3), RandomPlayer(1))
    assert fair(another).verify() == ["verify-fairness"]
    assert replace(fair(fair_game()), seed=None).verify() == ["verify-fairness"]
