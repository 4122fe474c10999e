"""Whatever is malformed, late, doubled, forged or too much is refused with words for it, and changes nothing."""

from __future__ import annotations

import contextlib
import itertools
import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from schemathesis.specs.openapi.checks import positive_data_acceptance
from websockets.exceptions import ConnectionClosed, InvalidStatus

from okawari.server.app import create_app
from okawari.server.http.middleware import MOST_BYTES as MOST_HTTP_BYTES
from okawari.server.settings import Settings
from okawari.server.wire import messages as m
from okawari.server.wire.connection import MOST_BYTES
from okawari.texts import LANGUAGES, catalogue
from tests.support.server_thread import NONCE, WAIT, Browser, ServerThread, Wire, open_socket, running_server

pytestmark = [
    pytest.mark.slow,
    # The server runs in a thread of this process, and its bots may use `random` while Hypothesis draws.
    pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies"),
]

EVIL = "https://evil.example"


@dataclass
class Scene:
    """A game between Ann and Bob in mid-turn, with Mallory and a socket without a cookie watching."""

    server: ServerThread
    table: str
    ann: Wire
    bob: Wire
    mallory: Wire
    without_cookie: Wire
    ids: Iterator[int]

    @property
    def rows(self) -> int:
        """How long the log is: whatever changes the table makes it longer."""
        rows: int = self.server.tables._live[self.table].table.rows
        return rows

    def new_messages(self, wire: Wire) -> list[dict[str, Any]]:
        """The messages that a socket has received meanwhile."""
        heard = len(wire.received)
        wire.request("ping", f"marker-{next(self.ids)}")
        return wire.received[heard:-1]

    def refusal(self, wire: Wire, sent: str | bytes) -> dict[str, Any]:
        """The one answer to a message that is refused; nobody else hears of it."""
        everybody = (self.ann, self.bob, self.mallory)
        for other in (wire, *everybody):
            self.new_messages(other)
        rows = self.rows
        wire.connection.send(sent)
        [answer] = self.new_messages(wire)
        assert answer["type"] == "refused", answer
        has_words(answer["problem"]["code"])
        assert self.rows == rows
        assert not any(self.new_messages(other) for other in everybody)
        return answer


def has_words(code: str) -> None:
    """A refusal that nobody can read is no refusal."""
    for language in LANGUAGES:
        words = catalogue(language)
        assert code in {**words["wire"]["error"], **words["error"], **words["pad"]["error"]}, code


def _request(kind: str, **fields: Any) -> str:
    return json.dumps({"type": kind, "id": "hostile", **fields})


@pytest.fixture(scope="module")
def scene(server: ServerThread) -> Scene:
    ann, bob, mallory = (server.browser(name) for name in ("Ann", "Bob", "Mallory"))
    made = ann.set_table("you", "open", "pip")
    hers, his = ann.visit(made), bob.visit(made)
    his.request("sit", seat=1, nonce=NONCE)
    hers.request("start")
    watching = mallory.visit(made["id"])
    nobody = Wire(open_socket(f"ws://127.0.0.1:{server.port}/ws/tables/{made['id']}"))
    mallory.wires.append(nobody)
    nobody.request("hello", version=m.VERSION)
    hers.until(lambda: hers.table["phase"] == "playing")
    hers.choose(0)
    for wire in (hers, his, watching, nobody):
        wire.until(lambda wire=wire: bool(wire.state) and wire.table["watchers"] == 2 and wire.game["to_move"] == [1])
    return Scene(server, made["id"], hers, his, watching, nobody, itertools.count())


# On the socket

_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=8), parts, max_size=4),
    max_leaves=8,
)
_seats = st.integers(0, 4)
_moves = st.sampled_from(
    ["egg", "tempura", "pudding", "keep 1", "chopsticks", "a whole tuna", "<b>", "\u202e"]
) | st.text(min_size=1, max_size=80)
#: Requests of the right shape.
_orders: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "sit": {"seat": _seats, "nonce": st.just(NONCE)},
    "stand": {"seat": _seats},
    "configure": {"setting": st.just({"menu": "sushi-go-first", "seats": 2}), "options": st.just({"clock": "quick"})},
    "seat-bot": {"seat": _seats, "bot": st.sampled_from(["pip", "oba"])},
    "clear": {"seat": _seats},
    "start": {},
    "pause": {"paused": st.booleans()},
    "choose": {"seat": _seats, "move": _moves, "number": st.integers(0, 2**40)},
    "look": {"seat": _seats},
    "take-back": {"seat": _seats},
    "hint": {"seat": _seats},
    "emote": {"seat": _seats, "emote": st.sampled_from(["hello", "yum"])},
    "rematch": {"nonce": st.just(NONCE)},
}


