"""The clients of Okawari, for every version of the wire that is measured."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address
from typing import Any, NamedTuple

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
    """Take what a message of version 4 or 5 tells of the game: whole states, and updates with new values by path.

    What is read here has a path of its own.
    """
    game, view, table = (message.get(part) or {} for part in ("game", "view", "table"))
    known.number = game.get("number", known.number)
    known.to_move = game.get("to_move", known.to_move)
    known.moves = view.get("moves", known.moves)
    known.over = table.get("phase") == "over" or known.over


#: How a client learns from a message, by the version of the wire.
LEARN: dict[int, Callable[[Known, Message], None]] = {3: learn_from_3, 4: learn_from_4, 5: learn_from_4}


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


class Person(NamedTuple):
    """Who will take a seat: their cookie, the port of the server that they use, and the address they connect from."""

    cookie: str
    port: int
    address: str


class OkawariWire:
    """How clients join the tables of Okawari, with a version of the wire.

    At a server of several processes all clients of a table use the same one of them if they are `together`, else one
    the first and the next the second. With `addresses` everybody has an address of their own.
    """

    def __init__(self, version: int, *, together: bool = False, addresses: bool = False) -> None:
        self._version = version
        self._together = together
        self._addresses = addresses

    async def set_table(self, ports: Sequence[int]) -> tuple[str, list[Client]]:
        """Make a table, let clients take all its seats, and start the game; return its id and them."""
        first = random.randrange(len(ports))
        step = 0 if self._together else 1
        others = [await self._new_person(ports[(first + seat * step) % len(ports)]) for seat in range(1, SEATS)]
        table = {
            "setting": {"menu": "sushi-go-first", "seats": SEATS},
            "seats": [{"kind": "you"}, *({"kind": "open"} for _ in others)],
            "nonce": secrets.token_hex(16),
        }
        host, made = await self._new_host(ports[first], table)
        clients = [await self._sit_down(made, person, seat) for seat, person in enumerate([host, *others])]
        await clients[0].request(type="start")
        return made["id"], list(clients)

    async def _new_person(self, port: int) -> Person:
        address = self._address()
        async with _http(port, address) as http:
            return await _named(http, port, address)

    async def _new_host(self, port: int, table: Message) -> tuple[Person, Message]:
        """A new person who makes a table, and what is needed to join it."""
        address = self._address()
        async with _http(port, address) as http:
            person = await _named(http, port, address)
            return person, (await http.post("/api/tables", json=table)).raise_for_status().json()

    def _address(self) -> str:
        """An address of this machine; a random one of 16 million if everybody has their own."""
        return str(IPv4Address("127.0.0.2") + random.randrange(2**24 - 4)) if self._addresses else "127.0.0.1"

    async def _sit_down(self, made: Message, person: Person, seat: int) -> OkawariClient:
        client = OkawariClient(seat, self._version)
        cookie = f"okawari={person.cookie}"
        path = f"/ws/tables/{made['id']}"
        client.socket = await connect(person.port, path, client.hear, person.address, Cookie=cookie)
        await client.request(type="hello", version=self._version, key=made["key"])
        if seat:
            await client.request(type="sit", seat=seat, nonce=secrets.token_hex(16))
        return client


def _http(port: int, address: str) -> httpx2.AsyncClient:
    # TLS is not used here, and its settings would take longer to make than all requests.
    transport = httpx2.AsyncHTTPTransport(local_address=address, verify=False)
    return httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE)


async def _named(http: httpx2.AsyncClient, port: int, address: str) -> Person:
    """A new person with a name."""
    (await http.put("/api/me", json={"name": "Guest", "shape": 1})).raise_for_status()
    return Person(http.cookies["okawari"], port, address)


def _written(**message: Any) -> str:
    return json.dumps({"id": secrets.token_hex(8), **message}, separators=(",", ":"))
