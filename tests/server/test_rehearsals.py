"""Rehearsals: whoever may see the replay of a game goes on from any of its decisions, as often as they like."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from okawari.game import Record
from okawari.server.settings import Durations
from okawari.server.wire.messages import VERSION
from tests.server.services import validate
from tests.support.server_thread import Browser, ServerThread, running_server, two_at_a_table, until

FRAME = 3


def finished(ann: Browser, *seats: str, **more: Any) -> str:
    """A table of Ann's whose game is over."""
    made = ann.set_table("you", *(seats or ("hana", "pip")), start=True, **more)
    ann.visit(made).play_on()
    return str(made["id"])


def rehearse(person: Browser, table: str, frame: int = FRAME, seat: int = 0) -> str:
    answer = person.http.post(f"/api/tables/{table}/rehearsals", params={"frame": frame, "seat": seat})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def replay_of(person: Browser, table: str) -> Any:
    return person.http.get(f"/api/tables/{table}/replay").json()


def listed(person: Browser, path: str = "/api/me/tables") -> set[str]:
    return {line["id"] for line in person.http.get(path).json()["tables"]}


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"menu": "sushi-roll"},
        {"seats": ("hana",), "menu": "sushi-go-anniversary", "dessert": "tea", "variant": "battle"},
        {"seats": ("hana",), "menu": "sushi-go-2014", "variant": "dummy"},
    ],
    ids=str,
)
def test_a_rehearsal_goes_on_from_the_decision(ann: Browser, more: dict[str, Any]) -> None:
    table = finished(ann, *more.pop("seats", ()), **more)
    replay = replay_of(ann, table)
    frame = next(n for n, frame in enumerate(replay["frames"]) if n >= FRAME and 0 in frame["to_move"])
    wire = ann.visit(rehearse(ann, table, frame))
    assert wire.table["rehearsal"] == {"table": table, "frame": frame, "seat": 0}
    assert wire.table["fairness"] is None and wire.table["yours"] == [0]
    then = replay["frames"][frame]
    # The bots may have chosen by now, which their opponent cannot see.
    assert wire.view | {"moves": []} == then["views"][0]
    assert [line["total"] for line in wire.game["bill"]] == then["views"][0]["scores"]
    names = [seat["bot"] for seat in wire.table["seats"]]
    assert names == [None, *replay["names"][1:]]
    wire.play_on(pick=lambda moves: moves[-1])
    assert wire.table["phase"] == "over" and wire.table["fairness"] is None
    again = replay_of(ann, wire.table["id"])
    assert again["frames"][: frame + 1] == [
        *replay["frames"][:frame],
        then | {"moves": again["frames"][frame]["moves"]},
    ]
    record = Record.from_json(ann.http.get(f"/api/tables/{wire.table['id']}/record").json())
    assert record.verify() == [] and record.fairness is None and record.seed is None
    validate("TableInfo", wire.table)


def test_each_rehearsal_has_luck_of_its_own_and_the_same_hidden_cards(ann: Browser) -> None:
    table = finished(ann, "hana")
    wires = [ann.visit(rehearse(ann, table, frame=0)) for _ in range(3)]
    neighbours = Counter(replay_of(ann, table)["frames"][0]["views"][1]["hands"][1])
    for wire in wires:
        wire.choose(0, wire.view["moves"][0])
        wire.until(lambda wire=wire: wire.game["number"] == 2)
        # The hand that was passed on lacks what the bot took.
        assert (neighbours - Counter(wire.view["hands"][0])).total() == 1
        wire.play_on(turns=9)
        wire.until(lambda wire=wire: wire.view["round"] == 2)
    assert len({tuple(wire.view["hands"][0]) for wire in wires}) == 3


def test_a_choice_of_a_rehearsal_is_taken_back_but_not_what_was_before_it(ann: Browser) -> None:
    wire = ann.visit(rehearse(ann, finished(ann)))
    assert wire.refusal("take-back", seat=0) == "nothing-to-take-back"
    first = wire.view
    wire.play_on(turns=2)
    for _ in range(2):
        wire.until(lambda: wire.table["take_back"])
        wire.request("take-back", seat=0)
    wire.until(lambda: wire.view["turn"] == first["turn"] and wire.view["choice"] is None)
    assert wire.view == first


def test_a_rehearsal_counts_for_nothing(ann: Browser, bob: Browser) -> None:
    table = finished(ann, options={"public": True})
    rehearsal = rehearse(ann, table)
    assert rehearsal not in listed(ann) and table in listed(ann)
    ann.visit(rehearsal).play_on()
    assert rehearsal not in listed(ann) | listed(bob, "/api/tables")
    assert table in listed(bob, "/api/tables")


