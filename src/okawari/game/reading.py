"""Reads tables from words: the reverse of `writing`, also for positions that were written by hand.

Words, counts, sizes of hands and seats are checked before a kernel gets them. A table that is not possible raises
`BadFile`, which says why.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from okawari.game.errors import BadFile
from okawari.game.notation import letter
from okawari.game.setting import Setting
from okawari.game.writing import dessert_words_by_kind
from okawari.rules import battle, draft, positions, roll
from okawari.rules.counts import count, unpack
from okawari.rules.desserts import DECK, hand_words
from okawari.rules.dishes import (
    CHOPSTICKS,
    DICE,
    FACE_WORDS,
    SAVOURY,
    SAVOURY_WORDS,
    TOKEN_WORDS,
    TOKENS,
)
from okawari.rules.plates import NOBODY
from okawari.rules.points import ROUNDS
from okawari.rules.tables import CARD_COUNTS, DIE_OF

Data = Mapping[str, Any]

_REPEATED = re.compile(r"([a-z0-9?]+?)(?:\*([1-9][0-9]*))?")
#: The sort of die that has a face: no face is on two sorts.
DIE_WITH_FACE = {face: die for die, (_, faces) in DICE.items() for face in faces}


def parse(content: bytes, file: object) -> Any:
    """Parse the JSON content of a file, with or without a byte order mark; `file` is its name for the message."""
    try:
        return json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as problem:
        raise BadFile("bad-json", file=str(file), problem=problem) from problem


def read_table(data: Data, setting: Setting) -> np.ndarray:
    """The table that the fields of a position describe, as an array of one record."""
    table = bare_table(setting, setting.kernels.table)
    row = table[0]
    row["round_no"] = number(data, "round", 1, ROUNDS)
    row["points"][: setting.diners] = numbers(data, "scores", setting.diners, default=0, low=-999, high=999)
    row["over"] = flag(data, "over")
    row["winners"] = sum(1 << seat for seat in _seats(data, "winners", setting.seats))
    {"draft": _read_draft, "battle": _read_battle, "roll": _read_roll}[setting.table_kind](data, setting, table)
    return table


def bare_table(setting: Setting, record: np.dtype[Any]) -> np.ndarray:
    """A table of this dtype that is zero but for its setting, as an array of one record."""
    table = np.zeros(1, record)
    row = table[0]
    row["menu"], row["dessert"], row["variant"], row["must_have_maki"], row["seats"] = setting.numbers
    row["diners"] = setting.diners
    return table


def _read_plates(data: Data, setting: Setting, table: np.ndarray) -> None:
    """Read plates, desserts, discards, boat and squishy of a table with cards."""
    row, diners = table[0], setting.diners
    row["boat"] = _plate(data, "boat", diners)
    row["squishy"] = _plate(data, "squishy", diners)
    if die := setting.dessert_rules.die:
        row["player_dice"] = die.start
        field = setting.dessert_rules.word
        row["player_dice"][:diners] = numbers(data, field, diners, default=die.start, low=1, high=die.faces)
    row["discards"] = read_cards(data.get("discards", []), SAVOURY_WORDS, SAVOURY)
    row["tasted"] = sum(1 << plate for plate in _seats(data, "tasted", diners))
    for plate, dishes in enumerate(lists(data, "plates", diners, optional=True)):
        read_cards(dishes, SAVOURY_WORDS, SAVOURY)
        kinds = [SAVOURY_WORDS.index(word) for word in spread(dishes)]
        setting.kernels.put_dishes(table, plate, np.array(kinds, np.int16))
    words = dessert_words_by_kind(setting.dessert_number)
    limits = setting.dessert_rules.played
    for plate, dishes in enumerate(lists(data, "desserts", diners, optional=True)):
        row["desserts"][plate] = read_cards(dishes, words, limits)


def _read_draft(data: Data, setting: Setting, table: np.ndarray) -> None:
    """Read a draft table: plates, hands, piles and the deck."""
    _read_plates(data, setting, table)
    row, words, seats = table[0], hand_words(setting.dessert_number), setting.seats
    row["turn"] = number(data, "turn", 1, setting.turns or 1, default=1)
    row["piles"], row["choices"] = draft.NO_CARD, draft.NO_CARD
    row["returned"][:seats] = numbers(data, "returned", seats, default=0, low=0, high=SAVOURY["chopsticks"])
    if row["over"]:
        _fill_deck(table, setting, words)
        return
    has_control = setting.variant_rules.extra_plate
    positions.draft_lay_turn(table, number(data, "controller", 0, seats - 1, default=0) if has_control else NOBODY)
    limits = deck_counts(setting)
    for seat, hand in enumerate(lists(data, "hands", seats)):
        row["hands"][seat] = read_cards(hand, words, limits)
    for seat in range(seats):
        right = int(positions.draft_cards_in_hand(table, seat))
        _check_size(seat, len(spread(data["hands"][seat])), right, int(row["turn"]))
    _read_piles(data, setting, table, words)
    positions.draft_ask_seats(table)
    _fill_deck(table, setting, words)


def _check_size(seat: int, n: int, right: int, turn: int) -> None:
    """Raise `BadFile` if a hand or belt does not have the number of cards or dice that the turn requires."""
    if n != right:
        raise BadFile("bad-hand", seat=letter(seat), n=n, right=right, turn=turn)


def _read_piles(data: Data, setting: Setting, table: np.ndarray, words: Sequence[str]) -> None:
    """Read the draw piles, the next card first, and the card that each seat drew for this turn."""
    n, gone = positions.draft_piles(table)
    if not n:
        return
    size = setting.hand_size
    for pile, cards in enumerate(lists(data, "piles", int(n))):
        cards = spread(cards)
        if len(cards) != size - gone:
            raise BadFile("bad-length", field="piles", n=len(cards), right=int(size - gone))
        table["piles"][0, pile, gone:size] = [kind_of(word, words) for word in cards]
    for seat, word in enumerate(lists(data, "drawn", setting.seats) if data.get("drawn") is not None else ()):
        if word is not None and not positions.draft_note_drawn(table, seat, kind_of(word, words)):
            raise BadFile("bad-drawn", seat=letter(seat))


def _fill_deck(table: np.ndarray, setting: Setting, words: Sequence[str]) -> None:
    """Put the cards that are nowhere else into the deck; `BadFile` if there are more of a card than the deck has."""
    row, deck = table[0], CARD_COUNTS[setting.dessert_number].astype(int)
    for cards in (*row["plates"], row["discards"]):
        deck -= unpack(cards)
    for cards in row["desserts"]:
        deck -= unpack(int(positions.in_hand_form(setting.dessert_number, int(cards))))
    if setting.table_kind == "draft":
        for hand in row["hands"]:
            deck -= unpack(hand)
        _, gone = positions.draft_piles(table)
        shown = row["piles"][:, gone:].ravel()
    else:
        shown = row["pyramid"]
    deck -= np.bincount(shown[shown >= 0], minlength=len(deck))
    for kind, left in enumerate(deck.tolist()):
        if left < 0:
            limit = int(CARD_COUNTS[setting.dessert_number][kind])
            raise BadFile("bad-total", word=words[kind], n=limit - left, right=limit)
    undealt = np.repeat(np.arange(len(deck)), deck)
    row["deck"], row["dealt"] = draft.NO_CARD, DECK - len(undealt)
    row["deck"][DECK - len(undealt) :] = undealt


def _read_battle(data: Data, setting: Setting, table: np.ndarray) -> None:
    """Read a battle table: plates, the pyramid and the deck."""
    _read_plates(data, setting, table)
    row, words = table[0], hand_words(setting.dessert_number)
    row["turn"] = number(data, "turn", 1, 4 * battle.PLACES, default=1)
    row["starter"] = number(data, "starter", 0, setting.seats - 1, default=0)
    row["second"] = flag(data, "second")
    where = 0
    for size, cards in zip(battle.ROWS, lists(data, "pyramid", len(battle.ROWS)), strict=True):
        cards = cards.split() if isinstance(cards, str) else cards
        if not isinstance(cards, list) or len(cards) != size:
            raise BadFile("bad-length", field="pyramid", n=len(cards), right=size)
        for card in cards:
            _lay_card(row, where, card, words)
            where += 1
    row["left"] = (row["pyramid"] != battle.EMPTY).sum()
    _fill_deck(table, setting, words)
    if row["over"]:
        return
    row["to_move"] = number(data, "to_move", 0, setting.seats - 1, default=int(row["starter"]))
    if row["left"] < 2 - int(row["second"]):
        raise BadFile("bad-pyramid", least=2 - int(row["second"]))
    if row["second"] and not count(int(row["plates"][row["to_move"]]), CHOPSTICKS):
        raise BadFile("no-chopsticks")
    if positions.battle_free_cards(int(row["standing"])) & int(row["face_down"]):
        raise BadFile("bad-face-down")


def _lay_card(row: Any, where: int, card: Any, words: Sequence[str]) -> None:
    """Lay a card at a place of the pyramid; `?` before its word means face down, None or `-` an empty place."""
    row["pyramid"][where] = battle.EMPTY
    if card in (None, "-"):
        return
    row["pyramid"][where] = kind_of(str(card).removeprefix("?"), words)
    row["standing"] |= 1 << int(battle.BIT_OF[where])
    if str(card).startswith("?"):
        row["face_down"] |= 1 << int(battle.BIT_OF[where])


def _read_roll(data: Data, setting: Setting, table: np.ndarray) -> None:
    """Read a roll table: belts, trays and tokens."""
    row, seats = table[0], setting.seats
    dice = setting.hand_size
    row["turn"] = number(data, "turn", 1, dice, default=1)
    row["dice"], row["faces"], row["trays"], row["bag"] = roll.EMPTY, roll.EMPTY, roll.EMPTY, DIE_OF
    row["red"] = number(data, "red", 0, seats - 1, default=0)
    for seat, faces in enumerate(lists(data, "belts", seats)):
        _read_belt(row, int(positions.roll_belt_at(seat, int(row["red"]), seats)), faces, dice)
    for seat, faces in enumerate(lists(data, "trays", seats, optional=True)):
        _read_tray(setting, table, seat, spread(faces))
    _read_tokens(data, setting, row)
    used = Counter(
        DIE_WITH_FACE[FACE_WORDS[face]] for face in (*row["faces"].ravel(), *row["trays"].ravel()) if face >= 0
    )
    for die, n in used.items():
        if n > DICE[die][0]:
            raise BadFile("bad-total", word=die, n=n, right=DICE[die][0])
    if not row["over"]:
        row["to_move"] = number(data, "to_move", 0, seats - 1, default=int(row["red"]))
        _check_belts(row, setting, dice)


def _read_belt(row: Any, belt: int, faces: Any, dice: int) -> None:
    """Put dice with these faces on a belt of at most `dice` places; None or `-` is an empty place."""
    faces = faces.split() if isinstance(faces, str) else faces
    if not isinstance(faces, list) or len(faces) > dice:
        raise BadFile("bad-length", field="belts", n=len(faces), right=dice)
    for where, face in enumerate(faces):
        if face not in (None, "-"):
            row["faces"][belt, where] = kind_of(face, FACE_WORDS)
            row["dice"][belt, where] = list(DICE).index(DIE_WITH_FACE[face])
            row["filled"][belt] |= 1 << where


def _read_tray(setting: Setting, table: np.ndarray, seat: int, faces: list[str]) -> None:
    """Put dice with these faces on a seat's tray and plate."""
    if len(faces) > roll.PLACES:
        raise BadFile("bad-length", field="trays", n=len(faces), right=roll.PLACES)
    kinds = [kind_of(face, FACE_WORDS) for face in faces]
    table["trays"][0, seat, : len(kinds)] = kinds
    setting.kernels.put_dishes(table, seat, np.array(kinds, np.int16))


