"""The setting and the names for a game: what is not given as an option is asked, with defaults."""

from __future__ import annotations

from dataclasses import dataclass

from okawari.cli.ask import Keyboard
from okawari.game import Setting
from okawari.rules.menus import MENUS
from okawari.rules.traits import Menu
from okawari.rules.variants import VARIANTS
from okawari.server.play.seat import LONGEST_NAME
from okawari.texts import say

#: The defaults: three seats, one person.
USUAL_SEATS = 3
USUAL_PEOPLE = 1


@dataclass(frozen=True)
class TableOptions:
    """The options of the command line; None where one is not given."""

    menu: str | None = None
    seats: int | None = None
    people: int | None = None
    names: str | None = None
    dessert: str | None = None
    variant: str | None = None
    must_have_maki: bool = False


class BadOptions(ValueError):
    """Options that do not fit together. The message is in the user's language."""


def set_table(keyboard: Keyboard, given: TableOptions) -> tuple[Setting, tuple[str, ...]]:
    """The setting and the names of the people, who get the first seats; asks for what the options leave open."""
    _check_names(keyboard, given)
    if given.menu is not None:
        _check(given.menu, given)
    menu = _menu(keyboard, given)
    _check(menu.word, given)
    seats = _seats(keyboard, given, menu)
    people = _people(keyboard, given, seats)
    dessert = _dessert(keyboard, given, menu)
    variant = _variant(keyboard, given, menu, seats)
    must_have_maki = _must_have_maki(keyboard, given, menu, seats)
    setting = Setting.of(menu.word, seats, dessert, variant, must_have_maki)
    return setting, _names(keyboard, given, people)


def _check(menu: str, given: TableOptions) -> None:
    """Refuse options that the rules exclude, before any question."""
    variant = None if given.variant == "none" else given.variant
    fitting = VARIANTS[variant].seats[0] if variant in VARIANTS else 2
    Setting.of(menu, given.seats or fitting, given.dessert, variant, given.must_have_maki)


def _check_names(keyboard: Keyboard, given: TableOptions) -> None:
    lang = keyboard.lang
    names = split_names(given.names or "")
    if given.names is not None and not _fine(names, given.people or len(names)):
        raise BadOptions(say(lang, "play.names-count", n=given.people or max(1, len(names))))
    people, seats = given.people or len(names) or 1, given.seats or 5
    if not 1 <= people <= seats or given.people == 0:
        raise BadOptions(say(lang, "play.people-seats", people=0 if given.people == 0 else people, seats=seats))


def _menu(keyboard: Keyboard, given: TableOptions) -> Menu:
    word = given.menu
    if word is None:
        lang = keyboard.lang
        options = [
            (menu.word, say(lang, f"menu.{menu.word}.name"), say(lang, f"menu.{menu.word}.about")) for menu in MENUS
        ]
        word = keyboard.pick(say(lang, "ui.which-game"), options)
    return next(menu for menu in MENUS if menu.word == word)


def _seats(keyboard: Keyboard, given: TableOptions, menu: Menu) -> int:
    if given.seats is not None:
        return given.seats
    people = given.people or len(split_names(given.names or "")) or 1
    allowed = VARIANTS[given.variant or "none"].seats
    if given.must_have_maki:
        allowed = (2,)
    fitting = [seats for seats in menu.seats if seats in allowed and seats >= people]
    if not fitting:
        raise BadOptions(say(keyboard.lang, "play.people-seats", people=people, seats=max(allowed)))
    usual = USUAL_SEATS if USUAL_SEATS in fitting else fitting[0]
    return keyboard.number(say(keyboard.lang, "ui.how-many-players"), fitting, usual)


def _people(keyboard: Keyboard, given: TableOptions, seats: int) -> int:
    if given.people or given.names:
        return given.people or len(split_names(given.names or ""))
    return keyboard.number(say(keyboard.lang, "ui.how-many-people"), range(1, seats + 1), USUAL_PEOPLE)


def _dessert(keyboard: Keyboard, given: TableOptions, menu: Menu) -> str | None:
    if given.dessert is not None or len(menu.desserts) < 2:
        return given.dessert
    lang = keyboard.lang
    options = [(word, say(lang, f"dessert.{word}.name"), say(lang, f"dessert.{word}.about")) for word in menu.desserts]
    return keyboard.pick(say(lang, "ui.which-dessert"), options)


def _variant(keyboard: Keyboard, given: TableOptions, menu: Menu, seats: int) -> str | None:
    fitting = [word for word in menu.variants if seats in VARIANTS[word].seats]
    if given.variant is not None or not fitting:
        return None if given.variant == "none" else given.variant
    lang = keyboard.lang
    options = [("none", say(lang, "ui.none"), say(lang, "play.plain"))]
    options += [(word, say(lang, f"variant.{word}.name"), say(lang, f"variant.{word}.about")) for word in fitting]
    picked = keyboard.pick(say(lang, "ui.which-variant"), options)
    return None if picked == "none" else picked


def _must_have_maki(keyboard: Keyboard, given: TableOptions, menu: Menu, seats: int) -> bool:
    # A user who gives a variant as an option is not asked about further rules.
    if given.must_have_maki or given.variant is not None or seats != 2 or not menu.may_require_maki:
        return given.must_have_maki
    return keyboard.yes(say(keyboard.lang, "play.must-have-maki"), default=False)


def _names(keyboard: Keyboard, given: TableOptions, people: int) -> tuple[str, ...]:
    if given.names is not None:
        return split_names(given.names)
    lang = keyboard.lang
    guests = [say(lang, "play.guest-n", n=n) for n in range(1, people + 1)]
    usual = ", ".join(guests) if people > 1 else say(lang, "play.guest")
    question = say(lang, "play.names" if people > 1 else "play.name")
    while True:
        names = split_names(keyboard.ask(question, usual))
        if _fine(names, people):
            return names
        keyboard.say("play.names-count", style="yellow", n=people)


def split_names(text: str) -> tuple[str, ...]:
    """The names in a text with commas between them, cleaned and shortened."""
    printable = "".join(letter for letter in text if letter.isprintable())
    names = (" ".join(name.split())[:LONGEST_NAME].strip() for name in printable.split(","))
    return tuple(name for name in names if name)


def _fine(names: tuple[str, ...], people: int) -> bool:
    return len(names) == people == len(set(names))
