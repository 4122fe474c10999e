"""Lessons: their deals bring what they teach, they end, and they are tables of their own kind."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from okawari.game import Game, View
from okawari.game.gains import gains
from okawari.game.lessons import LEARNER, LESSONS, LessonPlan
from tests.support.server_thread import Browser, ServerThread
from tests.tools.lesson_deals import brings

#: Games with random choices of everybody in which a deal is tried.
TRIALS = 40


@pytest.mark.parametrize("name", LESSONS)
def test_a_deal_brings_what_the_lesson_needs(name: str) -> None:
    assert brings(LESSONS[name], LESSONS[name].seed)


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_taught_comes_whatever_is_chosen_and_the_lesson_ends(name: str) -> None:
    lesson = LESSONS[name]
    for trial in range(TRIALS):
        views = learners_views(name, Random(trial))
        assert len(views) > len(lesson.shown)
        for view, groups in zip(views, lesson.shown, strict=False):
            assert all(set(group) & set(gains(view)) for group in groups)
        if lesson.dealt:
            for before, after in pairwise(views):
                assert all(set(group) & (lying(before) | lying(after)) for group in lesson.dealt)


def learners_views(name: str, random: Random) -> list[View]:
    """What the learner sees in each of their turns of a lesson in which everybody chooses at random."""
    lesson = LESSONS[name]
    game, plan = Game(lesson.setting, lesson.seed), LessonPlan(name, lesson.seed, lesson.turns)
    views: dict[int, View] = {}
    while not plan.is_over(game):
        assert not game.over
        if LEARNER in game.to_move:
            views.setdefault(game.turn, game.view(LEARNER))
        for seat in game.to_move:
            game.choose(seat, random.choice(game.moves(seat)))
    return list(views.values())


def lying(view: View) -> set[str]:
    """The words of all cards that the learner sees, in hand and on the plates."""
    return {*view.hand, *(word for part in ("plates", "desserts") for plate in view.words[part] for word in plate)}


def test_a_lesson_is_over_at_its_end_and_its_game_is_not(ann: Browser) -> None:
    wire = ann.visit(ann.set_lesson("mochi"))
    assert (wire.table["lesson"], wire.table["options"]["spectators"], wire.table["hints"]) == ("mochi", False, True)
    wire.play_on()
    assert (wire.view["turn"] - 1, wire.view["over"], wire.game["to_move"]) == (LESSONS["mochi"].turns, False, [])
    assert wire.table["fairness"]["opened"] is None
    assert ann.http.get(f"/api/tables/{wire.table['id']}/record").json()["problem"]["code"] == "not-over"
    assert wire.refusal("choose", seat=LEARNER, move="mochi", number=wire.game["number"]) == "not-playing"


def test_every_lesson_deals_the_same_cards_to_everybody(server: ServerThread, ann: Browser, bob: Browser) -> None:
    def hand(browser: Browser) -> Any:
        return browser.visit(browser.set_lesson("first")).view["hands"][LEARNER]

    assert hand(ann) == hand(bob)


def test_lessons_are_not_listed_and_yet_deleted(server: ServerThread) -> None:
    ann = server.browser("Ann")
    finished, begun = ann.set_lesson("dummy"), ann.set_lesson("first")
    ann.visit(finished).play_on()
    assert ann.http.get("/api/me/tables").json()["tables"] == []
    assert ann.http.delete("/api/me").status_code == 204
    for table in (finished, begun):
        assert ann.http.get(f"/api/tables/{table['id']}/record").json()["problem"]["code"] == "unknown-table"


def test_an_unknown_lesson_is_refused(ann: Browser) -> None:
    answer = ann.http.post("/api/lessons", json={"lesson": "soup", "nonce": "0" * 32})
    assert (answer.status_code, answer.json()["problem"]["code"]) == (404, "unknown-lesson")
