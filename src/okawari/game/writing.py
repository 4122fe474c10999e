"""Tables in words: what views, positions and records have in common when they are written down.

Cards are lists of words. A plate is written in an order in which its cards could have been played, so that nigiri and
wasabi find each other again when it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from okawari.game.setting import Setting
from okawari.rules import battle, roll
from okawari.rules.counts import count
from okawari.rules.desserts import dessert_words, hand_words
from okawari.rules.dishes import DESSERT, EGG, FACE_WORDS, SAVOURY_WORDS, SQUID, TOKEN_WORDS, WASABI
from okawari.rules.plates import NOBODY, dip, dips

#: The kinds of savoury dishes by their words.
SAVOURY_KINDS = {word: kind for kind, word in enumerate(SAVOURY_WORDS)}


def card_words(cards: int, words: Sequence[str]) -> list[str]:
    """Counted cards as a list of words."""
    return [word for kind, word in enumerate(words) for _ in range(int(count(cards, kind)))]


def dessert_row(dessert: int) -> tuple[str, ...]:
    """The words of a dessert in front of a player, at the places of their kinds."""
    return ("",) * DESSERT + dessert_words(dessert)


def plate_words(record: Any, plate: int) -> list[str]:
    """A plate's dishes: loose nigiri, then each wasabi with its nigiri, then open wasabi and all the rest."""
    cards, dipped = int(record["plates"][plate]), int(record["dipped"][plate])
    loose, on_wasabi, rest = [], [], []
    for kind, word in enumerate(SAVOURY_WORDS):
        n = int(count(cards, kind))
        if EGG <= kind <= SQUID:
            on = int(count(dipped, kind - EGG))
            loose += [word] * (n - on)
            on_wasabi += ["wasabi", word] * on
        elif kind == WASABI:
            rest += ["wasabi"] * int(record["wasabi"][plate])
        else:
            rest += [word] * n
    return loose + on_wasabi + rest


def on_wasabi(words: Sequence[str]) -> list[int]:
    """The places of the nigiri that lie on wasabi, among dishes in an order in which they were put on a plate.

    >>> on_wasabi(["egg", "wasabi", "maki1", "squid", "salmon"])
    [3]
    """
    places: list[int] = []
    if "wasabi" not in words:
        return places
    wasabi = 0
    for place, word in enumerate(words):
        kind = SAVOURY_KINDS.get(word, DESSERT)
        if dips(kind, wasabi):
            places.append(place)
            wasabi -= 1
        wasabi += kind == WASABI
    return places


def dipped_words(record: Any, plate: int) -> list[str]:
    """The nigiri of a plate that lie on wasabi."""
    return card_words(int(record["dipped"][plate]), SAVOURY_WORDS[EGG : SQUID + 1])


def or_none(plate: Any) -> int | None:
    """A plate's number, or None for nobody."""
    return None if int(plate) == NOBODY else int(plate)


def members(mask: Any) -> list[int]:
    """The seats whose bits are set."""
    return [seat for seat in range(8) if int(mask) >> seat & 1]


def public_words(record: Any, setting: Setting) -> dict[str, Any]:
    """What everybody sees of any table, in words."""
    diners = range(setting.diners)
    words: dict[str, Any] = {
        **setting.to_json(),
        "round": int(record["round_no"]),
        "turn": int(record["turn"]),
        "over": bool(record["over"]),
        "winners": members(record["winners"]),
        "scores": [int(points) for points in record["points"][: setting.diners]],
    }
    if setting.table_kind == "roll":
        return words | _roll_words(record, setting)
    words["plates"] = [plate_words(record, plate) for plate in diners]
    desserts = dessert_row(setting.dessert_number)
    words["desserts"] = [card_words(int(record["desserts"][plate]), desserts) for plate in diners]
    words["discards"] = card_words(int(record["discards"]), SAVOURY_WORDS)
    if setting.rules.boat:
        words["boat"] = or_none(record["boat"])
    dessert = setting.dessert_rules
    if dessert.squishy:
        words["squishy"] = or_none(record["squishy"])
    if dessert.die:
        words[dessert.word] = [int(die) for die in record["player_dice"][: setting.diners]]
    if setting.table_kind == "battle":
        words |= {
            "starter": int(record["starter"]),
            "to_move": None if record["over"] else int(record["to_move"]),
            "second": bool(record["second"]),
            "tasted": members(record["tasted"]),
        }
    return words


def _roll_words(record: Any, setting: Setting) -> dict[str, Any]:
    seats = range(setting.seats)
    red = int(record["red"])
    belts = [roll.belt_at(seat, red, setting.seats) for seat in seats]
    dice = setting.hand_size
    return {
        "belts": [[_face(face) for face in record["faces"][belt][:dice]] for belt in belts],
        "trays": [[FACE_WORDS[face] for face in record["trays"][seat] if face != roll.EMPTY] for seat in seats],
        "tokens": [_token_words(record["tokens"][seat]) for seat in seats],
        "supply": _token_words(record["supply"]),
        "red": int(record["red"]),
        "to_move": None if record["over"] else int(record["to_move"]),
    }


def _face(face: Any) -> str | None:
    return None if int(face) == roll.EMPTY else FACE_WORDS[int(face)]


def _token_words(tokens: Any) -> dict[str, int]:
    return {word: int(n) for word, n in zip(TOKEN_WORDS, tokens, strict=True)}


def put_on_plate_of_dice(record: np.ndarray, seat: int, face: str) -> None:
    """Put a kept die on a plate, on wasabi if there is one; those that bring tokens have no place there."""
    kind = FACE_WORDS.index(face)
    if kind <= WASABI:
        record[0]["plates"][seat] += 1 << (4 * kind)
        dip(record[0], seat, kind)


def pyramid_words(record: Any, *, hidden: bool) -> list[list[str | None]]:
    """The pyramid by rows; a face-down card is `?`, with its word behind it if it may be told."""
    rows: list[list[str | None]] = []
    words = hand_words(int(record["dessert"]))
    for row, size in enumerate(battle.ROWS):
        start = int(battle.ROW_START[row])
        rows.append([_card_there(record, start + i, words, hidden) for i in range(size)])
    return rows


def _card_there(record: Any, where: int, words: Sequence[str], hidden: bool) -> str | None:
    kind = int(record["pyramid"][where])
    if kind == battle.EMPTY:
        return None
    if kind == battle.HIDDEN:
        return "?"
    down = hidden and int(record["face_down"]) >> int(battle.SPOT[where]) & 1
    return f"?{words[kind]}" if down else words[kind]
