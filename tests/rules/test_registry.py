"""Every registered menu, dessert, dish and variant comes with all that it needs, in every place that must know of it.

Drawings come with the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from okawari.rules import battle, draft
from okawari.rules.dishes import (
    DESSERT_CARDS,
    DICE,
    FACE_WORDS,
    MOCHI_FACES,
    MOCHI_START,
    OTHER_CARDS,
    OTHER_FACES,
    OTHER_MOCHI_FACES,
    SAVOURY,
    TOKENS,
    YOGURT_VALUES,
    dessert_words,
)
from okawari.rules.events import LINE_DISHES
from okawari.rules.menus import MENUS, VARIANT_WORDS, VARIANTS
from okawari.rules.menus.menu import FACE_DOWN_ROWS
from okawari.texts import LANGUAGES, catalogue
from tests.golden.write import GAMES
from tests.referee import battle as books_battle
from tests.referee import words as books
from tests.rules.test_book_examples import BOOKS, MORE
from tests.support.paths import DOCS
from tests.support.tables import DESSERTS as DESSERTS_OF
from tests.support.tables import TABLES, VARIANTS_FOR_TWO
from tests.support.tables import VARIANTS as VARIANTS_OF

MENU_WORDS = [menu.word for menu in MENUS]
DESSERT_WORDS = list(DESSERT_CARDS)
VARIANT_NAMES = list(VARIANT_WORDS[1:])
DISHES = sorted(
    {*SAVOURY, *FACE_WORDS}
    | {card for cards in DESSERT_CARDS.values() for card in cards}
    | {card for dessert in range(len(DESSERT_CARDS)) for card in dessert_words(dessert)}
)
EVERYTHING = (
    [("menu", word) for word in MENU_WORDS]
    + [("dessert", word) for word in DESSERT_WORDS]
    + [("variant", word) for word in [*VARIANT_NAMES, "must-have-maki"]]
    + [("dish", word) for word in DISHES]
    + [("die", word) for word in DICE]
)
#: What is written on cards, buttons and bills.
LONGEST_SHORT_NAME = 10

DOCS_TEXT = "\n".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))


@pytest.mark.parametrize("word", MENU_WORDS)
def test_a_menu_has_a_golden_game(word: str) -> None:
    assert any(table.menu == word for table, _ in GAMES.values())


@pytest.mark.parametrize("menu", MENUS, ids=MENU_WORDS)
def test_every_variant_and_dessert_of_a_menu_has_a_golden_game(menu: Any) -> None:
    played = [table for table, _ in GAMES.values() if table.menu == menu.word]
    assert {table.dessert for table in played} >= set(menu.desserts)
    assert {table.variant for table in played} >= {None, *menu.variants}


@pytest.mark.parametrize("word", DISHES)
def test_a_dish_has_a_scoring_example(word: str) -> None:
    """A frozen yogurt is scored once it has thawed."""
    examples = [*BOOKS.values(), *(example for many in MORE.values() for example in many)]
    shown = set().union(*(example.words for example in examples))
    assert word in shown or (word == "yogurt" and {"yogurt1", "yogurt2", "yogurt3"} <= shown)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("sort", "word"), EVERYTHING)
def test_everything_has_a_name_in_every_language(sort: str, word: str, language: str) -> None:
    named = catalogue(language)[sort][word]
    assert named["name"].strip()
    # A menu's name stands alone on its line.
    assert sort == "menu" or 0 < len(named["short"]) <= LONGEST_SHORT_NAME


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_dish_on_a_bill_has_a_name(language: str) -> None:
    assert [dish for dish in LINE_DISHES if dish not in catalogue(language)["dish"]] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("section", "words"),
    [("rules", MENU_WORDS), ("dessert-rules", DESSERT_WORDS), ("variant-rules", [*VARIANT_NAMES, "must-have-maki"])],
)
def test_everything_that_can_be_chosen_has_its_rules(section: str, words: list[str], language: str) -> None:
    assert [word for word in words if not catalogue(language)[section].get(word)] == []


@pytest.mark.parametrize(("sort", "word"), EVERYTHING)
def test_everything_is_in_the_docs(sort: str, word: str) -> None:
    assert f"`{word}`" in DOCS_TEXT


# What is registered is what the books say.


def test_menus_are_those_of_the_books() -> None:
    registered = {menu.word: (menu.seats, set(menu.desserts), set(menu.variants)) for menu in MENUS}
    expected = {
        menu: (
            (2, 3, 4, 5),
            {dessert for dessert in DESSERTS_OF[menu] if dessert},
            {*VARIANTS_OF[menu], *VARIANTS_FOR_TWO[menu]},
        )
        for menu in DESSERTS_OF
    }
    assert registered == expected
    two = {word for word, variant in VARIANTS.items() if variant.seats == (2,)}
    assert two == {"piles", "battle", "dummy"}
    assert len(TABLES) > 100


def test_helpings_are_those_of_the_books() -> None:
    for menu in MENUS:
        assert menu.helpings == (books.DICE_ON_A_BELT if menu.word == "sushi-roll" else books.HAND_SIZE)
    assert (5, 3, books.HAND_SIZE[3]) == (draft.PILE, draft.DUMMY_SHARE, draft.MOST_PILE)


def test_cards_are_those_of_the_books() -> None:
    assert SAVOURY == books.SAVOURY_CARDS
    assert DESSERT_CARDS == books.DESSERT_CARDS
    assert YOGURT_VALUES == books.YOGURT_VALUES
    assert tuple(range(1, MOCHI_FACES + 1)) == books.MOCHI_FACES
    assert MOCHI_START == 1


def test_dice_and_tokens_are_those_of_the_books() -> None:
    assert {die: count for die, (count, _) in DICE.items()} == books.DICE
    assert {die: faces for die, (_, faces) in DICE.items()} == books.FACES
    assert {token: (total, books.FIRST_TOKENS[token]) for token, total in books.TOKENS.items()} == TOKENS


def test_what_the_score_pad_accepts_besides_is_what_the_books_leave_open() -> None:
    assert OTHER_CARDS == {
        "strawberry": ("strawberry1", "strawberry5", "strawberry6"),
        "yogurt": ("yogurt0", "yogurt4", "yogurt5", "yogurt6"),
    }
    assert OTHER_MOCHI_FACES == (0, 7, 8, 9)
    assert OTHER_FACES == {"maki": ("maki4",), "special": ("menu3", "chopsticks3"), "pudding": ("pudding4",)}
    dealt = {*SAVOURY, *FACE_WORDS} | {card for dessert in range(len(DESSERT_CARDS)) for card in dessert_words(dessert)}
    assert not dealt & {word for words in (*OTHER_CARDS.values(), *OTHER_FACES.values()) for word in words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_other_face_has_a_name(language: str) -> None:
    """The page draws them; the books' own cards have their names among the dishes."""
    named = catalogue(language)["padpage"]["face"]
    for word in (word for words in (*OTHER_CARDS.values(), *OTHER_FACES.values()) for word in words):
        form = named[word.rstrip("0123456789")]
        assert "{n}" in form["name"]
        assert len(form["short"].format(n=word[-1])) <= LONGEST_SHORT_NAME


def test_the_pyramid_is_that_of_the_book() -> None:
    assert tuple(books_battle.ROW_SIZES.values()) == battle.ROWS
    assert FACE_DOWN_ROWS == books_battle.FACE_DOWN_ROWS


def paths(entry: Any, before: str = "") -> Iterator[str]:
    """Where each text stands; the forms of a plural are one text."""
    if not isinstance(entry, dict) or set(entry) <= {"one", "few", "many", "other"}:
        yield before
        return
    for key, value in entry.items():
        yield from paths(value, f"{before}.{key}")


#: English help stands in the code, which `tests/cli/test_help.py` compares with the others.
@pytest.mark.parametrize("section", [section for section in catalogue("en") if section != "help"])
def test_languages_say_the_same_things(section: str) -> None:
    english, *others = (set(paths(catalogue(lang)[section])) for lang in LANGUAGES)
    assert all(other == english for other in others)
