"""Cells say what a view says, in the order of their names; actions are the moves, each once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from okawari.encoding import Encoding
from okawari.envs.observation import observe
from okawari.game import Game, Setting, View
from okawari.game.choices import every_setting
from okawari.rules import draft
from tests.encoding.cells_of_views import expected_cells

#: Settings that have every dessert, variant and number of seats between them.
COVER = [
    Setting.of("sushi-go-first", 2),
    Setting.of("sushi-go-2014", 3, variant="both-ways"),
    Setting.of("sushi-go-2014", 2, variant="dummy"),
    Setting.of("sushi-go-anniversary", 5, "mochi"),
    Setting.of("sushi-go-anniversary", 4, "yogurt", "golf"),
    Setting.of("sushi-go-anniversary", 2, "tea", "piles"),
    Setting.of("sushi-go-anniversary", 2, "strawberry", "dummy"),
    Setting.of("sushi-go-anniversary", 2, "strawberry", "battle", must_have_maki=True),
    Setting.of("sushi-roll", 2),
    Setting.of("sushi-roll", 5),
]


def views(setting: Setting, seed: int) -> Iterator[View]:
    """The views of the seats that have a choice, in a random game."""
    game, random = Game(setting, seed), Random(seed)
    while not game.over:
        yield from (game.view(seat) for seat in game.to_move)
        for seat in game.to_move:
            game.choose(seat, random.choice(game.moves(seat)))


def name(setting: Setting) -> str:
    """A setting in a few words."""
    return "-".join(str(part) for part in (setting.menu, setting.seats, setting.dessert, setting.variant) if part)


def check_cells(setting: Setting, seed: int) -> None:
    encoding = Encoding.of(setting)
    for view in views(setting, seed):
        cells = encoding.as_dict(observe(setting, view.imagine(seed), view.seat or 0).cells)
        expected = expected_cells(view)
        assert {block: cells[block].tolist() for block in cells} == {block: list(expected[block]) for block in cells}


@pytest.mark.parametrize("setting", COVER, ids=name)
def test_cells_say_what_the_view_says(setting: Setting) -> None:
    check_cells(setting, seed=5)


@pytest.mark.slow
@pytest.mark.parametrize("setting", every_setting(), ids=name)
def test_cells_say_what_the_view_says_everywhere(setting: Setting) -> None:
    check_cells(setting, seed=6)


@pytest.mark.parametrize("setting", COVER, ids=name)
def test_cells_depend_on_nothing_that_a_seat_may_not_know(setting: Setting) -> None:
    """Two tables that agree with a view have the same cells, though their hidden cards differ."""
    differ = 0
    for view in views(setting, seed=7):
        one, other = (observe(setting, view.imagine(seed), view.seat or 0) for seed in (1, 2))
        assert (one.cells == other.cells).all()
        assert (one.mask == other.mask).all()
        differ += not (one.secrets == other.secrets).all()
    assert differ > 0 or setting.table_kind == "roll"


@pytest.mark.parametrize("setting", COVER, ids=name)
def test_the_mask_has_the_actions_of_all_moves(setting: Setting) -> None:
    encoding = Encoding.of(setting)
    for view in views(setting, seed=8):
        seat = view.seat or 0
        own_parts = {draft.encode(*draft.decode(move.number)[:2], draft.NO_CARD) for move in view.moves}
        moves = own_parts if view.controller == seat else {move.number for move in view.moves}
        mask = observe(setting, view.imagine(1), seat).mask
        assert set(np.flatnonzero(mask)) == {encoding.action_of[seat, move] for move in moves}


def test_after_the_own_cards_the_mask_has_the_cards_that_are_left_for_the_extra_plate() -> None:
    setting = Setting.of("sushi-go-anniversary", 2, variant="dummy")
    encoding = Encoding.of(setting)
    for view in views(setting, seed=9):
        if view.controller != view.seat:
            continue
        for pending in {draft.encode(*draft.decode(move.number)[:2], draft.NO_CARD) for move in view.moves}:
            seen = observe(setting, view.imagine(1), view.seat or 0, int(pending))
            extras = {
                draft.decode(move.number)[2]
                for move in view.moves
                if draft.decode(move.number)[:2] == draft.decode(pending)[:2]
            }
            assert set(np.flatnonzero(seen.mask)) == extras
            cells = encoding.as_dict(seen.cells)
            assert cells["hand"].sum() + cells["chosen"].sum() == len(view.hand)
            assert cells["acts"][0] == 1


@pytest.mark.parametrize("setting", every_setting(), ids=name)
def test_every_move_has_one_action_and_actions_are_few(setting: Setting) -> None:
    encoding = Encoding.of(setting)
    assert len(set(encoding.actions)) == len(encoding.actions) < 330
    assert len(set(encoding.cells)) == len(encoding.cells)
    for seat in range(setting.seats):
        moves = encoding.move_of[seat]
        played = moves[moves >= 0]
        assert len(played) == len(encoding.actions) - (encoding.wait is not None)
        assert (encoding.action_of[seat, played] == np.arange(len(played))).all()


def test_two_moves_with_one_action_lead_to_the_same_table() -> None:
    """In drafting, the order of two cards counts only for a nigiri and a wasabi."""
    setting = Setting.of("sushi-go-anniversary", 2, "strawberry")
    encoding = Encoding.of(setting)
    found = 0
    for seed in range(4):
        game, random = Game(setting, seed), Random(seed)
        while not game.over:
            by_action: dict[int, list[str]] = {}
            for move in game.moves(0):
                by_action.setdefault(int(encoding.action_of[0, move.number]), []).append(move.text)
            other = random.choice(game.moves(1)).text
            for pair in [texts for texts in by_action.values() if len(texts) == 2]:
                found += 1
                assert _after(game, [pair[0], other]) == _after(game, [pair[1], other])
            for seat in game.to_move:
                game.choose(seat, random.choice(game.moves(seat)))
    assert found > 20


def _after(game: Game, moves: list[str]) -> object:
    """The position after both seats have chosen."""
    later = Game.replay(game.record)
    for seat, move in enumerate(moves):
        later.choose(seat, move)
    return later.view(None).to_json()


def test_with_fewer_seats_the_cells_are_the_first_of_those_with_more() -> None:
    for fewer, more in ((2, 3), (3, 4), (4, 5)):
        short, long = (Encoding.of(Setting.of("sushi-go-first", seats)).cells for seats in (fewer, more))
        assert long[: len(short)] == short