def _read_tokens(data: Data, setting: Setting, row: Any) -> None:
    """Read the tokens of all seats; the others are in the supply."""
    for seat, tokens in enumerate(lists(data, "tokens", setting.seats, optional=True)):
        if not isinstance(tokens, dict):
            raise BadFile("bad-token-counts", value=tokens, example='{"menu": 1}')
        held = dict.fromkeys(TOKEN_WORDS, 0) | tokens
        row["tokens"][seat] = [number(held, word, 0, 99) for word in TOKEN_WORDS]
    left = np.array([total for total, _ in TOKENS.values()]) - row["tokens"].sum(axis=0)
    if (left < 0).any():
        raise BadFile("bad-tokens", limits=", ".join(f"{word} {total}" for word, (total, _) in TOKENS.items()))
    row["supply"] = left


def _check_belts(row: Any, setting: Setting, dice: int) -> None:
    """Raise `BadFile` if a belt does not have the dice that the turn requires, or a tray has more than were kept."""
    seats, red, turn = setting.seats, int(row["red"]), int(row["turn"])
    had_turn = int(positions.roll_belt_at(int(row["to_move"]), red, seats))
    for seat in range(seats):
        order = int(positions.roll_belt_at(seat, red, seats))
        kept = turn - 1 + (order < had_turn)
        _check_size(seat, int(row["filled"][order]).bit_count(), dice - kept, turn)
        on_tray = int((row["trays"][seat] != roll.EMPTY).sum())
        if on_tray > kept:
            raise BadFile("bad-length", field="trays", n=on_tray, right=kept)


