"""Statistics of games: sums add up, and intervals are as wide as they should be."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import okawari
from okawari import bots
from okawari.lab.facts import Facts, Pick, facts_of
from okawari.lab.intervals import share
from okawari.lab.stats import Statistics
from okawari.lab.table import play_game


def test_a_mean_of_clusters_knows_its_error() -> None:
    luck, inside = random.Random(4), 0
    for _ in range(400):
        mean = share()
        for _ in range(10):
            fair = luck.random()
            mean.add(sum(luck.random() < fair for _ in range(4)), 4)
        inside += mean.interval[0] <= 0.5 <= mean.interval[1]
    assert 0.91 < inside / 400 < 0.98


@pytest.mark.parametrize(
    "table",
    [
        {"menu": "sushi-go-first", "seats": 3},
        {"menu": "sushi-go-2014", "seats": 2, "variant": "dummy"},
        {"menu": "sushi-go-anniversary", "seats": 4, "dessert": "strawberry"},
        {"menu": "sushi-go-anniversary", "seats": 2, "dessert": "mochi", "variant": "battle"},
        {"menu": "sushi-roll", "seats": 3},
    ],
    ids=lambda table: " ".join(map(str, table.values())),
)
def test_statistics_add_up(table: dict[str, Any]) -> None:
    statistics = Statistics()
    for seed in range(4):
        game = play_game(okawari.new(**table, seed=seed), [bots.make("random", s) for s in range(table["seats"])])
        statistics.add(facts_of(game))
    (edition,) = statistics.editions.values()
    assert edition.games == statistics.games == 4
    assert sum(dish.points.total for dish in edition.dishes.values()) == edition.points.total
    assert sum(wins.share.total for wins in statistics.first_picks.values()) == pytest.approx(4)
    assert sum(wins.share.total for wins in statistics.seats.values()) == pytest.approx(4)
    assert sum(wins.share.n for wins in statistics.first_picks.values()) == 4 * table["seats"]
    assert all(1 <= mean.value <= 60 for mean in statistics.turns.values())
    json.dumps(statistics.to_json(), allow_nan=False)


def test_statistics_do_not_depend_on_the_order_of_the_games() -> None:
    brought = {2: {"maki": 12}, 3: {"maki": 6, "sashimi": 25}, 4: {"tempura": 5}, 5: {"maki": 7, "tempura": 5}}
    games = [
        Facts(
            edition="sushi-roll",
            seats=seats,
            on_dice=True,
            totals=(sum(points.values()), *[0] * (seats - 1)),
            shares=(1.0, *[0.0] * (seats - 1)),
            picks=tuple(Pick(0, word, round=1, turn=1, chosen=True) for word in points),
            lines=tuple((0, word, n, 1) for word, n in points.items()),
        )
        for seats, points in brought.items()
    ]
    both = Statistics(), Statistics()
    for there, back in zip(games, reversed(games), strict=True):
        both[0].add(there)
        both[1].add(back)
    assert both[0].to_json() == both[1].to_json()
    edition = both[0].editions["sushi-roll"]
    assert edition.dishes["sashimi"].points.value == 25 / 14
    assert sum(dish.points.value for dish in edition.dishes.values()) == pytest.approx(edition.points.value)
