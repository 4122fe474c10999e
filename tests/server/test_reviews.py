"""Reviews of games: each is written once, and nobody fills the queue."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from okawari.game import Record
from okawari.server.http import replays
from okawari.server.play.errors import Refusal
from okawari.server.play.person import Account
from okawari.server.runtime.bot_pool import Pool
from okawari.server.runtime.reviews import OF_NETWORK, REMEMBERED, Reviews
from okawari.server.wire.messages import Review
from okawari.server.wire.reviews import review_of
from tests.server.services import played, validate
from tests.support.coroutines import run
from tests.support.tables import SAMPLE, Table

ANN, BOB = Account("192.0.2.1", "ann"), Account("192.0.2.2", "bob")


@asynccontextmanager
async def reviewing(write: Callable[[Record], Review]) -> AsyncIterator[Reviews[Review]]:
    pool = Pool(1, "reviews")
    try:
        yield Reviews(write, pool)
    finally:
        pool.close()


def games_like(record: Record, n: int) -> list[Record]:
    return [replace(record, luck=(str(number),)) for number in range(n)]


def test_each_game_is_reviewed_once() -> None:
    asked_about = []

    def write(record: Record) -> Review:
        asked_about.append(record)
        return Review(decisions=[])

    async def ask() -> None:
        record = played(SAMPLE[0]).record
        again = replace(record, names=("a", "b", "c", "d"))
        async with reviewing(write) as reviews:
            assert await reviews.of(record, ANN) == await reviews.of(again, BOB) == Review(decisions=[])
            assert len(asked_about) == 1
            for game in games_like(record, REMEMBERED):
                await reviews.of(game, ANN)
            await reviews.of(record, ANN)
            assert len(asked_about) == REMEMBERED + 2

    run(ask())


def test_a_review_that_failed_is_written_when_it_is_asked_for_again() -> None:
    answers: list[Exception | Review] = [RuntimeError("no appetite"), Review(decisions=[])]

    def write(record: Record) -> Review:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def ask() -> None:
        record = played(SAMPLE[0]).record
        async with reviewing(write) as reviews:
            with pytest.raises(RuntimeError):
                await reviews.of(record, ANN)
            assert await reviews.of(record, ANN) == Review(decisions=[])

    run(ask())


def test_the_coach_takes_one_game_at_a_time_and_nobody_fills_the_queue() -> None:
    """A network that has asked for enough reviews is told that the coach is busy; others get theirs next."""
    written: list[str] = []
    go_on = threading.Event()

    def write(record: Record) -> Review:
        go_on.wait(60)
        written.append(str(record.luck))
        return Review(decisions=[])

    async def ask() -> None:
        games = games_like(played(SAMPLE[0]).record, OF_NETWORK + 3)
        async with reviewing(write) as reviews:
            many = [Account(ANN.network, f"person {n}") for n in range(OF_NETWORK)]
            waiting = [asyncio.ensure_future(reviews.of(game, who)) for game, who in zip(games, many, strict=False)]
            same = asyncio.ensure_future(reviews.of(games[0], BOB))
            await asyncio.sleep(0)
            with pytest.raises(Refusal, match="coach-busy"):
                await reviews.of(games[-1], Account(ANN.network, "one more"))
            waiting += [asyncio.ensure_future(reviews.of(game, BOB)) for game in games[-2:]]
            await asyncio.sleep(0)
            with pytest.raises(Refusal, match="coach-busy"):
                await reviews.of(games[-3], BOB)
            go_on.set()
            assert await asyncio.gather(same, *waiting) == [Review(decisions=[])] * (len(waiting) + 1)
        order = [int(luck.strip("(',)")) for luck in written]
        assert len(order) == len(set(order)) == OF_NETWORK + 2, "each was written once"
        assert order[1] == OF_NETWORK + 1, "nobody waits for all of a network"

    run(ask())


@pytest.mark.slow
@pytest.mark.parametrize("table", [SAMPLE[3], SAMPLE[-3]], ids=str)
def test_a_review_points_into_the_replay(table: Table) -> None:
    record = played(table).record
    review, frames = review_of(record), replays.replay_of(record).frames
    assert review.decisions
    for decision in review.decisions:
        frame = frames[decision.frame]
        assert (frame.round, frame.turn) == (decision.round, decision.turn)
        assert (decision.seat, decision.chosen.move) in frame.moves
        assert decision.better.margin > decision.chosen.margin
        assert decision.better.reasons
    validate("Review", review.model_dump(mode="json"))
