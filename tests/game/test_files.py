"""Views, positions and records on paper: they follow their schemas, read as they were written, and show damage."""

from __future__ import annotations

import copy
import json
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import okawari
from okawari import BadFile, OkawariError, Position, Record, View
from tests.support.tables import ANNIVERSARY, FIRST, PREFERENCES, ROLL, SAMPLE, TABLES, RandomPlayer, Table, play_on

tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)
preferences = st.integers(0, len(PREFERENCES) - 1)
choices = st.integers(0, 130) | st.none()


def schema(name: str) -> dict[str, Any]:
    text = resources.files("okawari").joinpath("schemas", f"{name}.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


VALIDATORS = {name: jsonschema.Draft202012Validator(schema(name)) for name in ("view", "position", "record")}


def on_paper(data: dict[str, Any]) -> dict[str, Any]:
    """What comes back from a file."""
    read: dict[str, Any] = json.loads(json.dumps(data))
    return read


@pytest.mark.parametrize("name", VALIDATORS)
def test_schemas_are_valid_and_describe_every_field(name: str) -> None:
    """People who write a bot in another language have only these descriptions."""
    jsonschema.Draft202012Validator.check_schema(schema(name))
    undescribed = [field for field, rule in schema(name)["properties"].items() if len(rule.get("description", "")) < 10]
    assert undescribed == []


@pytest.mark.slow
@given(tables, seeds, preferences, choices)
@settings(max_examples=100)
def test_all_that_is_written_follows_its_schema_and_reads_the_same(
    table: Table, seed: int, preference: int, n: int | None
) -> None:
    game = play_on(table.game(seed), RandomPlayer(seed, preference), n)
    for seat in (*game.seats, None):
        data = on_paper(game.view(seat).to_json())
        VALIDATORS["view"].validate(data)
        assert View.from_json(data) == game.view(seat)
        assert View.from_json(data).to_json() == data
    data = on_paper(game.record.to_json())
    VALIDATORS["record"].validate(data)
    assert Record.from_json(data) == game.record
    data = on_paper(game.position.to_json())
    VALIDATORS["position"].validate(data)
    if game.over:
        with pytest.raises(OkawariError, match="The game of this position is over"):
            Position.from_json(data)
    else:
        assert Position.from_json(data).to_json() == data


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_files_are_saved_and_loaded(table: Table, tmp_path: Path) -> None:
    game = play_on(table.game(4), RandomPlayer(4))
    path = tmp_path / "evening.json"
    game.record.save(path)
    assert okawari.load(path).record == game.record
    assert Record.load(str(path)).verify() == []
    assert list(tmp_path.iterdir()) == [path]


def test_every_field_is_in_the_schema_of_some_game() -> None:
    """A field that no game writes any more has no place in a schema."""
    written: dict[str, set[str]] = {name: set() for name in VALIDATORS}
    for table in SAMPLE:
        game = play_on(table.game(2), RandomPlayer(2), 12)
        written["view"] |= game.view(0).to_json().keys()
        ended = play_on(game.position.game(seed=1), RandomPlayer(1))
        written["position"] |= game.position.to_json().keys() | ended.position.to_json().keys()
        written["record"] |= ended.record.to_json().keys()
    assert schema("view")["properties"].keys() == written["view"]
    assert schema("position")["properties"].keys() == written["position"]
    assert schema("record")["properties"].keys() - {"names", "fairness"} == written["record"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "bad-json"),
        (b"{", "bad-json"),
        (b"\xff\xfe", "bad-json"),
        (b"[" * 100_000, "bad-json"),
        (b"[]", "bad-format"),
        (b"{}", "bad-format"),
        (b'{"okawari": "position", "format": 1}', "bad-format"),
        (b'{"okawari": "record", "format": 2}', "bad-format"),
    ],
)
def test_what_is_no_record_is_refused(content: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    path.write_bytes(content)
    with pytest.raises(BadFile) as refused:
        okawari.load(path)
    assert refused.value.code == code


POSITION = {"menu": FIRST, "seats": 2, "round": 3, "turn": 9, "hands": ["squid tempura", "wasabi chopsticks"]}
TRAYS = ["tempura*5 maki1*2", "dumpling*5 maki1*2"]
ROLLING = {"menu": ROLL, "seats": 2, "round": 3, "turn": 8, "belts": [["egg"], ["maki2"]], "trays": TRAYS}


@pytest.mark.parametrize(
    ("start", "change", "code"),
    [
        (POSITION, {"hands": ["squid", "wasabi chopsticks"]}, "bad-hand"),
        (POSITION, {"hands": ["squid tempura"]}, "bad-length"),
        (POSITION, {"hands": None}, "bad-length"),
        (POSITION, {"hands": ["squid fugu", "wasabi chopsticks"]}, "bad-word"),
        (POSITION, {"hands": [7, "wasabi chopsticks"]}, "bad-cards"),
        (POSITION, {"plates": ["squid*5", ""]}, "bad-total"),
        (POSITION, {"plates": ["squid*16", ""]}, "bad-total"),
        (POSITION, {"plates": ["tempura*1000000000000", ""]}, "bad-cards"),
        (POSITION, {"desserts": ["pudding*16", ""]}, "bad-total"),
        (POSITION, {"discards": "sashimi*20"}, "bad-total"),
        (POSITION, {"plates": [""]}, "bad-length"),
        (POSITION, {"scores": [1, 2, 3]}, "bad-length"),
        (POSITION, {"scores": [1, "2"]}, "bad-number"),
        (POSITION, {"turn": 0}, "bad-number"),
        (POSITION, {"turn": 11}, "bad-number"),
        (POSITION, {"round": 4}, "bad-number"),
        (POSITION, {"round": True}, "bad-number"),
        (POSITION, {"over": True}, "position-over"),
        (POSITION, {"menu": "sushi-go-party"}, "unknown-menu"),
        (POSITION, {"seats": "2"}, "bad-number"),
        (POSITION, {"format": 2}, "bad-format"),
        (POSITION, {"okawari": "view"}, "bad-format"),
        (ROLLING, {"belts": [["egg", "egg"], ["maki2"]]}, "bad-hand"),
        (ROLLING, {"belts": [["egg"] * 9, ["maki2"]]}, "bad-length"),
        (ROLLING, {"tokens": [{"menu": 10}, {"menu": 9}]}, "bad-tokens"),
        (ROLLING, {"tokens": ["x", {"menu": 9}]}, "bad-token-counts"),
        (ROLLING, {"trays": TRAYS[:1]}, "bad-length"),
        (ROLLING, {"red": 2}, "bad-number"),
        (ROLLING, {"turn": 1, "belts": [["egg"] * 6 + [None] * 2, ["maki2"] * 8]}, "bad-total"),
    ],
)
def test_positions_that_cannot_be_are_refused_with_the_reason(
    start: dict[str, Any], change: dict[str, Any], code: str
) -> None:
    assert Position.from_json(start).game(seed=1).to_move
    with pytest.raises(OkawariError) as refused:
        Position.from_json(start | change)
    assert refused.value.code == code


@pytest.mark.parametrize("choice", [float("nan"), float("inf"), 2.5, [], {}])
def test_a_view_whose_choice_is_no_move_is_refused(choice: Any) -> None:
    data = Table(FIRST, 2, "pudding").game(1).view(0).to_json()
    with pytest.raises(OkawariError):
        View.from_json(data | {"choice": choice})


# Damage.

scraps = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70) | st.integers(-3, 130),
    st.floats(),
    st.sampled_from(
        ["", "squid", "fugu", "squid*20", "tempura*0", "-", "?", "?squid", "A", "keep 1", "yogurt3", "mochi"]
    ),
    st.text(max_size=5),
    st.just([]),
    st.just({}),
    st.just([[]]),
)


