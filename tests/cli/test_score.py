"""The score pad: the rulebooks' examples, every tie, every slip of the pen, and a whole evening at a terminal."""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from typer.testing import CliRunner

from okawari.cli.app import app
from okawari.cli.scorepad.dialogue import Dialogue
from okawari.game.pad import Pad, PadError
from okawari.rules.dishes import DICE, OTHER_FACES
from okawari.texts import LANGUAGES
from tests.referee import final_points, roll_final_points, round_points, winners
from tests.referee import words as books
from tests.support.timeouts import TIMEOUT

FIRST, EDITION_2014, ANNIVERSARY, ROLL = "sushi-go-first", "sushi-go-2014", "sushi-go-anniversary", "sushi-roll"
NAMES = ("Ania", "Bo", "Ola Nowak", "Þór", "Żółw 🐢")

#: What the cards of a dessert and the dice of Sushi Roll may show in any box.
ANY_BOX = {
    "strawberry": tuple(f"strawberry{n}" for n in range(1, 7)),
    "yogurt": tuple(f"yogurt{n}" for n in range(7)),
    "tea": tuple(f"tea{n}" for n in range(1, 6)),
    "pudding": ("pudding",),
    "mochi": ("mochi",),
}
ANY_DIE = {
    "appetizer": ("dumpling", "tempura", "sashimi"),
    "maki": ("maki1", "maki2", "maki3", "maki4"),
    "nigiri": ("egg", "salmon", "squid"),
    "special": ("wasabi", "menu1", "menu2", "menu3", "chopsticks1", "chopsticks2", "chopsticks3"),
    "pudding": ("pudding1", "pudding2", "pudding3", "pudding4"),
}
#: What our guess has of each card or face that no book counts.
OURS = {
    **{(ANNIVERSARY, word): books.DESSERT_CARDS["strawberry"].get(word, 0) for word in ANY_BOX["strawberry"]},
    **{(ANNIVERSARY, word): books.YOGURT_VALUES.get(int(word[-1]), 0) for word in ANY_BOX["yogurt"]},
    **{(ANNIVERSARY, word): books.DESSERT_CARDS["tea"][word] for word in ANY_BOX["tea"]},
    **{(ROLL, word): 0 for word in ("maki4", "menu3", "chopsticks3", "pudding4")},
}

#: So many maki icons, on cards of which there are enough.
MAKI = {0: "", 1: "maki1", 2: "maki2", 3: "maki3", 4: "maki2*2", 5: "maki3 maki2"}


def run(menu: str, lines: list[str] | str, *options: str) -> Any:
    """Run the command with lines piped in; a list gets names put before it."""
    text = lines
    if isinstance(lines, list):
        text = "\n".join(f"{name}: {line}" for name, line in zip(NAMES, lines, strict=False))
    return CliRunner().invoke(app, ["score", menu, *options], input=text, env={"LC_ALL": "en_US.UTF-8"})


def scored(menu: str, lines: list[str] | str, *options: str) -> dict[str, Any]:
    """What the command says to programs."""
    result = run(menu, lines, "--json", *options)
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.output)
    return data


def points(menu: str, lines: list[str] | str, *options: str) -> list[int]:
    return [player["points"] for player in scored(menu, lines, *options)["players"]]


def final(menu: str, lines: list[str] | str, *options: str) -> list[int]:
    return points(menu, lines, "--final", *options)


def who_won(menu: str, lines: list[str] | str, *options: str) -> list[bool]:
    return [player["winner"] for player in scored(menu, lines, "--final", *options)["players"]]


