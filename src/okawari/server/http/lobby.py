"""The API of tables: create one, list the public ones, join with a short code."""

from __future__ import annotations

from fastapi import APIRouter

from okawari.server.http.visitor import CurrentVisitor
from okawari.server.play import new_table
from okawari.server.play.types import NewSeat, Options
from okawari.server.security.limits import NEW_TABLES, WRONG_CODES
from okawari.server.wire.messages import JoinCode, NewTable, TableList, TableMade
from okawari.server.wire.table_lines import table_line

router = APIRouter(prefix="/api", tags=["tables"])


@router.post("/tables", status_code=201)
async def set_table(wanted: NewTable, visitor: CurrentVisitor) -> TableMade:
    """Create a table; with `start`, start its game at once."""
    visitor.charge(NEW_TABLES)
    if not visitor.known:
        visitor.set_cookie(visitor.person)
    fields = wanted.model_dump(exclude={"options", "seats"})
    seats = [NewSeat(**seat.model_dump()) for seat in wanted.seats]
    table = new_table.NewTable(**fields, options=Options(**wanted.options.model_dump()), seats=seats)
    entries = new_table.opening(table, visitor.person)
    made = await visitor.tables.set(entries, visitor.person, visitor.account.network, wanted.start)
    return TableMade(id=made.id, key=made.key)


@router.get("/tables")
async def public_tables(visitor: CurrentVisitor) -> TableList:
    """The tables that their hosts made public, the last changed first."""
    tables = await visitor.tables.public()
    return TableList(tables=[table_line(table, visitor.account.person or None) for table in tables])


@router.post("/join")
async def join(code: JoinCode, visitor: CurrentVisitor) -> TableMade:
    """The table that a short code belongs to."""
    visitor.count_failure(WRONG_CODES)
    made = await visitor.tables.with_code(code.code.upper())
    visitor.undo_failure(WRONG_CODES)
    return TableMade(id=made.id, key=made.key)
