"""The referee's scoring beyond the examples of the rulebooks."""

from __future__ import annotations

import pytest

from tests.referee import best_tea_points, final_points, roll_final_points, round_points, winners
from tests.referee.points_of import maki_points, pudding_points, roll_puddings
from tests.referee.random_luck import ANNIVERSARY, EDITION_2014, FIRST, ROLL


@pytest.mark.parametrize(
    ("menu", "icons", "points"),
    [
        (FIRST, (5, 0, 0), [6, 0, 0]),
        (FIRST, (0, 0), [0, 0]),
        (EDITION_2014, (5, 0, 0), [6, 0, 0]),
        (ANNIVERSARY, (5, 0, 0), [6, 1, 1]),
        (ANNIVERSARY, (0, 0, 0, 0, 0), [1, 1, 1, 1, 1]),
        (ANNIVERSARY, (4, 4, 4, 4, 1), [1, 1, 1, 1, 0]),
        (ANNIVERSARY, (4, 2, 2, 2, 2), [6, 0, 0, 0, 0]),
        (ROLL, (5, 0), [6, 0]),
        (ROLL, (0, 0), [0, 0]),
        (ROLL, (4, 4, 3, 2), [6, 6, 3, 0]),
    ],
)
def test_maki_places(menu: str, icons: tuple[int, ...], points: list[int]) -> None:
    """Place maki as each book says, with and without zero."""
    assert maki_points(menu, *icons) == points


@pytest.mark.parametrize(
    ("icons", "points"),
    [((0, 0), [0, 0]), ((1, 0), [6, 0]), ((2, 2), [3, 3]), ((3, 2), [6, 3]), ((3, 0, 1), [6, 0, 3])],
)
def test_must_have_maki(icons: tuple[int, ...], points: list[int]) -> None:
    """Leave out who has no maki."""
    assert maki_points(ANNIVERSARY, *icons, must_have_maki=True) == points


def test_wasabi_waits_for_the_next_nigiri() -> None:
    """Triple only what comes after, one nigiri a wasabi."""
    plates = [["egg", "wasabi", "squid", "salmon"], ["wasabi", "wasabi", "egg", "salmon", "squid"], ["wasabi"]]
    assert [line["nigiri"] for line in round_points(FIRST, plates)] == [1 + 9 + 2, 3 + 6 + 3, 0]


def test_card_sets() -> None:
    """Score pairs, triples and dumplings."""
    line = round_points(FIRST, [["tempura"] * 5 + ["sashimi"] * 7 + ["dumpling"] * 6])[0]
    assert line == {"tempura": 10, "sashimi": 20, "dumpling": 15, "maki": 0, "nigiri": 0}


def test_dice_sets() -> None:
    """Score sets of up to three."""
    line = round_points(ROLL, [["tempura"] * 2 + ["sashimi"] * 4 + ["dumpling"] * 5])[0]
    assert line == {"tempura": 5, "sashimi": 13, "dumpling": 12, "maki": 0, "nigiri": 0}


@pytest.mark.parametrize(
    ("puddings", "points"),
    [
        ((2, 1), [6, 0]),
        ((1, 1), [0, 0]),
        ((2, 2, 2), [0, 0, 0]),
        ((1, 0, 0, 0, 0), [6, -1, -1, -1, -1]),
        ((1, 1, 1, 1, 0), [1, 1, 1, 1, -6]),
    ],
)
def test_classic_puddings(puddings: tuple[int, ...], points: list[int]) -> None:
    """Round toward zero, spare two players, ignore a tie of all."""
    assert pudding_points(*puddings) == points


@pytest.mark.parametrize(
    ("desserts", "points"),
    [
        ([["strawberry2"], ["strawberry3"]], [-3, 0]),
        ([["strawberry2"], ["strawberry2"]], [0, 0]),
        ([[], [], []], [-2, -2, -2]),
        ([[], [], [], [], ["strawberry2"]], [-1, -1, -1, -1, 0]),
    ],
)
def test_strawberry_losses(desserts: list[list[str]], points: list[int]) -> None:
    """Lose 3 of two, share 6 among more, even among all."""
    assert [line["strawberry"] for line in final_points("strawberry", desserts)] == points


def test_mochi_counts_dice_and_not_cards() -> None:
    """Score the dice."""
    desserts = [["mochi", "mochi"], [], []]
    assert final_points("mochi", desserts, [1, 3, 6]) == [{"mochi": -6}, {"mochi": 0}, {"mochi": 6}]


@pytest.mark.parametrize(
    ("numbers", "points"),
    [([], 0), ([1, 3, 5], 3), ([1, 2, 3, 4, 5], 20), ([1, 2, 2, 3, 3, 4], 17), ([1, 1, 2, 2, 3, 3, 4, 4, 5, 5], 40)],
)
def test_tea_runs(numbers: list[int], points: int) -> None:
    """Split into the best runs."""
    assert best_tea_points(numbers) == points


@pytest.mark.parametrize(("puddings", "points"), [((3, 3), [6, 6]), ((3, 1), [6, 0]), ((0, 0, 0), [0, 0, 0])])
def test_roll_pudding_ties(puddings: tuple[int, ...], points: list[int]) -> None:
    """Give ties in full, and spare two players."""
    assert roll_puddings(*puddings) == points


def test_roll_unused_tokens() -> None:
    """Count menus and chopsticks together."""
    tokens = [{"pudding": 0, "menu": 2, "chopsticks": 3}, {"pudding": 1, "menu": 1, "chopsticks": 0}]
    assert [line["tokens"] for line in roll_final_points(tokens)] == [2, 0]


def test_winners() -> None:
    """Break ties by puddings where there are any to break them."""
    assert winners([3, 5, 5]) == [1, 2]
    assert winners([3, 5, 5], [9, 1, 2]) == [2]
    assert winners([3, 5, 5], [9, 2, 2]) == [1, 2]
    assert winners([3, 5, 5], lowest=True) == [0]
