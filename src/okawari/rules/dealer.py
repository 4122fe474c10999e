"""The dealer of a table: draws the luck (shuffles, rolls) and records the events.

There are three kinds of dealer. A *keyed* dealer draws from a ChaCha8 stream under 32 secret bytes, which cannot be
predicted from its earlier output, and notes the luck for a record. A *replaying* dealer repeats the luck of a record. A
*quick* dealer, for search and for simulation in bulk, draws from splitmix64.

Luck can be asked for, too, which makes all that chance may do explicit. A replaying dealer whose luck is UNKNOWN from
some number on notes the first question that comes up there: what is drawn, and how many pieces there are of each
outcome. It goes on with any luck, so the table is of no use after that. The caller answers the question, and repeats
the call at a copy of the table as it was, with one number more.
"""

from __future__ import annotations

import numpy as np

from okawari.rules.counts import NONE, count, nth, one_of_first, some, total
from okawari.rules.dishes import KINDS
from okawari.rules.kernel import kernel, record_type, wraps_around
from okawari.rules.mixing import GOLDEN, splitmix

QUICK, KEYED, REPLAYING = range(3)
#: In place of luck that is to be asked for.
UNKNOWN = -1

#: The most luck that one call can draw, the most events that it can record, and the numbers of an event.
MOST_LUCK = 96
MOST_EVENTS = 192
EVENT_WIDTH = 8

#: What a drawn number means: a card, a seat, the value of a dessert card, a side of a player's die, a sort of die; from
#: SIDE on, a side of a die of sort 0, 1, 2 ….
CARD, SEAT, DESSERT_VALUE, PLAYER_DIE_SIDE, DIE, SIDE = range(6)

#: `stream` is the state of a quick dealer. `key`, `counter`, `block` and `used` are the ChaCha stream of a keyed one:
#: the present block, and how many of its words are used up. `luck` and `meanings` hold the luck of the present call, as
#: `events` its events; `mismatch` is 1 if the luck of a record does not fit the game. `question` counts the pieces of
#: each outcome of the first luck that was UNKNOWN, whose meaning is in `meanings`; it is NONE if all luck was known.
#: Events are recorded only if `recording` is set.
DEALER = record_type(
    [
        ("stream", np.uint64),
        ("counter", np.int64),
        ("question", np.int64),
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
def quarter_round(words, a, b, c, d):
    """ChaCha's quarter round, on four of the sixteen words of a block."""
    for left, right in ((16, 12), (8, 7)):
        words[a] = (np.int64(words[a]) + np.int64(words[b])) & _WORD
        mixed = np.int64(words[d]) ^ np.int64(words[a])
        words[d] = ((mixed << left) | (mixed >> (32 - left))) & _WORD
        words[c] = (np.int64(words[c]) + np.int64(words[d])) & _WORD
        mixed = np.int64(words[b]) ^ np.int64(words[c])
        words[b] = ((mixed << right) | (mixed >> (32 - right))) & _WORD


@kernel
def chacha(key, counter, words, rounds):
    """Write one block of the ChaCha stream under a key into words; the nonce is zero."""
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
            quarter_round(words, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter_round(words, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
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
    """A uniform number below n from the ChaCha stream: words that would favour small numbers are drawn again."""
    fair = (_WORD + 1) // n * n
    word = next_word(dealer)
    while word >= fair:
        word = next_word(dealer)
    return word % n


@kernel
@wraps_around
def quick_below(dealer, n):
    """A nearly uniform number below n from splitmix64."""
    dealer.stream += GOLDEN
    return np.int64(((splitmix(dealer.stream) >> _S32) * np.uint64(n)) >> _S32)


@kernel
def next_recorded(dealer, n):
    """The next number of the record's luck. If it is not below n, the record does not fit: set `mismatch`, give 0."""
    outcome = np.int64(dealer.luck[dealer.luck_count])
    dealer.luck_count += 1
    if 0 <= outcome < n:
        return outcome
    dealer.mismatch = 1
    return np.int64(0)


@kernel
def is_unknown(dealer):
    """Whether the next luck of a replaying dealer is to be asked for."""
    return dealer.luck[dealer.luck_count] == UNKNOWN


@kernel
def ask(dealer, pieces, meaning):
    """Note what the next luck means and how many pieces each outcome has, if it is the first that is asked for."""
    if dealer.question == NONE:
        dealer.question = pieces
        dealer.meanings[dealer.luck_count] = meaning


@kernel
def record_luck(dealer, meaning, outcome):
    """Note a number that a keyed dealer drew, and what it means, for the record."""
    if dealer.mode == KEYED:
        dealer.luck[dealer.luck_count] = outcome
        dealer.meanings[dealer.luck_count] = meaning
        dealer.luck_count += 1


@kernel
def below(dealer, n, meaning):
    """A number below n, such as a side of a die or a seat, from the luck of this dealer."""
    if dealer.mode == QUICK:
        return quick_below(dealer, n)
    if dealer.mode == REPLAYING:
        if is_unknown(dealer):
            ask(dealer, one_of_first(n), meaning)
        return next_recorded(dealer, n)
    outcome = keyed_below(dealer, n)
    record_luck(dealer, meaning, outcome)
    return outcome


@kernel
def shuffle(dealer, cards, top, n, meaning):
    """Draw n of cards[top:], each equally likely, and move them to cards[top : top + n].

    The luck of a record is the kinds of the drawn cards, not their places.
    """
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
            if is_unknown(dealer):
                ask(dealer, counted(cards, here), meaning)
            there = find_card(dealer, cards, here, next_recorded(dealer, KINDS))
        cards[here], cards[there] = cards[there], cards[here]


@kernel
def counted(cards, start):
    """How many cards there are of each kind at or after start."""
    counts = np.int64(NONE)
    for card in cards[start:]:
        counts += some(card)
    return counts


@kernel
def find_card(dealer, cards, start, card):
    """The index of a card of this kind at or after start. If there is none, the record does not fit: set `mismatch`."""
    for where in range(start, cards.size):
        if cards[where] == card:
            return where
    dealer.mismatch = 1
    return np.int64(start)


@kernel
def draw_sort(dealer, left, meaning):
    """Draw one of several sorts; `left` counts the pieces of each sort, and all pieces are equally likely.

    A record that asks for a sort of which none is left does not fit: set `mismatch`, give 0.
    """
    if dealer.mode == REPLAYING:
        if is_unknown(dealer):
            ask(dealer, left, meaning)
        sort = next_recorded(dealer, KINDS)
        if count(left, sort):
            return sort
        dealer.mismatch = 1
        return np.int64(0)
    pick = quick_below(dealer, total(left)) if dealer.mode == QUICK else keyed_below(dealer, total(left))
    sort = nth(left, pick)
    record_luck(dealer, meaning, sort)
    return sort


@kernel
def record_event(dealer, what, who, a=0, b=0, c=0, d=0, e=0, f=0):
    """Record an event, if this dealer does: its number, the plate it happened to, and up to six details."""
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
