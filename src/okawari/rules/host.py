"""The host of a table: shuffles and rolls, and tells everybody what happened.

Luck comes in three ways. A *keyed* host draws it from a ChaCha8 stream under 32 secret bytes: nobody can foretell
it from what they have seen. A *recalling* host repeats stored luck, to replay a record. A *quick* host, for searching
and for games by the million, uses splitmix64.
"""

from __future__ import annotations

import numpy as np

from okawari.rules.counts import count, nth, total
from okawari.rules.dishes import DIE_NAMES, KINDS
from okawari.rules.kernel import kernel, record_type

QUICK, KEYED, RECALLING = range(3)

#: The most that can happen in one step: luck that falls, and events that are told.
MOST_LUCK = 96
MOST_EVENTS = 192
EVENT_WIDTH = 8

#: What luck means: a card, a seat, a yogurt's value, a side of a mochi die, a die, and a side of each sort of die.
LUCK = ("card", "seat", "yogurt", "mochi", "die", *DIE_NAMES)
CARD, SEAT, YOGURT_VALUE, MOCHI_SIDE, DIE, SIDE = range(6)

HOST = record_type(
    [
        ("stream", np.uint64),
        ("counter", np.int64),
        ("key", np.uint32, 8),
        ("block", np.uint32, 16),
        ("used", np.int16),
        ("mode", np.int8),
        ("doubt", np.int8),
        ("telling", np.int8),
        ("fell", np.int16),
        ("told", np.int16),
        ("fallen", np.int8, MOST_LUCK),
        ("meant", np.int8, MOST_LUCK),
        ("events", np.int16, (MOST_EVENTS, EVENT_WIDTH)),
    ]
)

_WORD = 0xFFFFFFFF
_BLOCK_WORDS = 16
_ROUNDS = 8
#: "expand 32-byte k", the constant words of ChaCha.
_SIGMA = np.array([0x61707865, 0x3320646E, 0x79622D32, 0x6B206574], np.int64)

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@kernel
def quarter(words, a, b, c, d):
    """ChaCha's quarter round."""
    for left, right in ((16, 12), (8, 7)):
        words[a] = (np.int64(words[a]) + np.int64(words[b])) & _WORD
        mixed = np.int64(words[d]) ^ np.int64(words[a])
        words[d] = ((mixed << left) | (mixed >> (32 - left))) & _WORD
        words[c] = (np.int64(words[c]) + np.int64(words[d])) & _WORD
        mixed = np.int64(words[b]) ^ np.int64(words[c])
        words[b] = ((mixed << right) | (mixed >> (32 - right))) & _WORD


@kernel
def chacha(key, counter, words, rounds):
    """One block of the ChaCha stream under a key, with a nonce of zero."""
    start = np.empty(_BLOCK_WORDS, np.int64)
    start[:4] = _SIGMA
    for i in range(8):
        start[4 + i] = key[i]
    start[12] = counter & _WORD
    start[13] = (counter >> 32) & _WORD
    start[14] = 0
    start[15] = 0
    for i in range(_BLOCK_WORDS):
        words[i] = start[i]
    for _ in range(rounds // 2):
        for i in range(4):
            quarter(words, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(words, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    for i in range(_BLOCK_WORDS):
        words[i] = (np.int64(words[i]) + start[i]) & _WORD


@kernel
def next_word(host):
    """The next 32 bits of a keyed host."""
    if host.used == _BLOCK_WORDS:
        chacha(host.key, host.counter, host.block, _ROUNDS)
        host.counter += 1
        host.used = 0
    word = np.int64(host.block[host.used])
    host.used += 1
    return word


@kernel
def keyed_below(host, n):
    """A number below n, each equally likely: draws that would favour the small ones are drawn again."""
    fair = (_WORD + 1) // n * n
    word = next_word(host)
    while word >= fair:
        word = next_word(host)
    return word % n


@kernel
def quick_below(host, n):
    """A number below n from splitmix64."""
    host.stream += _GOLDEN
    word = host.stream
    word = (word ^ (word >> _S30)) * _MIX1
    word = (word ^ (word >> _S27)) * _MIX2
    word = (word ^ (word >> _S31)) >> _S32
    return np.int64((word * np.uint64(n)) >> _S32)


@kernel
def recall(host, n):
    """The next luck of a record: a number below n. One that cannot be raises a doubt about the record."""
    outcome = np.int64(host.fallen[host.fell])
    host.fell += 1
    if 0 <= outcome < n:
        return outcome
    host.doubt = 1
    return np.int64(0)


@kernel
def keep(host, meaning, outcome):
    """Write down what fell, for the record, and what it means: see `LUCK`."""
    if host.mode == KEYED:
        host.fallen[host.fell] = outcome
        host.meant[host.fell] = meaning
        host.fell += 1


@kernel
def below(host, n, meaning):
    """A number below n that goes into the record as it is: a side of a die, a seat."""
    if host.mode == QUICK:
        return quick_below(host, n)
    if host.mode == RECALLING:
        return recall(host, n)
    outcome = keyed_below(host, n)
    keep(host, meaning, outcome)
    return outcome


@kernel
def shuffle(host, cards, top, n, meaning):
    """Draw n of cards[top:], each equally likely, to cards[top : top + n]. What falls is the cards."""
    if host.mode == QUICK:
        for here in range(top, top + n):
            there = here + quick_below(host, cards.size - here)
            cards[here], cards[there] = cards[there], cards[here]
        return
    for here in range(top, top + n):
        if host.mode == KEYED:
            there = here + keyed_below(host, cards.size - here)
            keep(host, meaning, cards[there])
        else:
            there = find(host, cards, here, recall(host, KINDS))
        cards[here], cards[there] = cards[there], cards[here]


@kernel
def find(host, cards, start, card):
    """Where a card lies at or after start; a record that asks for one that is not there is in doubt."""
    for where in range(start, cards.size):
        if cards[where] == card:
            return where
    host.doubt = 1
    return np.int64(start)


@kernel
def draw_sort(host, left, meaning):
    """One of several sorts, counted in left, each as likely as there are things of it. What falls is the sort."""
    if host.mode == RECALLING:
        sort = recall(host, KINDS)
        host.doubt |= count(left, sort) == 0
        return sort
    pick = quick_below(host, total(left)) if host.mode == QUICK else keyed_below(host, total(left))
    sort = nth(left, pick)
    keep(host, meaning, sort)
    return sort


@kernel
def tell(host, what, who, a=0, b=0, c=0, d=0, e=0, f=0):
    """Tell everybody what happened."""
    if host.telling:
        row = host.events[host.told]
        row[0] = what
        row[1] = who
        row[2] = a
        row[3] = b
        row[4] = c
        row[5] = d
        row[6] = e
        row[7] = f
        host.told += 1
