"""The referee against the worked examples of the rulebooks."""

from __future__ import annotations

from tests.referee import final_points, round_points
from tests.referee.points_of import maki_points, play, pudding_points, roll_puddings, strawberry_game
from tests.referee.random_luck import ANNIVERSARY, EDITION_2014, FIRST, ROLL


def test_first_edition_example_maki() -> None:
    """Share the second place."""
    assert maki_points(FIRST, 5, 3, 2, 3) == [6, 1, 0, 1]


def test_first_edition_example_puddings() -> None:
    """Share the loss."""
    assert pudding_points(4, 3, 0, 0) == [6, 0, -3, -3]


def test_2014_edition_example_maki() -> None:
    """Share the second place; the book prints 5 for the second player where its words need 3."""
    assert maki_points(EDITION_2014, 5, 3, 3, 2) == [6, 1, 1, 0]


def test_2014_edition_example_puddings() -> None:
    """Share the loss."""
    assert pudding_points(4, 3, 0, 0) == [6, 0, -3, -3]


def test_anniversary_example_squishy_1_tie_goes_to_who_played() -> None:
    """Take the squishy by drawing level."""
    game = strawberry_game(kasia=["strawberry4", "strawberry2"], olek=["strawberry2"])
    assert play(game, "strawberry4", "strawberry2")["squishy"] == 0
    state = play(game, "sashimi", "strawberry2")
    assert state["squishy"] == 1
    assert state["scores"] == [2, 2]
    assert game.squishies == [1, 1]


def test_anniversary_example_squishy_2_tie_of_two_who_played() -> None:
    """Leave the squishy where it is when both played."""
    game = strawberry_game(kasia=["strawberry2", "strawberry4"], olek=["sashimi", "strawberry2"])
    assert play(game, "strawberry2", "sashimi")["squishy"] == 0
    state = play(game, "strawberry2", "strawberry4")
    assert state["squishy"] == 0
    assert state["scores"] == [2, 0]
    assert game.squishies == [1, 0]


def test_anniversary_example_strawberry_puddings() -> None:
    """Share the loss; nothing is won."""
    desserts = [["strawberry4", "strawberry4"], ["strawberry2", "strawberry3"], ["strawberry3"], ["strawberry3"]]
    assert final_points("strawberry", desserts) == [{"strawberry": points} for points in (0, 0, -3, -3)]


def test_anniversary_example_maki() -> None:
    """Share the second place."""
    assert maki_points(ANNIVERSARY, 5, 3, 3, 2) == [6, 1, 1, 0]


def test_anniversary_example_yogurt() -> None:
    """Share the loss of the lowest value."""
    desserts = [["yogurt3", "yogurt2", "yogurt2"], ["yogurt1", "yogurt3"], [], []]
    assert final_points("yogurt", desserts) == [{"yogurt": points} for points in (6, 0, -3, -3)]


def test_anniversary_example_tea() -> None:
    """Make a run of three and a run of one."""
    assert final_points("tea", [["tea2", "tea3", "tea4", "tea4"]]) == [{"tea": 9}]


def test_anniversary_example_good_old_puddings() -> None:
    """Share the loss."""
    assert pudding_points(4, 3, 0, 0) == [6, 0, -3, -3]


def test_roll_english_example_maki() -> None:
    """Give every tied player the full points, and the second place too."""
    assert maki_points(ROLL, 4, 4, 3, 3) == [6, 6, 3, 3]


def test_roll_english_example_appetizers() -> None:
    """Score several sets."""
    line = round_points(ROLL, [["tempura"] * 4 + ["sashimi"] * 2])[0]
    assert line == {"tempura": 11, "sashimi": 6, "dumpling": 0, "maki": 0, "nigiri": 0}


def test_roll_english_example_puddings() -> None:
    """Win and lose in full."""
    assert roll_puddings(6, 6, 0, 0) == [6, 6, -6, -6]


def test_roll_polish_example_maki() -> None:
    """Give every tied player the full points, and the second place too."""
    assert maki_points(ROLL, 4, 4, 3, 3) == [6, 6, 3, 3]


def test_roll_polish_example_appetizers() -> None:
    """Score several sets, 17 points in all."""
    assert sum(round_points(ROLL, [["sashimi", "tempura", "tempura"] * 2])[0].values()) == 17


def test_roll_polish_example_puddings() -> None:
    """Win and lose in full."""
    assert roll_puddings(6, 6, 0, 0) == [6, 6, -6, -6]