def places_in(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything in a piece of JSON."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path] * bool(path) + [place for key, value in inside for place in places_in(value, (*path, key))]


def damaged(data: dict[str, Any], where: int, scrap: Any, how: str) -> dict[str, Any]:
    """A copy with one thing in it replaced, left out or doubled."""
    data = copy.deepcopy(data)
    # Deep places are many and alike: every other time damage a field near the top.
    places = [place for place in places_in(data) if where % 2 or len(place) <= 2]
    *path, last = places[where // 2 % len(places)]
    holder: Any = data
    for key in path:
        holder = holder[key]
    if how == "replace":
        holder[last] = scrap
    elif how == "leave out":
        del holder[last]
    elif isinstance(holder, list):
        holder.insert(last, holder[last])
    return data


damages = (st.integers(0, 10**6), scraps, st.sampled_from(["replace", "replace", "leave out", "double"]))


@pytest.mark.slow
@given(tables, seeds, st.integers(0, 60), *damages)
@settings(max_examples=600)
@example(Table(FIRST, 2, "pudding"), 1, 3, 0, 1, "replace")
def test_a_damaged_position_is_refused_or_is_a_position(
    table: Table, seed: int, n: int, where: int, scrap: Any, how: str
) -> None:
    """Whatever is read must be a table on which a game can be played to its end with all its cards."""
    game = play_on(table.game(seed), RandomPlayer(seed), n)
    if game.over:
        return
    try:
        position = Position.from_json(damaged(game.position.to_json(), where, scrap, how))
    except OkawariError as refused:
        assert str(refused)
        return
    again = play_on(position.game(seed=1), RandomPlayer(seed))
    assert again.winners
    assert again.record.verify() == []


@given(tables, seeds, st.none() | st.integers(0, 60), *damages)
@settings(max_examples=500)
def test_a_damaged_record_is_refused_or_does_not_verify(
    table: Table, seed: int, n: int | None, where: int, scrap: Any, how: str
) -> None:
    record = play_on(table.game(seed), RandomPlayer(seed), n).record
    data = damaged(record.to_json(), where, scrap, how)
    try:
        read = Record.from_json(data)
    except OkawariError as refused:
        assert str(refused)
        return
    problems = read.verify()
    try:
        again = read.replay()
    except OkawariError as refused:
        assert str(refused)
        assert problems
        return
    # Before the end there is no seed to check the luck by, so cards that were never shown may be others. Nor does it
    # show whether a rule was in force that made no difference, such as that one must have maki where all had some.
    if record.over and read.seed is not None and not problems:
        assert (again.luck, again.totals, again.winners) == (record.luck, record.scores, record.winners)
        assert again.record.digest == record.digest


@given(tables, seeds, st.integers(0, 60) | st.none(), *damages)
@settings(max_examples=400)
def test_a_damaged_view_is_refused_or_is_a_view(
    table: Table, seed: int, n: int | None, where: int, scrap: Any, how: str
) -> None:
    game = play_on(table.game(seed), RandomPlayer(seed), n)
    try:
        view = View.from_json(damaged(game.view(0).to_json(), where, scrap, how))
    except OkawariError as refused:
        assert str(refused)
        return
    assert view.to_json()["okawari"] == "view"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"scores": [0, 0]}, "verify-scores"),
        ({"winners": [0, 1]}, "verify-scores"),
        ({"digest": "0" * 64}, "verify-digest"),
        ({"rules": 0}, "verify-rules"),
        ({"seed": "0" * 64}, "verify-seed"),
        ({"moves": [[0, "squid"], [1, "fugu"]]}, "verify-moves"),
        ({"luck": []}, "verify-moves"),
    ],
)
def test_verification_names_what_does_not_hold(change: dict[str, Any], problem: str) -> None:
    record = play_on(Table(ANNIVERSARY, 2, "mochi").game(1), RandomPlayer(1)).record
    assert problem in Record.from_json(record.to_json() | change).verify()
