"""Setting the table for a game: what was not said on the command line is asked, with good defaults."""

from __future__ import annotations

from dataclasses import dataclass

from okawari.cli.ask import Keyboard
from okawari.game import Setting
from okawari.rules.menus import MENUS
from okawari.rules.traits import Menu
from okawari.rules.variants import VARIANTS
from okawari.texts import say

#: What a stranger gets by pressing Enter: a table for three with two bots.
USUAL_SEATS = 3
USUAL_PEOPLE = 1
_LONGEST_NAME = 20


@dataclass(frozen=True)
class Wishes:
    """What was said on the command line; None where nothing was."""

    menu: str | None = None
    seats: int | None = None
    people: int | None = None
    names: str | None = None
    dessert: str | None = None
    variant: str | None = None
    must_have_maki: bool = False


class BadWish(ValueError):
    """Wishes that do not fit together. The message is in the reader's language."""


def set_table(keyboard: Keyboard, wishes: Wishes) -> tuple[Setting, tuple[str, ...]]:
    """The setting, and the names of the people, who sit at the first seats."""
    _check_names(keyboard, wishes)
    if wishes.menu is not None:
        _check(wishes.menu, wishes)
    menu = _menu(keyboard, wishes)
    _check(menu.word, wishes)
    seats = _seats(keyboard, wishes, menu)
    people = _people(keyboard, wishes, seats)
    dessert = _dessert(keyboard, wishes, menu)
    variant = _variant(keyboard, wishes, menu, seats)
    must_have_maki = _must_have_maki(keyboard, wishes, menu, seats)
    setting = Setting.of(menu.word, seats, dessert, variant, must_have_maki)
    return setting, _names(keyboard, wishes, people)


def _check(menu: str, wishes: Wishes) -> None:
    """Refuse wishes that no table can fulfil, before anything is asked."""
    variant = None if wishes.variant == "none" else wishes.variant
    fitting = VARIANTS[variant].seats[0] if variant in VARIANTS else 2
    Setting.of(menu, wishes.seats or fitting, wishes.dessert, variant, wishes.must_have_maki)


def _check_names(keyboard: Keyboard, wishes: Wishes) -> None:
    lang = keyboard.lang
    names = split_names(wishes.names or "")
    if wishes.names is not None and not _fine(names, wishes.people or len(names)):
        raise BadWish(say(lang, "play.names-count", n=wishes.people or max(1, len(names))))
    people, seats = wishes.people or len(names) or 1, wishes.seats or 5
    if not 1 <= people <= seats or wishes.people == 0:
        raise BadWish(say(lang, "play.people-seats", people=0 if wishes.people == 0 else people, seats=seats))


def _menu(keyboard: Keyboard, wishes: Wishes) -> Menu:
    word = wishes.menu
    if word is None:
        lang = keyboard.lang
        options = [
            (menu.word, say(lang, f"menu.{menu.word}.name"), say(lang, f"menu.{menu.word}.about")) for menu in MENUS
        ]
        word = keyboard.pick(say(lang, "ui.which-game"), options)
    return next(menu for menu in MENUS if menu.word == word)


def _seats(keyboard: Keyboard, wishes: Wishes, menu: Menu) -> int:
    if wishes.seats is not None:
        return wishes.seats
    people = wishes.people or len(split_names(wishes.names or "")) or 1
    allowed = VARIANTS[wishes.variant or "none"].seats
    if wishes.must_have_maki:
        allowed = (2,)
    fitting = [seats for seats in menu.seats if seats in allowed and seats >= people]
    if not fitting:
        raise BadWish(say(keyboard.lang, "play.people-seats", people=people, seats=max(allowed)))
    usual = USUAL_SEATS if USUAL_SEATS in fitting else fitting[0]
    return keyboard.number(say(keyboard.lang, "ui.how-many-players"), fitting, usual)


def _people(keyboard: Keyboard, wishes: Wishes, seats: int) -> int:
    if wishes.people or wishes.names:
        return wishes.people or len(split_names(wishes.names or ""))
    return keyboard.number(say(keyboard.lang, "ui.how-many-people"), range(1, seats + 1), USUAL_PEOPLE)


def _dessert(keyboard: Keyboard, wishes: Wishes, menu: Menu) -> str | None:
    if wishes.dessert is not None or len(menu.desserts) < 2:
        return wishes.dessert
    lang = keyboard.lang
    options = [(word, say(lang, f"dessert.{word}.name"), say(lang, f"dessert.{word}.about")) for word in menu.desserts]
    return keyboard.pick(say(lang, "ui.which-dessert"), options)


def _variant(keyboard: Keyboard, wishes: Wishes, menu: Menu, seats: int) -> str | None:
    fitting = [word for word in menu.variants if seats in VARIANTS[word].seats]
    if wishes.variant is not None or not fitting:
        return None if wishes.variant == "none" else wishes.variant
    lang = keyboard.lang
    options = [("none", say(lang, "ui.none"), say(lang, "play.plain"))]
    options += [(word, say(lang, f"variant.{word}.name"), say(lang, f"variant.{word}.about")) for word in fitting]
    picked = keyboard.pick(say(lang, "ui.which-variant"), options)
    return None if picked == "none" else picked


def _must_have_maki(keyboard: Keyboard, wishes: Wishes, menu: Menu, seats: int) -> bool:
    # Whoever names a variant has thought about the rules already.
    if wishes.must_have_maki or wishes.variant is not None or seats != 2 or not menu.may_require_maki:
        return wishes.must_have_maki
    return keyboard.yes(say(keyboard.lang, "play.must-have-maki"), default=False)


def _names(keyboard: Keyboard, wishes: Wishes, people: int) -> tuple[str, ...]:
    if wishes.names is not None:
        return split_names(wishes.names)
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
    """Names that were typed with commas between them."""
    printable = "".join(letter for letter in text if letter.isprintable())
    names = (" ".join(name.split())[:_LONGEST_NAME].strip() for name in printable.split(","))
    return tuple(name for name in names if name)


def _fine(names: tuple[str, ...], people: int) -> bool:
    return len(names) == people == len(set(names))
