"""The API of a person: their name and seat shape, their tables and results, and moving to another device."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace

from fastapi import APIRouter, Response

from okawari.server.http.visitor import CurrentVisitor
from okawari.server.play.errors import Refusal
from okawari.server.play.person import Person, clean_name
from okawari.server.security.limits import LINKS, RESULTS
from okawari.server.wire.messages import Me, MoveLink, NewMe, Results, TableList, Token
from okawari.server.wire.results import results_message
from okawari.server.wire.table_lines import table_line

router = APIRouter(prefix="/api/me", tags=["me"])


def me_of(person: Person) -> Me:
    """The message about a person, without their secret id."""
    return Me(name=person.name, shape=person.shape, named=bool(person.name))


@router.get("")
async def who_am_i(visitor: CurrentVisitor) -> Me:
    """The name and seat shape of the cookie's person; sets a cookie if there is none."""
    if not visitor.known:
        visitor.set_cookie(visitor.person)
    return me_of(visitor.person)


@router.put("")
async def call_me(new: NewMe, visitor: CurrentVisitor) -> Me:
    """Change the name and the seat shape."""
    person = replace(visitor.person, name=clean_name(new.name), shape=new.shape)
    visitor.set_cookie(person)
    return me_of(person)


@router.delete("", status_code=204)
async def forget_me(visitor: CurrentVisitor) -> None:
    """Remove the person from all their tables, delete their results, and delete the cookie."""
    await visitor.tables.forget_everywhere(visitor.person)
    visitor.delete_cookie()


@router.post("/link")
async def move_link(visitor: CurrentVisitor) -> MoveLink:
    """Create a one-time link that makes another device the same person."""
    visitor.charge(LINKS)
    token, until = secrets.token_urlsafe(24), visitor.tables.clock.now() + visitor.tables.settings.durations.move_link
    person = visitor.person
    visitor.set_cookie(person)
    await visitor.tables.store.offer_link(token, person, until)
    return MoveLink(token=token, until=until)


@router.post("/claim")
async def claim(token: Token, visitor: CurrentVisitor) -> Me:
    """Use a one-time link: sets the cookie of the person who created it."""
    visitor.charge(LINKS)
    person = await visitor.tables.store.use_link(token.token, visitor.tables.clock.now())
    if person is None:
        raise Refusal("link-used", 404)
    visitor.set_cookie(person)
    return me_of(person)


@router.get("/tables")
async def my_tables(visitor: CurrentVisitor) -> TableList:
    """The tables where the person sits or is the host, the last changed first."""
    tables = await visitor.tables.of_person(visitor.person) if visitor.known else []
    return TableList(tables=[table_line(table, visitor.person.id) for table in tables])


@router.delete("/tables/{table}", status_code=204)
async def forget_table(table: str, visitor: CurrentVisitor) -> None:
    """Remove the person from a table, with their result in it; deletes the table if nobody else sits there."""
    await visitor.tables.forget(table, visitor.person)


@router.get("/results", response_model=Results)
async def my_results(visitor: CurrentVisitor) -> Response:
    """The results of the person in all finished games."""
    visitor.charge(RESULTS)
    results = await visitor.tables.store.results(visitor.person.id) if visitor.known else []
    # Writing a thousand games would block the event loop.
    body = await asyncio.to_thread(lambda: results_message(results).model_dump_json())
    return Response(body, media_type="application/json")


@router.delete("/results", status_code=204)
async def delete_results(visitor: CurrentVisitor) -> None:
    """Delete the results of the person; their tables stay."""
    await visitor.tables.store.delete_results(visitor.person.id)
