"""An illegal move is refused with the reason and changes nothing; a choice can be changed until all have chosen."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from okawari import Game, Position
from okawari.game import IllegalMove
from okawari.texts import LANGUAGES
from tests.game.positions import BELTS, DUMMY_END, DUMMY_LATE, HANDS, PYRAMID
from tests.game.random_games import bytes_of, choices, preferences, random_game, seeds, tables
from tests.referee.words import full_deck
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL, RandomPlayer, Table, play_on


def state_of(game: Game) -> tuple[Any, ...]:
    """Everything that a refused move must leave alone."""
    return bytes_of(game.tables), game.record, game.events, game.to_move, [game.view(seat) for seat in game.seats]


words_of_moves = st.sampled_from(
    [*full_deck("pudding"), "keep", "take", "reroll", "swap", "with", "chopsticks", "B", "²", "5.3"]
)
texts = st.text() | st.lists(words_of_moves | st.integers(-1, 9).map(str), max_size=5).flatmap(
    lambda parts: st.sampled_from([" ", "+", "/", "."]).map(lambda mark: mark.join(parts))
)


@given(tables, seeds, choices | st.none(), st.integers(-2, 6), st.integers() | st.integers(-5, 9000) | texts)
@settings(max_examples=400)
@example(Table(ROLL, 3), 1, 0, 0, "keep ²")
@example(Table(EDITION_2014, 2, "pudding", "dummy"), 1, 0, 9, "tempura")
@example(Table(FIRST, 2, "pudding"), 1, 0, 0, 2**70)
@example(Table(FIRST, 2, "pudding"), 1, None, 0, "squid")
def test_an_illegal_move_changes_nothing(table: Table, seed: int, n: int | None, seat: int, move: int | str) -> None:
    game = random_game(table, seed, 0, n)
    legal = seat in game.seats and any(move in (legal.number, legal.text) for legal in game.moves(seat))
    before = state_of(game)
    try:
        game.choose(seat, move)
    except IllegalMove as refused:
        assert state_of(game) == before
        assert str(refused)
        assert not legal
    else:
        assert game.record != before[1] or game.view(seat).choice is not None


@pytest.mark.parametrize(
    ("position", "seat", "move", "code"),
    [
        (HANDS, 0, "fugu", "unreadable-move"),
        (HANDS, 0, 9999, "unreadable-move"),
        (HANDS, 0, "squid", "not-in-hand"),
        (HANDS, 0, "tempura+egg", "no-chopsticks"),
        (HANDS, 0, "tempura/egg", "dummy-not-yours"),
        (HANDS | {"plates": ["chopsticks", ""]}, 0, "egg+egg", "not-in-hand"),
        (HANDS, 2, "tempura", "not-your-turn"),
        (DUMMY_END, 1, "maki2", "not-your-turn"),
        (DUMMY_END, 0, "tempura", "dummy-needed"),
        (DUMMY_END, 0, "tempura/tempura", "not-in-hand"),
        (DUMMY_END, 0, "tempura+egg/egg", "chopsticks-too-few"),
        (DUMMY_LATE, 0, "tempura+egg/egg", "not-in-hand"),
        (DUMMY_LATE, 0, "tempura+egg/tempura", "not-in-hand"),
        (DUMMY_LATE, 0, "egg+egg/tempura", "not-in-hand"),
        (PYRAMID, 1, "take 5.1", "not-your-turn"),
        (PYRAMID, 0, "take 5.7", "unreadable-move"),
        (PYRAMID, 0, "take 5.6", "place-empty"),
        (PYRAMID, 0, "take 2.1", "face-down"),
        (PYRAMID, 0, "take 3.1", "covered"),
        (PYRAMID | {"to_move": 1}, 1, "take 5.1 chopsticks", "no-chopsticks"),
        (PYRAMID | {"second": True}, 0, "take 5.1 chopsticks", "second-card"),
        (BELTS, 1, "keep 1", "not-your-turn"),
        (BELTS, 0, "keep 2", "no-die"),
        (BELTS, 0, "reroll", "reroll-nothing"),
        (BELTS, 0, "reroll 1", "no-menu-token"),
        (BELTS, 0, "swap 1 with B2", "no-chopsticks-token"),
        (BELTS | {"tokens": [{"menu": 1, "chopsticks": 1}, {}]}, 0, "reroll 1 2", "no-die"),
        (BELTS | {"tokens": [{"menu": 1, "chopsticks": 1}, {}]}, 0, "swap 1 with B1", "no-die"),
        (BELTS | {"tokens": [{"menu": 1, "chopsticks": 1}, {}]}, 0, "swap 1 with A1", "swap-own"),
        (BELTS | {"tokens": [{"menu": 1, "chopsticks": 1}, {}]}, 0, "swap 1 with C1", "no-die"),
    ],
)
def test_a_refusal_gives_the_reason(position: dict[str, Any], seat: int, move: int | str, code: str) -> None:
    game = Position.from_json(position).game(seed=1)
    with pytest.raises(IllegalMove) as refused:
        game.choose(seat, move)
    assert refused.value.code == code
    assert all("{" not in refused.value.in_language(language) for language in LANGUAGES)


def test_nothing_is_chosen_after_the_end() -> None:
    game = play_on(Table(FIRST, 2, "pudding").game(1), RandomPlayer(1))
    with pytest.raises(IllegalMove) as refused:
        game.choose(0, "tempura")
    assert refused.value.code == "game-over"


@pytest.mark.parametrize(
    ("table", "numbers"),
    [
        (Table(FIRST, 2, "pudding"), {"tempura": 0, "squid": 8, "pudding": 11, "wasabi+squid": 153}),
        (Table(EDITION_2014, 2, "pudding", "dummy"), {"tempura/sashimi": 1024, "wasabi+squid/egg": 3737}),
        (Table(ANNIVERSARY, 2, "tea", "battle"), {"take 1.1": 0, "take 5.6": 19, "take 1.2 chopsticks": 21}),
        (
            Table(ROLL, 5),
            {"keep 4": 3, "reroll 1 3": 13, "reroll 8": 136, "swap 2 with B5": 316, "swap 8 with E8": 583},
        ),
    ],
)
def test_the_numbers_of_moves_stay(table: Table, numbers: dict[str, int]) -> None:
    """Bots learn these numbers, and records of other programs may hold them."""
    notation = table.game(1).view(0).notation
    assert {text: notation.move(text).number for text in numbers} == numbers
    assert [notation.move(number).text for number in numbers.values()] == list(numbers)


@given(tables, seeds, preferences, choices)
@settings(max_examples=60)
def test_a_changed_choice_counts_and_a_change_of_mind_leaves_no_trace(
    table: Table, seed: int, preference: int, n: int
) -> None:
    game = random_game(table, seed, preference, n)
    if len(game.to_move) < 2:
        return
    straight, waverer = game.copy(), game.copy()
    seat, moves = game.to_move[0], game.moves(game.to_move[0])
    straight.choose(seat, moves[-1])
    for move in (moves[-1], moves[0], moves[-1]):
        waverer.choose(seat, move)
    for other in straight.to_move:
        straight.choose(other, game.moves(other)[0])
        waverer.choose(other, game.moves(other)[0])
    assert state_of(straight) == state_of(waverer)
    assert (seat, moves[-1].text) in straight.record.moves


@given(tables, seeds, preferences, choices)
@settings(max_examples=40)
def test_a_copy_is_a_game_of_its_own(table: Table, seed: int, preference: int, n: int) -> None:
    game = random_game(table, seed, preference, n)
    before = state_of(game)
    twin = play_on(game.copy(), RandomPlayer(seed))
    assert state_of(game) == before
    assert state_of(play_on(game, RandomPlayer(seed))) == state_of(twin)
