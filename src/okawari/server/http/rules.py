"""The API of the rules: rulebooks, references, worked examples, and every number of the rules."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from okawari.game import Setting, SettingError
from okawari.game.examples import examples_of
from okawari.game.facts import all_points
from okawari.game.rulebook import chapters, reference
from okawari.server.http.encodings import ConstantJson
from okawari.server.http.visitor import current_visitor
from okawari.server.play.errors import Refusal
from okawari.server.wire.messages import ExampleList, Points, Reference, RuleBook

router = APIRouter(prefix="/api", tags=["rules"], dependencies=[Depends(current_visitor)])

Language = Literal["en", "pl", "is"]


@router.get("/rules/{menu}", response_model=RuleBook)
def rules(request: Request, menu: str, lang: Language = "en") -> Response:
    """The rulebook of a menu, with its desserts and variants."""
    _check_menu(menu)
    return _rulebook(menu, lang).response(request.headers)


@cache
def _rulebook(menu: str, lang: Language) -> ConstantJson:
    return ConstantJson(RuleBook.model_validate({"chapters": [asdict(chapter) for chapter in chapters(menu, lang)]}))


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
    return ConstantJson(Reference.model_validate({"lists": [asdict(listing) for listing in lists]}))


@router.get("/examples/{menu}", response_model=ExampleList)
def examples(request: Request, menu: str) -> Response:
    """Worked examples for every dish and dessert of a menu, scored by the engine."""
    _check_menu(menu)
    return _examples(menu).response(request.headers)


@cache
def _examples(menu: str) -> ConstantJson:
    return ConstantJson(ExampleList.model_validate({"examples": examples_of(menu)}))


def _check_menu(menu: str) -> None:
    _checked(menu, 2)


def _checked(menu: str, seats: int, dessert: str | None = None) -> Setting:
    try:
        return Setting.of(menu, seats, dessert)
    except SettingError as error:
        raise Refusal(error.code, 404, **error.params) from error


@router.get("/points", response_model=Points)
def points(request: Request) -> Response:
    """Every fact and number of the rules that a client needs to draw a table."""
    return _points().response(request.headers)


@cache
def _points() -> ConstantJson:
    return ConstantJson(Points.model_validate(all_points()))
