"""Every fact and number of the rules that a client needs to draw a table, as data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from okawari.game.pad import SQUISHY
from okawari.game.rulebook import numbers
from okawari.game.setting import Setting
from okawari.game.tags import progress, stamps
from okawari.rules import dishes, points
from okawari.rules.desserts import DESSERT_ROWS, ROLL_PRIZE, SQUISHY_POINTS
from okawari.rules.events import L_DESSERT, L_WASABI, LINE_DISHES
from okawari.rules.layout import ROWS
from okawari.rules.menus import MENUS
from okawari.rules.traits import Dessert, Menu, Variant
from okawari.rules.variants import VARIANT_ROWS

#: The traits of menus and variants that a client needs.
MENU_TRAITS = (
    "table",
    "hand_sizes",
    "desserts",
    "variants",
    "may_require_maki",
    "no_maki_can_place",
    "dessert_breaks_ties",
    "boat",
)
VARIANT_TRAITS = ("seats", "table", "lowest_wins", "extra_plate", "draws")


def all_points() -> dict[str, Any]:
    """The traits of menus, desserts and variants, and every number of the rules.

    >>> all_points()["nigiri"]
    {'egg': 1, 'salmon': 2, 'squid': 3}
    """
    return {
        "numbers": numbers(),
        "menus": {menu.word: _traits(menu, MENU_TRAITS) for menu in MENUS},
        "variants": {variant.word: _traits(variant, VARIANT_TRAITS) for variant in VARIANT_ROWS},
        "desserts": {dessert.word: _dessert(dessert) for dessert in DESSERT_ROWS},
        "rounds": points.ROUNDS,
        "cards": dishes.SAVOURY,
        "card_ladders": _ladders(points.CARD_LADDERS),
        "roll_ladders": _ladders(points.ROLL_LADDERS),
        "card_sets": _sets(points.CARD_LADDERS),
        "roll_sets": _sets(points.ROLL_LADDERS),
        "stamps": {"two": stamps(_card_games(2)), "more": stamps(_card_games(3))},
        "nigiri": points.NIGIRI,
        "dipped": {word: value * points.WASABI_TIMES for word, value in points.NIGIRI.items()},
        "wasabi_times": points.WASABI_TIMES,
        "maki_first": points.MAKI_FIRST,
        "maki_second": points.MAKI_SECOND,
        "roll_prize": ROLL_PRIZE._asdict(),
        "squishy": SQUISHY_POINTS,
        "bill_dishes": [*LINE_DISHES[:L_WASABI], SQUISHY, *LINE_DISHES[L_DESSERT:]],
        "dice": {name: {"total": total, "faces": faces} for name, (total, faces) in dishes.DICE.items()},
        "tokens": {name: {"total": total, "start": start} for name, (total, start) in dishes.TOKENS.items()},
        "tokens_per_point": points.TOKENS_PER_POINT,
        "pyramid": ROWS,
    }


def _ladders(ladders: dict[str, points.Ladder]) -> dict[str, Any]:
    return {dish: {"rungs": ladder.rungs, "repeats": ladder.repeats} for dish, ladder in ladders.items()}


def _sets(ladders: dict[str, points.Ladder]) -> dict[str, Any]:
    return {
        dish: [asdict(step) for step in progress(ladder, points.MOST_OF_A_DISH)] for dish, ladder in ladders.items()
    }


def _card_games(seats: int) -> list[Setting]:
    """A setting of every menu with each of its desserts, for a number of seats."""
    return [Setting.of(menu.word, seats, dessert) for menu in MENUS for dessert in menu.desserts]


def _traits(row: Menu | Variant, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _dessert(dessert: Dessert) -> dict[str, Any]:
    die = dessert.die
    return {
        "cards": dessert.cards,
        "played": dessert.played,
        "prize": dessert.prize._asdict(),
        "runs": dessert.runs,
        "die": {"faces": die.faces, "start": die.start} if die else None,
        "squishy": dessert.squishy,
    }