def refusal(menu: str, lines: list[str] | str, *options: str) -> str:
    """What the command complains about; it prints nothing else."""
    result = run(menu, lines, *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    return str(result.stderr).strip()


# The worked examples of the rulebooks.

MAKI_EXAMPLES = {
    "first": (FIRST, (5, 3, 2, 3), [6, 1, 0, 1]),
    "2014": (EDITION_2014, (5, 3, 3, 2), [6, 1, 1, 0]),
    "anniversary": (ANNIVERSARY, (5, 3, 3, 2), [6, 1, 1, 0]),
    "roll, English": (ROLL, (4, 4, 3, 3), [6, 6, 3, 3]),
    "roll, Polish": (ROLL, (4, 4, 3, 3), [6, 6, 3, 3]),
}


@pytest.mark.parametrize("book", MAKI_EXAMPLES)
def test_example_maki(book: str) -> None:
    menu, icons, won = MAKI_EXAMPLES[book]
    assert points(menu, [MAKI[n] for n in icons]) == won


PUDDING_EXAMPLES = {
    "first": (FIRST, (), (4, 3, 0, 0), [6, 0, -3, -3]),
    "2014": (EDITION_2014, (), (4, 3, 0, 0), [6, 0, -3, -3]),
    "anniversary": (ANNIVERSARY, ("--dessert", "pudding"), (4, 3, 0, 0), [6, 0, -3, -3]),
    "roll, English": (ROLL, (), (6, 6, 0, 0), [6, 6, -6, -6]),
    "roll, Polish": (ROLL, (), (6, 6, 0, 0), [6, 6, -6, -6]),
}


@pytest.mark.parametrize("book", PUDDING_EXAMPLES)
def test_example_puddings(book: str) -> None:
    menu, options, puddings, won = PUDDING_EXAMPLES[book]
    assert final(menu, [f"20 pudding*{n}" for n in puddings], *options) == won


def test_example_squishy_taken_by_drawing_level() -> None:
    assert points(ANNIVERSARY, ["maki1 strawberry4 squishy", "maki1 strawberry2*2 squishy"]) == [3 + 2, 3 + 2]


def test_example_squishy_stays_when_both_played() -> None:
    assert points(ANNIVERSARY, ["maki1 strawberry2*2 squishy", "maki1 strawberry4"]) == [3 + 2, 3]


def test_example_strawberry_puddings() -> None:
    lines = ["10 strawberry4*2", "10 strawberry2 strawberry3", "10 strawberry3", "10 strawberry3"]
    assert final(ANNIVERSARY, lines) == [0, 0, -3, -3]


def test_example_yogurt() -> None:
    lines = ["0 yogurt3 yogurt2*2", "0 yogurt1 yogurt3", "0", "0"]
    assert final(ANNIVERSARY, lines, "--dessert", "yogurt") == [6, 0, -3, -3]


def test_example_tea() -> None:
    sheet = scored(ANNIVERSARY, "Bo: 31 tea2 tea3 tea4*2\nAnia: 30", "--final", "--dessert", "tea")
    assert sheet["players"][0]["points"] == 9
    assert sheet["players"][0]["lines"] == [{"dish": "tea", "points": 9, "why": "numbers: 2-3-4 + 4"}]


def test_example_roll_english_appetizers() -> None:
    assert points(ROLL, ["tempura*4 sashimi*2", ""]) == [11 + 6, 0]


def test_example_roll_polish_appetizers() -> None:
    assert points(ROLL, ["sashimi tempura*2 sashimi tempura*2", ""]) == [17, 0]


# Rounds.


def test_the_issues_own_line() -> None:
    sheet = scored(FIRST, ["maki3 maki2 tempura*2 wasabi squid salmon", "maki1"])
    assert sheet["players"][0]["points"] == 6 + 5 + 9 + 2
    assert {line["dish"]: line["points"] for line in sheet["players"][0]["lines"]} == {
        "tempura": 5,
        "maki": 6,
        "nigiri": 11,
    }


def test_order_counts_for_wasabi() -> None:
    lines = ["squid wasabi maki1", "wasabi squid maki1", "wasabi*2 egg salmon squid maki1"]
    assert points(FIRST, lines) == [3 + 2, 9 + 2, 3 + 6 + 3 + 2]


@pytest.mark.parametrize(
    ("menu", "icons", "won"),
    [
        (FIRST, (5, 0, 0), [6, 0, 0]),
        (FIRST, (0, 0), [0, 0]),
        (EDITION_2014, (5, 0, 0), [6, 0, 0]),
        (ANNIVERSARY, (5, 0, 0), [6, 1, 1]),
        (ANNIVERSARY, (0, 0, 0, 0, 0), [1] * 5),
        (ANNIVERSARY, (4, 4, 4, 4, 1), [1, 1, 1, 1, 0]),
        (ANNIVERSARY, (4, 2, 2, 2, 2), [6, 0, 0, 0, 0]),
        (ROLL, (5, 0), [6, 0]),
        (ROLL, (4, 4, 3, 2), [6, 6, 3, 0]),
    ],
)
def test_maki_ties(menu: str, icons: tuple[int, ...], won: list[int]) -> None:
    assert points(menu, [MAKI[n] for n in icons]) == won


@pytest.mark.parametrize(("icons", "won"), [((0, 0), [0, 0]), ((1, 0), [6, 0]), ((2, 2), [3, 3]), ((3, 2), [6, 3])])
def test_must_have_maki(icons: tuple[int, ...], won: list[int]) -> None:
    assert points(ANNIVERSARY, [MAKI[n] for n in icons], "--must-have-maki") == won


@pytest.mark.parametrize("variant", ["both-ways", "golf", "piles", "battle"])
def test_variants_score_a_round_alike(variant: str) -> None:
    assert points(ANNIVERSARY, ["tempura*2", "maki1"], "--variant", variant) == [5 + 3, 6]


@pytest.mark.parametrize("where", [0, 1, 2])
def test_the_dummy_can_place_wherever_its_line_stands(where: int) -> None:
    lines = ["Ania: maki2", "Bo: egg"]
    lines.insert(where, "DUMMY: maki3")
    won = {
        player["name"]: player["points"]
        for player in scored(EDITION_2014, "\n".join(lines), "--variant", "dummy")["players"]
    }
    assert won == {"Ania": 3, "Bo": 1, "DUMMY": 6}
    assert list(won)[where] == "DUMMY"


@pytest.mark.parametrize(
    ("dessert", "words"),
    [
        ("pudding", "pudding*2"),
        ("strawberry", "strawberry2 strawberry4"),
        ("yogurt", "yogurt1 yogurt3"),
        ("tea", "tea5*2"),
        ("mochi", "mochi*2"),
    ],
)
def test_desserts_wait_for_the_end(dessert: str, words: str) -> None:
    player = scored(ANNIVERSARY, [f"{words} egg maki1", "maki1"], "--dessert", dessert)["players"][0]
    assert player["points"] == 1 + 3
    later = {"dish": dessert, "points": 0, "why": "2 cards, counted at the end of the game"}
    assert later in player["lines"]


def test_the_mochi_die_waits_too() -> None:
    player = scored(ANNIVERSARY, ["mochi=4", "egg"], "--dessert", "mochi")["players"][0]
    assert player["lines"][-1]["why"] == "the die shows 4, counted at the end of the game"


def test_faces_that_bring_tokens() -> None:
    player = scored(ROLL, ["pudding3 pudding1 menu1 chopsticks2 wasabi squid", "maki1"])["players"][0]
    assert player["points"] == 9
    tokens = [(line["dish"], line["why"][:8]) for line in player["lines"] if "token" in line["why"]]
    assert tokens == [("pudding", "4 tokens"), ("menu", "1 token,"), ("chopsticks", "2 tokens")]


# The end of the game.


def test_the_issues_own_final_lines() -> None:
    assert final(FIRST, "Ania: 34 pudding*4\nBo: 31 pudding") == [6, 0]
    assert final(ANNIVERSARY, "Jan: 40 mochi=5\nBo: 40\nOla: 1 mochi*2", "--dessert", "mochi") == [6, -3, -3]
    sheet = scored(ROLL, "Ola: 28 pudding*6 menu*2 chopsticks\nBo: 30 menu", "--final")
    assert [(player["points"], player["total"], player["winner"]) for player in sheet["players"]] == [
        (6 + 1, 35, True),
        (0, 30, False),
    ]


@pytest.mark.parametrize(
    ("puddings", "won"),
    [
        ((2, 1), [6, 0]),
        ((1, 1), [0, 0]),
        ((2, 2, 2), [0, 0, 0]),
        ((1, 0, 0, 0, 0), [6, -1, -1, -1, -1]),
        ((1, 1, 1, 1, 0), [1, 1, 1, 1, -6]),
    ],
)
def test_classic_pudding_ties(puddings: tuple[int, ...], won: list[int]) -> None:
    assert final(FIRST, [f"0 pudding*{n}" for n in puddings]) == won


@pytest.mark.parametrize(
    ("lines", "won"),
    [
        (["0 strawberry2", "0 strawberry3"], [-3, 0]),
        (["0 strawberry2", "0 strawberry2"], [0, 0]),
        (["0", "0", "0"], [-2, -2, -2]),
    ],
)
def test_strawberry_losses(lines: list[str], won: list[int]) -> None:
    assert final(ANNIVERSARY, lines) == won


def test_squishies_at_the_end_decide_the_winner() -> None:
    lines = ["20 strawberry4 squishy*2", "23 strawberry4"]
    sheet = scored(ANNIVERSARY, lines, "--final")["players"]
    assert [(player["points"], player["total"], player["winner"]) for player in sheet] == [
        (4, 24, True),
        (0, 23, False),
    ]
    assert sheet[0]["lines"][-1] == {"dish": "squishy", "points": 4, "why": "took the squishy 2 times, +2 each"}


@pytest.mark.parametrize("menu", [FIRST, EDITION_2014, ROLL])
def test_puddings_break_a_tie(menu: str) -> None:
    tied = ["30 pudding*3", "36 pudding*2", "30"]
    assert who_won(menu, tied) == [True, False, False]
    assert scored(menu, tied, "--final")["tie_break"] is True
    assert "A tie! It goes to whoever has more puddings.\nAnia wins with 36!" in run(menu, tied, "--final").output


@pytest.mark.parametrize("menu", [FIRST, EDITION_2014, ROLL])
def test_equal_puddings_share_the_win(menu: str) -> None:
    tied = ["30 pudding*2", "30 pudding*2", "30"]
    assert who_won(menu, tied) == [True, True, False]
    output = run(menu, tied, "--final").output
    assert "even the puddings are equal" in output
    assert "Ania and Bo share the win" in output


@pytest.mark.parametrize("dessert", ["strawberry", "yogurt", "tea", "pudding", "mochi"])
def test_the_anniversary_edition_breaks_no_tie(dessert: str) -> None:
    assert who_won(ANNIVERSARY, ["30", "30", "29"], "--dessert", dessert) == [True, True, False]
    assert "nothing to break it" in run(ANNIVERSARY, ["30", "30", "29"], "--final", "--dessert", dessert).output


def test_pudding_breaks_no_tie_in_the_anniversary_edition() -> None:
    lines = ["30 pudding*3", "36 pudding*2", "30"]
    assert who_won(ANNIVERSARY, lines, "--dessert", "pudding") == [True, True, False]


def test_golf_is_won_by_the_lowest() -> None:
    lines = ["-3", "5", "-3"]
    options = ("--variant", "golf", "--dessert", "tea")
    assert who_won(ANNIVERSARY, lines, *options) == [True, False, True]
    output = run(ANNIVERSARY, lines, "--final", *options).output
    assert "the lowest total wins" in output
    assert "Ania and Ola Nowak share the win with −3" in output


def test_the_dummy_never_wins() -> None:
    lines = "dummy: 90 pudding*3\nAnia: 20 pudding*2\nBo: 25 pudding"
    sheet = scored(EDITION_2014, lines, "--final", "--variant", "dummy")["players"]
    assert [player["total"] for player in sheet] == [96, 20, 19]
    assert [player["winner"] for player in sheet] == [False, True, False]


# Slips of the pen.


@pytest.mark.parametrize(
    ("menu", "lines", "options", "words"),
    [
        (FIRST, "Ania: egg\n\n# a remark\nBo: tempra*2", (), ("Line 4", "“tempra*2”", "“tempura”")),
        (FIRST, ["maki", "egg"], (), ("Line 1", "“maki”", "“maki3”")),
        (FIRST, ["egg", "fugu"], (), ("Line 2", "“fugu”", "spelling")),
        (FIRST, ["egg*two", "egg"], (), ("“egg*two”", "“egg”")),
        (FIRST, ["tea2", "egg"], (), ("“tea2”", "does not belong here", "pudding")),
        (ROLL, ["egg", "pudding"], (), ("Line 2", "“pudding”", "“pudding3”")),
        (ANNIVERSARY, ["yogurt", "egg"], ("--dessert", "yogurt"), ("“yogurt”", "“yogurt3”")),
        (FIRST, ["squishy", "egg"], (), ("“squishy”", "does not belong here")),
        (FIRST, ["34 pudding", "egg"], (), ("Line 1", "34", "--final")),
        (FIRST, ["30 tempura", "20"], ("--final",), ("“tempura”", "pudding")),
        (FIRST, ["30", "pudding*2"], ("--final",), ("Line 2", "no total")),
        (FIRST, ["30", "30000"], ("--final",), ("Line 2", "30000")),
        (FIRST, ["30", ""], ("--final",), ("Line 2", "no total")),
        (ANNIVERSARY, ["30 mochi=10", "20"], ("--final", "--dessert", "mochi"), ("“mochi=10”", "0 to 9")),
        (ANNIVERSARY, ["30 mochi=-1", "20"], ("--final", "--dessert", "mochi"), ("“mochi=-1”", "0 to 9")),
        (ANNIVERSARY, ["strawberry7", "egg"], (), ("“strawberry7”", "“strawberry4”")),
        (ANNIVERSARY, ["tea6", "egg"], ("--dessert", "tea"), ("“tea6”", "“tea5”")),
        (FIRST, ["maki4", "egg"], (), ("“maki4”", "“maki3”")),
        (ROLL, ["maki5", "egg"], (), ("“maki5”", "“maki3”")),
        (FIRST, "Ania egg\nBo: egg", (), ("Line 1", "colon")),
        (FIRST, "Ania: egg\n : egg", (), ("Line 2", "no name")),
        (FIRST, "Ania: egg\nAnia: egg", (), ("Ania", "twice")),
        (FIRST, "", (), ("0 players", "2, 3, 4, 5")),
        (FIRST, ["egg"], (), ("1 player ", "2, 3, 4, 5")),
        (FIRST, "\n".join(f"{n}: maki1" for n in range(6)), (), ("6 players", "2, 3, 4, 5")),
        (FIRST, "Ania: egg\nBo: egg\nDummy: egg", (), ("--variant dummy",)),
        (EDITION_2014, ["egg", "egg"], ("--variant", "dummy"), ("dummy", "no line")),
        (EDITION_2014, "dummy: egg\nA: egg\nDummy: egg", ("--variant", "dummy"), ("dummy", "twice")),
        (EDITION_2014, "dummy: egg\nA: egg\nB: egg\nC: egg", ("--variant", "dummy"), ("“dummy”", "3", "2")),
        (ANNIVERSARY, ["egg"] * 3, ("--must-have-maki",), ("Must have maki", "two")),
        (FIRST, ["egg", "egg"], ("--dessert", "tea"), ("tea", "pudding")),
        (FIRST, ["egg", "egg"], ("--variant", "golf"), ("golf",)),
        ("sushi-stop", ["egg", "egg"], (), ("sushi-stop", "sushi-go-first")),
    ],
)
def test_slips(menu: str, lines: list[str] | str, options: tuple[str, ...], words: tuple[str, ...]) -> None:
    for more in ((), ("--json",)):
        said = refusal(menu, lines, *options, *more)
        assert [word for word in words if word not in said] == [], said


@pytest.mark.parametrize(
    ("menu", "lines", "options", "words"),
    [
        (FIRST, ["tempura*9", "tempura*6"], (), ("Line 2", "15 × tempura", "14")),
        (FIRST, ["squid*999999999", "egg"], (), ("Line 1", "squid", "5")),
        (FIRST, ["0 pudding*6", "0 pudding*5"], ("--final",), ("Line 2", "11 × pudding", "10")),
        (ANNIVERSARY, ["strawberry2*6", "strawberry1*5"], (), ("Line 2", "strawberry1", "11 cards", "10")),
        (ANNIVERSARY, ["0 squishy*11", "0"], ("--final",), ("11 times", "10")),
        (ANNIVERSARY, ["0 yogurt1*9", "0 yogurt0*2"], ("--final", "--dessert", "yogurt"), ("11 cards", "10")),
        (ANNIVERSARY, ["0 tea1*2 tea3*9", "0"], ("--final", "--dessert", "tea"), ("Line 1", "11 cards", "10")),
        (ANNIVERSARY, ["0 mochi*11", "0"], ("--final", "--dessert", "mochi"), ("11 × mochi", "10")),
        (ROLL, ["egg*3", "squid*3"], (), ("Line 2", "squid", "6 times", "only 5")),
        (ROLL, ["wasabi menu1*2", "chopsticks2 menu3*2"], (), ("Line 2", "menu3", "6 times", "only 5")),
        (ROLL, ["0 menu*18", "0 menu"], ("--final",), ("Line 2", "19 × menu", "18")),
        (ROLL, ["0 chopsticks*13", "0"], ("--final",), ("13 × chopsticks", "12")),
    ],
)
def test_more_than_there_is(menu: str, lines: list[str], options: tuple[str, ...], words: tuple[str, ...]) -> None:
    said = refusal(menu, lines, *options)
    assert [word for word in words if word not in said] == [], said


def test_the_whole_deck_is_not_too_much() -> None:
    assert points(FIRST, ["tempura*14 sashimi*14 dumpling*14", "maki2*12 pudding*10"]) == [35 + 40 + 15, 6]
    assert points(ROLL, ["dumpling*10", "wasabi*5 squid*5"]) == [26, 45]


#: Every count of cards, dice and tokens that the books give: setting, words that are counted together, and how many.
LIMITS = [
    *((FIRST, None, False, (word,), n) for word, n in books.SAVOURY_CARDS.items()),
    *((FIRST, None, end, ("pudding",), 10) for end in (False, True)),
    *((ANNIVERSARY, dessert, end, words, 10) for dessert, words in ANY_BOX.items() for end in (False, True)),
    *((ANNIVERSARY, "strawberry", end, ("squishy",), 10) for end in (False, True)),
    *((ROLL, None, False, words, books.DICE[die]) for die, words in ANY_DIE.items()),
    *((ROLL, None, True, (token,), n) for token, n in books.TOKENS.items()),
]


@pytest.mark.parametrize(("menu", "dessert", "end", "words", "limit"), LIMITS)
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_all_that_a_box_holds_is_accepted_and_one_more_is_refused(
    menu: str, dessert: str | None, end: bool, words: tuple[str, ...], limit: int, data: st.DataObject
) -> None:
    """However it is spread over the plates, and whichever faces it shows."""
    pad = Pad(menu, dessert)
    cards = data.draw(st.lists(st.tuples(st.sampled_from(words), st.integers(0, 2)), min_size=limit, max_size=limit))
    total = "0 " if end else ""

    def lay(*more: str) -> str:
        plates = [[word for word, plate in cards if plate == n] for n in range(3)]
        plates[2] += more
        return "\n".join(f"{name}: {total}{' '.join(plate)}" for name, plate in zip(NAMES, plates, strict=False))

    entries = pad.read(lay(), final=end)
    sheet = pad.score_final(entries) if end else pad.score_round(entries)
    counted = Counter(word for word, _ in cards)
    assert {warning.params["dish"] for warning in sheet.warnings} == {
        word for word, n in counted.items() if n > OURS.get((menu, word), n)
    }
    with pytest.raises(PadError) as refused:
        pad.read(lay(data.draw(st.sampled_from(words))), final=end)
    for language in LANGUAGES:
        assert re.search(rf"\b{limit}\b", refused.value.in_language(language))


# Boxes that are not as we guess.


@pytest.mark.parametrize(
    ("menu", "lines", "options", "won", "doubted"),
    [
        (ANNIVERSARY, ["0 tea3*3", "0 tea1"], ("--final", "--dessert", "tea"), [3, 1], {"tea3": (3, 2)}),
        (
            ANNIVERSARY,
            ["0 tea1*3 tea2*3 tea3*3", "0"],
            ("--final", "--dessert", "tea"),
            [24, 0],
            {"tea1": (3, 2), "tea2": (3, 2), "tea3": (3, 2)},
        ),
        (ANNIVERSARY, ["0 tea5*10", "0"], ("--final", "--dessert", "tea"), [10, 0], {"tea5": (10, 2)}),
        (ANNIVERSARY, ["0 yogurt3*3", "0 yogurt3"], ("--final", "--dessert", "yogurt"), [6, 0], {"yogurt3": (4, 3)}),
        (
            ANNIVERSARY,
            ["0 yogurt0*3", "0 yogurt6", "0 yogurt2*2 yogurt1"],
            ("--final", "--dessert", "yogurt"),
            [-6, 6, 0],
            {"yogurt0": (3, 0), "yogurt6": (1, 0)},
        ),
        (
            ANNIVERSARY,
            ["0 strawberry1*2", "0 strawberry2", "0 strawberry3"],
            ("--final",),
            [-3, -3, 0],
            {"strawberry1": (2, 0)},
        ),
        (
            ANNIVERSARY,
            ["0 strawberry6", "0 strawberry3*2", "0 strawberry5"],
            ("--final",),
            [0, 0, -6],
            {"strawberry6": (1, 0), "strawberry5": (1, 0)},
        ),
        (ANNIVERSARY, ["strawberry2*4 egg maki1", "maki1"], (), [4, 3], {"strawberry2": (4, 3)}),
        (ANNIVERSARY, ["strawberry1 egg maki1", "maki1"], (), [4, 3], {"strawberry1": (1, 0)}),
        (ROLL, ["maki4", "maki3 maki1", "maki3"], (), [6, 6, 3], {"maki4": (1, 0)}),
        (ROLL, ["maki4*2 wasabi egg", "maki3*3"], (), [6, 6], {"maki4": (2, 0)}),
        (
            ROLL,
            ["menu3 chopsticks3 pudding4 maki1", "maki1"],
            (),
            [6, 6],
            {"menu3": (1, 0), "chopsticks3": (1, 0), "pudding4": (1, 0)},
        ),
    ],
)
def test_another_box_is_scored_with_a_warning(
    menu: str, lines: list[str], options: tuple[str, ...], won: list[int], doubted: dict[str, tuple[int, int]]
) -> None:
    sheet = scored(menu, lines, *options)
    assert [player["points"] for player in sheet["players"]] == won
    assert {each["dish"]: (each["n"], each["ours"]) for each in sheet["warnings"]} == doubted
    for language in LANGUAGES:
        printed = run(menu, lines, *options, "--lang", language).output
        told = [each["message"] for each in scored(menu, lines, *options, "--lang", language)["warnings"]]
        assert len(told) == len(doubted)
        assert all(message in printed for message in told)
        assert all(word in message for word, message in zip(doubted, told, strict=True))


@pytest.mark.parametrize("face", [0, 7, 9])
def test_another_mochi_die_is_scored_with_a_warning(face: int) -> None:
    options = ("--final", "--dessert", "mochi")
    sheet = scored(ANNIVERSARY, [f"0 mochi={face}", "0 mochi=3"], *options)
    assert [player["points"] for player in sheet["players"]] == ([6, 0] if face > 3 else [0, 6])
    (warning,) = sheet["warnings"]
    assert warning["dish"] == f"mochi={face}"
    assert "from 1 to 6" in warning["message"]
    assert scored(ANNIVERSARY, ["0 mochi=6", "0 mochi=1"], *options)["warnings"] == []


def test_tokens_of_faces_that_we_do_not_have_are_counted() -> None:
    player = scored(ROLL, ["menu3*2 pudding4", "maki1"])["players"][0]
    assert [line["why"][:8] for line in player["lines"] if "token" in line["why"]] == ["4 tokens", "6 tokens"]


def test_what_the_books_say_needs_no_warning() -> None:
    """The deck list and the numbers of dice are printed; only what our guess adds to them can be doubted."""
    assert scored(FIRST, ["tempura*14 pudding*10", "maki2*12"])["warnings"] == []
    assert scored(ROLL, ["squid*5 wasabi*5", "pudding3*4 dumpling*10"])["warnings"] == []
    assert (
        scored(ANNIVERSARY, ["0 tea1*2 tea2*2 tea3*2", "0 tea4*2 tea5*2"], "--final", "--dessert", "tea")["warnings"]
        == []
    )


# What is printed.


def test_names_words_and_gaps_are_forgiving() -> None:
    text = "\ufeff  Ania  Maria :  Tempura*2,  EGG\t maki1*0 \r\n\r\n# remark: egg\r\n[b]Bo[/b]:maki1\r\n"
    sheet = scored(FIRST, text)
    assert [(player["name"], player["points"]) for player in sheet["players"]] == [("Ania Maria", 6), ("[b]Bo[/b]", 6)]
    assert "[b]Bo[/b]: 6 points" in run(FIRST, text).output


def test_the_shape_of_the_json() -> None:
    now = scored(FIRST, ["egg maki1", "chopsticks"])
    assert [set(player) for player in now["players"]] == [{"name", "points", "lines"}] * 2
    end = scored(FIRST, ["4 pudding", "5"], "--final")
    assert [set(player) for player in end["players"]] == [{"name", "points", "lines", "total", "winner"}] * 2
    for player in now["players"] + end["players"]:
        assert player["points"] == sum(line["points"] for line in player["lines"])
        assert all(set(line) == {"dish", "points", "why"} for line in player["lines"])


def test_reasons_are_english_unless_asked_otherwise() -> None:
    env = {"LC_ALL": "pl_PL.UTF-8"}
    args = ["score", FIRST, "--json"]
    lines = "Ania: egg\nBo: egg"
    assert "no maki" in CliRunner().invoke(app, args, input=lines, env=env).output
    assert "futomaki" in CliRunner().invoke(app, [*args, "--lang", "pl"], input=lines, env=env).output
    assert "futomaki" in CliRunner().invoke(app, args[:-1], input=lines, env=env).output


@pytest.mark.parametrize(
    ("lang", "round_words", "final_words", "problem"),
    [
        ("en", ("Ania: 9 points", "nigiri"), ("34 − 6 = 28", "the fewest", "Bo wins with 36"), "Did you mean “egg”?"),
        ("pl", ("Ania: 9 punktów", "karta, liczy się"), ("najmniej", "Wygrywa Bo"), "Czy chodzi o „egg”?"),
        ("is", ("Ania: 9 stig", "talið í leikslok"), ("minnst allra", "Bo"), "„egg“"),
    ],
)
def test_three_languages(lang: str, round_words: tuple[str, ...], final_words: tuple[str, ...], problem: str) -> None:
    output = run(FIRST, ["wasabi squid pudding", "egg"], "--lang", lang).output
    assert [word for word in round_words if word not in output] == []
    output = run(FIRST, ["34", "30 pudding*2", "20 pudding"], "--final", "--lang", lang).output
    assert [word for word in final_words if word not in output] == []
    assert problem in refusal(FIRST, ["eggg", "egg"], "--lang", lang)


def test_the_dummy_has_a_name_in_each_language() -> None:
    lines = "A: egg\nB: egg\ndummy: egg"
    assert "Marionetka: " in run(EDITION_2014, lines, "--variant", "dummy", "--lang", "pl").output


def test_a_file_or_a_dash(tmp_path: Path) -> None:
    file = tmp_path / "round.txt"
    file.write_text("Ania: egg\nŻółw: maki1\n", encoding="utf-8")
    from_file = CliRunner().invoke(app, ["score", FIRST, str(file), "--json"])
    assert [player["points"] for player in json.loads(from_file.output)["players"]] == [1, 6]
    assert points(FIRST, ["egg", "maki1"], "-") == [1, 6]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "nowhere.txt cannot be read" in refusal(FIRST, "", str(tmp_path / "nowhere.txt"))
    assert "cannot be read" in refusal(FIRST, "", str(tmp_path))
    file = tmp_path / "latin2.txt"
    file.write_bytes("Żółw: egg".encode("latin2"))
    assert "UTF-8" in refusal(FIRST, "", str(file))


# Against the referee, who was written from the rulebooks alone.


def believable(menu: str, dessert: str | None, plates: list[list[str]], *, end: bool = False) -> list[list[str]]:
    """The plates without what the box does not hold."""
    pad = Pad(menu, dessert)
    stock = pad.final_stock if end else pad.round_stock
    taken: Counter[str] = Counter()
    kept: list[list[str]] = []
    for plate in plates:
        kept.append([])
        for word in plate:
            taken[stock[word].name] += 1
            if taken[stock[word].name] <= stock[word].limit:
                kept[-1].append(word)
    return kept


def some_plates(menu: str, dessert: str | None = None, *, end: bool = False) -> st.SearchStrategy[list[list[str]]]:
    pad = Pad(menu, dessert)
    words = [word for word in (pad.final_stock if end else pad.round_stock) if word != "squishy"]
    plates = st.lists(st.lists(st.sampled_from(words), max_size=12), min_size=2, max_size=5)
    return plates.map(lambda chosen: believable(menu, dessert, chosen, end=end))


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from([FIRST, EDITION_2014, ANNIVERSARY, ROLL]), st.booleans())
def test_rounds_agree_with_the_referee(data: st.DataObject, menu: str, must_have_maki: bool) -> None:
    plates = data.draw(some_plates(menu))
    must_have_maki = must_have_maki and menu == ANNIVERSARY and len(plates) == 2
    options = ("--must-have-maki",) if must_have_maki else ()
    sheet = scored(menu, [" ".join(plate) for plate in plates], *options)
    for player, right in zip(sheet["players"], round_points(menu, plates, must_have_maki), strict=True):
        assert player["points"] == sum(right.values())
        said = {line["dish"]: line["points"] for line in player["lines"]}
        assert {dish: said.get(dish, 0) for dish in right} == right


