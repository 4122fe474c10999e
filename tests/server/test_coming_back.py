"""A reload, a second tab and a restart of the server leave every table as it was."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from okawari.server.wire.messages import VERSION
from tests.support.databases import ON_BOTH
from tests.support.server_thread import QUICK, WAIT, Browser, running_server, two_at_a_table, until

pytestmark = ON_BOTH


def test_reload_in_mid_turn(ann: Browser, bob: Browser) -> None:
    hers, his, made = two_at_a_table(ann, bob)
    move = hers.view["moves"][-1]
    hers.choose(0, move)
    hers.close()
    again = ann.visit(made)
    assert again.view["choice"] == move and again.game["to_move"] == [1]
    assert again.events == hers.events
    again.close()
    more = ann.visit(made, events=hers.events)
    assert more.state and more.state["events_from"] == len(hers.events) and more.state["events"] == []
    his.choose(1)
    more.until(lambda: more.game["number"] == 2)


def test_whoever_leaves_while_arriving_is_not_here(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that is lost while its `hello` is carried out leaves nothing behind."""
    tables = ann.server.tables
    made = ann.set_table("you", "taro", start=True)
    live, begun, connected = tables._live[made["id"]], threading.Event(), tables.automation.player_connected

    async def slowly(*args: Any) -> None:
        begun.set()
        await asyncio.sleep(0.3)
        await connected(*args)

    monkeypatch.setattr(tables.automation, "player_connected", slowly)
    wire = ann.visit(made, hello=False)
    wire.send(type="hello", id="hello", version=VERSION, key=made["key"])
    assert begun.wait(WAIT)
    wire.close()
    monkeypatch.undo()
    again = ann.visit(made)
    again.receive_all(0.6)
    assert len(live.sockets) == 1


def test_two_tabs_agree(ann: Browser, bob: Browser) -> None:
    hers, his, made = two_at_a_table(ann, bob)
    tab = ann.visit(made)
    first, last = hers.view["moves"][0], hers.view["moves"][-1]
    hers.choose(0, first)
    tab.until(lambda: tab.view["choice"] == first)
    tab.choose(0, last)
    hers.until(lambda: hers.view["choice"] == last)
    his.choose(1)
    for wire in (hers, tab):
        wire.until(lambda wire=wire: wire.game["number"] == 2)
    assert hers.view == tab.view and hers.events == tab.events


def test_the_same_choice_counts_once(ann: Browser) -> None:
    made = ann.set_table("you", "taro", start=True)
    wire = ann.visit(made)
    number, move = wire.game["number"], wire.view["moves"][0]
    wire.request("choose", "same", seat=0, move=move, number=number)
    wire.until(lambda: wire.game["number"] == number + 1)
    assert wire.request("choose", "same", seat=0, move=move, number=number)["type"] == "ack"
    wire.until(lambda: 1 not in wire.game["to_move"])
    assert wire.game["number"] == number + 1 and wire.game["to_move"] == [0]
    again = ann.visit(made)
    assert again.request("choose", "same", seat=0, move=move, number=number)["type"] == "ack"


def test_restart(tmp_path: Path) -> None:
    """Everything stands where it stood: pending choices, deadlines, seats; and bots that were to move do."""
    with running_server(tmp_path) as server:
        ann, bob = server.browser("Ann"), server.browser("Bob")
        hers, _, made = two_at_a_table(ann, bob, "taro", options={"clock": "relaxed"})
        hers.play_on(turns=1)
        hers.until(lambda: hers.game["to_move"] == [1])
        before, cookie = hers.state, ann.cookie
        assert before
    assert hers.close_code() == 1001 and hers.received[-1] == {"type": "bye", "reason": "shutdown"}
    slow = replace(QUICK, bot_pause=(60.0, 60.0))
    with running_server(tmp_path, slow) as server:
        ann = server.browser(cookie=cookie)
        again = ann.visit(made)
        assert again.view == before["view"]
        assert again.game["deadline"] == before["game"]["deadline"] > before["now"] + 60
        assert again.game["to_move"] == [1]
        alone = ann.set_table("you", "taro", start=True)
        ann.visit(alone).choose(0)
    with running_server(tmp_path) as server:
        ann = server.browser(cookie=cookie)
        until(lambda: 'okawari_choices_total{by="bot"}' in ann.http.get("/metrics").text)
        assert ann.visit(alone).game["number"] == 2
