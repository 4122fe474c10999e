"""The solver against brute force on small tables, and against itself on large ones."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from typer.testing import CliRunner

import okawari
from okawari import bots
from okawari.bots.solver import NotOpen, OutOfTime, Solution, solve
from okawari.bots.solver.book import EVEN, dessert_margin, write_book
from okawari.cli.app import app
from okawari.game import Position
from okawari.game.notation import notation_for
from okawari.rules import roll
from okawari.rules.dishes import DESSERT, DESSERT_CARDS, DESSERTS, DICE, SAVOURY, YOGURT_VALUES
from okawari.rules.doors import new_host
from okawari.rules.host import QUICK, RECALLING
from okawari.rules.points import ROUNDS
from okawari.texts import LANGUAGES

PRICE = Fraction(3, 2)
CLOSE = 1e-7


# Brute force: plain recursion over real tables, luck played out in full, each matrix solved in fractions.


def brute(table: np.ndarray, setting: okawari.Setting, price: Fraction) -> Fraction:
    """What the game from here is worth to seat 0: points to come, and a price for desserts unless it ends."""
    if table["over"][0] or int(table["turn"][0]) == 1:
        return standing(table, setting, price)
    moves = [legal(table, setting, seat) for seat in range(2)]
    matrix = [[average(table, setting, price, (a, b)) for b in moves[1]] for a in moves[0]]
    return game_value(matrix)


def standing(table: np.ndarray, setting: okawari.Setting, price: Fraction) -> Fraction:
    """The margin at the end of the round, desserts included."""
    row = table[0]
    margin = Fraction(int(row["points"][0]) - int(row["points"][1]))
    if not row["over"]:
        margin += price * (cards_beside(row, 0) - cards_beside(row, 1))
    return -margin if setting.variant == "golf" else margin


def cards_beside(row, seat: int) -> int:
    return sum(int(row["desserts"][seat]) >> 4 * kind & 15 for kind in range(DESSERT, 16))


def legal(table: np.ndarray, setting: okawari.Setting, seat: int) -> list[int]:
    out = np.empty(setting.doors.moves_end, np.int16)
    return out[: setting.doors.moves(table, seat, out)].tolist()


def average(table, setting, price, moves, luck: tuple[int, ...] = ()) -> Fraction:
    """The value after a turn, on average over the dessert's luck; how much of it falls shows when it is asked for."""
    lucky = setting.dessert in ("yogurt", "mochi") and int(table["round_no"][0]) == ROUNDS
    after, host = table.copy(), new_host(RECALLING if lucky else QUICK)
    host["fallen"][0, : len(luck)] = luck
    problems = np.zeros(1, np.int16)
    setting.doors.step_many(after, host, np.array([moves], np.int16), problems, 0, 1)
    assert not problems[0]
    if not lucky or int(host["fell"][0]) <= len(luck):
        return brute(after, setting, price)
    chances = next_luck(table, setting, luck)
    ways = [(n, chance) for n, chance in enumerate(chances) if chance]
    return sum((chance * average(table, setting, price, moves, (*luck, n)) for n, chance in ways), Fraction(0))


def next_luck(table, setting, luck: Sequence[int]) -> list[Fraction]:
    """How likely each outcome is, after what fell in this turn."""
    if setting.dessert == "mochi":
        return [Fraction(1, 6)] * 6
    left = list(YOGURT_VALUES.values())
    for sort in range(len(left)):
        left[sort] -= sum(int(cards) >> 4 * (DESSERT + sort) & 15 for cards in table["desserts"][0, :2])
        left[sort] -= luck.count(sort)
    return [Fraction(n, sum(left)) for n in left]


