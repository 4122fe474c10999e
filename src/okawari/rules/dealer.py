"""The dealer of a table: draws the luck (shuffles, rolls) and records the events.

There are three kinds of luck. A *keyed* dealer draws it from a ChaCha8 stream under 32 secret bytes: nobody can predict
it from what they have seen. A *replaying* dealer repeats the luck of a record. A *quick* dealer, for searching and for
games by the million, uses splitmix64.
"""

from __future__ import annotations

import numpy as np

from okawari.rules.counts import count, nth, total
from okawari.rules.dishes import KINDS
from okawari.rules.kernel import kernel, record_type
from okawari.rules.mixing import GOLDEN, splitmix

QUICK, KEYED, REPLAYING = range(3)

#: The most that one step can need: luck that is drawn, and events that are recorded.
MOST_LUCK = 96
MOST_EVENTS = 192
EVENT_WIDTH = 8

#: What luck means: a card, a seat, the value of a dessert, a side of a player's die, a die, and from there on a side of
#: each sort of die.
CARD, SEAT, DESSERT_VALUE, PLAYER_DIE_SIDE, DIE, SIDE = range(6)

DEALER = record_type(
    [
        ("stream", np.uint64),
        ("counter", np.int64),
        ("key", np.uint32, 8),
        ("block", np.uint32, 16),
        ("used", np.int16),
        ("mode", np.int8),
        ("mismatch", np.int8),
        ("recording", np.int8),
        ("luck_count", np.int16),
        ("event_count", np.int16),
        ("luck", np.int8, MOST_LUCK),
        ("meanings", np.int8, MOST_LUCK),
        ("events", np.int16, (MOST_EVENTS, EVENT_WIDTH)),
    ]
)

_WORD = 0xFFFFFFFF
_BLOCK_WORDS = 16
_ROUNDS = 8
#: "expand 32-byte k", the constant words of ChaCha.
_SIGMA = np.array([0x61707865, 0x3320646E, 0x79622D32, 0x6B206574], np.int64)

_S32 = np.uint64(32)


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
def next_word(dealer):
    """The next 32 bits of a keyed dealer."""
    if dealer.used == _BLOCK_WORDS:
        chacha(dealer.key, dealer.counter, dealer.block, _ROUNDS)
        dealer.counter += 1
        dealer.used = 0
    word = np.int64(dealer.block[dealer.used])
    dealer.used += 1
    return word


@kernel
def keyed_below(dealer, n):
    """A number below n, each equally likely: draws that would favour the small ones are drawn again."""
    fair = (_WORD + 1) // n * n
    word = next_word(dealer)
    while word >= fair:
        word = next_word(dealer)
    return word % n


@kernel
def quick_below(dealer, n):
    """A number below n from splitmix64."""
    dealer.stream += GOLDEN
    return np.int64(((splitmix(dealer.stream) >> _S32) * np.uint64(n)) >> _S32)


@kernel
def next_of_record(dealer, n):
    """The next luck of a record: a number below n. Any other number does not fit the record: see `mismatch`."""
    outcome = np.int64(dealer.luck[dealer.luck_count])
    dealer.luck_count += 1
    if 0 <= outcome < n:
        return outcome
    dealer.mismatch = 1
    return np.int64(0)


@kernel
def record_luck(dealer, meaning, outcome):
    """Write down the luck that was drawn, for the record, and what it means."""
    if dealer.mode == KEYED:
        dealer.luck[dealer.luck_count] = outcome
        dealer.meanings[dealer.luck_count] = meaning
        dealer.luck_count += 1


@kernel
def below(dealer, n, meaning):
    """A number below n that goes into the record as it is: a side of a die, a seat."""
    if dealer.mode == QUICK:
        return quick_below(dealer, n)
    if dealer.mode == REPLAYING:
        return next_of_record(dealer, n)
    outcome = keyed_below(dealer, n)
    record_luck(dealer, meaning, outcome)
    return outcome


@kernel
def shuffle(dealer, cards, top, n, meaning):
    """Draw n of cards[top:], each equally likely, to cards[top : top + n]. What falls is the cards."""
    if dealer.mode == QUICK:
        for here in range(top, top + n):
            there = here + quick_below(dealer, cards.size - here)
            cards[here], cards[there] = cards[there], cards[here]
        return
    for here in range(top, top + n):
        if dealer.mode == KEYED:
            there = here + keyed_below(dealer, cards.size - here)
            record_luck(dealer, meaning, cards[there])
        else:
            there = find(dealer, cards, here, next_of_record(dealer, KINDS))
        cards[here], cards[there] = cards[there], cards[here]


@kernel
def find(dealer, cards, start, card):
    """Where a card lies at or after start; a record that asks for one that is not there does not fit."""
    for where in range(start, cards.size):
        if cards[where] == card:
            return where
    dealer.mismatch = 1
    return np.int64(start)


@kernel
def draw_sort(dealer, left, meaning):
    """One of several sorts, counted in left, each as likely as there are things of it. What falls is the sort."""
    if dealer.mode == REPLAYING:
        sort = next_of_record(dealer, KINDS)
        dealer.mismatch |= count(left, sort) == 0
        return sort
    pick = quick_below(dealer, total(left)) if dealer.mode == QUICK else keyed_below(dealer, total(left))
    sort = nth(left, pick)
    record_luck(dealer, meaning, sort)
    return sort


@kernel
def record_event(dealer, what, who, a=0, b=0, c=0, d=0, e=0, f=0):
    """Tell everybody what happened."""
    if dealer.recording:
        row = dealer.events[dealer.event_count]
        row[0] = what
        row[1] = who
        row[2] = a
        row[3] = b
        row[4] = c
        row[5] = d
        row[6] = e
        row[7] = f
        dealer.event_count += 1
