"""The rules in our own words: texts from the catalogues, numbers from the tables that the engine plays by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from okawari.rules import battle, draft
from okawari.rules.dishes import (
    DECK,
    DESSERT_CARDS,
    DICE,
    DICE_TOTAL,
    MOCHI_FACES,
    MOCHI_START,
    TOKENS,
    YOGURT_VALUES,
)
from okawari.rules.menus import MENUS, Menu
from okawari.rules.menus.menu import HANDS
from okawari.rules.points import (
    CARD_LADDERS,
    DESSERT_POINTS,
    MAKI_FIRST,
    MAKI_SECOND,
    NIGIRI,
    ROLL_LADDERS,
    ROUNDS,
    SQUISHY_POINTS,
    TEA_RUNS,
    TOKENS_PER_POINT,
    WASABI_TIMES,
)
from okawari.texts import find, say

MUST_HAVE_MAKI = "must-have-maki"


@dataclass(frozen=True)
class Chapter:
    """A part of a rulebook: a title and its lines."""

    title: str
    lines: tuple[str, ...]


def menu_of(word: str) -> Menu:
    """The menu with a word."""
    return next(menu for menu in MENUS if menu.word == word)


def chapters(menu: str, language: str = "en") -> list[Chapter]:
    """The whole rulebook of a menu: the game, its desserts and its variants.

    >>> [chapter.title for chapter in chapters("sushi-go-2014")][-2:]
    ['Pass both ways', 'The dummy']
    """
    rules = menu_of(menu)
    book = [Chapter(part["title"], _filled(part["lines"])) for part in find(language, f"rules.{menu}")]
    if len(rules.desserts) > 1:
        book += [_about(language, "dessert", dessert) for dessert in rules.desserts]
    book += [_about(language, "variant", variant) for variant in rules.variants]
    if rules.may_require_maki:
        book.append(_about(language, "variant", MUST_HAVE_MAKI))
    return book


def _about(language: str, what: str, word: str) -> Chapter:
    return Chapter(say(language, f"{what}.{word}.name"), _filled(find(language, f"{what}-rules.{word}")))


def _filled(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(line.format(**numbers()) for line in lines)


@cache
def numbers() -> dict[str, Any]:
    """Every number that a rule text can name."""
    pudding, strawberry, roll = (DESSERT_POINTS[name] for name in ("pudding", "strawberry", "roll"))
    dice_hands = menu_of("sushi-roll").helpings
    return {
        "deck": DECK,
        "rounds": ROUNDS,
        "tempura_set": len(CARD_LADDERS["tempura"].rungs),
        "tempura_points": CARD_LADDERS["tempura"].rungs[-1],
        "sashimi_set": len(CARD_LADDERS["sashimi"].rungs),
        "sashimi_points": CARD_LADDERS["sashimi"].rungs[-1],
        "dumpling_points": _row(CARD_LADDERS["dumpling"].rungs),
        "maki_first": MAKI_FIRST,
        "maki_second": MAKI_SECOND,
        "wasabi_times": WASABI_TIMES,
        "most": pudding.most,
        "least": pudding.least,
        "strawberry_take": SQUISHY_POINTS,
        "strawberry_least": strawberry.least,
        "strawberry_least_two": strawberry.least_of_two,
        "yogurt_low": min(YOGURT_VALUES),
        "yogurt_high": max(YOGURT_VALUES),
        "tea_low": 1,
        "tea_high": len(DESSERT_CARDS["tea"]),
        "tea_points": _row(TEA_RUNS),
        "mochi_start": MOCHI_START,
        "mochi_faces": f"1–{MOCHI_FACES}",
        "dessert_cards": sum(DESSERT_CARDS["pudding"].values()),
        "pile_cards": draft.PILE,
        "dummy_hand": HANDS[draft.DUMMY_SHARE],
        "battle_cards": battle.PLACES,
        "battle_rows": ", ".join(map(str, battle.ROWS)),
        "dice": DICE_TOTAL,
        "roll_first": MAKI_FIRST,
        "roll_second": MAKI_SECOND,
        "roll_most": roll.most,
        "roll_least": roll.least,
        "tokens_per_point": TOKENS_PER_POINT,
        **NIGIRI,
        **{f"hand_{seats}": cards for seats, cards in HANDS.items()},
        **{f"dice_{seats}": dice for seats, dice in dice_hands.items()},
        **{f"dice_{name}": count for name, (count, _) in DICE.items()},
        **{f"roll_{dish}": _row(ladder.rungs) for dish, ladder in ROLL_LADDERS.items()},
        **{f"supply_{token}": total for token, (total, _) in TOKENS.items()},
        "start_menus": TOKENS["menu"][1],
        "start_chopsticks": TOKENS["chopsticks"][1],
    }


def _row(values: Iterable[int]) -> str:
    return " ".join(map(str, values))