def game_value(matrix: list[list[Fraction]]) -> Fraction:
    """The value of a matrix game: a linear program in fractions, Bland's rule, full tableau with slacks."""
    shift = 1 - min(map(min, matrix))
    n, m = len(matrix), len(matrix[0])
    rows = [
        [*(entry + shift for entry in row), *(Fraction(int(i == k)) for k in range(n)), Fraction(1)]
        for i, row in enumerate(matrix)
    ]
    goal = [Fraction(-1)] * m + [Fraction(0)] * (n + 1)
    basis = [m + i for i in range(n)]
    while (column := next((j for j in range(n + m) if goal[j] < 0), None)) is not None:
        _, _, row = min((rows[i][-1] / rows[i][column], basis[i], i) for i in range(n) if rows[i][column] > 0)
        pivot = rows[row][column]
        rows[row] = [entry / pivot for entry in rows[row]]
        for i in range(n):
            if i != row and rows[i][column]:
                rows[i] = [a - rows[i][column] * b for a, b in zip(rows[i], rows[row], strict=True)]
        goal = [a - goal[column] * b for a, b in zip(goal, rows[row], strict=True)]
        basis[row] = column
    return 1 / goal[-1] - shift


def test_brute_force_knows_rock_paper_scissors():
    game = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert game_value([[Fraction(n) for n in row] for row in game]) == 0
    assert game_value([[Fraction(3), Fraction(0)], [Fraction(1), Fraction(2)]]) == Fraction(3, 2)


# Tables to solve.


def small(seed: int, held: int, round_no: int = 3, *, menu="sushi-go-anniversary", dessert=None, **setting) -> Position:
    """A table with few cards left and lively plates: few kinds, so that sets, ties and pairs come up."""
    luck = random.Random(f"{seed} {held} {menu} {dessert}")
    kinds = luck.sample([kind for kind in SAVOURY if kind not in ("wasabi", "chopsticks")], 5)
    sweets = list(DESSERT_CARDS[dessert or ("pudding" if menu != "sushi-go-anniversary" else "strawberry")])
    deck = [kind for kind in kinds for _ in range(4)] + ["wasabi", "wasabi", "chopsticks", *sweets[:2], sweets[-1]]
    deck += luck.choices(["tempura", "sashimi", "salmon", "dumpling", "maki2"], k=10)
    luck.shuffle(deck)
    hands = [[deck.pop() for _ in range(held)] for _ in range(2)]
    plates = [[card for card in (deck.pop() for _ in range(6)) if card in SAVOURY] for _ in range(2)]
    for tool in ("chopsticks", "wasabi"):
        if luck.random() < 0.6:
            plates[luck.randrange(2)].append(tool)
    data = {
        "menu": menu,
        "dessert": dessert,
        "seats": 2,
        "round": round_no,
        "turn": 11 - held,
        "hands": hands,
        "plates": plates,
        "scores": [luck.randrange(40), luck.randrange(40)],
        **setting,
        **beside(dessert, luck),
    }
    return Position.from_json(data)


def beside(dessert: str | None, luck: random.Random) -> dict:
    """Desserts from earlier rounds."""
    if dessert == "strawberry":
        return {"desserts": [["strawberry3"], ["strawberry2"]], "squishy": luck.choice([None, 0, 1])}
    if dessert == "mochi":
        return {"mochi": [luck.randint(1, 6), luck.randint(1, 6)]}
    if dessert == "yogurt":
        return {"desserts": [["yogurt1"], luck.choice([["yogurt3"], []])]}
    if dessert == "tea":
        return {"desserts": [["tea2"], ["tea4"]]}
    return {}


def check(position: Position, price: Fraction = PRICE) -> Solution:
    """Solve a table both ways."""
    table, setting = position.table(), position.setting
    solution = solve(position, dessert_price=float(price))
    had = Fraction(0)
    if position.data["round"] < ROUNDS:
        had = price * (cards_beside(table[0], 0) - cards_beside(table[0], 1)) * (-1 if setting.variant == "golf" else 1)
    assert solution.margin == pytest.approx(float(brute(table, setting, price) - had), abs=CLOSE), position.data
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
@pytest.mark.parametrize("dessert", DESSERTS)
@pytest.mark.parametrize("round_no", [2, 3])
def test_every_dessert_agrees_with_brute_force(dessert, held, round_no):
    for seed in range(8 if held == 2 else 3):
        check(small(seed, held, round_no, dessert=dessert))


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
def test_every_setting_agrees_with_brute_force(setting):
    for seed in range(20, 26):
        check(small(seed, 3, **setting))


