"""Over HTTP: who I am, my tables, and taking them along to another device."""

from __future__ import annotations

import secrets
from dataclasses import replace

from fastapi import APIRouter

from okawari.server.asking import Asking
from okawari.server.limits import LINKS
from okawari.server.messages import Me, MoveLink, NewMe, TableList, Token
from okawari.server.people import Person, clean_name
from okawari.server.problems import WireProblem
from okawari.server.store import Traveller

router = APIRouter(prefix="/api/me", tags=["me"])


@router.get("")
async def who_am_i(asking: Asking) -> Me:
    """Who the browser is; a new one is given a cookie."""
    if not asking.known:
        asking.become(asking.person)
    return asking.person.me


@router.put("")
async def call_me(new: NewMe, asking: Asking) -> Me:
    """Take a name and a seat shape."""
    person = replace(asking.person, name=clean_name(new.name), shape=new.shape)
    asking.become(person)
    return person.me


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
        raise WireProblem("link-used", 404)
    person = Person(traveller.person, traveller.name, traveller.shape)
    asking.become(person)
    return person.me


@router.get("/tables")
async def my_tables(asking: Asking) -> TableList:
    """The tables where I sit, the latest first."""
    return TableList(tables=await asking.tables.of_person(asking.person) if asking.known else [])


@router.delete("/tables/{table}", status_code=204)
async def forget_table(table: str, asking: Asking) -> None:
    """Remove me from a table; if nobody else is there, the whole table."""
    await asking.tables.forget(table, asking.person)
