"""The choice of a setting: the answers that each menu has to every question, and why the rules exclude one now.

Each combination is checked by `Setting`; the rules are not repeated here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from okawari.game.errors import SettingError
from okawari.game.setting import Setting
from okawari.rules.desserts import DESSERT_WORDS
from okawari.rules.menus import MENUS
from okawari.rules.variants import CHOICES

#: Every answer of any menu; the usual ones come first.
ANSWERS: dict[str, tuple[Any, ...]] = {
    "menu": tuple(menu.word for menu in MENUS),
    "seats": tuple(sorted({seats for menu in MENUS for seats in menu.seats})),
    "dessert": DESSERT_WORDS,
    "variant": (None, *CHOICES),
    "must_have_maki": (False, True),
}


class Option(NamedTuple):
    """An answer to a question, and why the rules exclude it together with the other answers, if they do."""

    answer: Any
    error: SettingError | None


def nearest(wanted: dict[str, Any], changed: str | None = None) -> Setting:
    """The allowed setting that is most like the wanted one: the answer changed last counts most, then the menu."""
    questions = sorted(ANSWERS, key=lambda question: question != changed)

    def likeness(setting: Setting) -> list[int]:
        return [_likeness(question, wanted[question], getattr(setting, question)) for question in questions]

    return max(every_setting(), key=likeness)


def _likeness(question: str, wanted: Any, answer: Any) -> int:
    return -abs(wanted - answer) if question == "seats" else int(wanted == answer)


def changed_to(setting: Setting, question: str, answer: Any) -> Setting:
    """The allowed setting nearest to this one with another answer; another menu comes with its usual dessert.

    >>> golf = Setting.of("sushi-go-anniversary", 3, "tea", "golf")
    >>> changed_to(golf, "menu", "sushi-go-2014")
    Setting(menu='sushi-go-2014', seats=3, dessert='pudding', variant=None, must_have_maki=False)
    """
    others = {"dessert": None} if question == "menu" else {}
    return nearest(setting.to_json() | others | {question: answer}, question)


@cache
def every_setting() -> tuple[Setting, ...]:
    """All settings that the rules allow, the usual first."""
    asked = (
        combination
        for menu in MENUS
        for combination in product(
            [menu.word], ANSWERS["seats"], menu.desserts or [None], ANSWERS["variant"], ANSWERS["must_have_maki"]
        )
    )
    return tuple(Setting.of(*combination) for combination in asked if _excluded(combination) is None)


@cache
def answers_of(menu: str, question: str) -> tuple[Any, ...]:
    """The answers to a question that are part of some setting of a menu; of all menus, if it is asked for the menu."""
    if question == "menu":
        return ANSWERS[question]
    had = {getattr(setting, question) for setting in every_setting() if setting.menu == menu}
    return tuple(answer for answer in ANSWERS[question] if answer in had)


def options(setting: Setting, question: str) -> Iterator[Option]:
    """What the menu has for a question. A menu is checked with the seats only: it has its own desserts and variants."""
    chosen = {"menu": setting.menu, "seats": setting.seats} if question == "menu" else setting.to_json()
    for answer in answers_of(setting.menu, question):
        yield Option(answer, _excluded(tuple((chosen | {question: answer}).values())))


def _excluded(combination: tuple[Any, ...]) -> SettingError | None:
    """The error if the rules exclude a combination of answers, in the order of the questions; else None."""
    try:
        Setting.of(*combination)
    except SettingError as error:
        return error
    return None
