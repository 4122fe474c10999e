"""Every registered menu, dessert, dish and variant comes with all that it needs, wherever that must be known."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from okawari import Game, Position, Setting
from okawari.bots import heuristic
from okawari.bots.coach import explain
from okawari.bots.greedy import weights_for
from okawari.bots.outlook import HOLDINGS, outlook_for
from okawari.bots.solver import NotOpen, solve
from okawari.game import schemas
from okawari.game.rulebook import chapters
from okawari.rules import battle, draft
from okawari.rules.desserts import DESSERT_ROWS, DESSERT_TOTAL, DESSERT_WORDS, DESSERTS
from okawari.rules.dishes import DICE, FACE_WORDS, OTHER_FACES, SAVOURY, TOKENS, dish_of
from okawari.rules.events import LINE_DISHES
from okawari.rules.layout import FACE_DOWN_ROWS
from okawari.rules.menus import MENUS
from okawari.rules.menus.sushi_go_first import HANDS
from okawari.rules.traits import Dessert
from okawari.rules.variants import CHOICES, VARIANTS
from okawari.texts import LANGUAGES, catalogue
from tests.golden.write import GAMES
from tests.referee import battle as books_battle
from tests.referee import words as books
from tests.rules.test_book_examples import BOOKS, MORE
from tests.support.paths import DOCS, ROOT
from tests.support.tables import DESSERTS as DESSERTS_OF
from tests.support.tables import EVERY_SETTING, TABLES, VARIANTS_FOR_TWO
from tests.support.tables import VARIANTS as VARIANTS_OF

MENU_WORDS = [menu.word for menu in MENUS]
VARIANT_NAMES = list(CHOICES)
DISHES = sorted(
    {*SAVOURY, *FACE_WORDS} | {card for dessert in DESSERT_ROWS for card in (*dessert.cards, *dessert.played)}
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


def test_hand_sizes_are_those_of_the_books() -> None:
    for menu in MENUS:
        assert menu.hand_sizes == (books.DICE_ON_A_BELT if menu.word == "sushi-roll" else books.HAND_SIZE)
    for menu in MENUS:
        for variant in menu.variant_rows:
            (fewest, *_) = variant.seats
            dealt = {"piles": 5, "dummy": books.HAND_SIZE[3]}.get(variant.word, books.HAND_SIZE[fewest])
            assert menu.hand_size(fewest, variant) == dealt
    assert books.HAND_SIZE[3] == draft.MOST_PILE


def test_cards_are_those_of_the_books() -> None:
    assert SAVOURY == books.SAVOURY_CARDS
    assert {dessert.word: dessert.cards for dessert in DESSERT_ROWS} == books.DESSERT_CARDS
    assert {sum(dessert.cards.values()) for dessert in DESSERT_ROWS} == {DESSERT_TOTAL}
    assert {dessert.word: dessert.values for dessert in DESSERT_ROWS if dessert.values} == {
        "yogurt": books.YOGURT_VALUES
    }
    dice = {dessert.word: dessert.die for dessert in DESSERT_ROWS if dessert.die}
    assert list(dice) == ["mochi"]
    assert tuple(range(1, dice["mochi"].faces + 1)) == books.MOCHI_FACES
    assert dice["mochi"].start == 1
    assert [dessert.word for dessert in DESSERT_ROWS if dessert.squishy] == ["strawberry"]


def test_dice_and_tokens_are_those_of_the_books() -> None:
    assert {die: count for die, (count, _) in DICE.items()} == books.DICE
    assert {die: faces for die, (_, faces) in DICE.items()} == books.FACES
    assert {token: (total, books.FIRST_TOKENS[token]) for token, total in books.TOKENS.items()} == TOKENS


def test_what_the_score_pad_accepts_besides_is_what_the_books_leave_open() -> None:
    other_cards = {dessert.word: dessert.other_cards for dessert in DESSERT_ROWS if dessert.other_cards}
    assert other_cards == {
        "strawberry": ("strawberry1", "strawberry5", "strawberry6"),
        "yogurt": ("yogurt0", "yogurt4", "yogurt5", "yogurt6"),
    }
    assert DESSERTS["mochi"].die
    assert DESSERTS["mochi"].die.other_faces == (0, 7, 8, 9)
    assert OTHER_FACES == {"maki": ("maki4",), "special": ("menu3", "chopsticks3"), "pudding": ("pudding4",)}
    dealt = {*SAVOURY, *FACE_WORDS} | {card for dessert in DESSERT_ROWS for card in dessert.played}
    assert not dealt & {word for words in (*other_cards.values(), *OTHER_FACES.values()) for word in words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_other_face_has_a_name(language: str) -> None:
    """The page draws them; the books' own cards have their names among the dishes."""
    named = catalogue(language)["padpage"]["face"]
    others = [*(dessert.other_cards for dessert in DESSERT_ROWS), *OTHER_FACES.values()]
    for word in (word for words in others for word in words):
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