@st.composite
def orders(draw: st.DrawFn) -> dict[str, Any]:
    """A request as the schema has it."""
    kind = draw(st.sampled_from(sorted(_orders)))
    fields = {name: draw(values) for name, values in _orders[kind].items()}
    return {"type": kind, "id": draw(st.from_regex("[a-z]{1,40}", fullmatch=True)), **fields}


@st.composite
def broken(draw: st.DrawFn) -> str:
    """A request with a field missing, one too many or of another type, or cut short."""
    request = draw(orders())
    name = draw(st.sampled_from(sorted(request)))
    how = draw(st.sampled_from(["missing", "more", "other", "short"]))
    if how == "missing":
        del request[name]
    elif how == "more":
        request[draw(st.text(max_size=8))] = draw(_json)
    elif how == "other":
        request[name] = draw(_json)
    text = json.dumps(request)
    return text[: draw(st.integers(0, len(text) - 1))] if how == "short" else text


_adapter: TypeAdapter[m.FromBrowser] = TypeAdapter(m.FromBrowser)


def is_request(text: str) -> bool:
    try:
        _adapter.validate_json(text)
    except ValueError:
        return False
    return True


@settings(max_examples=250)
@given(text=st.text(max_size=60) | _json.map(json.dumps) | broken().filter(lambda text: not is_request(text)))
def test_text_that_is_no_request_is_refused(scene: Scene, text: str) -> None:
    answer = scene.refusal(scene.bob, text)
    assert answer["problem"] == {"code": "bad-message", "params": {}}


@settings(max_examples=40)
@given(data=st.binary(max_size=60))
def test_bytes_are_refused(scene: Scene, data: bytes) -> None:
    assert scene.refusal(scene.bob, data)["problem"]["code"] == "bad-message"


@settings(max_examples=150)
@given(order=orders())
def test_a_spectator_changes_nothing(scene: Scene, order: dict[str, Any]) -> None:
    """Mallory has a cookie, a right to watch, and every request that there is."""
    answer = scene.refusal(scene.mallory, json.dumps(order))
    assert answer["id"] == order["id"]
    expected = {"not-your-seat", "not-host", "not-invited", "no-such-seat", "not-over", "no-hints"}
    assert answer["problem"]["code"] in expected


@settings(max_examples=80)
@given(order=orders())
def test_a_socket_without_a_cookie_changes_nothing(scene: Scene, order: dict[str, Any]) -> None:
    """A socket without a cookie."""
    answer = scene.refusal(scene.without_cookie, json.dumps(order))
    assert answer["problem"]["code"] in ("no-cookie", "not-your-seat")


@settings(max_examples=120)
@given(order=orders().filter(lambda order: order["type"] not in ("stand", "sit", "emote")))
def test_a_player_can_do_only_what_is_theirs(scene: Scene, order: dict[str, Any]) -> None:
    """Bob sits at seat 1 and is to move; but he is not the host, and no choice of his fits what he has seen."""
    if order["type"] == "look":
        order["seat"] = (order["seat"] + 2) % 5 if order["seat"] == 1 else order["seat"]
    if order["type"] == "choose" and order["number"] == scene.bob.game["number"]:
        order["number"] += 1
    answer = scene.refusal(scene.bob, json.dumps(order))
    assert answer["problem"]["code"] not in ("bad-message", "server-fault")


@settings(max_examples=100)
@given(move=_moves)
def test_unknown_moves_are_refused(scene: Scene, move: str) -> None:
    """Bob's own seat and the right number, but not a move of his."""
    if move in scene.bob.view["moves"]:
        return
    text = json.dumps({"type": "choose", "id": "m", "seat": 1, "move": move, "number": scene.bob.game["number"]})
    answer = scene.refusal(scene.bob, text)
    assert answer["id"] == "m" and answer["problem"]["code"] not in ("bad-message", "server-fault", "stale")


def test_late_choices(scene: Scene) -> None:
    for number in (0, scene.bob.game["number"] - 1, scene.bob.game["number"] + 1, 2**63, 10**30):
        text = _request("choose", seat=1, move=scene.bob.view["moves"][0], number=number)
        assert scene.refusal(scene.bob, text)["problem"]["code"] == "stale"


