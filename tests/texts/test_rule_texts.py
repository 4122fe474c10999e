"""Numbers of the rules that people read come from the tables that the engine plays by: none is typed into a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from okawari.game import Setting
from okawari.game.rulebook import numbers
from okawari.rules import roll
from okawari.rules.desserts import DESSERTS
from okawari.rules.layout import FACE_DOWN_ROWS
from okawari.rules.points import CARD_LADDERS, ROLL_LADDERS
from okawari.texts import LANGUAGES, catalogue

#: The sections of the catalogues in which rules are told.
SECTIONS = (
    "rules",
    "dessert-rules",
    "variant-rules",
    "dessert",
    "variant",
    "why",
    "event",
    "learn",
    "play.worth",
    "play.mark",
    "table.tag",
    "pad.note",
    "coach.reason",
    "coach.tip",
    "pyramid",
    "dice",
)
#: That chopsticks take two cards, and that hands pass in two directions, is what they are: no table has these numbers.
TYPED = {"table.tag.chopsticks-how", "pyramid.take-two", "variant.both-ways.short"}

PLURALS = {"one", "few", "many", "other"}


def texts(entry: Any, path: str) -> Iterator[tuple[str, list[str]]]:
    """Every text below a path, with all its plural forms."""
    if isinstance(entry, str):
        yield path, [entry]
    elif isinstance(entry, list):
        for place, part in enumerate(entry):
            yield from texts(part, f"{path}[{place}]")
    elif set(entry) <= PLURALS:
        yield path, [*entry.values()]
    else:
        for key, part in entry.items():
            yield from texts(part, f"{path}.{key}")


def rule_texts(language: str) -> dict[str, list[str]]:
    """All texts about the rules, by their paths."""
    found: dict[str, list[str]] = {}
    for section in SECTIONS:
        entry: Any = catalogue(language)
        for step in section.split("."):
            entry = entry[step]
        found |= texts(entry, section)
    return found


def parameters(forms: list[str]) -> set[str]:
    return {name for form in forms for name in re.findall(r"{([\w-]+)", form)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_of_the_rules_is_typed(language: str) -> None:
    """A digit in a text about the rules is a number that would stay when its table changes."""
    told = rule_texts(language)
    assert len(told) > 300
    typed = {
        path for path, forms in told.items() if any(re.search(r"\d", re.sub(r"{.*?}", "", form)) for form in forms)
    }
    assert typed <= TYPED


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_the_same_numbers(language: str) -> None:
    """A number that is a parameter in one language and a typed word in another would be missing here."""
    ours, english = rule_texts(language), rule_texts("en")
    assert ours.keys() == english.keys()
    for path, forms in ours.items():
        assert parameters(forms) == parameters(english[path]), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_the_rulebooks_is_told(language: str) -> None:
    told = {name for forms in rule_texts(language).values() for name in parameters(forms)}
    assert numbers().keys() <= told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_in_the_name_of_a_dish_is_that_of_its_word(language: str) -> None:
    for word, names in catalogue(language)["dish"].items():
        for name in (names["name"], names["short"]):
            assert re.findall(r"\d+", name) == re.findall(r"\d+", word), (word, name)


def test_numbers_that_are_written_as_words() -> None:
    """Some texts count in words. A change of one of these numbers means that those texts must be written anew."""
    # "for one, two, three, four, and five or more": rules.*, the line about dumplings.
    assert len(CARD_LADDERS["dumpling"].rungs) == 5
    # "one, two or three of a kind": rules.sushi-roll, the line about appetizers.
    assert {len(ladder.rungs) for ladder in ROLL_LADDERS.values()} == {3}
    # "runs of one, two, three, four and five cards": dessert-rules.tea.
    assert len(DESSERTS["tea"].runs) == 5
    # "the second and the fourth row lie face down": variant-rules.battle.
    assert FACE_DOWN_ROWS == (2, 4)
    # "three hands are dealt": variant-rules.dummy.
    assert Setting.of("sushi-go-2014", 2, variant="dummy").diners == 3
    # "only with three players do they slide once more": rules.sushi-roll.
    assert roll.SLIDES_BETWEEN_ROUNDS == 3
