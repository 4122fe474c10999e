"""What people do during a game and after it, besides choosing a move."""

from __future__ import annotations

import copy
import time
from contextlib import suppress

from okawari import Record
from tests.support.server_thread import NONCE, QUICK, Browser, Refused, two_at_a_table
from tests.support.wire_state import WireState


def test_take_back(ann: Browser) -> None:
    """Back to one's own last decision, any number of times; the same choice again leads to the same luck."""
    made = ann.set_table("you", "taro", "hana", start=True)
    wire = ann.visit(made)
    assert not wire.table["take_back"] and wire.refusal("take-back", seat=0) == "nothing-to-take-back"
    views = []
    for _ in range(3):
        views.append(copy.deepcopy(wire.view))
        wire.play_on(turns=1, pick=lambda moves: moves[-1])
        wire.until(lambda: 0 in wire.game["to_move"])
    for view in reversed(views):
        number = wire.game["number"]
        wire.request("take-back", seat=0)
        wire.until(lambda number=number: wire.game["number"] > number)
        assert wire.view == view
    wire.play_on(turns=1, pick=lambda moves: moves[-1])
    wire.until(lambda: 0 in wire.game["to_move"])
    again = ann.visit(made)
    assert again.events == wire.events and again.view == wire.view
    wire.play_on()
    assert wire.refusal("take-back", seat=0) == "not-playing"
    assert Record.from_json(ann.http.get(f"/api/tables/{made['id']}/record").json()).verify() == []


def test_a_swap_can_be_undone_among_people(ann: Browser, bob: Browser) -> None:
    hers, his, _ = two_at_a_table(ann, bob, menu="sushi-roll")
    wires = (hers, his)
    seat = hers.game["to_move"][0]
    mover, before = wires[seat], hers.view["belts"]
    mover.choose(seat, next(move for move in mover.view["moves"] if move.startswith("swap")))
    mover.until(lambda: mover.game["number"] == 2)
    assert mover.table["take_back"]
    mover.request("take-back", seat=seat)
    mover.until(lambda: mover.game["number"] == 3)
    assert mover.view["belts"] == before
    mover.choose(seat, next(move for move in mover.view["moves"] if move.startswith("reroll")))
    assert mover.refusal("take-back", seat=seat) == "no-take-back"


def test_hints(ann: Browser) -> None:
    wire = ann.visit(ann.set_table("you", "taro", start=True))
    hint = wire.request("hint", seat=0)
    assert hint["type"] == "hint" and {advice["move"] for advice in hint["advice"]} <= set(wire.view["moves"])
    margins = [advice["margin"] for advice in hint["advice"]]
    assert margins == sorted(margins, reverse=True)
    silent = ann.visit(ann.set_table("you", "taro", start=True, options={"hints": False}))
    assert silent.refusal("hint", seat=0) == "no-hints"


def test_emotes(ann: Browser, bob: Browser) -> None:
    hers, his, _ = two_at_a_table(ann, bob)
    hers.request("emote", seat=0, emote="yum")
    his.until(lambda: his.received[-1] == {"type": "emote", "seat": 0, "emote": "yum"})
    assert hers.refusal("emote", seat=1, emote="yum") == "not-your-seat"


def test_a_leaver_is_minded_and_returns(ann: Browser, bob: Browser) -> None:
    hers, his, made = two_at_a_table(ann, bob)
    assert hers.table["seats"][1]["online"]
    his.close()
    hers.until(lambda: not hers.table["seats"][1]["online"])
    hers.until(lambda: hers.table["seats"][1]["minded"])
    number = hers.game["number"]
    hers.choose(0)
    hers.until(lambda: hers.game["number"] == number + 1)
    his = bob.visit(made)
    assert not his.table["seats"][1]["minded"] and his.view["viewer"] == 1
    hers.until(lambda: hers.table["seats"][1]["online"])
    hers.close()
    his.until(lambda: his.table["seats"][0]["minded"])
    assert his.table["host"]


