"""Luck: the stream is ChaCha, draws from it favour nothing, and the same seed is the same game everywhere."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

import okawari
from okawari import Game
from okawari.rules.dealer import (
    KEYED,
    MOST_EVENTS,
    MOST_LUCK,
    QUICK,
    REPLAYING,
    UNKNOWN,
    below,
    chacha,
    draw_sort,
    keyed_below,
    shuffle,
)
from okawari.rules.table_kernels import new_dealer
from tests.referee.words import FACES, full_deck
from tests.support.tables import ANNIVERSARY, FIRST, ROLL, SAMPLE, RandomPlayer, Table, play_on

#: Published streams under a key of zeros, with a nonce of zeros: rounds, block, and the block's 64 bytes. Twenty
#: rounds: RFC 8439, appendix A.1, test vectors 1 and 2. Eight rounds: draft-strombergson-chacha-test-vectors, TC1.
PUBLISHED = [
    (20, 0, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"),
    (20, 1, "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"),
    (8, 0, "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
           "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"),
    (8, 1, "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
           "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"),
]  # fmt: skip


@pytest.mark.parametrize(("rounds", "block", "stream"), PUBLISHED)
def test_the_stream_is_chacha(rounds: int, block: int, stream: str) -> None:
    words = np.zeros(16, np.uint32)
    chacha(np.zeros(8, np.uint32), block, words, rounds)
    assert words.astype("<u4").tobytes().hex() == stream


def test_a_key_and_a_late_block() -> None:
    """RFC 8439, appendix A.1, test vector 3 has a key that is not zero; block counters go beyond 32 bits."""
    key, words = np.zeros(8, np.uint32), np.zeros(16, np.uint32)
    key[7] = 1 << 24
    chacha(key, 1, words, 20)
    assert words.astype("<u4").tobytes().hex().startswith("3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b822")
    blocks = set()
    for block in (0, 1, 2**32, 2**32 + 1):
        chacha(key, block, words, 8)
        blocks.add(words.tobytes())
    assert len(blocks) == 4


def keyed_dealer(key: bytes = bytes(32)) -> np.ndarray:
    dealer = new_dealer(KEYED)
    dealer["key"] = np.frombuffer(key, "<u4")
    return dealer


def test_a_keyed_dealer_reads_the_stream_word_by_word() -> None:
    """Below 2 ** 32 nothing is drawn again, so the draws are the words of the published stream themselves."""
    dealer = keyed_dealer()
    published = bytes.fromhex(PUBLISHED[2][2] + PUBLISHED[3][2])
    assert [int(keyed_below(dealer[0], 2**32)) for _ in range(32)] == np.frombuffer(published, "<u4").tolist()


def test_a_draw_that_would_favour_small_numbers_is_drawn_again() -> None:
    """Below 3 * 2 ** 30 every fourth word is beyond the largest multiple, and must be skipped, not folded."""
    n = 3 * 2**30
    words = np.frombuffer(bytes.fromhex(PUBLISHED[2][2] + PUBLISHED[3][2]), "<u4").tolist()
    kept = [word for word in words if word < n]
    dealer = keyed_dealer()
    assert len(kept) < len(words)
    assert [int(keyed_below(dealer[0], n)) for _ in kept] == kept


def fair(observed: Counter[Any], expected: dict[Any, float]) -> bool:
    """Whether counts agree with chances, by chi-square; seeds are fixed, so this never fails by chance."""
    n = observed.total()
    assert observed.keys() <= expected.keys()
    distance = sum((observed[outcome] - n * chance) ** 2 / (n * chance) for outcome, chance in expected.items())
    freedom = len(expected) - 1
    return distance < freedom + 4 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("mode", [KEYED, QUICK])
@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 108])
def test_every_number_is_equally_likely(mode: int, n: int) -> None:
    dealer, drawn = new_dealer(mode), Counter[object]()
    for _ in range(3000):
        dealer["luck_count"] = 0
        drawn[int(below(dealer[0], n, 0))] += 1
    assert fair(drawn, dict.fromkeys(range(n), 1 / n))


@pytest.mark.parametrize("mode", [KEYED, QUICK])
def test_every_order_is_equally_likely(mode: int) -> None:
    dealer, seen = new_dealer(mode), Counter[object]()
    for _ in range(3000):
        dealer["luck_count"] = 0
        cards = np.arange(4, dtype=np.int8)
        shuffle(dealer[0], cards, 0, 4, 0)
        seen[tuple(cards.tolist())] += 1
    assert len(seen) == 24
    assert fair(seen, dict.fromkeys(seen, 1 / 24))


@pytest.mark.parametrize("mode", [KEYED, QUICK])
def test_a_kind_is_as_likely_as_its_number_of_cards(mode: int) -> None:
    """Three yogurts of value 1, four of 2 and three of 3, in the four bits that each has."""
    dealer, drawn = new_dealer(mode), Counter[object]()
    for _ in range(3000):
        dealer["luck_count"] = 0
        drawn[int(draw_sort(dealer[0], 3 | 4 << 4 | 3 << 8, 0))] += 1
    assert fair(drawn, {0: 0.3, 1: 0.4, 2: 0.3})


def test_a_replaying_dealer_repeats_what_a_keyed_one_drew() -> None:
    keyed, replaying = keyed_dealer(b"k" * 32), new_dealer(REPLAYING)
    cards, again = np.arange(16, dtype=np.int8), np.arange(16, dtype=np.int8)
    drawn = [int(below(keyed[0], n, 0)) for n in (2, 5, 6)]
    shuffle(keyed[0], cards, 3, 10, 0)
    replaying["luck"] = keyed["luck"]
    assert [int(below(replaying[0], n, 0)) for n in (2, 5, 6)] == drawn
    shuffle(replaying[0], again, 3, 10, 0)
    assert cards[:13].tolist() == again[:13].tolist()
    assert int(keyed["luck_count"][0]) == int(replaying["luck_count"][0]) == 13


def test_a_replaying_dealer_asks_for_the_first_luck_that_it_does_not_know() -> None:
    """It notes what is drawn, and how many pieces there are of each outcome: of a die, of cards, of sorts."""
    for known, meaning, pieces in (
        ([], 7, 0x111),
        ([2], 8, 0x1021),
        ([2, 1], 8, 0x1011),
        ([2, 1, 0, 3], 9, 0x343),
        ([2, 1, 0, 3, 2], 0, 0),
    ):
        dealer, cards = new_dealer(REPLAYING), np.array([0, 1, 1, 3], np.int8)
        dealer["luck"] = UNKNOWN
        dealer["luck"][0, : len(known)] = known
        below(dealer[0], 3, 7)
        shuffle(dealer[0], cards, 0, 3, 8)
        draw_sort(dealer[0], 0x343, 9)
        assert int(dealer["question"][0]) == pieces
        assert bool(dealer["mismatch"][0]) == bool(pieces)
        if pieces:
            assert int(dealer["meanings"][0, len(known)]) == meaning


def test_luck_and_events_of_a_step_fit_into_the_dealer() -> None:
    """The dealer's arrays of luck and of events have an end, and compiled code would write beyond it; half is safe."""
    fell = told = 0
    for table in SAMPLE:
        game, player, luck, events = table.game(1), RandomPlayer(1), 0, 0
        while not game.over:
            fell, luck = max(fell, len(game.luck) - luck), len(game.luck)
            play_on(game, player, 1)
            told, events = max(told, len(game.events) - events), len(game.events)
    assert 40 < fell < 0.6 * MOST_LUCK
    assert 50 < told < 0.6 * MOST_EVENTS


