"""The npm package says the same about a view as Python: gains, worth, and the advice of the coach."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest

from okawari import Position, View
from okawari.bots.coach import explain, review
from okawari.bots.solver import solution
from okawari.game.gains import gains
from okawari.game.worth import worth_now
from okawari.texts import LANGUAGES
from tests.js.node import Node, running
from tests.support.tables import (
    ANNIVERSARY,
    DESSERTS,
    EDITION_2014,
    SAMPLE,
    TABLES,
    RandomPlayer,
    Table,
    play_on,
)


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with running("coach.mjs") as process:
        yield process


@pytest.fixture(autouse=True)
def _one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of two equally good strategies two threads find is chance."""
    monkeypatch.setattr(solution, "_THREADS", 1)


def described(view: View) -> dict[str, Any]:
    record = base64.b64encode(view.record.tobytes()).decode()
    return {"setting": view.setting.to_json(), "record": record}


def views_of(table: Table, seed: int, step: int) -> Iterator[View]:
    """Views of all seats and of spectators, after every few choices of a random game."""
    game, player = table.game(seed), RandomPlayer(seed, preference=seed)
    while not game.over:
        yield from (game.view(seat) for seat in (*range(table.seats), None))
        play_on(game, player, step)
    yield game.view(0)


def check_now(node: Node, view: View) -> None:
    expected = {word: {"code": gain.code, "params": gain.params} for word, gain in gains(view).items()}
    answer = node.ask("gains", view=described(view))
    assert answer == expected
    assert list(answer) == list(expected)
    lines = [[[line.dish, line.points, line.code, line.params] for line in plate] for plate in worth_now(view)]
    assert node.ask("worth", view=described(view)) == lines


def check_explanation(node: Node, view: View, budget: int, seed: int) -> dict[str, Any]:
    expected = explain(view, budget=budget, seed=seed).to_json()
    answer = node.ask("explain", view=described(view), options={"budget": budget, "seed": seed})
    assert answer == json.loads(json.dumps(expected))
    return expected


def moving(views: Iterator[View]) -> list[View]:
    """The views whose seat has something to choose."""
    return [view for view in views if view.seat is not None and view.moves]


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_gains_and_worth(node: Node, table: Table) -> None:
    for seed in range(2):
        for view in views_of(table, seed, 5):
            check_now(node, view)


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_explanations(node: Node, table: Table) -> None:
    for seed, view in enumerate(moving(views_of(table, 1, 7))[::4]):
        check_explanation(node, view, 150, seed)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", SAMPLE[::2], ids=str)
def test_words(node: Node, table: Table, language: str) -> None:
    view = moving(views_of(table, 4, 5))[3]
    words = [gain.words(language) for gain in gains(view).values()]
    assert node.ask("gainWords", view=described(view), language=language) == words
    for names in (None, [f"Player {seat}" for seat in range(view.setting.diners)]):
        explanation = explain(view, budget=200)
        said = [explanation.words(language, names), *(advice.why(language, names) for advice in explanation.advice)]
        named = {} if names is None else {"names": names}
        options = {"budget": 200}
        answer = node.ask("explainInWords", view=described(view), options=options, language=language, **named)
        assert answer == said


@pytest.mark.parametrize("dessert", DESSERTS[ANNIVERSARY])
def test_explanations_of_solved_rounds(node: Node, dessert: str) -> None:
    views = [view for view in moving(views_of(Table(ANNIVERSARY, 2, dessert), 2, 5)) if 1 < len(view.hand) < 8]
    assert [check_explanation(node, view, 100, 0)["solved"] for view in views[::2]] == [True] * len(views[::2])


def check_review(node: Node, table: Table, seed: int, budget: int) -> int:
    record = play_on(table.game(seed), RandomPlayer(seed)).record
    expected = [lapse.to_json() for lapse in review(record, budget=budget, seed=seed)]
    answer = node.ask("review", record=record.to_json(), options={"budget": budget, "seed": seed})
    assert answer == json.loads(json.dumps(expected))
    return len(expected)


@pytest.mark.parametrize("table", [SAMPLE[0], SAMPLE[4], SAMPLE[8], Table(ANNIVERSARY, 2, "tea")], ids=str)
def test_reviews(node: Node, table: Table) -> None:
    assert check_review(node, table, 1, 60)


def test_a_review_of_a_game_from_a_position_in_steps(node: Node) -> None:
    game = Position.from_json(
        {
            "menu": "sushi-go-first",
            "seats": 3,
            "round": 3,
            "turn": 8,
            "hands": ["squid chopsticks", "egg maki1", "salmon maki2"],
            "plates": ["wasabi", "maki3", "tempura"],
        }
    ).game(seed=1)
    for seat, move in ((2, "salmon"), (0, "chopsticks"), (1, "egg")):
        game.choose(seat, move)
    expected = [lapse.to_json() for lapse in review(game.record)]
    assert node.ask("reviewInSteps", record=game.record.to_json(), options={}) == json.loads(json.dumps(expected))


@pytest.mark.slow
@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_reviews_of_many_tables(node: Node, table: Table) -> None:
    check_review(node, table, 5, 60)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_table(node: Node, table: Table) -> None:
    views = list(views_of(table, 3, 4))
    for view in views:
        check_now(node, view)
    for seed, view in enumerate(moving(iter(views))[::9]):
        check_explanation(node, view, 300, seed)


def test_an_explanation_in_steps_is_the_same_and_can_be_cancelled(node: Node) -> None:
    view = described(moving(views_of(SAMPLE[0], 1, 5))[0])
    options = {"budget": 2000, "seed": 7}
    assert node.ask("explainInSteps", view=view, options=options) == node.ask("explain", view=view, options=options)
    assert node.ask("cancel", view=view, options={"budget": 1_000_000}) == "AbortError"


def test_a_time_limit_and_required_moves(node: Node) -> None:
    views = moving(views_of(Table(EDITION_2014, 2, "pudding", "dummy"), 1, 5))
    view = next(view for view in views if len(view.moves) > 40)
    soon = node.ask("explain", view=described(view), options={"budget": 10_000_000, "seconds": 0.1})
    assert 8 <= soon["tables"] < 10_000
    texts = [advice["move"] for advice in soon["advice"]]
    assert len(texts) == len(set(texts))
    last = view.moves[-1]
    asked = node.ask("explain", view=described(view), options={"budget": 100, "required": [last.text]})
    assert last.text in [advice["move"] for advice in asked["advice"]]


def test_who_has_nothing_to_choose_gets_no_explanation(node: Node) -> None:
    view = SAMPLE[0].game(1).view()
    with pytest.raises(AssertionError, match="nothing to choose"):
        node.ask("explain", view=described(view), options={})
