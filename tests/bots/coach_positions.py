"""Positions with an obvious best move, and a game with an obvious mistake."""

from __future__ import annotations

from functools import cache
from typing import Any

import okawari
from okawari import bots


def seen(seat: int = 0, **data: Any) -> okawari.View:
    """What a seat sees at a position, in the last round of the first edition unless said otherwise."""
    position = {"menu": "sushi-go-first", "seats": 2, "round": 3, "turn": 8} | data
    view: okawari.View = okawari.Position.from_json(position).game(seed=1).view(seat)
    return view


#: A tray of Sushi Roll after seven turns.
TRAY = ["dumpling"] * 5 + ["maki2"] * 2
#: A view, the best move, and a reason that must be among those for it.
OBVIOUS = {
    "tempura": (seen(hands=["tempura egg egg", "maki1 maki1 egg"], plates=["tempura", ""]), "tempura", "completes"),
    "sashimi": (
        seen(hands=["sashimi maki1 egg", "maki1 maki1 egg"], plates=["sashimi*2", ""]),
        "sashimi",
        "completes",
    ),
    "dumpling": (
        seen(hands=["dumpling egg maki1", "maki1 maki1 egg"], plates=["dumpling*4", "maki3*2"]),
        "dumpling",
        "dumplings",
    ),
    "maki": (
        seen(hands=["maki3 egg tempura", "maki1 maki1 egg"], plates=["maki2", "maki3"]),
        "maki3",
        "maki-gained",
    ),
    "wasabi": (
        seen(hands=["squid egg tempura", "maki1 maki1 egg"], plates=["wasabi", "maki3"]),
        "squid",
        "on-wasabi",
    ),
    "wasabi to come": (
        seen(hands=["wasabi egg tempura", "squid salmon squid"], plates=["", "maki3"]),
        "wasabi",
        "wasabi-for-later",
    ),
    "chopsticks": (
        seen(
            turn=7,
            hands=["chopsticks egg maki1 maki1", "squid salmon squid sashimi"],
            plates=["wasabi*2 sashimi*2", "maki3*3 sashimi"],
        ),
        "chopsticks",
        "chopsticks-for-later",
    ),
    "pudding": (
        seen(hands=["pudding egg tempura", "maki1 egg egg"], plates=["", "maki3"], desserts=["pudding", "pudding"]),
        "pudding",
        "dessert-most",
    ),
    "the fewest puddings": (
        seen(
            seats=3,
            turn=8,
            hands=["pudding egg", "maki1 egg", "maki1 egg"],
            plates=["", "maki3", "maki2"],
            desserts=["", "pudding", "pudding*4"],
        ),
        "pudding",
        "dessert-safe",
    ),
    "squishy": (
        seen(
            menu="sushi-go-anniversary",
            dessert="strawberry",
            hands=["strawberry4 egg maki1", "maki1 maki2 egg"],
            plates=["", "maki3*3"],
            desserts=["strawberry2", "strawberry3"],
        ),
        "strawberry4",
        "squishy-gained",
    ),
    "tea": (
        seen(
            menu="sushi-go-anniversary",
            dessert="tea",
            hands=["tea3 egg tempura", "maki1 maki1 tempura"],
            plates=["", "maki3"],
            desserts=["tea1 tea2 tea4 tea5", ""],
        ),
        "tea3",
        "tea",
    ),
    "mochi": (
        seen(
            menu="sushi-go-anniversary",
            dessert="mochi",
            hands=["mochi egg tempura", "maki1 maki1 tempura"],
            plates=["", "maki3"],
            mochi=[1, 2],
        ),
        "mochi",
        "dessert-most",
    ),
    "yogurt": (
        seen(
            menu="sushi-go-anniversary",
            dessert="yogurt",
            hands=["yogurt egg tempura", "maki1 maki1 tempura"],
            plates=["", "maki3"],
            desserts=["yogurt1", "yogurt1"],
        ),
        "yogurt",
        "dessert-most",
    ),
    "denying": (
        seen(hands=["sashimi egg maki1", "tempura maki1 egg"], plates=["maki3*3", "sashimi*2"]),
        "sashimi",
        "denies",
    ),
    "golf": (
        seen(
            menu="sushi-go-anniversary",
            variant="golf",
            hands=["squid chopsticks tempura", "egg egg tempura"],
            plates=["wasabi tempura", "maki3"],
        ),
        "chopsticks",
        "golf-avoids",
    ),
}


@cache
def game_with_a_blunder() -> okawari.Record:
    """A game of three in which the first player throws a squid's wasabi away; all else is well played."""
    start = okawari.Position.from_json(
        {
            "menu": "sushi-go-first",
            "seats": 3,
            "round": 3,
            "turn": 7,
            "hands": ["squid chopsticks egg", "tempura maki2 egg", "dumpling maki1 salmon"],
            "plates": ["wasabi maki3", "tempura maki2", "dumpling*2"],
            "scores": [20, 21, 19],
        }
    )
    game = start.game(seed=5)
    for seat, move in enumerate(["chopsticks", "tempura", "dumpling"]):
        game.choose(seat, move)
    players = [bots.make("tree:budget=500", seed=seat) for seat in game.seats]
    while not game.over:
        for seat in game.to_move:
            game.choose(seat, players[seat].choose(game.view(seat)))
    record: okawari.Record = game.record
    return record
