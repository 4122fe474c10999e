"""Positions of two players with open hands, or with one die on each belt."""

from __future__ import annotations

import random
from typing import Any

from okawari.game import Position
from okawari.rules.desserts import DESSERTS
from okawari.rules.dishes import DICE, SAVOURY


def small_position(
    seed: int,
    held: int,
    round_no: int = 3,
    *,
    menu: str = "sushi-go-anniversary",
    dessert: str | None = None,
    **setting: Any,
) -> Position:
    """A table with few cards left and lively plates: few kinds, so that sets, ties and pairs come up."""
    luck = random.Random(f"{seed} {held} {menu} {dessert}")
    kinds = luck.sample([kind for kind in SAVOURY if kind not in ("wasabi", "chopsticks")], 5)
    sweets = list(DESSERTS[dessert or ("pudding" if menu != "sushi-go-anniversary" else "strawberry")].cards)
    deck = [kind for kind in kinds for _ in range(4)] + ["wasabi", "wasabi", "chopsticks", *sweets[:2], sweets[-1]]
    deck += luck.choices(["tempura", "sashimi", "salmon", "dumpling", "maki2"], k=10)
    luck.shuffle(deck)
    hands = [[deck.pop() for _ in range(held)] for _ in range(2)]
    plates = [[card for card in (deck.pop() for _ in range(6)) if card in SAVOURY] for _ in range(2)]
    for tool in ("chopsticks", "wasabi"):
        if luck.random() < 0.6:
            plates[luck.randrange(2)].append(tool)
    data = {
        "menu": menu,
        "dessert": dessert,
        "seats": 2,
        "round": round_no,
        "turn": 11 - held,
        "hands": hands,
        "plates": plates,
        "scores": [luck.randrange(40), luck.randrange(40)],
        **setting,
        **earlier_desserts(dessert, luck),
    }
    return Position.from_json(data)


def earlier_desserts(dessert: str | None, luck: random.Random) -> dict[str, Any]:
    """Desserts from earlier rounds."""
    if dessert == "strawberry":
        return {"desserts": [["strawberry3"], ["strawberry2"]], "squishy": luck.choice([None, 0, 1])}
    if dessert == "mochi":
        return {"mochi": [luck.randint(1, 6), luck.randint(1, 6)]}
    if dessert == "yogurt":
        return {"desserts": [["yogurt1"], luck.choice([["yogurt3"], []])]}
    if dessert == "tea":
        return {"desserts": [["tea2"], ["tea4"]]}
    return {}


def end_of_round(plates: list[str], hands: list[str], **setting: Any) -> Position:
    data = {"menu": "sushi-go-first", "seats": 2, "round": 3, "plates": plates, "hands": hands} | setting
    return Position.from_json(data | {"turn": 11 - len(hands[0].split())})


def last_dice(seed: int, round_no: int = 3, second: bool = False) -> Position:
    """A table with one die on each belt, or on that of the second player alone, and a few tokens."""
    luck = random.Random(seed)
    dice = luck.sample([die for die, (n, _) in DICE.items() for _ in range(n)], 16)
    faces = [luck.choice(DICE[die][1]) for die in dice]
    belts, trays = [[faces[0]], [faces[1]]], [faces[2:9], faces[9:16]]
    if second:
        trays[0].append(belts[0].pop())
    tokens = [{"menu": luck.randrange(3), "chopsticks": luck.randrange(2), "pudding": luck.randrange(4)} for _ in "ab"]
    data = {"menu": "sushi-roll", "seats": 2, "round": round_no, "turn": 8, "red": 0, "to_move": int(second)}
    data |= {"belts": belts, "trays": trays, "tokens": tokens, "scores": [luck.randrange(30), luck.randrange(30)]}
    return Position.from_json(data)
