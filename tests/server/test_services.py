"""What the server answers without a table: choices, rulebooks, the score pad, replays, and the schema of the wire."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter
from starlette.testclient import TestClient

import okawari
from okawari.cli.replay import CHECKS
from okawari.game import Game, Record, Setting, SettingError
from okawari.game.fairness import Promise, commitment_of, deal_seed
from okawari.game.pad import Pad
from okawari.game.rulebook import chapters
from okawari.rules.menus import MENUS
from okawari.server.app import create_app
from okawari.server.http import replays
from okawari.server.play.errors import Refusal
from okawari.server.play.person import Account
from okawari.server.run import server
from okawari.server.runtime.bot_pool import Pool
from okawari.server.runtime.reviews import OF_NETWORK, REMEMBERED, Reviews
from okawari.server.settings import Patience, Settings
from okawari.server.wire import export as wire
from okawari.server.wire import messages
from okawari.server.wire.messages import Review
from okawari.server.wire.reviews import review_of
from okawari.texts import LANGUAGES, find, say
from tests.support.coroutines import run
from tests.support.paths import EXAMPLES, ROOT
from tests.support.tables import ANNIVERSARY, EVERY_SETTING, FIRST, ROLL, SAMPLE, Guest, Table, play_on
from tests.tools import wiredoc

MENU_WORDS = [menu.word for menu in MENUS]


class Shelf:
    """Tables that are over, as the server keeps them."""

    def __init__(self) -> None:
        self.tables: dict[str, Any] = {}

    async def finished(self, table: str) -> Any:
        if table not in self.tables:
            raise Refusal("not-found", 404)
        return self.tables[table]


class FinishedTable:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.seats = [messages.SeatInfo(seat=seat, kind="bot", shape=5 - seat) for seat in range(record.setting.seats)]

    def may_watch(self, person: str) -> bool:
        return True


@cache
def client() -> TestClient:
    app = create_app(Settings(Path("nowhere"), secret=bytes(32), limited=False))
    app.state.tables = Shelf()
    return TestClient(app, raise_server_exceptions=False)


def asked(path: str, **params: Any) -> Any:
    answer = client().get(path, params={key: value for key, value in params.items() if value is not None})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(answer: Any, status: int = 400) -> str:
    """The code of a refusal, which has words in every language if it is one of the engine's."""
    assert answer.status_code == status, answer.text
    problem = messages.Trouble.model_validate(answer.json()).problem
    return problem.code


@cache
def played(table: Table) -> Game:
    return play_on(table.game(seed=5), Guest(table, 3))


# What may be chosen


@pytest.mark.parametrize("setting", EVERY_SETTING, ids=str)
def test_what_the_rules_allow_is_offered_as_it_is(setting: Setting) -> None:
    offered = asked("/api/choices", **setting.to_json())
    assert offered["setting"] == setting.to_json()


def legal(answers: dict[str, Any]) -> bool:
    try:
        Setting.of(**answers)
    except SettingError:
        return False
    return True


@pytest.mark.parametrize("setting", EVERY_SETTING[::7], ids=str)
def test_an_answer_is_closed_exactly_if_the_rules_exclude_it(setting: Setting) -> None:
    offered = asked("/api/choices", **setting.to_json())
    for question in ("seats", "dessert", "variant", "must_have_maki"):
        for option in offered[question]:
            assert (option["problem"] is None) == legal(setting.to_json() | {question: option["word"]})


@pytest.mark.parametrize("setting", EVERY_SETTING[::7], ids=str)
def test_an_open_answer_can_be_given_and_is_kept(setting: Setting) -> None:
    offered = asked("/api/choices", **setting.to_json())
    for question in ("menu", "seats", "dessert", "variant", "must_have_maki"):
        for option in offered[question]:
            wanted = setting.to_json() | {question: option["word"]}
            now = asked("/api/choices", **wanted, changed=question)["setting"]
            if option["problem"] is None:
                assert now[question] == option["word"]
            if option["problem"] is None and question != "menu":
                assert now == wanted


