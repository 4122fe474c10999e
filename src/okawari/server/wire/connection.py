"""The websocket of a table: the requests of one client, and the messages to it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import deque
from typing import Any, Literal

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from okawari.game import OkawariError, View
from okawari.server.play.commands import COMMANDS, Sender, entries_for
from okawari.server.play.errors import Refusal
from okawari.server.play.person import Account, Person, new_person
from okawari.server.runtime.bot_pool import seed_of
from okawari.server.runtime.bus import Note
from okawari.server.runtime.live import LiveTable
from okawari.server.runtime.tables import Tables
from okawari.server.security import limits
from okawari.server.security.identity import account_of
from okawari.server.wire import messages as m
from okawari.server.wire import state
from okawari.server.wire.problems import problem_of
from okawari.server.wire.state import Reader, ServerStatus

router = APIRouter()
_log = logging.getLogger("okawari.server")

#: The longest message that a client may send.
MOST_BYTES = 16 * 1024
#: Seconds in which a client must send `hello`.
HELLO = 10.0
#: The most messages that may wait for a slow client, and the most that may exceed the rate before the socket is closed.
MOST_WAITING = 200
MOST_TOO_FAST = 100
#: Close codes of websockets.
NOT_INVITED, UNKNOWN, LIMIT, OLD_PAGE, GOING = 4403, 4404, 4429, 4426, 1001

_requests: TypeAdapter[m.FromBrowser] = TypeAdapter(m.FromBrowser)

#: A placeholder in the outbox for a message that is built when it is sent, so that it is up to date.
Lazy = Literal["state", "waiting", "presence"]
_LAZY: tuple[Lazy, ...] = ("state", "waiting", "presence")


class TableSocket:
    """A websocket of a client at a table."""

    def __init__(
        self, socket: WebSocket, tables: Tables, live: LiveTable, person: Person | None, account: Account
    ) -> None:
        self.person = person.id if person else None
        self.reader = Reader(self.person)
        self.account = account
        self._socket = socket
        self._tables = tables
        self._live = live
        self._person = person or new_person()
        self._invited = False
        self._greeted = False
        self._outbox: deque[str | Lazy] = deque()
        self._outbox_filled = asyncio.Event()
        self._closing: int | None = None
        self._too_fast = 0
        self._hinting: asyncio.Task[None] | None = None
        self._limits: limits.Limits = socket.app.state.limits
        self._messages = self._limits.bucket(limits.MESSAGES)
        self._emotes = self._limits.bucket(limits.EMOTES)

    # Sending

    def send(self, message: m.Message) -> None:
        """Queue a message."""
        self._enqueue(message.model_dump_json())

    def send_state(self) -> None:
        """Queue the whole state, in the place of states and parts of it that still wait to be sent."""
        for lazy in _LAZY:
            with contextlib.suppress(ValueError):
                self._outbox.remove(lazy)
        self._enqueue("state")

    def _enqueue(self, message: str | Lazy) -> None:
        if self._closing is not None:
            return
        if len(self._outbox) >= MOST_WAITING:
            self._outbox.clear()
            self._close_for_limit()
            return
        self._outbox.append(message)
        self._outbox_filled.set()

    def notify(self, note: Note) -> None:
        """Queue the message that a note about the table calls for."""
        if note["what"] == "emote":
            self.send(m.EmoteSeen(seat=note["seat"], emote=note["emote"]))
        elif note["what"] == "rematch":
            self.send(m.RematchSet(table=note["table"]))
        elif note["what"] == "presence":
            self._send_part("presence")
        elif note["what"] == "busy" or note.get("quiet"):
            self._send_part("waiting")
        else:
            self._forget_what_was_taken_back()
            self.send_state()

    def _send_part(self, part: Lazy) -> None:
        if "state" not in self._outbox and part not in self._outbox:
            self._enqueue(part)

    def _forget_what_was_taken_back(self) -> None:
        if game := self._live.table.game:
            self.reader.events = min(self.reader.events, game.event_count)
            if self.reader.billed and self.reader.billed > game.round + game.over:
                self.reader.billed = None

    async def send_forever(self) -> None:
        """Send the queued messages in order, until the socket is to be closed."""
        while True:
            await self._outbox_filled.wait()
            self._outbox_filled.clear()
            while self._outbox:
                await self._transmit(self._outbox.popleft())
            if self._closing is not None:
                await self._socket.close(self._closing)
                return

    async def _transmit(self, message: str | Lazy) -> None:
        """Send a message, unless the client may not watch any more, since the game has begun or a seat was lost."""
        if message in _LAZY and not self._may_be_here():
            self._reject()
        else:
            await self._socket.send_text(self._written(message))

    def _written(self, message: str | Lazy) -> str:
        live = self._live
        if message == "presence":
            return state.presence(live.table, live.presence).model_dump_json()
        status = ServerStatus(self._tables.clock.now(), self._tables.bots.busy(live.account.network))
        if message == "state":
            worth = live.shared(state.plates_worth) or []
            return state.state(live.table, self.reader, live.presence, worth, status).model_dump_json()
        if message == "waiting":
            return state.waiting(live.table, self.reader, status).model_dump_json()
        return message

    def _close(self, code: int) -> None:
        """Close the socket once all queued messages are sent."""
        self._closing = code
        self._outbox_filled.set()

    def _reject(self, request: str | None = None) -> None:
        """Refuse a client that may not be at this table, and close the socket."""
        in_lobby = self._live.table.phase == "lobby"
        self._refuse(request, m.Problem(code="not-invited" if in_lobby else "no-spectators"))
        self._close(NOT_INVITED)

    async def bye(self, reason: Literal["shutdown", "closed"]) -> None:
        """Queue `bye`, close the socket after it, and wait a moment until it is sent."""
        self.send(m.Bye(reason=reason))
        self._close(GOING)
        for _ in range(20):
            if not self._outbox:
                return
            await asyncio.sleep(0.01)

    # Receiving

    async def receive_forever(self) -> None:
        """Carry out the client's requests one after another until it disconnects; times out without a `hello`."""
        end = asyncio.get_running_loop().time() + HELLO
        while True:
            async with asyncio.timeout_at(None if self._greeted else end):
                received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if self._closing is None:
                await self._receive(received.get("text"))

    async def _receive(self, text: str | None) -> None:
        request_id: str | None = None
        try:
            request = self._read(text)
            request_id = request.id
            await self._answer(request)
        except Malformed as malformed:
            self._refuse(malformed.id, m.Problem(code=malformed.code))
            self._count_too_fast(malformed.code)
        except (Refusal, OkawariError) as problem:
            self._refuse(request_id, problem_of(problem))
        except Exception as problem:
            self._report_fault(request_id, problem)

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

    def _report_fault(self, request: str | None, problem: Exception) -> None:
        """Log an unexpected exception, and refuse the request that caused it as `server-fault`."""
        _log.error("A request failed.", exc_info=problem)
        self._refuse(request, m.Problem(code="server-fault"))

    def _count_too_fast(self, code: str) -> None:
        """Close the socket if its messages have exceeded the rate too often."""
        self._too_fast += code == "too-fast"
        if self._too_fast > MOST_TOO_FAST:
            self._close_for_limit()

    def _close_for_limit(self) -> None:
        self._outbox.append(m.Bye(reason="limit").model_dump_json())
        self._close(LIMIT)

    def _refuse(self, request: str | None, problem: m.Problem) -> None:
        self._tables.metrics.refused.labels(problem.code).inc()
        self.send(m.Refused(id=request, problem=problem))

    async def _answer(self, request: m.Request) -> None:
        if isinstance(request, m.Hello):
            await self._hello(request)
        elif not self._greeted:
            raise Refusal("hello-first")
        elif request.type in COMMANDS:  # type: ignore[attr-defined]
            await self._run_command(request)
        elif isinstance(request, m.Look):
            self._look(request)
        elif isinstance(request, m.Hint):
            self._hint(request)
        elif isinstance(request, m.SayEmote):
            await self._emote(request)
        elif isinstance(request, m.Rematch):
            self._needs_person()
            await self._tables.rematch(self._live, self._person, self.account.network, request.nonce)
            self.send(m.Ack(id=request.id))
        else:
            self.send(m.Ack(id=request.id))

    def _needs_person(self) -> None:
        if self.reader.person is None:
            raise Refusal("no-cookie", 401)

    async def _hello(self, hello: m.Hello) -> None:
        """Admit the client if it may be at this table, and queue the state; refuse it otherwise."""
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
        self._live.add(self)
        self._count_connection()
        self._greeted = True
        self.reader.events = 0 if self._live.table.taken_back else hello.events
        self.reader.billed = None
        self.send(m.Ack(id=hello.id))
        self.send_state()
        self._tables.publish_presence(self._live)
        self._tables.automation.schedule(self._live)

    async def _renew_code(self) -> None:
        """Give the lobby a new short code if it has expired; an error is only logged, since a lobby works without."""
        try:
            await self._tables.renew_code(self._live)
        except Exception as problem:
            _log.error("A lobby could not be given a new code.", exc_info=problem)

    def _count_connection(self) -> None:
        """Count the connection as seated if its person sits at the table."""
        connections = self._socket.app.state.connections
        if connection := self._socket.scope.get("state", {}).get("connection"):
            connections.seat(connection, bool(self._live.table.seats_of(self.reader.person)))

    def _may_be_here(self) -> bool:
        """Whether the client may be at this table: to play or to watch, or to take a free seat in the lobby."""
        table = self._live.table
        return table.may_watch(self.reader.person) or (table.phase == "lobby" and self._may_sit_down)

    @property
    def _may_sit_down(self) -> bool:
        """Whether the person may take a free seat."""
        table, person = self._live.table, self.reader.person
        return self._invited or table.open_to_all or person in table.invited or person == table.host

    async def _run_command(self, request: m.Request) -> None:
        self._needs_person()
        self._limits.charge(limits.COMMANDS, self.account)
        person = self._socket.app.state.cookies.latest(self._person)
        sender = Sender(person, self._may_sit_down, self._tables.clock.now(), self._tables.settings.durations)
        fields = request.model_dump(exclude={"id"})
        command = fields.pop("type")
        await self._tables.write(
            self._live,
            lambda table: entries_for(table, command, sender, **fields),
            client=f"{person.id}/{request.id}",
            acknowledge=lambda: self._acknowledge(request),
        )

    def _acknowledge(self, request: m.Request) -> None:
        """Acknowledge a committed request. After a choice at a shared device, hide the hand until the next `look`."""
        self.send(m.Ack(id=request.id))
        if isinstance(request, m.Sit | m.Stand):
            self._count_connection()
        if isinstance(request, m.Choose) and self._live.table.to_move != (request.seat,):
            self._hide_hand()

    def _hide_hand(self) -> None:
        if self.reader.looking is not None:
            self.reader.looking = None
            self.send_state()

    def _look(self, request: m.Look) -> None:
        """Show the view of one of the client's seats, or that of spectators."""
        if request.seat is not None and request.seat not in self._live.table.seats_of(self.reader.person):
            raise Refusal("not-your-seat", 403, seat=request.seat)
        self.reader.looking = request.seat
        self.send(m.Ack(id=request.id))
        self.send_state()

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
            advice = await self._tables.bots.explain(self.account, view, seconds, seed)
        except Exception as problem:
            self._report_fault(request.id, problem)
            return
        self.send(m.HintGiven(id=request.id, seat=request.seat, advice=[m.Advice(**each) for each in advice]))

    async def _emote(self, request: m.SayEmote) -> None:
        if request.seat not in self._live.table.seats_of(self.reader.person):
            raise Refusal("not-your-seat", 403, seat=request.seat)
        if not self._emotes.take():
            raise Refusal("too-fast", 429)
        self.send(m.Ack(id=request.id))
        await self._tables.publish(self._live, {"what": "emote", "seat": request.seat, "emote": request.emote})

    async def leave(self) -> None:
        """Clean up after the socket was closed."""
        if self._hinting:
            self._hinting.cancel()
        if self in self._live.sockets:
            self._live.remove(self)
            self._tables.publish_presence(self._live)
            self._tables.automation.schedule(self._live)


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


@router.websocket("/ws/tables/{table}")
async def table_socket(socket: WebSocket, table: str) -> None:
    """The websocket of a table."""
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
    client = TableSocket(socket, app.tables, live, person, account)
    app.metrics.sockets.inc()
    sending = asyncio.create_task(client.send_forever())
    receiving = asyncio.create_task(client.receive_forever())
    try:
        await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        app.metrics.sockets.dec()
        await client.leave()
        await _end(sending)
        await _end(receiving)


async def _end(task: asyncio.Task[None]) -> None:
    """Cancel a task of a closed socket, and ignore the errors that follow from the closing."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError, TimeoutError, WebSocketDisconnect, RuntimeError):
        await task
