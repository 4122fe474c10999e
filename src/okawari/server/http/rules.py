"""The API of the rules: rulebooks, references, worked examples, and every number of the rules."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Depends, Query, Request, Response

from okawari.game import Setting, SettingError
from okawari.game.pad import SQUISHY
from okawari.game.rulebook import chapters, numbers, reference
from okawari.game.tags import progress, stamps
from okawari.rules import dishes, points
from okawari.rules.desserts import DESSERT_ROWS, ROLL_PRIZE, SQUISHY_POINTS
from okawari.rules.events import L_DESSERT, L_WASABI, LINE_DISHES
from okawari.rules.layout import ROWS
from okawari.rules.menus import MENUS
from okawari.rules.traits import Dessert, Menu, Variant
from okawari.rules.variants import VARIANT_ROWS
from okawari.server.http.encodings import ConstantJson
from okawari.server.http.examples import examples_of
from okawari.server.http.visitor import current_visitor
from okawari.server.play.errors import Refusal
from okawari.server.wire.messages import (
    Chapter,
    CountedList,
    DessertFacts,
    DessertPrize,
    Die,
    ExampleList,
    Ladder,
    MenuFacts,
    PlayerDie,
    Points,
    Progress,
    Reference,
    RuleBook,
    Stamps,
    TokenSupply,
    VariantFacts,
)

router = APIRouter(prefix="/api", tags=["rules"], dependencies=[Depends(current_visitor)])

Language = Literal["en", "pl", "is"]
Facts = TypeVar("Facts", MenuFacts, VariantFacts)


@router.get("/rules/{menu}", response_model=RuleBook)
def rules(request: Request, menu: str, lang: Language = "en") -> Response:
    """The rulebook of a menu, with its desserts and variants."""
    _check_menu(menu)
    return _rulebook(menu, lang).response(request.headers)


@cache
def _rulebook(menu: str, lang: Language) -> ConstantJson:
    chapters_told = [Chapter.model_validate(asdict(chapter)) for chapter in chapters(menu, lang)]
    return ConstantJson(RuleBook(chapters=chapters_told))


@router.get("/reference/{menu}", response_model=Reference)
def all_pieces(
    request: Request,
    menu: str,
    lang: Language = "en",
    dessert: Annotated[str, Query(max_length=40)] | None = None,
    seats: Annotated[int, Query(ge=2, le=9)] = 3,
) -> Response:
    """All cards or dice of a game: how many there are of each, and what they score; without a dessert, all of them."""
    _checked(menu, seats, dessert)
    return _reference(menu, lang, dessert, seats).response(request.headers)


@cache
def _reference(menu: str, lang: Language, dessert: str | None, seats: int) -> ConstantJson:
    lists = reference(menu, lang, dessert, seats)
    return ConstantJson(Reference(lists=[CountedList.model_validate(asdict(listing)) for listing in lists]))


@router.get("/examples/{menu}", response_model=ExampleList)
def examples(request: Request, menu: str) -> Response:
    """Worked examples for every dish and dessert of a menu, scored by the engine."""
    _check_menu(menu)
    return _examples(menu).response(request.headers)


@cache
def _examples(menu: str) -> ConstantJson:
    return ConstantJson(ExampleList(examples=list(examples_of(menu))))


def _check_menu(menu: str) -> None:
    _checked(menu, 2)


def _checked(menu: str, seats: int, dessert: str | None = None) -> Setting:
    try:
        return Setting.of(menu, seats, dessert)
    except SettingError as error:
        raise Refusal(error.code, 404, **error.params) from error


@router.get("/points", response_model=Points)
def all_points(request: Request) -> Response:
    """Every fact and number of the rules that a client needs to draw a table."""
    return _points().response(request.headers)


@cache
def _points() -> ConstantJson:
    facts = Points(
        numbers=numbers(),
        menus={menu.word: _facts(MenuFacts, menu) for menu in MENUS},
        variants={variant.word: _facts(VariantFacts, variant) for variant in VARIANT_ROWS},
        desserts={dessert.word: _dessert(dessert) for dessert in DESSERT_ROWS},
        rounds=points.ROUNDS,
        cards=dishes.SAVOURY,
        card_ladders=_ladders(points.CARD_LADDERS),
        roll_ladders=_ladders(points.ROLL_LADDERS),
        card_sets=_sets(points.CARD_LADDERS),
        roll_sets=_sets(points.ROLL_LADDERS),
        stamps=Stamps(two=stamps(_card_games(2)), more=stamps(_card_games(3))),
        nigiri=points.NIGIRI,
        dipped={word: value * points.WASABI_TIMES for word, value in points.NIGIRI.items()},
        wasabi_times=points.WASABI_TIMES,
        maki_first=points.MAKI_FIRST,
        maki_second=points.MAKI_SECOND,
        roll_prize=DessertPrize(**ROLL_PRIZE._asdict()),
        squishy=SQUISHY_POINTS,
        bill_dishes=[*LINE_DISHES[:L_WASABI], SQUISHY, *LINE_DISHES[L_DESSERT:]],
        dice={name: Die(total=total, faces=list(faces)) for name, (total, faces) in dishes.DICE.items()},
        tokens={name: TokenSupply(total=total, start=start) for name, (total, start) in dishes.TOKENS.items()},
        tokens_per_point=points.TOKENS_PER_POINT,
        pyramid=list(ROWS),
    )
    return ConstantJson(facts)


def _ladders(ladders: dict[str, points.Ladder]) -> dict[str, Ladder]:
    return {dish: Ladder(rungs=list(ladder.rungs), repeats=ladder.repeats) for dish, ladder in ladders.items()}


def _sets(ladders: dict[str, points.Ladder]) -> dict[str, list[Progress]]:
    return {
        dish: [Progress.model_validate(asdict(step)) for step in progress(ladder, points.MOST_OF_A_DISH)]
        for dish, ladder in ladders.items()
    }


def _card_games(seats: int) -> list[Setting]:
    """A setting of every menu with each of its desserts, for a number of seats."""
    return [Setting.of(menu.word, seats, dessert) for menu in MENUS for dessert in menu.desserts]


def _facts(model: type[Facts], row: Menu | Variant) -> Facts:
    """The message about a menu or a variant, with its fields of the same names."""
    return model.model_validate({field: getattr(row, field) for field in model.model_fields})


def _dessert(dessert: Dessert) -> DessertFacts:
    return DessertFacts(
        cards=dessert.cards,
        played=dessert.played,
        prize=DessertPrize(**dessert.prize._asdict()),
        runs=list(dessert.runs),
        die=PlayerDie(faces=dessert.die.faces, start=dessert.die.start) if dessert.die else None,
        squishy=dessert.squishy,
    )
