"""The score pad refuses slips of the pen and more than a box holds, and warns of boxes that are not as we guess."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okawari.game.pad import Pad, PadError
from okawari.texts import LANGUAGES
from tests.cli.score_command import NAMES, points, refusal, run, scored
from tests.referee import words as books
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL

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
