"""Which tables can be set, and the reason that is given for each that cannot."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import okawari
from okawari import Setting, SettingError
from okawari.texts import LANGUAGES
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, MENUS, ROLL, TABLES, Table

DESSERTS = (None, "strawberry", "yogurt", "tea", "pudding", "mochi")
VARIANTS = (None, "both-ways", "golf", "piles", "battle", "dummy")


def test_exactly_the_tables_of_the_books_can_be_set() -> None:
    allowed = set()
    for menu, seats, dessert, variant, maki in product(MENUS, range(8), DESSERTS, VARIANTS, (False, True)):
        try:
            setting = Setting.of(menu, seats, dessert, variant, maki)
        except SettingError as refused:
            assert all(refused.in_language(language) for language in LANGUAGES)
        else:
            assert setting == Setting.of(menu, seats, setting.dessert, variant, maki)
            allowed.add(Table(menu, seats, setting.dessert, variant, maki))
    assert allowed == set(TABLES)


@pytest.mark.parametrize(
    ("menu", "dessert"), [(FIRST, "pudding"), (EDITION_2014, "pudding"), (ANNIVERSARY, "strawberry")]
)
def test_the_usual_dessert(menu: str, dessert: str) -> None:
    assert Setting.of(menu, 3).dessert == dessert


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_setting_reads_as_it_was_written(table: Table) -> None:
    assert Setting.from_json(table.setting.to_json()) == table.setting


@pytest.mark.parametrize(
    ("code", "menu", "seats", "options"),
    [
        ("unknown-menu", "sushi-go-party", 3, {}),
        ("unknown-menu", "", 3, {}),
        ("seats", FIRST, 1, {}),
        ("seats", FIRST, 6, {}),
        ("seats", EDITION_2014, 0, {}),
        ("seats", ANNIVERSARY, -2, {}),
        ("seats", ROLL, 6, {}),
        ("seats", ROLL, True, {}),
        ("seats", ROLL, "3", {}),
        ("unknown-dessert", ANNIVERSARY, 3, {"dessert": "cake"}),
        ("dessert-not-in-menu", FIRST, 3, {"dessert": "tea"}),
        ("dessert-not-in-menu", EDITION_2014, 3, {"dessert": "strawberry"}),
        ("dessert-not-in-menu", ROLL, 3, {"dessert": "pudding"}),
        ("unknown-variant", ANNIVERSARY, 3, {"variant": "blindfold"}),
        ("unknown-variant", ANNIVERSARY, 3, {"variant": "none"}),
        ("unknown-variant", ANNIVERSARY, 3, {"variant": ""}),
        ("variant-not-in-menu", FIRST, 3, {"variant": "both-ways"}),
        ("variant-not-in-menu", FIRST, 2, {"variant": "dummy"}),
        ("variant-not-in-menu", EDITION_2014, 3, {"variant": "golf"}),
        ("variant-not-in-menu", EDITION_2014, 2, {"variant": "piles"}),
        ("variant-not-in-menu", EDITION_2014, 2, {"variant": "battle"}),
        ("variant-not-in-menu", ROLL, 2, {"variant": "golf"}),
        ("variant-seats", EDITION_2014, 3, {"variant": "dummy"}),
        ("variant-seats", ANNIVERSARY, 4, {"variant": "battle"}),
        ("variant-seats", ANNIVERSARY, 4, {"variant": "piles"}),
        ("variant-seats", ANNIVERSARY, 5, {"variant": "dummy"}),
        ("one-variant", ANNIVERSARY, 2, {"variant": "golf,both-ways"}),
        ("one-variant", ANNIVERSARY, 2, {"variant": "golf+both-ways"}),
        ("one-variant", ANNIVERSARY, 2, {"variant": "golf both-ways"}),
        ("maki-rule-menu", FIRST, 2, {"must_have_maki": True}),
        ("maki-rule-menu", EDITION_2014, 2, {"must_have_maki": True}),
        ("maki-rule-menu", ROLL, 2, {"must_have_maki": True}),
        ("maki-rule-seats", ANNIVERSARY, 3, {"must_have_maki": True}),
        ("maki-rule-seats", ANNIVERSARY, 5, {"must_have_maki": True, "variant": "golf"}),
    ],
)
def test_what_no_book_allows_is_refused_with_the_reason(
    code: str, menu: str, seats: int, options: dict[str, Any]
) -> None:
    with pytest.raises(SettingError) as refused:
        okawari.new(menu, seats, **options)
    assert refused.value.code == code
    assert all("{" not in refused.value.in_language(language) for language in LANGUAGES)
