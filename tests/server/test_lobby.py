"""Before a game begins: codes and keys, seats, hosts, and who may watch."""

from __future__ import annotations

import re
import time
from typing import Any

from okawari.server.wire.messages import VERSION
from tests.support.databases import ON_BOTH
from tests.support.server_thread import NONCE, Browser, ServerThread, two_at_a_table

pytestmark = ON_BOTH

NO_SPECTATORS = {"code": "no-spectators", "params": {}}


def may_watch(browser: Browser, made: dict[str, Any]) -> bool:
    """Whether a person with the link is let in; if not, the reason is told."""
    wire = browser.visit(made, hello=False)
    wire.send(type="hello", id="look", version=VERSION, key=made["key"])
    if wire.receive()["type"] == "ack":
        return True
    assert wire.received == [{"type": "refused", "id": "look", "problem": NO_SPECTATORS}]
    assert wire.close_code() == 4403
    return False


def test_join_by_code(ann: Browser, bob: Browser) -> None:
    made = ann.set_table("you", "open")
    hers = ann.visit(made)
    code = hers.table["code"]
    assert re.fullmatch("[A-Z]{6}", code) and hers.table["code_until"] > time.time() + 3000
    joined = bob.http.post("/api/join", json={"code": code.lower()}).json()
    assert joined == made
    his = bob.visit(joined)
    assert his.table["key"] is None
    his.request("sit", seat=1, nonce=NONCE)
    his.until(lambda: his.table["yours"] == [1])
    assert his.table["key"] == made["key"]
    hers.request("start")
    hers.until(lambda: hers.table["phase"] == "playing")
    assert hers.table["code"] is None and hers.table["key"] is None
    late = bob.http.post("/api/join", json={"code": code})
    assert (late.status_code, late.json()["problem"]["code"]) == (404, "unknown-code")


def test_a_key_is_needed_to_sit_and_where_nobody_may_watch_also_to_enter(ann: Browser, bob: Browser) -> None:
    open_table = ann.set_table("you", "open")
    his = bob.visit(open_table["id"])
    assert his.refusal("sit", seat=1, nonce=NONCE) == "not-invited"
    closed = ann.set_table("you", "open", options={"spectators": False})
    stranger = bob.visit(closed["id"], hello=False)
    assert stranger.refusal("hello", version=VERSION, key="wrong") == "not-invited"
    assert stranger.close_code() == 4403
    assert bob.visit(closed).table["phase"] == "lobby"


def test_where_nobody_may_watch_the_key_opens_the_lobby_only(server: ServerThread, ann: Browser, bob: Browser) -> None:
    """A person without a seat is sent away before the game starts, and the key does not let them in again."""
    made = ann.set_table("you", "open", options={"spectators": False})
    cleo = server.browser("Cleo")
    hers, his, third = ann.visit(made), bob.visit(made), cleo.visit(made)
    his.request("sit", seat=1, nonce=NONCE)
    third.until(lambda: third.table["seats"][1]["name"] == "Bob")
    hers.request("start")
    assert third.close_code() == 4403
    assert third.received[-1] == {"type": "refused", "id": None, "problem": NO_SPECTATORS}
    assert all(message["game"] is None for message in third.received if message["type"] == "state")
    assert not may_watch(cleo, made)
    assert cleo.http.get(f"/api/tables/{made['id']}/replay").json()["problem"]["code"] == "not-over"
    his.until(lambda: his.table["phase"] == "playing" and his.table["watchers"] == 0)
    his.request("stand", seat=1)
    his.close()
    assert bob.visit(made["id"]).view["viewer"] == 1
    token = bob.http.post("/api/me/link").json()["token"]
    cleo.http.post("/api/me/claim", json={"token": token}).raise_for_status()
    assert cleo.visit(made["id"]).view["viewer"] == 1


def test_a_player_who_is_removed_where_nobody_may_watch(ann: Browser, bob: Browser) -> None:
    """They may neither watch nor read record, replay and review, to the end and after it."""
    hers, his, made = two_at_a_table(ann, bob, options={"spectators": False})
    hers.request("clear", seat=1)
    assert his.close_code() == 4403 and his.received[-1]["problem"] == NO_SPECTATORS
    hers.play_on()
    assert not may_watch(bob, made)
    for what in ("record", "replay", "review"):
        answer = bob.http.get(f"/api/tables/{made['id']}/{what}")
        assert (answer.status_code, answer.json()["problem"]) == (403, NO_SPECTATORS)
    assert ann.http.get(f"/api/tables/{made['id']}/replay").status_code == 200
    assert ann.visit(made["id"]).table["phase"] == "over"


