"""The score pad of the npm package reads, refuses and scores the same sheets as Python's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from okawari.game.errors import OkawariError
from okawari.game.events import Line
from okawari.game.pad import ALL_WORDS, Note, Pad, Plate
from okawari.game.slips import nearest_word
from okawari.texts import LANGUAGES
from tests.js.node import Node, running
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL, SAMPLE, TABLES, Table

#: What a slip adds to a sheet, or puts in place of a word.
SLIPS = (
    *("sushi", "egg*two", "egg*0", "EGG", "tempra", "maki", "maki4", "tea6", "pud", "mochi=0", "mochi=10", "MOCHI=7"),
    *("mochi=٣", "egg*9999999999", "constructor", "__proto__", "34", "−5", "*3", "egg*", "żółw", "🍣", "dumplıng"),
    *(",", "\t", "\u2003", "\x85", "\x1f", "\ufeff", "#", ":", "squishy", "squishy*3", "yogurt0", "İ", "wasabi\u0307"),
)
#: Words of plates that are none of theirs.
PLATE_SLIPS = ("sushi", "maki", "maki4", "tea6", "pud", "squishy", "yogurt0", "pudding", "constructor", "34")
NAMES = ("Ania", "Bo", " Ola  K.", "Zoë", "Zoe\u0308", "E", "dummy", "DUMMY", "\x01", "#x", "Ø\u00a0Å")
TOTALS = ("0", "34", "+5", "-3", "−12", "1000", "", "x", "34,", "007")


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with running("pad.mjs") as process:
        yield process


def scored(table: Table, written: str | list[Plate], *, final: bool) -> dict[str, Any]:
    """What Python makes of a sheet: lines of text, or plates."""
    try:
        pad = Pad(table.menu, table.dessert, table.variant, table.must_have_maki)
        if isinstance(written, str):
            entries = pad.read(written, final=final)
        else:
            entries = pad.enter(written, table.seats, final=final)
        sheet = pad.score_final(entries) if final else pad.score_round(entries)
    except OkawariError as problem:
        return {
            "name": type(problem).__name__,
            "code": problem.code,
            "params": problem.params,
            "messages": [problem.in_language(language) for language in LANGUAGES],
        }
    return {
        "entries": [
            {
                "line": entry.line,
                "name": entry.name,
                "dishes": [list(dish) for dish in entry.dishes],
                "total": entry.total,
                "die": entry.die,
            }
            for entry in entries
        ],
        "tie": sheet.tie,
        "lines": [[_line(line) for line in player.lines] for player in sheet.players],
        "sheets": [sheet.to_json(language) for language in LANGUAGES],
    }


def _line(line: Line) -> list[Any]:
    return [line.dish, line.points, line.code, line.params, isinstance(line, Note)]


def check(node: Node, table: Table, written: str | list[Plate], *, final: bool) -> dict[str, Any]:
    """Compare both answers to a sheet: lines of text, or plates."""
    options = dict(zip(("menu", "dessert", "variant", "mustHaveMaki"), (table.menu, *table[2:]), strict=True))
    expected = scored(table, written, final=final)
    sheet = {"text": written} if isinstance(written, str) else {"plates": [asdict(plate) for plate in written]}
    asked = {"options": options, "seats": table.seats, "final": final, "languages": LANGUAGES}
    assert node.ask("score", **asked, **sheet) == expected, written
    return expected


def sheet_of(table: Table, chance: random.Random, *, final: bool, slips: float) -> str:
    """A sheet of random dishes; each word, name and total is a slip with a probability."""
    pad = Pad(table.menu, table.dessert, table.variant, table.must_have_maki)
    stock = pad.final_stock if final else pad.round_stock
    words = [word for word, there in stock.items() if there.ours != 0 or chance.random() < 0.2]
    words += [pad.written_die(face) for face in pad.die_faces[:6] if chance.random() < 0.3]
    seats = table.seats if chance.random() >= slips else chance.randint(0, 6)
    names = ["Ania", "Bo", "Cyd", "Dan", "Eva", "Flo"][:seats] + ["dummy"] * pad.has_extra_plate
    chance.shuffle(names)
    lines = []
    for name in names:
        dishes = []
        for _ in range(chance.randint(0, 3 if final else 7)):
            word = chance.choice(words)
            times = f"*{chance.randint(0, 3)}" if "=" not in word and chance.random() < 0.2 else ""
            dishes.append(chance.choice(SLIPS) if chance.random() < slips else word + times)
        name = chance.choice(NAMES) if chance.random() < slips else name
        total = chance.choice(TOTALS) if chance.random() < slips else str(chance.choice((7, 30, 30, 41)))
        lines.append(f"{name}: {total + ' ' if final else ''}{chance.choice((' ', ', ')).join(dishes)}")
    return "\n".join(lines)


def check_sheets(node: Node, table: Table, sheets: int) -> list[dict[str, Any]]:
    """Compare random sheets of a table, good ones and bad ones."""
    chance = random.Random(f"pad {table}")
    answers = []
    for n in range(sheets):
        final = n % 3 == 0
        text = sheet_of(table, chance, final=final, slips=(0, 0.03, 0.2)[n // 3 % 3])
        answers.append(check(node, table, text, final=final))
    return answers


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_sheets(node: Node, table: Table) -> None:
    answers = check_sheets(node, table, 60)
    assert {"sheets" in answer for answer in answers} == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_table(node: Node, table: Table) -> None:
    check_sheets(node, table, 200)


def plates_of(table: Table, chance: random.Random, *, final: bool, slips: float) -> list[Plate]:
    """Random plates; each name, word and die is a slip with a probability, and so is the number of plates."""
    pad = Pad(table.menu, table.dessert, table.variant, table.must_have_maki)
    words = list(pad.final_stock if final else pad.round_stock)
    people = table.seats if chance.random() >= slips else chance.randint(0, 6)
    names = [f"P{n}" for n in range(people)] + ["dummy"] * pad.has_extra_plate
    faces = [None, *pad.die_faces]
    return [
        Plate(
            chance.choice(NAMES) if chance.random() < slips else name,
            tuple(
                (chance.choice(PLATE_SLIPS) if chance.random() < slips else chance.choice(words), chance.randint(1, 3))
                for _ in range(chance.randint(0, 3))
            ),
            chance.choice((0, -3, 30, 30, 41)),
            chance.randint(0, 12) if chance.random() < slips else chance.choice(faces),
        )
        for name in names
    ]


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_plates(node: Node, table: Table) -> None:
    chance = random.Random(f"plates {table}")
    answers = []
    for n in range(60):
        final = n % 2 == 0
        answers.append(
            check(node, table, plates_of(table, chance, final=final, slips=(0, 0.2)[n // 2 % 2]), final=final)
        )
    assert {"sheets" in answer for answer in answers} == {True, False}


@pytest.mark.parametrize(
    ("table", "plates", "told"),
    [
        (Table(FIRST, 3), [Plate("Ania", ()), Plate("Bo", ())], "players"),
        (Table(FIRST, 2), [Plate(" \x01", ()), Plate("Bo", ())], "name-missing"),
        (Table(FIRST, 2), [Plate("Ania", (), 0, 3), Plate("Bo", ())], "unknown-word-no-guess"),
        (Table(ANNIVERSARY, 2, "mochi"), [Plate("Ania", (), 0, 10), Plate("Bo", ())], "die"),
        (Table(FIRST, 2), [Plate("Ania", (("squid", 6),)), Plate("Bo", ())], "too-many"),
        (Table(EDITION_2014, 2, None, "dummy"), [Plate("Ania", ()), Plate("Bo", ()), Plate("dummy", ())], None),
    ],
)
def test_chosen_plates(node: Node, table: Table, plates: list[Plate], told: str | None) -> None:
    assert check(node, table, plates, final=False).get("code") == told


@pytest.mark.parametrize("slip", SLIPS)
def test_each_slip(node: Node, slip: str) -> None:
    for table in SAMPLE:
        extra = "\ndummy: egg" if table.variant == "dummy" else ""
        others = "".join(f"\nP{n}: egg" for n in range(1, table.seats))
        check(node, table, f"Ania: {slip}{others}{extra}", final=False)
        check(node, table, (f"Ania: 3 {slip}{others}{extra}").replace(": egg", ": 4"), final=True)


@pytest.mark.parametrize(
    ("table", "text", "final", "told"),
    [
        (Table(FIRST, 2), "Ania egg\nBo: egg", False, "colon-missing"),
        (Table(FIRST, 2), "\n# a note\n  \nAnia: egg\n #\nBo: salmon", False, None),
        (Table(ANNIVERSARY, 2, "strawberry"), "Ania: 0 squishy*11\nBo: 0", True, "too-many-squishies"),
        (Table(ANNIVERSARY, 2, "strawberry"), "Ania: strawberry5 strawberry2*4\nBo: squishy*2", False, None),
        (Table(ANNIVERSARY, 2, "mochi"), "Ania: mochi=7\nBo: mochi=0 mochi", False, None),
        (Table(ANNIVERSARY, 2, "tea"), "Ania: 3 tea3*5 tea4*2 tea5 tea1\nBo: 4 tea2", True, None),
        (Table(ROLL, 2), "Ania: 0 menu*19\nBo: 0", True, "too-many-tokens"),
        (Table(ROLL, 2), "Ania: maki4 menu3 pudding4\nBo: chopsticks3 wasabi squid", False, None),
        (Table(FIRST, 2), "Ania: 30 pudding*2\nBo: 30 pudding", True, None),
        (Table(FIRST, 2), "Ania: 30 pudding\nBo: 30 pudding", True, None),
        (Table(ROLL, 2), "Ania: 30 pudding\nBo: 30 pudding", True, None),
        (Table(EDITION_2014, 2, None, "dummy"), "dummy: egg\nA: egg\nDummy: egg", False, "name-twice"),
    ],
)
def test_chosen_sheets(node: Node, table: Table, text: str, final: bool, told: str | None) -> None:
    assert check(node, table, text, final=final).get("code") == told


def test_settings_that_are_not_allowed(node: Node) -> None:
    for table in (Table("pizza", 2), Table("sushi-roll", 2, "tea"), Table("sushi-go-first", 2, None, "golf")):
        assert check(node, table, "A: egg\nB: egg", final=False)["name"] == "SettingError"


def test_nearest_words(node: Node) -> None:
    chance = random.Random(5)
    rights = sorted(ALL_WORDS)
    for _ in range(2000):
        letters = list(chance.choice(rights))
        for _ in range(chance.randint(1, 5)):
            place = chance.randint(0, len(letters))
            letters[place : place + chance.randint(0, 2)] = chance.choice(["", "a", "i", "🍣", "1"])
        word = "".join(letters)
        some = chance.sample(rights, 12)
        assert node.ask("nearest", word=word, rights=some) == nearest_word(word, some)
    assert nearest_word("x" * 1_000_000, rights) is None
