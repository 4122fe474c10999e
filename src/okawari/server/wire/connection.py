"""A connection to a table: one websocket, what its browser asks for, and what it is told."""

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
from okawari.server.play.commands import COMMANDS, Asker, entries_for
from okawari.server.play.errors import Refusal
from okawari.server.play.person import Account, Person, stranger
from okawari.server.runtime.bot_pool import seed_of
from okawari.server.runtime.bus import Note
from okawari.server.runtime.live import LiveTable
from okawari.server.runtime.tables import Tables
from okawari.server.security import limits
from okawari.server.security.identity import account_of
from okawari.server.wire import messages as m
from okawari.server.wire import state
from okawari.server.wire.problems import problem_of
from okawari.server.wire.state import Moment, Reader

router = APIRouter()
_log = logging.getLogger("okawari.server")

#: The longest message that a browser may send.
MOST_BYTES = 16 * 1024
#: Seconds in which a browser must say hello.
HELLO = 10.0
#: What may wait to be sent to a slow browser, and how often one may be refused for its haste.
MOST_WAITING = 200
MOST_HASTE = 100
#: Codes with which sockets close.
NOT_INVITED, UNKNOWN, LIMIT, OLD_PAGE, GOING = 4403, 4404, 4429, 4426, 1001

_requests: TypeAdapter[m.FromBrowser] = TypeAdapter(m.FromBrowser)

#: Stands for a message that is made when it is sent, so that it is never older than that.
Lazy = Literal["state", "waiting", "presence"]
_LAZY: tuple[Lazy, ...] = ("state", "waiting", "presence")


