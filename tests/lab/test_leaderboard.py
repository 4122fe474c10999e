"""The leaderboard: ratings that are right and say how sure they are, boards for all menus, a page that is its data."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from okawari import Setting
from okawari.bots import LEVELS, usual_seconds
from okawari.bots.nearest import name_of
from okawari.lab import leaderboard as lab
from okawari.lab.boards import boards
from okawari.lab.leaderboard import DATA, Effort, Leaderboard, Standings
from okawari.lab.leaderboard_page import page_of
from okawari.lab.plan import LabError, LineUp, Plan
from okawari.lab.strengths import Wins, estimate, fit, fit_newcomer, unit, wins_of
from okawari.lab.table import Played
from okawari.lab.tuning import games
from okawari.rules.menus import MENUS
from tests.lab.local import play_in_process
from tests.support.paths import ROOT

#: The strengths of made-up bots, on the scale of ratings.
TRUTH = np.array([0.0, 100.0, -250.0, 300.0, 650.0])


def made_up(chance: np.random.Generator, seats: int, deals: int, few: int) -> list[Wins]:
    """Results of bots with the strengths TRUTH; the last plays only `few` of the deals."""
    found = []
    for party in combinations(range(len(TRUTH)), seats):
        strong = 10 ** (TRUTH[list(party)] / 400)
        n = few if len(TRUTH) - 1 in party else deals
        won = chance.multinomial(seats, strong / strong.sum(), n) * unit(seats)
        found.append(Wins(party, dict(enumerate(map(tuple, won.tolist())))))
    return found


@pytest.mark.parametrize(("seats", "deals", "few"), [(2, 30, 30), (2, 30, 10), (4, 12, 12)])
def test_intervals_hold_the_truth_about_as_often_as_they_say(seats: int, deals: int, few: int) -> None:
    chance = np.random.default_rng(1)
    asked, held, errors = 0, 0, []
    for _ in range(40):
        fits = fit(len(TRUTH), made_up(chance, seats, deals, few), reference=0)
        for bot in range(1, len(TRUTH)):
            value, low, high = estimate(fits[:, bot], few if bot == len(TRUTH) - 1 else deals)
            asked, held = asked + 1, held + (low <= TRUTH[bot] <= high)
            errors.append(value - TRUTH[bot])
    assert 0.9 <= held / asked <= 0.99
    assert abs(np.mean(errors)) < 20


def between_two(*won: tuple[int, int]) -> list[Wins]:
    """The results of bots 0 and 1, by cards, in won games."""
    return [Wins((0, 1), {cards: (2 * one, 2 * other) for cards, (one, other) in enumerate(won)})]


def test_a_rating_between_two_is_the_logarithm_of_the_odds() -> None:
    """Both have won two games more: one of their own, and one that the other has lost."""
    value, low, high = estimate(fit(2, between_two(*[(2, 0)] * 14, *[(0, 2)] * 4), reference=1)[:, 0], 18)
    assert value == pytest.approx(400 * math.log10(30 / 10))
    assert 0 < low < value < high


def test_a_rating_among_four_is_the_logarithm_of_the_wins() -> None:
    """In all, they have won 12,000, 6,000, 4,000 and 2,000 games."""
    fits = fit(4, [Wins((0, 1, 2, 3), dict.fromkeys(range(6000), (24, 12, 8, 4)))], reference=3)
    assert fits[0] == pytest.approx([400 * math.log10(times) for times in (6, 3, 2, 1)], abs=0.5)


def test_who_has_won_everything_has_an_interval() -> None:
    value, low, high = estimate(fit(2, between_two(*[(2, 0)] * 20), reference=1)[:, 0], 20)
    assert 0 < low < value < high < 4000


def test_games_with_the_same_cards_are_one_observation() -> None:
    """Who does as well against four others with the same cards is less sure than with cards of its own for each."""
    won = [(4, 0), (3, 1), (0, 4), (2, 2), (1, 3)] * 8

    def width(cards_between: int) -> float:
        wins = [
            Wins((0, rival), {cards_between * rival + cards: pair for cards, pair in enumerate(won)})
            for rival in range(1, 5)
        ]
        fits = fit(5, wins, reference=1)[1:]
        return float(np.ptp(np.percentile(fits[:, 0] - fits[:, 1:].mean(axis=1), (2.5, 97.5))))

    assert width(0) > 1.5 * width(len(won))


def test_a_newcomer_that_plays_like_a_bot_stands_where_it_stands() -> None:
    chance = np.random.default_rng(2)
    wins = made_up(chance, 2, 400, 400)
    known = fit(len(TRUTH), wins, reference=0)
    met = (line_up for line_up in made_up(chance, 2, 400, 400) if line_up.bots in [(0, 3), (1, 3), (2, 3)])
    newcomer = [Wins((line_up.bots[0], len(TRUTH)), line_up.by_cards) for line_up in met]
    value, low, high = estimate(fit_newcomer(known, newcomer), 400)
    assert low < TRUTH[3] < high
    assert value == pytest.approx(TRUTH[3], abs=50)


def test_wins_are_counted_by_line_up_and_cards() -> None:
    shared = {"seats": [0, 1], "points": [30, 30], "winners": [0, 1]}
    lost = {"seats": [1, 0], "points": [9, 8], "winners": [0]}
    games_of_two = [shared, lost]
    games_of_four = [{"seats": [0, 1, 1, 1], "points": [9] * 4, "winners": [0, 1, 2]}]
    assert wins_of([{"deal": 3, "cards": 3, "games": games_of_two}], [7, 4]) == [Wins((4, 7), {3: (3, 1)})]
    assert wins_of([{"deal": 0, "cards": 0, "games": games_of_four}], [0, 1]) == [Wins((0, 1, 1, 1), {0: (4, 8)})]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_plan_may_leave_out_line_ups_without_the_first_bot(seats: int) -> None:
    setting = Setting.of("sushi-go-first", seats)
    plan = Plan(setting, ("pip", "hana", "taro", "suzu", "oba"), only_with_first=True)
    assert plan.line_ups == [party for party in Plan(setting, plan.bots).line_ups if 0 in party]
    assert Plan.from_json(plan.to_json()) == plan
    assert plan.deal(0).game_seed == Plan(setting, ("pip", "random"), plan.seed).deal(0).game_seed


def test_there_is_a_board_for_every_game_that_differs() -> None:
    menus = {menu for board in boards() for menu in (board.setting.menu, *board.others)}
    assert menus == {menu.word for menu in MENUS}
    played = {(setting.dessert, setting.variant) for setting in games() if setting.seats == 2 and not setting.variant}
    assert {(board.setting.dessert, None) for board in boards() if not board.setting.variant} == played
    assert {board.setting.variant for board in boards()} == {setting.variant for setting in games()}
    assert len({board.name for board in boards()}) == len(boards())


def test_words_name_boards() -> None:
    def named(words: str) -> list[str]:
        return [board.name for board in boards() if board.has(words)]

    assert named("all") == [board.name for board in boards()]
    assert named("4 sushi-roll") == ["sushi-roll 4"]
    assert named("sushi-go-2014") == ["sushi-go-first 2", "sushi-go-2014 dummy 2"]
    assert named("pizza") == []


def test_a_slow_bot_plays_less_and_on_the_same_cards() -> None:
    assert [name for name in LEVELS if usual_seconds(name) >= lab.SLOW_SECONDS] == ["oba"]
    quick, slow = lab.plans(boards()[0].setting, ("random", "pip", "hana", "taro", "oba"), Effort(8, 4))
    assert (quick[0].bots, quick[1]) == (("random", "pip", "hana", "taro"), 4 * 6)
    assert (slow[0].bots, slow[1]) == (("oba", "pip", "hana", "taro"), 2 * 3)
    assert slow[0].deal(3).game_seed == quick[0].deal(6).game_seed
    assert list(lab.plans(boards()[0].setting, ("hana", "oba"), Effort(8, 0))) == []


PLAN = Plan(boards()[0].setting, ("random", "pip", "hana", "taro"))
PLAYED: list[Played] = play_in_process(PLAN, 60)


def standings() -> Standings:
    return lab.standings_of(boards()[0], ("random", "net", "pip", "hana", "taro"), [(PLAN, PLAYED)], 0, "a command")


def test_standings_are_in_order_and_kept_in_a_file(tmp_path: Path) -> None:
    one = standings()
    assert one.bots == PLAN.bots
    assert [row.bot for row in one.rows()] == ["taro", "hana", "pip", "random"]
    hana = one.rows()[1]
    assert (hana.rating, hana.low, hana.high, hana.fixed, hana.games) == (1000, 1000, 1000, True, 60)
    Leaderboard({one.board.name: one}).save(tmp_path / "board.json")
    assert Leaderboard.load(tmp_path / "board.json").sorted() == [one]
    assert Leaderboard.load(tmp_path / "nothing.json").sorted() == []


def test_the_others_keep_their_ratings_when_a_newcomer_comes() -> None:
    one = standings()
    plan, deals = lab.newcomer_plan(one, "simple", ("pip", "hana"), games=10)
    rows = lab.rows_with_newcomer(one, plan, play_in_process(plan, deals))
    assert [row for row in rows if not row.new] == one.rows()
    (simple,) = (row for row in rows if row.new)
    assert (simple.bot, simple.games) == ("simple", 20)
    assert simple.low < simple.rating < simple.high


def test_the_quick_levels_play_newcomers() -> None:
    one = Standings(boards()[0], ("random", "pip", "suzu", "kenji", "oba"), ())
    assert lab.opponents(one) == ("pip", "suzu")
    assert lab.opponents(one, ["oba"]) == ("oba",)
    assert lab.opponents(Standings(boards()[0], ("random", "simple"), ())) == ("random", "simple")
    with pytest.raises(LabError, match="taro is not on this board"):
        lab.opponents(one, ["taro"])


def test_the_page_is_what_the_stored_results_give() -> None:
    """`okawari leaderboard --write docs/leaderboard.md` writes it anew."""
    assert (ROOT / "docs" / "leaderboard.md").read_text(encoding="utf-8") == page_of(Leaderboard.load(DATA), "en")


def test_every_menu_and_every_level_is_on_the_page() -> None:
    stored = Leaderboard.load(DATA).sorted()
    assert {menu for one in stored for menu in (one.board.setting.menu, *one.board.others)} == {m.word for m in MENUS}
    assert set(LEVELS) <= {bot for one in stored for bot in one.bots}
    assert all(set(LEVELS) - {"oba"} <= set(one.bots) for one in stored)


def parties(one: Standings) -> set[LineUp]:
    return {line_up.bots for line_up in one.wins}


def test_every_two_bots_that_are_not_slow_have_met() -> None:
    for one in Leaderboard.load(DATA).sorted():
        quick = [number for number, bot in enumerate(one.bots) if bot != "oba"]
        assert set(combinations(quick, one.board.setting.seats)) <= parties(one), name_of(one.board.setting)
