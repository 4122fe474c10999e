"""Bots play every game by the rules, from views alone, and the better ones win."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time

import numpy as np
import pytest

import okawari
from okawari import Setting, bots
from okawari.bots import heuristic, tree_kernels
from okawari.bots.clock import Clock
from okawari.bots.greedy import weights_for
from okawari.bots.nearest import name_of
from okawari.bots.outlook import HOLDINGS, SCALE
from okawari.bots.solver import solve
from okawari.lab import outlooks
from okawari.lab.outlooks import OUTLOOKS
from okawari.lab.tuning import win_share
from okawari.rules import roll
from okawari.rules.dishes import CHOPSTICKS_TOKEN, MENU_TOKEN
from okawari.texts import LANGUAGES, find
from tests.support.tables import SAMPLE, TABLES, Table

#: Bots of every kind, with little time to think.
SPECS = ["pip", "hana", "taro", "random", "simple", "tree:budget=64"]


def play(table: Table, players: list[bots.Bot], seed: int) -> okawari.Game:
    game = table.game(seed)
    while not game.over:
        for seat in game.to_move:
            game.choose(seat, players[seat].choose(game.view(seat)))
    return game


def wins(one: str, other: str, table: Table, deals: int) -> float:
    """The share of wins of one bot against another, on the same deals from both seats."""
    won = 0.0
    for seed in range(deals):
        for seat in range(2):
            players = [bots.make(one if place == seat else other, seed=seed) for place in range(2)]
            game = play(table, players, seed)
            won += (seat in game.winners) / len(game.winners)
    return won / deals / 2


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_every_bot_plays_every_game_to_its_end(spec: str, table: Table) -> None:
    players = [bots.make(spec, seed=seat) for seat in range(table.seats)]
    assert play(table, players, seed=5).over


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_there_are_weights_for_every_game(table: Table) -> None:
    assert len(weights_for(table.setting)) == len(heuristic.WEIGHTS)


def test_every_game_has_an_outlook_of_its_own() -> None:
    fitted = json.loads(OUTLOOKS.read_text(encoding="utf-8"))["outlooks"]
    assert set(fitted) == {name_of(setting) for setting in outlooks.games()}
    assert {name_of(table.setting) for table in TABLES} <= set(fitted)
    rows = np.array([outlook["rows"] for outlook in fitted.values()])
    assert rows.shape[1:] == (2, 1 + len(HOLDINGS))
    assert (rows[:, :, SCALE] > 1).all()


@pytest.mark.slow
def test_outlooks_are_learned_from_games() -> None:
    """Puddings have a positive value, a lead counts for more the later it is, and the same games teach the same."""
    setting = Setting.of("sushi-go-first", 2)
    learned = outlooks.fit(setting, "tuned", deals=150)
    (soon, *prices), (late, *_) = learned["rows"]
    assert soon < late
    assert 1 < prices[0] < 6
    assert learned["card"][0] == prices[0]
    assert learned == outlooks.fit(setting, "tuned", deals=150)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_a_bot_needs_nothing_but_what_is_written_in_its_view(spec: str, table: Table) -> None:
    """A bot that peeked at the table behind a view could not play from the view's words."""
    view = table.game(seed=3).view(table.game(seed=3).to_move[0])
    read = okawari.View.from_json(view.to_json())
    assert bots.make(spec, seed=9).choose(view) == bots.make(spec, seed=9).choose(read)


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_a_search_by_budget_is_reproducible(table: Table) -> None:
    game = table.game(seed=2)
    view = game.view(game.to_move[0])
    first, second = (bots.make("tree:budget=300", seed=4) for _ in range(2))
    assert isinstance(first, bots.TreeBot) and isinstance(second, bots.TreeBot)
    assert first.search(view) == second.search(view)


def test_a_search_for_the_margin_hardly_loses_a_point() -> None:
    """The exact value of every card is known with few cards left: in any round, ahead or behind."""
    losses = []
    for seed in range(4):
        game = okawari.new("sushi-go-first", seats=2, seed=seed)
        rival, searcher = bots.make("tuned", seed), bots.make("tree:budget=2000:win=0", seed)
        while not game.over:
            if len(game.view(0).hand) == 5:
                worth = solve(game.position).card_values[0]
                losses.append(max(worth.values()) - worth[searcher.choose(game.view(0)).text])
            for seat in game.to_move:
                game.choose(seat, rival.choose(game.view(seat)))
    assert len(losses) == 12
    assert sum(losses) / len(losses) < 0.1


