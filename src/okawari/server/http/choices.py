"""The options of a new table: the answers that its menu has to every question, and why the rules exclude one now.

Each combination is checked by `Setting`; the rules are not repeated here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query

from okawari.game import Setting, SettingError
from okawari.rules.desserts import DESSERT_WORDS
from okawari.rules.menus import MENUS
from okawari.rules.variants import CHOICES
from okawari.server.http.visitor import current_visitor
from okawari.server.wire.messages import Choices, OptionLine, SettingChoice
from okawari.server.wire.problems import problem_of

router = APIRouter(prefix="/api", tags=["choices"], dependencies=[Depends(current_visitor)])

Question = Literal["menu", "seats", "dessert", "variant", "must_have_maki"]
Word = Annotated[str, Query(max_length=40)]

#: Every answer of any menu; the usual ones come first.
ANSWERS: dict[str, tuple[Any, ...]] = {
    "menu": tuple(menu.word for menu in MENUS),
    "seats": tuple(sorted({seats for menu in MENUS for seats in menu.seats})),
    "dessert": DESSERT_WORDS,
    "variant": (None, *CHOICES),
    "must_have_maki": (False, True),
}


@router.get("/choices")
def choices(
    menu: Word,
    seats: Annotated[int, Query(ge=1, le=9)],
    dessert: Word | None = None,
    variant: Word | None = None,
    must_have_maki: bool = False,
    changed: Question | None = None,
) -> Choices:
    """The options of the menu, each with the reason if the rules exclude it together with the given answers.

    The given answers need not fit together. `setting` is the nearest setting that the rules allow: it keeps the answer
    that was `changed` last, and the others as far as possible.
    """
    wanted = {
        "menu": menu,
        "seats": seats,
        "dessert": dessert or None,
        "variant": variant or None,
        "must_have_maki": must_have_maki,
    }
    setting = nearest(wanted, changed)
    options = {question: list(_options(setting, question)) for question in ANSWERS}
    return Choices(setting=SettingChoice(**setting.to_json()), **options)


def nearest(wanted: dict[str, Any], changed: str | None = None) -> Setting:
    """The allowed setting that is most like the wanted one: the answer changed last counts most, then the menu."""
    questions = sorted(ANSWERS, key=lambda question: question != changed)

    def likeness(setting: Setting) -> list[int]:
        return [_likeness(question, wanted[question], getattr(setting, question)) for question in questions]

    return max(every_setting(), key=likeness)


def _likeness(question: str, wanted: Any, answer: Any) -> int:
    return -abs(wanted - answer) if question == "seats" else int(wanted == answer)


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
    """The answers to a question that are part of some setting of a menu."""
    had = {getattr(setting, question) for setting in every_setting() if setting.menu == menu}
    return tuple(answer for answer in ANSWERS[question] if answer in had)


def _options(setting: Setting, question: str) -> Iterable[OptionLine]:
    """What the menu has for a question. A menu is checked with the seats only: it has its own desserts and variants."""
    chosen = {"menu": setting.menu, "seats": setting.seats} if question == "menu" else setting.to_json()
    for answer in ANSWERS["menu"] if question == "menu" else answers_of(setting.menu, question):
        error = _excluded(tuple((chosen | {question: answer}).values()))
        yield OptionLine(word=answer, problem=problem_of(error) if error else None)


def _excluded(combination: tuple[Any, ...]) -> SettingError | None:
    """The error if the rules exclude a combination of answers, in the order of the questions; else None."""
    try:
        Setting.of(*combination)
    except SettingError as error:
        return error
    return None