def test_reasons_are_those_of_the_rules_and_have_words() -> None:
    offered = asked("/api/choices", menu=ANNIVERSARY, seats=4)
    battle = next(option for option in offered["variant"] if option["word"] == "battle")
    with pytest.raises(SettingError) as refused:
        Setting.of(ANNIVERSARY, 4, variant="battle")
    assert battle["problem"] == {"code": refused.value.code, "params": refused.value.params}
    for language in LANGUAGES:
        assert say(language, f"error.{battle['problem']['code']}", **battle["problem"]["params"])


def test_what_was_changed_last_is_kept_and_the_rest_is_repaired() -> None:
    wanted = {"menu": FIRST, "seats": 5, "dessert": "pudding", "variant": "battle"}
    assert asked("/api/choices", **wanted, changed="variant")["setting"] == {
        "menu": ANNIVERSARY,
        "seats": 2,
        "dessert": "pudding",
        "variant": "battle",
        "must_have_maki": False,
    }
    assert asked("/api/choices", **wanted, changed="seats")["setting"]["variant"] is None
    roll = asked("/api/choices", menu=ROLL, seats=3, dessert="tea", changed="menu")["setting"]
    assert (roll["menu"], roll["seats"], roll["dessert"]) == (ROLL, 3, None)


@given(
    menu=st.sampled_from([*MENU_WORDS, "pizza", ""]),
    seats=st.integers(1, 9),
    dessert=st.sampled_from([None, "", "pudding", "tea", "cake"]),
    variant=st.sampled_from([None, "", "battle", "dummy", "golf", "a, b"]),
    must_have_maki=st.booleans(),
    changed=st.sampled_from([None, "menu", "seats", "dessert", "variant", "must_have_maki"]),
)
def test_anything_can_be_repaired(changed: str | None, **wanted: Any) -> None:
    offered = asked("/api/choices", **wanted, changed=changed)
    assert legal(offered["setting"])
    for question in ("menu", "seats", "dessert", "variant", "must_have_maki"):
        open_answers = [option["word"] for option in offered[question] if option["problem"] is None]
        assert offered["setting"][question] in [*open_answers, None]


def test_a_question_that_nobody_asks_is_refused() -> None:
    assert refusal(client().get("/api/choices?menu=sushi-roll&seats=3&changed=cook"), 422) == "bad-request"
    assert refusal(client().get("/api/choices?menu=sushi-roll&seats=many"), 422) == "bad-request"


# Rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("menu", MENU_WORDS)
def test_rulebooks_are_whole(menu: str, language: str) -> None:
    told = asked(f"/api/rules/{menu}", lang=language)
    validate("RuleBook", told)
    written = [json.loads(json.dumps(asdict(chapter))) for chapter in chapters(menu, language)]
    assert told["chapters"] == written
    assert all(chapter["lines"] for chapter in told["chapters"])


def test_there_are_no_other_rulebooks() -> None:
    assert refusal(client().get("/api/rules/pizza"), 404) == "unknown-menu"
    assert refusal(client().get("/api/examples/pizza"), 404) == "unknown-menu"
    assert refusal(client().get("/api/rules/sushi-roll?lang=de"), 422) == "bad-request"


def test_points_are_those_of_the_rules() -> None:
    points = asked("/api/points")
    assert points["card_ladders"]["dumpling"] == {"rungs": [1, 3, 6, 10, 15], "repeats": False}
    assert points["roll_ladders"]["sashimi"] == {"rungs": [0, 6, 13], "repeats": True}
    assert points["nigiri"] == {"egg": 1, "salmon": 2, "squid": 3}
    assert (points["maki_first"], points["maki_second"], points["wasabi_times"], points["squishy"]) == (6, 3, 3, 2)
    assert points["desserts"]["strawberry"]["least_of_two"] == 3
    assert points["menus"][ROLL]["helpings"] == {"2": 8, "3": 7, "4": 6, "5": 5}
    assert points["dice"]["maki"]["total"] == 6
    assert points["tokens"]["menu"] == {"total": 18, "start": 3}
    assert sum(points["pyramid"]) == points["numbers"]["battle_cards"]
    assert sum(points["cards"].values()) + sum(points["dessert_cards"]["tea"].values()) == points["numbers"]["deck"]


