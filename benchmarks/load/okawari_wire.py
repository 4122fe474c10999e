"""The clients of Okawari, for every version of the wire that is measured."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

import httpx2
from pydantic_core import from_json

from load.client import PATIENCE, SEATS, Client, Known, Refused
from load.websocket import connect

Message = dict[str, Any]


def learn_from_3(known: Known, message: Message) -> None:
    """Take what a message of version 3 tells of the game: whole states, and `waiting` within a turn."""
    if message["type"] == "state" and (game := message["game"]):
        known.number, known.to_move, known.moves = game["number"], game["to_move"], game["view"]["moves"]
        known.over = message["table"]["phase"] == "over"
    elif message["type"] == "waiting":
        known.number, known.to_move = message["number"], message["to_move"]


def learn_from_4(known: Known, message: Message) -> None:
    """Take what a message of version 4 tells of the game: whole states, and updates with new values by path.

    What is read here has a path of its own.
    """
    game, view, table = (message.get(part) or {} for part in ("game", "view", "table"))
    known.number = game.get("number", known.number)
    known.to_move = game.get("to_move", known.to_move)
    known.moves = view.get("moves", known.moves)
    known.over = table.get("phase") == "over" or known.over


#: How a client learns from a message, by the version of the wire.
LEARN: dict[int, Callable[[Known, Message], None]] = {3: learn_from_3, 4: learn_from_4}


class OkawariClient(Client):
    """A client of Okawari."""

    def __init__(self, seat: int, version: int) -> None:
        super().__init__(seat)
        self._learn = LEARN[version]

    def hear(self, text: bytes) -> None:
        """Read a message of the server."""
        message = from_json(text)
        if message["type"] == "ack":
            self.answered()
        elif message["type"] in ("refused", "bye"):
            raise Refused(text.decode())
        else:
            self._learn(self.known, message)
            self.after_news()

    def choose(self) -> None:
        """Send the first legal move."""
        self.socket.send(_written(type="choose", seat=self.seat, number=self.known.number, move=self.known.moves[0]))

    async def request(self, **message: Any) -> None:
        """Send a request, and wait until it is acknowledged."""
        await self.ask(_written(**message))


class OkawariWire:
    """How clients join the tables of Okawari, with a version of the wire."""

    def __init__(self, version: int) -> None:
        self._version = version

    async def set_table(self, port: int) -> tuple[str, list[Client]]:
        """Make a table, let clients take all its seats, and start the game; return its id and them."""
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
            cookies = [await _new_person(http) for _ in range(SEATS)]
            table = {
                "setting": {"menu": "sushi-go-first", "seats": SEATS},
                "seats": [{"kind": "you"}, *({"kind": "open"} for _ in range(SEATS - 1))],
                "nonce": secrets.token_hex(16),
            }
            made = (await http.post("/api/tables", json=table)).raise_for_status().json()
        # The last cookie is the host's, and the host has the first seat.
        cookies.insert(0, cookies.pop())
        clients = [await self._sit_down(port, made, cookie, seat) for seat, cookie in enumerate(cookies)]
        await clients[0].request(type="start")
        return made["id"], list(clients)

    async def _sit_down(self, port: int, made: Message, cookie: str, seat: int) -> OkawariClient:
        client = OkawariClient(seat, self._version)
        client.socket = await connect(port, f"/ws/tables/{made['id']}", client.hear, Cookie=f"okawari={cookie}")
        await client.request(type="hello", version=self._version, key=made["key"])
        if seat:
            await client.request(type="sit", seat=seat, nonce=secrets.token_hex(16))
        return client


async def _new_person(http: httpx2.AsyncClient) -> str:
    """The cookie of a new person, which the HTTP client keeps until the next."""
    http.cookies.clear()
    await http.put("/api/me", json={"name": "Guest", "shape": 1})
    return http.cookies["okawari"]


def _written(**message: Any) -> str:
    return json.dumps({"id": secrets.token_hex(8), **message}, separators=(",", ":"))
