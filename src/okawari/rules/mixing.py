"""Functions that mix the bits of integers, with the constants of splitmix64: for quick dealers and for hash tables."""

from __future__ import annotations

import numpy as np

from okawari.rules.kernel import hot_kernel, kernel, wraps_around

#: The step of splitmix64's counter, and its two multipliers.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX1 = np.uint64(0xBF58476D1CE4E5B9)
MIX2 = np.uint64(0x94D049BB133111EB)
_S2, _S27, _S29, _S30, _S31, _S33 = (np.uint64(shift) for shift in (2, 27, 29, 30, 31, 33))


@hot_kernel
@wraps_around
def splitmix(word):
    """The output of splitmix64 for a value of its counter."""
    word = (word ^ (word >> _S30)) * MIX1
    word = (word ^ (word >> _S27)) * MIX2
    return word ^ (word >> _S31)


@kernel
@wraps_around
def hash_pair(a, b):
    """A hash of a pair of integers: a number below 2**62."""
    word = (np.uint64(a) + GOLDEN) * MIX1 ^ np.uint64(b)
    word = (word ^ (word >> _S31)) * GOLDEN
    return np.int64((word ^ (word >> _S33)) >> _S2)


@kernel
@wraps_around
def stream_at(seed, moment):
    """The state in which a quick dealer's stream starts for a moment: the same for the same seed and moment."""
    word = (np.uint64(seed) + GOLDEN * np.uint64(moment)) * MIX1
    word = (word ^ (word >> _S29)) * GOLDEN
    return word ^ (word >> _S29)
