"""The solver against brute force on small tables, and against itself on large ones."""

from __future__ import annotations

import threading
import tracemalloc
from fractions import Fraction
from typing import Any

import pytest

import okawari
from okawari import bots
from okawari.bots.solver import NotOpen, OutOfMemory, OutOfTime, Solution, solve
from okawari.bots.solver.payoffs import OFFSET, dessert_margin
from okawari.bots.solver.root import new_root, write_root
from okawari.game import Position
from okawari.game.notation import notation_for
from okawari.rules.dealer import QUICK
from okawari.rules.desserts import DESSERT_WORDS
from okawari.rules.points import ROUNDS
from okawari.rules.table_kernels import new_dealer
from okawari.texts import LANGUAGES
from tests.bots.brute_force import brute_force_value, dessert_cards, dice_values, game_value
from tests.bots.open_positions import end_of_round, last_dice, small_position

PRICE = Fraction(3, 2)
CLOSE = 1e-7


def test_brute_force_knows_rock_paper_scissors() -> None:
    game = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert game_value([[Fraction(n) for n in row] for row in game]) == 0
    assert game_value([[Fraction(3), Fraction(0)], [Fraction(1), Fraction(2)]]) == Fraction(3, 2)


def check(position: Position, price: Fraction = PRICE) -> Solution:
    """Solve a table both ways."""
    table, setting = position.table(), position.setting
    solution = solve(position, dessert_price=float(price))
    had = Fraction(0)
    if position.data["round"] < ROUNDS:
        had = (
            price * (dessert_cards(table[0], 0) - dessert_cards(table[0], 1)) * (-1 if setting.variant == "golf" else 1)
        )
    assert solution.margin == pytest.approx(float(brute_force_value(table, setting, price) - had), abs=CLOSE), (
        position.data
    )
    assert_equilibrium(solution)
    return solution


def assert_equilibrium(solution: Solution) -> None:
    """Neither side gains by deviating, and what is played is worth the value."""
    sign = 1 if solution.seat == 0 else -1
    for seat, value in ((0, sign * solution.value), (1, -sign * solution.value)):
        values, strategy = solution.card_values[seat], solution.strategies[seat]
        assert max(values.values()) <= value + CLOSE
        assert sum(strategy.values()) == pytest.approx(1)
        assert all(values[move] == pytest.approx(value, abs=CLOSE) for move in strategy)


@pytest.mark.parametrize("held", [2, 3])
@pytest.mark.parametrize("dessert", DESSERT_WORDS)
@pytest.mark.parametrize("round_no", [2, 3])
def test_every_dessert_agrees_with_brute_force(dessert: str, held: int, round_no: int) -> None:
    for seed in range(8 if held == 2 else 3):
        check(small_position(seed, held, round_no, dessert=dessert))


@pytest.mark.parametrize(
    "setting",
    [
        {"menu": "sushi-go-first"},
        {"menu": "sushi-go-2014", "variant": "both-ways", "round_no": 2},
        {"variant": "golf", "dessert": "strawberry"},
        {"variant": "golf", "dessert": "tea"},
        {"variant": "golf", "dessert": "pudding", "round_no": 1},
        {"must_have_maki": True, "dessert": "tea"},
    ],
)
def test_every_setting_agrees_with_brute_force(setting: dict[str, Any]) -> None:
    for seed in range(20, 26):
        check(small_position(seed, 3, **setting))


