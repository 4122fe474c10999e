"""Names of editions, dishes and counts: by the words of menus in data, by texts for people."""

from __future__ import annotations

from okawari.game import Setting
from okawari.texts import find, number, say


def edition_of(setting: Setting) -> str:
    """The edition of a setting: its menu, dessert if there is a choice, variant and `must-have-maki`.

    >>> edition_of(Setting.of("sushi-go-anniversary", 2, "tea", "piles"))
    'sushi-go-anniversary tea piles'
    """
    extras = [setting.variant, "must-have-maki" if setting.must_have_maki else None]
    if len(setting.rules.desserts) > 1:
        extras.insert(0, setting.dessert)
    return " ".join([setting.menu, *(word for word in extras if word)])


def titled(lang: str, edition: str) -> str:
    """The title of an edition in a language.

    >>> titled("pl", "sushi-go-anniversary tea piles")
    'Sushi Go!, wydanie jubileuszowe · Bubble tea · Osobiste stosy dobierania'
    """
    menu, *extras = edition.split()
    sorts = ("dessert" if word in find(lang, "dessert") else "variant" for word in extras)
    names = (say(lang, f"{sort}.{word}.name") for sort, word in zip(sorts, extras, strict=True))
    return " · ".join([say(lang, f"menu.{menu}.name"), *names])


def dish(lang: str, word: str) -> str:
    """The name of a dish or card in a language."""
    return say(lang, f"dish.{word}.name")


def counted(lang: str, what: str, n: int) -> str:
    """A number of `games` or `deals` as text in a language.

    >>> counted("en", "games", 1200), counted("pl", "deals", 3)
    ('1,200 games', '3 rozdania')
    """
    return say(lang, f"lab.{what}", n=n, count=number(lang, n, ",d"))
