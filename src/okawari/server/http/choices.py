"""The API of the options of a new table."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query

from okawari.game.choices import ANSWERS, Option, nearest, options
from okawari.server.http.visitor import current_visitor
from okawari.server.wire.messages import Choices, OptionLine, SettingChoice
from okawari.server.wire.problems import problem_of

router = APIRouter(prefix="/api", tags=["choices"], dependencies=[Depends(current_visitor)])

Question = Literal["menu", "seats", "dessert", "variant", "must_have_maki"]
Word = Annotated[str, Query(max_length=40)]


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
    lines = {question: [_line(option) for option in options(setting, question)] for question in ANSWERS}
    return Choices(setting=SettingChoice(**setting.to_json()), **lines)


def _line(option: Option) -> OptionLine:
    return OptionLine(word=option.answer, problem=problem_of(option.error) if option.error else None)
