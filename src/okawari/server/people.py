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
#: The joiner of emoji is the one invisible sign that a name may need.
_JOINER = "\u200d"


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
    """A name without signs that are invisible, control something or turn it around; empty if nothing is left."""
    kept = "".join(sign for sign in name if unicodedata.category(sign)[0] != "C" or sign == _JOINER)
    name = unicodedata.normalize("NFC", " ".join(kept.split()))
    return name if name.strip(_JOINER) else ""


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