def test_many_rehearsals_leave_room_for_the_games_in_the_list(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("okawari.server.runtime.tables.LISTED", 2)
    table = finished(ann)
    for _ in range(3):
        rehearse(ann, table)
    assert table in listed(ann)


def test_who_may_see_the_replay_may_rehearse(ann: Browser, bob: Browser, server: ServerThread) -> None:
    hers, his, made = two_at_a_table(ann, bob, options={"spectators": False})
    while hers.table["phase"] != "over":
        hers.play_on(turns=1)
        his.play_on(seat=1, turns=1)
        hers.until(lambda: 0 in hers.game["to_move"] or hers.table["phase"] == "over")
    stranger = server.browser("Cleo")
    path = f"/api/tables/{made['id']}/rehearsals?frame=0&seat=1"
    assert stranger.http.post(path).json()["problem"]["code"] == "no-spectators"
    rehearsal = rehearse(bob, made["id"], 0, 1)
    wire = bob.visit(rehearsal)
    assert wire.table["yours"] == [1]
    # A person's seat is a bot's, and their name is not kept.
    assert wire.table["seats"][0] | {"shape": 0} == {
        "seat": 0,
        "kind": "bot",
        "name": "",
        "shape": 0,
        "bot": "taro",
        "online": True,
        "minded": False,
        "host": False,
    }
    assert stranger.visit(rehearsal, hello=False).refusal("hello", version=VERSION) == "no-spectators"


@pytest.mark.parametrize(
    ("frame", "seat", "status", "code"),
    [(999, 0, 400, "no-decision"), (0, 3, 400, "no-decision"), (-1, 0, 422, "bad-request"), (0, 9, 422, "bad-request")],
)
def test_there_must_be_a_decision(ann: Browser, frame: int, seat: int, status: int, code: str) -> None:
    table = finished(ann)
    last = len(replay_of(ann, table)["frames"]) - 1
    answer = ann.http.post(f"/api/tables/{table}/rehearsals", params={"frame": min(frame, last), "seat": seat})
    assert (answer.status_code, answer.json()["problem"]["code"]) == (status, code)


def test_nothing_is_rehearsed_of_a_game_that_goes_on(ann: Browser) -> None:
    made = ann.set_table("you", "pip", start=True)
    answer = ann.http.post(f"/api/tables/{made['id']}/rehearsals?frame=0&seat=0")
    assert answer.json()["problem"]["code"] == "not-over"


def test_any_seat_of_a_posted_record_is_rehearsed(ann: Browser, bob: Browser) -> None:
    record = ann.http.get(f"/api/tables/{finished(ann)}/record").json()
    answer = bob.http.post("/api/rehearsals?frame=2&seat=1", json=record)
    assert answer.status_code == 201, answer.text
    wire = bob.visit(answer.json()["id"])
    assert wire.table["rehearsal"] == {"table": None, "frame": 2, "seat": 1}
    assert [seat["bot"] for seat in wire.table["seats"]] == ["taro", None, "pip"]
    wire.play_on(seat=1)
    forged = record | {"scores": [0, 0, 0]}
    assert bob.http.post("/api/rehearsals?frame=2&seat=1", json=forged).json()["problem"]["code"] == "verify-scores"


def test_a_rehearsal_can_be_rehearsed(ann: Browser) -> None:
    first = rehearse(ann, finished(ann))
    ann.visit(first).play_on()
    wire = ann.visit(rehearse(ann, first, FRAME + 1))
    assert wire.table["rehearsal"]["table"] == first
    wire.play_on()
    assert wire.table["phase"] == "over"


def test_a_rehearsal_survives_a_restart_and_does_not_need_its_game(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        cookie, table = ann.cookie, finished(ann)
        rehearsal = rehearse(ann, table)
        wire = ann.visit(rehearsal)
        wire.play_on(turns=1)
        wire.until(lambda: wire.game["number"] == 2 and wire.game["to_move"] == [0])
        before, events = wire.view, wire.events
        assert ann.http.delete(f"/api/me/tables/{table}").status_code == 204
    with running_server(tmp_path) as server:
        ann = server.browser(cookie=cookie)
        wire = ann.visit(rehearsal)
        wire.until(lambda: wire.game["to_move"] == [0])
        assert (wire.view, wire.events) == (before, events)
        wire.play_on()
        assert wire.table["phase"] == "over"


def test_rehearsals_expire_earlier_than_games(tmp_path: Path) -> None:
    hurry = Durations(rehearsal=0.05, idle=0.1, second_look=0.1, bot_pause=(0.0, 0.0))
    with running_server(tmp_path, hurry) as server:
        ann = server.browser("Ann")
        table = finished(ann, "pip")
        rehearsal = rehearse(ann, table)
        gone = "unknown-table"
        until(lambda: ann.http.get(f"/api/tables/{rehearsal}/record").json()["problem"]["code"] == gone)
        assert listed(ann) == {table}


def test_rehearsals_are_deleted_with_their_person(server: ServerThread, ann: Browser) -> None:
    rehearsal = rehearse(ann, finished(ann))
    assert ann.http.delete("/api/me").status_code == 204
    until(lambda: rehearsal not in server.tables._live)
    assert ann.http.get(f"/api/tables/{rehearsal}/replay").status_code == 404


def test_rehearsals_are_limited_like_other_new_tables(tmp_path: Path) -> None:
    with running_server(tmp_path, limited=True) as server:
        ann = server.browser("Ann")
        table = finished(ann)
        codes = [ann.http.post(f"/api/tables/{table}/rehearsals?frame=0&seat=0").status_code for _ in range(30)]
        assert codes[0] == 201 and codes[-1] == 429
