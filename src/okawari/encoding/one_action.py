"""Actions at tables where a move is always one action: sushi battle and Sushi Roll."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from okawari.rules.draft import NO_MOVE
from okawari.rules.kernel import kernel


@kernel
def completes(table, seat):
    """Whether the move of a seat is to be completed by another action: never, here."""
    return False


@kernel
def with_extra(pending, kind):
    """A pending move with what completes it: there is none, here."""
    return np.int64(NO_MOVE)


def action_kernels(kind: ModuleType) -> tuple[Any, Any]:
    """(write_mask, random_action) of a table kind."""

    @kernel
    def write_mask(table, seat, pending, action_of, buffer, mask):
        """Write 1 for each action that a seat may choose, into a mask of zeros; returns whether there is any."""
        written = kind.moves(table, seat, buffer)
        for k in range(written):
            mask[action_of[seat, buffer[k]]] = 1
        return written > 0

    @kernel
    def random_action(table, dealer, seat, pending, action_of):
        """A random action of a seat that has a choice."""
        return np.int64(action_of[seat, kind.random_move(table, dealer, seat)])

    return write_mask, random_action