# What falls in games.


def luck_of(table: Table, games: int) -> list[str]:
    return [word for seed in range(games) for word in play_on(table.game(seed), RandomPlayer(seed, 2)).luck]


def test_dice_are_fair() -> None:
    fallen = Counter[object](luck_of(Table(ROLL, 4), 25))
    for faces in FACES.values():
        shares = {face: count / len(faces) for face, count in Counter(faces).items()}
        assert fair(Counter({face: fallen[face] for face in shares}), shares)


def test_mochi_dice_are_fair() -> None:
    rolled = Counter[object](word for word in luck_of(Table(ANNIVERSARY, 3, "mochi"), 120) if word[:-1] == "mochi")
    assert fair(rolled, {f"mochi{value}": 1 / 6 for value in range(1, 7)})


def test_yogurts_thaw_fairly() -> None:
    """The first of each game: later ones depend on it."""
    thawed = Counter[object]()
    for seed in range(400):
        game = play_on(Table(ANNIVERSARY, 5, "yogurt").game(seed), RandomPlayer(seed, 2), 15)
        thawed.update([word for word in game.luck if word[:-1] == "yogurt"][:1])
    assert fair(thawed, {"yogurt1": 0.3, "yogurt2": 0.4, "yogurt3": 0.3})


def test_deals_are_fair() -> None:
    """The first card of the first hand, and the last of the last."""
    deck = full_deck("pudding")
    deals = [Table(FIRST, 5, "pudding").game(seed).luck for seed in range(2000)]
    for card in (0, 34):
        assert fair(Counter(deal[card] for deal in deals), {word: n / 108 for word, n in deck.items()})


