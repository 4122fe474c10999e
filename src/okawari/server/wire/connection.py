"""The websocket of a table: the requests of one client, and the messages to it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from typing import Any, Literal

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError

from okawari.game import OkawariError, View
from okawari.server.play.commands import COMMANDS, Sender, entries_for
from okawari.server.play.errors import Refusal
from okawari.server.play.person import Account, Person, new_person
from okawari.server.runtime.bot_pool import seed_of
from okawari.server.runtime.bus import Note
from okawari.server.runtime.live import LiveTable
from okawari.server.runtime.tables import Tables
from okawari.server.runtime.writing import WriteRequest
from okawari.server.security import limits
from okawari.server.security.connections import Connection, Connections
from okawari.server.security.identity import Cookies, account_of
from okawari.server.storage.store import Unavailable
from okawari.server.wire import messages as m
from okawari.server.wire.problems import problem_of
from okawari.server.wire.protocol import HANDOVER, HandoverProtocol
from okawari.server.wire.updates import Reader, Updates

router = APIRouter()
_log = logging.getLogger("okawari.server")

#: The path of websockets, before the id of a table.
SOCKETS = "/ws/tables"
#: The longest message that a client may send.
MOST_BYTES = 16 * 1024
#: Seconds in which a client must send `hello`.
HELLO = 10.0
#: The most messages that may wait for a slow client, and the most that may exceed the rate before the socket is closed.
MOST_WAITING = 200
MOST_TOO_FAST = 100
#: The number of requests that wait for the one before them at which no more are read.
MOST_UNREAD = 8
#: Close codes of websockets.
NOT_INVITED, UNKNOWN, LIMIT, OLD_PAGE, GOING, NO_HELLO = 4403, 4404, 4429, 4426, 1001, 1000

_requests: TypeAdapter[m.FromBrowser] = TypeAdapter(m.FromBrowser)


class TableSocket:
    """A websocket of a client at a table."""

    def __init__(
        self, socket: WebSocket, line: HandoverProtocol, live: LiveTable, person: Person | None, account: Account
    ) -> None:
        state: Any = socket.app.state
        self.person = person.id if person else None
        self.reader = Reader(self.person)
        self.account = account
        self._line = line
        self._connection: Connection | None = socket.scope.get("state", {}).get("connection")
        self._connections: Connections = state.connections
        self._cookies: Cookies = state.cookies
        self._tables: Tables = state.tables
        self._limits: limits.Limits = state.limits
        self._live = live
        self._person = person or new_person()
        self._invited = False
        self._greeted = False
        self._closed = False
        self._inbox: list[str | None] = []
        #: Whether a request is carried out that takes time, and its task if it has one.
        self._busy = False
        self._task: asyncio.Task[None] | None = None
        self._outbox: list[str] = []
        self._too_fast = 0
        self._hinting: asyncio.Task[None] | None = None
        self._messages = self._limits.bucket(limits.MESSAGES)
        self._emotes: limits.Bucket | None = None
        self._tables.metrics.sockets.inc()
        self._patience: asyncio.TimerHandle | None = asyncio.get_running_loop().call_later(HELLO, self._give_up)

    # Sending

    def send(self, message: m.Message) -> None:
        """Send a message."""
        self._enqueue(message.model_dump_json())
        self._flush()

    def _enqueue(self, message: str) -> None:
        """Queue a message, to be sent in one write with the next ones."""
        if self._closed:
            return
        if len(self._outbox) >= MOST_WAITING:
            self._outbox.clear()
            self._close_for_limit()
            return
        self._outbox.append(message)

    def _flush(self) -> None:
        """Send the queued messages, unless the client has not read the ones before."""
        if self._outbox and not self._line.full:
            self._line.write(self._outbox)
            self._outbox.clear()

    def drained(self) -> None:
        """Go on sending, now that the client has read what it was sent."""
        self._flush()
        self.tell()

    def notify(self, note: Note) -> None:
        """Send the message of an emote or of a rematch."""
        if note["what"] == "emote":
            self.send(m.EmoteSeen(seat=note["seat"], emote=note["emote"]))
        else:
            self.send(m.RematchSet(table=note["table"]))

    def tell(self) -> None:
        """Send what has changed at the table, unless the client may not watch any more.

        A client that reads too slowly gets the whole state later.
        """
        if self._closed or not self._greeted:
            return
        if self._line.full:
            self.reader.shared = None
        elif not self._may_be_here():
            self._reject()
        else:
            busy = self._tables.bots.busy(self._live.account.network) or self._live.busy_elsewhere
            if message := self._live.shared(Updates).message(self.reader, self._tables.clock.now(), busy):
                self._enqueue(message)
            self._flush()

    def _close(self, code: int) -> None:
        """Send the queued messages, and close the socket."""
        self._closed = True
        self._line.write(self._outbox)
        self._outbox.clear()
        self._line.close(code)

    def _give_up(self) -> None:
        """Close the socket of a client that has not sent `hello`."""
        self._close(NO_HELLO)

    def _reject(self, request: str | None = None) -> None:
        """Refuse a client that may not be at this table, and close the socket."""
        in_lobby = self._live.table.phase == "lobby"
        self._refuse(request, m.Problem(code="not-invited" if in_lobby else "no-spectators"))
        self._close(NOT_INVITED)

    async def bye(self, reason: Literal["shutdown", "closed"]) -> None:
        """Send `bye` and close the socket."""
        self.send(m.Bye(reason=reason))
        self._close(GOING)

    # Receiving

    def receive(self, text: str | None) -> None:
        """Receive a message, None for one that is not text; requests are carried out one after another."""
        if self._closed:
            return
        self._inbox.append(text)
        if not self._busy:
            self._work_off()
        elif len(self._inbox) == MOST_UNREAD:
            self._line.pause_reading()

    def _work_off(self) -> None:
        """Carry out the requests that wait, up to one that takes time."""
        while self._inbox and not self._busy and not self._closed:
            if len(self._inbox) == MOST_UNREAD:
                self._line.resume_reading()
            text = self._inbox.pop(0)
            request_id: str | None = None
            try:
                request = self._read(text)
                request_id = request.id
                self._answer(request)
            except Exception as problem:
                self._fail(request_id, problem)

    def _fail(self, request: str | None, problem: BaseException) -> None:
        """Refuse a request for a problem; one that was not expected is logged and refused as `server-fault`.

        While the database is away, the client may try again.
        """
        if isinstance(problem, Malformed):
            self._refuse(problem.id, m.Problem(code=problem.code))
            self._count_too_fast(problem.code)
        elif isinstance(problem, Refusal | OkawariError):
            self._refuse(request, problem_of(problem))
        elif isinstance(problem, Unavailable):
            self._refuse(request, m.Problem(code="busy"))
            if not self._greeted:
                # The page comes again.
                self._close(GOING)
        else:
            _log.error("A request failed.", exc_info=problem)
            self._refuse(request, m.Problem(code="server-fault"))

    def _start(self, request: m.Request, work: Coroutine[Any, Any, None]) -> None:
        """Carry out a request that takes time in a task; the requests after it wait."""

        async def run() -> None:
            try:
                await work
            except Exception as problem:
                self._fail(request.id, problem)
            self._go_on()

        self._busy = True
        self._task = asyncio.create_task(run())

    def _go_on(self) -> None:
        """Carry out the next requests, since one that took time is done."""
        self._busy = False
        self._work_off()

    def _read(self, text: str | None) -> m.Request:
        """The request in a message; `Malformed` if it is none. Every message counts against the rate limit."""
        slow_enough, short = self._messages.take(), text is not None and len(text) <= MOST_BYTES
        if not slow_enough:
            raise Malformed("too-fast", _id_in(text) if text and short else None)
        if text is None:
            raise Malformed("bad-message")
        if not short or len(text.encode()) > MOST_BYTES:
            raise Malformed("too-large")
        try:
            return _requests.validate_json(text)
        except ValidationError:
            raise Malformed("bad-message", _id_in(text)) from None

    def _count_too_fast(self, code: str) -> None:
        """Close the socket if its messages have exceeded the rate too often."""
        self._too_fast += code == "too-fast"
        if self._too_fast > MOST_TOO_FAST:
            self._close_for_limit()

    def _close_for_limit(self) -> None:
        self.send(m.Bye(reason="limit"))
        self._close(LIMIT)

    def _refuse(self, request: str | None, problem: m.Problem) -> None:
        self._tables.metrics.refused.labels(problem.code).inc()
        self.send(m.Refused(id=request, problem=problem))

    def _answer(self, request: m.Request) -> None:
        if isinstance(request, m.Hello):
            self._start(request, self._hello(request))
        elif not self._greeted:
            raise Refusal("hello-first")
        elif request.type in COMMANDS:  # type: ignore[attr-defined]
            self._run_command(request)
        elif isinstance(request, m.Look):
            self._look(request)
        elif isinstance(request, m.Refresh):
            self._refresh(request)
        elif isinstance(request, m.Hint):
            self._hint(request)
        elif isinstance(request, m.SayEmote):
            self._start(request, self._emote(request))
        elif isinstance(request, m.Rematch):
            self._start(request, self._rematch(request))
        else:
            self._acknowledge(request.id)

    def _acknowledge(self, request: str) -> None:
        """Acknowledge a request, and send what has changed in the same write."""
        # The pattern of ids needs no escapes.
        self._enqueue(f'{{"type":"ack","id":"{request}"}}')
        self.tell()

    async def _rematch(self, request: m.Rematch) -> None:
        self._needs_person()
        await self._tables.rematch(self._live, self._person, self.account.network, request.nonce)
        self._acknowledge(request.id)

    def _needs_person(self) -> None:
        if self.reader.person is None:
            raise Refusal("no-cookie", 401)

    async def _hello(self, hello: m.Hello) -> None:
        """Admit the client if it may be at this table, and send the state; refuse it otherwise."""
        if hello.version != m.VERSION:
            self.send(m.Bye(reason="reload"))
            self._close(OLD_PAGE)
            return
        self._live = await self._tables.get(self._live.id)
        key = (hello.key or "").encode()
        self._invited = self._invited or secrets.compare_digest(key, self._live.table.key.encode())
        if not self._may_be_here():
            self._reject(hello.id)
            return
        if self.reader.person in self._live.table.people:
            await self._tables.automation.player_connected(self._live, self._person.id)
            await self._renew_code()
        if self._closed:
            return
        self._live.add(self)
        self._count_connection()
        self._greeted = True
        self._stop_waiting()
        self._send_whole(hello.id, hello.events)
        self._tables.publish_presence(self._live)
        self._tables.automation.schedule(self._live)

    def _refresh(self, request: m.Refresh) -> None:
        self._limits.charge(limits.COMMANDS, self.account)
        self._send_whole(request.id, request.events)

    def _send_whole(self, request: str, events: int) -> None:
        """Acknowledge a request with the whole state, for a client that has so many events."""
        self.reader.shared, self.reader.events = None, events
        self._acknowledge(request)

    async def _renew_code(self) -> None:
        """Give the lobby a new short code if it has expired; an error is only logged, since a lobby works without."""
        try:
            await self._tables.renew_code(self._live)
        except Unavailable:
            # The store logs once that the database is away.
            pass
        except Exception as problem:
            _log.error("A lobby could not be given a new code.", exc_info=problem)

    def _count_connection(self) -> None:
        """Count the connection as seated if its person sits at the table."""
        if self._connection:
            self._connections.seat(self._connection, bool(self._live.table.seats_of(self.reader.person)))

    def _may_be_here(self) -> bool:
        """Whether the client may be at this table: to play or to watch, or to take a free seat in the lobby."""
        table = self._live.table
        return table.may_watch(self.reader.person) or (table.phase == "lobby" and self._may_sit_down)

    @property
    def _may_sit_down(self) -> bool:
        """Whether the person may take a free seat."""
        table, person = self._live.table, self.reader.person
        return self._invited or table.open_to_all or person in table.invited or person == table.host

    def _run_command(self, request: m.Request) -> None:
        self._needs_person()
        self._limits.charge(limits.COMMANDS, self.account)
        person = self._cookies.latest(self._person)
        sender = Sender(person, self._may_sit_down, self._tables.clock.now(), self._tables.settings.durations)
        fields = request.model_dump(exclude={"id"})
        command = fields.pop("type")
        self._busy = True
        self._tables.submit(
            self._live,
            WriteRequest(
                lambda table: entries_for(table, command, sender, **fields),
                lambda problem: self._command_done(request, problem),
                client=f"{person.id}/{request.id}",
            ),
        )

    def _command_done(self, request: m.Request, problem: BaseException | None) -> None:
        """Acknowledge a stored request and send what it has changed, or refuse it.

        After a choice at a shared device, the hand is hidden until the next `look`.
        """
        if problem:
            self._fail(request.id, problem)
        else:
            if isinstance(request, m.Sit | m.Stand):
                self._count_connection()
            if isinstance(request, m.Choose) and self._live.table.to_move != (request.seat,):
                self.reader.looking = None
            self._acknowledge(request.id)
        self._go_on()

    def _look(self, request: m.Look) -> None:
        """Show the view of one of the client's seats, or that of spectators."""
        if request.seat is not None and request.seat not in self._live.table.seats_of(self.reader.person):
            raise Refusal("not-your-seat", 403, seat=request.seat)
        self.reader.looking = request.seat
        self._acknowledge(request.id)

    def _hint(self, request: m.Hint) -> None:
        """Start a task that computes a hint from the view of a seat."""
        table = self._live.table
        if request.seat not in table.seats_of(self.reader.person):
            raise Refusal("not-your-seat", 403, seat=request.seat)
        if not table.hints:
            raise Refusal("no-hints", 403)
        if request.seat != self.reader.view_of(table):
            raise Refusal("look-first", 403, seat=request.seat)
        if table.phase != "playing" or not (view := table.running.view(request.seat)).moves:
            raise Refusal("not-playing")
        if self._tables.bots.is_explaining(self.account):
            raise Refusal("too-fast", 429)
        self._limits.charge(limits.HINTS, self.account)
        seed = seed_of(table.secret, request.seat, table.moment)
        self._hinting = asyncio.create_task(self._give_hint(request, view, seed))

    async def _give_hint(self, request: m.Hint, view: View, seed: int) -> None:
        seconds = self._tables.settings.durations.hint
        try:
            explanation = await self._tables.bots.explain(self.account, view, seconds, seed)
        except Exception as problem:
            self._fail(request.id, problem)
            return
        tip = [m.Text(**sentence.to_json()) for sentence in explanation.tip]
        advice = [m.Advice(**each.to_json()) for each in explanation.advice]
        self.send(m.HintGiven(id=request.id, seat=request.seat, tip=tip, advice=advice))

    async def _emote(self, request: m.SayEmote) -> None:
        if request.seat not in self._live.table.seats_of(self.reader.person):
            raise Refusal("not-your-seat", 403, seat=request.seat)
        self._emotes = self._emotes or self._limits.bucket(limits.EMOTES)
        if not self._emotes.take():
            raise Refusal("too-fast", 429)
        self._acknowledge(request.id)
        await self._tables.publish(self._live, {"what": "emote", "seat": request.seat, "emote": request.emote})

    def lost(self) -> None:
        """Clean up after the connection was lost; a request that is being carried out is finished."""
        self._closed = True
        self._tables.metrics.sockets.dec()
        self._stop_waiting()
        if self._hinting:
            self._hinting.cancel()
        if self in self._live.sockets:
            self._live.remove(self)
            self._tables.publish_presence(self._live)
            self._tables.automation.schedule(self._live)

    def _stop_waiting(self) -> None:
        """Stop waiting for `hello`."""
        if self._patience:
            self._patience.cancel()
            self._patience = None


