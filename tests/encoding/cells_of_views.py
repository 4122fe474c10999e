"""What the cells of an observation should be: computed from the words of a view, without a look at the kernels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from okawari.game import Setting, View
from okawari.game.worth import worth_now
from okawari.rules.dishes import DICE, FACE_WORDS, SAVOURY_WORDS, dish_of, number_on

NIGIRI = ("egg", "salmon", "squid")
Cells = dict[str, Sequence[int]]


def expected_cells(view: View) -> Cells:
    """The cells of a view by block."""
    return {"draft": _draft, "battle": _battle, "roll": _roll}[view.setting.table_kind](view)


def _counts(words: Iterable[str], cards: Iterable[str]) -> list[int]:
    counted = Counter(cards)
    return [counted[word] for word in words]


def _one_of(words: Sequence[Any], word: Any) -> list[int]:
    return [int(each == word) for each in words]


def _hand_words(setting: Setting) -> tuple[str, ...]:
    return (*SAVOURY_WORDS, *setting.dessert_rules.cards)


def _draft(view: View) -> Cells:
    setting, seat, data = view.setting, _seat(view), view.to_json()
    words = _hand_words(setting)
    hand = _counts(words, view.hand)
    cells: Cells = {
        "hand": hand,
        "hand has": [int(n >= 1) for n in hand],
        "hand has two": [int(n >= 2) for n in hand],
        "unseen": [view.unseen_cards[word] for word in words],
        "round": _one_of((1, 2, 3), view.round),
        "turns left": _one_of(range(1, 11), (setting.turns or 0) - view.turn + 1),
        "points": [view.scores[seat]],
        **_plate("plate", view, seat),
    }
    if setting.variant_rules.draws != "nothing":
        cells["drawn"] = _one_of(words, data["drawn"])
    if setting.variant_rules.extra_plate:
        cells["chosen"] = [0] * len(words)
        order = [(seat + away) % setting.seats for away in range(setting.seats)]
        cells["acts"] = [0, *_one_of(order, view.controller)]
        cells |= {**_plate("extra plate", view, setting.seats), "extra plate points": [view.scores[-1]]}
    step = 1 if data["way"] == "left" else -1
    for away in range(1, setting.seats):
        other = (seat + step * away) % setting.seats
        cells[f"next{away} hand"] = _counts(words, view.hands[other])
        cells[f"next{away} unseen"] = [view.unseen[other]]
        cells |= {**_plate(f"next{away} plate", view, other), **_differences(f"next{away}", view, seat, other)}
    return cells


def _battle(view: View) -> Cells:
    seat, data = _seat(view), view.to_json()
    words = _hand_words(view.setting)
    places = [card for row in data["pyramid"] for card in row]
    names = [f"{row + 1}.{place + 1}" for row, cards in enumerate(data["pyramid"]) for place in range(len(cards))]
    cells: Cells = {f"card at place{place + 1}": _one_of(words, card) for place, card in enumerate(places)}
    return cells | {
        "face down": [int(card == "?") for card in places],
        "free": [int(name in data["free"]) for name in names],
        "unseen": [view.unseen_cards[word] for word in words],
        "acts": [int(data["to_move"] == seat), int(data["second"]), int(data["starter"] == seat)],
        "left": [sum(card is not None for card in places)],
        "round": _one_of((1, 2, 3), view.round),
        "points": [view.scores[seat]],
        **_plate("plate", view, seat),
        **_plate("next1 plate", view, 1 - seat),
        **_differences("next1", view, seat, 1 - seat),
    }


def _roll(view: View) -> Cells:
    setting, seat, data = view.setting, _seat(view), view.to_json()
    order = [(seat + away) % setting.seats for away in range(setting.seats)]
    cells: Cells = {
        "round": _one_of((1, 2, 3), view.round),
        "turns left": _one_of(range(1, setting.hand_size + 1), setting.hand_size - view.turn + 1),
        "to move": _one_of(order, data["to_move"]),
        "red belt": _one_of(order, data["red"]),
        "supply": list(data["supply"].values()),
        "points": [view.scores[seat]],
    }
    for away, other in enumerate(order):
        whose = f"next{away}" if away else "own"
        for place, face in enumerate(data["belts"][other]):
            cells[f"{whose} face {place + 1}"] = _one_of(FACE_WORDS, face)
            # Every face is on one sort of die only.
            cells[f"{whose} die {place + 1}"] = [int(face in faces) for _, faces in DICE.values()]
        cells[f"{whose} tray"] = _counts(FACE_WORDS[:10], view.plates[other])
        cells[f"{whose} tray counts"] = _tally(view, other)
        cells[f"{whose} tokens"] = list(data["tokens"][other].values())
        cells |= _differences(whose, view, seat, other) if away else {}
    return cells


def _plate(name: str, view: View, plate: int) -> Cells:
    data, dishes = view.to_json(), view.plates[plate]
    tempura, sashimi = dishes.count("tempura") % 2, dishes.count("sashimi") % 3
    return {
        name: _counts(SAVOURY_WORDS, dishes),
        f"{name} desserts": _counts(view.setting.dessert_rules.played, data["desserts"][plate]),
        f"{name} counts": _tally(view, plate),
        f"{name} sets": [
            tempura,
            int(sashimi == 1),
            int(sashimi == 2),
            int("chopsticks" in dishes),
            int(data.get("squishy") == plate),
        ],
        f"{name} dumplings": [int(dishes.count("dumpling") >= n) for n in range(1, 6)],
        f"{name} dessert": [data["dessert_amounts"][plate]],
    }


def _tally(view: View, plate: int) -> list[int]:
    dishes = view.plates[plate]
    lines = worth_now(view)[plate]
    on_wasabi = len(view.to_json()["on_wasabi"][plate])
    nigiri = sum(line.points for line in lines if line.dish == "nigiri")
    return [dishes.count("wasabi") - on_wasabi, nigiri, _maki(dishes), sum(line.points for line in lines)]


def _maki(dishes: Iterable[str]) -> int:
    return sum(number_on(dish) for dish in dishes if dish_of(dish) == "maki")


def _differences(name: str, view: View, own: int, other: int) -> Cells:
    data = view.to_json()
    worth = [sum(line.points for line in lines) for lines in worth_now(view)]
    amounts = [tokens["pudding"] for tokens in data["tokens"]] if "tokens" in data else data["dessert_amounts"]
    points = view.scores[own] - view.scores[other]
    return {
        f"more than {name}": [128 + points, 128 + points + worth[own] - worth[other]],
        f"more than {name} of": [
            128 + amounts[own] - amounts[other],
            128 + _maki(view.plates[own]) - _maki(view.plates[other]),
        ],
    }


def _seat(view: View) -> int:
    assert view.seat is not None
    return view.seat
