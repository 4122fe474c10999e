"""The API of finished games: record, replay and review, of a table by its id or of a posted record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse
from pydantic_core import from_json

from okawari.game import BadFile, Game, Record
from okawari.game.notation import letter
from okawari.game.record import FORMAT
from okawari.game.story import told_events
from okawari.server.http.visitor import CurrentVisitor
from okawari.server.play.errors import Refusal
from okawari.server.play.person import readable
from okawari.server.play.table import Table
from okawari.server.runtime.reviews import Reviews
from okawari.server.security.limits import REPLAYS, REVIEWS
from okawari.server.wire.bills import bills_of, worth_of
from okawari.server.wire.messages import Bill, Fairness, Frame, Replay, Review, SettingChoice, WorthLine

router = APIRouter(prefix="/api", tags=["replays"])

#: The longest record that is accepted: longer than that of any real game.
MOST_BYTES = 200_000
MOST_NAME = 40


async def finished_table(table: str, visitor: CurrentVisitor) -> Table:
    """The table in the path of a request; refused if its game is not over or the visitor may not see it."""
    visitor.charge(REPLAYS)
    finished = await visitor.tables.finished(table)
    if not finished.may_watch(visitor.account.person):
        raise Refusal("no-spectators", 403)
    return finished


async def posted_record(request: Request, visitor: CurrentVisitor) -> Record:
    """The record in the body of a request; refused if it is too long."""
    visitor.charge(REPLAYS)
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
    """The JSON schema of records, to be embedded in that of the API."""
    text = resources.files("okawari").joinpath("schemas", "record.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return {key: value for key, value in schema.items() if not key.startswith("$")}


def verified(record: Annotated[Record, Depends(posted_record)]) -> Record:
    """The posted record after verification; refused if it does not hold, or if its game is not over."""
    if problems := record.verify():
        raise Refusal(problems[0])
    if not record.over:
        raise Refusal("not-over", 409)
    return record


async def review_of_record(record: Record, request: Request, visitor: CurrentVisitor) -> Review:
    """The review of a game, from the cache or computed; only the latter counts against the rate limit."""
    reviews: Reviews[Review] = request.app.state.reviews
    if not reviews.knows(record):
        visitor.charge(REVIEWS)
    return await reviews.of(record, visitor.account)


RECORD_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": record_schema()}}}}
Finished = Annotated[Table, Depends(finished_table)]
Verified = Annotated[Record, Depends(verified)]


@router.get("/tables/{table}/record")
def table_record(table: str, finished: Finished) -> JSONResponse:
    """The record of a finished game, as a file to download."""
    return record_file(finished.record)


@router.get("/tables/{table}/replay")
def table_replay(finished: Finished, visitor: CurrentVisitor) -> Replay:
    """The replay of a finished game."""
    replay = replay_of(finished.record, [seat.shape for seat in finished.seats], "server")
    replay.yours = finished.seats_of(visitor.account.person)
    return replay


@router.get("/tables/{table}/review")
async def table_review(finished: Finished, request: Request, visitor: CurrentVisitor) -> Review:
    """The review of a finished game: the decisions that mattered."""
    return await review_of_record(finished.record, request, visitor)


@router.post("/replay", openapi_extra=RECORD_BODY)
def posted_replay(record: Verified) -> Replay:
    """The replay of a posted record."""
    return replay_of(record)


@router.post("/review", openapi_extra=RECORD_BODY)
async def posted_review(record: Verified, request: Request, visitor: CurrentVisitor) -> Review:
    """The review of a posted record: the decisions that mattered."""
    return await review_of_record(record, request, visitor)


def record_file(record: Record) -> JSONResponse:
    """A record as a file to download."""
    name = f"okawari-{record.setting.menu}-{record.digest[:8]}.json"
    return JSONResponse(record.to_json(), headers={"content-disposition": f'attachment; filename="{name}"'})


def replay_of(
    record: Record, shapes: Sequence[int] | None = None, played_on: Literal["server", "device"] | None = None
) -> Replay:
    """The replay of a record: a frame before each choice, and one at the end."""
    frames: list[Frame] = []
    counts = [0]
    for game, moves in Game.replay_by_turn(record):
        if frames:
            frames[-1].moves = list(moves)
        frames.append(_frame(game))
        counts.append(game.event_count)
    events = told_events(game.events, record.setting)
    for frame, since, until in zip(frames, counts, counts[1:], strict=False):
        frame.events = events[since:until]
    return Replay(
        setting=SettingChoice(**record.setting.to_json()),
        names=names_of(record),
        shapes=list(shapes or range(1, record.setting.seats + 1)),
        turns=record.setting.turns,
        frames=frames,
        bill=[Bill(**bill) for bill in bills_of(game.scores)],
        winners=list(game.winners),
        fairness=_fairness(record),
        played_on=played_on,
    )


def _frame(game: Game) -> Frame:
    """A frame with the views of all seats and of spectators, without events and without legal moves."""
    views = [game.view(seat).to_json() | {"moves": []} for seat in (*game.seats, None)]
    worth = [{dish: WorthLine(**line) for dish, line in plate.items()} for plate in worth_of(game.view())]
    return Frame(
        round=game.round, turn=game.turn, to_move=list(game.to_move), events=[], views=views, moves=[], worth=worth
    )


def names_of(record: Record) -> list[str]:
    """The names of the players; the letter of the seat for a player without a readable name."""
    names = record.names or ()
    given = names if len(names) == record.setting.seats else [""] * record.setting.seats
    return [readable(name)[:MOST_NAME] or letter(seat) for seat, name in enumerate(given)]


def _fairness(record: Record) -> Fairness | None:
    promise = record.fairness
    if promise is None:
        return None
    return Fairness(commitment=promise.commitment, nonces=list(promise.nonces), opened=promise.secret, seed=record.seed)