@pytest.mark.parametrize("menu", MENUS, ids=MENU_WORDS)
def test_every_word_of_a_menu_is_in_a_worked_example(menu: Any) -> None:
    shown = asked(f"/api/examples/{menu.word}")["examples"]
    for dessert in menu.desserts or (None,):
        sheet = Pad(menu.word, dessert)
        for final, stock in ((False, sheet.round_stock), (True, sheet.final_stock)):
            words = {
                word
                for one in shown
                if one["final"] >= final
                for player in one["players"]
                for word, _ in player["dishes"]
            }
            assert {word for word, there in stock.items() if there.ours != 0} <= words


@pytest.mark.parametrize("menu", MENU_WORDS)
def test_examples_are_scored_by_the_engine(menu: str) -> None:
    """What the pad says about the same plates, but for maki where an example is about something else."""
    for example in asked(f"/api/examples/{menu}")["examples"]:
        round_of = {key: example[key] for key in ("setting", "final", "players")}
        sheet = client().post("/api/pad", json=round_of).json()
        for shown, scored in zip(example["sheet"]["players"], sheet["players"], strict=True):
            kept = [line for line in scored["lines"] if line["dish"] != "maki" or example["dish"] == "maki"]
            assert shown["lines"] == kept
            assert shown["points"] == sum(line["points"] for line in kept)


def test_examples_say_something() -> None:
    for menu in MENU_WORDS:
        for example in asked(f"/api/examples/{menu}")["examples"]:
            points = [player["points"] for player in example["sheet"]["players"]]
            lines = [line for player in example["sheet"]["players"] for line in player["lines"]]
            assert any(points) or any(line["room"] == "pad.note" for line in lines)


# The score pad


def pad_round(*plates: str, final: bool = False, menu: str = FIRST, **more: Any) -> dict[str, Any]:
    """A round in which everybody has a plate, written as `tempura*2 squid`."""
    players = []
    for name, plate in zip(("Ania", "Bo", "Gréta", "Olek", "Jón", "Ola"), plates, strict=False):
        counted = [word.partition("*") for word in plate.split()]
        players.append({"name": name, "dishes": [[word, int(n or 1)] for word, _, n in counted]})
    setting = {"menu": menu, "seats": len(plates)} | more
    return {"setting": setting, "final": final, "players": players}


def test_the_pad_scores_a_round() -> None:
    sheet = client().post("/api/pad", json=pad_round("wasabi squid maki2", "tempura*3 maki2 pudding")).json()
    assert [player["points"] for player in sheet["players"]] == [12, 8]
    lines = [line for player in sheet["players"] for line in player["lines"]]
    assert {line["dish"] for line in lines} == {"nigiri", "maki", "tempura", "pudding"}
    for language in LANGUAGES:
        assert all(say(language, f"{line['room']}.{line['code']}", **line["params"]) for line in lines)


def test_the_pad_adds_up_and_names_the_winner() -> None:
    sheet = pad_round("pudding*2", "pudding", "", final=True)
    for player, total in zip(sheet["players"], (20, 26, 30), strict=True):
        player["total"] = total
    scored = client().post("/api/pad", json=sheet).json()
    assert [(player["total"], player["winner"]) for player in scored["players"]] == [
        (26, True),
        (26, False),
        (24, False),
    ]
    assert scored["tie"] == "broken"
    running = pad_round("tempura*2", "egg")
    running["players"][0]["total"] = 10
    assert client().post("/api/pad", json=running).json()["players"][0]["total"] == 15


