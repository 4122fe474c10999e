"""A record replays to the same game, and a position goes on as the game that it was taken from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import okawari
from okawari import Position
from tests.game.random_games import bytes_of, choices, preferences, seeds, tables, whole_turns
from tests.support.tables import ANNIVERSARY, RandomPlayer, Table, play_on


@given(tables, seeds, preferences, choices | st.none())
@settings(max_examples=60)
def test_a_record_replays_to_the_same_bytes(table: Table, seed: int, preference: int, n: int | None) -> None:
    game = whole_turns(table, seed, preference, n)
    again = okawari.Record.from_json(game.record.to_json()).replay()
    assert bytes_of(again.tables) == bytes_of(game.tables)
    assert again.record == game.record
    assert again.events == game.events
    assert game.record.verify() == []
    assert (game.record.seed is None) == (not game.over)


@given(tables, seeds, preferences, choices)
@settings(max_examples=30)
def test_a_record_from_the_middle_replays_to_the_same_bytes(table: Table, seed: int, preference: int, n: int) -> None:
    """Games that go on from a position have records, too, and those hold the position."""
    game = whole_turns(table, seed, preference, n)
    if game.over:
        return
    later = play_on(game.position.game(seed=seed), RandomPlayer(seed))
    again = later.record.replay()
    assert bytes_of(again.tables) == bytes_of(later.tables)
    assert again.record == later.record
    assert later.record.verify() == []


@given(tables, seeds, preferences, choices)
@settings(max_examples=60)
def test_a_position_reads_as_it_was_written(table: Table, seed: int, preference: int, n: int) -> None:
    game = whole_turns(table, seed, preference, n)
    if game.over:
        return
    again = Position.from_json(game.position.to_json()).game(seed=1)
    assert again.position.to_json() == game.position.to_json()
    for seat in game.seats:
        assert again.moves(seat) == game.moves(seat)
    for seat in (*game.seats, None):
        assert again.view(seat) == game.view(seat)


@pytest.mark.parametrize("seed", range(10, 17))
def test_a_position_between_the_two_cards_of_a_turn(seed: int) -> None:
    """In sushi battle a turn with chopsticks has a middle, and a strawberry taken before it counts after it."""
    table = Table(ANNIVERSARY, 2, "strawberry", "battle")
    game, player = table.game(seed), RandomPlayer(seed, 1)
    while not game.over:
        play_on(game, player, 1)
        if not game.over and game.view().to_json()["second"]:
            again = Position.from_json(game.position.to_json()).game(seed=1)
            seat = game.to_move[0]
            assert again.view(seat) == game.view(seat)
            move = game.moves(seat)[0]
            twin = game.copy()
            twin.choose(seat, move)
            again.choose(seat, move)
            assert again.totals == twin.totals


def test_a_game_that_goes_on_from_an_unfinished_record_keeps_all_its_luck() -> None:
    """A game that was saved and played on must be a record that replays, though nobody knows its seed."""
    player = RandomPlayer("goes on")
    game = play_on(Table("sushi-go-anniversary", 3, "mochi").game(4), player, choices=12).record.replay()
    finished = play_on(game, player)
    assert finished.over and finished.record.seed is None
    assert finished.record.verify() == []
    assert finished.record.replay().record == finished.record