def test_four_cards_agree_with_brute_force() -> None:
    check(small_position(1, 4, menu="sushi-go-first"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_many_tables_agree_with_brute_force(seed: int) -> None:
    check(small_position(seed, 3, 1 + seed % 3, dessert=DESSERT_WORDS[seed % 5]))
    check(small_position(seed, 4, 3, menu="sushi-go-first"))


@pytest.mark.parametrize("dessert", ["pudding", "strawberry", "yogurt", "mochi"])
def test_only_the_difference_in_dessert_matters(dessert: str) -> None:
    table = small_position(1, 2, dessert=dessert).table()
    root, dealer = new_root(), new_dealer(QUICK)
    write_root(table, root.work, root.dealer, 0.0, root.payoffs, root.state)
    for mine in range(1, 12):
        for other in range(1, 12):
            assert root.payoffs["final"][0, mine - other + OFFSET] == dessert_margin(table[0], dealer[0], mine, other)


def test_two_nigiri_on_one_wasabi_go_in_the_better_order() -> None:
    solution = check(end_of_round(["wasabi chopsticks", ""], ["egg squid", "tempura tempura"]))
    values = solution.card_values[0]
    assert values["squid+egg"] - values["egg+squid"] == 4
    assert solution.strategies[0] == {"squid+egg": 1.0}


def test_wasabi_before_nigiri_differs_from_wasabi_after_it() -> None:
    solution = check(end_of_round(["chopsticks", "tempura"], ["egg wasabi maki1", "squid tempura salmon"]))
    assert solution.card_values[0]["wasabi+egg"] != solution.card_values[0]["egg+wasabi"]


def test_golf_wants_the_worse_order() -> None:
    anniversary = {"menu": "sushi-go-anniversary", "variant": "golf"}
    solution = check(end_of_round(["wasabi chopsticks", ""], ["egg squid", "tempura tempura"], **anniversary))
    assert solution.card_values[0]["egg+squid"] > solution.card_values[0]["squid+egg"]


def mirrored(position: Position) -> Position:
    data = dict(position.data)
    for field in ("hands", "plates", "scores", "desserts", "mochi"):
        if data.get(field):
            data[field] = data[field][::-1]
    if data.get("squishy") is not None:
        data["squishy"] = 1 - data["squishy"]
    return Position.from_json(data)


@pytest.mark.parametrize("dessert", DESSERT_WORDS)
def test_the_other_side_of_the_table_sees_the_opposite(dessert: str) -> None:
    for held in (4, 6):
        position = small_position(7, held, dessert=dessert)
        ahead, behind = solve(position), solve(mirrored(position))
        assert ahead.value == pytest.approx(-behind.value, abs=CLOSE)
        assert solve(position, seat=1).value == pytest.approx(behind.value, abs=CLOSE)


@pytest.mark.parametrize("held", [5, 6, 7, 8])
def test_large_tables_are_in_equilibrium(held: int) -> None:
    """The values of the moves follow from the values of the tables that they lead to, each solved afresh."""
    position = small_position(held, held, menu="sushi-go-first")
    solution = solve(position)
    assert_equilibrium(solution)
    mix = solution.strategies[1]
    lead = solution.margin - solution.value
    for move in list(solution.card_values[0])[:3]:
        worth = sum(chance * margin_after(position, (move, answer)) for answer, chance in mix.items())
        assert worth - lead == pytest.approx(solution.card_values[0][move], abs=CLOSE)


def margin_after(position: Position, moves: tuple[str, str]) -> float:
    game = position.game(seed=1)
    for seat, move in enumerate(moves):
        game.choose(seat, move)
    return solve(game.position).margin


def test_a_view_with_open_hands_is_enough() -> None:
    game = okawari.new("sushi-go-first", seats=2, seed=5)
    with pytest.raises(NotOpen, match="has not seen"):
        solve(game.view(0))
    while game.turn < 6:
        for seat in game.to_move:
            game.choose(seat, game.moves(seat)[0])
    mine, other = solve(game.view(0)), solve(game.view(1))
    assert (mine.seat, other.seat) == (0, 1)
    assert mine.value == pytest.approx(-other.value, abs=CLOSE)
    assert mine.value == pytest.approx(solve(game.position).value, abs=CLOSE)
    assert not mine.exact and "estimate" in mine.note


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ({"menu": "sushi-go-first", "seats": 3}, "two players"),
        ({"menu": "sushi-go-anniversary", "seats": 2, "variant": "piles"}, "to be drawn"),
        ({"menu": "sushi-go-anniversary", "seats": 2, "variant": "dummy"}, "to be drawn"),
        ({"menu": "sushi-go-anniversary", "seats": 2, "variant": "battle"}, "face down"),
        ({"menu": "sushi-roll", "seats": 2}, "one die"),
        ({"menu": "sushi-roll", "seats": 3}, "two players"),
    ],
)
def test_what_is_not_open_is_refused(setting: dict[str, Any], why: str) -> None:
    with pytest.raises(NotOpen, match=why):
        solve(okawari.new(seed=1, **setting).position)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_has_words_in_every_language(language: str) -> None:
    with pytest.raises(NotOpen) as refused:
        solve(okawari.new("sushi-go-first", seats=4, seed=1).position)
    assert (refused.value.code, refused.value.params) == ("solve-two-players", {"seats": 4})
    assert "4" in refused.value.in_language(language)


def test_time_can_run_out() -> None:
    game = okawari.new("sushi-go-first", seats=2, seed=5)
    with pytest.raises(OutOfTime):
        solve(game.position, seconds=0.0)


