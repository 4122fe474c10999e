"""A real server in a thread, and browsers that talk to it as the page does: for tests of the wire."""

from __future__ import annotations

import itertools
import json
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from okawari.server.run import OkawariServer
from okawari.server.run import server as make_server
from okawari.server.settings import Durations, Settings
from okawari.server.wire.connection import SOCKETS
from okawari.server.wire.messages import VERSION
from tests.support.databases import database_url
from tests.support.server_process import ServerProcess
from tests.support.wire_state import WireState

SECRET = bytes(32)
NONCE = "0123456789abcdef" * 2
#: Bots move at once, and clocks run out soon.
QUICK = Durations(
    bot_pause=(0.0, 0.0),
    grace=0.2,
    hint=0.05,
    clocks={"relaxed": 3600.0, "quick": 0.3},
    turn_shown=0.0,
    move_shown=0.0,
)
#: What is waited for. A lambda in a loop binds the loop's variables as defaults of parameters.
Condition = Callable[..., bool]
#: Seconds to wait for a message, and for a server to start: a busy machine may need them.
WAIT, START = 120.0, 600.0


class ServerThread:
    """A server that runs in a thread of this process."""

    def __init__(self, running: OkawariServer, port: int) -> None:
        self.uvicorn = running
        self.port = port
        self.browsers: list[Browser] = []

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def data(self) -> Path:
        """Its data folder."""
        folder: Path = self.tables.settings.data
        return folder

    @property
    def tables(self) -> Any:
        """The tables in its memory."""
        return self.uvicorn.app.state.tables

    def browser(self, name: str | None = None, cookie: str | None = None) -> Browser:
        """A browser of a new person, or of the one whose cookie is given."""
        self.browsers.append(Browser(self, name, cookie))
        return self.browsers[-1]


@contextmanager
def running_server(
    data: Path, durations: Durations = QUICK, *, limited: bool = False, **more: Any
) -> Iterator[ServerThread]:
    """A server on a free port, with a real database."""
    ports: queue.SimpleQueue[int] = queue.SimpleQueue()
    settings = Settings(
        data, SECRET, durations=durations, limited=limited, **{"database_url": database_url(data)} | more
    )
    running = make_server(settings, "127.0.0.1", 0, ports.put)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    server = ServerThread(running, ports.get(timeout=START))
    try:
        yield server
    finally:
        running.should_exit = True
        thread.join(WAIT)
        for browser in server.browsers:
            browser.close()


def open_socket(url: str, **more: Any) -> ClientConnection:
    """Open a websocket; the caller closes it."""
    # A full queue would leave the server's pings without an answer while nobody listens.
    return connect(url, max_size=None, max_queue=None, open_timeout=WAIT, ping_interval=None, **more).__enter__()


class Browser:
    """A browser with its cookie."""

    def __init__(
        self, server: ServerThread | ServerProcess, name: str | None = None, cookie: str | None = None
    ) -> None:
        self.server: Any = server
        self.wires: list[Wire] = []
        self.http = httpx2.Client(base_url=server.url, timeout=WAIT, verify=False)
        if cookie:
            self.http.cookies.set("okawari", cookie, domain="127.0.0.1")
        else:
            self.http.get("/api/me").raise_for_status()
        if name:
            self.http.put("/api/me", json={"name": name, "shape": 2}).raise_for_status()

    @property
    def cookie(self) -> str:
        """The cookie that says who this is."""
        return self.http.cookies["okawari"]

    def close(self) -> None:
        """Close the browser with all its tabs."""
        self.http.close()
        for wire in self.wires:
            wire.close()

    def set_table(self, *seats: str, start: bool = False, menu: str = "sushi-go-first", **more: Any) -> dict[str, Any]:
        """Set a table; a seat is you, here, open, or a bot's level."""
        options = more.pop("options", {})
        table = {
            "setting": {"menu": menu, "seats": len(seats), **more},
            "options": options,
            "seats": [new_seat(seat, place) for place, seat in enumerate(seats)],
            "nonce": secrets.token_hex(16),
            "start": start,
        }
        return self._made("/api/tables", table)

    def set_lesson(self, name: str) -> dict[str, Any]:
        """Set the table of a lesson."""
        return self._made("/api/lessons", {"lesson": name, "nonce": secrets.token_hex(16)})

    def _made(self, path: str, wanted: dict[str, Any]) -> dict[str, Any]:
        answer = self.http.post(path, json=wanted)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def visit(
        self,
        table: dict[str, Any] | str,
        *,
        hello: bool = True,
        events: list[dict[str, Any]] | None = None,
        path: str = SOCKETS,
        **more: Any,
    ) -> Wire:
        """Open a socket to a table and say hello, with the events that the browser has already."""
        made = {"id": table} if isinstance(table, str) else table
        url = f"ws://127.0.0.1:{self.server.port}{path}/{made['id']}"
        wire = Wire(open_socket(url, additional_headers={"Cookie": f"okawari={self.cookie}"}, **more), events)
        self.wires.append(wire)
        if hello:
            wire.request("hello", version=VERSION, key=made.get("key"), events=len(wire.events))
            wire.until(lambda: wire.state is not None)
        return wire