TOTALS = st.lists(st.integers(-5, 5), min_size=5, max_size=5)


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(st.data(), st.sampled_from(["strawberry", "yogurt", "tea", "pudding", "mochi", FIRST]), TOTALS, st.booleans())
def test_desserts_agree_with_the_referee(data: st.DataObject, dessert: str, totals: list[int], golf: bool) -> None:
    menu, dessert = (FIRST, "pudding") if dessert == FIRST else (ANNIVERSARY, dessert)
    golf = golf and menu == ANNIVERSARY
    plates = data.draw(some_plates(menu, dessert, end=True))
    dice = data.draw(st.lists(st.integers(1, 6), min_size=len(plates), max_size=len(plates)))
    die = [f"mochi={shown}" if dessert == "mochi" else "" for shown in dice]
    lines = [f"{total} {' '.join(plate)} {shown}" for total, plate, shown in zip(totals, plates, die, strict=False)]
    options = ("--dessert", dessert, *(("--variant", "golf") if golf else ()))
    sheet = scored(menu, lines, "--final", *options)["players"]
    right = [line[dessert] for line in final_points(dessert, plates, dice)]
    assert [player["points"] for player in sheet] == right
    sums = [total + won for total, won in zip(totals, right, strict=False)]
    assert [player["total"] for player in sheet] == sums
    puddings = [len(plate) for plate in plates] if menu == FIRST else None
    assert [seat for seat, player in enumerate(sheet) if player["winner"]] == winners(sums, puddings, golf)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(some_plates(ROLL, end=True), TOTALS)
