"""The observation of one seat at one table: its cells, its secret cells and its mask."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from okawari.encoding import Encoding
from okawari.envs.kernels import ENV_KERNELS, NO_MOVE
from okawari.game.setting import Setting


class Observation(NamedTuple):
    """What a seat may know, what it may not know, and the actions that it may choose."""

    cells: npt.NDArray[np.uint8]
    secrets: npt.NDArray[np.uint8]
    mask: npt.NDArray[np.int8]


def observe(setting: Setting, table: npt.NDArray[Any], seat: int, pending: int = NO_MOVE) -> Observation:
    """The observation of a seat; `table` is an array of one record, such as `view.imagine(seed)` gives.

    `pending` is the move that a seat in control has chosen for itself, if it now chooses for the extra plate.

    >>> import okawari
    >>> view = okawari.new("sushi-go-first", seats=2, seed=1).view(0)
    >>> cells, secrets, mask = observe(view.setting, view.imagine(1), 0)
    >>> int(cells[:12].sum()), secrets.shape, mask.shape
    (10, (12,), (93,))
    """
    encoding = Encoding.of(setting)
    seen = Observation(
        np.zeros(len(encoding.cells), np.uint8),
        np.zeros(len(encoding.secret_cells), np.uint8),
        np.zeros(len(encoding.actions), np.int8),
    )
    kernels = ENV_KERNELS[setting.table_kind]
    kernels.observe(table, seat, pending, encoding.action_of, encoding.wait or 0, *seen)
    return seen
