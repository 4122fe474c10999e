"""What a view says besides cards and scores: ways, free cards, wasabi and amounts of dessert, as the books have it."""

from __future__ import annotations

import pytest

from okawari import View
from tests.referee.battle import ROW_SIZES
from tests.referee.scoring import dipped, symbols
from tests.support.tables import EVERY_SETTING, SAMPLE, TABLES, RandomPlayer, Table, play_on


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_nigiri_on_wasabi_are_those_of_the_book(table: Table) -> None:
    game, player = table.game(6), RandomPlayer(6, 1)
    while not game.over:
        data = game.view().to_json()
        for plate, places in zip(data.get("trays") or data["plates"], data["on_wasabi"], strict=True):
            assert sorted(plate[place] for place in places) == sorted(dipped(plate))
        play_on(game, player, 1)


@pytest.mark.parametrize("table", [table for table in TABLES if table.seats == 3 and table.dessert], ids=str)
def test_hands_go_where_the_view_says(table: Table) -> None:
    game, player = table.game(7), RandomPlayer(7)
    while not game.over:
        way, told = game.view().way, game.event_count
        assert way == ("right" if table.variant == "both-ways" and game.round == 2 else "left")
        play_on(game, player, 1)
        passes = [event.details["way"] for event in game.events_after(told) if event.name == "pass"]
        assert set(passes) <= {way}


@pytest.mark.parametrize("table", [table for table in TABLES if table.variant == "battle"], ids=str)
def test_free_cards_are_those_that_the_mover_may_take(table: Table) -> None:
    game, player = table.game(8), RandomPlayer(8)
    while not game.over:
        data = game.view(game.to_move[0]).to_json()
        assert set(data["free"]) == {move.split()[1] for move in data["moves"]}
        rows = data["pyramid"]
        for row, size in ROW_SIZES.items():
            for i in range(size):
                below = rows[row] if row < len(rows) else []
                free = rows[row - 1][i] not in (None, "?") and not any(below[i : i + 2])
                assert (f"{row}.{i + 1}" in data["free"]) == free
        play_on(game, player, 1)


@pytest.mark.parametrize("table", [table for table in TABLES if table.menu == "sushi-roll"], ids=str)
def test_dice_are_kept_in_the_order_that_the_view_tells(table: Table) -> None:
    game, player = table.game(9), RandomPlayer(9)
    while not game.over:
        order, round_no, turn = game.view().order, game.round, game.turn
        kept = [event.who for event in game.events if event.name == "keep"]
        assert sorted(order) == list(game.seats)
        assert game.to_move[0] == order[len(kept) % len(order)]
        while not game.over and (game.round, game.turn) == (round_no, turn):
            play_on(game, player, 1)


@pytest.mark.parametrize("table", [table for table in TABLES if table.dessert and table.seats == 2], ids=str)
def test_amounts_of_dessert_are_counted_as_in_the_book(table: Table) -> None:
    data = play_on(table.game(10), RandomPlayer(10, 2)).view().to_json()
    if table.dessert == "mochi":
        counted = data["mochi"]
    elif table.dessert in ("strawberry", "yogurt"):
        counted = [symbols(words) for words in data["desserts"]]
    else:
        counted = [len(words) for words in data["desserts"]]
    assert data["dessert_amounts"] == counted


@pytest.mark.parametrize("setting", EVERY_SETTING[::7], ids=str)
def test_views_of_the_format_before_can_be_read(setting: object) -> None:
    """They lack the fields that came with the present one."""
    table = next(table for table in TABLES if table.setting == setting)
    view = play_on(table.game(11), RandomPlayer(11), 9).view(0)
    new = ("on_wasabi", "way", "free", "order", "dessert_amounts")
    old = {key: value for key, value in view.to_json().items() if key not in new} | {"format": 1}
    assert View.from_json(old) == view
