"""The coach finds the right move and the right reason, from the view alone, and finds the blunder in a game."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import okawari
from okawari import bots
from okawari.bots.coach import CODES, Explanation, Reason, explain, review
from okawari.bots.coach.candidates import effects_of
from okawari.bots.coach.explanation import Analysis
from okawari.bots.coach.reason_kernels import hundredths
from okawari.texts import LANGUAGES, catalogue
from tests.bots.coach_positions import OBVIOUS, TRAY, game_with_a_blunder, seen
from tests.support.tables import SAMPLE, TABLES, RandomPlayer, Table, play_on

NAMES = ["Ania", "Ola", "Jón", "Pip", "Taro", "Dummy"]


def codes(explanation: Explanation, move: str) -> list[str]:
    return [reason.code for reason in explanation.of(move).reasons]


@pytest.mark.parametrize("name", OBVIOUS)
def test_an_obvious_move_is_found_for_the_right_reason(name: str) -> None:
    view, best, code = OBVIOUS[name]
    explanation = explain(view, budget=1500)
    assert explanation.best.move.text == best
    assert code in codes(explanation, best)


def test_the_coach_says_which_card_is_left_to_whom() -> None:
    """The reasons name what a move completes, and which card it leaves to which player."""
    view = seen(
        seats=3,
        turn=6,
        hands=["sashimi wasabi maki1 egg", "squid egg maki1 tempura", "squid salmon egg tempura"],
        plates=["sashimi*2", "maki3", "maki3"],
    )
    best = explain(view, budget=1500).best
    assert best.move.text == "sashimi"
    assert best.why("en", ["Ania", "Ola", "Jón"]).startswith("completes the sashimi (+")
    assert re.search(r"; (leaves|gives) (Ola|Jón) .*\(−", best.why("en", ["Ania", "Ola", "Jón"]))
    assert re.search(r"; [BC] (dostaje kartę|zyskuje punkty): ", best.why("pl"))


def test_tokens_that_are_spent_in_the_last_turn_are_missing_at_the_end() -> None:
    view = seen(
        menu="sushi-roll",
        turn=8,
        red=0,
        belts=[["salmon"], ["egg"]],
        trays=[TRAY, TRAY],
        tokens=[{"pudding": 0, "menu": 2, "chopsticks": 0}, {"pudding": 2, "menu": 0, "chopsticks": 0}],
    )
    explanation = explain(view, budget=400)
    assert explanation.best.move.text == "keep 1"
    assert "tokens-spent" in codes(explanation, "reroll 1")


def test_chopsticks_that_nobody_can_use_any_more_are_for_nothing() -> None:
    view = seen(turn=9, hands=["squid chopsticks", "egg egg"], plates=["wasabi", "maki3"])
    assert "chopsticks-for-later" not in codes(explain(view, budget=400), "chopsticks")


def test_tokens_are_for_later() -> None:
    view = seen(
        menu="sushi-roll",
        round=1,
        turn=8,
        red=0,
        belts=[["menu2"], ["egg"]],
        trays=[TRAY, TRAY],
        tokens=[{"pudding": 0, "menu": 1, "chopsticks": 0}, {"pudding": 2, "menu": 0, "chopsticks": 0}],
    )
    assert codes(explain(view, budget=400), "keep 1")[0] == "tokens-for-later"


@pytest.mark.parametrize("table", SAMPLE, ids=str)
@pytest.mark.parametrize("choices", [0, 14])
def test_there_is_advice_on_every_move(table: Table, choices: int) -> None:
    game = play_on(table.game(seed=4), RandomPlayer(table), choices)
    view = game.view(game.to_move[0])
    explanation = explain(view, budget=100)
    explained = [advice.move for advice in explanation.advice]
    assert len(set(explained)) == len(explained) and set(explained) <= set(view.moves)
    if table.menu != "sushi-roll":
        assert set(effects_of(view, explained)) == set(effects_of(view, view.moves))
    assert all(explanation.words(language, NAMES) for language in LANGUAGES)
    assert [advice.margin for advice in explanation.advice] == sorted(
        (advice.margin for advice in explanation.advice), reverse=True
    )
    assert all(0 <= advice.win <= 1 and advice.reasons and advice.why("is") for advice in explanation.advice)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_coach_knows_every_game(table: Table) -> None:
    game = play_on(table.game(seed=8), RandomPlayer(table), 5)
    assert explain(game.view(game.to_move[0]), budget=50).advice


@pytest.mark.parametrize("seats", [2, 5])
def test_in_sushi_roll_the_coach_knows_every_face_and_the_best_of_the_rest(seats: int) -> None:
    game = Table("sushi-roll", seats).game(seed=2)
    seat = game.to_move[0]
    view = game.view(seat)
    moves = [advice.move for advice in explain(view, budget=400).advice]
    belt = view.words["belts"][seat]
    kept = [belt[int(move.text.split()[1]) - 1] for move in moves if move.text.startswith("keep")]
    assert sorted(kept) == sorted(set(belt))
    assert sum(move.text.startswith("reroll") for move in moves) == 5
    assert sum(move.text.startswith("swap") for move in moves) == 5


@pytest.mark.parametrize("table", [SAMPLE[0], SAMPLE[2], SAMPLE[9]], ids=str)
def test_the_same_seed_and_budget_give_the_same_advice(table: Table) -> None:
    game = table.game(seed=6)
    view = game.view(game.to_move[0])
    assert explain(view, budget=300, seed=5) == explain(view, budget=300, seed=5)
    assert explain(view, budget=300, seed=5) != explain(view, budget=300, seed=6)


@pytest.mark.parametrize("table", [SAMPLE[0], SAMPLE[3], SAMPLE[4]], ids=str)
def test_advice_comes_from_the_view_alone(table: Table) -> None:
    """Two tables that look the same to a seat, whatever the others hold, get the same advice."""
    game = play_on(table.game(seed=6), RandomPlayer(1), 2)
    seat = game.to_move[0]
    other = okawari.imagine(game.view(seat), seed=99)
    assert other.position.to_json() != game.position.to_json()
    assert explain(other.view(seat), budget=200) == explain(game.view(seat), budget=200)


def test_time_ends_the_thinking() -> None:
    view = SAMPLE[0].game(seed=1).view(0)
    hasty = explain(view, budget=10_000_000, seconds=0.05)
    assert hasty.tables < 5000
    assert len(hasty.advice) == len(view.moves)


def test_more_games_make_the_advice_more_certain() -> None:
    view = SAMPLE[0].game(seed=1).view(0)
    few, many = explain(view, budget=600), explain(view, budget=9600)
    for advice in few.advice:
        assert 0.2 < many.of(advice.move).margin_error / advice.margin_error < 0.3
        assert many.of(advice.move).win_error < advice.win_error


def test_what_is_measured_agrees_with_what_is_solved() -> None:
    """Where nobody's choice but one's own matters, imagined games measure what the solver knows: here, a mochi roll."""
    view = seen(
        menu="sushi-go-anniversary",
        dessert="mochi",
        turn=9,
        hands=["mochi wasabi", "wasabi wasabi"],
        plates=["maki3", "maki2"],
        mochi=[1, 3],
    )
    analysis = Analysis(view, 4000, seed=1)
    assert analysis.solution is not None and analysis.solution.exact
    for advice in analysis.explanation().advice:
        column = analysis.trials.margins[:, analysis.trials.column(advice.move)]
        error = 1.96 * column.std() / len(column) ** 0.5
        assert advice.margin_error == 0
        assert abs(column.mean() - advice.margin) <= error * 1.5 + 1e-9


def test_two_with_open_hands_are_advised_by_the_solution() -> None:
    game = play_on(Table("sushi-go-first", 2).game(seed=3), RandomPlayer(3), 14)
    view = game.view(0)
    explanation = explain(view, budget=500)
    solution = bots.solver.solve(view)
    values = solution.card_values[0]
    best = explanation.best
    assert explanation.solved and values[best.move.text] == max(values.values())
    for advice in explanation.advice:
        assert best.margin - advice.margin == pytest.approx(values[best.move.text] - values[advice.move.text])


def test_golf_turns_the_margin_around() -> None:
    view, best, _ = OBVIOUS["golf"]
    explanation = explain(view, budget=300)
    assert explanation.of(best).margin > explanation.of("squid").margin


def test_a_view_without_a_choice_is_refused() -> None:
    game = SAMPLE[0].game(seed=1)
    with pytest.raises(ValueError, match="spectator"):
        explain(game.view())


def test_an_explanation_survives_being_written() -> None:
    game = SAMPLE[4].game(seed=1)
    explanation = explain(game.view(game.to_move[0]), budget=100)
    written = json.loads(json.dumps(explanation.to_json()))
    assert Explanation.from_json(written) == explanation
    assert set(written["advice"][0]) == {"move", "margin", "margin_error", "win", "win_error", "reasons"}


@pytest.mark.parametrize(
    ("name", "tip"),
    [
        ("sashimi", "Take the sashimi: it completes your set of 3."),
        ("wasabi", "Take the squid nigiri: nigiri on wasabi counts ×3."),
        ("wasabi to come", "Take the wasabi: your next nigiri will count ×3."),
        ("denying", "Take the sashimi: Ola wants it."),
        ("golf", "Take the chopsticks: it keeps points away from you."),
    ],
)
def test_a_tip_is_the_move_and_its_strongest_reason(name: str, tip: str) -> None:
    assert explain(OBVIOUS[name][0], budget=1500).words("en", NAMES).startswith(tip)


def test_a_tip_names_who_wants_the_same() -> None:
    view = seen(turn=9, hands=["sashimi egg", "maki1 egg"], plates=["sashimi*2", "sashimi*2 maki3"])
    explanation = explain(view, budget=400)
    assert explanation.words("en", NAMES) == "Take the sashimi: it completes your set of 3. Ola wants it, too."
    assert explanation.words("pl", NAMES) == "Weź kartę sashimi: masz wtedy pełny zestaw (3). Ola też na to czeka."
    assert explanation.words("is", NAMES) == "Taktu spilið sashimi: þá ertu með fullt sett (3). Ola vill líka fá það."


@pytest.mark.parametrize(
    ("data", "tip"),
    [
        (
            {
                "menu": "sushi-go-anniversary",
                "variant": "battle",
                "pyramid": ["- -", "- - -", "- - - -", "- - - - -", "squid - - egg maki1 -"],
                "plates": ["wasabi", "maki3"],
            },
            "Take the squid nigiri: nigiri on wasabi counts ×3.",
        ),
        (
            {
                "menu": "sushi-roll",
                "turn": 7,
                "red": 0,
                "belts": [["squid", "egg"], ["maki2", "maki1"]],
                "trays": [["wasabi", *TRAY[:5]], TRAY[:6]],
            },
            "Keep the squid nigiri: nigiri on wasabi counts ×3.",
        ),
        (
            {
                "menu": "sushi-go-2014",
                "variant": "dummy",
                "hands": ["squid tempura egg", "maki1 egg"],
                "drawn": ["egg", None],
                "piles": [["tempura"]],
                "controller": 0,
                "plates": ["wasabi", "maki3", ""],
            },
            "Take the squid nigiri: nigiri on wasabi counts ×3.",
        ),
        (
            {"turn": 9, "hands": ["wasabi squid", "egg egg"], "plates": ["chopsticks", "maki3"]},
            "First take the wasabi, then the squid nigiri: nigiri on wasabi counts ×3.",
        ),
    ],
    ids=["battle", "roll", "dummy", "chopsticks"],
)
def test_every_kind_of_move_has_a_tip(data: dict[str, Any], tip: str) -> None:
    words = explain(seen(**data), budget=1500).words("en", NAMES)
    assert words.startswith(tip)
    assert ("Give the dummy the " in words) == (data.get("variant") == "dummy")


def test_two_orders_of_a_pair_are_one_move_unless_the_order_matters() -> None:
    hands = ["wasabi squid tempura", "egg egg maki1"]
    view = seen(turn=8, hands=hands, plates=["chopsticks", "maki3"])
    pairs = [advice.move.text for advice in explain(view, budget=100).advice if "+" in advice.move.text]
    assert {"wasabi+squid", "squid+wasabi"} <= set(pairs)
    assert len({"wasabi+tempura", "tempura+wasabi"} & set(pairs)) == 1
    dry, open_one = (
        seen(turn=8, hands=["salmon squid egg", "egg egg maki1"], plates=[f"chopsticks{wasabi}", "maki3"])
        for wasabi in ("", " wasabi")
    )
    assert len({"salmon+squid", "squid+salmon"} & {a.move.text for a in explain(dry, budget=100).advice}) == 1
    assert len({"salmon+squid", "squid+salmon"} & {a.move.text for a in explain(open_one, budget=100).advice}) == 2


def test_signs_are_those_of_the_player_who_chooses() -> None:
    view, best, _ = OBVIOUS["denying"]
    denied = next(reason for reason in explain(view, budget=1500).of(best).reasons if reason.code == "denies")
    assert denied.params["points"] > 0
    view, best, _ = OBVIOUS["golf"]
    avoided = next(reason for reason in explain(view, budget=1500).of(best).reasons if reason.code == "golf-avoids")
    assert avoided.params["points"] > 0


@example(0.125)
@example(1.115)
@example(-2.675)
@given(st.floats(-300, 300) | st.integers(-300_000, 300_000).map(lambda n: n / 1000))
def test_points_of_reasons_are_rounded_as_python_rounds(points: float) -> None:
    assert hundredths(points) / 100 == round(points, 2)


PARAMS = {"dish": "tempura", "card": "wasabi", "who": 1, "points": -1.25, "error": 0.1}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_every_reason_has_words(code: str, language: str) -> None:
    said = Reason(code, PARAMS).say(language, ["Ania", "Ola"])
    assert said and "{" not in said
    assert set(catalogue(language)["coach"]["reason"]) == set(CODES)


#: The codes of what speaks against a move.
AGAINST = {"maki-lost", "dessert-behind", "dessert-fewest", "squishy-lost", "tokens-spent", "less", "gives", "leaves"}
AGAINST_IN_GOLF = {"golf-takes", "golf-spares"}


def test_whatever_speaks_for_a_move_can_be_told_in_a_tip() -> None:
    told = set(catalogue("en")["coach"]["tip"])
    assert told - {"wanted", "wanted-too", "costs", "best"} == set(CODES) - AGAINST - AGAINST_IN_GOLF - {"denies"}


def test_a_review_finds_the_blunder() -> None:
    lapses = review(game_with_a_blunder(), budget=200)
    worst = max(lapses, key=lambda lapse: lapse.margin)
    assert (worst.seat, worst.round, worst.turn) == (0, 3, 7)
    assert (worst.played.text, worst.better.text) == ("chopsticks", "squid")
    assert worst.margin > 3 > worst.margin_error
    assert "nigiri on the wasabi" in worst.why()
    assert all(lapse.margin > lapse.margin_error for lapse in lapses)


def test_a_review_is_reproducible() -> None:
    assert review(game_with_a_blunder(), budget=60, seed=3) == review(game_with_a_blunder(), budget=60, seed=3)


@pytest.mark.parametrize("table", [Table("sushi-go-first", 2), SAMPLE[4], SAMPLE[8]], ids=str)
def test_a_review_names_at_most_three_decisions_of_each_player(table: Table) -> None:
    record = play_on(table.game(seed=7), RandomPlayer(7)).record
    lapses = review(record, budget=30)
    assert lapses
    assert all(sum(lapse.seat == seat for lapse in lapses) <= 3 for seat in range(table.seats))
    assert [(lapse.round, lapse.turn) for lapse in lapses] == sorted((lapse.round, lapse.turn) for lapse in lapses)
