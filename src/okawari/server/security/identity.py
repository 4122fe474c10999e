"""Who a browser is, kept in a signed cookie."""

from __future__ import annotations

from collections import OrderedDict

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from okawari.server.play.person import Account, Person
from okawari.server.security.connections import network_of
from okawari.server.settings import Settings

COOKIE = "okawari"
#: People whose latest name is remembered while their sockets are open.
REMEMBERED = 10_000
_YEAR = 365 * 24 * 3600


def account_of(connection: HTTPConnection, person: Person | None) -> Account:
    """Who is charged for a request or a socket: its network, and its person if that is known."""
    network = network_of(connection.client.host) if connection.client else ""
    return Account(network, person.id if person else "")


class Cookies:
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