def test_nobody_minds_a_seat_that_only_bots_wait_for(ann: Browser) -> None:
    made = ann.set_table("you", "taro", start=True)
    ann.visit(made).close()
    time.sleep(QUICK.grace * 2)
    again = ann.visit(made)
    assert not again.table["seats"][0]["minded"] and again.game["number"] == 1


def test_standing_up_and_being_removed_in_a_game(ann: Browser, bob: Browser) -> None:
    hers, his, made = two_at_a_table(ann, bob)
    his.request("stand", seat=1)
    hers.until(lambda: hers.table["seats"][1]["minded"])
    his.request("sit", seat=1, nonce=NONCE)
    hers.until(lambda: not hers.table["seats"][1]["minded"])
    hers.request("clear", seat=1)
    his.until(lambda: his.table["seats"][1]["kind"] == "bot")
    assert his.view["viewer"] is None
    assert his.refusal("choose", seat=1, move="egg", number=1) == "not-your-seat"
    hers.play_on()
    assert hers.table["phase"] == "over"
    assert Record.from_json(ann.http.get(f"/api/tables/{made['id']}/record").json()).verify() == []


def test_late_clocks_play(ann: Browser, bob: Browser) -> None:
    hers, his, _ = two_at_a_table(ann, bob, options={"clock": "quick"})
    number, deadline = hers.game["number"], hers.game["deadline"]
    assert deadline - hers.now <= QUICK.clocks["quick"]
    # Where this test itself is slow, the clock chooses for both.
    with suppress(Refused):
        hers.choose(0)
    hers.until(lambda: hers.game["number"] > number)
    assert hers.now >= deadline - 0.05
    his.until(lambda: his.game["number"] > number + 1)


def test_pause(ann: Browser, bob: Browser) -> None:
    hers, his, _ = two_at_a_table(ann, bob, options={"clock": "relaxed"})
    left = hers.game["deadline"] - hers.now
    hers.request("pause", paused=True)
    his.until(lambda: his.table["phase"] == "paused")
    deadline = his.game["deadline"]
    assert deadline is None
    assert his.refusal("choose", seat=1, move=his.view["moves"][0], number=1) == "paused"
    hers.request("pause", paused=False)
    his.until(lambda: his.table["phase"] == "playing")
    assert 0 <= left - (his.game["deadline"] - his.now) < 60
    his.choose(1)


def test_rematch(ann: Browser, bob: Browser) -> None:
    hers, his, _ = two_at_a_table(ann, bob)
    while hers.table["phase"] != "over":
        number = hers.game["number"]
        hers.choose(0)
        his.until(lambda number=number: his.game["number"] == number)
        his.choose(1)
        hers.until(lambda number=number: hers.game["number"] > number)
    his.request("rematch", nonce=NONCE)
    hers.until(lambda: hers.table["rematch"] is not None)
    table = hers.table["rematch"]
    his.until(lambda: {"type": "rematch", "table": table} in his.received)
    hers.request("rematch", nonce=NONCE)
    # The host comes first: if others wait for him too long, one of them becomes the host.
    his_again, again = bob.visit(table), ann.visit(table)
    assert [seat["name"] for seat in again.table["seats"]] == ["Ann", "Bob"] and his_again.table["host"]
    assert again.table["fairness"]["nonces"] == ["", NONCE]
    again.request("sit", seat=0, nonce="f" * 32)
    his_again.request("start")
    again.until(lambda: again.table["phase"] == "playing")
    assert again.table["fairness"]["nonces"] == ["f" * 32, NONCE]
    assert again.table["fairness"]["commitment"] != hers.table["fairness"]["commitment"]


def test_spectators_never_see_a_hand(ann: Browser, bob: Browser) -> None:
    made = ann.set_table("you", "taro", "hana", start=True)
    hers, his = ann.visit(made), bob.visit(made["id"])
    hers.until(lambda: hers.table["watchers"] == 1)
    hers.play_on()
    his.until(lambda: his.table["phase"] == "over")
    seen = WireState()
    for message in his.received:
        if seen.read(message):
            assert seen.state
            view = seen.state["view"]
            assert view["viewer"] is None and view["moves"] == [] and view["choice"] is None
            assert view["hands"] == [[], [], []]
    assert his.events == hers.events
