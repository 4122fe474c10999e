"""The golden games are still played as they are written."""

from __future__ import annotations

import pytest

from tests.golden import turns
from tests.golden.write import GAMES, HOME, text_of


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name: str) -> None:
    """If a change was meant, `make golden` writes the games anew: look at what it changed."""
    assert text_of(name).splitlines() == (HOME / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_golden_games_are_all_there_and_short_enough_to_read() -> None:
    sizes = {path.stem: path.stat().st_size for path in HOME.glob("*.txt")}
    assert sizes.keys() == GAMES.keys()
    assert max(sizes.values()) < 60_000


def test_turns_of_the_page_are_turns_of_the_golden_games() -> None:
    """If a change was meant, `make golden` writes them anew, too."""
    assert turns.text() == turns.FILE.read_text(encoding="utf-8")
