"""The facts of the rules that the page has as files are what the server answers."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from okawari.game import Setting
from okawari.game.lessons import LESSONS
from okawari.rules.menus import MENUS
from okawari.rules.traits import Menu
from okawari.texts import LANGUAGES
from tests.server.services import MENU_WORDS, get_json
from tests.support.paths import ROOT
from tests.support.tables import EVERY_SETTING, SEATS

QUESTIONS = ("menu", "seats", "dessert", "variant", "must_have_maki")


@cache
def facts() -> Any:
    """The contents of the page's files, as it reads them."""
    spec = importlib.util.spec_from_file_location("okawari_facts", ROOT / "web" / "facts.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return json.loads(json.dumps(module.files()))


def test_points_are_those_of_the_server() -> None:
    assert facts()["points"] == get_json("/api/points")


@pytest.mark.parametrize("menu", MENU_WORDS)
def test_examples_are_those_of_the_server(menu: str) -> None:
    assert facts()[f"examples.{menu}"] == get_json(f"/api/examples/{menu}")


def test_lessons_are_those_of_the_server_and_have_their_seeds() -> None:
    listed = get_json("/api/lessons")["lessons"]
    assert facts()["lessons"] == [lesson | {"seed": LESSONS[lesson["name"]].seed} for lesson in listed]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("menu", MENU_WORDS)
def test_rulebooks_are_those_of_the_server(menu: str, language: str) -> None:
    book = facts()[f"book.{menu}.{language}"]
    chapters = [chapter | {"lists": [book["lists"][n] for n in chapter["lists"]]} for chapter in book["chapters"]]
    assert {"chapters": chapters} == get_json(f"/api/rules/{menu}", lang=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("menu", MENUS, ids=MENU_WORDS)
def test_references_are_those_of_the_server(menu: Menu, language: str) -> None:
    book = facts()[f"book.{menu.word}.{language}"]
    for dessert in (None, *menu.desserts):
        for seats in (None, *SEATS):
            (found,) = (row for row in book["references"] if row["dessert"] == dessert and seats in row["seats"])
            told = get_json(f"/api/reference/{menu.word}", lang=language, dessert=dessert, seats=seats)
            assert {"lists": [book["lists"][n] for n in found["lists"]]} == told


def test_the_settings_are_all_that_the_rules_allow() -> None:
    written = [setting.to_json() for setting in EVERY_SETTING]
    listed = facts()["choices"]["settings"]
    assert len(listed) == len(written)
    assert all(setting in listed for setting in written)


@pytest.mark.parametrize("setting", EVERY_SETTING, ids=str)
def test_choices_are_those_of_the_server(setting: Setting) -> None:
    told = get_json("/api/choices", **setting.to_json())
    choices = facts()["choices"]
    for question in QUESTIONS:
        lines = list(options(setting.to_json(), question))
        assert [line["option"] for line in lines] == told[question]
        for line in lines:
            wanted = setting.to_json() | ({"dessert": None} if question == "menu" else {})
            wanted |= {question: line["option"]["word"]}
            assert choices["settings"][line["next"]] == get_json("/api/choices", **wanted, changed=question)["setting"]


def options(setting: dict[str, Any], question: str) -> Iterator[dict[str, Any]]:
    """The options of a question as the page looks them up: each as in messages, and the setting that follows."""
    choices = facts()["choices"]
    row = choices["options"][choices["settings"].index(setting)][question]
    for word, problem, following in zip(
        choices["answers"][setting["menu"]][question], row["problems"], row["next"], strict=True
    ):
        reason = None if problem is None else choices["problems"][problem]
        yield {"option": {"word": word, "problem": reason}, "next": following}


@pytest.mark.parametrize("menu", MENU_WORDS)
def test_the_usual_setting_of_a_menu_is_that_of_the_server(menu: str) -> None:
    choices = facts()["choices"]
    assert list(choices["usual"]) == MENU_WORDS
    for seats in SEATS:
        told = get_json("/api/choices", menu=menu, seats=seats)["setting"]
        assert choices["settings"][choices["usual"][menu][str(seats)]] == told
