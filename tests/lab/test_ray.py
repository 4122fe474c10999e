"""Tournaments on a Ray cluster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from okawari.lab.run import LEDGER, Run
from okawari.lab.table import Played, play_deals
from okawari.lab.workers import RETRIES, Numbers, RayWorkers
from tests.cli.commands import run_command
from tests.lab.local import PLAN, play_in_process


@pytest.mark.ray
@pytest.mark.filterwarnings("default")
def test_a_ray_cluster_plays_the_same(tmp_path: Path) -> None:
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        run = Run(PLAN, tmp_path / "run")
        workers = RayWorkers(PLAN)
        assert sum(run.play(workers, 20)) == 20
        assert Run(PLAN, tmp_path / "run").within(20) == play_in_process(PLAN, 20)
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
        assert json.loads(run_command(*words, "--ray"))["games"] == 8
        assert Run(PLAN, tmp_path / "cli").within(4) == play_in_process(PLAN, 4)
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
    assert Run(PLAN, tmp_path).within(4) == play_in_process(PLAN, 4)


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
        workers = RayWorkers(PLAN, records=str(tmp_path / "marks"))
        workers._play = ray.remote(max_retries=retries)(dies_the_first_time)
        run = Run(PLAN, tmp_path / "run")
        assert sum(run.play(workers, 4)) == 4
        assert run.within(4) == play_in_process(PLAN, 4)
        assert len((tmp_path / "run" / LEDGER).read_text().splitlines()) == 4
        assert len(list((tmp_path / "marks").iterdir())) == 4
    finally:
        ray.shutdown()
