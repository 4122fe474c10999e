"""Cards counted by kind, in one integer: four bits a kind.

A hand or a plate holds at most fifteen of a kind and sixteen kinds, so it fits into 64 bits. Passing a hand on moves
one number, discarding a plate is one addition, and the kinds that a hand holds are found without a loop.
"""

from __future__ import annotations

import numpy as np

from okawari.rules.dishes import KINDS
from okawari.rules.kernel import kernel
from okawari.rules.tables import CARD_COUNTS

#: Bits for each kind.
BITS = 4
_MOST = 15
_ONES = 0x1111111111111111
#: Products that are meant to wrap around are unsigned: compiled signed ones must not overflow.
_ONES_TO_WRAP = np.uint64(_ONES)
_BYTES_TO_WRAP = np.uint64(0x0101010101010101)
_LOW = np.uint64(0x0F0F0F0F0F0F0F0F)
_SHIFT = np.uint64(BITS)
_TOP_NIBBLE, _TOP_BYTE = np.uint64(60), np.uint64(56)

#: Nothing at all.
NONE = 0


@kernel
def count(cards, kind):
    """How many of a kind there are."""
    return (cards >> (BITS * kind)) & _MOST


@kernel
def some(kind, n=1):
    """So many cards of one kind, to be added or taken away."""
    return np.int64(n) << (BITS * kind)


@kernel
def all_kinds(cards):
    """One of each kind that there is."""
    cards = cards | (cards >> 1)
    return (cards | (cards >> 2)) & _ONES


@kernel
def sums_up_to(cards):
    """For each kind, how many cards there are of it and the kinds before it; up to fifteen in all."""
    return np.uint64(cards) * _ONES_TO_WRAP


@kernel
def total(cards):
    """How many cards there are, up to fifteen."""
    return np.int64(sums_up_to(cards) >> _TOP_NIBBLE)


@kernel
def nth(cards, n):
    """The kind of the n-th card, counting from 0 in the order of the kinds.

    A kind lies before the n-th card if at most n cards belong to it and to those before it. Its four bits, spread to
    eight, overflow into the fifth when 15 - n is added only if there are more; counting those that do gives the kind.
    """
    sums = sums_up_to(cards)
    lift = np.uint64(_MOST - n) * _BYTES_TO_WRAP
    even = ((sums & _LOW) + lift) >> _SHIFT & _BYTES_TO_WRAP
    odd = ((sums >> _SHIFT & _LOW) + lift) >> _SHIFT & _BYTES_TO_WRAP
    beyond = (even + odd) * _BYTES_TO_WRAP >> _TOP_BYTE
    return KINDS - np.int64(beyond)


def pack(counts: np.ndarray) -> int:
    """One integer for counts by kind.

    >>> hex(pack(np.array([2, 0, 1])))
    '0x102'
    """
    return sum(int(n) << (BITS * kind) for kind, n in enumerate(counts))


def unpack(cards: np.ndarray | int) -> np.ndarray:
    """Counts by kind, along a new last axis.

    >>> unpack(0x102)[:3]
    array([2, 0, 1], dtype=int8)
    """
    shifts = np.arange(KINDS) * BITS
    return (np.asarray(cards, np.int64)[..., None] >> shifts & _MOST).astype(np.int8)


#: The whole deck with each dessert.
WHOLE_DECKS = np.array([pack(row) for row in CARD_COUNTS], np.int64)
