"""A newer server opens the database of an older one, with its live tables, and everybody plays on.

There is a database of each released version in `tests/databases`, made by that version with

    python tests/test_versions.py

and never changed again. Beside it lies what people knew then: their cookies, the tables, and how these stood.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import okawari
from okawari import Record
from okawari.server.settings import Patience
from server_thread import Browser, ServerThread, Wire, running_server

DATABASES = Path(__file__).with_name("databases")
NONCE = "0123456789abcdef" * 2
#: Nothing is too old.
FOR_EVER = Patience(bot_pause=(0.0, 0.0), lobby=1e12, unfinished=1e12, finished=1e12)

Facts = dict[str, Any]


@pytest.fixture(params=sorted(DATABASES.glob("*.sqlite")), ids=lambda file: file.stem)
def facts(request: pytest.FixtureRequest, tmp_path: Path) -> Facts:
    """What people knew; the old database lies in the folder of a new server."""
    shutil.copy(request.param, tmp_path / "okawari.db")
    known: Facts = json.loads(request.param.with_suffix(".json").read_text(encoding="utf-8"))
    return known | {"data": tmp_path}


def test_there_is_one_of_this_version() -> None:
    assert (DATABASES / f"{okawari.__version__}.sqlite").exists()


def test_an_older_database_is_played_on(facts: Facts) -> None:
    with running_server(facts["data"], FOR_EVER) as house:
        ann, bob = (Browser(house, cookie=facts["cookies"][name]) for name in ("Ann", "Bob"))
        house.browsers += [ann, bob]
        names = {line["id"]: line["phase"] for line in ann.http.get("/api/me/tables").json()["tables"]}
        phases = {"lobby": "lobby", "draft": "playing", "roll": "playing", "finished": "over"}
        assert names == {facts["tables"][word]["id"]: phase for word, phase in phases.items()}
        the_lobby_fills(ann, bob, facts["tables"]["lobby"])
        the_drafting_game_goes_on(ann, bob, facts["tables"]["draft"])
        the_dice_go_on(ann, facts["tables"]["roll"])
        verify(ann, facts["tables"]["finished"]["id"])
        assert ann.http.get(f"/api/tables/{facts['tables']['finished']['id']}/replay").status_code == 200


def the_lobby_fills(ann: Browser, bob: Browser, table: Facts) -> None:
    hers = ann.sit_down(table["id"])
    assert [seat["kind"] for seat in hers.table["seats"]] == ["person", "empty", "bot"]
    assert hers.table["fairness"]["commitment"] == table["commitment"]
    assert hers.table["key"] == table["key"] and hers.table["code_until"] > time.time()
    joined = bob.http.post("/api/join", json={"code": hers.table["code"]}).json()
    his = bob.sit_down(joined)
    his.ask("sit", seat=1, nonce=NONCE)
    hers.ask("start")
    his.until(lambda: his.table["phase"] == "playing")


def the_drafting_game_goes_on(ann: Browser, bob: Browser, table: Facts) -> None:
    """In mid-turn: Ann and the bot have chosen, Bob has not, and the clock has long run out."""
    hers = ann.sit_down(table["id"])
    stands_as_before(hers, table)
    assert hers.view["choice"] == table["choice"] and hers.game["to_move"] == [1]
    assert hers.game["deadline"] > hers.state["now"] + 60, "a clock that ended while nobody was there begins anew"
    his = bob.sit_down(table["id"])
    while his.table["phase"] != "over":
        number = his.game["number"]
        if 0 in hers.game["to_move"]:
            hers.choose(0)
        his.choose(1)
        for wire in (hers, his):
            wire.until(lambda wire=wire, number=number: wire.game["number"] > number)
    assert hers.events[: len(table["events"])] == table["events"]
    verify(ann, table["id"])


def the_dice_go_on(ann: Browser, table: Facts) -> None:
    wire = ann.sit_down(table["id"])
    stands_as_before(wire, table)
    wire.play_on()
    verify(ann, table["id"])


def stands_as_before(wire: Wire, table: Facts) -> None:
    assert wire.game["number"] == table["number"] and wire.events == table["events"]
    assert wire.view["scores"] == table["scores"] and wire.view["viewer"] == 0
    assert wire.table["fairness"]["commitment"] == table["commitment"]


def verify(ann: Browser, table: str) -> None:
    record = Record.from_json(ann.http.get(f"/api/tables/{table}/record").json())
    assert record.over and record.verify() == []


# Making one


def make(house: ServerThread) -> Facts:
    """Set four tables and play at them; what people know then."""
    ann, bob = house.browser("Ann"), house.browser("Bob")
    tables = {"lobby": ann.set_table("you", "open", "taro", menu="sushi-go-anniversary", dessert="tea")}
    lobby = ann.sit_down(tables["lobby"])
    tables["draft"] = ann.set_table("you", "open", "taro", options={"clock": "relaxed"})
    hers, his = ann.sit_down(tables["draft"]), bob.sit_down(tables["draft"])
    his.ask("sit", seat=1, nonce=NONCE)
    hers.ask("start")
    hers.until(lambda: hers.table["phase"] == "playing")
    for number in range(1, 13):
        for seat, wire in enumerate((hers, his)):
            wire.until(lambda wire=wire, number=number: bool(wire.game) and wire.game["number"] == number)
            wire.choose(seat, wire.view["moves"][-1])
    hers.until(lambda: hers.game["number"] == 13)
    hers.choose(0)
    hers.until(lambda: hers.game["to_move"] == [1])
    tables["roll"] = ann.set_table("you", "hana", "pip", menu="sushi-roll", start=True)
    roll = ann.sit_down(tables["roll"])
    roll.play_on(turns=5)
    roll.until(lambda: roll.game["to_move"] == [0])
    tables["finished"] = ann.set_table("you", "pip", menu="sushi-go-2014", start=True)
    finished = ann.sit_down(tables["finished"])
    finished.play_on()
    wires = {"lobby": lobby, "draft": hers, "roll": roll, "finished": finished}
    return {
        "cookies": {"Ann": ann.cookie, "Bob": bob.cookie},
        "tables": {word: known(wires[word], table) for word, table in tables.items()},
    }


def known(wire: Wire, table: Facts) -> Facts:
    """What somebody knows of a table."""
    game = wire.state and wire.state["game"]
    facts = {**table, "commitment": wire.table["fairness"]["commitment"]}
    if not game:
        return facts
    view = game["view"]
    return facts | {
        "number": game["number"],
        "events": wire.events,
        "scores": view["scores"],
        "choice": view.get("choice"),
    }


def write() -> None:
    """Make the database of this version."""
    DATABASES.mkdir(exist_ok=True)
    file = DATABASES / f"{okawari.__version__}.sqlite"
    with tempfile.TemporaryDirectory() as folder:
        with running_server(Path(folder), FOR_EVER) as house:
            facts = make(house)
        file.unlink(missing_ok=True)
        with closing(sqlite3.connect(Path(folder) / "okawari.db")) as database:
            database.execute("VACUUM INTO ?", (str(file),))
    file.with_suffix(".json").write_text(json.dumps(facts, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
