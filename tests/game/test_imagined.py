"""Imagined tables are as likely as they should be."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from typing import Any

import okawari
from okawari import Game, Position
from okawari.rules.kernel import MODE, PYTHON
from tests.referee.words import full_deck
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, RandomPlayer, Table, play_on

#: Samples; fewer where nothing is compiled.
SAMPLES = 1000 if MODE == PYTHON else 20000


def looks_like(observed: Counter[Any], expected: dict[Any, float]) -> bool:
    """Whether counts agree with what was expected, by chi-square: with fixed seeds, so it never fails by chance."""
    n = observed.total()
    assert set(observed) <= {outcome for outcome, chance in expected.items() if chance > 0}
    assert math.isclose(sum(expected.values()), 1)
    distance = sum(
        (observed[outcome] - n * chance) ** 2 / (n * chance) for outcome, chance in expected.items() if chance
    )
    freedom = sum(chance > 0 for chance in expected.values()) - 1
    return distance < freedom + 4 * math.sqrt(2 * freedom)


def hypergeometric(pool: dict[str, int], drawn: int) -> dict[tuple[int, ...], float]:
    """How likely it is to draw so many of each kind from a pool."""
    ways = math.comb(sum(pool.values()), drawn)
    return {
        counts: math.prod(math.comb(n, k) for n, k in zip(pool.values(), counts, strict=True)) / ways
        for counts in product(*(range(n + 1) for n in pool.values()))
        if sum(counts) == drawn
    }


POOL = {"tempura": 5, "maki2": 4, "squid": 3}


def small_game() -> Game:
    """Two players at the beginning of a round, when only twelve cards have not been seen: ten of them are in a hand."""
    own, other = ["sashimi"] * 10, ["tempura"] * 4 + ["maki2"] * 3 + ["squid"] * 3
    gone = Counter(full_deck("pudding")) - Counter(POOL) - Counter(own)
    puddings = gone.pop("pudding")
    data = {
        "menu": FIRST,
        "seats": 2,
        "round": 3,
        "turn": 1,
        "hands": [own, other],
        "discards": list(gone.elements()),
        "desserts": [f"pudding*{puddings}", ""],
    }
    return Position.from_json(data).game(seed=1)


def test_imagined_hands_are_as_likely_as_they_should_be() -> None:
    view = small_game().view(0)
    expected = hypergeometric(POOL, 10)
    for table in (
        view.imagine(seed=3, n=SAMPLES),
        [okawari.imagine(view, seed=n).tables[0] for n in range(SAMPLES // 20)],
    ):
        hands = Counter(tuple(int(row["hands"][1]) >> 4 * kind & 15 for kind in (0, 4, 8)) for row in table)
        assert looks_like(hands, expected)


def test_imagined_piles_and_drawn_cards_are_as_likely_as_they_should_be() -> None:
    """In the dummy game, the other's drawn card and the first of the pile come from the same pool."""
    game = play_on(Table(EDITION_2014, 2, "pudding", "dummy").game(5), RandomPlayer(5), 6)
    watcher = 1 - (game.view().controller or 0)
    view = game.view(watcher)
    assert view.unseen[1 - watcher] == 1
    pool = {card: n for card, n in view.unseen_cards.items() if n}
    words, total = list(full_deck("pudding")), sum(pool.values())
    chances = {card: n / total for card, n in pool.items()}
    tables = view.imagine(seed=4, n=SAMPLES)
    drawn = Counter(words[card] for card in tables["piles"][:, 0, game.turn - 1])
    following = Counter(words[card] for card in tables["piles"][:, 0, game.turn])
    assert looks_like(drawn, chances)
    assert looks_like(following, chances)


def test_imagined_face_down_cards_are_as_likely_as_they_should_be() -> None:
    view = Table(ANNIVERSARY, 2, "tea", "battle").game(2).view(0)
    pool = {card: n for card, n in view.unseen_cards.items() if n}
    words, total = list(full_deck("tea")), sum(pool.values())
    tables = view.imagine(seed=5, n=SAMPLES)
    for place in (2, 13):
        shown = Counter(words[card] for card in tables["pyramid"][:, place])
        assert looks_like(shown, {card: n / total for card, n in pool.items()})
