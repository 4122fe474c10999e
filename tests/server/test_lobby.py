"""Before a game begins: codes and keys, seats, hosts, and who may watch."""

from __future__ import annotations

import re
import time
from typing import Any

from okawari.server.wire.messages import VERSION
from tests.support.server_thread import (
    NONCE,
    Browser,
    ServerThread,
    two_at_a_table,
)

NO_SPECTATORS = {"code": "no-spectators", "params": {}}


def may_watch(browser: Browser, made: dict[str, Any]) -> bool:
    """Whether somebody with the link is let in; whoever is not is told why."""
    wire = browser.sit_down(made, hello=False)
    wire.send(type="hello", id="look", version=VERSION, key=made["key"])
    if wire.hear()["type"] == "ack":
        return True
    assert wire.heard == [{"type": "refused", "id": "look", "problem": NO_SPECTATORS}]
    assert wire.closed() == 4403
    return False


def test_join_by_code(ann: Browser, bob: Browser) -> None:
    made = ann.set_table("you", "open")
    hers = ann.sit_down(made)
    code = hers.table["code"]
    assert re.fullmatch("[A-Z]{6}", code) and hers.table["code_until"] > time.time() + 3000
    joined = bob.http.post("/api/join", json={"code": code.lower()}).json()
    assert joined == made
    his = bob.sit_down(joined)
    assert his.table["key"] is None
    his.ask("sit", seat=1, nonce=NONCE)
    his.until(lambda: his.table["seats"][1]["yours"])
    assert his.table["key"] == made["key"]
    hers.ask("start")
    hers.until(lambda: hers.table["phase"] == "playing")
    assert hers.table["code"] is None and hers.table["key"] is None
    late = bob.http.post("/api/join", json={"code": code})
    assert (late.status_code, late.json()["problem"]["code"]) == (404, "unknown-code")


def test_a_key_is_needed_to_sit_and_where_nobody_may_watch_also_to_enter(ann: Browser, bob: Browser) -> None:
    open_table = ann.set_table("you", "open")
    his = bob.sit_down(open_table["id"])
    assert his.refusal("sit", seat=1, nonce=NONCE) == "not-invited"
    closed = ann.set_table("you", "open", options={"spectators": False})
    stranger = bob.sit_down(closed["id"], hello=False)
    assert stranger.refusal("hello", version=VERSION, key="wrong") == "not-invited"
    assert stranger.closed() == 4403
    assert bob.sit_down(closed).table["phase"] == "lobby"


def test_where_nobody_may_watch_the_key_opens_the_lobby_only(house: ServerThread, ann: Browser, bob: Browser) -> None:
    """Whoever has no seat when the game starts is sent away before they see it, and does not return with the key."""
    made = ann.set_table("you", "open", options={"spectators": False})
    cleo = house.browser("Cleo")
    hers, his, third = ann.sit_down(made), bob.sit_down(made), cleo.sit_down(made)
    his.ask("sit", seat=1, nonce=NONCE)
    third.until(lambda: third.table["seats"][1]["name"] == "Bob")
    hers.ask("start")
    assert third.closed() == 4403
    assert third.heard[-1] == {"type": "refused", "id": None, "problem": NO_SPECTATORS}
    assert all(message["game"] is None for message in third.heard if message["type"] == "state")
    assert not may_watch(cleo, made)
    assert cleo.http.get(f"/api/tables/{made['id']}/replay").json()["problem"]["code"] == "not-over"
    his.until(lambda: his.table["phase"] == "playing" and his.table["watchers"] == 0)
    his.ask("stand", seat=1)
    his.close()
    assert bob.sit_down(made["id"]).view["viewer"] == 1
    token = bob.http.post("/api/me/link").json()["token"]
    cleo.http.post("/api/me/claim", json={"token": token}).raise_for_status()
    assert cleo.sit_down(made["id"]).view["viewer"] == 1


def test_a_player_who_is_removed_where_nobody_may_watch(ann: Browser, bob: Browser) -> None:
    """They are a guest like others, to the end and after it, and so are record, replay and review."""
    hers, his, made = two_at_a_table(ann, bob, options={"spectators": False})
    hers.ask("clear", seat=1)
    assert his.closed() == 4403 and his.heard[-1]["problem"] == NO_SPECTATORS
    hers.play_on()
    assert not may_watch(bob, made)
    for what in ("record", "replay", "review"):
        answer = bob.http.get(f"/api/tables/{made['id']}/{what}")
        assert (answer.status_code, answer.json()["problem"]) == (403, NO_SPECTATORS)
    assert ann.http.get(f"/api/tables/{made['id']}/replay").status_code == 200
    assert ann.sit_down(made["id"]).table["phase"] == "over"


