"""The spaces of observations and actions, for Gymnasium and PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from okawari.encoding import Encoding


def action_space(encoding: Encoding) -> spaces.Discrete:
    """The actions, by number."""
    return spaces.Discrete(len(encoding.actions))


def observation_space(encoding: Encoding, critic: bool = False) -> spaces.Dict:
    """What an agent observes: `observation` are its cells, `action_mask` has 1 for each legal action.

    With `critic` there are also the cells that it may not know, under `secrets`.
    """
    parts: dict[str, spaces.Space[Any]] = {
        "observation": cell_space(len(encoding.cells)),
        "action_mask": spaces.Box(0, 1, (len(encoding.actions),), np.int8),
    }
    if critic:
        parts["secrets"] = cell_space(len(encoding.secret_cells))
    return spaces.Dict(parts)


def cell_space(cells: int) -> spaces.Box:
    """A vector of cells."""
    return spaces.Box(0, 255, (cells,), np.uint8)
