"""All texts for users, one catalogue a language, shared by the command line and the page.

A text has a path, such as `dish.squid.name`. A text that depends on a number has a form for each plural category of its
language, and the parameter `n` selects one.
"""

from __future__ import annotations

import json
import locale
import os
import re
from functools import cache
from importlib import resources
from numbers import Real
from typing import Any

LANGUAGES = ("en", "pl", "is")

#: The signs of numbers in place of Python's hyphen, decimal point, and comma between thousands.
_SIGNS = {
    "en": str.maketrans("-", "−"),
    "pl": str.maketrans("-.,", "−,\u00a0"),
    "is": str.maketrans("-.,", "−,."),
}
#: Where a browser may break a long word. A terminal would print it, and typed words do not contain it.
_SOFT_HYPHEN = "\u00ad"


@cache
def catalogue(language: str) -> dict[str, Any]:
    """All texts of a language, without soft hyphens, which only the page can use."""
    if language not in LANGUAGES:
        raise ValueError(f"There is no language {language!r}. Choose one of: {', '.join(LANGUAGES)}.")
    text = resources.files(__name__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text.replace(_SOFT_HYPHEN, ""))
    return loaded


def plural(language: str, n: int) -> str:
    """The plural category of a whole number, as Unicode's CLDR has it.

    >>> [plural("pl", n) for n in (1, 2, 5, 12, 22)]
    ['one', 'few', 'many', 'many', 'few']
    >>> [plural("is", n) for n in (1, 2, 11, 21)]
    ['one', 'other', 'other', 'one']
    """
    n = abs(n)
    if language == "pl":
        if n == 1:
            return "one"
        return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"
    if language == "is":
        return "one" if n % 10 == 1 and n % 100 != 11 else "other"
    return "one" if n == 1 else "other"


def find(language: str, path: str) -> Any:
    """The entry at a path of the catalogue: a text, its plural forms, or a list."""
    entry: Any = catalogue(language)
    for step in path.split("."):
        entry = entry[step]
    return entry


@cache
def params_of(path: str) -> frozenset[str]:
    """The names of the parameters of a text, in all languages; with `n`, which may select a plural form.

    >>> sorted(params_of("why.maki-first"))
    ['n', 'points']
    """
    forms = (json.dumps(find(language, path), ensure_ascii=False) for language in LANGUAGES)
    return frozenset(("n", *(name for form in forms for name in re.findall(r"\{(\w[\w-]*)\}", form))))


def say(language: str, path: str, /, **params: Any) -> str:
    """A text with its parameters filled in; numbers are written as the language writes them.

    >>> say("en", "ui.points", n=1), say("pl", "ui.points", n=5), say("is", "ui.points", n=-6)
    ('1 point', '5 punktów', '−6 stig')
    """
    entry = find(language, path)
    if isinstance(entry, dict):
        entry = entry[plural(language, params["n"])]
    return str(entry).format(**{name: _written(language, value) for name, value in params.items()})


def _written(language: str, value: Any) -> Any:
    """A parameter as it is written in a text."""
    return number(language, value, "") if isinstance(value, Real) else value


def number(language: str, value: Any, form: str = ".1f") -> str:
    """A number as a language writes it, in one of Python's formats.

    >>> number("en", -1234.5, ",.1f"), number("is", -1234.5, ",.1f"), number("pl", 0.25, "+.1%")
    ('−1,234.5', '−1.234,5', '+25,0%')
    """
    return format(value, form).translate(_SIGNS[language])


def language_of_locale() -> str:
    """The language of the locale, or English if there is no catalogue of it."""
    settings = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    named = next((setting for setting in settings if setting), None) or locale.getlocale()[0] or ""
    short = named[:2].lower()
    return short if short in LANGUAGES else "en"
