"""People who play on however often connections are lost, and what they know of their games."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from okawari import Game, Record
from okawari.server.wire.messages import VERSION
from tests.support.server_process import ServerProcess
from tests.support.wire_state import WireState

WAIT = 240.0
#: What a lost connection looks like.
LOST = (OSError, EOFError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidMessage)
#: Refusals after which the same request is sent again.
TRY_AGAIN = ("busy", "too-fast")

State = dict[str, Any]


def new_id(luck: random.Random) -> str:
    """The id of a request."""
    return f"{luck.getrandbits(64):016x}"


@dataclass(frozen=True)
class Manner:
    """How players play."""

    #: The least and the most seconds before a choice, and before they connect again.
    thinks: tuple[float, float] = (0.0, 0.05)
    returns: tuple[float, float] = (0.05, 0.05)
    #: Whether there are several servers: then a state may be older than what is known, and a request may be refused
    #: as busy.
    shared: bool = False
    #: How many of the turns with a clock they miss, so that it rings.
    misses: float = 0.0


class Journal:
    """What the clients know: which requests were acknowledged, how long answers took, and what was refused."""

    def __init__(self) -> None:
        self.answers = 0
        self.news = asyncio.Event()
        #: Ids of requests that were acknowledged.
        self.acknowledged: set[str] = set()
        self.refusals: Counter[str] = Counter()
        #: The longest time that a request had no answer of any kind.
        self.longest_wait = 0.0
        #: When each table last went on, as its players know, and the tables where players let the clock ring.
        self.went_on: dict[str, float] = {}
        self.slow_tables: set[str] = set()
        #: After and during each kind of disturbance, of which `disturbed_by` is the last: the longest time until a
        #: connected player was shown what another one had been shown, and in which nothing happened at a table.
        self.latest_news: defaultdict[str, float] = defaultdict(float)
        self.longest_pause: defaultdict[str, float] = defaultdict(float)
        self.disturbed_by = ""
        #: Since when servers and the database are there; infinite while they are not.
        self.calm_since = 0.0
        self._shown: dict[tuple[str, int], float] = {}

    def note(self, request: str, table: str) -> None:
        """Note that a request was acknowledged."""
        self.acknowledged.add(request)
        self.answers += 1
        self._goes_on(table)
        self.news.set()

    def waited(self, since: float) -> None:
        """Note that there is an answer, or no connection any more."""
        self.longest_wait = max(self.longest_wait, time.monotonic() - since)

    def shown(self, table: str, number: int, connected: float) -> None:
        """Note that a player, who is connected since then, was shown a turn."""
        now = time.monotonic()
        if (table, number) not in self._shown:
            self._goes_on(table)
        first = self._shown.setdefault((table, number), now)
        late = now - max(first, connected, self.calm_since)
        self.latest_news[self.disturbed_by] = max(self.latest_news[self.disturbed_by], late)

    def _goes_on(self, table: str) -> None:
        """Note that a table goes on, and how long nothing happened there."""
        now = time.monotonic()
        pause = now - max(self.went_on.get(table, now), self.calm_since)
        if table not in self.slow_tables:
            self.longest_pause[self.disturbed_by] = max(self.longest_pause[self.disturbed_by], pause)
        self.went_on[table] = now

    def forget(self, table: str) -> None:
        """Forget when the turns of a table were shown, which is over."""
        self._shown = {key: at for key, at in self._shown.items() if key[0] != table}

    async def more(self, n: int) -> None:
        """Wait until people have this number of further answers."""
        until = self.answers + n
        while self.answers < until:
            await self.news.wait()
            self.news.clear()


class Person:
    """A person with a cookie, who is connected to any of the servers."""

    def __init__(self, name: str, servers: Sequence[ServerProcess], journal: Journal, luck: random.Random) -> None:
        self.name, self.journal, self.luck = name, journal, luck
        self._servers = servers
        self.http = httpx2.AsyncClient(timeout=WAIT)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to a request to a server."""
        answer = await self._ask(method, path, body)
        answer.raise_for_status()
        return answer.json()

    async def _ask(self, method: str, path: str, body: Any) -> Any:
        began = time.monotonic()
        try:
            return await self.http.request(method, f"{self.luck.choice(self._servers).url}{path}", json=body)
        finally:
            self.journal.waited(began)

    async def insist(self, method: str, path: str, body: Any = None, again: Collection[str] = TRY_AGAIN) -> Any:
        """The answer to a request, which is sent until a server answers, and again after some refusals."""
        while True:
            with contextlib.suppress(httpx2.HTTPError):
                answer = await self._ask(method, path, body)
                code = answer.json()["problem"]["code"] if answer.status_code >= 400 else None
                if code is None:
                    return answer.json()
                assert code in again, f"{method} {path}: {code}"
                self.journal.refusals[code] += 1
            await asyncio.sleep(self.luck.uniform(0.1, 0.5))

    def socket(self, table: str) -> connect:
        """A websocket to a table."""
        headers = {"Cookie": f"okawari={self.http.cookies['okawari']}"}
        address = f"ws://127.0.0.1:{self.luck.choice(self._servers).port}/ws/tables/{table}"
        return connect(address, additional_headers=headers, max_size=None, open_timeout=WAIT, close_timeout=0.2)

    async def request(
        self, made: dict[str, Any], ready: Callable[[State], bool] = lambda state: True, **message: Any
    ) -> None:
        """Send a request about a table once its state is ready; again until it is acknowledged."""
        message["id"] = new_id(self.luck)
        while True:
            with contextlib.suppress(*LOST):
                async with self.socket(made["id"]) as socket:
                    if await self._request(socket, made, ready, message):
                        return
            await asyncio.sleep(self.luck.uniform(0.1, 0.5))

    async def _request(
        self, socket: ClientConnection, made: dict[str, Any], ready: Callable[[State], bool], message: dict[str, Any]
    ) -> bool:
        """Send a request on a socket; returns whether it was acknowledged."""
        await socket.send(json.dumps({"type": "hello", "id": "hello", "version": VERSION, "key": made["key"]}))
        wire, sent = WireState(), False
        async for text in socket:
            answer = json.loads(text)
            wire.read(answer)
            if answer["type"] == "refused":
                self.refused(answer)
                return False
            if answer.get("id") == message["id"]:
                return True
            if wire.state and ready(wire.state) and not sent:
                await socket.send(json.dumps(message))
                sent = True
        return False

    def refused(self, answer: dict[str, Any]) -> None:
        """Note a refusal after which a request is sent again."""
        code = answer["problem"]["code"]
        assert code in TRY_AGAIN, answer
        self.journal.refusals[code] += 1


