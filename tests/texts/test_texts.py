"""What holds for every text in every language: the same parameters, one sort of each sign, no soft hyphens."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from typer.testing import CliRunner

from okawari.cli.app import app
from okawari.cli.table import listed, plate
from okawari.cli.typed import read_move
from okawari.game import Game, IllegalMove, Position
from okawari.texts import LANGUAGES, catalogue, number, say
from tests.support.paths import ROOT

PLURALS = {"one", "few", "many", "other"}


def texts(entry: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its path; the forms of a plural have the same one."""
    if isinstance(entry, str):
        yield path, entry
        return
    for key, value in entry.items() if isinstance(entry, dict) else enumerate(entry):
        yield from texts(value, path if key in PLURALS else f"{path}.{key}".lstrip("."))


def parameters(language: str) -> dict[str, set[frozenset[str]]]:
    """The parameters of each text, once for every different set of them among its forms."""
    found: dict[str, set[frozenset[str]]] = {}
    for path, text in texts(catalogue(language)):
        found.setdefault(path, set()).add(frozenset(re.findall(r"\{([\w-]*)\}", text)))
    return {path: set(filter(lambda form: _is_not_of_one(form, forms), forms)) for path, forms in found.items()}


def _is_not_of_one(form: frozenset[str], forms: set[frozenset[str]]) -> bool:
    """Whether a form is another one than that for a single thing, which may leave out how many there are."""
    return "n" in form or form | {"n"} not in forms


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_forms_of_a_text_have_the_same_parameters_in_every_language(language: str) -> None:
    english = parameters("en")
    differ = {
        path: (english[path], found)
        for path, found in parameters(language).items()
        # English help stands in the code.
        if path in english and (found != english[path] or len(found) != 1)
    }
    assert differ == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_stands_twice(language: str) -> None:
    """JSON would take the last text in silence."""
    twice: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = Counter(name for name, _ in pairs)
        twice.extend(name for name, count in names.items() if count > 1)
        return dict(pairs)

    file = resources.files("okawari.texts").joinpath(f"{language}.json")
    json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=note)
    assert twice == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_one_apostrophe(language: str) -> None:
    found = [path for path, text in texts(catalogue(language)) if "'" in text]
    assert found == []


def raw(language: str) -> str:
    return resources.files("okawari.texts").joinpath(f"{language}.json").read_text(encoding="utf-8")


def test_soft_hyphens_are_for_the_page_alone() -> None:
    """The page breaks long words there; a terminal would show a hyphen, or count a letter too many."""
    assert any("\u00ad" in raw(language) for language in LANGUAGES)
    assert [path for language in LANGUAGES for path, text in texts(catalogue(language)) if "\u00ad" in text] == []
    assert say("is", "dish.strawberry2.name") == "jarðarberjabúðingur ×2"
    hands = {"menu": "sushi-go-anniversary", "dessert": "strawberry", "seats": 2, "round": 1, "turn": 9}
    game = Position.from_json(hands | {"hands": ["strawberry2 egg", "squid maki2"]}).game(seed=1)
    assert read_move(game.view(0), "jarðarberjabúðingur ×2", "is") == ["strawberry2"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_below_zero_has_a_minus_sign(language: str) -> None:
    """Not a hyphen: in a text, in a table and in a sum."""
    assert say(language, "why.least", n=0, points=-6).endswith("−6")
    assert number(language, -6, "3d") == " −6"
    lines = "Ania: 3\nBo: 30 pudding*2\nCyd: -4 pudding"
    told = CliRunner().invoke(app, ["score", "sushi-go-first", "--final", "--lang", language], input=lines).output
    assert "3 − 6 = −3" in told
    assert re.findall(r"(?<!\d)-\d+", told) == []
    assert len(re.findall(r"(?<!\d)−\d+", told)) >= 3


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "There is no die at {}"), ("pl", "Na miejscu {} nie ma już kości"), ("is", "Á stað {} er enginn teningur")],
)
@pytest.mark.parametrize(
    ("move", "place"),
    [("keep 2", "2"), ("reroll 1 3", "3"), ("swap 1 with B1", "B1"), ("swap 2 with B2", "2"), ("swap 1 with C1", "C1")],
)
def test_a_place_without_a_die_is_not_called_a_card(language: str, words: str, move: str, place: str) -> None:
    game = belts()
    with pytest.raises(IllegalMove) as refused:
        game.choose(0, move)
    assert refused.value.in_language(language).startswith(words.format(place))


@pytest.mark.parametrize(
    ("language", "hand", "tray"),
    [
        ("en", "tempura (2 cards), maki ×3 (2 cards), egg nigiri", "maki ×3 (2 dice), egg nigiri on wasabi ×2, open"),
        (
            "pl",
            "tempura (2 karty), futomaki ×3 (2 karty), nigiri z",
            "futomaki ×3 (2 kości), nigiri z jajkiem na wasabi ×2",
        ),
        ("is", "tempura (2 spil), maki ×3 (2 spil), eggja-nigiri", "maki ×3 (2 teningar), eggja-nigiri á wasabi ×2"),
    ],
)
def test_a_list_says_how_many_cards_or_dice_there_are(language: str, hand: str, tray: str) -> None:
    """A maki card has a number in its name already, which is not how many cards there are."""
    assert listed(language, ["tempura", "maki3", "tempura", "maki3", "egg"]).plain.startswith(hand)
    kept = ["maki3", "wasabi", "wasabi", "egg", "wasabi", "egg", "maki3"]
    assert plate(language, kept, "dice").plain.startswith(tray)


def belts() -> Game:
    """Two belts in Sushi Roll with a die each, and tokens for everything."""
    return Position.from_json(
        {
            "okawari": "position",
            "format": 1,
            "menu": "sushi-roll",
            "seats": 2,
            "round": 1,
            "turn": 8,
            "belts": [["egg"], ["-", "maki2"]],
            "trays": ["tempura*5 maki1*2", "dumpling*5 maki1*2"],
            "tokens": [{"menu": 1, "chopsticks": 1}, {}],
        }
    ).game(seed=1)


def test_the_page_has_all_parts_of_the_texts_that_it_says() -> None:
    """It leaves out those of the command line."""
    listed = re.search(r"OF_THE_COMMAND = \[(.*)\]", (ROOT / "web" / "delivery.ts").read_text(encoding="utf-8"))
    assert listed
    left_out = re.findall(r"'(\w+)'", listed[1])
    assert left_out and set(left_out) <= catalogue("en").keys()
    sources = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte")]
    said = re.compile(rf"""['"`]({"|".join(left_out)})\.""")
    assert not [path.name for path in sources if said.search(path.read_text(encoding="utf-8"))]
