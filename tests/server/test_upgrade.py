"""A newer server opens the database of an older one, with its live tables, and everybody plays on.

`tests/databases` has a database of each released version, and beside it what people knew then.
"""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest

import okawari
from okawari import Record
from tests.databases.write import DATABASES, FOR_EVER, Facts
from tests.support.server_thread import NONCE, Browser, Wire, running_server, untold
from tests.support.wire_state import as_sent


@pytest.fixture(params=sorted(DATABASES.glob("*.sqlite")), ids=lambda file: file.stem)
def facts(request: pytest.FixtureRequest, tmp_path: Path) -> Facts:
    """What people knew; the old database lies in the folder of a new server."""
    shutil.copy(request.param, tmp_path / "okawari.db")
    known: Facts = json.loads(request.param.with_suffix(".json").read_text(encoding="utf-8"))
    return known | {"data": tmp_path}


def test_there_is_a_database_of_this_version() -> None:
    assert (DATABASES / f"{okawari.__version__}.sqlite").exists()


def test_an_older_database_is_played_on(facts: Facts) -> None:
    with running_server(facts["data"], FOR_EVER) as server:
        ann, bob = (Browser(server, cookie=facts["cookies"][name]) for name in ("Ann", "Bob"))
        server.browsers += [ann, bob]
        names = {line["id"]: line["phase"] for line in ann.http.get("/api/me/tables").json()["tables"]}
        phases = {"lobby": "lobby", "draft": "playing", "roll": "playing", "finished": "over"}
        assert names == {facts["tables"][word]["id"]: phase for word, phase in phases.items()}
        the_finished_game_is_counted(ann, bob, facts["tables"]["finished"])
        the_lobby_fills(ann, bob, facts["tables"]["lobby"])
        the_drafting_game_goes_on(ann, bob, facts["tables"]["draft"])
        the_dice_go_on(ann, facts["tables"]["roll"])
        verify(ann, facts["tables"]["finished"]["id"])
        assert ann.http.get(f"/api/tables/{facts['tables']['finished']['id']}/replay").status_code == 200
        a_record_is_shared(ann, facts["tables"]["finished"]["id"])


def the_finished_game_is_counted(ann: Browser, bob: Browser, table: Facts) -> None:
    """Also where that version kept no results."""
    results = ann.http.get("/api/me/results").json()
    assert [(game["table"], game["points"]) for game in results["games"]] == [(table["id"], table["scores"][0])]
    assert bob.http.get("/api/me/results").json()["games"] == []


def a_record_is_shared(ann: Browser, table: str) -> None:
    """Also where that version could not store one."""
    record = ann.http.get(f"/api/tables/{table}/record").json()
    shared = ann.http.post("/api/records", json=record).json()["id"]
    assert ann.http.get(f"/api/records/{shared}/replay").json()["played_on"] == "device"


def the_lobby_fills(ann: Browser, bob: Browser, table: Facts) -> None:
    hers = ann.visit(table["id"])
    assert [seat["kind"] for seat in hers.table["seats"]] == ["person", "empty", "bot"]
    assert hers.table["fairness"]["commitment"] == table["commitment"]
    assert hers.table["key"] == table["key"] and hers.table["code_until"] > time.time()
    joined = bob.http.post("/api/join", json={"code": hers.table["code"]}).json()
    his = bob.visit(joined)
    his.request("sit", seat=1, nonce=NONCE)
    hers.request("start")
    his.until(lambda: his.table["phase"] == "playing")


def the_drafting_game_goes_on(ann: Browser, bob: Browser, table: Facts) -> None:
    """In mid-turn: Ann and the bot have chosen, Bob has not, and the clock has long run out."""
    hers = ann.visit(table["id"])
    stands_as_before(hers, table)
    assert hers.view["choice"] == table["choice"] and hers.game["to_move"] == [1]
    assert hers.game["deadline"] > hers.now + 60, "a clock that ended while nobody was there begins anew"
    his = bob.visit(table["id"])
    while his.table["phase"] != "over":
        number = his.game["number"]
        if 0 in hers.game["to_move"]:
            hers.choose(0)
        his.choose(1)
        for wire in (hers, his):
            wire.until(lambda wire=wire, number=number: wire.game["number"] > number)
    assert untold(hers.events)[: len(as_sent(table["events"]))] == as_sent(table["events"])
    verify(ann, table["id"])


def the_dice_go_on(ann: Browser, table: Facts) -> None:
    wire = ann.visit(table["id"])
    stands_as_before(wire, table)
    wire.play_on()
    verify(ann, table["id"])


def stands_as_before(wire: Wire, table: Facts) -> None:
    assert wire.game["number"] == table["number"] and untold(wire.events) == as_sent(table["events"])
    assert wire.view["scores"] == table["scores"] and wire.view["viewer"] == 0
    assert wire.table["fairness"]["commitment"] == table["commitment"]


def verify(ann: Browser, table: str) -> None:
    record = Record.from_json(ann.http.get(f"/api/tables/{table}/record").json())
    assert record.over and record.verify() == []