def test_tokens_agree_with_the_referee(plates: list[list[str]], totals: list[int]) -> None:
    lines = [f"{total} {' '.join(plate)}" for total, plate in zip(totals, plates, strict=False)]
    sheet = scored(ROLL, lines, "--final")["players"]
    tokens = [{token: plate.count(token) for token in ("pudding", "menu", "chopsticks")} for plate in plates]
    right = roll_final_points(tokens)
    assert [{line["dish"]: line["points"] for line in player["lines"]} for player in sheet] == right
    sums = [total + sum(won.values()) for total, won in zip(totals, right, strict=False)]
    puddings = [each["pudding"] for each in tokens]
    assert [seat for seat, player in enumerate(sheet) if player["winner"]] == winners(sums, puddings)


def test_no_two_dice_share_a_face() -> None:
    """Otherwise a face would not say which dice are used up."""
    faces = [face for die, (_, faces) in DICE.items() for face in {*faces, *OTHER_FACES.get(die, ())}]
    assert len(faces) == len(set(faces))


# A whole evening.


def evening(menu: str, *typed: str, lang: str = "en", **options: Any) -> str:
    """What is said in an evening in which people type this and then leave."""
    script = iter(typed)

    def ask(prompt: str) -> str:
        paper.write(prompt)
        try:
            line = next(script)
        except StopIteration:
            raise EOFError from None
        paper.write(line + "\n")
        return line

    paper = io.StringIO()
    Dialogue(Pad(menu, **options), lang, ask, Console(file=paper, width=100)).keep()
    assert next(script, None) is None
    return paper.getvalue()