def test_a_search_by_time_ends_with_a_legal_move() -> None:
    view = Table("sushi-go-first", 4).game(seed=1).view(0)
    assert bots.make("tree:seconds=0.05", seed=1).choose(view) in view.moves


@pytest.mark.parametrize("spec", ["tree:seconds=600", "expert:seconds=600"])
@pytest.mark.parametrize("table", [Table("sushi-go-first", 2), Table("sushi-roll", 3)], ids=str)
def test_thinking_can_be_cancelled_from_another_thread(spec: str, table: Table) -> None:
    game = table.game(seed=1)
    view = game.view(game.to_move[0])
    bot = bots.make(spec, seed=1)
    threading.Timer(0.1, bot.cancel).start()
    began = time.perf_counter()
    assert bot.choose(view) in view.moves
    assert time.perf_counter() - began < 240, "it thought on"


def test_a_cancelled_bot_answers_at_once() -> None:
    game = Table("sushi-go-first", 2).game(seed=1)
    for seat in game.to_move:
        game.choose(seat, game.moves(seat)[0])
    bot = bots.make("expert:seconds=600", seed=1)
    bot.cancel()
    assert bot.choose(game.view(0)) in game.view(0).moves


def test_many_who_think_at_once_share_the_time() -> None:
    """With more searches than cores, each is content with less."""
    nobody = threading.Event()
    with contextlib.ExitStack() as thinking:
        alone = thinking.enter_context(Clock(100.0, nobody)).left or 0.0
        crowd = [thinking.enter_context(Clock(100.0, nobody)) for _ in range(8 * (os.cpu_count() or 1))]
        assert (crowd[0].left or 0.0) < alone / 4
    assert (Clock(100.0, nobody).left or 0.0) > 50


def test_the_controller_does_not_give_the_dummy_maki() -> None:
    """With the last two cards the dummy gets one: maki would put it ahead of its controller, an egg does nothing."""
    position = okawari.Position.from_json(
        {
            "menu": "sushi-go-2014",
            "variant": "dummy",
            "seats": 2,
            "round": 3,
            "turn": 9,
            "controller": 0,
            "hands": ["maki3 egg", "tempura"],
            "piles": [[]],
            "plates": ["maki2 maki2", "tempura", "maki3 maki1"],
            "scores": [20, 20, 20],
        }
    )
    view = position.game(seed=1).view(0)
    assert bots.make("tree:budget=500", seed=1).choose(view).text == "maki3/egg"


def last_choice(hands: list[str], plates: list[str], scores: list[int], **more: str) -> okawari.View:
    """What the first of two sees with two cards left in each hand of the last round."""
    there = {"menu": "sushi-go-first", "seats": 2, "round": 3, "turn": 9} | more
    position = okawari.Position.from_json(there | {"hands": hands, "plates": plates, "scores": scores})
    return position.game(seed=1).view(0)


def test_a_forced_mistake_is_not_made() -> None:
    """With one turn to go and an open wasabi, every bot that thinks takes the squid."""
    view = last_choice(["squid chopsticks", "egg chopsticks"], ["wasabi", "tempura"], [20, 20])
    for spec in ("hana", "taro", "simple", "tree:budget=500"):
        assert bots.make(spec, seed=1).choose(view).text == "squid", spec


def test_golf_turns_the_heuristic_around() -> None:
    golf = {"menu": "sushi-go-anniversary", "variant": "golf"}
    view = last_choice(["squid chopsticks", "egg chopsticks"], ["wasabi", "tempura"], [20, 20], **golf)
    for spec in ("hana", "tree:budget=500"):
        assert bots.make(spec, seed=1).choose(view).text == "chopsticks", spec


def test_a_game_that_is_lost_against_the_best_answer_is_played_for_a_mistake() -> None:
    """Seven behind: the salmon is two points and a certain loss, the sashimi wins if the other leaves the third."""
    view = last_choice(["salmon sashimi", "sashimi tempura"], ["sashimi", ""], [20, 27])
    assert bots.make("expert:budget=500", seed=1).choose(view).text == "sashimi"
    assert bots.make("expert:budget=500:win=0", seed=1).choose(view).text == "salmon"


@pytest.mark.parametrize(("one", "other"), [("pip", "random"), ("hana", "pip"), ("tree:budget=400", "taro")])
def test_the_better_bot_wins(one: str, other: str) -> None:
    assert wins(one, other, Table("sushi-go-first", 2), deals=20) > 0.6