def deck_counts(setting: Setting) -> dict[str, int]:
    """How many of each card the deck has."""
    words = hand_words(setting.dessert_number)
    return dict(zip(words, CARD_COUNTS[setting.dessert_number].tolist(), strict=False))


def spread(cards: Any) -> list[str]:
    """A list of words from a list or a line, with `*N` for repeats.

    >>> spread("tempura*2 squid")
    ['tempura', 'tempura', 'squid']
    """
    if not isinstance(cards, str | list | tuple):
        raise BadFile("bad-cards", value=cards)
    spread_out: list[str] = []
    for word in cards.split() if isinstance(cards, str) else cards:
        found = _REPEATED.fullmatch(str(word))
        if not found or int(found[2] or 1) > DECK:
            raise BadFile("bad-cards", value=word)
        spread_out += [found[1]] * int(found[2] or 1)
    return spread_out


def read_cards(cards: Any, words: Sequence[str], limits: Mapping[str, int]) -> int:
    """The integer of counts for a list or a line of words; `BadFile` if there are more of a word than its limit."""
    counted = Counter(kind_of(word, words) for word in spread(cards))
    for kind, n in counted.items():
        if n > limits[words[kind]]:
            raise BadFile("bad-total", word=words[kind], n=n, right=limits[words[kind]])
    return sum(n << (4 * kind) for kind, n in counted.items())