def test_an_evening_from_beginning_to_end() -> None:
    rounds = ["tempura*2 maki1", "Bo: sashimi*3"] * 3
    said = evening(FIRST, "Ania, Bo", *rounds, "pudding", "", "")
    assert [f"Round {n} of 3 · Ania: " in said for n in (1, 2, 3)] == [True] * 3
    assert "End of the game · Bo: " in said
    assert "Ania wins with 39!" in said
    assert said.count("Standings") == 4
    assert said.rstrip().endswith("Come back hungry!")


def test_undo_takes_back_a_line_and_a_round() -> None:
    said = evening(FIRST, "Ania Bo", "undo", "egg", "undo", "salmon", "egg", "undo", "squid", "cofnij", lang="pl")
    assert "Jeszcze nic nie zapisano." in said
    assert "Ania: 2 punkty" in said
    assert "Bo: 1 punkt\n" in said
    assert "Bo: 3 punkty" in said
    assert said.count("Runda 1 z 3 · Bo: ") == 4


def test_undo_after_the_last_line() -> None:
    said = evening(FIRST, "Ania Bo", *["egg", "egg"] * 2, "salmon", "salmon", "", "pudding", "undo", "", "")
    assert "Bo wins with 10!" in said
    assert "even the puddings are equal" in said
    assert said.count("Press Enter to finish") == 2


