"""Cards counted by kind, in one 64-bit integer: four bits (a nibble) for each of sixteen kinds.

    bits   63..60   59..56   ...   11..8   7..4   3..0
    kind     15       14     ...     2      1      0

A nibble is how many cards of its kind there are, at most 15: `0x102` is two cards of kind 0 and one of kind 2. Adding
and subtracting such integers adds and takes away cards. Passing a hand on moves one number, discarding a plate is one
addition, and the kinds that a hand holds are found without a loop.
"""

from __future__ import annotations

import numpy as np

from okawari.rules.dishes import KINDS
from okawari.rules.kernel import kernel, wraps_around
from okawari.rules.tables import CARD_COUNTS

#: Bits of each kind.
BITS = 4
#: The most cards of a kind, and the mask of a nibble.
_MOST = 15
_ONES = 0x1111111111111111
#: Factors of products that wrap around are unsigned: the overflow of compiled signed integers is undefined.
_ONES_TO_WRAP = np.uint64(_ONES)
_BYTES_TO_WRAP = np.uint64(0x0101010101010101)
_LOW_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_SHIFT = np.uint64(BITS)
_TOP_NIBBLE, _TOP_BYTE = np.uint64(60), np.uint64(56)

#: No cards.
NONE = 0


@kernel
def count(cards, kind):
    """How many of these cards are of a kind."""
    return (cards >> (BITS * kind)) & _MOST


@kernel
def some(kind, n=1):
    """The integer for n cards of one kind, to add to other cards or to subtract from them."""
    return np.int64(n) << (BITS * kind)


@kernel
def one_of_each(cards):
    """The integer for one card of each kind that these cards have."""
    cards = cards | (cards >> 1)
    return (cards | (cards >> 2)) & _ONES


@kernel
def one_of_first(n):
    """The integer for one card of each of the first n kinds, fewer than all."""
    return _ONES & ((np.int64(1) << (BITS * n)) - 1)


@kernel
@wraps_around
def running_counts(cards):
    """In the nibble of each kind, how many cards are of this kind or of one before it. At most 15 cards in all."""
    return np.uint64(cards) * _ONES_TO_WRAP


@kernel
def total(cards):
    """How many cards there are in all, at most 15."""
    return np.int64(running_counts(cards) >> _TOP_NIBBLE)


@kernel
@wraps_around
def nth(cards, n):
    """The kind of the n-th card, counting from 0 in the order of the kinds.

    The n-th card is of the first kind whose running count is greater than n. Each running count is given eight bits,
    and 15 - n is added: that carries into the fifth bit exactly if the count is greater than n. All kinds from the
    wanted one on carry, so the number of carries gives the kind.
    """
    sums = running_counts(cards)
    lift = np.uint64(_MOST - n) * _BYTES_TO_WRAP
    even = ((sums & _LOW_NIBBLES) + lift) >> _SHIFT & _BYTES_TO_WRAP
    odd = ((sums >> _SHIFT & _LOW_NIBBLES) + lift) >> _SHIFT & _BYTES_TO_WRAP
    beyond = (even + odd) * _BYTES_TO_WRAP >> _TOP_BYTE
    return KINDS - np.int64(beyond)


def pack(counts: np.ndarray) -> int:
    """The integer for an array of counts by kind.

    >>> hex(pack(np.array([2, 0, 1])))
    '0x102'
    """
    return sum(int(n) << (BITS * kind) for kind, n in enumerate(counts))


def unpack(cards: np.ndarray | int) -> np.ndarray:
    """The counts by kind of one or many such integers, along a new last axis.

    >>> unpack(0x102)[:3]
    array([2, 0, 1], dtype=int8)
    """
    shifts = np.arange(KINDS) * BITS
    return (np.asarray(cards, np.int64)[..., None] >> shifts & _MOST).astype(np.int8)


#: The whole deck, by dessert.
WHOLE_DECKS = np.array([pack(row) for row in CARD_COUNTS], np.int64)