def new_seat(seat: str, place: int) -> dict[str, Any]:
    if seat in ("you", "open"):
        return {"kind": seat}
    if seat == "here":
        return {"kind": "here", "name": f"Guest {place}"}
    return {"kind": "bot", "bot": seat}


class Refused(Exception):
    """The server refused."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["code"])
        self.code = problem["code"]
        self.params = problem["params"]


class Wire(WireState):
    """A websocket to a table, the messages that it received, and the state that they describe."""

    def __init__(self, connection: ClientConnection, events: list[dict[str, Any]] | None = None) -> None:
        super().__init__(events)
        self.connection = connection
        self.received: list[dict[str, Any]] = []
        #: The same messages as text.
        self.received_texts: list[str] = []
        self._ids = itertools.count(1)

    @property
    def now(self) -> float:
        """The time of the server when it sent the last state."""
        assert self.state
        return float(self.state["now"])

    @property
    def table(self) -> dict[str, Any]:
        assert self.state
        return self.state["table"]

    @property
    def game(self) -> dict[str, Any]:
        assert self.state
        return self.state["game"]

    @property
    def view(self) -> dict[str, Any]:
        assert self.state
        return self.state["view"]

    def receive(self, timeout: float = WAIT) -> dict[str, Any]:
        """The next message."""
        self.received_texts.append(str(self.connection.recv(timeout)))
        message: dict[str, Any] = json.loads(self.received_texts[-1])
        self.received.append(message)
        self.read(message)
        return message

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def request(self, kind: str, request_id: str | None = None, **fields: Any) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        request_id = request_id or f"r{next(self._ids)}-{secrets.token_hex(3)}"
        self.send(type=kind, id=request_id, **fields)
        while True:
            answer = self.receive()
            if answer.get("id") == request_id:
                if answer["type"] == "refused":
                    raise Refused(answer["problem"])
                return answer

    def refusal(self, kind: str, **fields: Any) -> str:
        """Send a request that is refused; returns the code of the refusal."""
        code = self.refusal_code(kind, **fields)
        assert code, f"{kind} was not refused"
        return code

    def refusal_code(self, kind: str, **fields: Any) -> str | None:
        """Send a request; returns the code of its refusal, or None if it is not refused."""
        try:
            self.request(kind, **fields)
        except Refused as refused:
            return str(refused.code)
        return None

    def until(self, holds: Condition, timeout: float = WAIT) -> None:
        """Receive messages until a condition holds."""
        end = time.monotonic() + timeout
        while not holds():
            self.receive(max(0.01, end - time.monotonic()))

    def receive_all(self, seconds: float = 0.15) -> None:
        """Receive messages until none has come for so many seconds."""
        try:
            while True:
                self.receive(seconds)
        except TimeoutError:
            return

    def choose(self, seat: int, move: str | None = None, **more: Any) -> None:
        move = move or self.view["moves"][0]
        self.request("choose", seat=seat, move=move, number=self.game["number"], **more)

    def play_on(
        self, seat: int = 0, turns: int = 1000, pick: Callable[[list[str]], str] = lambda moves: moves[0]
    ) -> None:
        """Choose whenever the seat is to move, until the game is over or for so many choices."""
        while turns:
            self.until(lambda: seat in self.game["to_move"] or self.table["phase"] == "over")
            if self.table["phase"] == "over":
                return
            number = self.game["number"]
            self.choose(seat, pick(self.view["moves"]))
            self.until(lambda number=number: self.game["number"] > number or seat not in self.game["to_move"])
            turns -= 1

    def close_code(self) -> int:
        """Receive messages until the socket closes; returns the code with which it does."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006

    def close(self) -> None:
        self.connection.close()


def untold(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events without the sentences that tell them."""
    return [{key: value for key, value in event.items() if key != "told"} for event in events]


def two_at_a_table(ann: Browser, bob: Browser, *bots: str, **more: Any) -> tuple[Wire, Wire, dict[str, Any]]:
    """Ann's and Bob's sockets at a table where the game has begun."""
    made = ann.set_table("you", "open", *bots, **more)
    hers, his = ann.visit(made), bob.visit(made)
    his.request("sit", seat=1, nonce=NONCE)
    # They may be connected to two servers.
    hers.until(lambda: hers.table["seats"][1]["kind"] == "person")
    hers.request("start")
    for wire in (hers, his):
        wire.until(lambda wire=wire: wire.table["phase"] == "playing")
    return hers, his, made


def until(holds: Condition) -> None:
    """Wait until a condition holds of which no message tells."""
    end = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)
