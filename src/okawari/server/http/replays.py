"""Finished games, moment by moment; and what the coach says about them.

Those of tables come by the table's id, those of records from anybody who has one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse
from pydantic_core import from_json

from okawari.game import BadFile, Game, Record
from okawari.game.notation import letter
from okawari.game.record import FORMAT
from okawari.game.story import told_events
from okawari.game.worth import worth_now
from okawari.server.http.visitor import Asking
from okawari.server.play.errors import Refusal
from okawari.server.play.person import readable
from okawari.server.play.table import Table
from okawari.server.runtime.reviews import Reviews
from okawari.server.security.limits import REPLAYS, REVIEWS
from okawari.server.wire.bills import bills_of, lines_of
from okawari.server.wire.messages import Fairness, Frame, Replay, Review, SettingChoice

router = APIRouter(prefix="/api", tags=["replays"])

#: No game that people play is longer than this when it is written down.
MOST_BYTES = 200_000
MOST_NAME = 40


async def table_over(table: str, asking: Asking) -> Table:
    """The table of a path, if its game is over and the visitor may see it."""
    asking.slow_down(REPLAYS)
    over = await asking.tables.finished(table)
    if not over.may_watch(asking.account.person):
        raise Refusal("no-spectators", 403)
    return over


async def posted_record(request: Request, asking: Asking) -> Record:
    """The record in a request's body, read no further than a game can be long."""
    asking.slow_down(REPLAYS)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise Refusal("too-large", 413, most=MOST_BYTES)
    try:
        data = from_json(bytes(body), allow_inf_nan=False)
    except ValueError as error:
        raise BadFile("bad-format", what="record", format=FORMAT) from error
    return Record.from_json(data)


def record_schema() -> dict[str, Any]:
    """The schema of records, to be part of a larger one."""
    text = resources.files("okawari").joinpath("schemas", "record.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return {key: value for key, value in schema.items() if not key.startswith("$")}


def proven(record: Annotated[Record, Depends(posted_record)]) -> Record:
    """A record that holds when it is played again, and whose game is over: before, hands are secret."""
    if problems := record.verify():
        raise Refusal(problems[0])
    if not record.over:
        raise Refusal("not-over", 409)
    return record


async def _review(record: Record, request: Request, asking: Asking) -> Review:
    """The review of a game, once it is written."""
    reviews: Reviews[Review] = request.app.state.reviews
    if not reviews.knows(record):
        asking.slow_down(REVIEWS)
    return await reviews.of(record, asking.account)


_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": record_schema()}}}}
Over = Annotated[Table, Depends(table_over)]
Proven = Annotated[Record, Depends(proven)]


@router.get("/tables/{table}/record")
def table_record(table: str, over: Over) -> JSONResponse:
    """The record of a game that is over, to keep."""
    name = f"okawari-{over.record.setting.menu}-{over.record.digest[:8]}.json"
    return JSONResponse(over.record.to_json(), headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{table}/replay")
def table_replay(over: Over) -> Replay:
    """A game that is over, moment by moment."""
    return replay_of(over.record, [seat.shape for seat in over.seats])


@router.get("/tables/{table}/review")
async def table_review(over: Over, request: Request, asking: Asking) -> Review:
    """The decisions that mattered in a game that is over."""
    return await _review(over.record, request, asking)


@router.post("/replay", openapi_extra=_BODY)
def posted_replay(record: Proven) -> Replay:
    """The game of a record, moment by moment."""
    return replay_of(record)


@router.post("/review", openapi_extra=_BODY)
async def posted_review(record: Proven, request: Request, asking: Asking) -> Review:
    """The decisions that mattered in the game of a record."""
    return await _review(record, request, asking)


def replay_of(record: Record, shapes: Sequence[int] | None = None) -> Replay:
    """The game of a record, moment by moment: before each choice, and at the end."""
    frames: list[Frame] = []
    told = [0]
    for game, moves in Game.replay_by_turn(record):
        if frames:
            frames[-1].moves = list(moves)
        frames.append(_frame(game))
        told.append(game.event_count)
    events = told_events(game.events, record.setting)
    for frame, since, until in zip(frames, told, told[1:], strict=False):
        frame.events = events[since:until]
    return Replay(
        setting=SettingChoice(**record.setting.to_json()),
        names=_names(record),
        shapes=list(shapes or range(1, record.setting.seats + 1)),
        turns=record.setting.turns,
        frames=frames,
        bill=bills_of(game.scores),
        winners=list(game.winners),
        fairness=_fairness(record),
    )


def _frame(game: Game) -> Frame:
    """A moment, as everybody saw it. Nobody chooses in a replay, so the views name no moves."""
    views = [game.view(seat).to_json() | {"moves": []} for seat in (*game.seats, None)]
    worth = [lines_of(lines) for lines in worth_now(game.view())]
    return Frame(
        round=game.round, turn=game.turn, to_move=list(game.to_move), events=[], views=views, moves=[], worth=worth
    )


def _names(record: Record) -> list[str]:
    """What the players are called; whoever has no name that can be read is called by the seat's letter."""
    names = record.names or ()
    told = names if len(names) == record.setting.seats else [""] * record.setting.seats
    return [readable(name)[:MOST_NAME] or letter(seat) for seat, name in enumerate(told)]


def _fairness(record: Record) -> Fairness | None:
    promise = record.fairness
    if promise is None:
        return None
    return Fairness(commitment=promise.commitment, nonces=list(promise.nonces), opened=promise.secret, seed=record.seed)
