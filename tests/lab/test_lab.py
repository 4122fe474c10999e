"""Tournaments and statistics: the same cards from every seat, nothing counted twice, and sums that add up."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import okawari
from okawari import Setting, bots
from okawari.cli.app import app
from okawari.cli.tournament import print_report
from okawari.lab import picture
from okawari.lab.crew import RETRIES, LocalCrew, LostDeals, Numbers, RayCrew, play_all
from okawari.lab.facts import Facts, Pick, facts_of
from okawari.lab.harvest import Harvest
from okawari.lab.intervals import Mean, share, shown_share
from okawari.lab.plan import Plan, PlanError
from okawari.lab.results import Report, report_of
from okawari.lab.run import LEDGER, Run
from okawari.lab.table import Played, play_deal, play_deals, play_game
from okawari.texts import say
from tests.support.timeouts import TIMEOUT

PLAN = Plan(Setting.of("sushi-go-first", 2), ("random", "greedy"), seed=3)


class HereCrew:
    """A crew of one, in this process; it may lose some of what it is sent, a given number of times."""

    hands = 2

    def __init__(self, plan: Plan, losses: int = 0) -> None:
        self.plan, self.losses, self.sent = plan, losses, list[Numbers]()

    def send(self, numbers: Numbers) -> None:
        self.sent.append(numbers)

    def collect(self) -> list[tuple[Numbers, list[Played] | None]]:
        numbers = self.sent.pop()
        if self.losses:
            self.losses -= 1
            return [(numbers, None)]
        return [(numbers, play_deals(self.plan.to_json(), numbers))]

    def dismiss(self) -> None:
        self.sent.clear()


def played_here(plan: Plan, deals: int) -> list[Played]:
    return play_deals(plan.to_json(), range(deals))


def command(*words: Any, exit_code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == exit_code, result.output
    return result.stdout if exit_code == 0 else result.output


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
    report = report_of(plan, played_here(plan, 3))
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
    for _ in stopped.play(HereCrew(PLAN), 12):
        if len(stopped.played) >= 5:
            break
    with (tmp_path / "run" / LEDGER).open("a") as ledger:
        ledger.write('{"deal": 11, "ca')
    resumed = Run(PLAN, tmp_path / "run")
    assert 5 <= len(resumed.played) < 12
    assert sum(resumed.play(HereCrew(PLAN), 12)) == 12 - len(stopped.played)
    assert Run(PLAN, tmp_path / "run").within(12) == played_here(PLAN, 12)
    assert len((tmp_path / "run" / LEDGER).read_text().splitlines()) == 12


def test_what_was_lost_is_played_again_and_counted_once(tmp_path: Path) -> None:
    run = Run(PLAN, tmp_path)
    assert sum(run.play(HereCrew(PLAN, losses=RETRIES), 8)) == 8
    assert run.within(8) == played_here(PLAN, 8)


def test_what_is_always_lost_ends_the_run_with_a_word(tmp_path: Path) -> None:
    run = Run(PLAN, tmp_path)
    with pytest.raises(LostDeals, match="kept"):
        sum(run.play(HereCrew(PLAN, losses=1000), 8))


def test_a_deal_that_comes_twice_counts_once(tmp_path: Path) -> None:
    run = Run(PLAN, tmp_path)
    twice = played_here(PLAN, 2) * 2
    with run._ledger() as ledger:
        run._write(ledger, twice)
        assert run._write(ledger, twice) == 0
    assert len((tmp_path / LEDGER).read_text().splitlines()) <= 4
    assert Run(PLAN, tmp_path).within(2) == played_here(PLAN, 2)


def test_a_folder_is_of_one_tournament(tmp_path: Path) -> None:
    Run(PLAN, tmp_path)
    with pytest.raises(PlanError, match="another tournament"):
        Run(Plan(PLAN.setting, PLAN.bots, seed=4), tmp_path)


def test_nobody_else_writes_meanwhile(tmp_path: Path) -> None:
    with Run(PLAN, tmp_path)._ledger(), pytest.raises(PlanError, match="right now"), Run(PLAN, tmp_path)._ledger():
        pass


@pytest.mark.slow
def test_processes_play_the_same_and_a_killed_one_is_replaced() -> None:
    crew = LocalCrew(PLAN, jobs=1)
    brought: list[Played] = []
    try:
        for played in play_all(crew, range(10)):
            if not brought:
                os.kill(next(iter(crew._pool._processes)), signal.SIGKILL)
            brought += played
    finally:
        crew.dismiss()
    assert sorted(brought, key=lambda deal: deal["deal"]) == played_here(PLAN, 10)


def test_a_bot_that_breaks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(spec: str, seed: int) -> bots.Bot:
        raise RuntimeError(f"{spec} is out of rice")

    monkeypatch.setattr(bots, "make", broken)
    with pytest.raises(PlanError, match="random is out of rice"):
        list(Run(PLAN, tmp_path).play(HereCrew(PLAN), 2))


def test_the_command_writes_everything(tmp_path: Path) -> None:
    words = ("tournament", "--bots", "greedy,random", "--bots", "random", "--games", 10, "--jobs", 1, "--out", tmp_path)
    told = json.loads(command(*words, "--records", tmp_path / "records", "--json"))
    assert told["games"] == 12
    assert told == json.loads((tmp_path / "results.json").read_text())
    assert sum(line["win_share"]["mean"] for line in told["bots"]) == pytest.approx(1, abs=1e-5)
    assert sum(line["margin"]["mean"] for line in told["bots"]) == pytest.approx(0, abs=1e-5)
    assert {line["bot"] for line in told["bots"]} == {"greedy", "random", "random #2"}
    with (tmp_path / "results.csv").open() as file:
        assert [row["bot"] for row in csv.DictReader(file)] == [line["bot"] for line in told["bots"]]
    assert (tmp_path / "results.png").read_bytes().startswith(b"\x89PNG")
    records = sorted((tmp_path / "records").iterdir())
    assert len(records) == 12
    assert okawari.Record.load(records[0]).verify() == []
    text = command(*words)
    assert "12 games: 4 deals" in text
    assert "\x1b" not in text


def test_a_faulty_program_is_named_in_the_report(tmp_path: Path) -> None:
    plan = Plan(Setting.of("sushi-go-first", 2), ("random", f"cmd:seconds={TIMEOUT}:sh -c 'exit 3'"))
    report = report_of(plan, [play_deal(plan, plan.deal(0))])
    assert {(fault.bot, fault.kind) for fault in report.faults} == {(plan.bots[1], "ended"), (plan.bots[1], "gone")}
    assert {fault.n for fault in report.faults if fault.kind == "ended"} == {8}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bots", "sommelier,random"], "no bot called “sommelier”"),
        (["--bots", "tree:salt=1,random"], "no option 'salt'"),
        (["--bots", "cmd:./no-such-bot,random"], "no program"),
        (["--bots", ","], "needs bots"),
        (["--bots", "random,random", "--menu", "pizza"], "pizza"),
        (["--bots", "random,random", "--variant", "battle", "--seats", "3"], "battle"),
        (["--bots", "random,random", "--seats", "0"], "2, 3, 4, 5"),
        (["--bots", "random,random", "--out", __file__], "a file is in the way"),
    ],
)
def test_a_tournament_that_cannot_be_held_is_refused_clearly(words: list[str], told: str) -> None:
    assert told in command("tournament", *words, exit_code=2)


@pytest.mark.parametrize(
    ("leads", "told"),
    [
        ([0.75], "hana is ahead of random by 75.0 %  (may be luck)"),
        ([1.0, 0.0], "hana is ahead of random by 50.0 (−100.0–100.0) %  (may be luck)"),
        ([-0.24, -0.25, -0.25, -0.26], "random is ahead of hana by 25.0 (23.7–26.3) %"),
    ],
)
def test_how_far_somebody_is_ahead_is_told_as_far_as_it_is_known(leads: list[float], told: str) -> None:
    mean = Mean(-1.0, 1.0)
    for lead in leads:
        mean.add(lead, 1)
    pairs = {("hana", "random"): mean, ("hana", "pip"): mean}
    report = Report(PLAN, deals=len(leads), games=2 * len(leads), lines=(), pairs=pairs, faults=())
    print_report(Console(file=(out := StringIO())), report, Path("nowhere"), "en")
    assert told in map(str.strip, out.getvalue().splitlines())


def test_a_bot_alone_wins_its_part_for_certain() -> None:
    plan = Plan(Setting.of("sushi-go-first", 4), ("random",))
    (line,) = report_of(plan, played_here(plan, 2)).lines
    assert shown_share(line.share) == "25.0 (25.0–25.0)"


#: Words that only English output has.
ENGLISH = ("games", "wins", "margin", "points", "rating", "deals", "seats", "Results", "dish", "taken", "turn")


def assert_spoken(told: str, *words: str) -> None:
    assert [word for word in words if word not in told] == []
    assert [word for word in ENGLISH if re.search(rf"\b{word}\b", told)] == []


@pytest.mark.parametrize(
    ("lang", "words", "unknown"),
    [
        ("pl", ("wydanie pierwsze, 2 miejsca", "4 gry: 2 rozdania", "50,0 %", "wygrane %", "przewaga"), "Nie ma bota"),
        ("is", ("fyrsta útgáfa, 2 sæti", "4 spil: 2 gjafir", "50,0 %", "vélmenni", "forskot"), "Ekkert vélmenni"),
    ],
)
def test_a_tournament_speaks(lang: str, words: tuple[str, ...], unknown: str, tmp_path: Path) -> None:
    players = f"random,cmd:seconds={TIMEOUT}:false"
    asked = ("tournament", "--bots", players, "--games", 4, "--jobs", 1, "--out", tmp_path / "run")
    told = command(*asked, "--lang", lang)
    assert_spoken(told, *words, say(lang, "lab.fault.ended"))
    assert json.loads(command(*asked, "--lang", lang, "--json"))["bots"][0]["win_share"]["mean"] > 0.5
    assert unknown in command("tournament", "--bots", "sommelier", "--lang", lang, exit_code=2)
    other = command(*asked, "--seed", 1, "--lang", lang, exit_code=2)
    assert other.strip() == say(lang, "lab.error.other-tournament", folder=tmp_path / "run")


def test_pictures_speak(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(picture, "save", lambda figure, path: drawn.append(figure))
    picture.draw_report(report_of(PLAN, played_here(PLAN, 2)), Path("nowhere.png"), "pl")
    texts = [text.get_text() for text in drawn[0].findobj(lambda artist: hasattr(artist, "get_text"))]
    assert "Sushi Go!, wydanie pierwsze, 2 miejsca\n4 gry, 2 rozdania, przedziały 95 %" in texts
    assert {"norma 50 %", "udział wygranych, remisy do podziału"} <= set(texts)


def wait_for_a_deal(ledger: Path, process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + TIMEOUT
    while not (ledger.exists() and b"\n" in ledger.read_bytes()):
        assert process.poll() is None, "it ended by itself"
        assert time.monotonic() < end, "nothing was played"
        time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_command_keeps_what_was_played(how: signal.Signals, tmp_path: Path) -> None:
    words = ["tournament", "--bots", "random,greedy", "--games", "100000", "--seed", "3", "--out", str(tmp_path)]
    process = subprocess.Popen([sys.executable, "-m", "okawari.cli", *words], stdout=subprocess.PIPE, text=True)
    try:
        wait_for_a_deal(tmp_path / LEDGER, process)
        process.send_signal(how)
        out, _ = process.communicate(timeout=TIMEOUT)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130
    assert "random" in out
    kept = Run(PLAN, tmp_path).played
    first = min(kept)
    assert kept[first] == play_deal(PLAN, PLAN.deal(first))
    assert json.loads((tmp_path / "results.json").read_text())["deals"] == len(kept)


def test_a_mean_of_clusters_knows_its_error() -> None:
    luck, inside = random.Random(4), 0
    for _ in range(400):
        mean = share()
        for _ in range(10):
            fair = luck.random()
            mean.add(sum(luck.random() < fair for _ in range(4)), 4)
        inside += mean.interval[0] <= 0.5 <= mean.interval[1]
    assert 0.91 < inside / 400 < 0.98


@pytest.mark.parametrize(
    "table",
    [
        {"menu": "sushi-go-first", "seats": 3},
        {"menu": "sushi-go-2014", "seats": 2, "variant": "dummy"},
        {"menu": "sushi-go-anniversary", "seats": 4, "dessert": "strawberry"},
        {"menu": "sushi-go-anniversary", "seats": 2, "dessert": "mochi", "variant": "battle"},
        {"menu": "sushi-roll", "seats": 3},
    ],
    ids=lambda table: " ".join(map(str, table.values())),
)
def test_statistics_add_up(table: dict[str, Any]) -> None:
    harvest = Harvest()
    for seed in range(4):
        game = play_game(okawari.new(**table, seed=seed), [bots.make("random", s) for s in range(table["seats"])])
        harvest.add(facts_of(game))
    (edition,) = harvest.editions.values()
    assert edition.games == harvest.games == 4
    assert sum(dish.points.total for dish in edition.dishes.values()) == edition.points.total
    assert sum(wins.share.total for wins in harvest.first_picks.values()) == pytest.approx(4)
    assert sum(wins.share.total for wins in harvest.seats.values()) == pytest.approx(4)
    assert sum(wins.share.n for wins in harvest.first_picks.values()) == 4 * table["seats"]
    assert all(1 <= mean.value <= 60 for mean in harvest.turns.values())
    json.dumps(harvest.to_json(), allow_nan=False)


def test_statistics_do_not_depend_on_the_order_of_the_games() -> None:
    brought = {2: {"maki": 12}, 3: {"maki": 6, "sashimi": 25}, 4: {"tempura": 5}, 5: {"maki": 7, "tempura": 5}}
    games = [
        Facts(
            edition="sushi-roll",
            seats=seats,
            on_dice=True,
            totals=(sum(points.values()), *[0] * (seats - 1)),
            shares=(1.0, *[0.0] * (seats - 1)),
            picks=tuple(Pick(0, word, round=1, turn=1, chosen=True) for word in points),
            lines=tuple((0, word, n, 1) for word, n in points.items()),
        )
        for seats, points in brought.items()
    ]
    harvests = Harvest(), Harvest()
    for there, back in zip(games, reversed(games), strict=True):
        harvests[0].add(there)
        harvests[1].add(back)
    assert harvests[0].to_json() == harvests[1].to_json()
    edition = harvests[0].editions["sushi-roll"]
    assert edition.dishes["sashimi"].points.value == 25 / 14
    assert sum(dish.points.value for dish in edition.dishes.values()) == pytest.approx(edition.points.value)


def test_a_damaged_record_is_left_out_and_a_tournaments_own_files_are_passed_over(tmp_path: Path) -> None:
    words = ("tournament", "--bots", "random,random", "--games", 2, "--jobs", 1, "--out", tmp_path)
    command(*words, "--records", tmp_path / "evenings")
    whole = json.loads(next((tmp_path / "evenings").iterdir()).read_text())
    (tmp_path / "torn.json").write_text(json.dumps(whole | {"moves": whole["moves"][:-6]}))
    result = CliRunner().invoke(app, ["stats", str(tmp_path), "--json"])
    assert json.loads(result.stdout)["games"] == 2
    assert result.stderr.splitlines() == [f"Left out: {tmp_path / 'torn.json'}: the game is not over"]
    assert "a file is in the way" in command("stats", tmp_path, "--plots", __file__, exit_code=2)


def test_the_statistics_of_files(tmp_path: Path) -> None:
    for seed in range(3):
        game = play_game(okawari.new("sushi-go-first", 2, seed=seed), [bots.make("random", s) for s in (1, 2)])
        game.record.save(tmp_path / f"{seed}.json")
    okawari.new("sushi-go-first", 2, seed=9).record.save(tmp_path / "unfinished.json")
    (tmp_path / "other.json").write_text("{}")
    told = json.loads(command("stats", tmp_path, "--plots", tmp_path / "plots", "--json"))
    assert told["games"] == 3
    assert {picture.suffix for picture in (tmp_path / "plots").iterdir()} == {".png"}
    text = command("stats", tmp_path / "1.json")
    assert "What each dish brings a player" in text
    assert "no finished game" in command("stats", tmp_path / "other.json", exit_code=2)


@pytest.mark.parametrize(
    ("lang", "words", "none"),
    [
        (
            "pl",
            ("pierwsze: 1 gra", "Co znika najpierw", "nigiri z łososiem", "średnia tura", "A z 2"),
            "skończonej gry",
        ),
        ("is", ("útgáfa: 1 spil", "Hvað fer fyrst", "laxa-nigiri", "meðallota", "A af 2"), "Ekkert spil"),
    ],
)
def test_statistics_speak(lang: str, words: tuple[str, ...], none: str, tmp_path: Path) -> None:
    game = play_game(okawari.new("sushi-go-first", 2, seed=1), [bots.make("random", s) for s in (1, 2)])
    game.record.save(tmp_path / "game.json")
    okawari.new("sushi-go-first", 2, seed=9).record.save(tmp_path / "unfinished.json")
    assert_spoken(command("stats", tmp_path / "game.json", "--lang", lang), *words)
    refused = command("stats", tmp_path / "unfinished.json", "--lang", lang, exit_code=2)
    assert_spoken(refused, none, say(lang, "lab.not-over"))


@pytest.mark.ray
@pytest.mark.filterwarnings("default")
def test_a_ray_cluster_plays_the_same(tmp_path: Path) -> None:
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        run = Run(PLAN, tmp_path / "run")
        crew = RayCrew(PLAN)
        assert sum(run.play(crew, 20)) == 20
        assert Run(PLAN, tmp_path / "run").within(20) == played_here(PLAN, 20)
        words = (
            "tournament",
            "--bots",
            "random,greedy",
            "--seed",
            3,
            "--games",
            8,
            "--json",
            "--out",
            tmp_path / "cli",
        )
        assert json.loads(command(*words, "--ray"))["games"] == 8
        assert Run(PLAN, tmp_path / "cli").within(4) == played_here(PLAN, 4)
    finally:
        ray.shutdown()


@pytest.mark.ray
def test_a_cluster_that_others_started_plays_the_same(tmp_path: Path) -> None:
    there, surroundings = "127.0.0.1:6399", os.environ | {"RAY_AUTH_MODE": "token"}
    binaries = Path(sys.executable).parent
    words = ["tournament", "--bots", "random,greedy", "--seed", "3", "--games", "8", "--out", str(tmp_path)]
    asked = [str(binaries / "okawari"), *words, "--ray", there]
    head = [str(binaries / "ray"), "start", "--head", "--port", "6399", "--num-cpus", "2", "--include-dashboard=false"]
    silent = subprocess.run(asked, env=surroundings, capture_output=True, text=True)
    assert silent.returncode == 2 and f"cluster at {there} does not let us in" in " ".join(silent.stderr.split())
    subprocess.run([str(binaries / "ray"), "get-auth-token", "--generate"], env=surroundings, check=True)
    subprocess.run(head, env=surroundings, check=True)
    try:
        subprocess.run(asked, env=surroundings, check=True)
    finally:
        subprocess.run([str(binaries / "ray"), "stop"], check=True)
    assert Run(PLAN, tmp_path).within(4) == played_here(PLAN, 4)


@pytest.mark.ray
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("retries", [0, RETRIES])
def test_deals_of_lost_ray_workers_are_played_again(retries: int, tmp_path: Path) -> None:
    import ray

    # Ray sends a function of a function as it is; a module of tests it could not import over there.
    def dies_the_first_time(plan: dict[str, Any], numbers: Numbers, marks: str) -> list[Played]:
        for number in numbers:
            mark = Path(marks) / str(number)
            if not mark.exists():
                mark.touch()
                os._exit(1)
        return play_deals(plan, numbers)

    (tmp_path / "marks").mkdir()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        crew = RayCrew(PLAN, records=str(tmp_path / "marks"))
        crew._play = ray.remote(max_retries=retries)(dies_the_first_time)
        run = Run(PLAN, tmp_path / "run")
        assert sum(run.play(crew, 4)) == 4
        assert run.within(4) == played_here(PLAN, 4)
        assert len((tmp_path / "run" / LEDGER).read_text().splitlines()) == 4
        assert len(list((tmp_path / "marks").iterdir())) == 4
    finally:
        ray.shutdown()


@pytest.mark.parametrize(
    ("words", "address"), [(["--ray"], ""), (["--ray", "--json"], ""), (["--ray", "10.0.0.1:6379"], "10.0.0.1:6379")]
)
def test_ray_may_stand_alone(words: list[str], address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[str | None] = []

    def crew(plan: Plan, ray: str | None, records: str | None) -> HereCrew:
        asked.append(ray)
        return HereCrew(plan)

    monkeypatch.setattr("okawari.cli.tournament.RayCrew", crew)
    command("tournament", "--bots", "random,random", "--games", 2, "--out", tmp_path, *words)
    assert asked == [address]