def test_the_pad_knows_the_mochi_die_and_the_dummy() -> None:
    mochi = pad_round("mochi", "", final=True, menu=ANNIVERSARY, dessert="mochi")
    mochi["players"][0]["die"] = 5
    assert [player["points"] for player in client().post("/api/pad", json=mochi).json()["players"]] == [6, 0]
    dummy = pad_round("maki3", "maki2", menu=ANNIVERSARY, variant="dummy")
    dummy["players"].append({"name": "dummy", "dishes": [["maki1", 1]]})
    assert [player["points"] for player in client().post("/api/pad", json=dummy).json()["players"]] == [6, 3, 0]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"menu": "pizza"}, "unknown-menu"),
        ({"seats": 3}, "players"),
        ({"variant": "battle"}, "variant-not-in-menu"),
        ({"dishes": [["tempora", 1]]}, "unknown-word"),
        ({"dishes": [["menu1", 1]]}, "out-of-place"),
        ({"dishes": [["squid", 6]]}, "too-many"),
        ({"name": "Bo"}, "name-twice"),
        ({"name": "dummy"}, "dummy-uninvited"),
        ({"die": 3}, "unknown-word-no-guess"),
        ({"name": "\x01"}, "name-missing"),
    ],
)
def test_the_pad_says_what_is_wrong(change: dict[str, Any], code: str) -> None:
    sheet = pad_round("tempura", "egg")
    for key, value in change.items():
        (sheet["setting"] if key in ("menu", "seats", "variant") else sheet["players"][0])[key] = value
    if code == "dummy-uninvited":
        sheet["setting"]["seats"] = 1
    answer = client().post("/api/pad", json=sheet)
    assert refusal(answer) == code
    problem = answer.json()["problem"]
    for language in LANGUAGES:
        room = "pad.error" if problem["code"] in find(language, "pad.error") else "error"
        assert say(language, f"{room}.{problem['code']}", **problem["params"])


@pytest.mark.parametrize(
    "dishes", [[["tempura squid", 1]], [["squid", 0]], [["squid", 100]], [["mochi=3", 1]], "squid"]
)
def test_the_pad_reads_only_words_and_counts(dishes: Any) -> None:
    sheet = pad_round("tempura", "egg")
    sheet["players"][0]["dishes"] = dishes
    assert refusal(client().post("/api/pad", json=sheet), 422) == "bad-request"


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_the_pad_counts_with_the_words_of_the_table(table: Table) -> None:
    words = asked("/api/pad/words", menu=table.menu, dessert=table.dessert, variant=table.variant)
    sheet = Pad(table.menu, table.dessert, table.variant)
    for when, stock in (("round", sheet.round_stock), ("final", sheet.final_stock)):
        counted = {each["word"]: (each["group"], each["limit"], each["ours"]) for each in words[when]}
        assert counted == {word: (there.name, there.limit, there.ours) for word, there in stock.items()}
    assert words["die"] == ([1, 2, 3, 4, 5, 6, 0, 7, 8, 9] if table.dessert == "mochi" else [])


@pytest.mark.parametrize(
    ("dessert", "plates", "won", "warned"),
    [
        ("tea", ("tea3*3", "tea1 tea2"), [3, 4], [("more-than-ours", "tea3")]),
        ("yogurt", ("yogurt3*4", "yogurt5"), [6, 0], [("more-than-ours", "yogurt3"), ("not-ours", "yogurt5")]),
        (
            "strawberry",
            ("strawberry2*4", "strawberry1"),
            [0, -3],
            [("more-than-ours", "strawberry2"), ("not-ours", "strawberry1")],
        ),
        ("strawberry", ("strawberry2*3", "strawberry4"), [0, -3], []),
    ],
)
def test_the_pad_warns_where_only_our_guess_speaks(
    dessert: str, plates: tuple[str, ...], won: list[int], warned: list[tuple[str, str]]
) -> None:
    sheet = client().post("/api/pad", json=pad_round(*plates, final=True, menu=ANNIVERSARY, dessert=dessert)).json()
    validate("PadSheet", sheet)
    assert [player["points"] for player in sheet["players"]] == won
    assert [(each["code"], each["params"]["dish"]) for each in sheet["warnings"]] == warned
    for language in LANGUAGES:
        for room in ("pad.warning", "padpage.maybe"):
            assert all(say(language, f"{room}.{each['code']}", **each["params"]) for each in sheet["warnings"])


