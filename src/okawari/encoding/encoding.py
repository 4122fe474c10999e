"""What the cells of an observation and the actions of a game are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from okawari.encoding.actions import WAIT, action_tables, actions_of
from okawari.encoding.blocks import Block, blocks_of, secret_blocks_of
from okawari.encoding.forms import Form, form_of
from okawari.game.setting import Setting


@dataclass(frozen=True)
class Encoding:
    """The cells and actions of a setting. Make one with `Encoding.of`.

    >>> encoding = Encoding.of(Setting.of("sushi-go-first", 2))
    >>> len(encoding.cells), len(encoding.actions)
    (133, 93)
    >>> encoding.cells[0], encoding.actions[:2], encoding.actions[12:14]
    ('hand/tempura', ('tempura', 'sashimi'), ('tempura+tempura', 'sashimi+tempura'))
    """

    setting: Setting

    @classmethod
    @cache
    def of(cls, setting: Setting) -> Encoding:
        """The encoding of a setting."""
        return cls(setting)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of cells, in order."""
        return tuple(blocks_of(self.setting))

    @cached_property
    def secret_blocks(self) -> tuple[Block, ...]:
        """The blocks of cells that a seat may not know, in order."""
        return tuple(secret_blocks_of(self.setting))

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The name of every cell: its block, a slash, and a word."""
        return _names(self.blocks)

    @cached_property
    def secret_cells(self) -> tuple[str, ...]:
        """The name of every cell that a seat may not know."""
        return _names(self.secret_blocks)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The name of every action, by number."""
        return tuple(action.name for action in actions_of(self.setting))

    @cached_property
    def wait(self) -> int | None:
        """The action of a seat that has no choice; None where every seat always has one."""
        return self.actions.index(WAIT) if WAIT in self.actions else None

    @property
    def move_of(self) -> npt.NDArray[np.int16]:
        """The number of the move that an action plays, by seat and action; -1 for waiting."""
        return action_tables(self.setting)[0]

    @property
    def action_of(self) -> npt.NDArray[np.int16]:
        """The action of a move, by seat and number of the move; -1 for numbers that are no moves."""
        return action_tables(self.setting)[1]

    @cached_property
    def scales(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """(centre, factor) of every cell: (cell - centre) * factor suits a network."""
        return _scales(self.blocks)

    @cached_property
    def form(self) -> Form | None:
        """The form of our networks; None where their inputs are the cells and their outputs the actions."""
        return form_of(self.setting)

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The name of everything that goes into our networks."""
        return _names(self.form.blocks) if self.form else self.cells

    @cached_property
    def outputs(self) -> tuple[str, ...]:
        """The name of everything that comes out of our networks, besides the value of the position."""
        return self.form.outputs if self.form else self.actions

    @cached_property
    def input_scales(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """(centre, factor) of every input, as `scales` has them of every cell."""
        return _scales(self.form.blocks) if self.form else self.scales

    def as_dict(self, cells: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Observations by block: views of the last axis of `cells`, no copies; secret cells may follow the others."""
        blocks = (*self.blocks, *self.secret_blocks) if cells.shape[-1] > len(self.cells) else self.blocks
        ends = np.cumsum([len(block.words) for block in blocks])
        return {block.name: cells[..., end - len(block.words) : end] for block, end in zip(blocks, ends, strict=True)}


def _scales(blocks: tuple[Block, ...]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    centre = [block.centre for block in blocks for _ in block.words]
    factor = [1 / block.scale for block in blocks for _ in block.words]
    return np.array(centre, np.float32), np.array(factor, np.float32)


def _names(blocks: tuple[Block, ...]) -> tuple[str, ...]:
    return tuple(f"{block.name}/{word}" for block in blocks for word in block.words)