# Everything that other rooms have of their own for a registered thing is there.

SPRITE = (ROOT / "web" / "public" / "dishes.svg").read_text(encoding="utf-8")
DRAWN = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
PAGE_LISTS = (ROOT / "web" / "src" / "game" / "menus.ts").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", [*DISHES, *DESSERT_WORDS, *TOKENS])
def test_a_dish_has_a_drawing(word: str) -> None:
    """Cards that differ in a number alone share one, with the number beside it."""
    assert word in DRAWN or dish_of(word) in DRAWN


@pytest.mark.parametrize("word", MENU_WORDS)
def test_a_menu_has_its_place_in_each_list_of_the_page(word: str) -> None:
    lists = re.findall(r"export const (\w+)[^=]*= ([\[{].*?[\]}])", PAGE_LISTS, flags=re.DOTALL)
    assert len(lists) == 3
    assert [name for name, rows in lists if f"'{word}'" not in rows] == []


@pytest.mark.parametrize("word", MENU_WORDS)
def test_a_menu_has_its_rules_page(word: str) -> None:
    menu = next(menu for menu in MENUS if menu.word == word)
    for language in LANGUAGES:
        pages = {chapter.key: chapter for chapter in chapters(word, language)}
        own = [*menu.variants, *(menu.desserts if len(menu.desserts) > 1 else ())]
        assert [key for key in own if not pages[key].lines] == []


@pytest.mark.parametrize("setting", EVERY_SETTING, ids=str)
def test_a_game_has_weights_and_an_outlook(setting: Setting) -> None:
    """Its own, or those of the nearest game; of a registered dessert there is always one."""
    assert len(weights_for(setting)) == len(heuristic.WEIGHTS)
    assert outlook_for(setting).shape[1] == 1 + len(HOLDINGS)


@pytest.mark.parametrize("dessert", DESSERT_ROWS, ids=DESSERT_WORDS)
def test_a_dessert_has_a_solvers_answer_or_a_refusal(dessert: Dessert) -> None:
    menu = next(menu.word for menu in MENUS if dessert.word in menu.desserts)
    first, *_ = dessert.cards
    written = {"menu": menu, "seats": 2, "dessert": dessert.word, "round": 3, "turn": HANDS[2] - 1}
    position = Position.from_json(written | {"hands": [f"{first} egg", "egg salmon"]})
    try:
        assert set(solve(position).card_values[0]) == {first, "egg"}
    except NotOpen as refusal:
        assert refusal.code == "solve-dessert"
        assert all(catalogue(language)["error"]["solve-dessert"] for language in LANGUAGES)


@pytest.mark.parametrize("dessert", DESSERT_WORDS)
@pytest.mark.parametrize("variant", [None, *VARIANT_NAMES])
def test_the_coach_has_reasons(dessert: str, variant: str | None) -> None:
    """Each in words, in every language."""
    menus = [menu for menu in MENUS if dessert in menu.desserts and (variant is None or variant in menu.variants)]
    for menu in menus:
        seats = VARIANTS[variant or "none"].seats[0]
        game = Game(Setting.of(menu.word, seats, dessert, variant), 4)
        advice = explain(game.view(game.to_move[0]), budget=24).advice
        assert advice
        assert all(entry.why(language) for entry in advice for language in LANGUAGES)


@pytest.mark.parametrize("name", schemas.NAMES)
def test_a_schema_has_the_words_of_the_rules(name: str) -> None:
    """If this fails: make schemas."""
    text = schemas.path_of(name).read_text(encoding="utf-8")
    assert schemas.written(schemas.with_words(json.loads(text))) == text