def test_four_cards_agree_with_brute_force():
    check(small(1, 4, menu="sushi-go-first"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_many_tables_agree_with_brute_force(seed):
    check(small(seed, 3, 1 + seed % 3, dessert=DESSERTS[seed % 5]))
    check(small(seed, 4, 3, menu="sushi-go-first"))


@pytest.mark.parametrize("dessert", ["pudding", "strawberry", "yogurt", "mochi"])
def test_only_the_difference_in_dessert_matters(dessert):
    table = small(1, 2, dessert=dessert).table()
    book, host = write_book(table[0], 0.0), new_host(QUICK)
    for mine in range(1, 12):
        for other in range(1, 12):
            assert book["final"][0, mine - other + EVEN] == dessert_margin(table[0], host[0], mine, other)


def end(plates: list[str], hands: list[str], **setting) -> Position:
    data = {"menu": "sushi-go-first", "seats": 2, "round": 3, "plates": plates, "hands": hands} | setting
    return Position.from_json(data | {"turn": 11 - len(hands[0].split())})


def test_two_nigiri_on_one_wasabi_go_in_the_better_order():
    solution = check(end(["wasabi chopsticks", ""], ["egg squid", "tempura tempura"]))
    values = solution.card_values[0]
    assert values["squid+egg"] - values["egg+squid"] == 4
    assert solution.strategies[0] == {"squid+egg": 1.0}


def test_wasabi_before_nigiri_differs_from_wasabi_after_it():
    solution = check(end(["chopsticks", "tempura"], ["egg wasabi maki1", "squid tempura salmon"]))
    assert solution.card_values[0]["wasabi+egg"] != solution.card_values[0]["egg+wasabi"]


def test_golf_wants_the_worse_order():
    anniversary = {"menu": "sushi-go-anniversary", "variant": "golf"}
    solution = check(end(["wasabi chopsticks", ""], ["egg squid", "tempura tempura"], **anniversary))
    assert solution.card_values[0]["egg+squid"] > solution.card_values[0]["squid+egg"]


def mirrored(position: Position) -> Position:
    data = dict(position.data)
    for field in ("hands", "plates", "scores", "desserts", "mochi"):
        if data.get(field):
            data[field] = data[field][::-1]
    if data.get("squishy") is not None:
        data["squishy"] = 1 - data["squishy"]
    return Position.from_json(data)


@pytest.mark.parametrize("dessert", DESSERTS)
def test_the_other_side_of_the_table_sees_the_opposite(dessert):
    for held in (4, 6):
        position = small(7, held, dessert=dessert)
        ahead, behind = solve(position), solve(mirrored(position))
        assert ahead.value == pytest.approx(-behind.value, abs=CLOSE)
        assert solve(position, seat=1).value == pytest.approx(behind.value, abs=CLOSE)


@pytest.mark.parametrize("held", [5, 6, 7, 8])
def test_large_tables_are_in_equilibrium(held):
    """The values of the moves follow from the values of the tables that they lead to, each solved afresh."""
    position = small(held, held, menu="sushi-go-first")
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


def test_a_view_with_open_hands_is_enough():
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
def test_what_is_not_open_is_refused(setting, why):
    with pytest.raises(NotOpen, match=why):
        solve(okawari.new(seed=1, **setting).position)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_speaks_every_language(language):
    with pytest.raises(NotOpen) as refused:
        solve(okawari.new("sushi-go-first", seats=4, seed=1).position)
    assert (refused.value.code, refused.value.params) == ("solve-two-players", {"seats": 4})
    assert "4" in refused.value.in_language(language)


def test_time_can_run_out():
    game = okawari.new("sushi-go-first", seats=2, seed=5)
    with pytest.raises(OutOfTime):
        solve(game.position, seconds=0.0)


def test_solving_can_be_stopped_from_another_thread():
    """The opening of a round with ten cards takes many seconds; stopped, it ends long before that."""
    position = okawari.new("sushi-go-anniversary", seats=2, dessert="mochi", seed=5).position
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(OutOfTime, match="cancelled"):
        solve(position, seconds=600, stop=stop)


# Sushi Roll: the last die of a round, against brute force through the engine's doors.


def last_dice(seed: int, round_no: int = 3, second: bool = False) -> Position:
    """A table with one die on each belt, or on that of the second player alone, and a few tokens."""
    luck = random.Random(seed)
    dice = luck.sample([die for die, (n, _) in DICE.items() for _ in range(n)], 16)
    faces = [luck.choice(DICE[die][1]) for die in dice]
    belts, trays = [[faces[0]], [faces[1]]], [faces[2:9], faces[9:16]]
    if second:
        trays[0].append(belts[0].pop())
    tokens = [{"menu": luck.randrange(3), "chopsticks": luck.randrange(2), "pudding": luck.randrange(4)} for _ in "ab"]
    data = {"menu": "sushi-roll", "seats": 2, "round": round_no, "turn": 8, "red": 0, "to_move": int(second)}
    data |= {"belts": belts, "trays": trays, "tokens": tokens, "scores": [luck.randrange(30), luck.randrange(30)]}
    return Position.from_json(data)


def after(table: np.ndarray, setting: okawari.Setting, move: int, side: int | None = None) -> np.ndarray:
    """The table after a move; a die that is rolled again shows a side."""
    table, host = table.copy(), new_host(QUICK if side is None else RECALLING)
    if side is not None:
        host["fallen"][0, 0] = side
    assert setting.doors.choose(table, host, int(table["to_move"][0]), move) == 0
    return table


def dice_values(table: np.ndarray, setting: okawari.Setting) -> dict[int, Fraction]:
    """What each move is worth to seat 0, with everybody at their best after it and every re-roll played out."""
    values = {}
    for move in legal(table, setting, int(table["to_move"][0])):
        if roll.is_reroll(move):
            ways = [after(table, setting, move, side) for side in range(6)]
        else:
            ways = [after(table, setting, move)]
        values[move] = sum((best_of_dice(way, setting) for way in ways), Fraction(0)) / len(ways)
    return values


def best_of_dice(table: np.ndarray, setting: okawari.Setting) -> Fraction:
    row = table[0]
    if row["over"]:
        return Fraction(int(row["points"][0]) - int(row["points"][1]))
    values = dice_values(table, setting).values()
    return max(values) if int(row["to_move"]) == 0 else min(values)


@pytest.mark.parametrize("second", [False, True], ids=["first", "second"])
@pytest.mark.parametrize("seed", range(12))
def test_the_last_dice_agree_with_brute_force(seed, second):
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


def test_the_strongest_player_plays_the_last_die_to_win():
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


def test_before_the_last_round_tokens_have_a_price():
    solution = solve(last_dice(3, round_no=2))
    assert not solution.exact and "estimate" in solution.note


def test_the_price_of_desserts_counts_before_the_last_round():
    position = end(["", ""], ["pudding egg", "maki1 maki1"], round=1)
    cheap, dear = (solve(position, dessert_price=price) for price in (0, 5))
    assert cheap.strategies[0] == {"egg": 1.0}
    assert dear.strategies[0] == {"pudding": 1.0}


def test_the_command_prints_a_table_and_json(tmp_path):
    file, position = tmp_path / "end.json", small(3, 3, menu="sushi-go-first")
    file.write_text(json.dumps(position.to_json()))
    runner = CliRunner()
    shown = runner.invoke(app, ["solve", str(file)])
    assert shown.exit_code == 0
    assert "%" in shown.output
    assert not set(shown.output) & set("│─┃━┏╭"), "lines of a box in a pipe"
    polish = runner.invoke(app, ["solve", str(file), "--lang", "pl"])
    assert "Wartość dla A" in polish.output
    dice = runner.invoke(app, ["solve", "-"], input=json.dumps(last_dice(1).to_json()))
    assert "keep" in dice.output
    told = json.loads(runner.invoke(app, ["solve", "--json", "-"], input=file.read_text()).output)
    assert told["value"] == pytest.approx(solve(position).value)
    assert runner.invoke(app, ["solve", str(tmp_path / "nothing.json")]).exit_code == 2
    assert runner.invoke(app, ["solve", "-"], input="{").exit_code == 2


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["+3.000", "squid nigiri + salmon nigiri", "100.0 %", "−7.000", "each pudding card"]),
        ("pl", ["+3,000", "nigiri z kalmarem + nigiri z łososiem", "100,0 %", "−7,000", "2,2 za każdą"]),
    ],
)
def test_the_command_speaks_and_counts_as_its_reader_does(language, told):
    position = end(["wasabi chopsticks", "dumpling maki2"], ["squid tempura salmon", "egg sashimi dumpling"], round=1)
    shown = CliRunner().invoke(app, ["solve", "-", "--lang", language], input=json.dumps(position.to_json()))
    assert [words for words in told if words not in shown.output] == []