def kind_of(word: Any, words: Sequence[str]) -> int:
    """The index of a word among words; `BadFile` if it is not there."""
    if word not in words or not word:
        raise BadFile("bad-word", word=word, choices=", ".join(filter(None, words)))
    return words.index(word)


def flag(data: Data, field: str) -> bool:
    """The bool of a field; False if it is left out."""
    value = data.get(field, False)
    if not isinstance(value, bool):
        raise BadFile("bad-number", field=field, value=value, low="false", high="true")
    return value


def number(data: Data, field: str, low: int, high: int, default: int | None = None) -> int:
    """The whole number of a field; `BadFile` if it is not between low and high."""
    value = data.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadFile("bad-number", field=field, value=value, low=low, high=high)
    return value


def numbers(data: Data, field: str, n: int, *, default: int, low: int, high: int) -> list[int]:
    """The list of n whole numbers of a field, each between low and high; n times `default` if it is left out."""
    if data.get(field) is None:
        return [default] * n
    return [number({field: value}, field, low, high) for value in lists(data, field, n)]


def lists(data: Data, field: str, n: int, *, optional: bool = False) -> list[Any]:
    """The list with n entries of a field; n empty entries if it is optional and left out."""
    entries = data.get(field)
    if entries is None and optional:
        return [{} if field == "tokens" else [] for _ in range(n)]
    if not isinstance(entries, list) or len(entries) != n:
        raise BadFile("bad-length", field=field, n=len(entries) if isinstance(entries, list) else 0, right=n)
    return entries


def _plate(data: Data, field: str, diners: int) -> int:
    """The plate of a field, or NOBODY."""
    return NOBODY if data.get(field) is None else number(data, field, 0, diners - 1)


def _seats(data: Data, field: str, n: int) -> Iterable[int]:
    """The list of different seats or plates of a field; empty if it is left out."""
    seats = data.get(field) or []
    if not isinstance(seats, list) or len(set(map(str, seats))) != len(seats):
        raise BadFile("bad-cards", value=seats)
    return [number({field: seat}, field, 0, n - 1) for seat in seats]
