"""What the coach says about whole games: one game at a time, and each only once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple

from okawari.bots import coach
from okawari.bots.coach import Lapse
from okawari.bots.coach.tasting import Tasting, estimate
from okawari.game import Game, Record, View
from okawari.server.fair_queue import Account, Rank
from okawari.server.messages import Advice, Decision, Reason, Review
from okawari.server.problems import WireProblem
from okawari.server.thinking import REVIEW, Pool

#: Reviews that are remembered.
REMEMBERED = 200
#: How many may wait or be under way: of one person, of one network, and in all.
OF_PERSON, OF_NETWORK, QUEUE = 2, 6, 30
#: About how long one takes.
SECONDS = 10.0
#: Imagined games for the level on which a decision was made.
LEVEL_GAMES = 1_000


class Reviews:
    """The reviews of games. Whoever asks about the same game waits for the same review."""

    def __init__(self, write: Callable[[Record], Review], pool: Pool) -> None:
        self._write = write
        self._pool = pool
        self._asked: OrderedDict[Hashable, asyncio.Future[Review]] = OrderedDict()

    def knows(self, record: Record) -> bool:
        """Whether the review of a game is written, or being written."""
        asked = self._asked.get(_game(record))
        return asked is not None and not _failed(asked)

    async def of(self, record: Record, account: Account) -> Review:
        """The review of a game, once it is written; it is, even if whoever asked first has gone."""
        if not self.knows(record):
            self._ask(record, account)
        return await asyncio.shield(self._asked[_game(record)])

    def _ask(self, record: Record, account: Account) -> None:
        of_person, of_network = self._pool.unfinished(account)
        if of_person >= OF_PERSON or of_network >= OF_NETWORK or len(self._pool) >= QUEUE:
            raise WireProblem("coach-busy", 503)
        self._asked[_game(record)] = self._pool.think(account, Rank(REVIEW, SECONDS), lambda share: self._write(record))
        self._asked.move_to_end(_game(record))
        if len(self._asked) > REMEMBERED:
            self._asked.popitem(last=False)


def _game(record: Record) -> Hashable:
    """What makes two records the same game."""
    return record.setting, record.moves, record.luck


def _failed(review: asyncio.Future[Review]) -> bool:
    return review.done() and (review.cancelled() or review.exception() is not None)


class Moment(NamedTuple):
    """A moment of a game: what those who were to move knew, and what was chosen."""

    round: int
    turn: int
    views: dict[int, View]
    moves: list[tuple[int, str]]


def moments_of(record: Record) -> list[Moment]:
    """The moments of a game, one for each frame of its replay."""
    moments: list[Moment] = []
    for game, moves in Game.retold(record):
        if moments:
            moments[-1].moves.extend(moves)
        moments.append(Moment(game.round, game.turn, {seat: game.view(seat) for seat in game.to_move}, []))
    return moments


def review_of(record: Record) -> Review:
    """Ask the coach, and find the moments that the answer is about."""
    moments = moments_of(record)
    decisions: list[Decision] = []
    for lapse in coach.review(record):
        told = {(decision.frame, decision.seat) for decision in decisions}
        frame = next(n for n, moment in enumerate(moments) if _is_about(lapse, moment) and (n, lapse.seat) not in told)
        decisions.append(_decision(lapse, frame, moments[frame].views[lapse.seat]))
    return Review(decisions=decisions)


def _is_about(lapse: Lapse, moment: Moment) -> bool:
    choice = (lapse.seat, lapse.played.text)
    return (lapse.round, lapse.turn) == (moment.round, moment.turn) and choice in moment.moves


def _decision(lapse: Lapse, frame: int, view: View) -> Decision:
    """A lapse with its level: the coach has measured what it cost, and that is the difference between the two moves."""
    tried = Tasting(view, "level").trials([lapse.played], LEVEL_GAMES)
    margin, win = estimate(tried.margins[:, 0]), estimate(tried.wins[:, 0])
    return Decision(
        seat=lapse.seat,
        round=lapse.round,
        turn=lapse.turn,
        frame=frame,
        chosen=Advice(
            move=lapse.played.text,
            margin=margin.value,
            margin_error=margin.error,
            win=win.value,
            win_error=win.error,
            reasons=[],
        ),
        better=Advice(
            move=lapse.better.text,
            margin=margin.value + lapse.margin,
            margin_error=lapse.margin_error,
            win=min(max(win.value + lapse.win, 0.0), 1.0),
            win_error=lapse.win_error,
            reasons=[Reason(**reason.to_json()) for reason in lapse.reasons],
        ),
    )
