"""Who asks over HTTP, and how fast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from okawari.server.limits import REQUESTS, Limits, Rate
from okawari.server.people import Passports, Person, stranger
from okawari.server.tables import Tables


@dataclass(frozen=True)
class Visitor:
    """Whoever sent a request; a stranger is given a cookie with the answer."""

    person: Person
    known: bool
    address: str
    tables: Tables
    _limits: Limits
    _passports: Passports
    _response: Response

    def slow_down(self, rate: Rate) -> None:
        """Refuse somebody who asks for this too often."""
        self._limits.take(rate, self.address)

    def become(self, person: Person) -> None:
        """Be somebody from now on."""
        self._passports.stamp(self._response, person)

    def vanish(self) -> None:
        """Be nobody from now on."""
        self._passports.drop(self._response)


def visitor(request: Request, response: Response) -> Visitor:
    """Who asks. Everybody has to wait if they ask too fast."""
    state = request.app.state
    person = state.passports.read(request)
    address = request.client.host if request.client else ""
    state.limits.take(REQUESTS, address)
    return Visitor(
        person or stranger(), person is not None, address, state.tables, state.limits, state.passports, response
    )


Asking = Annotated[Visitor, Depends(visitor)]