def test_a_host_without_a_seat_may_watch_and_others_may_not(ann: Browser, bob: Browser) -> None:
    made = ann.set_table("pip", "pip", start=True, options={"spectators": False})
    assert ann.visit(made["id"]).table["host"]
    assert not may_watch(bob, made)


def test_a_lobby_can_be_closed_to_those_who_only_look(ann: Browser, bob: Browser) -> None:
    made = ann.set_table("you", "open")
    hers, his = ann.visit(made), bob.visit(made["id"])
    hers.request("configure", setting=hers.table["setting"], options={"spectators": False})
    assert his.close_code() == 4403 and his.received[-1]["problem"]["code"] == "not-invited"


def test_the_lobby(ann: Browser, bob: Browser) -> None:
    """Host rights, seats, bots, changes of the game; and who comes next when the host leaves."""
    made = ann.set_table("you", "open", "open")
    hers, his = ann.visit(made), bob.visit(made)
    assert hers.refusal("start") == "seats-empty"
    assert his.refusal("start") == "not-host"
    assert his.refusal("seat-bot", seat=2, bot="pip") == "not-host"
    his.request("sit", seat=2, nonce=NONCE)
    his.request("sit", seat=1, nonce=NONCE)
    his.until(lambda: his.table["yours"] == [1])
    assert his.refusal("sit", seat=0, nonce=NONCE) == "seat-taken"
    assert his.refusal("sit", seat=4, nonce=NONCE) == "no-such-seat"
    hers.request("seat-bot", seat=2, bot="pip")
    hers.request("seat-bot", seat=2, bot="oba")
    hers.until(lambda: hers.table["seats"][2]["bot"] == "oba")
    setting = hers.table["setting"] | {"seats": 2}
    hers.request("configure", setting=setting, options=hers.table["options"] | {"clock": "relaxed"})
    hers.until(lambda: len(hers.table["seats"]) == 2)
    three = setting | {"seats": 3, "menu": "sushi-go-anniversary", "variant": "battle"}
    assert hers.refusal("configure", setting=three, options={}) == "variant-seats"
    assert [seat["name"] for seat in hers.table["seats"]] == ["Ann", "Bob"]
    shapes = {seat["shape"] for seat in hers.table["seats"]}
    assert len(shapes) == 2
    hers.request("stand", seat=0)
    his.until(lambda: his.table["host"])
    assert his.table["seats"][0]["kind"] == "empty"
    hers.until(lambda: not hers.table["host"])
    assert hers.refusal("clear", seat=1) == "not-host"


def test_a_host_who_is_gone_is_replaced(ann: Browser, bob: Browser) -> None:
    """Nobody waits for ever for a host to start, or to end a pause."""
    made = ann.set_table("you", "open")
    hers, his = ann.visit(made), bob.visit(made)
    his.request("sit", seat=1, nonce=NONCE)
    hers.close()
    his.until(lambda: his.table["host"])
    his.request("start")
    his.request("pause", paused=True)
    his.close()
    hers = ann.visit(made)
    hers.until(lambda: hers.table["host"])
    hers.request("pause", paused=False)


def test_a_name_that_was_given_while_the_socket_was_open(server: ServerThread, ann: Browser) -> None:
    made = ann.set_table("you", "open")
    newcomer = server.browser()
    wire = newcomer.visit(made)
    assert [message["type"] for message in wire.received] == ["ack", "state"]
    newcomer.http.put("/api/me", json={"name": "Cleo", "shape": 3})
    wire.request("sit", seat=1, nonce=NONCE)
    wire.until(lambda: wire.table["seats"][1]["name"] == "Cleo")
    newcomer.http.put("/api/me", json={"name": "Cleopatra", "shape": 3})
    wire.request("sit", seat=1, nonce=NONCE)
    wire.until(lambda: wire.table["seats"][1]["name"] == "Cleopatra")
