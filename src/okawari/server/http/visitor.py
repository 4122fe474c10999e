"""Who asks over HTTP, and how fast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from okawari.server.play.person import Account, Person, stranger
from okawari.server.runtime.tables import Tables
from okawari.server.security.identity import Cookies, account_of
from okawari.server.security.limits import REQUESTS, Limits, Rate, Rates


@dataclass(frozen=True)
class Visitor:
    """Whoever sent a request; a stranger is given a cookie with the answer."""

    person: Person
    known: bool
    account: Account
    tables: Tables
    _limits: Limits
    _cookies: Cookies
    _response: Response

    def slow_down(self, rates: Rates) -> None:
        """Refuse a person or a network that asks for this too often."""
        self._limits.charge(rates, self.account)

    def count_failure(self, rate: Rate) -> None:
        """Refuse a network that has failed at this too often; `excuse` takes it back once it was no failure."""
        self._limits.take(rate, self.account.network)

    def excuse(self, rate: Rate) -> None:
        """What was counted as a failure was none."""
        self._limits.put_back(rate, self.account.network)

    def become(self, person: Person) -> None:
        """Be somebody from now on."""
        self._cookies.stamp(self._response, person)

    def vanish(self) -> None:
        """Be nobody from now on."""
        self._cookies.drop(self._response)


def visitor(request: Request, response: Response) -> Visitor:
    """Who asks. Everybody has to wait if they ask too fast."""
    state = request.app.state
    person = state.cookies.read(request)
    account = account_of(request, person)
    state.limits.charge(REQUESTS, account)
    return Visitor(
        person or stranger(), person is not None, account, state.tables, state.limits, state.cookies, response
    )


Asking = Annotated[Visitor, Depends(visitor)]
