"""People: who a browser is, kept in a signed cookie. There are no accounts."""

from __future__ import annotations

import secrets
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from okawari.server.messages import Me
from okawari.server.problems import WireProblem
from okawari.server.settings import Settings

COOKIE = "okawari"
#: People whose latest name is remembered while their sockets are open.
REMEMBERED = 10_000
_YEAR = 365 * 24 * 3600
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

    @property
    def me(self) -> Me:
        """What the browser may know of itself."""
        return Me(name=self.name, shape=self.shape, named=bool(self.name))


def stranger() -> Person:
    """Somebody who was never here."""
    return Person(secrets.token_urlsafe(16))


def clean_name(name: str) -> str:
    """A name as somebody asks to be called."""
    if not (name := readable(name)):
        raise WireProblem("bad-name")
    return name


def readable(name: str) -> str:
    """A name without signs that are invisible, control something or turn it around; empty if none is visible."""
    name = unicodedata.normalize("NFC", " ".join("".join(filter(_is_kept, name)).split()))
    # Marks alone have nothing that they could stand on.
    return name if any(unicodedata.category(sign)[0] in "LNPS" for sign in name) else ""


def _is_kept(sign: str) -> bool:
    return sign in _JOINERS or (unicodedata.category(sign)[0] != "C" and sign not in _INVISIBLE)


class Passports:
    """Reads and writes the cookies of people."""

    def __init__(self, settings: Settings) -> None:
        self._signer = URLSafeSerializer(settings.secret, salt="okawari person 1")
        self._secure = settings.secure
        self._latest: OrderedDict[str, Person] = OrderedDict()

    def read(self, connection: HTTPConnection) -> Person | None:
        """Who a browser says to be, if the signature holds."""
        return self.person(connection.cookies.get(COOKIE))

    def person(self, cookie: str | None) -> Person | None:
        """The person of a cookie."""
        try:
            data = self._signer.loads(cookie or "")
            return Person(str(data["id"]), str(data["name"]), int(data["shape"]))
        except (BadSignature, KeyError, TypeError, ValueError):
            return None

    def cookie(self, person: Person) -> str:
        """The cookie of a person."""
        return self._signer.dumps({"id": person.id, "name": person.name, "shape": person.shape})

    def latest(self, person: Person) -> Person:
        """Somebody as they call themselves now: a socket has the cookie of when it was opened."""
        return self._latest.get(person.id, person)

    def stamp(self, response: Response, person: Person) -> None:
        """Give somebody their cookie."""
        self._latest[person.id] = person
        self._latest.move_to_end(person.id)
        if len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)
        response.set_cookie(
            COOKIE, self.cookie(person), max_age=_YEAR, httponly=True, samesite="lax", secure=self._secure
        )

    def drop(self, response: Response) -> None:
        """Take somebody's cookie away."""
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self._secure)
