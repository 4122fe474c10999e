"""A bus for many processes, over a server that passes messages on: Redis, or PostgreSQL.

It connects again by itself whenever the connection is lost. Notes are not kept meanwhile: whoever may have missed some
is told so, and reads the logs again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import logging
import secrets
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Protocol

from okawari.server.runtime.bus import EVERYBODY, LocalBus, Note, OnGap
from okawari.server.runtime.retry import pauses

#: Seconds in which a connection must be made and each answer must come; silence for longer means it is lost.
PATIENCE = 3.0
#: Seconds between two questions to a silent server, whether it is still there.
ASK_AGAIN = 1.0
#: The most seconds between two attempts to connect.
LONGEST_PAUSE = 1.0
#: The most notes that wait to be sent, the most that are sent at once, and the most bytes of one.
MOST_WAITING, MOST_AT_ONCE, MOST_BYTES = 10_000, 200, 7_900
#: The length of a signature, in hexadecimal digits.
SIGNATURE = 32
#: Sent in place of notes that could not be.
GAP: Note = {"what": "gap"}
_log = logging.getLogger("okawari.server")


class Carrier(Protocol):
    """One connection to a server that passes messages on to all who listen. A call that fails ends the connection."""

    async def open(self) -> None:
        """Connect."""

    async def close(self) -> None:
        """Disconnect."""

    async def read(self, received: Callable[[str], None], listening: Callable[[str], None]) -> None:
        """Call `received` with each message, and `listening` with each table from which on its messages come.

        Ends only with an exception, at the latest `PATIENCE` after the server has fallen silent.
        """

    async def listen(self, tables: Sequence[str]) -> None:
        """Ask for the messages about tables; `listening` is called for each, in this order."""

    async def ignore(self, tables: Sequence[str]) -> None:
        """Ask for no more messages about tables; some may come all the same."""

    async def send(self, messages: Sequence[tuple[str, str]]) -> None:
        """Send messages, each with its table; returns when the server has them."""


class SharedBus:
    """A bus over connections that `connect` makes, one after the other; notes are signed with the secret."""

    shared = True

    def __init__(self, connect: Callable[[], Carrier], mark: str, secret: bytes) -> None:
        self.process = secrets.token_hex(8)
        self.mark = mark
        self._connect = connect
        self._secret = secret
        self._local = LocalBus()
        self._on_gap: OnGap = lambda table: None
        self._task: asyncio.Task[None] | None = None
        #: Set after the first attempt to connect.
        self._tried = asyncio.Event()
        #: Whether the connection is made, and all subscriptions of that time are in force.
        self._connected = False
        self._closing = False
        #: Notes that wait to be sent, and tables whose subscription may have changed.
        self._outbox: list[tuple[str, str]] = []
        self._changed: set[str] = set()
        #: Set when one of these is not empty.
        self._work = asyncio.Event()
        #: Whether notes of this process were lost since the last time that the others were told so.
        self._lost = False

    @property
    def away(self) -> bool:
        """Whether notes reach no other process now."""
        return not self._connected

    async def open(self, on_gap: OnGap) -> None:
        """Connect; if that fails, go on trying. `on_gap` is called whenever notes may have been lost."""
        self._on_gap = on_gap
        self._task = asyncio.create_task(self._stay_connected())
        await self._tried.wait()

    async def close(self) -> None:
        """Send the notes that wait, and disconnect."""
        self._closing = True
        self._work.set()
        if self._task:
            await asyncio.wait([self._task], timeout=PATIENCE if self._connected else 0)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._connected = False

    def subscribe(self, table: str, listener: Callable[[Note], None]) -> Callable[[], None]:
        """Call the listener with every note about a table; returns a function that ends the subscription."""
        stop_here = self._local.subscribe(table, listener)
        self._note_change(table)

        def stop() -> None:
            stop_here()
            self._note_change(table)

        return stop

    def _note_change(self, table: str) -> None:
        self._changed.add(table)
        self._work.set()

    async def publish(self, table: str, note: Note) -> None:
        """Send a note to all subscribers of a table: those of this process get it at once."""
        self._post(table, note)
        await self._local.publish(table, note)

    def _post(self, table: str, note: Note) -> None:
        """Queue a note for the other processes, or note that it is lost."""
        if not self._connected or len(self._outbox) >= MOST_WAITING:
            self._lost = True
            return
        text = self._message(table, note)
        if len(text) > MOST_BYTES:
            text = self._message(table, GAP)
        self._outbox.append((table, text))
        self._work.set()

    def _message(self, table: str, note: Note) -> str:
        """The signature of a note, and the note."""
        text = json.dumps([self.process, table, note], separators=(",", ":"))
        return self._signature(text) + text

    def _signature(self, text: str) -> str:
        return hmac.digest(self._secret, text.encode(), "sha256").hex()[:SIGNATURE]

    # The connection

    async def _stay_connected(self) -> None:
        """Connect, and whenever the connection is lost connect again, until the bus is closed."""
        waits = pauses(LONGEST_PAUSE)
        while not self._closing:
            carrier = self._connect()
            try:
                await self._use(carrier)
            except Exception as problem:
                if self._connected or not self._tried.is_set():
                    _log.warning("The bus cannot be reached; it will be tried again. %s", _names(problem))
            finally:
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(carrier.close(), PATIENCE)
            if self._connected:
                self._connected, waits = False, pauses(LONGEST_PAUSE)
            self._lost = self._lost or bool(self._outbox)
            self._outbox.clear()
            self._tried.set()
            if not self._closing:
                await asyncio.sleep(next(waits))

    async def _use(self, carrier: Carrier) -> None:
        """Use a new connection until it fails, or until the bus is closed."""
        async with asyncio.timeout(PATIENCE) as patience:
            await carrier.open()
            reading = asyncio.create_task(carrier.read(self._receive, self._listening))
            writing = asyncio.create_task(self._write(carrier, patience))
            try:
                await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
                for task in (writing, reading):
                    if task.done():
                        task.result()
            finally:
                for task in (reading, writing):
                    task.cancel()
                await asyncio.gather(reading, writing, return_exceptions=True)

    def _listening(self, table: str) -> None:
        """Tell of the gap before a subscription; the one to everybody comes last when a connection is new."""
        if self._connected:
            self._on_gap(table)
        elif table == EVERYBODY:
            self._connected = True
            self._work.set()

    async def _write(self, carrier: Carrier, patience: asyncio.Timeout) -> None:
        """Ask for the messages about all tables that have subscribers, then send what waits, again and again."""
        heard = self._local.tables - {EVERYBODY}
        self._changed.clear()
        await carrier.listen([*heard, EVERYBODY])
        while not self._connected:
            self._work.clear()
            await self._work.wait()
        patience.reschedule(None)
        self._tried.set()
        self._on_gap(None)
        while True:
            await self._listen_to_changed(carrier, heard)
            await self._send(carrier)
            if self._closing and not self._outbox:
                return
            self._work.clear()
            if not (self._outbox or self._changed or self._lost or self._closing):
                await self._work.wait()

    async def _listen_to_changed(self, carrier: Carrier, heard: set[str]) -> None:
        """Begin and end subscriptions at the server; `heard` is what it sends, and is brought up to date."""
        changed, wanted = self._changed - {EVERYBODY}, self._local.tables
        self._changed = set()
        new, old = (changed & wanted) - heard, (changed - wanted) & heard
        heard |= new
        heard -= old
        async with asyncio.timeout(PATIENCE):
            if new:
                await carrier.listen([*new])
            if old:
                await carrier.ignore([*old])

    async def _send(self, carrier: Carrier) -> None:
        """Send some of the notes that wait; after lost ones, first tell everybody of the gap."""
        if self._lost:
            self._lost = False
            self._outbox.insert(0, (EVERYBODY, self._message(EVERYBODY, GAP)))
        messages = list(islice(self._outbox, MOST_AT_ONCE))
        if messages:
            async with asyncio.timeout(PATIENCE):
                await carrier.send(messages)
            del self._outbox[: len(messages)]

    # Receiving

    def _receive(self, text: str) -> None:
        """Pass a message of another process on to the subscribers."""
        signature, text = text[:SIGNATURE], text[SIGNATURE:]
        try:
            if not hmac.compare_digest(signature.encode(), self._signature(text).encode()):
                raise ValueError
            process, table, note = json.loads(text)
            if process == self.process:
                return
            if note == GAP:
                self._on_gap(table or None)
                return
        except ValueError:
            _log.error("The bus has carried something that is not a note.")
            return
        for listener in self._local.listeners(table):
            try:
                listener(note)
            except Exception as problem:
                _log.error("A note from another process could not be used.", exc_info=problem)


def _names(problem: BaseException) -> str:
    """The names of an exception and of its causes; their messages may hold addresses."""
    names = [type(problem).__name__]
    while problem.__cause__:
        problem = problem.__cause__
        names.append(type(problem).__name__)
    return ", ".join(names)
