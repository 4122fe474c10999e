"""Writes tables in words, for views and positions. `reading` is the reverse.

Cards are lists of words. A plate is written in an order in which its cards could have been played, so that the same
nigiri lie on wasabi when it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from okawari.game.setting import Setting
from okawari.rules import battle, positions, roll
from okawari.rules.counts import count
from okawari.rules.desserts import dessert_words, hand_words
from okawari.rules.dishes import DESSERT, EGG, FACE_WORDS, SAVOURY_WORDS, SQUID, TOKEN_WORDS, WASABI
from okawari.rules.plates import NOBODY, goes_on_wasabi

#: The kinds of savoury dishes by their words.
SAVOURY_KINDS = {word: kind for kind, word in enumerate(SAVOURY_WORDS)}


def card_words(cards: int, words: tuple[str, ...]) -> list[str]:
    """The list of words for an integer of counts; `words` are those of the kinds."""
    return list(_card_words(cards, words))


@lru_cache(1 << 14)
def _card_words(cards: int, words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for kind, word in enumerate(words) for _ in range(int(count(cards, kind))))


def dessert_words_by_kind(dessert: int) -> tuple[str, ...]:
    """The words of the played cards of a dessert, at the index of their kinds."""
    return ("",) * DESSERT + dessert_words(dessert)


def plate_words(record: Any, plate: int) -> list[str]:
    """The words of a plate: nigiri without wasabi, each wasabi with its nigiri, then open wasabi and the rest."""
    fields = (record[field][plate].item() for field in ("plates", "dipped", "wasabi"))
    return list(_plate_words(*fields))


@lru_cache(1 << 14)
def _plate_words(cards: int, dipped: int, wasabi: int) -> tuple[str, ...]:
    loose: list[str] = []
    on_wasabi: list[str] = []
    rest: list[str] = []
    for kind, word in enumerate(SAVOURY_WORDS):
        n = int(count(cards, kind))
        if EGG <= kind <= SQUID:
            on = int(count(dipped, kind - EGG))
            loose += [word] * (n - on)
            on_wasabi += ["wasabi", word] * on
        elif kind == WASABI:
            rest += ["wasabi"] * wasabi
        else:
            rest += [word] * n
    return (*loose, *on_wasabi, *rest)


def on_wasabi(words: Sequence[str]) -> list[int]:
    """The indices of the nigiri that lie on wasabi, given the words of a plate in the order of play.

    >>> on_wasabi(["egg", "wasabi", "maki1", "squid", "salmon"])
    [3]
    """
    places: list[int] = []
    if "wasabi" not in words:
        return places
    wasabi = 0
    for place, word in enumerate(words):
        kind = SAVOURY_KINDS.get(word, DESSERT)
        if goes_on_wasabi(kind, wasabi):
            places.append(place)
            wasabi -= 1
        wasabi += kind == WASABI
    return places


def dipped_words(record: Any, plate: int) -> list[str]:
    """The words of the nigiri of a plate that lie on wasabi."""
    return card_words(int(record["dipped"][plate]), SAVOURY_WORDS[EGG : SQUID + 1])


def plate_or_none(plate: Any) -> int | None:
    """The number of a plate, or None for NOBODY."""
    return None if int(plate) == NOBODY else int(plate)


def set_bits(mask: Any) -> list[int]:
    """The numbers of the bits that are set: seats or plates."""
    return [seat for seat in range(8) if int(mask) >> seat & 1]


def public_words(record: Any, setting: Setting) -> dict[str, Any]:
    """The public fields of a table or view, in words."""
    diners = range(setting.diners)
    words: dict[str, Any] = {
        **setting.to_json(),
        "round": int(record["round_no"]),
        "turn": int(record["turn"]),
        "over": bool(record["over"]),
        "winners": set_bits(record["winners"]),
        "scores": [int(points) for points in record["points"][: setting.diners]],
    }
    if setting.table_kind == "roll":
        return words | _roll_words(record, setting)
    words["plates"] = [plate_words(record, plate) for plate in diners]
    desserts = dessert_words_by_kind(setting.dessert_number)
    words["desserts"] = [card_words(int(record["desserts"][plate]), desserts) for plate in diners]
    words["discards"] = card_words(int(record["discards"]), SAVOURY_WORDS)
    if setting.rules.boat:
        words["boat"] = plate_or_none(record["boat"])
    dessert = setting.dessert_rules
    if dessert.squishy:
        words["squishy"] = plate_or_none(record["squishy"])
    if dessert.die:
        words[dessert.word] = [int(die) for die in record["player_dice"][: setting.diners]]
    if setting.table_kind == "battle":
        words |= {
            "starter": int(record["starter"]),
            "to_move": None if record["over"] else int(record["to_move"]),
            "second": bool(record["second"]),
            "tasted": set_bits(record["tasted"]),
        }
    return words


def _roll_words(record: Any, setting: Setting) -> dict[str, Any]:
    """The public fields of a roll table, in words."""
    seats = range(setting.seats)
    red = int(record["red"])
    belts = [int(positions.roll_belt_at(seat, red, setting.seats)) for seat in seats]
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


def pyramid_words(record: Any, *, hidden: bool) -> list[list[str | None]]:
    """The words of the pyramid by rows; a face-down card is `?`, followed by its word if `hidden` is set."""
    rows: list[list[str | None]] = []
    words = hand_words(int(record["dessert"]))
    for row, size in enumerate(battle.ROWS):
        start = int(battle.ROW_START[row])
        rows.append([_pyramid_card(record, start + i, words, hidden) for i in range(size)])
    return rows


def _pyramid_card(record: Any, where: int, words: Sequence[str], hidden: bool) -> str | None:
    kind = int(record["pyramid"][where])
    if kind == battle.EMPTY:
        return None
    if kind == battle.HIDDEN:
        return "?"
    down = hidden and int(record["face_down"]) >> int(battle.BIT_OF[where]) & 1
    return f"?{words[kind]}" if down else words[kind]
