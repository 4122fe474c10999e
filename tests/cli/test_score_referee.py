"""The score pad against the referee."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okawari.game.pad import Pad
from okawari.rules.dishes import DICE, OTHER_FACES
from tests.cli.score_command import scored
from tests.referee import final_points, roll_final_points, round_points, winners
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL


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
