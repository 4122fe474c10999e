"""Many tables at once are played as one table is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from okawari import Position
from okawari.rules.dealer import QUICK
from okawari.rules.table_kernels import new_dealer
from tests.game.positions import BELTS, DUMMY_LATE, HANDS, PYRAMID
from tests.game.random_games import bytes_of
from tests.support.tables import SAMPLE, RandomPlayer, Table, play_on


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_games_in_bulk_are_the_same_games(table: Table) -> None:
    """Random moves are legal, a step is what choosing is, and a table that was played out is over."""
    kernels, dealer, many = table.setting.kernels, new_dealer(QUICK), 12
    rows = np.zeros(many, kernels.table)
    kernels.deal_many(rows, dealer, 7, 0, many, *table.setting.numbers)
    moves, problems = np.zeros((many, table.seats), np.int16), np.zeros(many, np.int16)
    finished = rows.copy()
    kernels.play_out(finished, dealer, 0, many)
    assert finished["over"].all()
    assert len({row["points"].tobytes() for row in finished}) > many // 2
    steps = 0
    while not rows["over"].all():
        kernels.random_moves(rows, dealer, moves, 0, many)
        one_by_one = rows.copy()
        for i in range(many):
            dealer["stream"] = one_by_one["stream"][i]
            for seat in range(table.seats):
                if moves[i, seat] >= 0:
                    assert kernels.choose(one_by_one[i : i + 1], dealer, seat, int(moves[i, seat])) == 0
            one_by_one["stream"][i] = dealer["stream"][0]
        playing = rows["over"] == 0
        kernels.step_many(rows, dealer, moves, problems, 0, many)
        assert (problems[playing] == 0).all()
        assert (problems[~playing] != 0).all()
        assert bytes_of(rows) == bytes_of(one_by_one)
        steps += 1
    assert 18 <= steps < 400


@pytest.mark.parametrize(
    "position",
    [
        HANDS | {"turn": 7, "hands": ["tempura*2 egg squid", "maki2*4"], "plates": ["chopsticks", ""]},
        DUMMY_LATE,
        PYRAMID,
        BELTS | {"tokens": [{"menu": 1, "chopsticks": 1}, {}]},
    ],
    ids=["hands", "dummy", "pyramid", "belts"],
)
def test_random_moves_reach_every_move(position: dict[str, Any]) -> None:
    """A random player who never tries some legal move would be a poor one to learn from."""
    game, many = Position.from_json(position).game(seed=1), 600
    kernels, dealer = game.setting.kernels, new_dealer(QUICK)
    rows, moves = np.repeat(game.tables, many), np.zeros((many, 2), np.int16)
    rows["stream"] = np.arange(many, dtype=np.uint64) << np.uint64(32)
    kernels.random_moves(rows, dealer, moves, 0, many)
    assert set(moves[:, 0].tolist()) == {move.number for move in game.moves(0)}


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_a_move_can_be_tried_on_many_tables(table: Table) -> None:
    game = play_on(table.game(3), RandomPlayer(3), 5)
    seat = game.to_move[0]
    rows = game.view(seat).imagine(seed=1, n=50)
    table.setting.kernels.try_move(rows, new_dealer(QUICK), seat, game.moves(seat)[0].number, 0, 50)
    assert rows["over"].all()