class Choice:
    """A choice that was sent."""

    def __init__(self, request: str, number: int, move: str) -> None:
        self.request, self.number, self.move = request, number, move
        self.acknowledged = False


class Player:
    """A person's seat at a table: plays on however often the connection is lost."""

    def __init__(self, person: Person, table: str, seat: int, manner: Manner) -> None:
        self.person, self.table, self.seat, self.manner = person, table, seat, manner
        self.journal, self.luck = person.journal, person.luck
        if manner.misses:
            self.journal.slow_tables.add(table)
        self.events: list[dict[str, Any]] = []
        self.number = 0
        self.deadlines: dict[int, float | None] = {}
        self.sent: dict[int, list[Choice]] = defaultdict(list)
        self.open: Choice | None = None
        self.over = False
        self.arrivals = 0
        #: The turn that is missed, so that the clock rings.
        self.missed = 0
        self._connected = 0.0
        #: When each request was sent that has no answer yet.
        self._asked: dict[str, float] = {}
        #: Choices that came too late; those that were sent twice are refused twice.
        self._too_late: set[str] = set()

    @property
    def misses(self) -> bool:
        """Whether the player waits for the clock to ring."""
        return self.missed == self.number and not self.over

    async def play(self) -> None:
        """Come back until the game is over."""
        while not self.over or self.open:
            began = time.monotonic()
            with contextlib.suppress(*LOST):
                async with self.person.socket(self.table) as socket:
                    self._connected = time.monotonic()
                    await self._play_connected(socket)
            for since in self._asked.values() or [began] * (self._connected < began):
                self.journal.waited(since)
            self._asked.clear()
            await asyncio.sleep(self.luck.uniform(*self.manner.returns))

    async def _play_connected(self, socket: ClientConnection) -> None:
        # Now and then as after a reload, with nothing in memory.
        known = 0 if self.luck.random() < 0.3 else len(self.events)
        await self._say(socket, "hello", new_id(self.luck), version=VERSION, events=known)
        wire, current = WireState(self.events[:known]), False
        async for text in socket:
            message = json.loads(text)
            self._heard(message)
            if wire.read(message):
                assert wire.state
                was_current, number = current, self.number
                current = self._look(wire.state, wire.events)
                self.arrivals += message["type"] == "state"
                new = not was_current or self.number > number or message["type"] == "state"
                if current and new and (self.open or not self.over):
                    await self._go_on(socket, wire.state)
            elif await self._answered(message) and current:
                assert wire.state
                await self._go_on(socket, wire.state)
            if self.over and not self.open:
                return

    async def _say(self, socket: ClientConnection, kind: str, request: str, **fields: Any) -> None:
        self._asked.setdefault(request, time.monotonic())
        await socket.send(json.dumps({"type": kind, "id": request, **fields}))

    def _heard(self, message: dict[str, Any]) -> None:
        """Note how long the answer to a request took."""
        if since := self._asked.pop(message.get("id") or "", None):
            self.journal.waited(since)

    def _look(self, state: State, events: list[dict[str, Any]]) -> bool:
        """Whatever was seen or acknowledged before is still there; False if another server had seen more."""
        if self._is_old(state, events):
            assert self.manner.shared, "what was seen or acknowledged is gone"
            return False
        game, view = state["game"], state["view"]
        assert events[: len(self.events)] == self.events
        if game["number"] > self.number:
            self.journal.shown(self.table, game["number"], self._connected)
        self.events, self.number = events, game["number"]
        self._check_deadline(state)
        assert view["viewer"] == self.seat
        self.over = state["table"]["phase"] == "over"
        return True

    def _is_old(self, state: State, events: list[dict[str, Any]]) -> bool:
        """Whether a state is older than what this player has seen or what was acknowledged."""
        game, view = state["game"], state["view"]
        if game is None or game["number"] < self.number or len(events) < len(self.events):
            return True
        if self.over and state["table"]["phase"] != "over":
            return True
        sent = self.sent[game["number"]]
        chosen = [place for place, choice in enumerate(sent) if choice.acknowledged]
        possible = [choice.move for choice in sent[chosen[-1] :]] if chosen else []
        return bool(chosen) and (self.seat in game["to_move"] or view["choice"] not in possible)

    def _check_deadline(self, message: State) -> None:
        """A clock begins anew only if it ended, as it does where a server takes long to start."""
        number, deadline = message["game"]["number"], message["game"]["deadline"]
        before = self.deadlines.get(number, deadline)
        assert before == deadline or before <= message["now"], "the clock was set anew"
        self.deadlines[number] = deadline

    async def _go_on(self, socket: ClientConnection, state: State) -> None:
        """Send the unanswered choice again; else choose, or change the choice, if this seat may."""
        if self.open and self.open.number > self.number:
            return
        if self.open is None:
            moves = self._moves(state)
            if not moves:
                return
            self.open = Choice(new_id(self.luck), self.number, self.luck.choice(moves))
            self.sent[self.number].append(self.open)
            await asyncio.sleep(self.luck.uniform(*self.manner.thinks))
        await self._send(socket, self.open)
        if self.luck.random() < 0.2:
            await self._send(socket, self.open)

    def _moves(self, state: State) -> list[str]:
        """What the player may choose now; empty if the player does not want to."""
        game, view = state["game"], state["view"]
        changes = len(self.sent[self.number]) == 1 and self.luck.random() < 0.2 and "choice" in view
        if self.seat not in game["to_move"]:
            return view["moves"] if changes and game["to_move"] else []
        if game["deadline"] and self.luck.random() < self.manner.misses:
            self.missed = self.number
        return [] if self.misses else view["moves"]

    async def _send(self, socket: ClientConnection, choice: Choice) -> None:
        fields = {"seat": self.seat, "move": choice.move, "number": choice.number}
        await self._say(socket, "choose", choice.request, **fields)

    async def _answered(self, message: dict[str, Any]) -> bool:
        """Note the answer to the open choice; whether the player can go on without waiting for a message."""
        if self.open is None or message.get("id") != self.open.request:
            self._check_other(message)
            return False
        choice, self.open = self.open, None
        code = message["problem"]["code"] if message["type"] == "refused" else None
        if code is None:
            choice.acknowledged = True
            self.journal.note(choice.request, self.table)
        elif code in ("stale", "not-playing"):
            # The others have chosen since: the turn is over, or with its last turn the game.
            assert message["problem"]["params"].get("number", math.inf) > choice.number
            self.sent[choice.number].remove(choice)
            self._too_late.add(choice.request)
        else:
            self._check_other(message)
            await asyncio.sleep(self.luck.uniform(0.3, 0.6))
            self.open = choice
            return True
        return self.number > choice.number and not self.over

    def _check_other(self, message: dict[str, Any]) -> None:
        """What is refused besides choices, or sent twice, is refused for the moment."""
        if message["type"] == "refused" and message["id"] not in self._too_late:
            assert self.manner.shared or message["problem"]["code"] == "too-fast", message
            self.person.refused(message)
        assert message["type"] != "bye" or message["reason"] == "shutdown", message

    def lost(self, turns: list[dict[int, str]]) -> list[str]:
        """The turns of a finished game without the last acknowledged choice, or one that was sent after it."""
        return [
            f"{self.table}, seat {self.seat}, turn {number}" for number in self.sent if self._is_lost(number, turns)
        ]

    def _is_lost(self, number: int, turns: list[dict[int, str]]) -> bool:
        sent = self.sent[number]
        turn = turns[number - 1] if number <= len(turns) else {}
        kept = [place for place, choice in enumerate(sent) if choice.acknowledged]
        if self.seat not in turn:
            return bool(kept)
        return bool(sent) and turn[self.seat] not in [choice.move for choice in sent[kept[-1] if kept else 0 :]]


