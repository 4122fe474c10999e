"""What the plates of a game in progress are worth."""

from __future__ import annotations

import pytest

from okawari.game.pad import Note, Pad
from okawari.game.worth import worth_now
from tests.support.tables import SAMPLE, RandomPlayer, Table, play_on


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_worth_now_is_what_the_score_pad_says(table: Table) -> None:
    """The plates of a game in progress, written on the pad, bring the same lines."""
    for seed in range(6):
        game = play_on(table.game(seed), RandomPlayer(seed), choices=5 + 7 * seed)
        if game.over:
            continue
        pad = Pad(table.menu, table.dessert, table.variant, table.must_have_maki)
        names = [*"ABCDE"[: table.seats], *(["dummy"] if table.variant == "dummy" else [])]
        plates = [
            [dish for dish in plate if table.menu != "sushi-roll" or dish in pad.round_stock]
            for plate in game.view().plates
        ]
        text = "\n".join(f"{name}: {' '.join(plate)}" for name, plate in zip(names, plates, strict=True))
        sheet = pad.score_round(pad.read(text))
        for tally, lines in zip(sheet.players, worth_now(game.view()), strict=True):
            assert [line for line in tally.lines if not isinstance(line, Note)] == list(lines)
