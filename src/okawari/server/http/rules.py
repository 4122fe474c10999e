"""The rules to read and to draw with: rulebooks, every number of the rules, and worked examples."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Literal

from fastapi import APIRouter, Depends

from okawari.game import Setting, SettingError
from okawari.game.rulebook import chapters, numbers
from okawari.rules import battle, dishes, points
from okawari.rules.menus import MENUS, Menu
from okawari.server.http.examples import examples_of
from okawari.server.http.visitor import visitor
from okawari.server.play.errors import Refusal
from okawari.server.wire.messages import (
    Chapter,
    DessertPrize,
    Die,
    ExampleList,
    Ladder,
    MenuFacts,
    Points,
    RuleBook,
    TokenSupply,
)

router = APIRouter(prefix="/api", tags=["rules"], dependencies=[Depends(visitor)])

Language = Literal["en", "pl", "is"]


@router.get("/rules/{menu}")
def rules(menu: str, lang: Language = "en") -> RuleBook:
    """The rulebook of a menu, with its desserts and variants."""
    _check_menu(menu)
    return RuleBook(chapters=[Chapter.model_validate(asdict(chapter)) for chapter in chapters(menu, lang)])


@router.get("/examples/{menu}")
def examples(menu: str) -> ExampleList:
    """Worked examples for every dish and dessert of a menu, scored by the engine."""
    _check_menu(menu)
    return ExampleList(examples=list(examples_of(menu)))


def _check_menu(menu: str) -> None:
    try:
        Setting.of(menu, 2)
    except SettingError as error:
        raise Refusal(error.code, 404, **error.params) from error


@router.get("/points")
@cache
def all_points() -> Points:
    """Every number of the rules."""
    return Points(
        numbers=numbers(),
        menus={menu.word: _facts(menu) for menu in MENUS},
        rounds=points.ROUNDS,
        cards=dishes.SAVOURY,
        dessert_cards=dishes.DESSERT_CARDS,
        card_ladders=_ladders(points.CARD_LADDERS),
        roll_ladders=_ladders(points.ROLL_LADDERS),
        nigiri=points.NIGIRI,
        wasabi_times=points.WASABI_TIMES,
        maki_first=points.MAKI_FIRST,
        maki_second=points.MAKI_SECOND,
        desserts={name: DessertPrize(**prize._asdict()) for name, prize in points.DESSERT_POINTS.items()},
        squishy=points.SQUISHY_POINTS,
        tea_runs=list(points.TEA_RUNS),
        yogurt_values=dishes.YOGURT_VALUES,
        mochi_faces=dishes.MOCHI_FACES,
        mochi_start=dishes.MOCHI_START,
        dice={name: Die(total=total, faces=list(faces)) for name, (total, faces) in dishes.DICE.items()},
        tokens={name: TokenSupply(total=total, start=start) for name, (total, start) in dishes.TOKENS.items()},
        tokens_per_point=points.TOKENS_PER_POINT,
        pyramid=list(battle.ROWS),
    )


def _ladders(ladders: dict[str, points.Ladder]) -> dict[str, Ladder]:
    return {dish: Ladder(rungs=list(ladder.rungs), repeats=ladder.repeats) for dish, ladder in ladders.items()}


def _facts(menu: Menu) -> MenuFacts:
    return MenuFacts(**{field: getattr(menu, field) for field in MenuFacts.model_fields})
