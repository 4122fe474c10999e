"""The form of a network: what goes into it and comes out of it, where that is more than the cells and the actions.

In Sushi Roll, cells and actions name places of dice, but it does not matter at which place a die lies. So a network
there gets counts: the cells of all places of a belt are added up, by sort and by face. Some counts are followed by
marks, which say whether they are at least 1, 2 and so on. What comes out are values by face: of keeping a die, of
re-rolling it, of giving it away and of taking it from another belt; and a value of re-rolling and of swapping at all.
The preference for an action is the sum of its terms: the values of its dice by their faces, and that of the re-roll or
swap. So it is the same for actions with the same faces at other places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from okawari.encoding.actions import action_tables
from okawari.encoding.blocks import Block, blocks_of
from okawari.game.setting import Setting
from okawari.rules import roll
from okawari.rules.dishes import FACE_WORDS

#: Up to which number there are marks of counts, by the last word of their block.
_MARKS = {"face": 2, "tray": 5, "tokens": 2}
#: What is done with dice of the own belt and of another one, and what else has a value.
_OWN_USES, _OTHER_USES = ("keep", "reroll", "give"), ("take",)
_ACTS = _REROLL, _SWAP = "any reroll", "any swap"

Numbers = npt.NDArray[np.int16]


class Belt(NamedTuple):
    """The dice of a belt: their cells by place and face, and the outputs with their values by use and face."""

    cells: Numbers
    outputs: Numbers

    @property
    def terms(self) -> int:
        """The number of terms: uses of places."""
        return len(self.outputs) * len(self.cells)


@dataclass(frozen=True)
class Form:
    """The form of a network.

    `blocks` name the inputs in order: `counts` counts, and then marks. `input_of` is the count that a cell is added
    to, by cell; `marks` has the count and the least number of each mark. `outputs` names what comes out. Terms of
    actions are numbered by belt, use and place; those of `acts`, which are outputs, come last. `terms_of` has the terms
    of each action in its row, filled up with -1.
    """

    blocks: tuple[Block, ...]
    counts: int
    input_of: Numbers
    marks: Numbers
    outputs: tuple[str, ...]
    belts: tuple[Belt, ...]
    acts: Numbers
    terms_of: Numbers

    @property
    def terms(self) -> int:
        """The number of terms."""
        return sum(belt.terms for belt in self.belts) + len(self.acts)

    @property
    def faces(self) -> int:
        """The number of faces by which dice are valued."""
        return int(self.belts[0].cells.shape[1])

    @cached_property
    def term_cells(self) -> Numbers:
        """The first cell of the faces of the die that each term is about, or -1."""
        by_belt = [np.tile(belt.cells[:, 0], len(belt.outputs)) for belt in self.belts]
        return np.concatenate([*by_belt, np.full(len(self.acts), -1, np.int16)])

    @cached_property
    def term_outputs(self) -> Numbers:
        """The first output of the values by face that each term is one of, or the output that it is."""
        by_belt = [np.repeat(belt.outputs[:, 0], len(belt.cells)) for belt in self.belts]
        return np.concatenate([*by_belt, self.acts])


def form_of(setting: Setting) -> Form | None:
    """The form of a network for a setting; None where cells go in and preferences come out."""
    return _roll_form(setting) if setting.table_kind == "roll" else None


def _roll_form(setting: Setting) -> Form:
    counted, input_of = _counted(blocks_of(setting))
    marked, marks = _marked(counted)
    uses = {"own": _OWN_USES} | {f"next{away}": _OTHER_USES for away in range(1, setting.seats)}
    outputs = [f"{seat} {use}/{face}" for seat, by_seat in uses.items() for use in by_seat for face in FACE_WORDS]
    return Form(
        blocks=(*counted, *marked),
        counts=sum(len(block.words) for block in counted),
        input_of=input_of,
        marks=marks,
        outputs=(*outputs, *_ACTS),
        belts=tuple(_belts(setting, uses)),
        acts=np.arange(len(outputs), len(outputs) + len(_ACTS), dtype=np.int16),
        terms_of=_terms_of(setting),
    )


def _counted(blocks: list[Block]) -> tuple[list[Block], Numbers]:
    """The blocks of counts, and the count of each cell: blocks that differ in the number of a place are added up."""
    counted: dict[str, Block] = {}
    for block in blocks:
        name = _without_place(block.name)
        counted.setdefault(name, block._replace(name=name))
    first = _firsts(list(counted.values()))
    places = [first[_without_place(block.name)] + word for block in blocks for word in range(len(block.words))]
    return list(counted.values()), np.array(places, np.int16)


def _without_place(name: str) -> str:
    return re.sub(r" \d+$", "", name)


def _firsts(blocks: list[Block]) -> dict[str, int]:
    """The number of the first word of each block."""
    ends = accumulate((len(block.words) for block in blocks), initial=0)
    return dict(zip((block.name for block in blocks), ends, strict=False))


def _marked(counted: list[Block]) -> tuple[list[Block], Numbers]:
    """The blocks of marks, and the count and the least number of each mark."""
    first, blocks, marks = _firsts(counted), [], []
    for block in counted:
        for least in range(1, _MARKS.get(block.name.split()[-1], 0) + 1):
            blocks.append(Block(f"{block.name} at least {least}", block.words))
            marks += [(first[block.name] + word, least) for word in range(len(block.words))]
    return blocks, np.array(marks, np.int16)


def _belts(setting: Setting, uses: Mapping[str, tuple[str, ...]]) -> Iterator[Belt]:
    """The belts of all seats; outputs are numbered by belt, use and face."""
    first, faces, output = _firsts(blocks_of(setting)), np.arange(len(FACE_WORDS), dtype=np.int16), 0
    for seat, by_seat in uses.items():
        cells = np.array([first[f"{seat} face {place + 1}"] for place in range(setting.hand_size)], np.int16)
        outputs = np.array([output + use * len(faces) for use in range(len(by_seat))], np.int16)
        yield Belt(cells[:, None] + faces, outputs[:, None] + faces)
        output += len(by_seat) * len(faces)


def _terms_of(setting: Setting) -> Numbers:
    """The terms of each action in its row; waiting has none."""
    moves = action_tables(setting)[0][0]
    rows = [list(_terms(setting, int(move))) if move != roll.NO_MOVE else [] for move in moves]
    table = np.full((len(rows), max(map(len, rows))), -1, np.int16)
    for row, terms in zip(table, rows, strict=True):
        row[: len(terms)] = terms
    return table


def _terms(setting: Setting, move: int) -> Iterator[int]:
    """The terms of a move of the first seat, for whom seats are numbered as they lie to the left."""
    places = setting.hand_size
    keep, reroll, give = (use * places for use in range(len(_OWN_USES)))
    take = len(_OWN_USES) * places
    acts = take + (setting.seats - 1) * places
    if roll.is_keep(move):
        yield keep + move
    elif roll.is_reroll(move):
        yield acts + _ACTS.index(_REROLL)
        chosen = int(roll.rerolled(move))
        yield from (reroll + place for place in range(places) if chosen >> place & 1)
    else:
        own, away, place = (int(number) for number in roll.decode_swap(move))
        yield from (acts + _ACTS.index(_SWAP), give + own, take + (away - 1) * places + place)
