"""Replays of records and of tables that are over; forged and damaged records are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okawari.game import Record
from okawari.game.story import told_events
from okawari.server.http import replays
from tests.game.fair_games import fair, fair_game
from tests.server.services import FinishedTable, client, get_json, played, refusal, validate
from tests.support.server_thread import untold
from tests.support.tables import FIRST, SAMPLE, RandomPlayer, Table, play_on


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_a_replay_shows_every_moment_as_it_was(table: Table) -> None:
    """Each seat's view at each moment is the one that it had in the game, and nothing that happened is left out."""
    game = played(table)
    answer = client().post("/api/replay", json=game.record.to_json())
    replay = answer.json()
    again = table.game(seed=5)
    for frame in replay["frames"]:
        assert (frame["round"], frame["turn"], frame["to_move"]) == (again.round, again.turn, list(again.to_move))
        for seat, view in zip((*again.seats, None), frame["views"], strict=True):
            assert view == again.view(seat).to_json() | {"moves": []}
        assert len(frame["worth"]) == table.setting.diners
        for seat, move in frame["moves"]:
            again.choose(seat, move)
    assert again.over
    events = [event for frame in replay["frames"] for event in frame["events"]]
    assert events == told_events(game.events, table.setting)
    assert untold(events) == [event.to_json() for event in game.events]
    assert [bill["total"] for bill in replay["bill"]] == list(game.totals)
    assert replay["winners"] == list(game.winners)
    validate("Replay", replay)


def test_names_of_a_record_are_shown_if_they_are_names() -> None:
    record = played(SAMPLE[0]).record

    def names(names: Any) -> list[str]:
        data = record.to_json() | {"names": names}
        told: list[str] = client().post("/api/replay", json=data).json()["names"]
        return told

    assert names(["Ania", "<b>Bo</b>", "Gréta", "Olek"]) == ["Ania", "<b>Bo</b>", "Gréta", "Olek"]
    assert names(["Ania", "Bo"]) == ["A", "B", "C", "D"]
    assert names(["Ania", " ", "Gréta", "👩\u200d🍳"]) == ["Ania", "B", "Gréta", "👩\u200d🍳"]
    assert names(["a\x00", "\x00", "c", "d"]) == ["a", "B", "c", "d"]
    assert len(names(["x" * 500, "b", "c", "d"])[0]) == replays.MOST_NAME


def forged(**changes: Any) -> dict[str, Any]:
    return played(SAMPLE[0]).record.to_json() | changes


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (forged(moves=[[0, "pizza"]]), "verify-moves"),
        (forged(position={"menu": FIRST}), "verify-moves"),
        (forged(position=7), "verify-moves"),
        (forged(luck=[]), "verify-moves"),
        (forged(scores=[99, 0, 0, 0]), "verify-scores"),
        (forged(winners=[0, 1, 2, 3]), "verify-scores"),
        (forged(digest="0" * 64), "verify-digest"),
        (forged(rules=99), "verify-rules"),
        (forged(seed="0" * 64), "verify-seed"),
        (forged(seed="nonsense"), "verify-seed"),
        (forged(seed=int("1" * 64)), "verify-seed"),
        (forged(fairness={"commitment": "", "secret": "", "nonces": []}), "verify-fairness"),
        (forged(fairness={}), "bad-record"),
        (forged(fairness=None), "bad-record"),
        (forged(fairness={"commitment": 1, "secret": "", "nonces": []}), "bad-record"),
        (forged(menu="pizza"), "unknown-menu"),
        (forged(menu=["sushi-roll"]), "unknown-menu"),
        (forged(seats="2"), "bad-number"),
        (forged(moves=7), "bad-record"),
        (forged(names=[1, 2, 3, 4]), "bad-record"),
        (forged(okawari="view"), "bad-format"),
        ([], "bad-format"),
        ("record", "bad-format"),
        (None, "bad-format"),
    ],
)
@pytest.mark.parametrize("path", ["/api/replay", "/api/review"])
def test_a_forged_record_is_refused_with_the_reason(path: str, data: Any, code: str) -> None:
    assert refusal(client().post(path, json=data)) == code


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def damaged(data: Any, draw: Any) -> Any:
    """A JSON document with another value at one place."""
    if isinstance(data, dict) and data and draw(st.booleans(), "deeper"):
        key = draw(st.sampled_from(sorted(data)), "key")
        return data | {key: damaged(data[key], draw)}
    if isinstance(data, list) and data and draw(st.booleans(), "deeper"):
        place = draw(st.integers(0, len(data) - 1), "place")
        return [*data[:place], damaged(data[place], draw), *data[place + 1 :]]
    return draw(JSON_VALUES, "value")


@given(st.data(), st.sampled_from(SAMPLE[::2]), st.booleans())
def test_a_damaged_record_never_upsets_the_server(data: Any, table: Table, from_position: bool) -> None:
    record = played(table).record.to_json()
    if from_position:
        record = play_on(table.game(seed=5), RandomPlayer(1), choices=8).position.game(seed=1).record.to_json()
    answer = client().post("/api/replay", json=damaged(record, data.draw))
    assert answer.status_code in (200, 400, 409)
    if answer.status_code != 200:
        refusal(answer, answer.status_code)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 90_000, b'"\\ud800"', b'{"okawari": NaN}'])
def test_what_is_no_json_is_refused(body: bytes) -> None:
    assert refusal(client().post("/api/replay", content=body)) == "bad-format"


def test_a_record_is_not_read_beyond_the_length_of_a_game() -> None:
    body = json.dumps(forged(names=["x" * replays.MOST_BYTES] * 4))
    assert refusal(client().post("/api/replay", content=body), 413) == "too-large"
    assert all(len(json.dumps(played(table).record.to_json())) * 4 < replays.MOST_BYTES for table in SAMPLE)


def test_hands_of_a_game_that_goes_on_stay_secret() -> None:
    game = play_on(SAMPLE[0].game(seed=5), RandomPlayer(1), choices=9)
    assert refusal(client().post("/api/replay", json=game.record.to_json()), 409) == "not-over"
    assert refusal(client().post("/api/review", json=game.record.to_json()), 409) == "not-over"


def test_a_table_that_is_over_gives_its_record_and_replay() -> None:
    game = fair_game()
    record = fair(game)
    shelf = client().app.state.tables  # type: ignore[attr-defined]
    shelf.tables["t1"] = FinishedTable(record)
    answer = client().get("/api/tables/t1/record")
    assert Record.from_json(answer.json()) == record
    assert answer.headers["content-disposition"].startswith("attachment")
    replay = get_json("/api/tables/t1/replay")
    assert replay["shapes"] == [5, 4]
    assert replay["names"] == ["Ania", "Bo"]
    assert replay["fairness"]["opened"] == record.fairness.secret  # type: ignore[union-attr]
    assert replay["fairness"]["seed"] == record.seed
    for path in ("record", "replay", "review"):
        assert refusal(client().get(f"/api/tables/t2/{path}"), 404) == "not-found"
