"""The rules pages: enough to learn each game from, with the numbers of the rules, in every language.

What is in the boxes comes from the referee's own tables; what the chapters say in numbers is written down here by hand.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
from typer.testing import CliRunner

from okawari.cli.app import app
from okawari.game.rulebook import Chapter, chapters
from okawari.texts import LANGUAGES, catalogue
from tests.referee import words as books
from tests.referee.words import ANNIVERSARY, EDITION_2014, FIRST, ROLL

MENUS = [FIRST, EDITION_2014, ANNIVERSARY, ROLL]
EVERY_PAGE = [(menu, language) for menu in MENUS for language in LANGUAGES]


def book(menu: str, language: str) -> dict[str, Chapter]:
    """The chapters of a rules page by their keys."""
    found = chapters(menu, language)
    assert len({chapter.key for chapter in found}) == len(found)
    return {chapter.key: chapter for chapter in found}


def printed(menu: str, language: str, *options: str) -> str:
    """What the command prints."""
    result = CliRunner().invoke(app, ["rules", menu, "--lang", language, *options])
    assert result.exit_code == 0, result.output
    return result.output


def counted(chapter: Chapter) -> list[dict[str, int]]:
    """The lists of a chapter: how many there are of each word."""
    return [{item.word: item.count for item in listing.items} for listing in chapter.lists]


# Cards and dice.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("menu", [FIRST, EDITION_2014, ANNIVERSARY])
def test_every_card_of_the_deck_is_listed(menu: str, language: str) -> None:
    (deck,) = counted(book(menu, language)["deck"])
    dessert = books.DESSERTS[menu][0]
    assert deck == books.SAVOURY_CARDS | {dessert: 10}
    assert str(sum(deck.values())) in book(menu, language)["deck"].lists[0].title


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_every_dessert_is_listed(language: str) -> None:
    pages = book(ANNIVERSARY, language)
    assert counted(pages["strawberry"]) == [books.DESSERT_CARDS["strawberry"]]
    assert counted(pages["yogurt"]) == [{f"yogurt{value}": n for value, n in books.YOGURT_VALUES.items()}]
    assert counted(pages["tea"]) == [books.DESSERT_CARDS["tea"]]
    for dessert in ("pudding", "mochi"):
        assert re.search(r"\b10\b", " ".join(pages[dessert].lines))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_die_is_listed_with_its_faces(language: str) -> None:
    dice = book(ROLL, language)["dice"]
    assert counted(dice) == [Counter(faces) for faces in books.FACES.values()]
    assert [int(listing.title.split(": ")[1]) for listing in dice.lists] == list(books.DICE.values())


@pytest.mark.parametrize(("menu", "language"), EVERY_PAGE)
def test_lists_are_printed_in_columns(menu: str, language: str) -> None:
    text = printed(menu, language)
    assert "\u00ad" not in text
    for chapter in chapters(menu, language):
        for listing in chapter.lists:
            assert f"  {listing.title}\n" in text
            for item in listing.items:
                name = item.name.replace("\u00ad", "")
                assert re.search(rf"^    {re.escape(name)} +{item.amount}$", text, re.MULTILINE), item
                assert re.match(rf"{item.count} \w", item.amount)


@pytest.mark.parametrize("menu", MENUS)
def test_programs_read_the_same_rules(menu: str) -> None:
    told = json.loads(printed(menu, "pl", "--json"))
    assert [chapter["key"] for chapter in told] == list(book(menu, "pl"))
    for one, chapter in zip(told, chapters(menu, "pl"), strict=True):
        assert one["lines"] == list(chapter.lines)
        assert [{item["word"]: item["count"] for item in each["items"]} for each in one["lists"]] == counted(chapter)


# Numbers.

#: Every number that a chapter's sentences have, by our own count; those that only one menu adds stand behind it.
NUMBERS = {
    "setup": "2 5 108 10 3 10 9 8 7",
    "deck": "1 3",
    f"deck {ANNIVERSARY}": "1 3 10",
    "turn": "",
    "wasabi": "3",
    "chopsticks": "",
    "scoring": "2 5 3 10 1 3 6 10 15 1 2 3 3 6 3 6 3",
    f"scoring {ANNIVERSARY}": "2 5 3 10 1 3 6 10 15 1 2 3 3 6 3 6 3 6",
    "pudding": "6 6",
    "desserts": "",
    "boat": "",
    "winning": "",
    "variants": "",
    "roll-setup": "2 5 3 3 2 8 7 6 5",
    "dice": "30 6",
    "roll-turn": "",
    "kept": "32 18 12 3",
    "roll-scoring": "6 3 1 2 3 3 2 4 8 1 5 10 0 6 13",
    "next-round": "",
    "roll-winning": "6 6 2",
    "strawberry": "2 6 3",
    "yogurt": "1 3 6 6",
    "tea": "1 5 1 4 8 13 20",
    f"pudding {ANNIVERSARY}": "10 6 6",
    "mochi": "1 6 1 6 6 10",
    "both-ways": "",
    "golf": "",
    "piles": "5",
    "battle": "20 2 3 4 5 6",
    "dummy": "9",
    "must-have-maki": "6",
}


@pytest.mark.parametrize(("menu", "language"), EVERY_PAGE)
def test_the_numbers_are_those_of_the_rules(menu: str, language: str) -> None:
    for key, chapter in book(menu, language).items():
        expected = NUMBERS.get(f"{key} {menu}", NUMBERS.get(key, "no such chapter"))
        assert Counter(re.findall(r"\d+", " ".join(chapter.lines))) == Counter(expected.split()), key


def every_line(language: str) -> dict[str, str]:
    """Every sentence of the rules with where it stands."""
    texts = catalogue(language)
    found: dict[str, str] = {}
    rooms: dict[str, Any] = {
        **{f"chapters.{key}": chapter["lines"] for key, chapter in texts["rules"]["chapters"].items()},
        **{f"{menu}.{key}": lines for menu in MENUS for key, lines in texts["rules"][menu].items()},
        **{f"{room}.{key}": lines for room in ("dessert-rules", "variant-rules") for key, lines in texts[room].items()},
    }
    for room, lines in rooms.items():
        found |= {f"{room}.{place}": line for place, line in enumerate(lines)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_is_typed_into_a_sentence(language: str) -> None:
    for where, line in every_line(language).items():
        assert not re.search(r"\d", re.sub(r"\{\w+\}", "", line)), where


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_names_the_same_numbers(language: str) -> None:
    english, other = every_line("en"), every_line(language)
    assert english.keys() == other.keys()
    for where, line in english.items():
        assert sorted(re.findall(r"\{\w+\}", line)) == sorted(re.findall(r"\{\w+\}", other[where])), where


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_chapter_is_left_out_of_every_book(language: str) -> None:
    written = catalogue(language)["rules"]["chapters"].keys()
    assert written == {key for menu in MENUS for key in book(menu, language) if key in written}


# What a page must say, and what it must not.

#: How a thing is called, in any of its forms.
CALLED = {
    "squishy": {"en": "squishy", "pl": "gniot", "is": "kreistidót"},
    "boat": {"en": "boat", "pl": "łódecz", "is": "bát"},
    "strawberry": {"en": "strawberr", "pl": "truskaw", "is": "jarðarber"},
    "yogurt": {"en": "yogurt", "pl": "jogurt", "is": "jógúrt"},
    "tea": {"en": "bubble tea", "pl": "bubble tea", "is": "kúlute"},
    "mochi": {"en": "mochi", "pl": "mochi", "is": "mochi"},
    "dummy": {"en": "dummy", "pl": "marionet", "is": "ósýnileg"},
    "golf": {"en": "golf", "pl": "golf", "is": "golf"},
    "battle": {"en": "battle|pyramid", "pl": "bitw|piramid", "is": "orrust|píramíd"},
    "piles": {"en": "draw pile", "pl": "stos[yó]", "is": "einkabunk"},
    "dessert": {"en": "dessert", "pl": "deser", "is": "eftirrétt"},
    "card": {"en": r"\bcards?\b", "pl": r"\bkart", "is": r"stokk|\bspil\b|spilin"},
    "token": {"en": "token", "pl": "żeton", "is": "skíf"},
    "die": {"en": r"\b(die|dice)\b", "pl": r"\bko(ść|ści)", "is": "tening"},
    "tray": {"en": r"\btrays?\b", "pl": "tack", "is": r"\bb[aö]kk"},
    "belt": {"en": r"\bbelts?\b", "pl": "taśm", "is": "færib"},
    "menu": {"en": r"\bmenus?\b", "pl": r"\bmenu\b", "is": "matseð"},
}
_CARDS = {"card", "dessert"}
_DICE = {"die", "token", "tray", "belt", "menu"}
HAS = {
    FIRST: _CARDS,
    EDITION_2014: _CARDS | {"dummy"},
    ANNIVERSARY: CALLED.keys() - _DICE | {"die"},
    ROLL: _DICE,
}


@pytest.mark.parametrize(("menu", "language"), EVERY_PAGE)
def test_a_page_speaks_of_what_its_menu_has_and_of_nothing_else(menu: str, language: str) -> None:
    text = " ".join(" ".join((chapter.title, *chapter.lines)) for chapter in chapters(menu, language)).lower()
    spoken_of = {thing for thing, called in CALLED.items() if re.search(called[language], text)}
    assert spoken_of == HAS[menu]


OUR_CHOICE = {"en": "our choice", "pl": "nasza decyzja", "is": "okkar ákvörðun"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("menu", "key"),
    [
        (FIRST, "deck"),
        (ANNIVERSARY, "deck"),
        (ROLL, "dice"),
        *((ANNIVERSARY, key) for key in ("strawberry", "yogurt", "tea", "mochi", "battle")),
    ],
)
def test_our_own_rulings_are_called_that(menu: str, key: str, language: str) -> None:
    assert OUR_CHOICE[language] in " ".join(book(menu, language)[key].lines)
    assert OUR_CHOICE["en"] not in " ".join(book(EDITION_2014, "en")["deck"].lines)
