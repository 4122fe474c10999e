"""`okawari score`: the rulebooks' examples, every tie, and the end of a game."""

from __future__ import annotations

import pytest

from tests.cli.score_command import MAKI, final, points, run, scored, who_won
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL

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


def test_a_round_of_several_dishes() -> None:
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


def test_the_end_in_several_editions() -> None:
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