def test_solving_can_be_stopped_from_another_thread() -> None:
    """The opening of a round with ten cards takes many seconds; stopped, it ends long before that."""
    position = okawari.new("sushi-go-anniversary", seats=2, dessert="mochi", seed=5).position
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(OutOfTime, match="cancelled"):
        solve(position, seconds=600, stop=stop)


@pytest.mark.parametrize("second", [False, True], ids=["first", "second"])
@pytest.mark.parametrize("seed", range(12))
def test_the_last_dice_agree_with_brute_force(seed: int, second: bool) -> None:
    position = last_dice(seed, second=second)
    solution, mover = solve(position), int(second)
    expected = dice_values(position.table(), position.setting)
    scores = position.data["scores"]
    for number, value in expected.items():
        text = notation_for(position.setting).move(number).text
        own = float(value) * (-1 if second else 1) - (scores[mover] - scores[1 - mover])
        assert solution.card_values[mover][text] == pytest.approx(own, abs=CLOSE), text
    assert solution.exact
    assert solution.value == pytest.approx(max(solution.card_values[mover].values()) * (-1 if second else 1))


def test_the_strongest_player_plays_the_last_die_to_win() -> None:
    """Two points behind with the last die, and only a squid on wasabi can help: roll again, whatever that costs."""
    position = Position.from_json(
        {
            "menu": "sushi-roll",
            "seats": 2,
            "round": 3,
            "turn": 8,
            "red": 0,
            "to_move": 1,
            "belts": [[], ["egg"]],
            "trays": ["maki3 maki3", "wasabi"],
            "tokens": [{"pudding": 1}, {"pudding": 1, "menu": 1}],
            "scores": [20, 18],
        }
    )
    view = position.game(seed=1).view(1)
    values = solve(position).card_values[1]
    assert values["keep 1"] < values["reroll 1"]
    assert bots.make("expert:budget=10", seed=1).choose(view).text == "reroll 1"


def test_before_the_last_round_tokens_have_a_price() -> None:
    solution = solve(last_dice(3, round_no=2))
    assert not solution.exact and "estimate" in solution.note


def test_the_price_of_desserts_counts_before_the_last_round() -> None:
    position = end_of_round(["", ""], ["pudding egg", "maki1 maki1"], round=1)
    cheap, dear = (solve(position, dessert_price=price) for price in (0, 5))
    assert cheap.strategies[0] == {"egg": 1.0}
    assert dear.strategies[0] == {"pudding": 1.0}


def test_the_same_position_has_the_same_solution() -> None:
    position = small_position(2, 8, menu="sushi-go-first")
    first, second = solve(position), solve(position)
    assert (first.value, first.strategies, first.card_values) == (second.value, second.strategies, second.card_values)


def test_a_state_that_lost_its_place_is_solved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of solved states that is far too small costs time and changes nothing."""
    position = small_position(4, 6, menu="sushi-go-first")
    roomy = solve(position)
    monkeypatch.setattr("okawari.bots.solver.solution._MOST_BITS", 4)
    cramped = solve(position)
    assert cramped.value == pytest.approx(roomy.value, abs=CLOSE)
    assert cramped.nodes > roomy.nodes


@pytest.mark.parametrize("megabytes", [3.2, 4, 7])
def test_less_memory_takes_longer_and_gives_the_same_value(megabytes: float) -> None:
    position = small_position(4, 8, menu="sushi-go-first")
    roomy, cramped = solve(position), solve(position, memory=int(megabytes * 1e6))
    assert cramped.value == pytest.approx(roomy.value, abs=CLOSE)
    assert_equilibrium(cramped)


def test_a_memory_limit_counts_everything() -> None:
    """What is allocated stays below the limit: the arrays of the search, as Python counts them."""
    position = small_position(4, 8, menu="sushi-go-first")
    solve(position)
    for megabytes in (4, 8, 20):
        tracemalloc.start()
        solve(position, memory=megabytes * 1_000_000)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert megabytes * 0.4e6 < peak < megabytes * 1.05e6


@pytest.mark.parametrize("language", LANGUAGES)
def test_too_little_memory_is_refused(language: str) -> None:
    for position in (small_position(4, 6, menu="sushi-go-first"), last_dice(1)):
        with pytest.raises(OutOfMemory) as refused:
            solve(position, memory=10_000)
        assert refused.value.code == "solve-memory"
        assert "0.01 MB" in refused.value.in_language(language)
