"""People at tables, and what they may be called. There are no accounts."""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from okawari.server.play.errors import Refusal

#: Signs without a shape of their own that emoji are joined and chosen with.
_JOINERS = "\u200d\ufe0f"
#: Signs that Unicode counts as letters, marks or symbols, and that show nothing: it calls most of them ignorable.
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
    """Somebody with a browser. The id is a secret between the browser and the server."""

    id: str
    name: str = ""
    shape: int = 1


class Account(NamedTuple):
    """Who is charged for what costs something: a person, and the network from which they come."""

    network: str
    person: str


def stranger() -> Person:
    """Somebody who was never here."""
    return Person(secrets.token_urlsafe(16))


def clean_name(name: str) -> str:
    """A name as somebody asks to be called."""
    if not (name := readable(name)):
        raise Refusal("bad-name")
    return name


def readable(name: str) -> str:
    """A name without signs that are invisible, control something or turn it around; empty if none is visible."""
    name = unicodedata.normalize("NFC", " ".join("".join(filter(_is_kept, name)).split()))
    # Marks alone have nothing that they could stand on.
    return name if any(unicodedata.category(sign)[0] in "LNPS" for sign in name) else ""


def _is_kept(sign: str) -> bool:
    return sign in _JOINERS or (unicodedata.category(sign)[0] != "C" and sign not in _INVISIBLE)
