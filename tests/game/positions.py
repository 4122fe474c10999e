"""Positions near the end of a round, one for each kind of table."""

from __future__ import annotations

from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL

DUMMY_END = {
    "menu": EDITION_2014,
    "seats": 2,
    "variant": "dummy",
    "round": 1,
    "turn": 9,
    "controller": 0,
    "hands": ["tempura egg", "maki2"],
    "piles": [[]],
    "plates": ["chopsticks", "", ""],
}
DUMMY_LATE = DUMMY_END | {"turn": 8, "hands": ["tempura egg maki1", "maki2*2"], "piles": ["squid"]}
HANDS = {"menu": FIRST, "seats": 2, "round": 1, "turn": 9, "hands": ["tempura egg", "squid maki2"]}
PYRAMID = {
    "menu": ANNIVERSARY,
    "seats": 2,
    "variant": "battle",
    "round": 1,
    "plates": ["chopsticks", ""],
    "pyramid": [
        "tempura egg",
        "?squid ?squid ?egg",
        "maki1 maki1 maki2 maki2",
        "?egg ?tempura ?egg ?salmon ?salmon",
        "tempura sashimi sashimi sashimi dumpling -",
    ],
}
BELTS = {
    "menu": ROLL,
    "seats": 2,
    "round": 1,
    "turn": 8,
    "belts": [["egg"], ["-", "maki2"]],
    "trays": ["tempura*5 maki1*2", "dumpling*5 maki1*2"],
}
