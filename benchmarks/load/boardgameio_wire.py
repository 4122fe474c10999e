"""The clients of boardgame.io, which talk socket.io over a websocket."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import httpx2
from pydantic_core import from_json

from load.client import PATIENCE, SEATS, Client
from load.websocket import connect

#: The name of the game in benchmarks/boardgameio/game.js.
GAME = "draft"
#: The prefixes of socket.io: the server asks for a sign of life, and gets it; a game is joined; an event.
PING, PONG, JOIN, EVENT = b"2", "3", f"40/{GAME},", f"42/{GAME},"


class DraftClient(Client):
    """A client of the draft."""

    def __init__(self, seat: int, match: str, credentials: str) -> None:
        super().__init__(seat)
        self._match, self._credentials = match, credentials
        self._state_id = 0

    def hear(self, text: bytes) -> None:
        """Read a message of the server."""
        if text == PING:
            self.socket.send(PONG)
        elif text.startswith(JOIN.encode()):
            self.answered()
        elif text.startswith(EVENT.encode()):
            self._take(*from_json(text[len(EVENT) :]))

    def _take(self, event: str, match: str, body: dict[str, Any], *more: Any) -> None:
        """Take what an event tells of the game."""
        if event == "sync":
            self._learn(body["state"])
            self.answered()
        elif event == "update":
            self._learn(body)
            self.after_news()

    def _learn(self, state: dict[str, Any]) -> None:
        table, known = state["G"], self.known
        self._state_id = state["_stateID"]
        known.number = table["turn"]
        known.to_move = [seat for seat, ready in enumerate(table["ready"]) if not ready]
        known.moves = table["players"][str(self.seat)]["hand"]
        known.over = "gameover" in state["ctx"]

    def choose(self) -> None:
        """Take the first card of the hand."""
        move = {"type": "choose", "args": [0], "playerID": str(self.seat), "credentials": self._credentials}
        action = {"type": "MAKE_MOVE", "payload": move}
        self.socket.send(_written("update", action, self._state_id, self._match, str(self.seat)))

    async def join(self, port: int) -> None:
        """Connect, and wait for the state of the match."""
        self.socket = await connect(port, "/socket.io/?EIO=4&transport=websocket", self.hear)
        await self.ask(JOIN)
        await self.ask(_written("sync", self._match, str(self.seat), self._credentials, SEATS))


class BoardgameIoWire:
    """How clients join matches: with its lobby, and then with a socket each."""

    async def set_table(self, ports: Sequence[int]) -> tuple[str, list[Client]]:
        """Make a match, and let clients take all its seats; return its id and them."""
        port = ports[0]
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}/games/{GAME}", timeout=PATIENCE) as http:
            match = (await http.post("/create", json={"numPlayers": SEATS})).raise_for_status().json()["matchID"]
            clients = [await _join(http, match, seat) for seat in range(SEATS)]
        for client in clients:
            await client.join(port)
        return match, list(clients)


async def _join(http: httpx2.AsyncClient, match: str, seat: int) -> DraftClient:
    joining = {"playerID": str(seat), "playerName": "Guest"}
    joined = (await http.post(f"/{match}/join", json=joining)).raise_for_status().json()
    return DraftClient(seat, match, joined["playerCredentials"])


def _written(*event: Any) -> str:
    return EVENT + json.dumps(event, separators=(",", ":"))
