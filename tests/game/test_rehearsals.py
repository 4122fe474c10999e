"""A rehearsal goes on from a moment of a game that is over: with the same hidden cards, and other luck to come."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okawari import BadFile, Game, Record
from tests.game.random_games import bytes_of, preferences, seeds, tables, whole_turns
from tests.support.tables import FIRST, ROLL, RandomPlayer, Table, play_on


def turns_of(record: Record) -> int:
    """How many turns a record has."""
    return sum(1 for _ in Game.replay_by_turn(record)) - 1


@given(tables, seeds, preferences, st.data())
@settings(max_examples=60)
def test_everybody_sees_what_they_saw_before_the_decision(
    table: Table, seed: int, preference: int, data: st.DataObject
) -> None:
    game = whole_turns(table, seed, preference, None)
    record = Record.from_json(game.record.to_json())
    turns = data.draw(st.integers(0, turns_of(record) - 1))
    first, second = Game.rehearse(record, turns, seed=1), Game.rehearse(record, turns, seed=2)
    then = next(moment for n, (moment, _) in enumerate(Game.replay_by_turn(record)) if n == turns)
    for again in (first, second):
        assert bytes_of(again.tables) == bytes_of(then.tables)
        assert again.position == then.position
        assert [again.view(seat) for seat in (*again.seats, None)] == [then.view(seat) for seat in (*then.seats, None)]
        assert again.events == game.events[: again.event_count]
        assert game.luck[: len(again.luck)] == again.luck
        assert again.record.moves == record.moves[: len(again.record.moves)]


@given(tables, seeds, preferences, st.data())
@settings(max_examples=30)
def test_a_rehearsal_is_played_to_its_end_and_its_record_holds(
    table: Table, seed: int, preference: int, data: st.DataObject
) -> None:
    record = whole_turns(table, seed, preference, None).record
    turns = data.draw(st.integers(0, turns_of(record) - 1))
    begun = Game.rehearse(record, turns, seed).record
    ends = [play_on(Game.rehearse(source, turns, seed), RandomPlayer(seed)) for source in (record, begun)]
    assert ends[0].record == ends[1].record
    assert ends[0].over and ends[0].record.seed is None
    assert ends[0].record.verify() == []


@pytest.mark.parametrize("table", [Table(FIRST, 4), Table(ROLL, 3), Table("sushi-go-anniversary", 2, "tea", "piles")])
def test_the_luck_after_the_decision_is_new(table: Table) -> None:
    """Whoever goes on as before gets the cards of the round that were dealt, and other ones in the next."""
    record = play_on(table.game(3), RandomPlayer(3)).record
    lucks = set()
    for seed in range(4):
        again = Game.rehearse(record, 1, seed)
        known = len(again.luck)
        for seat, move in record.moves[len(again.record.moves) :]:
            if again.round > 1 or table.menu == ROLL:
                break
            again.choose(seat, move)
        lucks.add(play_on(again, RandomPlayer(3)).luck[known:])
    assert len(lucks) == 4
    assert record.luck[known:] not in lucks


@pytest.mark.parametrize("beyond", [0, 1, 1000])
def test_there_is_nothing_to_rehearse_after_the_end(beyond: int) -> None:
    record = play_on(Table(FIRST, 2).game(3), RandomPlayer(3)).record
    with pytest.raises(BadFile) as refused:
        Game.rehearse(record, turns_of(record) + beyond)
    assert refused.value.code == "no-decision"
