"""The compiled functions that the engine is compared with: a shuffle, and an empty call."""

from __future__ import annotations

import numba
import numpy as np

compiled = numba.njit(cache=True, nogil=True, error_model="numpy")

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@compiled
def shuffle_many(deck, state, times):
    """Shuffle a deck a number of times (Fisher-Yates, with splitmix64 as the generator)."""
    for _ in range(times):
        for last in range(deck.size - 1, 0, -1):
            state[0] += _GOLDEN
            word = state[0]
            word = (word ^ (word >> _S30)) * _MIX1
            word = (word ^ (word >> _S27)) * _MIX2
            word = (word ^ (word >> _S31)) >> _S32
            other = np.int64((word * np.uint64(last + 1)) >> _S32)
            deck[last], deck[other] = deck[other], deck[last]


@compiled
def nothing(tables, dealers, seat, move):
    """Do nothing, with the arguments of a kernel that plays a move."""
    return 0