@pytest.mark.parametrize(
    "table",
    [
        Table("sushi-go-first", 2),
        Table("sushi-roll", 2),
        *(Table("sushi-go-anniversary", 2, None, variant) for variant in ("battle", "piles", "golf", "dummy")),
    ],
    ids=str,
)
def test_tuned_weights_beat_the_plain_ones(table: Table) -> None:
    assert win_share(table.setting, weights_for(table.setting), heuristic.PLAIN, deals=600) > 0.6


def test_tuned_weights_win_far_more_than_their_share_among_three_plain_ones() -> None:
    setting = okawari.Setting.of("sushi-go-first", 4)
    assert win_share(setting, weights_for(setting), heuristic.PLAIN, deals=300) > 0.4


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_and_a_character(language: str) -> None:
    for level in bots.LEVELS:
        assert all(find(language, f"bot.{level}.{part}") for part in ("name", "character", "about"))


@pytest.mark.parametrize(
    ("spec", "wrong"),
    [
        ("sommelier", "sommelier"),
        ("tree:depth=3", "depth"),
        ("tree:budget=many", "budget"),
        ("tree:budget=0", "budget"),
        ("tree:budget=2.5", "budget"),
        ("tree:budget=nan", "budget"),
        ("tree:budget=5:budget=6", "budget"),
        ("tree:seconds=-1", "seconds"),
        ("expert:seconds=nan", "seconds"),
        ("expert:win=9", "win"),
        ("expert:cards=-3", "cards"),
    ],
)
def test_an_unknown_bot_or_a_wrong_option_is_named(spec: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        bots.make(spec)


def plain_candidates(view: okawari.View, table: np.ndarray, weights: np.ndarray) -> list[int]:
    """The moves of Sushi Roll that a search tries, by Python's own sorting."""
    row, seat = table[0], view.seat or 0

    def by_worth(whose: int) -> list[tuple[float, int, int]]:
        belt = roll.belt_of(row, whose)
        places = [place for place in range(roll.PLACES) if roll.has_die(row, whose, place)]
        discount = heuristic.discount_for(len(places) - 1.0, weights)
        faces = [int(row["faces"][belt, place]) for place in places]
        worths = [
            sum(float(heuristic.face_worth(row, owner, face, weights, discount)) for owner in {seat, whose})
            for face in faces
        ]
        return sorted(zip(worths, places, faces, strict=True), key=lambda die: die[0])

    own = by_worth(seat)
    numbers = list({face: place for _, place, face in own}.values())
    if row["tokens"][seat, MENU_TOKEN]:
        numbers += [int(roll.encode_reroll(sum(1 << die[1] for die in own[: n + 1]))) for n in range(len(own))]
    if row["tokens"][seat, CHOPSTICKS_TOKEN]:
        theirs = [
            (worth, other, place)
            for other in range(view.setting.seats)
            if other != seat
            for worth, place, _ in by_worth(other)
        ]
        best = sorted(theirs, reverse=True)[: tree_kernels.SWAPS]
        numbers += [int(roll.encode_swap(own[0][1], other, place)) for _, other, place in best]
    return numbers


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_search_tries_the_same_dice_as_a_plain_sort(seats: int) -> None:
    game, player = okawari.new("sushi-roll", seats=seats, seed=seats), bots.make("random", seed=1)
    for _ in range(30):
        view = game.view(game.to_move[0])
        for weights in (heuristic.PLAIN, weights_for(view.setting)):
            table, out = view.imagine(1), np.empty(tree_kernels.MOST_CANDIDATES, np.int64)
            n = tree_kernels.dice_candidates(table, view.seat or 0, weights, out)
            assert out[:n].tolist() == plain_candidates(view, table, weights)
            assert {move.number for move in view.moves} >= set(out[:n].tolist())
        game.choose(view.seat or 0, player.choose(view))


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_the_mean_margin_is_that_of_the_points(table: Table) -> None:
    tables = table.game(seed=1).view(0).imagine(1, 20)
    tables["points"] = np.random.default_rng(1).integers(-30, 60, tables["points"].shape)
    points = table.setting.variant_rules.sign * tables["points"][:, : table.seats].astype(float)
    for seat in range(table.seats):
        expected = (points[:, seat] - np.delete(points, seat, axis=1).max(axis=1)).mean()
        assert table.setting.kernels.mean_margin(tables, seat) == pytest.approx(expected)