def test_slips_ask_for_the_same_line_again() -> None:
    said = evening(FIRST, "Ania", "Ania, Ania", "Ania, Bo", "tempra", "", "help", "egg")
    assert "1 player is not the right number" in said
    assert "The name Ania is there twice" in said
    assert "Did you mean “tempura”?" in said
    assert said.count("Round 1 of 3 · Ania: ") == 4
    assert said.count("Write words in the order") == 2
    assert said.count("Round 1 of 3 · Bo: ") == 1


def test_cards_do_not_come_back_in_the_next_round() -> None:
    said = evening(FIRST, "Ania Bo", "squid*3", "-", "squid", "squid*2", "squid")
    assert "Line 2: 6 × squid is too many; the deck holds 5." in said
    assert evening(ROLL, "Ania Bo", "squid*3", "egg", "squid*4", "egg").count("too many") == 0


def test_an_evening_warns_of_another_box_and_goes_on() -> None:
    said = evening(ANNIVERSARY, "Ania Bo", "tea3*3", "tea3", "egg", "egg", dessert="tea")
    assert said.count("Line 2: 4 × tea3, but we guess that the deck has 2.") == 1
    assert "Round 3 of 3 · Ania: " in said


def test_squishies_count_in_their_round() -> None:
    rounds = ["maki1 squishy", "maki1 squishy*2", "maki1", "maki1", "maki1", "maki1"]
    said = evening(ANNIVERSARY, "Ania Bo", *rounds, "strawberry2", "strawberry2", "")
    assert "Bo wins with 13!" in said


