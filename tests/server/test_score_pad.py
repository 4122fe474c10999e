"""The score pad over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from okawari.game.pad import Pad
from okawari.texts import LANGUAGES, find, say
from tests.server.services import client, get_json, pad_round, refusal, validate
from tests.support.tables import ANNIVERSARY, FIRST, ROLL, SAMPLE, Table


def test_the_pad_scores_a_round() -> None:
    sheet = client().post("/api/pad", json=pad_round("wasabi squid maki2", "tempura*3 maki2 pudding")).json()
    assert [player["points"] for player in sheet["players"]] == [12, 8]
    lines = [line for player in sheet["players"] for line in player["lines"]]
    assert {line["dish"] for line in lines} == {"nigiri", "maki", "tempura", "pudding"}
    for language in LANGUAGES:
        assert all(say(language, f"{line['room']}.{line['why']}", **line) for line in lines)


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
    words = get_json("/api/pad/words", menu=table.menu, dessert=table.dessert, variant=table.variant)
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