class TableSocket:
    """A connection of a browser to a table."""

    def __init__(
        self, socket: WebSocket, tables: Tables, live: LiveTable, person: Person | None, account: Account
    ) -> None:
        self.person = person.id if person else None
        self.reader = Reader(self.person)
        self.account = account
        self._socket = socket
        self._tables = tables
        self._live = live
        self._person = person or stranger()
        self._invited = False
        self._greeted = False
        self._outbox: deque[str | Lazy] = deque()
        self._news = asyncio.Event()
        self._closing: int | None = None
        self._haste = 0
        self._hinting: asyncio.Task[None] | None = None
        self._limits: limits.Limits = socket.app.state.limits
        self._messages = self._limits.bucket(limits.MESSAGES)
        self._emotes = self._limits.bucket(limits.EMOTES)

    # Telling

    def say(self, message: m.Message) -> None:
        """Have something sent."""
        self._put(message.model_dump_json())

    def show(self) -> None:
        """Have the whole state sent, as it will be then; one that still waits to be sent would say the same."""
        for lazy in _LAZY:
            with contextlib.suppress(ValueError):
                self._outbox.remove(lazy)
        self._put("state")

    def _put(self, message: str | Lazy) -> None:
        if self._closing is not None:
            return
        if len(self._outbox) >= MOST_WAITING:
            self._outbox.clear()
            self._say_limit()
            return
        self._outbox.append(message)
        self._news.set()

    def hear(self, note: Note) -> None:
        """Something happened at the table."""
        if note["what"] == "emote":
            self.say(m.EmoteSeen(seat=note["seat"], emote=note["emote"]))
        elif note["what"] == "rematch":
            self.say(m.RematchSet(table=note["table"]))
        elif note["what"] == "company":
            self._show_part("presence")
        elif note["what"] == "busy" or note.get("quiet"):
            self._show_part("waiting")
        else:
            self._forget_what_was_taken_back()
            self.show()

    def _show_part(self, part: Lazy) -> None:
        if "state" not in self._outbox and part not in self._outbox:
            self._put(part)

    def _forget_what_was_taken_back(self) -> None:
        if game := self._live.table.game:
            self.reader.events = min(self.reader.events, game.event_count)
            if self.reader.billed and self.reader.billed > game.round + game.over:
                self.reader.billed = None

    async def send_forever(self) -> None:
        """Send what waits, in its order, until the socket is to close."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._outbox:
                await self._send(self._outbox.popleft())
            if self._closing is not None:
                await self._socket.close(self._closing)
                return

    async def _send(self, message: str | Lazy) -> None:
        """Send a message; the game may have begun since it was put there, and not everybody may look then."""
        if message in _LAZY and not self._welcome():
            self._send_away()
        else:
            await self._socket.send_text(self._written(message))

    def _written(self, message: str | Lazy) -> str:
        live = self._live
        if message == "presence":
            return state.presence(live.table, live.company).model_dump_json()
        moment = Moment(self._tables.clock.now(), self._tables.bots.busy(live.account.network))
        if message == "state":
            worth = live.shared(state.plates_worth) or []
            return state.state(live.table, self.reader, live.company, worth, moment).model_dump_json()
        if message == "waiting":
            return state.waiting(live.table, self.reader, moment).model_dump_json()
        return message

    def _close(self, code: int) -> None:
        """Close once everything was sent."""
        self._closing = code
        self._news.set()

    def _send_away(self, request: str | None = None) -> None:
        """Close the door to somebody who may not be here, and say why."""
        in_lobby = self._live.table.phase == "lobby"
        self._refuse(request, m.Problem(code="not-invited" if in_lobby else "no-spectators"))
        self._close(NOT_INVITED)

    async def bye(self, reason: Literal["shutdown", "closed"]) -> None:
        """Send the guest home, and wait a moment until it is sent."""
        self.say(m.Bye(reason=reason))
        self._close(GOING)
        for _ in range(20):
            if not self._outbox:
                return
            await asyncio.sleep(0.01)

    # Hearing

    async def receive_forever(self) -> None:
        """Do what the browser asks for, one after another, until it is gone; a socket without a hello is closed."""
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
            self._count_haste(malformed.code)
        except (Refusal, OkawariError) as problem:
            self._refuse(request_id, problem_of(problem))
        except Exception as problem:
            self._fault(request_id, problem)

    def _read(self, text: str | None) -> m.Request:
        """A request, if it is one. Whatever comes counts against the rate."""
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

    def _fault(self, request: str | None, problem: Exception) -> None:
        """Answer a request that failed by a fault of the server, and log that."""
        _log.error("A request failed.", exc_info=problem)
        self._refuse(request, m.Problem(code="server-fault"))

    def _count_haste(self, code: str) -> None:
        """Send whoever does not slow down home."""
        self._haste += code == "too-fast"
        if self._haste > MOST_HASTE:
            self._say_limit()

    def _say_limit(self) -> None:
        self._outbox.append(m.Bye(reason="limit").model_dump_json())
        self._close(LIMIT)

    def _refuse(self, request: str | None, problem: m.Problem) -> None:
        self._tables.metrics.refused.labels(problem.code).inc()
        self.say(m.Refused(id=request, problem=problem))

    async def _answer(self, request: m.Request) -> None:
        if isinstance(request, m.Hello):
            await self._greet(request)
        elif not self._greeted:
            raise Refusal("hello-first")
        elif request.type in COMMANDS:  # type: ignore[attr-defined]
            await self._order(request)
        elif isinstance(request, m.Look):
            self._look(request)
        elif isinstance(request, m.Hint):
            self._hint(request)
        elif isinstance(request, m.SayEmote):
            await self._emote(request)
        elif isinstance(request, m.Rematch):
            self._needs_person()
            await self._tables.rematch(self._live, self._person, self.account.network, request.nonce)
            self.say(m.Ack(id=request.id))
        else:
            self.say(m.Ack(id=request.id))

    def _needs_person(self) -> None:
        if self.reader.person is None:
            raise Refusal("no-cookie", 401)

    async def _greet(self, hello: m.Hello) -> None:
        """The first message: whoever may be here is told everything that they may know."""
        if hello.version != m.VERSION:
            self.say(m.Bye(reason="reload"))
            self._close(OLD_PAGE)
            return
        self._live = await self._tables.get(self._live.id)
        key = (hello.key or "").encode()
        self._invited = self._invited or secrets.compare_digest(key, self._live.table.key.encode())
        if not self._welcome():
            self._send_away(hello.id)
            return
        if self.reader.person in self._live.table.people:
            await self._tables.automation.greet(self._live, self._person.id)
            await self._renew_code()
        self._live.arrive(self)
        self._count_connection()
        self._greeted = True
        self.reader.events = 0 if self._live.table.taken_back else hello.events
        self.reader.billed = None
        self.say(m.Ack(id=hello.id))
        self.show()
        self._tables.tell_company(self._live)
        self._tables.automation.attend(self._live)

    async def _renew_code(self) -> None:
        """Give the lobby a code that has not ended; without one it is still a lobby."""
        try:
            await self._tables.renew_code(self._live)
        except Exception as problem:
            _log.error("A lobby could not be given a new code.", exc_info=problem)

    def _count_connection(self) -> None:
        """Count the connection among those of players, if its person sits at the table."""
        connections = self._socket.app.state.connections
        if connection := self._socket.scope.get("state", {}).get("connection"):
            connections.seat(connection, bool(self._live.table.seats_of(self.reader.person)))

    def _welcome(self) -> bool:
        """Whether the guest may be here: to play, to watch if the host likes that, or to sit down before the game."""
        table = self._live.table
        return table.may_watch(self.reader.person) or (table.phase == "lobby" and self._may_sit_down)

    @property
    def _may_sit_down(self) -> bool:
        """Whether a free seat is theirs to take."""
        table, person = self._live.table, self.reader.person
        return self._invited or table.open_to_all or person in table.invited or person == table.host

    async def _order(self, request: m.Request) -> None:
        self._needs_person()
        self._limits.charge(limits.ORDERS, self.account)
        person = self._socket.app.state.cookies.latest(self._person)
        asker = Asker(person, self._may_sit_down, self._tables.clock.now(), self._tables.settings.patience)
        fields = request.model_dump(exclude={"id"})
        command = fields.pop("type")
        await self._tables.write(
            self._live,
            lambda table: entries_for(table, command, asker, **fields),
            client=f"{person.id}/{request.id}",
            acknowledge=lambda: self._done(request),
        )

    def _done(self, request: m.Request) -> None:
        """A request is durable: say so. After a choice at a shared device the next one must say who they are."""
        self.say(m.Ack(id=request.id))
        if isinstance(request, m.Sit | m.Stand):
            self._count_connection()
        if isinstance(request, m.Choose) and self._live.table.to_move != (request.seat,):
            self._cover()

    def _cover(self) -> None:
        if self.reader.looking is not None:
            self.reader.looking = None
            self.show()

    def _look(self, request: m.Look) -> None:
        """Somebody at a shared device says who they are."""
        if request.seat is not None and request.seat not in self._live.table.seats_of(self.reader.person):
            raise Refusal("not-your-seat", 403, seat=request.seat)
        self.reader.looking = request.seat
        self.say(m.Ack(id=request.id))
        self.show()

    def _hint(self, request: m.Hint) -> None:
        """Ask the coach, who sees what the seat sees; meanwhile the game goes on."""
        table = self._live.table
        if request.seat not in table.seats_of(self.reader.person):
            raise Refusal("not-your-seat", 403, seat=request.seat)
        if not table.hints:
            raise Refusal("no-hints", 403)
        if request.seat != self.reader.view_of(table):
            raise Refusal("look-first", 403, seat=request.seat)
        if table.phase != "playing" or not (view := table.running.view(request.seat)).moves:
            raise Refusal("not-playing")
        if self._tables.bots.explains(self.account):
            raise Refusal("too-fast", 429)
        self._limits.charge(limits.HINTS, self.account)
        seed = seed_of(table.secret, request.seat, table.moment)
        self._hinting = asyncio.create_task(self._give_hint(request, view, seed))

    async def _give_hint(self, request: m.Hint, view: View, seed: int) -> None:
        seconds = self._tables.settings.patience.hint
        try:
            advice = await self._tables.bots.explain(self.account, view, seconds, seed)
        except Exception as problem:
            self._fault(request.id, problem)
            return
        self.say(m.HintGiven(id=request.id, seat=request.seat, advice=[m.Advice(**each) for each in advice]))

    async def _emote(self, request: m.SayEmote) -> None:
        if request.seat not in self._live.table.seats_of(self.reader.person):
            raise Refusal("not-your-seat", 403, seat=request.seat)
        if not self._emotes.take():
            raise Refusal("too-fast", 429)
        self.say(m.Ack(id=request.id))
        await self._tables.tell(self._live, {"what": "emote", "seat": request.seat, "emote": request.emote})

    async def leave(self) -> None:
        """The socket is gone."""
        if self._hinting:
            self._hinting.cancel()
        if self in self._live.guests:
            self._live.depart(self)
            self._tables.tell_company(self._live)
            self._tables.automation.attend(self._live)


class Malformed(Exception):
    """A message that is no request."""

    def __init__(self, code: str, request: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.id = request


def _id_in(text: str) -> str | None:
    """The id of a message that is otherwise wrong, if it has a right one."""
    try:
        return m.Request.model_validate_json(text, extra="ignore").id
    except ValidationError:
        return None


@router.websocket("/ws/tables/{table}")
async def sit_down(socket: WebSocket, table: str) -> None:
    """A browser comes to a table."""
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
    guest = TableSocket(socket, app.tables, live, person, account)
    app.metrics.sockets.inc()
    sending = asyncio.create_task(guest.send_forever())
    receiving = asyncio.create_task(guest.receive_forever())
    try:
        await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        app.metrics.sockets.dec()
        await guest.leave()
        await _end(sending)
        await _end(receiving)


async def _end(task: asyncio.Task[None]) -> None:
    """End a task of a socket that is gone; that it is gone is no news."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError, TimeoutError, WebSocketDisconnect, RuntimeError):
        await task
