"""docs/research.md says what benchmarks/PAPER.json has, and what counts and estimates for it is right."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import permutations, product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from okawari.game import Setting
from tests.support.paths import DOCS, ROOT


@pytest.fixture(autouse=True)
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Benchmarks import each other as top-level modules."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))


def module(name: str) -> Any:
    return import_module(name)


def test_the_page_has_what_was_measured() -> None:
    paper = module("paper")
    data = paper.read(paper.DATA)
    assert set(data) == set(paper.measurements()), "run make paper"
    written = (DOCS / "research.md").read_text(encoding="utf-8")
    assert written == module("paper_page").page(data, paper.settings()), "run benchmarks/paper.py --only-page"


def test_the_page_has_every_menu_and_number_of_players() -> None:
    settings = module("paper").settings()
    names = [setting.menu for setting in settings]
    assert {(setting.menu, setting.seats) for setting in settings} == {
        (menu, seats) for menu in names for seats in (2, 3, 4, 5)
    }
    anniversary = [setting for setting in settings if setting.menu == "sushi-go-anniversary"]
    assert {setting.dessert for setting in anniversary} == set(anniversary[0].rules.desserts)


def dealt_one_by_one(places: Sequence[tuple[int, bool]], pieces: Sequence[tuple[int, int]]) -> int:
    """The number of different deals, by dealing every order of the pieces with every face up."""
    deck = [sort for sort, (count, _) in enumerate(pieces) for _ in range(count)]
    seen = set()
    for order in set(permutations(deck, sum(size for size, _ in places))):
        for faces in product(*(range(pieces[sort][1]) for sort in order)):
            rest, deal = list(zip(order, faces, strict=True)), []
            for size, ordered in places:
                deal.append(tuple(rest[:size] if ordered else sorted(rest[:size])))
                rest = rest[size:]
            seen.add(tuple(deal))
    return len(seen)


@pytest.mark.parametrize(
    ("places", "pieces"),
    [
        ([(2, False), (2, False)], [(3, 1), (2, 1), (1, 1)]),
        ([(2, False), (2, True)], [(3, 1), (2, 1), (1, 1)]),
        ([(4, True)], [(2, 1), (2, 1), (1, 1)]),
        ([(2, False), (1, False)], [(3, 2), (1, 3)]),
    ],
    ids=["hands", "a hand and a pile", "a pyramid", "belts of dice"],
)
def test_deals_are_counted_as_if_dealt_one_by_one(
    places: list[tuple[int, bool]], pieces: list[tuple[int, int]]
) -> None:
    assert module("paper_sizes").ways(places, pieces) == dealt_one_by_one(places, pieces)


class Branches:
    """Tables of a game with one seat: five times it goes on in one of two ways, or ends in one of three others."""

    agents = 1

    def __init__(self, n: int) -> None:
        self.n = n
        self.tables: Any = np.zeros(n, [("stream", np.uint64)])
        self.states = np.zeros(n, np.int64)
        self.encoding = SimpleNamespace(wait=None)
        self.buffers = SimpleNamespace(masks=np.ones((n, 5), np.int8), terminations=np.zeros(n, np.bool_))

    def reset(self, seeds: Any) -> None:
        """Nothing is dealt."""

    def step(self, actions: Any) -> None:
        """Count the turn; the actions from 2 on end the game, as does the fifth turn."""
        self.states += 1
        self.buffers.terminations[:] = (actions >= 2) | (self.states == 5)


def test_histories_are_estimated_without_bias() -> None:
    """The tree has 3 ends after each of the first four turns, for each way to get there, and 5 after the fifth."""
    sizes = module("paper_sizes")
    ends = sum(3 * 2**turn for turn in range(4)) + 5 * 2**4
    logs = [sizes.log_histories(sizes.RandomGames(Branches(400), seed)) for seed in range(10)]
    assert np.mean(10 ** np.array(logs)) == pytest.approx(ends, rel=0.05)


def test_bots_and_random_play_are_asked_as_often() -> None:
    """Hands of ten cards are nine choices of each of two players in each of three rounds; the dummy's are further."""
    sizes = module("paper_sizes")
    for setting, decisions in (
        (Setting.of("sushi-go-first", 2), 54),
        (Setting.of("sushi-go-anniversary", 2, variant="dummy"), 78),
    ):
        for bot in (None, "hana"):
            measured = sizes.branching(setting, bot, 4)
            assert measured["decisions"]["low"] == measured["decisions"]["high"] == decisions
            assert 1 < measured["options"]["mean"] < measured["joint"]


def test_a_duel_counts_wins_and_margins_of_the_better_bot() -> None:
    duel = module("paper_skill").duel(Setting.of("sushi-go-first", 2), "taro", "random", 20)
    assert duel["games"] == 20
    assert duel["wins"]["mean"] > 0.9 and duel["margin"]["mean"] > 5
    assert duel["needed"] == 1
    assert duel["needed_duplicate"] == 2


@pytest.mark.parametrize(("wins", "losses", "needed"), [(3, 1, 9), (4, 1, 7), (1, 0, 1), (1, 1, None)])
def test_the_better_leads_after_some_games(wins: int, losses: int, needed: int | None) -> None:
    """By the binomial distribution: the least number of games of which more than half are won in 19 of 20 cases."""
    assert module("paper_skill").games_needed(np.array([1] * wins + [-1] * losses)) == needed


def test_a_deal_decides_all_or_nothing() -> None:
    intraclass = module("paper_skill").intraclass
    assert intraclass(np.array([[1, 1], [3, 3], [5, 5]])) == pytest.approx(1)
    assert intraclass(np.array([[1, 5], [5, 1]])) == pytest.approx(-1)
    independent = np.random.default_rng(1).normal(size=(2000, 4))
    assert abs(intraclass(independent)) < 0.05
