"""Over HTTP: who I am, my tables, and taking them along to another device."""

from __future__ import annotations

import secrets
from dataclasses import replace

from fastapi import APIRouter

from okawari.server.http.visitor import Asking
from okawari.server.play.errors import Refusal
from okawari.server.play.person import Person, clean_name
from okawari.server.security.limits import LINKS
from okawari.server.storage.store import Traveller
from okawari.server.wire.messages import Me, MoveLink, NewMe, TableList, Token
from okawari.server.wire.state import table_line

router = APIRouter(prefix="/api/me", tags=["me"])


def me_of(person: Person) -> Me:
    """What a browser may know of itself."""
    return Me(name=person.name, shape=person.shape, named=bool(person.name))


@router.get("")
async def who_am_i(asking: Asking) -> Me:
    """Who the browser is; a new one is given a cookie."""
    if not asking.known:
        asking.become(asking.person)
    return me_of(asking.person)


@router.put("")
async def call_me(new: NewMe, asking: Asking) -> Me:
    """Take a name and a seat shape."""
    person = replace(asking.person, name=clean_name(new.name), shape=new.shape)
    asking.become(person)
    return me_of(person)


@router.delete("", status_code=204)
async def forget_me(asking: Asking) -> None:
    """Remove me from all my games, and my cookie."""
    await asking.tables.forget_everywhere(asking.person)
    asking.vanish()


@router.post("/link")
async def move_link(asking: Asking) -> MoveLink:
    """A secret that takes my seats along to another device, once."""
    asking.slow_down(LINKS)
    token, until = secrets.token_urlsafe(24), asking.tables.clock.now() + asking.tables.settings.patience.move_link
    person = asking.person
    asking.become(person)
    await asking.tables.store.offer_link(token, Traveller(person.id, person.name, person.shape), until)
    return MoveLink(token=token, until=until)


@router.post("/claim")
async def claim(token: Token, asking: Asking) -> Me:
    """Be the person who made the link."""
    asking.slow_down(LINKS)
    traveller = await asking.tables.store.use_link(token.token, asking.tables.clock.now())
    if traveller is None:
        raise Refusal("link-used", 404)
    person = Person(traveller.person, traveller.name, traveller.shape)
    asking.become(person)
    return me_of(person)


@router.get("/tables")
async def my_tables(asking: Asking) -> TableList:
    """The tables where I sit, the latest first."""
    tables = await asking.tables.of_person(asking.person) if asking.known else []
    return TableList(tables=[table_line(table, asking.person.id) for table in tables])


@router.delete("/tables/{table}", status_code=204)
async def forget_table(table: str, asking: Asking) -> None:
    """Remove me from a table; if nobody else is there, the whole table."""
    await asking.tables.forget(table, asking.person)
