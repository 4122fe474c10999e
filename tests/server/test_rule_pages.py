"""Rulebooks, points and worked examples over HTTP."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest

from okawari.game.pad import Pad
from okawari.game.rulebook import chapters
from okawari.rules.menus import MENUS
from okawari.texts import LANGUAGES
from tests.server.services import MENU_WORDS, client, get_json, refusal, validate
from tests.support.tables import ROLL


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("menu", MENU_WORDS)
def test_rulebooks_are_whole(menu: str, language: str) -> None:
    told = get_json(f"/api/rules/{menu}", lang=language)
    validate("RuleBook", told)
    written = [json.loads(json.dumps(asdict(chapter))) for chapter in chapters(menu, language)]
    assert told["chapters"] == written
    assert all(chapter["lines"] for chapter in told["chapters"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("menu", "dessert"), [(menu.word, word) for menu in MENUS for word in (menu.desserts or [None])]
)
def test_the_reference_has_every_card_and_face_of_a_game(
    menu: str, dessert: str | None, seats: int, language: str
) -> None:
    chosen = {"dessert": dessert} if dessert else {}
    told = get_json(f"/api/reference/{menu}", lang=language, seats=seats, **chosen)
    validate("Reference", told)
    points = get_json("/api/points")
    items = [item for each in told["lists"] for item in each["items"]]
    assert all(item["scores"] and item["amount"] for item in items)
    if dessert is None:
        assert {item["word"] for item in items} == {face for die in points["dice"].values() for face in die["faces"]}
    else:
        deck = {item["word"]: item["count"] for item in told["lists"][0]["items"]}
        assert deck == points["cards"] | points["desserts"][dessert]["cards"]


def test_what_a_dessert_costs_depends_on_the_number_of_players() -> None:
    def scores(dessert: str, seats: int) -> str:
        told = get_json("/api/reference/sushi-go-anniversary", dessert=dessert, seats=seats)
        return str(told["lists"][0]["items"][-1]["scores"])

    assert (scores("pudding", 3), scores("pudding", 2)) == ("at the end: most +6, fewest −6", "at the end: most +6")
    assert scores("strawberry", 2) == "squishy +2; at the end: fewest −3"


def test_without_a_dessert_the_reference_has_those_of_the_menu() -> None:
    told = get_json("/api/reference/sushi-go-anniversary")
    assert [each["title"] for each in told["lists"][1:]][:2] == ["Strawberry pudding", "Frozen yogurt"]
    assert refusal(client().get("/api/reference/sushi-go-first?dessert=tea"), 404) == "dessert-not-in-menu"


def test_there_are_no_other_rulebooks() -> None:
    assert refusal(client().get("/api/rules/pizza"), 404) == "unknown-menu"
    assert refusal(client().get("/api/examples/pizza"), 404) == "unknown-menu"
    assert refusal(client().get("/api/rules/sushi-roll?lang=de"), 422) == "bad-request"


def test_points_are_those_of_the_rules() -> None:
    points = get_json("/api/points")
    assert points["card_ladders"]["dumpling"] == {"rungs": [1, 3, 6, 10, 15], "repeats": False}
    assert points["roll_ladders"]["sashimi"] == {"rungs": [0, 6, 13], "repeats": True}
    assert points["nigiri"] == {"egg": 1, "salmon": 2, "squid": 3}
    assert (points["maki_first"], points["maki_second"], points["wasabi_times"], points["squishy"]) == (6, 3, 3, 2)
    assert points["desserts"]["strawberry"]["prize"]["least_of_two"] == 3
    assert points["menus"][ROLL]["hand_sizes"] == {"2": 8, "3": 7, "4": 6, "5": 5}
    assert points["dice"]["maki"]["total"] == 6
    assert points["tokens"]["menu"] == {"total": 18, "start": 3}
    assert sum(points["pyramid"]) == points["numbers"]["battle_cards"]
    assert sum(points["cards"].values()) + sum(points["desserts"]["tea"]["cards"].values()) == points["numbers"]["deck"]


@pytest.mark.parametrize("menu", MENUS, ids=MENU_WORDS)
def test_every_word_of_a_menu_is_in_a_worked_example(menu: Any) -> None:
    shown = get_json(f"/api/examples/{menu.word}")["examples"]
    for dessert in menu.desserts or (None,):
        sheet = Pad(menu.word, dessert)
        for final, stock in ((False, sheet.round_stock), (True, sheet.final_stock)):
            words = {
                word
                for one in shown
                if one["final"] >= final
                for player in one["players"]
                for word, _ in player["dishes"]
            }
            assert {word for word, there in stock.items() if there.ours != 0} <= words


@pytest.mark.parametrize("menu", MENU_WORDS)
def test_examples_are_scored_by_the_engine(menu: str) -> None:
    """What the pad says about the same plates, but for maki where an example is about another dish."""
    for example in get_json(f"/api/examples/{menu}")["examples"]:
        round_of = {key: example[key] for key in ("setting", "final", "players")}
        sheet = client().post("/api/pad", json=round_of).json()
        for shown, scored in zip(example["sheet"]["players"], sheet["players"], strict=True):
            kept = [line for line in scored["lines"] if line["dish"] != "maki" or example["dish"] == "maki"]
            assert shown["lines"] == kept
            assert shown["points"] == sum(line["points"] for line in kept)


def test_every_example_has_points_or_a_note() -> None:
    for menu in MENU_WORDS:
        for example in get_json(f"/api/examples/{menu}")["examples"]:
            points = [player["points"] for player in example["sheet"]["players"]]
            lines = [line for player in example["sheet"]["players"] for line in player["lines"]]
            assert any(points) or any(line["room"] == "pad.note" for line in lines)
