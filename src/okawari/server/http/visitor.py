"""The sender of an HTTP request: their identity, rate limits and cookie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from okawari.server.play.person import Account, Person, new_person
from okawari.server.runtime.tables import Tables
from okawari.server.security.identity import Cookies, account_of
from okawari.server.security.limits import REQUESTS, Limits, Rate, Rates


@dataclass(frozen=True)
class Visitor:
    """The sender of a request. `known` is whether it had a valid cookie; if not, `person` has a new id."""

    person: Person
    known: bool
    account: Account
    tables: Tables
    _limits: Limits
    _cookies: Cookies
    _response: Response

    def charge(self, rates: Rates) -> None:
        """Count a request against the rate limits of the person and their network; refused if there are too many."""
        self._limits.charge(rates, self.account)

    def count_failure(self, rate: Rate) -> None:
        """Count a failure against the rate limit of the network; refused if there are too many."""
        self._limits.take(rate, self.account.network)

    def undo_failure(self, rate: Rate) -> None:
        """Undo the last `count_failure`, because the request succeeded."""
        self._limits.put_back(rate, self.account.network)

    def set_cookie(self, person: Person) -> None:
        """Set the cookie of a person in the response."""
        self._cookies.set_cookie(self._response, person)

    def delete_cookie(self) -> None:
        """Delete the cookie in the response."""
        self._cookies.delete_cookie(self._response)


async def current_visitor(request: Request, response: Response) -> Visitor:
    """The sender of a request; the request counts against their rate limit."""
    state = request.app.state
    person = state.cookies.read(request)
    account = account_of(request, person)
    state.limits.charge(REQUESTS, account)
    return Visitor(
        person or new_person(), person is not None, account, state.tables, state.limits, state.cookies, response
    )


CurrentVisitor = Annotated[Visitor, Depends(current_visitor)]