def test_the_pad_takes_other_dice_with_a_warning() -> None:
    sheet = client().post("/api/pad", json=pad_round("maki4 menu3", "maki3", menu=ROLL)).json()
    assert [player["points"] for player in sheet["players"]] == [6, 3]
    assert [each["params"]["dish"] for each in sheet["warnings"]] == ["maki4", "menu3"]
    mochi = pad_round("", "", final=True, menu=ANNIVERSARY, dessert="mochi")
    mochi["players"][0]["die"] = 8
    sheet = client().post("/api/pad", json=mochi).json()
    assert [player["points"] for player in sheet["players"]] == [6, 0]
    assert [each["code"] for each in sheet["warnings"]] == ["die-not-ours"]
    mochi["players"][0]["die"] = 10
    assert refusal(client().post("/api/pad", json=mochi), 422) == "bad-request"


@pytest.mark.parametrize(
    ("plates", "setting", "code", "limit"),
    [
        (("strawberry2*6", "strawberry1*5"), {"menu": ANNIVERSARY}, "too-many-desserts", 10),
        (("tea3*10", "tea1"), {"menu": ANNIVERSARY, "dessert": "tea"}, "too-many-desserts", 10),
        (("mochi*10", "mochi"), {"menu": ANNIVERSARY, "dessert": "mochi"}, "too-many", 10),
        (("tempura*14", "tempura"), {"menu": FIRST}, "too-many", 14),
        (("maki4*6", "maki1"), {"menu": ROLL}, "too-many-dice", 6),
    ],
)
def test_the_pad_refuses_what_no_box_holds(
    plates: tuple[str, ...], setting: dict[str, Any], code: str, limit: int
) -> None:
    answer = client().post("/api/pad", json=pad_round(*plates, **setting))
    assert refusal(answer) == code
    params = answer.json()["problem"]["params"]
    assert (params["limit"], params["n"]) == (limit, limit + 1)
    for language in LANGUAGES:
        assert str(limit) in say(language, f"padpage.not.{code}", **params)


# Replays


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
    assert [event for frame in replay["frames"] for event in frame["events"]] == [e.to_json() for e in game.events]
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
    """Some JSON with something else somewhere in it."""
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
        record = play_on(table.game(seed=5), Guest(1), choices=8).position.game(seed=1).record.to_json()
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
    game = play_on(SAMPLE[0].game(seed=5), Guest(1), choices=9)
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
    replay = asked("/api/tables/t1/replay")
    assert replay["shapes"] == [5, 4]
    assert replay["names"] == ["Ania", "Bo"]
    assert replay["fairness"]["opened"] == record.fairness.secret  # type: ignore[union-attr]
    assert replay["fairness"]["seed"] == record.seed
    for path in ("record", "replay", "review"):
        assert refusal(client().get(f"/api/tables/t2/{path}"), 404) == "not-found"


# Fairness

SECRET, NONCES = bytes(range(32)), ("0a" * 16, "")


def fair_game() -> Game:
    return play_on(Game(Setting.of(FIRST, 2), deal_seed(SECRET, NONCES)), Guest(1))


def fair(game: Game, **changes: Any) -> Record:
    promise = Promise(commitment_of(SECRET), SECRET.hex(), NONCES)
    return replace(game.record, names=("Ania", "Bo"), fairness=replace(promise, **changes))


def test_a_promise_that_was_kept_is_verified() -> None:
    record = fair(fair_game())
    assert record.verify() == []
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


@pytest.mark.parametrize(
    "changes",
    [
        {"commitment": "0" * 64},
        {"secret": "0" * 64},
        {"secret": "zz"},
        {"secret": SECRET.hex().upper()},
        {"nonces": ("0b" * 16, "")},
        {"nonces": ("", "0a" * 16)},
        {"nonces": ("0a" * 16,)},
        {"nonces": (*NONCES, "")},
    ],
)
def test_a_broken_promise_is_found(changes: dict[str, Any]) -> None:
    assert fair(fair_game(), **changes).verify() == ["verify-fairness"]


def test_a_promise_says_nothing_about_another_deal() -> None:
    another = play_on(okawari.new(FIRST, seats=2, seed=3), Guest(1))
    assert fair(another).verify() == ["verify-fairness"]
    assert replace(fair(fair_game()), seed=None).verify() == ["verify-fairness"]


def test_every_check_has_words() -> None:
    for check in CHECKS:
        for language in LANGUAGES:
            assert say(language, f"error.{check}")
            assert say(language, f"replay.check.{check}")