def test_large_messages_are_refused(scene: Scene) -> None:
    for text in ("x" * (MOST_BYTES + 1), "é" * MOST_BYTES, _request("ping", more="y" * MOST_BYTES)):
        assert scene.refusal(scene.bob, text)["problem"] == {"code": "too-large", "params": {}}
    deep = "[" * (MOST_BYTES // 2) + "]" * (MOST_BYTES // 2)
    assert scene.refusal(scene.bob, deep)["problem"]["code"] == "bad-message"
    numbers = '{"type":"choose","id":"n","seat":1,"move":"egg","number":' + "9" * 12_000 + "}"
    assert scene.refusal(scene.bob, numbers)["problem"]["code"] in ("bad-message", "stale")


def test_very_large_messages_close_the_socket(scene: Scene) -> None:
    browser = scene.server.browser("Greedy")
    wire = browser.visit(scene.table)
    scene.ann.until(lambda: scene.ann.table["watchers"] == 3)
    rows = scene.rows
    with pytest.raises(ConnectionClosed):
        wire.connection.send("x" * (20 * MOST_BYTES))
        wire.close_code()
        wire.connection.recv(5)
    scene.ann.until(lambda: scene.ann.table["watchers"] == 2)
    assert scene.rows == rows
    browser.close()


@settings(max_examples=60)
@given(order=orders())
def test_before_hello(server: ServerThread, scene: Scene, order: dict[str, Any]) -> None:
    wire = _silent(server, scene)
    rows = scene.rows
    wire.connection.send(json.dumps(order))
    assert wire.receive() == {
        "type": "refused",
        "id": order["id"],
        "problem": {"code": "hello-first", "params": {}},
    }
    assert scene.rows == rows


def _silent(server: ServerThread, scene: Scene) -> Wire:
    """A socket of Ann's that never says hello."""
    if not (found := _quiet.get(scene.table)):
        browser = server.browser("Silent")
        found = _quiet[scene.table] = browser.visit(scene.table, hello=False)
    return found


_quiet: dict[str, Wire] = {}


def test_doubled_choices_count_once(server: ServerThread) -> None:
    """The same request many times at once and on two sockets: one row, and an answer to each."""
    ann, bob = server.browser("Ann"), server.browser("Bob")
    made = ann.set_table("you", "open")
    hers, his = ann.visit(made), bob.visit(made)
    his.request("sit", seat=1, nonce=NONCE)
    hers.request("start")
    hers.until(lambda: hers.table["phase"] == "playing")
    tab = ann.visit(made)
    rows = server.tables._live[made["id"]].table.rows
    text = _request("choose", seat=0, move=hers.view["moves"][0], number=hers.game["number"])
    for _ in range(5):
        hers.connection.send(text)
        tab.connection.send(text)
    for wire in (hers, tab):
        wire.request("ping")
        answers = [message["type"] for message in wire.received if message.get("id") == "hostile"]
        assert answers == ["ack"] * 5
    assert server.tables._live[made["id"]].table.rows == rows + 1
    his.until(lambda: his.table["phase"] == "playing")
    mine = _request("choose", seat=1, move=his.view["moves"][0], number=his.game["number"])
    his.connection.send(mine)
    his.until(lambda: his.game["number"] == 2)
    assert server.tables._live[made["id"]].table.rows == rows + 2, "the same id from another person is another request"
    ann.close()
    bob.close()


# Over HTTP

schema = schemathesis.openapi.from_dict(create_app(Settings(Path("nowhere"), bytes(32))).openapi())

#: The rules of the games refuse more than a schema can say.
NOT_CHECKED: Any = [positive_data_acceptance]


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=15)
def test_http(server: ServerThread, scene: Scene, case: schemathesis.Case[Any]) -> None:
    """Whatever is asked over HTTP is answered as the schema says, and every refusal has words."""
    rows = scene.rows
    answer = case.call_and_validate(base_url=server.url, excluded_checks=NOT_CHECKED, timeout=WAIT)
    if answer.status_code >= 400:
        has_words(m.Trouble.model_validate(answer.json()).problem.code)
    assert scene.rows == rows
    assert "default-src 'self'" in answer.headers["content-security-policy"][0]


def test_other_origins(server: ServerThread, scene: Scene) -> None:
    browser = server.browser("Eve")
    address = f"ws://127.0.0.1:{server.port}/ws/tables/{scene.table}"
    for origin in (EVIL, "null", f"http://127.0.0.1:{server.port}.evil.example", f"{EVIL}/127.0.0.1:{server.port}"):
        with pytest.raises(InvalidStatus):
            open_socket(address, additional_headers={"Origin": origin, "Cookie": f"okawari={browser.cookie}"})
        for method, path in (("PUT", "/api/me"), ("POST", "/api/tables"), ("DELETE", "/api/me"), ("POST", "/api/join")):
            answer = browser.http.request(method, path, json={}, headers={"Origin": origin})
            assert (answer.status_code, answer.json()["problem"]["code"]) == (403, "bad-origin")
            assert "set-cookie" not in answer.headers
    browser.close()


