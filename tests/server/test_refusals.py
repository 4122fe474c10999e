"""Messages that are stale, forged, malformed or too many are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from okawari.server.wire.messages import VERSION
from tests.support.server_thread import NONCE, Browser, Refused, Wire, open_socket, running_server, two_at_a_table

#: More kinds of cards than a hand of two players holds.
CARDS = (
    *("squid", "egg", "salmon", "tempura", "pudding", "sashimi"),
    *("dumpling", "wasabi", "chopsticks", "maki1", "maki2", "maki3"),
)


def test_stale_and_forged_choices(ann: Browser, bob: Browser) -> None:
    hers, _, made = two_at_a_table(ann, bob)
    move, number = hers.view["moves"][0], hers.game["number"]
    assert hers.refusal("choose", seat=1, move=move, number=number) == "not-your-seat"
    assert hers.refusal("choose", seat=0, move=move, number=number + 1) == "stale"
    assert hers.refusal("choose", seat=0, move="a whole tuna", number=number) == "unreadable-move"
    missing = next(word for word in CARDS if word not in hers.view["moves"])
    with pytest.raises(Refused) as refused:
        hers.request("choose", seat=0, move=missing, number=number)
    assert refused.value.code == "not-in-hand" and refused.value.params["dish"] == missing
    stranger = ann.server.browser("Mallory").visit(made)
    assert stranger.refusal("choose", seat=0, move=move, number=number) == "not-your-seat"
    assert stranger.refusal("take-back", seat=0) == "not-your-seat"
    assert stranger.refusal("stand", seat=0) == "not-your-seat"
    assert stranger.refusal("pause", paused=True) == "not-host"
    assert stranger.refusal("rematch", nonce=NONCE) == "not-over"
    hers.receive_all()
    assert hers.game["to_move"] == [0, 1] and hers.game["number"] == number


def test_a_forged_cookie_gives_no_seat(ann: Browser) -> None:
    made = ann.set_table("you", "taro", start=True)
    url = f"ws://127.0.0.1:{ann.server.port}/ws/tables/{made['id']}"
    said, _, signed = ann.cookie.rpartition(".")
    wire = Wire(open_socket(url, additional_headers={"Cookie": f"okawari={said}.{signed[::-1]}"}))
    ann.wires.append(wire)
    wire.request("hello", version=VERSION)
    wire.until(lambda: wire.state is not None)
    assert not wire.table["yours"] and wire.view["viewer"] is None
    assert wire.refusal("choose", seat=0, move="egg", number=1) == "no-cookie"


MALFORMED = [
    ("", None),
    ("tuna", None),
    ("[]", None),
    ("null", None),
    ('{"type": "choose"}', None),
    ('{"type": "choose", "id": "a", "seat": 0}', "a"),
    ('{"type": "choose", "id": "a", "seat": "0", "move": "egg", "number": 1}', "a"),
    ('{"type": "choose", "id": "a", "seat": 7, "move": "egg", "number": 1}', "a"),
    ('{"type": "choose", "id": "a", "seat": 0, "move": "egg", "number": 1, "by": "me"}', "a"),
    ('{"type": "tuna", "id": "a"}', "a"),
    ('{"type": "ping", "id": "with space"}', None),
    ('{"type": "emote", "id": "a", "seat": 0, "emote": "<b>hi</b>"}', "a"),
    ("[" * 5000, None),
    ('{"type": "ping", "id": "\\ud800"}', None),
]


@pytest.mark.parametrize(("text", "request_id"), MALFORMED)
def test_malformed_messages(ann: Browser, text: str, request_id: str | None) -> None:
    wire = ann.visit(ann.set_table("you", "open"))
    wire.connection.send(text)
    answer = wire.receive()
    assert answer == {"type": "refused", "id": request_id, "problem": {"code": "bad-message", "params": {}}}
    wire.request("ping")


def test_size_type_and_order_of_messages(ann: Browser) -> None:
    made = ann.set_table("you", "open")
    wire = ann.visit(made, hello=False)
    assert wire.refusal("ping") == "hello-first"
    wire.connection.send(json.dumps({"type": "ping", "id": "a" * 20_000}))
    assert wire.receive()["problem"]["code"] == "too-large"
    wire.connection.send(b"\x00\x01")
    assert wire.receive()["problem"]["code"] == "bad-message"
    wire.send(type="hello", id="old", version=0)
    assert wire.receive() == {"type": "bye", "reason": "reload"}
    assert wire.close_code() == 4426
    nowhere = ann.visit("no-such-table", hello=False)
    assert nowhere.receive()["problem"]["code"] == "unknown-table"
    assert ann.http.get("/api/tables/no-such-table/record").json()["problem"]["code"] == "unknown-table"
    assert ann.http.get(f"/api/tables/{made['id']}/replay").json()["problem"]["code"] == "not-over"


def test_other_origins(ann: Browser) -> None:
    made = ann.set_table("you", "open")
    url = f"ws://127.0.0.1:{ann.server.port}/ws/tables/{made['id']}"
    with pytest.raises(InvalidStatus):
        open_socket(url, origin="https://evil.example")
    open_socket(url, origin=f"http://127.0.0.1:{ann.server.port}").close()
    answer = ann.http.put("/api/me", json={"name": "Eve", "shape": 1}, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["problem"]["code"]) == (403, "bad-origin")


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    with running_server(tmp_path, limited=True) as server:
        ann = server.browser("Ann")
        wire = ann.visit(ann.set_table("you", "open"))
        for _ in range(130):
            wire.send(type="ping", id="p")
        wire.until(lambda: wire.received[-1].get("problem", {}).get("code") == "too-fast")
        answers = [ann.http.post("/api/join", json={"code": "AAAAAA"}) for _ in range(13)]
        assert [answer.status_code for answer in answers[:5]] == [404] * 5
        assert (answers[-1].status_code, answers[-1].json()["problem"]["code"]) == (429, "too-fast")