def test_a_host_without_a_seat_may_watch_and_others_may_not(ann: Browser, bob: Browser) -> None:
    made = ann.set_table("pip", "pip", start=True, options={"spectators": False})
    assert ann.sit_down(made["id"]).table["host"]
    assert not may_watch(bob, made)


def test_a_lobby_can_be_closed_to_those_who_only_look(ann: Browser, bob: Browser) -> None:
    made = ann.set_table("you", "open")
    hers, his = ann.sit_down(made), bob.sit_down(made["id"])
    hers.ask("configure", setting=hers.table["setting"], options={"spectators": False})
    assert his.closed() == 4403 and his.heard[-1]["problem"]["code"] == "not-invited"


def test_the_lobby(ann: Browser, bob: Browser) -> None:
    """Host rights, seats, bots, changes of the game; and who comes next when the host leaves."""
    made = ann.set_table("you", "open", "open")
    hers, his = ann.sit_down(made), bob.sit_down(made)
    assert hers.refusal("start") == "seats-empty"
    assert his.refusal("start") == "not-host"
    assert his.refusal("seat-bot", seat=2, bot="pip") == "not-host"
    his.ask("sit", seat=2, nonce=NONCE)
    his.ask("sit", seat=1, nonce=NONCE)
    his.until(lambda: his.table["seats"][1]["yours"] and not his.table["seats"][2]["yours"])
    assert his.refusal("sit", seat=0, nonce=NONCE) == "seat-taken"
    assert his.refusal("sit", seat=4, nonce=NONCE) == "no-such-seat"
    hers.ask("seat-bot", seat=2, bot="pip")
    hers.ask("seat-bot", seat=2, bot="oba")
    hers.until(lambda: hers.table["seats"][2]["bot"] == "oba")
    setting = hers.table["setting"] | {"seats": 2}
    hers.ask("configure", setting=setting, options=hers.table["options"] | {"clock": "relaxed"})
    hers.until(lambda: len(hers.table["seats"]) == 2)
    three = setting | {"seats": 3, "menu": "sushi-go-anniversary", "variant": "battle"}
    assert hers.refusal("configure", setting=three, options={}) == "variant-seats"
    assert [seat["name"] for seat in hers.table["seats"]] == ["Ann", "Bob"]
    shapes = {seat["shape"] for seat in hers.table["seats"]}
    assert len(shapes) == 2
    hers.ask("stand", seat=0)
    his.until(lambda: his.table["host"])
    assert his.table["seats"][0]["kind"] == "empty"
    hers.until(lambda: not hers.table["host"])
    assert hers.refusal("clear", seat=1) == "not-host"


def test_a_host_who_is_gone_is_replaced(ann: Browser, bob: Browser) -> None:
    """Nobody waits for ever for somebody else to start, or to end a pause."""
    made = ann.set_table("you", "open")
    hers, his = ann.sit_down(made), bob.sit_down(made)
    his.ask("sit", seat=1, nonce=NONCE)
    hers.close()
    his.until(lambda: his.table["host"])
    his.ask("start")
    his.ask("pause", paused=True)
    his.close()
    hers = ann.sit_down(made)
    hers.until(lambda: hers.table["host"])
    hers.ask("pause", paused=False)


def test_a_name_that_was_given_while_the_socket_was_open(house: ServerThread, ann: Browser) -> None:
    made = ann.set_table("you", "open")
    newcomer = house.browser()
    wire = newcomer.sit_down(made)
    assert [message["type"] for message in wire.heard] == ["ack", "state"]
    newcomer.http.put("/api/me", json={"name": "Cleo", "shape": 3})
    wire.ask("sit", seat=1, nonce=NONCE)
    wire.until(lambda: wire.table["seats"][1]["name"] == "Cleo")
    newcomer.http.put("/api/me", json={"name": "Cleopatra", "shape": 3})
    wire.ask("sit", seat=1, nonce=NONCE)
    wire.until(lambda: wire.table["seats"][1]["name"] == "Cleopatra")
