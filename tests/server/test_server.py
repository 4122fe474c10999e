"""The server as browsers meet it: a real one on a free port, with real sockets and a real database."""

from __future__ import annotations

import json
import random
import re
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

import okawari
from okawari import Record
from okawari.game.fairness import commitment_of, deal_seed
from okawari.game.pad import Note, Pad
from okawari.game.worth import worth_now
from okawari.server.settings import Patience
from okawari.server.wire.messages import VERSION
from okawari.texts import LANGUAGES, catalogue
from tests.support.server_thread import (
    NONCE,
    QUICK,
    Refused,
    ServerThread,
    Wire,
    dial,
    running_server,
    two_at_a_table,
    until,
)
from tests.support.tables import SAMPLE, Guest, Table, play_on

NO_SPECTATORS = {"code": "no-spectators", "params": {}}
#: More kinds of cards than a hand of two players holds.
CARDS = (
    *("squid", "egg", "salmon", "tempura", "pudding", "sashimi"),
    *("dumpling", "wasabi", "chopsticks", "maki1", "maki2", "maki3"),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with running_server(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def ann(house: ServerThread) -> Iterator[Any]:
    browser = house.browser("Ann")
    yield browser
    browser.close()


@pytest.fixture
def bob(house: ServerThread) -> Iterator[Any]:
    browser = house.browser("Bob")
    yield browser
    browser.close()


def may_watch(browser: Any, made: dict[str, Any]) -> bool:
    """Whether somebody with the link is let in; whoever is not is told why."""
    wire = browser.sit_down(made, hello=False)
    wire.send(type="hello", id="look", version=VERSION, key=made["key"])
    if wire.hear()["type"] == "ack":
        return True
    assert wire.heard == [{"type": "refused", "id": "look", "problem": NO_SPECTATORS}]
    assert wire.closed() == 4403
    return False


# Ways to play


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_whole_games_against_bots(house: ServerThread, ann: Any, table: Table) -> None:
    """A game of each kind comes to its end on the wire, and the record proves that the deal was as promised."""
    setting = table._asdict() | {"menu": table.menu}
    seats = setting.pop("seats")
    made = ann.set_table("you", *["taro", "hana", "pip", "taro"][: seats - 1], start=True, **setting)
    wire = ann.sit_down(made)
    promised = wire.table["fairness"]["commitment"]
    assert wire.game["bill"] and wire.table["hints"]
    choice = random.Random(1).choice
    wire.play_on(pick=choice)
    assert wire.table["phase"] == "over" and wire.game["to_move"] == []
    record = Record.from_json(ann.http.get(f"/api/tables/{made['id']}/record").json())
    assert record.verify() == []
    assert [event.to_json() for event in record.replay().events] == wire.events
    assert list(record.scores) == wire.view["scores"] == [bill["total"] for bill in wire.game["bill"]]
    opened = bytes.fromhex(wire.table["fairness"]["opened"])
    assert commitment_of(opened) == promised
    assert deal_seed(opened, wire.table["fairness"]["nonces"]).hex() == wire.table["fairness"]["seed"] == record.seed
    wire.close()


def test_two_people_by_key(ann: Any, bob: Any) -> None:
    hers, his, _ = two_at_a_table(ann, bob, "taro")
    assert [seat["name"] for seat in hers.table["seats"]] == ["Ann", "Bob", ""]
    assert [seat["yours"] for seat in his.table["seats"]] == [False, True, False]
    assert not hers.table["hints"] and not hers.table["take_back"]
    for _ in range(3):
        number = hers.game["number"]
        hers.choose(0)
        his.until(lambda: 0 not in his.game["to_move"])
        his.choose(1)
        for wire in (hers, his):
            wire.until(lambda wire=wire, number=number: wire.game["number"] > number)
    assert hers.events == his.events
    assert hers.view["viewer"] == 0 and his.view["viewer"] == 1


def test_join_by_code(ann: Any, bob: Any) -> None:
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


def test_a_key_is_needed_to_sit_and_where_nobody_may_watch_also_to_enter(ann: Any, bob: Any) -> None:
    open_table = ann.set_table("you", "open")
    his = bob.sit_down(open_table["id"])
    assert his.refusal("sit", seat=1, nonce=NONCE) == "not-invited"
    closed = ann.set_table("you", "open", options={"spectators": False})
    stranger = bob.sit_down(closed["id"], hello=False)
    assert stranger.refusal("hello", version=VERSION, key="wrong") == "not-invited"
    assert stranger.closed() == 4403
    assert bob.sit_down(closed).table["phase"] == "lobby"


def test_where_nobody_may_watch_the_key_opens_the_lobby_only(house: ServerThread, ann: Any, bob: Any) -> None:
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


def test_a_player_who_is_removed_where_nobody_may_watch(ann: Any, bob: Any) -> None:
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


def test_a_host_without_a_seat_may_watch_and_others_may_not(ann: Any, bob: Any) -> None:
    made = ann.set_table("pip", "pip", start=True, options={"spectators": False})
    assert ann.sit_down(made["id"]).table["host"]
    assert not may_watch(bob, made)


def test_a_lobby_can_be_closed_to_those_who_only_look(ann: Any, bob: Any) -> None:
    made = ann.set_table("you", "open")
    hers, his = ann.sit_down(made), bob.sit_down(made["id"])
    hers.ask("configure", setting=hers.table["setting"], options={"spectators": False})
    assert his.closed() == 4403 and his.heard[-1]["problem"]["code"] == "not-invited"


def test_the_lobby(ann: Any, bob: Any) -> None:
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


def test_a_host_who_is_gone_is_replaced(ann: Any, bob: Any) -> None:
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


def test_a_name_that_was_given_while_the_socket_was_open(house: ServerThread, ann: Any) -> None:
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


def test_hot_seat(ann: Any) -> None:
    """One device, two people: a view only after somebody said who they are, and covered again after the choice."""
    made = ann.set_table("you", "here", "taro", start=True)
    wire = ann.sit_down(made)
    assert wire.table["hot_seat"] and wire.view["viewer"] is None and wire.view["hands"][0] == []
    assert wire.refusal("look", seat=2) == "not-your-seat"
    number = wire.game["number"]
    for seat in (0, 1):
        wire.ask("look", seat=seat)
        wire.until(lambda seat=seat: wire.view["viewer"] == seat)
        assert len(wire.view["hands"][seat]) == 9
        wire.choose(seat)
        wire.until(lambda: wire.view["viewer"] is None)
    wire.until(lambda: wire.game["number"] > number)
    assert wire.view["viewer"] is None and not wire.table["take_back"]


# Coming back


def test_reload_in_mid_turn(ann: Any, bob: Any) -> None:
    hers, his, made = two_at_a_table(ann, bob)
    move = hers.view["moves"][-1]
    hers.choose(0, move)
    hers.close()
    again = ann.sit_down(made)
    assert again.view["choice"] == move and again.game["to_move"] == [1]
    assert again.events == hers.events
    again.close()
    more = ann.sit_down(made, events=hers.events)
    assert more.game["events_from"] == len(hers.events) and more.game["events"] == []
    his.choose(1)
    more.until(lambda: more.game["number"] == 2)


def test_two_tabs_agree(ann: Any, bob: Any) -> None:
    hers, his, made = two_at_a_table(ann, bob)
    tab = ann.sit_down(made)
    first, last = hers.view["moves"][0], hers.view["moves"][-1]
    hers.choose(0, first)
    tab.until(lambda: tab.view["choice"] == first)
    tab.choose(0, last)
    hers.until(lambda: hers.view["choice"] == last)
    his.choose(1)
    for wire in (hers, tab):
        wire.until(lambda wire=wire: wire.game["number"] == 2)
    assert hers.view == tab.view and hers.events == tab.events


def test_the_same_choice_counts_once(ann: Any) -> None:
    made = ann.set_table("you", "taro", start=True)
    wire = ann.sit_down(made)
    number, move = wire.game["number"], wire.view["moves"][0]
    wire.ask("choose", "same", seat=0, move=move, number=number)
    wire.until(lambda: wire.game["number"] == number + 1)
    assert wire.ask("choose", "same", seat=0, move=move, number=number)["type"] == "ack"
    wire.until(lambda: 1 not in wire.game["to_move"])
    assert wire.game["number"] == number + 1 and wire.game["to_move"] == [0]
    again = ann.sit_down(made)
    assert again.ask("choose", "same", seat=0, move=move, number=number)["type"] == "ack"


def test_restart(tmp_path: Path) -> None:
    """Everything stands where it stood: pending choices, deadlines, seats; and bots that were to move do."""
    with running_server(tmp_path) as house:
        ann, bob = house.browser("Ann"), house.browser("Bob")
        hers, _, made = two_at_a_table(ann, bob, "taro", options={"clock": "relaxed"})
        hers.play_on(turns=1)
        hers.until(lambda: hers.game["to_move"] == [1])
        before, cookie = hers.state, ann.cookie
    assert hers.closed() == 1001 and hers.heard[-1] == {"type": "bye", "reason": "shutdown"}
    slow = replace(QUICK, bot_pause=(60.0, 60.0))
    with running_server(tmp_path, slow) as house:
        ann = house.browser(cookie=cookie)
        again = ann.sit_down(made)
        assert again.view == before["game"]["view"]
        assert again.game["deadline"] == before["game"]["deadline"] > before["now"] + 60
        assert again.game["to_move"] == [1]
        alone = ann.set_table("you", "taro", start=True)
        ann.sit_down(alone).choose(0)
    with running_server(tmp_path) as house:
        ann = house.browser(cookie=cookie)
        until(lambda: 'okawari_choices_total{by="bot"}' in ann.http.get("/metrics").text)
        assert ann.sit_down(alone).game["number"] == 2


# What is refused


def test_stale_and_forged_choices(ann: Any, bob: Any) -> None:
    hers, _, made = two_at_a_table(ann, bob)
    move, number = hers.view["moves"][0], hers.game["number"]
    assert hers.refusal("choose", seat=1, move=move, number=number) == "not-your-seat"
    assert hers.refusal("choose", seat=0, move=move, number=number + 1) == "stale"
    assert hers.refusal("choose", seat=0, move="a whole tuna", number=number) == "unreadable-move"
    missing = next(word for word in CARDS if word not in hers.view["moves"])
    with pytest.raises(Refused) as refused:
        hers.ask("choose", seat=0, move=missing, number=number)
    assert refused.value.code == "not-in-hand" and refused.value.params["dish"] == missing
    stranger = ann.house.browser("Mallory").sit_down(made)
    assert stranger.refusal("choose", seat=0, move=move, number=number) == "not-your-seat"
    assert stranger.refusal("take-back", seat=0) == "not-your-seat"
    assert stranger.refusal("stand", seat=0) == "not-your-seat"
    assert stranger.refusal("pause", paused=True) == "not-host"
    assert stranger.refusal("rematch", nonce=NONCE) == "not-over"
    hers.quiet()
    assert hers.game["to_move"] == [0, 1] and hers.game["number"] == number


def test_a_forged_cookie_is_nobody(ann: Any) -> None:
    made = ann.set_table("you", "taro", start=True)
    url = f"ws://127.0.0.1:{ann.house.port}/ws/tables/{made['id']}"
    said, _, signed = ann.cookie.rpartition(".")
    wire = Wire(dial(url, additional_headers={"Cookie": f"okawari={said}.{signed[::-1]}"}))
    ann.wires.append(wire)
    wire.ask("hello", version=VERSION)
    wire.until(lambda: wire.state is not None)
    assert not any(seat["yours"] for seat in wire.table["seats"]) and wire.view["viewer"] is None
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
def test_malformed_messages(ann: Any, text: str, request_id: str | None) -> None:
    wire = ann.sit_down(ann.set_table("you", "open"))
    wire.connection.send(text)
    answer = wire.hear()
    assert answer == {"type": "refused", "id": request_id, "problem": {"code": "bad-message", "params": {}}}
    wire.ask("ping")


def test_sizes_bytes_and_order(ann: Any) -> None:
    made = ann.set_table("you", "open")
    wire = ann.sit_down(made, hello=False)
    assert wire.refusal("ping") == "hello-first"
    wire.connection.send(json.dumps({"type": "ping", "id": "a" * 20_000}))
    assert wire.hear()["problem"]["code"] == "too-large"
    wire.connection.send(b"\x00\x01")
    assert wire.hear()["problem"]["code"] == "bad-message"
    wire.send(type="hello", id="old", version=0)
    assert wire.hear() == {"type": "bye", "reason": "reload"}
    assert wire.closed() == 4426
    nowhere = ann.sit_down("no-such-table", hello=False)
    assert nowhere.hear()["problem"]["code"] == "unknown-table"
    assert ann.http.get("/api/tables/no-such-table/record").json()["problem"]["code"] == "unknown-table"
    assert ann.http.get(f"/api/tables/{made['id']}/replay").json()["problem"]["code"] == "not-over"


def test_other_origins(ann: Any) -> None:
    made = ann.set_table("you", "open")
    url = f"ws://127.0.0.1:{ann.house.port}/ws/tables/{made['id']}"
    with pytest.raises(InvalidStatus):
        dial(url, origin="https://evil.example")
    dial(url, origin=f"http://127.0.0.1:{ann.house.port}").close()
    answer = ann.http.put("/api/me", json={"name": "Eve", "shape": 1}, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["problem"]["code"]) == (403, "bad-origin")


def test_haste(tmp_path: Path) -> None:
    with running_server(tmp_path, limited=True) as house:
        ann = house.browser("Ann")
        wire = ann.sit_down(ann.set_table("you", "open"))
        for _ in range(130):
            wire.send(type="ping", id="p")
        wire.until(lambda: wire.heard[-1].get("problem", {}).get("code") == "too-fast")
        answers = [ann.http.post("/api/join", json={"code": "AAAAAA"}) for _ in range(13)]
        assert [answer.status_code for answer in answers[:5]] == [404] * 5
        assert (answers[-1].status_code, answers[-1].json()["problem"]["code"]) == (429, "too-fast")


# At the table


def test_take_back(ann: Any) -> None:
    """Back to one's own last decision, any number of times; the same choice again leads to the same luck."""
    made = ann.set_table("you", "taro", "hana", start=True)
    wire = ann.sit_down(made)
    assert not wire.table["take_back"] and wire.refusal("take-back", seat=0) == "nothing-to-take-back"
    views = []
    for _ in range(3):
        views.append(dict(wire.view))
        wire.play_on(turns=1, pick=lambda moves: moves[-1])
        wire.until(lambda: 0 in wire.game["to_move"])
    for view in reversed(views):
        number = wire.game["number"]
        wire.ask("take-back", seat=0)
        wire.until(lambda number=number: wire.game["number"] > number)
        assert wire.view == view
    wire.play_on(turns=1, pick=lambda moves: moves[-1])
    wire.until(lambda: 0 in wire.game["to_move"])
    again = ann.sit_down(made)
    assert again.events == wire.events and again.view == wire.view
    wire.play_on()
    assert wire.refusal("take-back", seat=0) == "not-playing"
    assert Record.from_json(ann.http.get(f"/api/tables/{made['id']}/record").json()).verify() == []


def test_a_swap_can_be_undone_among_people(ann: Any, bob: Any) -> None:
    hers, his, _ = two_at_a_table(ann, bob, menu="sushi-roll")
    wires = (hers, his)
    seat = hers.game["to_move"][0]
    mover, before = wires[seat], hers.view["belts"]
    mover.choose(seat, next(move for move in mover.view["moves"] if move.startswith("swap")))
    mover.until(lambda: mover.game["number"] == 2)
    assert mover.table["take_back"]
    mover.ask("take-back", seat=seat)
    mover.until(lambda: mover.game["number"] == 3)
    assert mover.view["belts"] == before
    mover.choose(seat, next(move for move in mover.view["moves"] if move.startswith("reroll")))
    assert mover.refusal("take-back", seat=seat) == "no-take-back"


def test_hints(ann: Any) -> None:
    wire = ann.sit_down(ann.set_table("you", "taro", start=True))
    hint = wire.ask("hint", seat=0)
    assert hint["type"] == "hint" and {advice["move"] for advice in hint["advice"]} <= set(wire.view["moves"])
    margins = [advice["margin"] for advice in hint["advice"]]
    assert margins == sorted(margins, reverse=True)
    silent = ann.sit_down(ann.set_table("you", "taro", start=True, options={"hints": False}))
    assert silent.refusal("hint", seat=0) == "no-hints"


def test_emotes(ann: Any, bob: Any) -> None:
    hers, his, _ = two_at_a_table(ann, bob)
    hers.ask("emote", seat=0, emote="yum")
    his.until(lambda: his.heard[-1] == {"type": "emote", "seat": 0, "emote": "yum"})
    assert hers.refusal("emote", seat=1, emote="yum") == "not-your-seat"


def test_a_leaver_is_minded_and_returns(ann: Any, bob: Any) -> None:
    hers, his, made = two_at_a_table(ann, bob)
    assert hers.table["seats"][1]["online"]
    his.close()
    hers.until(lambda: not hers.table["seats"][1]["online"])
    hers.until(lambda: hers.table["seats"][1]["minded"])
    number = hers.game["number"]
    hers.choose(0)
    hers.until(lambda: hers.game["number"] == number + 1)
    his = bob.sit_down(made)
    assert not his.table["seats"][1]["minded"] and his.view["viewer"] == 1
    hers.until(lambda: hers.table["seats"][1]["online"])
    hers.close()
    his.until(lambda: his.table["seats"][0]["minded"])
    assert his.table["host"]


def test_nobody_minds_a_seat_that_only_bots_wait_for(ann: Any) -> None:
    made = ann.set_table("you", "taro", start=True)
    ann.sit_down(made).close()
    time.sleep(QUICK.grace * 2)
    again = ann.sit_down(made)
    assert not again.table["seats"][0]["minded"] and again.game["number"] == 1


def test_standing_up_and_being_removed_in_a_game(ann: Any, bob: Any) -> None:
    hers, his, made = two_at_a_table(ann, bob)
    his.ask("stand", seat=1)
    hers.until(lambda: hers.table["seats"][1]["minded"])
    his.ask("sit", seat=1, nonce=NONCE)
    hers.until(lambda: not hers.table["seats"][1]["minded"])
    hers.ask("clear", seat=1)
    his.until(lambda: his.table["seats"][1]["kind"] == "bot")
    assert his.view["viewer"] is None
    assert his.refusal("choose", seat=1, move="egg", number=1) == "not-your-seat"
    hers.play_on()
    assert hers.table["phase"] == "over"
    assert Record.from_json(ann.http.get(f"/api/tables/{made['id']}/record").json()).verify() == []


def test_late_clocks_play(ann: Any, bob: Any) -> None:
    hers, his, _ = two_at_a_table(ann, bob, options={"clock": "quick"})
    number, deadline = hers.game["number"], hers.game["deadline"]
    assert deadline - hers.state["now"] <= QUICK.clocks["quick"]
    # Where this test itself is slow, the clock chooses for both.
    with suppress(Refused):
        hers.choose(0)
    hers.until(lambda: hers.game["number"] > number)
    assert hers.state["now"] >= deadline - 0.05
    his.until(lambda: his.game["number"] > number + 1)


def test_pause(ann: Any, bob: Any) -> None:
    hers, his, _ = two_at_a_table(ann, bob, options={"clock": "relaxed"})
    left = hers.game["deadline"] - hers.state["now"]
    hers.ask("pause", paused=True)
    his.until(lambda: his.table["phase"] == "paused")
    assert his.game["deadline"] is None
    assert his.refusal("choose", seat=1, move=his.view["moves"][0], number=1) == "paused"
    hers.ask("pause", paused=False)
    his.until(lambda: his.table["phase"] == "playing")
    assert 0 <= left - (his.game["deadline"] - his.state["now"]) < 60
    his.choose(1)


def test_rematch(ann: Any, bob: Any) -> None:
    hers, his, _ = two_at_a_table(ann, bob)
    while hers.table["phase"] != "over":
        number = hers.game["number"]
        hers.choose(0)
        his.until(lambda number=number: his.game["number"] == number)
        his.choose(1)
        hers.until(lambda number=number: hers.game["number"] > number)
    his.ask("rematch", nonce=NONCE)
    hers.until(lambda: hers.table["rematch"] is not None)
    table = hers.table["rematch"]
    his.until(lambda: {"type": "rematch", "table": table} in his.heard)
    hers.ask("rematch", nonce=NONCE)
    # The host comes first: if others wait for him too long, one of them becomes the host.
    his_again, again = bob.sit_down(table), ann.sit_down(table)
    assert [seat["name"] for seat in again.table["seats"]] == ["Ann", "Bob"] and his_again.table["host"]
    assert again.table["fairness"]["nonces"] == ["", NONCE]
    again.ask("sit", seat=0, nonce="f" * 32)
    his_again.ask("start")
    again.until(lambda: again.table["phase"] == "playing")
    assert again.table["fairness"]["nonces"] == ["f" * 32, NONCE]
    assert again.table["fairness"]["commitment"] != hers.table["fairness"]["commitment"]


def test_spectators_never_see_a_hand(ann: Any, bob: Any) -> None:
    made = ann.set_table("you", "taro", "hana", start=True)
    hers, his = ann.sit_down(made), bob.sit_down(made["id"])
    hers.until(lambda: hers.table["watchers"] == 1)
    hers.play_on()
    his.until(lambda: his.table["phase"] == "over")
    for message in his.heard:
        if message["type"] == "state":
            view = message["game"]["view"]
            assert view["viewer"] is None and view["moves"] == [] and view["choice"] is None
            assert view["hands"] == [[], [], []]
        if message["type"] == "waiting":
            assert message["choice"] is None
    assert his.events == hers.events


# Over HTTP


def test_me(house: ServerThread) -> None:
    browser = house.browser()
    assert browser.http.get("/api/me").json() == {"name": "", "shape": 1, "named": False}
    named = browser.http.put("/api/me", json={"name": " Zoë\u202e\u0007 <b> ", "shape": 4})
    assert named.json() == {"name": "Zoë <b>", "shape": 4, "named": True}
    assert "httponly" in named.headers["set-cookie"].lower() and "samesite=lax" in named.headers["set-cookie"].lower()
    for name in ("", " ", "\u200b", "x" * 21):
        assert browser.http.put("/api/me", json={"name": name, "shape": 1}).status_code in (400, 422)


def test_seats_move_to_another_device_once(house: ServerThread, ann: Any, bob: Any) -> None:
    made = ann.set_table("you", "taro", start=True)
    token = ann.http.post("/api/me/link").json()["token"]
    assert bob.http.post("/api/me/claim", json={"token": token}).json()["name"] == "Ann"
    assert bob.sit_down(made).view["viewer"] == 0
    again = house.browser().http.post("/api/me/claim", json={"token": token})
    assert (again.status_code, again.json()["problem"]["code"]) == (404, "link-used")


def test_lists_and_deletion(house: ServerThread) -> None:
    ann, bob = house.browser("Ann"), house.browser("Bob")
    alone = ann.set_table("you", "taro", start=True, options={"public": True})
    hers = ann.sit_down(alone)
    hers.until(lambda: hers.game["to_move"] == [0])
    _, his, made = two_at_a_table(ann, bob)
    lines = ann.http.get("/api/me/tables").json()["tables"]
    assert [line["id"] for line in lines] == [made["id"], alone["id"]]
    assert lines[0]["names"] == ["Ann", "Bob"] and lines[0]["your_turn"]
    assert lines[0]["shapes"] == [seat["shape"] for seat in his.table["seats"]]
    assert alone["id"] in [line["id"] for line in bob.http.get("/api/tables").json()["tables"]]
    assert bob.http.delete(f"/api/me/tables/{alone['id']}").status_code == 404
    assert ann.http.delete(f"/api/me/tables/{alone['id']}").status_code == 204
    assert ann.http.get(f"/api/tables/{alone['id']}/record").json()["problem"]["code"] == "unknown-table"
    assert ann.http.delete("/api/me").status_code == 204
    his.until(lambda: his.table["seats"][0]["kind"] == "bot")
    assert his.table["host"] and his.table["seats"][0]["name"] == ""
    his.choose(1)
    his.until(lambda: his.game["number"] == 2)
    with closing(sqlite3.connect(house.tables.settings.database)) as database:
        rows = database.execute("SELECT data FROM log WHERE table_id = ?", [made["id"]]).fetchall()
    # In quotation marks: an id may have any three letters in it.
    assert '"Bob"' in str(rows) and '"Ann"' not in str(rows)
    assert [line["names"] for line in bob.http.get("/api/me/tables").json()["tables"]] == [["taro", "Bob"]]


def test_a_table_that_is_removed_while_the_list_is_made(ann: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ann.set_table("you", "open")

    async def of_person(person: str, limit: int) -> list[str]:
        return ["gone-by-now", made["id"]]

    monkeypatch.setattr(ann.house.tables.store, "of_person", of_person)
    assert [line["id"] for line in ann.http.get("/api/me/tables").json()["tables"]] == [made["id"]]


def test_lessons_are_not_listed_and_yet_forgotten(house: ServerThread) -> None:
    ann = house.browser("Ann")
    lesson = ann.set_table("you", "pip", start=True, lesson=True)
    assert ann.http.get("/api/me/tables").json()["tables"] == []
    ann.sit_down(lesson).play_on()
    assert [line["id"] for line in ann.http.get("/api/me/tables").json()["tables"]] == [lesson["id"]]
    other = ann.set_table("you", "pip", start=True, lesson=True)
    assert ann.http.delete("/api/me").status_code == 204
    for table in (lesson, other):
        assert ann.http.get(f"/api/tables/{table['id']}/record").json()["problem"]["code"] == "unknown-table"


def test_abandoned_tables_expire(tmp_path: Path) -> None:
    hurry = Patience(lobby=0.05, idle=0.1, unfinished=1e6, second_look=0.1, bot_pause=(0.0, 0.0))
    with running_server(tmp_path, hurry) as house:
        ann = house.browser("Ann")
        lobby, playing = ann.set_table("you", "open"), ann.set_table("you", "taro", start=True)
        until(lambda: [line["id"] for line in ann.http.get("/api/me/tables").json()["tables"]] == [playing["id"]])
        until(lambda: "okawari_tables 0.0" in ann.http.get("/metrics").text)
        assert ann.sit_down(playing).game["number"] == 1
        assert ann.sit_down(lobby, hello=False).hear()["problem"]["code"] == "unknown-table"


def test_backup_of_a_live_database(ann: Any, tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from okawari.cli.app import app

    made = ann.set_table("you", "taro", start=True)
    wire = ann.sit_down(made)
    wire.play_on(turns=3)
    wire.until(lambda: wire.game["number"] == 4)
    folder = ann.house.tables.settings.data
    copy = tmp_path / "copy" / "okawari.db"
    copy.parent.mkdir()
    assert CliRunner().invoke(app, ["backup", str(copy), "--data", str(folder)]).exit_code == 0
    assert CliRunner().invoke(app, ["backup", str(copy), "--data", str(folder)]).exit_code != 0
    with running_server(copy.parent) as house:
        assert house.browser(cookie=ann.cookie).sit_down(made).view == wire.view


def test_doors_and_headers(ann: Any) -> None:
    assert ann.http.get("/healthz").text == "ok\n"
    assert "okawari_choices_total" in ann.http.get("/metrics").text
    assert "POST /api/tables" in ann.http.get("/api/docs").text
    assert "/api/tables" in ann.http.get("/api/openapi.json").json()["paths"]
    for path in ("/", "/t/abc", "/api/me", "/assets/none.js"):
        headers = ann.http.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert ann.http.get("/assets/../index.html").status_code in (200, 404, 503)
    assert ann.http.get("/assets/%2e%2e/%2e%2e/texts/en.json").status_code == 404
    assert ann.http.get("/api/nothing").json()["problem"]["code"] == "not-found"
    assert ann.http.patch("/api/me").json()["problem"]["code"] == "not-allowed"
    assert ann.http.post("/api/tables", content=b"x" * 600_000).json()["problem"]["code"] == "too-large"
    assert ann.http.post("/api/tables", json={}).json()["problem"]["code"] == "bad-request"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seats": [{"kind": "you"}]}, "seats-mismatch"),
        ({"seats": [{"kind": "you"}, {"kind": "you"}]}, "seats-twice"),
        ({"seats": [{"kind": "you"}, {"kind": "open"}], "start": True}, "seats-empty"),
        ({"setting": {"menu": "sushi-go-first", "seats": 2, "variant": "battle"}}, "variant-not-in-menu"),
        ({"setting": {"menu": "tuna", "seats": 2}}, "unknown-menu"),
    ],
)
def test_tables_that_cannot_be_set(ann: Any, change: dict[str, Any], code: str) -> None:
    table = {
        "setting": {"menu": "sushi-go-first", "seats": 2},
        "seats": [{"kind": "you"}, {"kind": "bot", "bot": "pip"}],
        "nonce": secrets.token_hex(16),
    }
    answer = ann.http.post("/api/tables", json=table | change)
    assert (answer.status_code, answer.json()["problem"]["code"]) == (400, code)


def test_every_code_has_words() -> None:
    """A refusal that nobody can read is no refusal."""
    source = "\n".join(file.read_text() for file in Path(okawari.__file__).parent.joinpath("server").rglob("*.py"))
    codes = set(re.findall(r'\b(?:Refusal|Malformed|Problem)\(\s*(?:code=)?"([a-z-]+)"', source))
    codes |= set(re.findall(r'_must\([^"\n]*(?:"[^"\n]*"[^"\n]*)*?, "([a-z-]+)"', source))
    codes |= {"not-found", "not-allowed", "nothing-to-take-back", "bad-request"}
    assert {"stale", "not-host", "paused", "bad-message"} <= codes
    for language in LANGUAGES:
        words = catalogue(language)
        assert not codes - set(words["wire"]["error"]) - set(words["error"]), language


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_worth_now_is_what_the_score_pad_says(table: Table) -> None:
    """The plates of a game in progress, written on the pad, bring the same lines."""
    for seed in range(6):
        game = play_on(table.game(seed), Guest(seed), choices=5 + 7 * seed)
        if game.over:
            continue
        pad = Pad(table.menu, table.dessert, table.variant, table.must_have_maki)
        names = [*"ABCDE"[: table.seats], *(["dummy"] if table.variant == "dummy" else [])]
        plates = [
            [dish for dish in plate if table.menu != "sushi-roll" or dish in pad.round_stock]
            for plate in game.view().plates
        ]
        text = "\n".join(f"{name}: {' '.join(plate)}" for name, plate in zip(names, plates, strict=True))
        sheet = pad.score_round(pad.read(text))
        for tally, lines in zip(sheet.players, worth_now(game.view()), strict=True):
            assert [line for line in tally.lines if not isinstance(line, Note)] == list(lines)
