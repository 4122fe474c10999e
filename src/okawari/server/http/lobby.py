"""Over HTTP: setting a table, finding one, and joining with a code."""

from __future__ import annotations

from fastapi import APIRouter

from okawari.server.http.visitor import Asking
from okawari.server.play import new_table
from okawari.server.play.types import NewSeat, Options
from okawari.server.security.limits import NEW_TABLES, WRONG_CODES
from okawari.server.wire.messages import JoinCode, NewTable, TableList, TableMade
from okawari.server.wire.state import table_line

router = APIRouter(prefix="/api", tags=["tables"])


@router.post("/tables", status_code=201)
async def set_table(wanted: NewTable, asking: Asking) -> TableMade:
    """Set a new table; with `start`, deal at once."""
    asking.slow_down(NEW_TABLES)
    if not asking.known:
        asking.become(asking.person)
    fields = wanted.model_dump(exclude={"options", "seats"})
    seats = [NewSeat(**seat.model_dump()) for seat in wanted.seats]
    table = new_table.NewTable(**fields, options=Options(**wanted.options.model_dump()), seats=seats)
    entries = new_table.opening(table, asking.person)
    made = await asking.tables.set(entries, asking.person, asking.account.network, wanted.start)
    return TableMade(id=made.id, key=made.key)


@router.get("/tables")
async def public_tables(asking: Asking) -> TableList:
    """The tables that their hosts made public, the latest first."""
    tables = await asking.tables.public()
    return TableList(tables=[table_line(table, asking.account.person or None) for table in tables])


@router.post("/join")
async def join(code: JoinCode, asking: Asking) -> TableMade:
    """The table to which a short code leads."""
    asking.count_failure(WRONG_CODES)
    made = await asking.tables.with_code(code.code.upper())
    asking.excuse(WRONG_CODES)
    return TableMade(id=made.id, key=made.key)
