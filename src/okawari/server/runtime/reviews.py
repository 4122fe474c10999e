"""The coach's reviews of finished games, computed one at a time and cached."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from okawari.game import Record
from okawari.server.play.errors import Refusal
from okawari.server.play.person import Account
from okawari.server.runtime.bot_pool import REVIEW, Pool
from okawari.server.runtime.fair_queue import Rank

#: The most reviews in the cache.
REMEMBERED = 200
#: How many may wait or run: of one person, of one network, and in all.
OF_PERSON, OF_NETWORK, QUEUE = 2, 6, 30
#: About how many seconds one takes.
SECONDS = 10.0

R = TypeVar("R")


class Reviews(Generic[R]):
    """Reviews by game. Several requests for one game wait for the same review, which `write` computes."""

    def __init__(self, write: Callable[[Record], R], pool: Pool) -> None:
        self._write = write
        self._pool = pool
        self._asked: OrderedDict[Hashable, asyncio.Future[R]] = OrderedDict()

    def knows(self, record: Record) -> bool:
        """Whether the review of a game is in the cache, or being computed."""
        asked = self._asked.get(_game(record))
        return asked is not None and not _failed(asked)

    async def of(self, record: Record, account: Account) -> R:
        """The review of a game; refused if too many wait. It is finished even if the request is cancelled."""
        if not self.knows(record):
            self._ask(record, account)
        return await asyncio.shield(self._asked[_game(record)])

    def _ask(self, record: Record, account: Account) -> None:
        of_person, of_network = self._pool.unfinished(account)
        if of_person >= OF_PERSON or of_network >= OF_NETWORK or len(self._pool) >= QUEUE:
            raise Refusal("coach-busy", 503)
        self._asked[_game(record)] = self._pool.submit(
            account, Rank(REVIEW, SECONDS), lambda share: self._write(record)
        )
        self._asked.move_to_end(_game(record))
        if len(self._asked) > REMEMBERED:
            self._asked.popitem(last=False)


def _game(record: Record) -> Hashable:
    """The key of a game in the cache: the same for records that differ only in names."""
    return record.setting, record.moves, record.luck


def _failed(review: asyncio.Future[R]) -> bool:
    return review.done() and (review.cancelled() or review.exception() is not None)
