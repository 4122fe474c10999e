"""The cells of an observation: blocks of named cells, in the order in which the kernels write them.

A cell is a number from 0 to 255. Differences, which may be negative, are written as 128 more. Other seats are ordered
as hands or belts move: `next1` gets one's own hand or belt next. Their blocks come last, so that the cells with fewer
seats are the first cells with more seats (in drafting; in Sushi Roll the length of belts changes, too).
"""

from __future__ import annotations

from typing import NamedTuple

from okawari.game.setting import Setting
from okawari.rules.battle import PLACES
from okawari.rules.desserts import hand_words
from okawari.rules.dishes import CHOPSTICKS, DIE_NAMES, FACE_WORDS, SAVOURY_WORDS, TOKEN_WORDS
from okawari.rules.points import ROUNDS
from okawari.rules.traits import DRAWS_NOTHING

#: A difference of 0.
CENTRE = 128
#: The most turns of a round, and the most dumplings that score.
MOST_TURNS = 10
MOST_DUMPLINGS = 5


class Block(NamedTuple):
    """Cells of one meaning: a name, a word for each cell, and what a network divides them by after taking `centre`."""

    name: str
    words: tuple[str, ...]
    scale: float = 1.0
    centre: int = 0


def blocks_of(setting: Setting) -> list[Block]:
    """The blocks of what a seat may know."""
    return {"draft": _draft_blocks, "battle": _battle_blocks, "roll": _roll_blocks}[setting.table_kind](setting)


def secret_blocks_of(setting: Setting) -> list[Block]:
    """The blocks of what a seat may not know, for the critics of training: hands, piles, cards that lie face down."""
    if setting.table_kind == "roll":
        return []
    cards = hand_words(setting.dessert_number)
    if setting.table_kind == "battle":
        return [Block(f"face down {place + 1}", cards) for place in range(PLACES)]
    hands = [Block(f"next{away} whole hand", cards, 2) for away in range(1, setting.seats)]
    return [*hands, *(Block(f"pile {pile + 1}", cards, 2) for pile in range(setting.pile_count))]


def _draft_blocks(setting: Setting) -> list[Block]:
    cards = hand_words(setting.dessert_number)
    blocks = [Block("hand", cards, 2), Block("hand has", cards), Block("hand has two", cards)]
    if setting.variant_rules.draws != DRAWS_NOTHING:
        blocks.append(Block("drawn", cards))
    if setting.variant_rules.extra_plate:
        blocks.append(Block("chosen", cards))
        blocks.append(Block("acts", ("for the extra plate", "in control", *_others(setting))))
    blocks += [
        Block("unseen", cards, 4),
        *_moment(MOST_TURNS),
        *_plate("plate", setting),
        Block("points", ("own",), 30),
    ]
    if setting.variant_rules.extra_plate:
        blocks += [*_plate("extra plate", setting), Block("extra plate points", ("total",), 30)]
    for away in _others(setting):
        blocks += [Block(f"{away} hand", cards, 2), Block(f"{away} unseen", ("cards",), 5)]
        blocks += [*_plate(f"{away} plate", setting), *_differences(away)]
    return blocks


def _battle_blocks(setting: Setting) -> list[Block]:
    cards = hand_words(setting.dessert_number)
    places = tuple(f"place{place + 1}" for place in range(PLACES))
    blocks = [Block(f"card at {place}", cards) for place in places]
    blocks += [Block("face down", places), Block("free", places), Block("unseen", cards, 4)]
    blocks += [
        Block("acts", ("own turn", "second card", "started")),
        Block("left", ("cards",), 10),
        Block("round", _rounds()),
    ]
    blocks += [*_plate("plate", setting), Block("points", ("own",), 30)]
    return [*blocks, *_plate("next1 plate", setting), *_differences("next1")]


def _roll_blocks(setting: Setting) -> list[Block]:
    seats = ("own", *_others(setting))
    blocks = [
        *_moment(setting.hand_size),
        Block("to move", seats),
        Block("red belt", seats),
        Block("supply", TOKEN_WORDS, 10),
    ]
    blocks += [Block("points", ("own",), 30)]
    for whose in seats:
        for place in range(setting.hand_size):
            blocks += [Block(f"{whose} die {place + 1}", DIE_NAMES), Block(f"{whose} face {place + 1}", FACE_WORDS)]
        blocks += [Block(f"{whose} tray", FACE_WORDS[:CHOPSTICKS], 2), Block(f"{whose} tray counts", _COUNTS, 4)]
        blocks += [Block(f"{whose} tokens", TOKEN_WORDS, 3)]
        blocks += [] if whose == "own" else _differences(whose)
    return blocks


#: What is counted on a plate besides its dishes.
_COUNTS = ("open wasabi", "nigiri points", "maki", "points now")


def _plate(name: str, setting: Setting) -> list[Block]:
    """The blocks of a plate with cards."""
    desserts = tuple(setting.dessert_rules.played)
    return [
        Block(name, SAVOURY_WORDS, 2),
        Block(f"{name} desserts", desserts, 2),
        Block(f"{name} counts", _COUNTS, 4),
        Block(f"{name} sets", ("tempura alone", "sashimi alone", "sashimi twice", "chopsticks", "squishy")),
        Block(f"{name} dumplings", tuple(f"at least {n}" for n in range(1, MOST_DUMPLINGS + 1))),
        Block(f"{name} dessert", ("amount",), 3),
    ]


def _differences(name: str) -> list[Block]:
    """By how much one's own points, points with the plate, dessert and maki exceed those of another seat."""
    words = ("points", "points with plates")
    return [
        Block(f"more than {name}", words, 15, CENTRE),
        Block(f"more than {name} of", ("dessert", "maki"), 3, CENTRE),
    ]


def _moment(turns: int) -> list[Block]:
    return [Block("round", _rounds()), Block("turns left", tuple(str(n) for n in range(1, turns + 1)))]


def _rounds() -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, ROUNDS + 1))


def _others(setting: Setting) -> tuple[str, ...]:
    return tuple(f"next{away}" for away in range(1, setting.seats))