class Malformed(Exception):
    """A message that is not a request, or exceeds the rate limit."""

    def __init__(self, code: str, request: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.id = request


def _id_in(text: str) -> str | None:
    """The id of a malformed message; None if it has no valid one."""
    try:
        return m.Request.model_validate_json(text, extra="ignore").id
    except ValidationError:
        return None


@router.websocket(f"{SOCKETS}/{{table}}")
async def table_socket(socket: WebSocket, table: str) -> None:
    """The websocket of a table. Once it is accepted, its messages go to a `TableSocket` without this application."""
    app: Any = socket.app.state
    person = app.cookies.read(socket)
    account = account_of(socket, person)
    await socket.accept()
    try:
        app.limits.charge(limits.SOCKETS, account)
        live = await app.tables.get(table)
    except Refusal as problem:
        await socket.send_text(m.Refused(id=None, problem=problem_of(problem)).model_dump_json())
        await socket.close(LIMIT if problem.code == "too-fast" else UNKNOWN)
        return
    except Unavailable:
        await socket.send_text(m.Refused(id=None, problem=m.Problem(code="busy")).model_dump_json())
        await socket.close(GOING)
        return
    if connection := socket.scope.get("state", {}).get("connection"):
        # It is in use until it is closed, although the application is done with it.
        connection.active += 1
    line: HandoverProtocol = socket.scope["extensions"][HANDOVER]
    line.hand_over(TableSocket(socket, line, live, person, account))