def test_dice_are_named_and_nothing_is_never_below_zero(monkeypatch):
    position = last_dice(1)
    drawn = replace(solve(position), value=-1e-9, margin=-0.0)
    monkeypatch.setattr("okawari.cli.solve.solve_position", lambda *_: drawn)
    shown = CliRunner().invoke(app, ["solve", "-", "--lang", "pl"], input=json.dumps(position.to_json()))
    assert "zatrzymać: " in shown.output
    assert "−0,000" not in shown.output


def test_the_command_reads_what_windows_pipes():
    piped = b"\xef\xbb\xbf" + json.dumps(small(3, 2).to_json()).encode()
    assert CliRunner().invoke(app, ["solve", "-"], input=piped).exit_code == 0


@pytest.mark.parametrize("command", ["solve", "explain"])
def test_commands_say_what_they_cannot_read(command, tmp_path):
    missing = CliRunner().invoke(app, [command, str(tmp_path / "nothing.json"), "--lang", "pl"])
    deep = CliRunner().invoke(app, [command, "-"], input="[" * 100_000)
    assert (missing.exit_code, deep.exit_code) == (2, 2)
    assert "Nie da się odczytać" in missing.output and "Errno" not in missing.output
    assert "JSON" in deep.output


@pytest.mark.parametrize(
    "options",
    [
        ["solve", "--dessert-price", "nan"],
        ["solve", "--dessert-price", "inf"],
        ["solve", "--seconds", "-3"],
        ["explain", "--seconds", "nan"],
        ["explain", "--seconds", "-1"],
    ],
    ids=" ".join,
)
def test_numbers_that_nobody_can_count_with_are_refused(options):
    command, *wrong = options
    refused = CliRunner().invoke(app, [command, "-", *wrong], input=json.dumps(small(3, 2, 1).to_json()))
    assert refused.exit_code == 2
    assert wrong[0] in refused.output


def test_the_same_position_has_the_same_solution():
    position = small(2, 8, menu="sushi-go-first")
    first, second = solve(position), solve(position)
    assert (first.value, first.strategies, first.card_values) == (second.value, second.strategies, second.card_values)


def test_a_state_that_lost_its_place_is_solved_again(monkeypatch):
    """A table of solved states that is far too small costs time and changes nothing."""
    position = small(4, 6, menu="sushi-go-first")
    roomy = solve(position)
    monkeypatch.setattr("okawari.bots.solver.solution._MOST_BITS", 4)
    cramped = solve(position)
    assert cramped.value == pytest.approx(roomy.value, abs=CLOSE)
    assert cramped.nodes > roomy.nodes