# Reviews


ANN, BOB = Account("192.0.2.1", "ann"), Account("192.0.2.2", "bob")


@asynccontextmanager
async def reviewing(write: Callable[[Record], Review]) -> AsyncIterator[Reviews[Review]]:
    pool = Pool(1, "reviews")
    try:
        yield Reviews(write, pool)
    finally:
        pool.close()


def games_like(record: Record, n: int) -> list[Record]:
    return [replace(record, luck=(str(number),)) for number in range(n)]


def test_each_game_is_reviewed_once() -> None:
    asked_about = []

    def write(record: Record) -> Review:
        asked_about.append(record)
        return Review(decisions=[])

    async def ask() -> None:
        record = played(SAMPLE[0]).record
        again = replace(record, names=("a", "b", "c", "d"))
        async with reviewing(write) as reviews:
            assert await reviews.of(record, ANN) == await reviews.of(again, BOB) == Review(decisions=[])
            assert len(asked_about) == 1
            for game in games_like(record, REMEMBERED):
                await reviews.of(game, ANN)
            await reviews.of(record, ANN)
            assert len(asked_about) == REMEMBERED + 2

    run(ask())


def test_a_review_that_failed_is_written_when_it_is_asked_for_again() -> None:
    answers = [RuntimeError("no appetite"), Review(decisions=[])]

    def write(record: Record) -> Review:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def ask() -> None:
        record = played(SAMPLE[0]).record
        async with reviewing(write) as reviews:
            with pytest.raises(RuntimeError):
                await reviews.of(record, ANN)
            assert await reviews.of(record, ANN) == Review(decisions=[])

    run(ask())


def test_the_coach_takes_one_game_at_a_time_and_nobody_fills_the_queue() -> None:
    """Whoever has asked for enough is told that the coach is busy; others still get their review, and next."""
    written: list[str] = []
    go_on = threading.Event()

    def write(record: Record) -> Review:
        go_on.wait(60)
        written.append(str(record.luck))
        return Review(decisions=[])

    async def ask() -> None:
        games = games_like(played(SAMPLE[0]).record, OF_NETWORK + 3)
        async with reviewing(write) as reviews:
            many = [Account(ANN.network, f"person {n}") for n in range(OF_NETWORK)]
            waiting = [asyncio.ensure_future(reviews.of(game, who)) for game, who in zip(games, many, strict=False)]
            same = asyncio.ensure_future(reviews.of(games[0], BOB))
            await asyncio.sleep(0)
            with pytest.raises(Refusal, match="coach-busy"):
                await reviews.of(games[-1], Account(ANN.network, "one more"))
            waiting += [asyncio.ensure_future(reviews.of(game, BOB)) for game in games[-2:]]
            await asyncio.sleep(0)
            with pytest.raises(Refusal, match="coach-busy"):
                await reviews.of(games[-3], BOB)
            go_on.set()
            assert await asyncio.gather(same, *waiting) == [Review(decisions=[])] * (len(waiting) + 1)
        order = [int(luck.strip("(',)")) for luck in written]
        assert len(order) == len(set(order)) == OF_NETWORK + 2, "each was written once"
        assert order[1] == OF_NETWORK + 1, "nobody waits for all of a network"

    run(ask())


@pytest.mark.slow
@pytest.mark.parametrize("table", [SAMPLE[3], SAMPLE[-3]], ids=str)
def test_a_review_points_into_the_replay(table: Table) -> None:
    record = played(table).record
    review, frames = review_of(record), replays.replay_of(record).frames
    assert review.decisions
    for decision in review.decisions:
        frame = frames[decision.frame]
        assert (frame.round, frame.turn) == (decision.round, decision.turn)
        assert (decision.seat, decision.chosen.move) in frame.moves
        assert decision.better.margin > decision.chosen.margin
        assert decision.better.reasons
    validate("Review", review.model_dump(mode="json"))


# A client of one's own


