"""How the lab calls what it tells of: by the words of menus for programs, by names for people."""

from __future__ import annotations

from okawari.game import Setting
from okawari.texts import find, number, say


def edition_of(setting: Setting) -> str:
    """A way to play.

    >>> edition_of(Setting.of("sushi-go-anniversary", 2, "tea", "piles"))
    'sushi-go-anniversary tea piles'
    """
    extras = [setting.variant, "must-have-maki" if setting.must_have_maki else None]
    if len(setting.rules.desserts) > 1:
        extras.insert(0, setting.dessert)
    return " ".join([setting.menu, *(word for word in extras if word)])


def titled(lang: str, edition: str) -> str:
    """A way to play, for people.

    >>> titled("pl", "sushi-go-anniversary tea piles")
    'Sushi Go!, wydanie jubileuszowe · Bubble tea · Osobiste stosy dobierania'
    """
    menu, *extras = edition.split()
    sorts = ("dessert" if word in find(lang, "dessert") else "variant" for word in extras)
    names = (say(lang, f"{sort}.{word}.name") for sort, word in zip(sorts, extras, strict=True))
    return " · ".join([say(lang, f"menu.{menu}.name"), *names])


def dish(lang: str, word: str) -> str:
    """The name of a dish or card."""
    return say(lang, f"dish.{word}.name")


def counted(lang: str, what: str, n: int) -> str:
    """So many games or deals.

    >>> counted("en", "games", 1200), counted("pl", "deals", 3)
    ('1,200 games', '3 rozdania')
    """
    return say(lang, f"lab.{what}", n=n, count=number(lang, n, ",d"))
