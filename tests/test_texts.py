"""What the texts say, in every language."""

from __future__ import annotations

import pytest

from okawari.game import Game, IllegalMove, Position


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "There is no die at {}"), ("pl", "Na miejscu {} nie ma już kości"), ("is", "Á stað {} er enginn teningur")],
)
@pytest.mark.parametrize(
    ("move", "place"),
    [("keep 2", "2"), ("reroll 1 3", "3"), ("swap 1 with B1", "B1"), ("swap 2 with B2", "2"), ("swap 1 with C1", "C1")],
)
def test_a_place_without_a_die_is_not_called_a_card(language: str, words: str, move: str, place: str) -> None:
    game = belts()
    with pytest.raises(IllegalMove) as refused:
        game.choose(0, move)
    assert refused.value.in_language(language).startswith(words.format(place))


def belts() -> Game:
    """Two belts in Sushi Roll with a die each, and tokens for everything."""
    return Position.from_json(
        {
            "okawari": "position",
            "format": 1,
            "menu": "sushi-roll",
            "seats": 2,
            "round": 1,
            "turn": 8,
            "belts": [["egg"], ["-", "maki2"]],
            "trays": ["tempura*5 maki1*2", "dumpling*5 maki1*2"],
            "tokens": [{"menu": 1, "chopsticks": 1}, {}],
        }
    ).game(seed=1)
