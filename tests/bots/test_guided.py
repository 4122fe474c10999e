"""The search that a network guides: reproducible, from what is seen, and no worse than what it can work out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import okawari
from okawari import bots
from okawari.bots import quick
from okawari.bots.guided import guide_for
from okawari.bots.network import fitting, shipped_networks
from okawari.bots.solver import NotOpen, solve
from okawari.bots.solver.dice import solve_last_die
from okawari.game import Setting, View
from okawari.rules.points import ROUNDS
from tests.support.tables import SAMPLE, TABLES, Table

FIRST = Setting.of("sushi-go-first", 2)
GUIDED = [Table("sushi-go-first", seats) for seats in (2, 3, 4, 5)]
DICE = Table("sushi-roll", 2)


def expert(spec: str, seed: int = 1) -> bots.ExpertBot:
    bot = bots.make(spec, seed)
    assert isinstance(bot, bots.ExpertBot)
    return bot


@pytest.mark.parametrize("table", GUIDED, ids=str)
def test_a_search_is_reproducible_and_counts_its_passes(table: Table) -> None:
    view = table.game(seed=2).view(0)
    found = expert("expert:budget=200:cards=0").search(view)
    assert found == expert("expert:budget=200:cards=0").search(view)
    assert set(found) == set(view.moves)
    # The first pass of each sampled table may end before it comes to a choice of this seat.
    assert 200 - 64 <= sum(visits for visits, _ in found.values()) <= 200


@pytest.mark.parametrize("table", GUIDED, ids=str)
def test_it_needs_nothing_but_what_is_written_in_the_view(table: Table) -> None:
    view = table.game(seed=3).view(1)
    read = View.from_json(view.to_json())
    assert expert("expert:budget=100:cards=0").search(view) == expert("expert:budget=100:cards=0").search(read)


def test_with_few_cards_left_it_hardly_loses_a_point() -> None:
    """The exact value of every card is known then."""
    losses = []
    for seed in range(6):
        game = okawari.new("sushi-go-first", seats=2, seed=seed)
        rival = bots.make("net", seed)
        while not game.over:
            if game.round == 3 and len(game.view(0).hand) in (3, 4, 5):
                worth = solve(game.position).card_values[0]
                move = bots.make("expert:budget=1500:cards=0", seed).choose(game.view(0))
                losses.append(max(worth.values()) - worth[move.text])
            for seat in game.to_move:
                game.choose(seat, rival.choose(game.view(seat)))
    assert len(losses) == 18
    assert sum(losses) / len(losses) < 0.3


def test_it_beats_its_network_alone() -> None:
    won = 0.0
    for seed in range(48):
        game = okawari.new("sushi-go-first", seats=4, seed=seed)
        players = [bots.make("expert:budget=150" if seat == seed % 4 else "net", seed) for seat in range(4)]
        while not game.over:
            for seat in game.to_move:
                game.choose(seat, players[seat].choose(game.view(seat)))
        won += (seed % 4 in game.winners) / len(game.winners)
    assert won / 48 > 0.3


def test_a_search_by_time_ends_with_a_legal_move_and_can_be_cancelled() -> None:
    view = Table("sushi-go-first", 4).game(seed=1).view(0)
    assert expert("expert:seconds=0.05").choose(view) in view.moves
    bot = expert("expert:seconds=600")
    bot.cancel()
    assert bot.choose(view) in view.moves


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_only_drafting_without_a_dummy_is_guided(table: Table) -> None:
    setting = table.setting
    if guide_for(setting):
        assert setting.table_kind == "draft" and not setting.variant_rules.extra_plate


@pytest.mark.parametrize("option", ["guided=0", "win=0"])
def test_the_network_can_be_left_out(option: str) -> None:
    view = Table("sushi-go-first", 4).game(seed=1).view(0)
    assert sum(visits for visits, _ in expert(f"expert:budget=5000:{option}").search(view).values()) == 5000


@pytest.mark.parametrize("table", [*SAMPLE, *GUIDED], ids=str)
def test_kenji_plays_by_a_network_or_searches(table: Table) -> None:
    view = table.game(seed=4).view(table.game(seed=4).to_move[0])
    other = "net" if quick.plays_by_network("kenji", table.setting) else "tree:budget=3000"
    assert bots.make("kenji", 5).choose(view) == bots.make(other, 5).choose(view)


@pytest.mark.parametrize("level", ["kenji", "expert:budget=400"])
def test_other_bots_search_dice_without_the_network(level: str) -> None:
    """Kenji does not play by what makes the next level stronger."""
    assert guide_for(DICE.setting) is None
    other = {"kenji": "tree:budget=3000"}.get(level, f"{level}:guided=0")
    for seed, view in zip(range(6), choices(DICE, 4), strict=False):
        assert bots.make(level, seed).choose(view) == bots.make(other, seed).choose(view)


def test_oba_plays_dice_by_the_network_and_solves_the_last_of_the_game() -> None:
    assert fitting(DICE.setting, tuple(shipped_networks().values())).settings == (DICE.setting,)
    solved = []
    for seed, view in enumerate(view for deal in range(4) for view in choices(DICE, deal)):
        exact = last_die(view)
        wanted = exact if view.round == ROUNDS and exact else bots.make("net", seed).choose(view).text
        solved += [view.round] if exact else []
        assert bots.make("oba", seed).choose(view).text == wanted
    assert set(solved) == {1, 2, 3}


@pytest.mark.parametrize(("seats", "options"), [(2, {"guided": 0}), (2, {"win": 0}), (3, {}), (5, {})])
def test_oba_searches_dice_without_the_network(seats: int, options: dict[str, int]) -> None:
    """Without networks, for the margin alone, and among more, for whom there is none."""
    for seed, view in zip(range(4), choices(Table("sushi-roll", seats), 3), strict=False):
        bot = quick.QuickExpertBot(seed, budget=100, **options)
        assert bot.choose(view) == bots.ExpertBot(seed, budget=100, **options).choose(view)


def choices(table: Table, seed: int) -> Iterator[View]:
    """The views of all choices of a game of `net`, or of `random` where there is no network."""
    game = table.game(seed)
    player = bots.make("net" if table.seats == 2 else "random", seed)
    while not game.over:
        seat = game.to_move[0]
        view = game.view(seat)
        if len(view.moves) > 1:
            yield view
        game.choose(seat, player.choose(view))


def last_die(view: View) -> str | None:
    """The exactly best move if each belt has at most one die left."""
    try:
        return solve_last_die(view, to_win=True).best
    except NotOpen:
        return None
