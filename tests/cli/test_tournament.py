"""`okawari tournament`."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import okawari
from okawari.cli.tournament import print_report
from okawari.lab.intervals import Mean
from okawari.lab.plan import Plan
from okawari.lab.results import Report
from okawari.lab.run import LEDGER, Run
from okawari.lab.table import play_deal
from okawari.texts import say
from tests.cli.commands import assert_translated, run_command
from tests.lab.local import PLAN, InProcessWorkers
from tests.support.timeouts import TIMEOUT


def test_the_command_writes_everything(tmp_path: Path) -> None:
    words = ("tournament", "--bots", "greedy,random", "--bots", "random", "--games", 10, "--jobs", 1, "--out", tmp_path)
    told = json.loads(run_command(*words, "--records", tmp_path / "records", "--json"))
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
    text = run_command(*words)
    assert "12 games: 4 deals" in text
    assert "\x1b" not in text


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
    assert told in run_command("tournament", *words, exit_code=2)


@pytest.mark.parametrize(
    ("leads", "told"),
    [
        ([0.75], "hana is ahead of random by 75.0 %  (may be luck)"),
        ([1.0, 0.0], "hana is ahead of random by 50.0 (−100.0–100.0) %  (may be luck)"),
        ([-0.24, -0.25, -0.25, -0.26], "random is ahead of hana by 25.0 (23.7–26.3) %"),
    ],
)
def test_a_lead_is_printed_with_its_interval(leads: list[float], told: str) -> None:
    mean = Mean(-1.0, 1.0)
    for lead in leads:
        mean.add(lead, 1)
    pairs = {("hana", "random"): mean, ("hana", "pip"): mean}
    report = Report(PLAN, deals=len(leads), games=2 * len(leads), lines=(), pairs=pairs, faults=())
    print_report(Console(file=(out := StringIO())), report, Path("nowhere"), "en")
    assert told in map(str.strip, out.getvalue().splitlines())


@pytest.mark.parametrize(
    ("lang", "words", "unknown"),
    [
        ("pl", ("wydanie pierwsze, 2 miejsca", "4 gry: 2 rozdania", "50,0 %", "wygrane %", "przewaga"), "Nie ma bota"),
        ("is", ("fyrsta útgáfa, 2 sæti", "4 spil: 2 gjafir", "50,0 %", "vélmenni", "forskot"), "Ekkert vélmenni"),
    ],
)
def test_a_tournament_is_translated(lang: str, words: tuple[str, ...], unknown: str, tmp_path: Path) -> None:
    players = f"random,cmd:seconds={TIMEOUT}:false"
    asked = ("tournament", "--bots", players, "--games", 4, "--jobs", 1, "--out", tmp_path / "run")
    told = run_command(*asked, "--lang", lang)
    assert_translated(told, *words, say(lang, "lab.fault.ended"))
    assert json.loads(run_command(*asked, "--lang", lang, "--json"))["bots"][0]["win_share"]["mean"] > 0.5
    assert unknown in run_command("tournament", "--bots", "sommelier", "--lang", lang, exit_code=2)
    other = run_command(*asked, "--seed", 1, "--lang", lang, exit_code=2)
    assert other.strip() == say(lang, "lab.error.other-tournament", folder=tmp_path / "run")


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


@pytest.mark.parametrize(
    ("words", "address"), [(["--ray"], ""), (["--ray", "--json"], ""), (["--ray", "10.0.0.1:6379"], "10.0.0.1:6379")]
)
def test_ray_may_stand_alone(words: list[str], address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[str | None] = []

    def workers(plan: Plan, ray: str | None, records: str | None) -> InProcessWorkers:
        asked.append(ray)
        return InProcessWorkers(plan)

    monkeypatch.setattr("okawari.cli.tournament.RayWorkers", workers)
    run_command("tournament", "--bots", "random,random", "--games", 2, "--out", tmp_path, *words)
    assert asked == [address]
