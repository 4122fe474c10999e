"""What the server does at tables by itself: it moves for bots, for players out of time and for players who left.

One process does so for a table, its leader; the others tell it what is due.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Collection, Coroutine
from functools import partial
from typing import Any, Protocol

from okawari.game import OkawariError
from okawari.server.play.commands import choice, deadline_data, new_host
from okawari.server.play.errors import Refusal
from okawari.server.play.log import Entry
from okawari.server.play.seat import MINDER
from okawari.server.play.table import Table
from okawari.server.runtime.bot_pool import BotPool, seed_of
from okawari.server.runtime.bus import Note
from okawari.server.runtime.clock import SteadyClock
from okawari.server.runtime.leadership import Leadership
from okawari.server.runtime.live import LiveTable
from okawari.server.runtime.neighbours import Neighbours
from okawari.server.runtime.retry import until_done
from okawari.server.settings import Settings
from okawari.server.storage.store import Fence, LeaseLost

Decision = Callable[[Table], list[Entry]]


class Tables(Protocol):
    """The part of `okawari.server.runtime.tables.Tables` that is used here."""

    settings: Settings
    clock: SteadyClock
    neighbours: Neighbours
    leadership: Leadership

    async def write(self, live: LiveTable, decide: Decision, *, by: str = "person", fence: Fence | None = None) -> None:
        """Write the entries that `decide` returns into the log, and notify all sockets of the table."""

    async def bring_up_to_date(self, live: LiveTable) -> None:
        """Read the rows of the log that are not known here."""

    async def publish(self, live: LiveTable, note: Note) -> None:
        """Send a note to all sockets of a table without a log row."""


_log = logging.getLogger("okawari.server")


class Automation:
    """Moves for bots, ends clocks, and replaces players who left, at all tables in memory."""

    def __init__(self, tables: Tables, bots: BotPool) -> None:
        self._tables = tables
        self._bots = bots
        self._durations = tables.settings.durations
        self._now = tables.clock.now
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def schedule(self, live: LiveTable) -> None:
        """Start the bots that are to move and set the timer of a table; called after every change of it.

        A process that does not lead the table tells the leader if there is something to be done.
        """
        live.cancel_timer()
        if self._closed:
            return
        if not self._tables.leadership.leads(live):
            self._tell_leader(live)
            return
        for seat in live.table.bots_to_move:
            self._start_move(live, seat, live.table.seats[seat].player or MINDER, "bot")
        self._set_timer(live)

    def remind(self, live: LiveTable) -> None:
        """Do what should have been done by now, or tell the leader again: a note or the bus may have been lost."""
        if self._is_overdue(live):
            live.told_leader = (0, 0)
            self.schedule(live)

    def _tell_leader(self, live: LiveTable) -> None:
        """Tell the leader of a table what is due, once for each change."""
        change = (live.table.moment, live.changes)
        if change != live.told_leader and (live.table.bots_to_move or self._times(live)):
            live.told_leader = change
            self._start(self._tables.leadership.tell_leader(live))

    def _is_overdue(self, live: LiveTable) -> bool:
        return bool(live.table.bots_to_move) or min(self._times(live), default=self._now() + 1) <= self._now()

    def close(self) -> None:
        """Stop: cancel what is running, and start nothing more."""
        self._closed = True
        for task in self._tasks:
            task.cancel()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            _log.error("A background task of a table failed.", exc_info=problem)

    def _start_move(self, live: LiveTable, seat: int, level: str, by: str) -> None:
        """Start a task in which a bot chooses a seat's move, unless one is running."""
        thought = (seat, live.table.moment)
        if thought not in live.thinking:
            live.thinking.add(thought)
            self._start(self._move(live, seat, level, by, live.table.moment))

    async def _move(self, live: LiveTable, seat: int, level: str, by: str, moment: int) -> None:
        """Let a bot choose, and write its choice if the turn has not changed meanwhile."""
        try:
            if self._still_waits(live.table, seat, moment, by):
                pause = self._pause(live.table) if by == "bot" else 0.0
                move, _ = await asyncio.gather(self._bot_move(live, seat, level, moment), asyncio.sleep(pause))
                await self._write_as_leader(live, lambda table: self._chosen(table, seat, move, moment, by), by)
        except (Refusal, LeaseLost):
            # The table was deleted, or another process leads it now.
            return
        finally:
            live.thinking.discard((seat, moment))
        self.schedule(live)

    def _pause(self, table: Table) -> float:
        """How long a bot waits: where players take turns, until the page has shown the move before."""
        shown = self._durations.move_shown if table.setting.in_turns else 0.0
        return shown + random.uniform(*self._durations.bot_pause)

    async def _write_as_leader(self, live: LiveTable, decide: Decision, by: str = "person") -> None:
        """Write the entries that `decide` returns into the log; retried until it succeeds, or the lease is lost.

        Raises `LeaseLost`, too, if it was lost before.
        """
        leadership = self._tables.leadership
        if not leadership.leads(live):
            raise LeaseLost
        fence = leadership.fence_of(live.id)
        await until_done(lambda: self._tables.write(live, decide, by=by, fence=fence))

    async def _bot_move(self, live: LiveTable, seat: int, level: str, moment: int) -> str:
        """The move that a bot chooses; if the bot fails, the first legal move, because people wait."""
        table, account = live.table, live.account
        view = table.running.view(seat)
        thought = self._bots.choose(account, level, view, seed_of(table.secret, seat, moment))
        if self._bots.busy(account.network):
            await self._tables.publish(live, {"what": "busy"})
        try:
            return await thought
        except Exception as problem:
            _log.error("%s could not choose.", level, exc_info=problem)
            return view.moves[0].text

    def _chosen(self, table: Table, seat: int, move: str, moment: int, by: str) -> list[Entry]:
        if not self._still_waits(table, seat, moment, by):
            return []
        return [choice(table, seat, move, self._now(), self._durations)]

    def _still_waits(self, table: Table, seat: int, moment: int, by: str) -> bool:
        """Whether a seat has yet to choose in this turn, and a bot plays it or its player is out of time."""
        if table.phase != "playing" or table.moment != moment or seat not in table.to_move:
            return False
        return bool(table.seats[seat].player) or (by == "clock" and (table.deadline or 0) <= self._now())

    def _set_timer(self, live: LiveTable) -> None:
        """Set the timer of a table to the end of its clock or of a player's grace period, whichever is first."""
        live.cancel_timer()
        if live.waking:
            return
        if times := self._times(live):
            delay = max(0.0, min(times) - self._now())
            live.timer = asyncio.get_running_loop().call_later(delay, self._on_timer, live)

    def _times(self, live: LiveTable) -> list[float]:
        """When grace periods and the clock of a table end."""
        times = [time_ for _, time_ in self._absentees(live)]
        if live.table.deadline is not None and live.players_here:
            times.append(live.table.deadline)
        return times

    def _absentees(self, live: LiveTable) -> list[tuple[str, float]]:
        """Disconnected people whom others wait for (players in a game, else the host), and when their grace ends."""
        table = live.table
        if self._tables.neighbours.cut_off:
            # Nobody knows who is connected elsewhere.
            return []
        others = [person for person in live.players_here if person != table.host]
        awaited = {table.host} if others and table.phase in ("lobby", "paused") else set()
        if table.phase == "playing" and live.players_here:
            awaited = {seat.person for seat in table.seats if seat.waits_for_person and seat.person}
        return [(person, live.away_since(person) + self._durations.grace) for person in awaited - live.online]

    def _on_timer(self, live: LiveTable) -> None:
        live.timer = None
        if not self._closed and not live.deleted:
            self._start(self._run_due(live))

    async def _run_due(self, live: LiveTable) -> None:
        """Replace people whose grace period has ended, and let bots choose for players whose time is up."""
        now = self._now()
        live.waking = True
        try:
            await until_done(lambda: self._tables.bring_up_to_date(live))
            for person in {person for person, time_ in self._absentees(live) if time_ <= now}:
                await self._write_as_leader(live, partial(_replace_entries, person, live.online))
        except (Refusal, LeaseLost):
            # The table was deleted, or another process leads it now.
            return
        finally:
            live.waking = False
        table = live.table
        if table.phase == "playing" and table.deadline is not None and table.deadline <= now:
            waited_for = [seat for seat in table.to_move if table.seats[seat].waits_for_person]
            for seat in waited_for:
                self._start_move(live, seat, MINDER, "clock")
            if waited_for:
                return
        self._set_timer(live)

    async def player_connected(self, live: LiveTable, person: str) -> None:
        """Write what changes when a player connects. If the database fails it is retried in the background."""
        decide = partial(self._return_entries, person, not live.players_here)
        try:
            await self._tables.write(live, decide)
        except (Refusal, OkawariError):
            raise
        except Exception:
            self._start(until_done(lambda: self._tables.write(live, decide)))

    def _return_entries(self, person: str, alone: bool, table: Table) -> list[Entry]:
        """The log entries for a player who connects: bots return their seats, and a dead clock is restarted.

        The clock is restarted for the first player if it ended while nobody was connected, or if it would run for
        longer than a turn lasts, because the server's time was wrong when it was set.
        """
        back = [Entry("return", seat) for seat in table.seats_of(person) if table.seats[seat].minded]
        now = self._now()
        clock = deadline_data(table, now, self._durations)
        runs = table.deadline is None or now < table.deadline <= clock.get("until", now)
        return [*back, *([] if runs or not alone or table.phase != "playing" else [Entry("clock", data=clock)])]


def _replace_entries(person: str, here: Collection[str], table: Table) -> list[Entry]:
    """The log entries for a person who left: bots play their seats in a game, and another player becomes the host."""
    seats = [seat for seat in table.seats_of(person) if not table.seats[seat].minded and table.phase == "playing"]
    return [*(Entry("mind", seat) for seat in seats), *new_host(table, person, here)]
