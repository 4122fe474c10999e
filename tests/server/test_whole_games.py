"""Whole games over the wire: against bots, between two people and at one device."""

from __future__ import annotations

import random

import pytest

from okawari import Record
from okawari.game.fairness import commitment_of, deal_seed
from tests.support.server_thread import Browser, ServerThread, two_at_a_table, untold
from tests.support.tables import SAMPLE, Table
from tests.support.wire_state import as_sent


@pytest.mark.slow
@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_whole_games_against_bots(server: ServerThread, ann: Browser, table: Table) -> None:
    """A game of each kind comes to its end on the wire, and the record proves that the deal was as promised."""
    setting = table._asdict() | {"menu": table.menu}
    seats = setting.pop("seats")
    made = ann.set_table("you", *["taro", "hana", "pip", "taro"][: seats - 1], start=True, **setting)
    wire = ann.visit(made)
    promised = wire.table["fairness"]["commitment"]
    assert wire.game["bill"] and wire.table["hints"]
    choice = random.Random(1).choice
    wire.play_on(pick=choice)
    assert wire.table["phase"] == "over" and wire.game["to_move"] == []
    record = Record.from_json(ann.http.get(f"/api/tables/{made['id']}/record").json())
    assert record.verify() == []
    assert as_sent([event.to_json() for event in record.replay().events]) == untold(wire.events)
    assert list(record.scores) == wire.view["scores"] == [bill["total"] for bill in wire.game["bill"]]
    opened = bytes.fromhex(wire.table["fairness"]["opened"])
    assert commitment_of(opened) == promised
    assert deal_seed(opened, wire.table["fairness"]["nonces"]).hex() == wire.table["fairness"]["seed"] == record.seed
    wire.close()


def test_two_people_by_key(ann: Browser, bob: Browser) -> None:
    hers, his, _ = two_at_a_table(ann, bob, "taro")
    assert [seat["name"] for seat in hers.table["seats"]] == ["Ann", "Bob", ""]
    assert his.table["yours"] == [1]
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


def test_hot_seat(ann: Browser) -> None:
    """One device, two people: a view only for the seat that asked for it, and hidden again after the choice."""
    made = ann.set_table("you", "here", "taro", start=True)
    wire = ann.visit(made)
    assert wire.table["yours"] == [0, 1] and wire.view["viewer"] is None and wire.view["hands"][0] == []
    assert wire.refusal("look", seat=2) == "not-your-seat"
    number = wire.game["number"]
    for seat in (0, 1):
        wire.request("look", seat=seat)
        wire.until(lambda seat=seat: wire.view["viewer"] == seat)
        assert len(wire.view["hands"][seat]) == 9
        wire.choose(seat)
        wire.until(lambda: wire.view["viewer"] is None)
    wire.until(lambda: wire.game["number"] > number)
    assert wire.view["viewer"] is None and not wire.table["take_back"]
