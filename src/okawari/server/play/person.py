"""People and their names. There are no user accounts: a person is known by a cookie."""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from okawari.server.play.errors import Refusal

#: Invisible characters that are part of emoji: the joiner and the variation selector.
_JOINERS = "\u200d\ufe0f"
#: Characters that Unicode classes as letters, marks or symbols although they are invisible.
_INVISIBLE = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0x1D159, 0x1D159),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)


@dataclass(frozen=True)
class Person:
    """A person, known by a cookie. The id is secret: only their browser and the server know it."""

    id: str
    name: str = ""
    shape: int = 1


class Account(NamedTuple):
    """Who is charged by rate limits and fair queues: a network, and a person in it (empty if unknown)."""

    network: str
    person: str


def new_person() -> Person:
    """A person with a fresh random id and no name."""
    return Person(secrets.token_urlsafe(16))


def clean_name(name: str) -> str:
    """A name that a person chose, without invisible characters; refused if nothing is left."""
    if not (name := readable(name)):
        raise Refusal("bad-name")
    return name


def readable(name: str) -> str:
    """A name without control, direction and invisible characters; empty if no visible one is left."""
    name = unicodedata.normalize("NFC", " ".join("".join(filter(_is_kept, name)).split()))
    # Combining marks without a base character are not readable.
    return name if any(unicodedata.category(sign)[0] in "LNPS" for sign in name) else ""


def _is_kept(sign: str) -> bool:
    return sign in _JOINERS or (unicodedata.category(sign)[0] != "C" and sign not in _INVISIBLE)
