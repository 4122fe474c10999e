"""Shared records: a game that was played elsewhere gets a link if it holds, and whoever has the link sees all of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from okawari import Record
from okawari.server.http import replays
from okawari.server.play import new_table, sharing
from okawari.server.security.limits import SHARES
from okawari.server.storage import records
from tests.game.fair_games import fair, fair_game
from tests.server.services import refusal, validate
from tests.support.databases import ON_BOTH, run_sql
from tests.support.server_thread import QUICK, Browser, ServerThread, running_server, until
from tests.support.tables import SAMPLE, RandomPlayer, play_on

pytestmark = ON_BOTH

Json = dict[str, Any]
#: The cards of a hand of four players.
HAND = 8
NAMES = ["Ania", "hana", "pip", "Bo"]


def played(seed: int = 5) -> Json:
    """The record of a finished game of a device, where Ania and Bo played with two bots.

    Tests in which it matters who has shared a record first have seeds of their own.
    """
    game = play_on(SAMPLE[0].game(seed=seed), RandomPlayer(SAMPLE[0], 3))
    return game.record.to_json() | {"names": NAMES}


def share(browser: Browser, record: Json) -> str:
    answer = browser.http.post("/api/records", json=record)
    assert answer.status_code == 201, answer.text
    validate("RecordShared", answer.json())
    return str(answer.json()["id"])


def stored(server: ServerThread) -> int:
    [(count,)] = run_sql(server.data, "SELECT count(*) FROM records")
    return int(count)


def test_a_stranger_opens_the_link_of_a_game(ann: Browser, bob: Browser) -> None:
    record = played()
    shared = share(ann, record)
    assert shared.startswith("r-")
    file = bob.http.get(f"/api/records/{shared}")
    assert Record.from_json(file.json()) == Record.from_json(record)
    assert file.headers["content-disposition"].startswith("attachment")
    replay = bob.http.get(f"/api/records/{shared}/replay").json()
    posted = bob.http.post("/api/replay", json=record).json()
    assert posted["played_on"] is None
    assert replay == posted | {"played_on": "device"} and replay["names"] == NAMES
    validate("Replay", replay)
    review = bob.http.get(f"/api/records/{shared}/review").json()
    assert review == bob.http.post("/api/review", json=record).json()


def test_a_stranger_tries_another_choice(ann: Browser, bob: Browser) -> None:
    shared = share(ann, played())
    made = bob.http.post(f"/api/records/{shared}/rehearsals?frame=3&seat=0")
    assert made.status_code == 201, made.text
    wire = bob.visit(made.json()["id"])
    assert wire.table["rehearsal"] == {"table": shared, "frame": 3, "seat": 0}
    assert [seat["bot"] for seat in wire.table["seats"]] == [None, "hana", "pip", "taro"]
    wire.play_on()
    assert wire.table["phase"] == "over"


def test_a_game_of_the_server_says_so(ann: Browser) -> None:
    made = ann.set_table("you", "pip", start=True)
    ann.visit(made).play_on()
    assert ann.http.get(f"/api/tables/{made['id']}/replay").json()["played_on"] == "server"


def test_a_promise_that_the_server_did_not_make_is_not_shown(ann: Browser) -> None:
    shared = share(ann, fair(fair_game()).to_json())
    assert ann.http.get(f"/api/records/{shared}/replay").json()["fairness"] is None
    assert ann.http.get(f"/api/records/{shared}").json()["fairness"]


def test_the_same_record_is_stored_once(server: ServerThread, ann: Browser, bob: Browser) -> None:
    before, record = stored(server), played(seed=6)
    shared = share(ann, record)
    assert share(ann, record) == share(bob, dict(reversed(record.items()))) == shared
    assert stored(server) == before + 1
    assert share(bob, record | {"names": ["Eve", *NAMES[1:]]}) != shared
    assert ann.http.get(f"/api/records/{shared}/replay").json()["names"] == NAMES


def test_names_are_cleaned(ann: Browser) -> None:
    shared = share(ann, played() | {"names": ["A\x00nia \u202e", "\u200b", "x" * 500, "Bo"]})
    record = ann.http.get(f"/api/records/{shared}").json()
    assert record["names"] == ["Ania", "B", "x" * replays.MOST_NAME, "Bo"]
    nameless = played()
    del nameless["names"]
    assert ann.http.get(f"/api/records/{share(ann, nameless)}/replay").json()["names"] == ["A", "B", "C", "D"]


def swapped(luck: list[str], since: int) -> list[str]:
    """The luck with its first card exchanged for the next other one since a place."""
    other = next(place for place, card in enumerate(luck) if place >= since and card != luck[0])
    return [luck[other], *luck[1:other], luck[0], *luck[other + 1 :]]


def forged(**changes: Any) -> Json:
    return played() | changes


@pytest.mark.parametrize(
    ("record", "status", "code"),
    [
        (forged(scores=[99, 0, 0, 0]), 400, "verify-scores"),
        (forged(luck=swapped(played()["luck"], HAND), seed=None), 400, "verify-moves"),
        (forged(luck=swapped(played()["luck"], 1)), 400, "verify-seed"),
        (forged(moves=played()["moves"][:-1]), 400, "verify-scores"),
        (forged(seed="0" * 64), 400, "verify-seed"),
        (forged(menu="pizza"), 400, "unknown-menu"),
        (forged(names=["x" * replays.MOST_BYTES] * 4), 413, "too-large"),
        (play_on(SAMPLE[0].game(seed=5), RandomPlayer(1), choices=9).record.to_json(), 409, "not-over"),
        ([], 400, "bad-format"),
    ],
)
def test_a_forged_record_is_not_stored(server: ServerThread, ann: Browser, record: Any, status: int, code: str) -> None:
    before = stored(server)
    assert refusal(ann.http.post("/api/records", json=record), status) == code
    assert stored(server) == before


def test_a_record_stuffed_with_other_things_is_not_stored(ann: Browser) -> None:
    """A position may say more than is read of it."""
    game = play_on(SAMPLE[0].game(seed=5), RandomPlayer(1), choices=8).position.game(seed=1)
    record = play_on(game, RandomPlayer(SAMPLE[0], 3)).record.to_json()
    share(ann, record)
    record["position"]["more"] = "x" * sharing.MOST_BYTES
    assert refusal(ann.http.post("/api/records", json=record), 413) == "too-large"


def test_every_real_game_can_be_shared() -> None:
    for table in SAMPLE:
        record = play_on(table.game(seed=5), RandomPlayer(table, 3)).record
        assert 2 * len(sharing.share(record, "").text) < sharing.MOST_BYTES


@pytest.mark.parametrize("path", ["", "/replay", "/review"])
@pytest.mark.parametrize("record", ["r-AAAAAAAAAAAAAAAA", "x", "%00"])
def test_there_must_be_such_a_record(ann: Browser, record: str, path: str) -> None:
    assert refusal(ann.http.get(f"/api/records/{record}{path}"), 404) == "unknown-record"


def test_ids_of_tables_are_not_those_of_records(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: Iterator[str] = iter(["r-aaaaaaaaaaaaaa", "d-aaaaaaaaaaaaaa", "rr-aaaaaaaaaaaaa"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: next(drawn))
    assert new_table.new_id() == "rr-aaaaaaaaaaaaa"


def test_a_link_holds_after_a_restart(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        shared = share(server.browser("Ann"), played())
    with running_server(tmp_path) as server:
        assert server.browser().http.get(f"/api/records/{shared}/replay").json()["names"] == NAMES


def gone(browser: Browser, shared: str) -> bool:
    return bool(browser.http.get(f"/api/records/{shared}").status_code == 404)


def test_records_expire(tmp_path: Path) -> None:
    with running_server(tmp_path, replace(QUICK, shared=0.05, idle=0.1, second_look=0.1)) as server:
        ann = server.browser("Ann")
        shared = share(ann, played())
        until(lambda: gone(ann, shared))
        assert share(ann, played()) == shared, "the link of a record that is shared again"


def let_days_pass(server: ServerThread, days: float, shared: str = "%") -> None:
    """Move the times when records were opened into the past."""
    run_sql(server.data, "UPDATE records SET opened = opened - ? WHERE id LIKE ?", days * 86_400, shared)


def test_a_record_that_is_opened_stays(tmp_path: Path) -> None:
    with running_server(tmp_path, replace(QUICK, idle=0.1, second_look=0.1)) as server:
        ann = server.browser("Ann")
        opened, forgotten = share(ann, played()), share(ann, played(seed=6))
        let_days_pass(server, 179)
        assert not gone(ann, opened)
        let_days_pass(server, 2)
        until(lambda: stored(server) == 1)
        assert not gone(ann, opened) and gone(ann, forgotten)


def test_records_not_opened_for_longest_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(sharing.share(Record.from_json(played()), "").text)
    monkeypatch.setattr(records, "MOST_BYTES", 5 * size // 2)
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        first, second = share(ann, played()), share(ann, played(seed=6))
        let_days_pass(server, 1, second)
        third = share(ann, played(seed=7))
        assert [gone(ann, shared) for shared in (first, second, third)] == [False, True, False]


def test_only_who_has_shared_a_record_deletes_it(ann: Browser, bob: Browser) -> None:
    shared = share(ann, played(seed=20))
    assert refusal(bob.http.delete(f"/api/records/{shared}"), 404) == "unknown-record"
    assert not gone(bob, shared)
    assert ann.http.delete(f"/api/records/{shared}").status_code == 204
    assert gone(bob, shared)


def test_whoever_deletes_everything_deletes_what_they_shared(ann: Browser, bob: Browser) -> None:
    hers, his = share(ann, played(seed=21)), share(bob, played(seed=22))
    assert ann.http.delete("/api/me").status_code == 204
    assert gone(bob, hers) and not gone(bob, his)


def test_a_device_without_a_cookie_is_known_from_then_on(server: ServerThread) -> None:
    device = server.browser()
    device.http.cookies.clear()
    shared = share(device, played(seed=23))
    assert device.http.delete(f"/api/records/{shared}").status_code == 204


def test_sharing_is_limited_before_a_record_is_read(tmp_path: Path) -> None:
    with running_server(tmp_path, limited=True) as server:
        ann = server.browser("Ann")
        codes = [ann.http.post("/api/records", content=b"{").status_code for _ in range(40)]
        most = int(SHARES.person.burst)
        assert codes[:most] == [400] * most and codes[-1] == 429
        assert ann.http.post("/api/records", content=b"x" * 300_000).status_code == 429


def test_new_people_of_one_network_share_a_limit(tmp_path: Path) -> None:
    with running_server(tmp_path, limited=True) as server:
        ann = server.browser("Ann")

        def status(address: str) -> int:
            ann.http.cookies.clear()
            answer = ann.http.post("/api/records", content=b"{", headers={"X-Forwarded-For": address})
            return int(answer.status_code)

        codes = [status("192.0.2.1") for _ in range(int(SHARES.network.burst) + 5)]
        assert codes[0] == 400 and codes[-1] == 429
        assert status("192.0.2.2") == 400
