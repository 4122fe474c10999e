"""Which settings are offered: exactly those that the rules allow."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okawari.game import Setting, SettingError
from okawari.texts import LANGUAGES, say
from tests.server.services import MENU_WORDS, client, get_json, refusal
from tests.support.tables import ANNIVERSARY, EVERY_SETTING, FIRST, ROLL


@pytest.mark.parametrize("setting", EVERY_SETTING, ids=str)
def test_what_the_rules_allow_is_offered_as_it_is(setting: Setting) -> None:
    offered = get_json("/api/choices", **setting.to_json())
    assert offered["setting"] == setting.to_json()


def legal(answers: dict[str, Any]) -> bool:
    try:
        Setting.of(**answers)
    except SettingError:
        return False
    return True


@pytest.mark.parametrize("setting", EVERY_SETTING[::7], ids=str)
def test_an_answer_is_closed_exactly_if_the_rules_exclude_it(setting: Setting) -> None:
    offered = get_json("/api/choices", **setting.to_json())
    for question in ("seats", "dessert", "variant", "must_have_maki"):
        for option in offered[question]:
            assert (option["problem"] is None) == legal(setting.to_json() | {question: option["word"]})


@pytest.mark.parametrize("setting", EVERY_SETTING[::7], ids=str)
def test_an_open_answer_can_be_given_and_is_kept(setting: Setting) -> None:
    offered = get_json("/api/choices", **setting.to_json())
    for question in ("menu", "seats", "dessert", "variant", "must_have_maki"):
        for option in offered[question]:
            wanted = setting.to_json() | {question: option["word"]}
            now = get_json("/api/choices", **wanted, changed=question)["setting"]
            if option["problem"] is None:
                assert now[question] == option["word"]
            if option["problem"] is None and question != "menu":
                assert now == wanted


@pytest.mark.parametrize("menu", MENU_WORDS)
def test_an_edition_is_offered_with_what_it_has_and_nothing_else(menu: str) -> None:
    offered = get_json("/api/choices", menu=menu, seats=3)
    had = [setting.to_json() for setting in EVERY_SETTING if setting.menu == menu]
    for question in ("seats", "dessert", "variant", "must_have_maki"):
        words = {option["word"] for option in offered[question]}
        assert words | {None} == {setting[question] for setting in had} | {None}


def test_reasons_are_those_of_the_rules_and_have_words() -> None:
    offered = get_json("/api/choices", menu=ANNIVERSARY, seats=4)
    battle = next(option for option in offered["variant"] if option["word"] == "battle")
    with pytest.raises(SettingError) as refused:
        Setting.of(ANNIVERSARY, 4, variant="battle")
    assert battle["problem"] == {"code": refused.value.code, "params": refused.value.params}
    for language in LANGUAGES:
        assert say(language, f"error.{battle['problem']['code']}", **battle["problem"]["params"])


def test_what_was_changed_last_is_kept_and_the_rest_is_repaired() -> None:
    wanted = {"menu": FIRST, "seats": 5, "dessert": "pudding", "variant": "battle"}
    assert get_json("/api/choices", **wanted, changed="variant")["setting"] == {
        "menu": ANNIVERSARY,
        "seats": 2,
        "dessert": "pudding",
        "variant": "battle",
        "must_have_maki": False,
    }
    assert get_json("/api/choices", **wanted, changed="seats")["setting"]["variant"] is None
    roll = get_json("/api/choices", menu=ROLL, seats=3, dessert="tea", changed="menu")["setting"]
    assert (roll["menu"], roll["seats"], roll["dessert"]) == (ROLL, 3, None)


@given(
    menu=st.sampled_from([*MENU_WORDS, "pizza", ""]),
    seats=st.integers(1, 9),
    dessert=st.sampled_from([None, "", "pudding", "tea", "cake"]),
    variant=st.sampled_from([None, "", "battle", "dummy", "golf", "a, b"]),
    must_have_maki=st.booleans(),
    changed=st.sampled_from([None, "menu", "seats", "dessert", "variant", "must_have_maki"]),
)
def test_every_answer_can_be_repaired(changed: str | None, **wanted: Any) -> None:
    offered = get_json("/api/choices", **wanted, changed=changed)
    assert legal(offered["setting"])
    for question in ("menu", "seats", "dessert", "variant", "must_have_maki"):
        open_answers = [option["word"] for option in offered[question] if option["problem"] is None]
        assert offered["setting"][question] in [*open_answers, None]


def test_an_unknown_question_is_refused() -> None:
    assert refusal(client().get("/api/choices?menu=sushi-roll&seats=3&changed=cook"), 422) == "bad-request"
    assert refusal(client().get("/api/choices?menu=sushi-roll&seats=many"), 422) == "bad-request"