def test_starters_are_drawn_fairly() -> None:
    starters = Counter[object](Table(ROLL, 5).game(seed).luck[0] for seed in range(1000))
    assert fair(starters, dict.fromkeys("ABCDE", 1 / 5))


# Seeds.


def test_a_seed_is_the_same_game_and_another_is_another() -> None:
    games = [okawari.new(FIRST, 3, seed=seed).luck for seed in (1, 1, 2, -1, 2**80, bytes(32), bytes(31) + b"\1")]
    assert games[0] == games[1]
    assert len(set(games)) == 6
    assert okawari.new(FIRST, 3).luck != okawari.new(FIRST, 3).luck


def test_a_small_seed_stands_for_its_hash() -> None:
    hashed = hashlib.sha256(b"okawari seed 7").digest()
    assert okawari.new(FIRST, 3, seed=7).luck == okawari.new(FIRST, 3, seed=hashed).luck
    assert okawari.new(FIRST, 3, seed=7).seed == hashed


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_of_bytes_has_32(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32"):
        okawari.new(FIRST, 3, seed=seed)


#: Digests of whole games under seed 1. They must be the same on every machine, and from release to release: a change of
#: the luck, of the order in which it falls, of an event or of a move's place shows here.
PINNED = {
    "sushi-go-first-4-pudding": "fbe02d9ff8d3cd05",
    "sushi-go-2014-5-pudding-both-ways": "f3521c90101dfc02",
    "sushi-go-2014-2-pudding-dummy": "6af38dabb38fadf5",
    "sushi-go-anniversary-2-tea-piles": "56fe10ed02dc98e9",
    "sushi-go-anniversary-2-strawberry-battle-must-have-maki": "35929fc4be81cfec",
    "sushi-go-anniversary-2-yogurt-dummy": "ad9bcd7f7660bb2d",
    "sushi-go-anniversary-3-mochi-golf": "fd15329c30c18f8a",
    "sushi-go-anniversary-4-strawberry-both-ways": "8b25c09cbb5ce9bd",
    "sushi-roll-2": "d624f9c961d04bb0",
    "sushi-roll-3": "6a3bc12af86c68b5",
    "sushi-roll-5": "47afc3244f9a8a7c",
}


def deterministic_game(table: Table) -> Game:
    """A game in which everybody takes the move a third down their list, so that the list's order is pinned as well."""
    game = table.game(1)
    while not game.over:
        seat = game.to_move[0]
        moves = game.moves(seat)
        game.choose(seat, moves[len(moves) // 3])
    return game


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_the_same_seed_gives_the_same_game_everywhere(table: Table) -> None:
    assert deterministic_game(table).record.digest[:16] == PINNED[str(table)]
