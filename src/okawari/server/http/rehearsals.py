"""The API of rehearsals: go on from a decision of a finished game, given by its id or as a record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, get_args

from fastapi import APIRouter, Query

from okawari.game import Record
from okawari.server.http.records import Shared
from okawari.server.http.replays import RECORD_BODY, Finished, Verified, names_of
from okawari.server.http.visitor import CurrentVisitor, Visitor
from okawari.server.play import new_table
from okawari.server.play.rehearsal import rehearsal_of
from okawari.server.play.types import Level
from okawari.server.security.limits import NEW_TABLES
from okawari.server.wire.messages import TableMade

router = APIRouter(prefix="/api", tags=["rehearsals"])

#: The frame of the replay in which the decision was made, and the seat that made it.
Frame = Annotated[int, Query(ge=0, le=999)]
Seat = Annotated[int, Query(ge=0, le=4)]
#: Records name a bot by its level.
_LEVELS: dict[str, Level] = {level: level for level in get_args(Level)}


@router.post("/tables/{table}/rehearsals", status_code=201)
async def rehearse_table(
    table: str, finished: Finished, frame: Frame, seat: Seat, visitor: CurrentVisitor
) -> TableMade:
    """Create a rehearsal from a decision of a finished game; for those who may see its replay."""
    bots = [seat.bot for seat in finished.seats]
    return await _rehearse(visitor, finished.record, bots, finished.options.spectators, frame, seat, table)


@router.post("/records/{record}/rehearsals", status_code=201)
async def rehearse_shared(record: str, shared: Shared, frame: Frame, seat: Seat, visitor: CurrentVisitor) -> TableMade:
    """Create a rehearsal from a decision in a shared record."""
    return await _rehearse(visitor, shared, _bots_of(shared), True, frame, seat, record)


@router.post("/rehearsals", status_code=201, openapi_extra=RECORD_BODY)
async def rehearse_record(record: Verified, frame: Frame, seat: Seat, visitor: CurrentVisitor) -> TableMade:
    """Create a rehearsal from a decision in a posted record."""
    return await _rehearse(visitor, record, _bots_of(record), True, frame, seat)


def _bots_of(record: Record) -> list[Level | None]:
    return [_LEVELS.get(name) for name in names_of(record)]


async def _rehearse(
    visitor: Visitor,
    record: Record,
    bots: Sequence[Level | None],
    spectators: bool,
    frame: int,
    seat: int,
    table: str | None = None,
) -> TableMade:
    visitor.charge(NEW_TABLES)
    # Replaying a long game would block the event loop.
    rehearsal = await asyncio.to_thread(rehearsal_of, record, frame, seat, table)
    if not visitor.known:
        visitor.set_cookie(visitor.person)
    entries = new_table.rehearse(rehearsal, bots, visitor.person, spectators=spectators)
    made = await visitor.tables.set(entries, visitor.person, visitor.account.network, start=True)
    return TableMade(id=made.id, key=made.key)
