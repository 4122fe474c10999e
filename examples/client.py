"""An example of a client: makes a table with a bot, plays the first legal move each time, and checks the deal.

Run a server (`okawari serve`), then: python examples/client.py http://localhost:8000
Needs only `pip install websockets`; docs/wire.md has every message.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sys
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin


class Client:
    """An HTTP client with a cookie jar; the cookie identifies the player."""

    def __init__(self, server: str) -> None:
        self.server = server.rstrip("/")
        self.cookies = CookieJar()
        self.http = build_opener(HTTPCookieProcessor(self.cookies))

    def ask(self, method: str, path: str, message: Any = None) -> Any:
        """Send an HTTP request with a JSON body; return the JSON answer."""
        headers = {"Origin": self.server, "Content-Type": "application/json"}
        body = None if message is None else json.dumps(message).encode()
        with self.http.open(Request(self.server + path, body, headers, method=method)) as answer:
            return json.load(answer)

    def sit_down(self, table: str) -> ClientConnection:
        """Open the websocket of a table, with the cookie."""
        cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        address = self.server.replace("http", "ws", 1) + f"/ws/tables/{table}"
        return connect(address, origin=Origin(self.server), additional_headers={"Cookie": cookie}, max_size=None)


def play(server: str) -> dict[str, Any]:
    """Play a game to its end; return the state at its end."""
    client = Client(server)
    client.ask("PUT", "/api/me", {"name": "Robot", "shape": 2})
    table = client.ask(
        "POST",
        "/api/tables",
        {
            "setting": {"menu": "sushi-go-first", "seats": 2},
            "seats": [{"kind": "you"}, {"kind": "bot", "bot": "pip"}],
            "nonce": secrets.token_hex(16),
            "start": True,
        },
    )
    with client.sit_down(table["id"]) as socket:
        say(socket, type="hello", version=5, key=table["key"])
        state: dict[str, Any] = {}
        chosen = None
        while True:
            message: dict[str, Any] = json.loads(socket.recv())
            if message["type"] == "refused" and message["problem"]["code"] != "stale":
                raise SystemExit(f"The server refused: {message['problem']}")
            if message["type"] == "state":
                state = message
            elif message["type"] == "update":
                apply_update(state, message)
            else:
                continue
            game = state["game"]
            if state["table"]["phase"] == "over":
                return state
            if 0 in game["to_move"] and game["number"] != chosen:
                chosen = game["number"]
                say(socket, type="choose", seat=0, move=state["view"]["moves"][0], number=chosen)


def apply_update(state: dict[str, Any], update: dict[str, Any]) -> None:
    """Apply an update to the state: each part of it is changed by new values, given by their paths."""
    if update["seq"] != state["seq"] + 1:
        raise SystemExit("An update is missing. A client that reconnects would ask for the whole state with `refresh`.")
    state["seq"] = update["seq"]
    for part in ("table", "game", "view"):
        for path, value in update.get(part, {}).items():
            *way, last = path.split("/")
            place = state[part]
            for key in way:
                place = place[int(key)] if isinstance(place, list) else place[key]
            if isinstance(place, dict):
                place[last] = value
            else:
                # The number after the last item appends one.
                place[int(last) : int(last) + 1] = [value]


def say(socket: ClientConnection, **message: Any) -> None:
    """Send a request, with an id that no other one has."""
    socket.send(json.dumps({"id": secrets.token_hex(8), **message}))


def deal_was_fair(fairness: dict[str, Any]) -> bool:
    """Whether the deal is the one to which the server committed itself before the game."""
    secret = bytes.fromhex(fairness["opened"])
    mixed = b"okawari deal 1|" + secret + b"|" + "|".join(fairness["nonces"]).encode()
    committed = hashlib.sha256(secret).hexdigest() == fairness["commitment"]
    return bool(committed and hashlib.sha256(mixed).hexdigest() == fairness["seed"])


if __name__ == "__main__":
    end = play(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000")
    for bill in end["game"]["bill"]:
        print(end["table"]["seats"][bill["who"]]["name"] or f"seat {bill['who']}", bill["total"])
    print("The deal was fair." if deal_was_fair(end["table"]["fairness"]) else "The deal was NOT the promised one!")
