"""What is written beside dishes: stamps and progress of sets, against the points of the books."""

from __future__ import annotations

import pytest

from okawari import Setting
from okawari.game.tags import progress, stamps
from okawari.rules.points import CARD_LADDERS, ROLL_LADDERS
from okawari.texts import LANGUAGES, say
from tests.referee.scoring import card_appetizer_points, dice_appetizer_points


@pytest.mark.parametrize(
    ("ladders", "points"), [(CARD_LADDERS, card_appetizer_points), (ROLL_LADDERS, dice_appetizer_points)]
)
def test_progress_has_the_points_of_the_books(ladders, points) -> None:  # type: ignore[no-untyped-def]
    for dish, ladder in ladders.items():
        assert [step.points for step in progress(ladder, 12)] == [points([dish] * n)[dish] for n in range(13)]


def test_every_note_has_words() -> None:
    notes = [step.note for ladder in (*CARD_LADDERS.values(), *ROLL_LADDERS.values()) for step in progress(ladder, 6)]
    assert {note.path for note in notes if note} == {"table.tag.of", "table.tag.done", "table.tag.next"}
    for language in LANGUAGES:
        assert all(say(language, note.path, **note.params) for note in notes if note)


def test_stamps() -> None:
    two = stamps(
        [Setting.of("sushi-go-anniversary", 2, dessert) for dessert in ("pudding", "yogurt", "strawberry", "tea")]
    )
    assert (two["tempura"], two["dumpling"], two["maki2"], two["squid"]) == ("2 = 5", "1 3 6 10 15", "6 / 3", "3")
    assert (two["wasabi"], two["chopsticks"], two["pudding"]) == ("× 3", "1 + 1", "+6")
    assert (two["yogurt"], two["strawberry4"], two["tea1"]) == ("1–3", "4", "1")
    assert stamps([Setting.of("sushi-go-first", 3)])["pudding"] == "+6 −6"
