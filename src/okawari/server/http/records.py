"""The API of shared records: finished games that were played elsewhere, and get a link here."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse

from okawari.game import Record
from okawari.server.http.replays import RECORD_BODY, Verified, names_of, record_file, replay_of, review_of_record
from okawari.server.http.visitor import CurrentVisitor
from okawari.server.play.errors import Refusal
from okawari.server.play.sharing import share
from okawari.server.security.limits import REPLAYS, SHARES
from okawari.server.wire.messages import RecordShared, Replay, Review

router = APIRouter(prefix="/api/records", tags=["records"])


async def charge_share(visitor: CurrentVisitor) -> None:
    """Count a record to be shared, before it is read."""
    visitor.charge(SHARES)


async def shared_record(record: str, visitor: CurrentVisitor) -> Record:
    """The shared record in the path of a request; refused if there is none."""
    visitor.charge(REPLAYS)
    tables = visitor.tables
    if (shared := await tables.store.shared(record, tables.clock.now())) is None:
        raise Refusal("unknown-record", 404)
    return shared.record


Shared = Annotated[Record, Depends(shared_record)]


@router.post("", status_code=201, openapi_extra=RECORD_BODY, dependencies=[Depends(charge_share)])
async def share_record(record: Verified, visitor: CurrentVisitor) -> RecordShared:
    """Store a posted record under a link that is open to everybody; the same record has the same link."""
    if not visitor.known:
        visitor.set_cookie(visitor.person)
    shared = share(replace(record, names=tuple(names_of(record))), visitor.person.id)
    await visitor.tables.store.share(shared, visitor.tables.clock.now())
    return RecordShared(id=shared.id)


@router.get("/{record}")
def shared_file(shared: Shared) -> JSONResponse:
    """A shared record, as a file to download."""
    return record_file(shared)


@router.get("/{record}/replay")
def shared_replay(shared: Shared) -> Replay:
    """The replay of a shared record; without its promise about the deal, which was not made by the server."""
    replay = replay_of(shared, played_on="device")
    replay.fairness = None
    return replay


@router.get("/{record}/review")
async def shared_review(shared: Shared, request: Request, visitor: CurrentVisitor) -> Review:
    """The review of a shared record: the decisions that mattered."""
    return await review_of_record(shared, request, visitor)


@router.delete("/{record}", status_code=204)
async def delete_record(record: str, visitor: CurrentVisitor) -> None:
    """Delete a shared record; for the person who shared it."""
    if not await visitor.tables.store.delete_shared(record, visitor.person.id):
        raise Refusal("unknown-record", 404)