def test_the_dummy_comes_by_itself() -> None:
    said = evening(EDITION_2014, "Ania, dummy, Bo", "egg", "egg", "maki1", "quit", variant="dummy")
    assert "Round 1 of 3 · Dummy: " in said
    assert "Dummy: 6 points" in said
    assert said.count("Standings") == 2


def test_leaving_early_is_polite() -> None:
    assert "Come back hungry!" in evening(FIRST)
    assert "Standings" not in evening(FIRST, "Ania Bo", "egg")
    assert evening(FIRST, "Ania Bo", "egg", "egg", "egg").count("Standings") == 2


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, *args: str) -> None:
        pty = pytest.importorskip("pty")
        self.line, theirs = pty.openpty()
        env = os.environ | {"TERM": "xterm", "COLUMNS": "100", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        command = [sys.executable, "-m", "okawari.cli", "score", *args]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
        os.close(theirs)
        # Letters can come in pieces.
        self.decode = codecs.getincrementaldecoder("utf-8")().decode
        self.screen = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.line)

    def expect(self, words: str) -> None:
        """Wait until something stands on the screen."""
        deadline = time.monotonic() + TIMEOUT
        while words not in self.screen and time.monotonic() < deadline:
            if select.select([self.line], [], [], 1)[0]:
                self._read()
        assert words in self.screen, self.screen
        self.screen = self.screen.partition(words)[2]

    def _read(self) -> None:
        try:
            self.screen += self.decode(os.read(self.line, 65536))
        except OSError:  # How Linux says that the other end is closed.
            pytest.fail(f"The command has ended: {self.screen}")

    def type(self, keys: str) -> None:
        os.write(self.line, keys.encode())

    def interrupt(self) -> None:
        """Send what Ctrl-C sends: what comes just before Python begins to read is noticed with the next key."""
        self.process.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # by then it may have ended
            self.type("\n")


@pytest.mark.parametrize("politely", [True, False])
def test_an_evening_at_a_real_terminal(politely: bool) -> None:
    """End it with Ctrl-D or with Ctrl-C."""
    with Terminal(FIRST) as terminal:
        terminal.expect("Who is playing?")
        terminal.type("Ania, Bo\n")
        for name, line in (("Ania", "maki3"), ("Bo", "tempra"), ("Bo", "tempura*2")):
            terminal.expect(f"Round 1 of 3 · {name}: ")
            terminal.type(f"{line}\n")
        terminal.expect("3 icons, the most: 6")
        terminal.expect("Round 2 of 3 · Ania: ")
        if politely:
            terminal.type("\x04")
        else:
            terminal.interrupt()
        terminal.expect("Standings")
        terminal.expect("Come back hungry!")
        assert terminal.process.wait(TIMEOUT) == 0


@pytest.mark.slow
def test_the_end_typed_at_a_real_terminal() -> None:
    with Terminal(ROLL, "--final") as terminal:
        terminal.expect("An empty line ends.")
        terminal.type("Ania: 30 pudding\nBo: 20\n\n")
        terminal.expect("Ania wins with 36!")
        assert terminal.process.wait(TIMEOUT) == 0