def test_headers_of_every_answer(server: ServerThread, scene: Scene) -> None:
    browser = server.browser("Ann")
    paths = ["/", f"/t/{scene.table}", "/learn", "/api/me", "/api/none", "/assets/none", "/healthz", "/api/docs"]
    for path in paths:
        headers = browser.http.get(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == policy["connect-src"] == "'self'"
        assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
        assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
    too_long = browser.http.post("/api/tables", content=b"x" * (MOST_HTTP_BYTES + 1))
    assert (too_long.status_code, too_long.json()["problem"]["code"]) == (413, "too-large")
    in_parts = browser.http.post("/api/tables", content=(b"x" * 65_536 for _ in range(10)))
    assert (in_parts.status_code, in_parts.json()["problem"]["code"]) == (413, "too-large")
    browser.close()


MALFORMED = {
    "origin": b"PUT /api/me HTTP/1.1\r\nHost: x\r\nOrigin: http://[::1\r\nContent-Length: 0\r\n\r\n",
    "nul in an asset": b"GET /assets/%00 HTTP/1.1\r\nHost: x\r\n\r\n",
    "nul in a file": b"GET /x%00.js HTTP/1.1\r\nHost: x\r\n\r\n",
    "a long name": b"GET /assets/" + b"a" * 5_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "two lengths": b"POST /api/join HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"2\r\n{}\r\n0\r\n\r\n",
    "no HTTP": b"HELLO\r\n\r\n",
    "bad chunks": b"POST /api/join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
    "no host": b"GET /api/me HTTP/1.1\r\n\r\n",
    "bytes in a path": b"GET /api/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    "broken escapes": b"GET /assets/%c3%28 HTTP/1.1\r\nHost: x\r\n\r\n",
    "headers without end": b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 100_000,
}


@pytest.mark.parametrize("request_", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_requests(server: ServerThread, request_: bytes) -> None:
    """Each gets an answer of 4xx with the headers of every answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=WAIT) as line:
        line.sendall(request_)
        head = b""
        while b"\r\n\r\n" not in head and (more := line.recv(65_536)):
            head += more
    assert head.startswith(b"HTTP/1.1 4"), head[:200]
    for header in (b"content-security-policy: default-src 'self'", b"x-content-type-options: nosniff"):
        assert header in head.lower()


@pytest.mark.parametrize("address", ["https://sushi.example", None])
def test_cookies(tmp_path: Path, address: str | None) -> None:
    with running_server(tmp_path, public_url=address) as server:
        browser = Browser(server, cookie="forged.cookie")
        for method, path, body in (
            ("GET", "/api/me", None),
            ("PUT", "/api/me", {"name": "Ann", "shape": 1}),
            ("POST", "/api/me/link", None),
            ("DELETE", "/api/me", None),
        ):
            browser.http.cookies.clear()
            cookie = browser.http.request(method, path, json=body).headers["set-cookie"].lower()
            flags = {part.strip() for part in cookie.split(";")[1:]}
            assert {"httponly", "samesite=lax", "path=/"} <= flags
            assert ("secure" in flags) == bool(address)
        browser.close()


def test_rate_limits(tmp_path: Path) -> None:
    """Requests that come too fast are refused; if they go on, the socket is closed."""
    with running_server(tmp_path, limited=True) as server:
        ann = server.browser("Ann")
        made = ann.set_table("you", "pip", start=True)
        wire = ann.visit(made)
        wire.until(lambda: wire.game["to_move"] == [0])
        for kind, fields in (("emote", {"emote": "yum"}), ("hint", {})):
            codes = [wire.refusal_code(kind, seat=0, **fields)]
            # On a slow machine it takes longer to be too fast.
            while codes[-1] is None and len(codes) < 30:
                codes.append(wire.refusal_code(kind, seat=0, **fields))
            assert codes[0] is None and codes[-1] == "too-fast"
        for path, body, burst in (("/api/join", {"code": "AAAAAA"}, 10), ("/api/me/claim", {"token": "x"}, 6)):
            answers = [ann.http.post(path, json=body) for _ in range(burst + 3)]
            assert answers[-1].status_code == 429 and answers[-1].json()["problem"]["code"] == "too-fast"
            assert answers[0].status_code == 404
        rows = server.tables._live[made["id"]].table.rows
        # The socket may be closed in the middle of a message.
        with contextlib.suppress(ConnectionClosed):
            for _ in range(1000):
                wire.connection.send(_request("pause", paused=True))
        assert wire.close_code() == 4429 and wire.received[-1] == {"type": "bye", "reason": "limit"}
        assert server.tables._live[made["id"]].table.rows == rows + 1
        assert b"HTTP/1.1 429 " in _answers_at_once(ann, 1000)


def _answers_at_once(browser: Browser, n: int) -> bytes:
    """The answers to many requests that are sent in one go: one by one they may be slow enough."""
    request = f"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: okawari={browser.cookie}\r\n"
    with socket.create_connection(("127.0.0.1", browser.server.port), timeout=WAIT) as line:
        line.sendall(f"{request}\r\n".encode() * (n - 1) + f"{request}Connection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: line.recv(65_536), b""))