def test_the_example_client_plays_a_game_and_the_deal_is_fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    client_module = importlib.import_module("client")
    at_once = Patience(bot_pause=(0.0, 0.0))
    ports: list[int] = []
    house = server(Settings(tmp_path, bytes(32), patience=at_once, limited=False), "127.0.0.1", 0, ports.append)
    running = threading.Thread(target=house.run)
    running.start()
    try:
        while not ports:
            assert running.is_alive()
            time.sleep(0.02)
        end = client_module.play(f"http://127.0.0.1:{ports[0]}")
    finally:
        house.should_exit = True
        running.join()
    validate("FromServer", end)
    assert end["game"]["view"]["over"]
    assert client_module.deal_was_fair(end["table"]["fairness"])


# The schema of the wire

SCHEMA = wire.wire_schema()


def validate(name: str, message: Any) -> None:
    jsonschema.Draft7Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]}).validate(message)


def models() -> Iterator[type[messages.Message]]:
    bases = (messages.Message, messages.Request)
    for thing in vars(messages).values():
        if isinstance(thing, type) and issubclass(thing, messages.Message) and thing not in bases:
            yield thing


def test_the_schema_is_written_as_the_models_are() -> None:
    """If this fails: python -m okawari.server.wire.export."""
    assert wire.FILE.read_text(encoding="utf-8") == wire.written()
    jsonschema.Draft7Validator.check_schema(SCHEMA)


def test_every_model_is_in_the_schema() -> None:
    assert {model.__name__ for model in models()} <= SCHEMA["$defs"].keys()
    assert all(schema["title"] == name for name, schema in SCHEMA["$defs"].items())


def test_only_models_have_titles() -> None:
    """A title makes a type of its own in the page."""
    fields = [field for schema in SCHEMA["$defs"].values() for field in schema.get("properties", {}).values()]
    assert not any("title" in field for field in fields)


def test_what_is_answered_is_as_the_schema_has_it() -> None:
    validate("Points", asked("/api/points"))
    validate("Choices", asked("/api/choices", menu=ANNIVERSARY, seats=4))
    validate("RuleBook", asked("/api/rules/sushi-roll"))
    validate("ExampleList", asked("/api/examples/sushi-go-anniversary"))
    validate("PadWords", asked("/api/pad/words", menu=ROLL))
    validate("PadSheet", client().post("/api/pad", json=pad_round("tempura", "egg")).json())
    validate("Trouble", client().get("/api/rules/pizza").json())


def test_the_docs_have_every_message() -> None:
    """If this fails: python -m tests.tools.wiredoc."""
    text = wiredoc.PAGE.read_text(encoding="utf-8")
    assert text == wiredoc.renewed(text)
    said = [model for union in (messages.FromBrowser, messages.FromServer) for model in get_args(get_args(union)[0])]
    assert len(said) > 20
    for model in said:
        (word,) = get_args(model.model_fields["type"].annotation)
        assert f"### `{word}`" in text


def test_the_messages_in_the_docs_are_right() -> None:
    text = wiredoc.PAGE.read_text(encoding="utf-8")
    samples = re.findall(r"```json\n(.*?)```", text, flags=re.DOTALL)
    assert samples
    for sample in samples:
        TypeAdapter(messages.FromBrowser).validate_json(sample)
        validate("FromBrowser", json.loads(sample))


def test_every_client_of_ours_says_the_same_version() -> None:
    """A page or a client that says another one is sent away."""
    root = ROOT
    told = {
        "web/src/lib/table.svelte.ts": r"const VERSION = (\d+);",
        "examples/client.py": r'type="hello", version=(\d+)',
        "docs/wire.md": r"`version` is (\d+)\.",
    }
    for file, pattern in told.items():
        found = re.findall(pattern, (root / file).read_text(encoding="utf-8"))
        assert found == [str(messages.VERSION)], file
    (hello,) = re.findall(r'"type": "hello".*?"version": (\d+)', wiredoc.PAGE.read_text(encoding="utf-8"))
    assert hello == str(messages.VERSION)


def test_the_docs_have_every_service() -> None:
    text = wiredoc.PAGE.read_text(encoding="utf-8")
    paths = client().app.openapi()["paths"]  # type: ignore[attr-defined]
    assert len(paths) > 15
    for path, methods in paths.items():
        for method in methods:
            assert f"`{method.upper()} {path.replace('{table}', '{id}')}" in text
