"""The identity of a browser: a signed cookie."""

from __future__ import annotations

from collections import OrderedDict

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from okawari.server.play.person import Account, Person
from okawari.server.security.connections import network_of
from okawari.server.settings import Settings

COOKIE = "okawari"
#: The most people whose latest name and shape are remembered for their open sockets.
REMEMBERED = 10_000
_YEAR = 365 * 24 * 3600


def account_of(connection: HTTPConnection, person: Person | None) -> Account:
    """The account that is charged for a request or websocket: its network, and its person if there is one."""
    network = network_of(connection.client.host) if connection.client else ""
    return Account(network, person.id if person else "")


class Cookies:
    """Reads and writes signed cookies."""

    def __init__(self, settings: Settings) -> None:
        self._signer = URLSafeSerializer(settings.secret, salt="okawari person 1")
        self._secure = settings.secure
        self._latest: OrderedDict[str, Person] = OrderedDict()

    def read(self, connection: HTTPConnection) -> Person | None:
        """The person of the cookie of a request or websocket; None without a validly signed cookie."""
        return self.person(connection.cookies.get(COOKIE))

    def person(self, cookie: str | None) -> Person | None:
        """The person of a cookie's value; None if its signature or content is invalid."""
        try:
            data = self._signer.loads(cookie or "")
            return Person(str(data["id"]), str(data["name"]), int(data["shape"]))
        except (BadSignature, KeyError, TypeError, ValueError):
            return None

    def cookie(self, person: Person) -> str:
        """The signed value of the cookie of a person."""
        return self._signer.dumps({"id": person.id, "name": person.name, "shape": person.shape})

    def latest(self, person: Person) -> Person:
        """The person with their latest name and shape: a websocket has the cookie of the time when it was opened."""
        return self._latest.get(person.id, person)

    def set_cookie(self, response: Response, person: Person) -> None:
        """Set the cookie of a person in a response."""
        self._latest[person.id] = person
        self._latest.move_to_end(person.id)
        if len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)
        response.set_cookie(
            COOKIE, self.cookie(person), max_age=_YEAR, httponly=True, samesite="lax", secure=self._secure
        )

    def delete_cookie(self, response: Response) -> None:
        """Delete the cookie in a response."""
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self._secure)