def new_table(menu: str, kinds: Sequence[str], clock: str = "none", **setting: Any) -> dict[str, Any]:
    """A request for a table; a kind of seat is you, open, or a bot's level."""
    seats = [{"kind": kind} if kind in ("you", "open") else {"kind": "bot", "bot": kind} for kind in kinds]
    return {
        "setting": {"menu": menu, "seats": len(seats), **setting},
        "options": {"clock": clock},
        "seats": seats,
        "nonce": "0" * 32,
    }


async def set_table(
    people: dict[str, Person], who: Sequence[str], manner: Manner, clock: str = "none", **setting: Any
) -> list[Player]:
    """Set a table, with everybody in their seats and the game begun; returns the seats of people."""
    kinds = ["you" if place == 0 else "open" if name in people else name for place, name in enumerate(who)]
    host = people[who[0]]
    made = await host.insist("POST", "/api/tables", new_table(kinds=kinds, clock=clock, **setting))
    for seat, name in enumerate(who[1:], 1):
        if name in people:
            await people[name].request(made, type="sit", seat=seat, nonce="0" * 32)
    await host.request(made, lambda state: _all_sit(state["table"]), type="start")
    return [Player(people[name], made["id"], seat, manner) for seat, name in enumerate(who) if name in people]


def _all_sit(table: dict[str, Any]) -> bool:
    return all(seat["kind"] != "empty" for seat in table["seats"])


def turns_of(record: Record) -> list[dict[int, str]]:
    """What was chosen in each turn."""
    return [dict(moves) for _, moves in Game.replay_by_turn(record) if moves]
