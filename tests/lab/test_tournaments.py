"""Tournaments: the same cards from every seat, and nothing counted twice."""

from __future__ import annotations

import json
import os
import random
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import okawari
from okawari import Setting, bots
from okawari.lab import picture
from okawari.lab.intervals import shown_share
from okawari.lab.plan import Plan, PlanError
from okawari.lab.results import report_of
from okawari.lab.run import LEDGER, Run
from okawari.lab.table import Played, play_deal, play_deals
from okawari.lab.workers import RETRIES, LocalWorkers, LostDeals, play_all
from tests.lab.local import PLAN, InProcessWorkers, play_in_process
from tests.support.timeouts import TIMEOUT


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_every_bot_sits_everywhere_equally_often(n: int, seats: int) -> None:
    plan = Plan(Setting.of("sushi-go-first", seats), tuple(f"bot{i}" for i in range(n)))
    sat: Counter[tuple[int, int]] = Counter()
    cards: dict[int, set[bytes]] = {}
    for number in range(plan.deals_for(games=1)):
        deal = plan.deal(number)
        cards.setdefault(deal.cards, set()).add(deal.game_seed)
        for seating in deal.seatings:
            assert sorted(seating) == list(range(seats))
            sat.update((deal.players[player], seat) for seat, player in enumerate(seating))
    assert len(sat) == n * seats
    assert len(set(sat.values())) == 1
    assert all(len(seeds) == 1 for seeds in cards.values())


def test_neighbours_change_from_deal_to_deal() -> None:
    plan = Plan(Setting.of("sushi-go-first", 4), ("a", "b", "c", "d"))
    left_of_a = Counter(plan.deal(number).players[1] for number in range(6))
    assert left_of_a == {1: 2, 2: 2, 3: 2}


class FirstBot(bots.Bot):
    """Plays the first legal move."""

    def choose(self, view: okawari.View) -> okawari.Move:
        return view.moves[0]


def test_luck_cancels_between_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "make", lambda spec, seed: FirstBot(seed))
    plan = Plan(Setting.of("sushi-go-first", 3), ("one", "two", "three"), seed=1)
    report = report_of(plan, play_in_process(plan, 3))
    assert [line.share.value for line in report.lines] == pytest.approx([1 / 3] * 3)
    assert [line.margin.value for line in report.lines] == pytest.approx([0] * 3)


def test_a_deal_is_the_same_whoever_plays_it_and_when() -> None:
    numbers = list(range(6))
    in_order = {deal["deal"]: deal for deal in play_deals(PLAN.to_json(), numbers)}
    random.Random(1).shuffle(numbers)
    shuffled = {deal["deal"]: deal for deal in play_deals(PLAN.to_json(), numbers)}
    assert in_order == shuffled
    assert len({json.dumps(deal["games"]) for deal in in_order.values()}) == 6


def test_a_run_that_was_stopped_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    stopped = Run(PLAN, tmp_path / "run")
    for _ in stopped.play(InProcessWorkers(PLAN), 12):
        if len(stopped.played) >= 5:
            break
    with (tmp_path / "run" / LEDGER).open("a") as ledger:
        ledger.write('{"deal": 11, "ca')
    resumed = Run(PLAN, tmp_path / "run")
    assert 5 <= len(resumed.played) < 12
    assert sum(resumed.play(InProcessWorkers(PLAN), 12)) == 12 - len(stopped.played)
    assert Run(PLAN, tmp_path / "run").within(12) == play_in_process(PLAN, 12)
    assert len((tmp_path / "run" / LEDGER).read_text().splitlines()) == 12


def test_lost_deals_are_played_again_and_counted_once(tmp_path: Path) -> None:
    run = Run(PLAN, tmp_path)
    assert sum(run.play(InProcessWorkers(PLAN, losses=RETRIES), 8)) == 8
    assert run.within(8) == play_in_process(PLAN, 8)


def test_deals_that_are_always_lost_end_the_run(tmp_path: Path) -> None:
    run = Run(PLAN, tmp_path)
    with pytest.raises(LostDeals, match="kept"):
        sum(run.play(InProcessWorkers(PLAN, losses=1000), 8))


def test_a_deal_that_comes_twice_counts_once(tmp_path: Path) -> None:
    run = Run(PLAN, tmp_path)
    twice = play_in_process(PLAN, 2) * 2
    with run._ledger() as ledger:
        run._write(ledger, twice)
        assert run._write(ledger, twice) == 0
    assert len((tmp_path / LEDGER).read_text().splitlines()) <= 4
    assert Run(PLAN, tmp_path).within(2) == play_in_process(PLAN, 2)


def test_a_folder_is_of_one_tournament(tmp_path: Path) -> None:
    Run(PLAN, tmp_path)
    with pytest.raises(PlanError, match="another tournament"):
        Run(Plan(PLAN.setting, PLAN.bots, seed=4), tmp_path)


def test_two_runs_cannot_write_one_folder_at_once(tmp_path: Path) -> None:
    with Run(PLAN, tmp_path)._ledger(), pytest.raises(PlanError, match="right now"), Run(PLAN, tmp_path)._ledger():
        pass


@pytest.mark.slow
def test_processes_play_the_same_and_a_killed_one_is_replaced() -> None:
    workers = LocalWorkers(PLAN, jobs=1)
    brought: list[Played] = []
    try:
        for played in play_all(workers, range(10)):
            if not brought:
                os.kill(next(iter(workers._pool._processes)), signal.SIGKILL)
            brought += played
    finally:
        workers.stop()
    assert sorted(brought, key=lambda deal: deal["deal"]) == play_in_process(PLAN, 10)


def test_a_bot_that_breaks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(spec: str, seed: int) -> bots.Bot:
        raise RuntimeError(f"{spec} is out of rice")

    monkeypatch.setattr(bots, "make", broken)
    with pytest.raises(PlanError, match="random is out of rice"):
        list(Run(PLAN, tmp_path).play(InProcessWorkers(PLAN), 2))


def test_a_faulty_program_is_named_in_the_report(tmp_path: Path) -> None:
    plan = Plan(Setting.of("sushi-go-first", 2), ("random", f"cmd:seconds={TIMEOUT}:sh -c 'exit 3'"))
    report = report_of(plan, [play_deal(plan, plan.deal(0))])
    assert {(fault.bot, fault.kind) for fault in report.faults} == {(plan.bots[1], "ended"), (plan.bots[1], "gone")}
    assert {fault.n for fault in report.faults if fault.kind == "ended"} == {8}


def test_a_bot_alone_wins_its_part_for_certain() -> None:
    plan = Plan(Setting.of("sushi-go-first", 4), ("random",))
    (line,) = report_of(plan, play_in_process(plan, 2)).lines
    assert shown_share(line.share) == "25.0 (25.0–25.0)"


def test_pictures_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(picture, "save", lambda figure, path: drawn.append(figure))
    picture.draw_report(report_of(PLAN, play_in_process(PLAN, 2)), Path("nowhere.png"), "pl")
    texts = [text.get_text() for text in drawn[0].findobj(lambda artist: hasattr(artist, "get_text"))]
    assert "Sushi Go!, wydanie pierwsze, 2 miejsca\n4 gry, 2 rozdania, przedziały 95 %" in texts
    assert {"norma 50 %", "udział wygranych, remisy do podziału"} <= set(texts)
