"""Over HTTP: setting a table, finding one, and joining with a code."""

from __future__ import annotations

from fastapi import APIRouter

from okawari.server.asking import Asking
from okawari.server.limits import NEW_TABLES, WRONG_CODES
from okawari.server.messages import JoinCode, NewTable, TableList, TableMade
from okawari.server.opening import opening

router = APIRouter(prefix="/api", tags=["tables"])


@router.post("/tables", status_code=201)
async def set_table(wanted: NewTable, asking: Asking) -> TableMade:
    """Set a new table; with `start`, deal at once."""
    asking.slow_down(NEW_TABLES)
    if not asking.known:
        asking.become(asking.person)
    entries = opening(wanted, asking.person)
    made = await asking.tables.set(entries, asking.person, asking.account.network, wanted.start)
    return TableMade(id=made.id, key=made.key)


@router.get("/tables")
async def public_tables(asking: Asking) -> TableList:
    """The tables that their hosts made public, the latest first."""
    return TableList(tables=await asking.tables.public(asking.person if asking.known else None))


@router.post("/join")
async def join(code: JoinCode, asking: Asking) -> TableMade:
    """The table to which a short code leads."""
    asking.count_failure(WRONG_CODES)
    made = await asking.tables.with_code(code.code.upper())
    asking.excuse(WRONG_CODES)
    return TableMade(id=made.id, key=made.key)
