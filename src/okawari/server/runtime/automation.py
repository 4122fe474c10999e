"""What the server does at tables by itself: bots move, clocks end, and a bot minds the seats of people who left."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Collection, Coroutine
from functools import partial
from typing import Any, Protocol

from okawari.game import OkawariError
from okawari.server.play.commands import choice, new_dealer, until
from okawari.server.play.errors import Refusal
from okawari.server.play.log import Entry
from okawari.server.play.seat import MINDER
from okawari.server.play.table import Table
from okawari.server.runtime.bot_pool import BotPool, seed_of
from okawari.server.runtime.bus import Note
from okawari.server.runtime.clock import SteadyClock
from okawari.server.runtime.live import LiveTable
from okawari.server.runtime.retry import until_done
from okawari.server.settings import Settings

Decision = Callable[[Table], list[Entry]]


class Tables(Protocol):
    """What is needed of the tables."""

    settings: Settings
    clock: SteadyClock

    async def write(self, live: LiveTable, decide: Decision, *, by: str = "person") -> None:
        """Write what is decided into the log, and tell everybody."""

    async def tell(self, live: LiveTable, note: Note) -> None:
        """Tell everybody at a table something that is not written down."""


_log = logging.getLogger("okawari.server")


class Automation:
    """Does what is to be done at tables without anybody asking."""

    def __init__(self, tables: Tables, bots: BotPool) -> None:
        self._tables = tables
        self._bots = bots
        self._patience = tables.settings.patience
        self._now = tables.clock.now
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def attend(self, live: LiveTable) -> None:
        """Look at a table after something happened there."""
        if self._closed:
            return
        for seat in live.table.bots_to_move:
            self._let_move(live, seat, live.table.seats[seat].player or MINDER, "bot")
        self._set_alarm(live)

    def close(self) -> None:
        """Do nothing any more."""
        self._closed = True
        for task in self._tasks:
            task.cancel()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            _log.error("Something that the server does by itself failed.", exc_info=problem)

    def _let_move(self, live: LiveTable, seat: int, level: str, by: str) -> None:
        """Have a bot think about a seat's move, unless one does already."""
        thought = (seat, live.table.moment)
        if thought not in live.thinking:
            live.thinking.add(thought)
            self._do(self._move(live, seat, level, by, live.table.moment))

    async def _move(self, live: LiveTable, seat: int, level: str, by: str, moment: int) -> None:
        """Think, and choose if the table still stands where it stood."""
        try:
            if self._still_waits(live.table, seat, moment, by):
                pause = random.uniform(*self._patience.bot_pause) if by == "bot" else 0.0
                move, _ = await asyncio.gather(self._thought(live, seat, level, moment), asyncio.sleep(pause))
                await self._write(live, lambda table: self._chosen(table, seat, move, moment, by), by)
        except Refusal:
            # The table is gone.
            return
        finally:
            live.thinking.discard((seat, moment))
        self.attend(live)

    async def _write(self, live: LiveTable, decide: Decision, by: str = "person") -> None:
        """Write what is decided into the log, however often that must be tried."""
        await until_done(lambda: self._tables.write(live, decide, by=by))

    async def _thought(self, live: LiveTable, seat: int, level: str, moment: int) -> str:
        """What a bot chooses; if it fails, any move, because people wait."""
        table, account = live.table, live.account
        view = table.running.view(seat)
        thought = self._bots.choose(account, level, view, seed_of(table.secret, seat, moment))
        if self._bots.busy(account.network):
            await self._tables.tell(live, {"what": "busy"})
        try:
            return await thought
        except Exception as problem:
            _log.error("%s could not choose.", level, exc_info=problem)
            return view.moves[0].text

    def _chosen(self, table: Table, seat: int, move: str, moment: int, by: str) -> list[Entry]:
        if not self._still_waits(table, seat, moment, by):
            return []
        return [choice(table, seat, move, self._now(), self._patience)]

    def _still_waits(self, table: Table, seat: int, moment: int, by: str) -> bool:
        """Whether a seat still waits for a bot, or for a person whose time is up."""
        if table.phase != "playing" or table.moment != moment or seat not in table.to_move:
            return False
        return bool(table.seats[seat].player) or (by == "clock" and (table.deadline or 0) <= self._now())

    def _set_alarm(self, live: LiveTable) -> None:
        """Wake up when a clock ends or somebody has been away for too long, whichever comes first."""
        live.silence()
        if live.waking:
            return
        times = [time_ for _, time_ in self._absentees(live)]
        if live.table.deadline is not None and live.players_here:
            times.append(live.table.deadline)
        if times:
            delay = max(0.0, min(times) - self._now())
            live.alarm = asyncio.get_running_loop().call_later(delay, self._ring, live)

    def _absentees(self, live: LiveTable) -> list[tuple[str, float]]:
        """People who keep others waiting, and when it has been too long: everybody in a game, and the host always."""
        table = live.table
        others = [person for person in live.players_here if person != table.host]
        awaited = {table.host} if others and table.phase in ("lobby", "paused") else set()
        if table.phase == "playing" and live.players_here:
            awaited = {seat.person for seat in table.seats if seat.waits_for_person and seat.person}
        return [(person, live.away_since(person) + self._patience.grace) for person in awaited - live.online]

    def _ring(self, live: LiveTable) -> None:
        live.alarm = None
        if not self._closed and not live.gone:
            self._do(self._wake(live))

    async def _wake(self, live: LiveTable) -> None:
        """Do what is due."""
        now = self._now()
        live.waking = True
        try:
            for person in {person for person, time_ in self._absentees(live) if time_ <= now}:
                await self._write(live, partial(_replaced, person, live.online))
        except Refusal:
            # The table is gone.
            return
        finally:
            live.waking = False
        table = live.table
        if table.phase == "playing" and table.deadline is not None and table.deadline <= now:
            waited_for = [seat for seat in table.to_move if table.seats[seat].waits_for_person]
            for seat in waited_for:
                self._let_move(live, seat, MINDER, "clock")
            if waited_for:
                return
        self._set_alarm(live)

    async def greet(self, live: LiveTable, person: str) -> None:
        """Write what changes when a player comes. If that fails they may come in all the same: it is tried again."""
        decide = partial(self._greeting, person, not live.players_here)
        try:
            await self._tables.write(live, decide)
        except (Refusal, OkawariError):
            raise
        except Exception:
            self._do(self._write(live, decide))

    def _greeting(self, person: str, alone: bool, table: Table) -> list[Entry]:
        """A player's seats are theirs again.

        A clock that ended while nobody was there begins anew, and so does one that would run for longer than any clock
        does, because the server's time was wrong when it was set.
        """
        back = [Entry("return", seat) for seat in table.seats_of(person) if table.seats[seat].minded]
        now = self._now()
        clock = until(table, now, self._patience)
        runs = table.deadline is None or now < table.deadline <= clock.get("until", now)
        return [*back, *([] if runs or not alone or table.phase != "playing" else [Entry("clock", data=clock)])]


def _replaced(person: str, here: Collection[str], table: Table) -> list[Entry]:
    """In a game a bot minds all seats of somebody who left; and somebody else is the host."""
    seats = [seat for seat in table.seats_of(person) if not table.seats[seat].minded and table.phase == "playing"]
    return [*(Entry("mind", seat) for seat in seats), *new_dealer(table, person, here)]
