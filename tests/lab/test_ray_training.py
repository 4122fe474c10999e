"""Trainings whose games a Ray cluster plays: the same networks, bit for bit. Tests that run import PyTorch and Ray."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from okawari.lab.training.options import TrainingError
from okawari.lab.workers import RETRIES
from tests.cli.commands import run_command
from tests.lab.test_training import options_of, trainer_of, weights

pytestmark = [pytest.mark.ray, pytest.mark.filterwarnings("default")]


#: The time limit for what happens on other nodes, in seconds.
PATIENCE = 120.0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two nodes with a core each, and a connection to it."""
    import ray
    from ray.cluster_utils import Cluster

    nodes: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.shutdown()


@pytest.fixture
def ray(cluster: Any) -> Any:
    """The module of Ray, connected to the cluster."""
    import ray

    return ray


def ray_trainer(game: str, parts: int) -> Any:
    from okawari.lab.training.ray_rollouts import RayRollouts
    from okawari.lab.training.trainer import Trainer

    options = options_of(game, parts=parts)
    return Trainer(options, RayRollouts(options))


def iterate(trainer: Any, times: int) -> None:
    for _ in range(times):
        trainer.iterate()


@pytest.mark.parametrize(("game", "parts"), [("draft", 1), ("draft", 3), ("battle", 2), ("roll", 2)])
def test_a_training_begun_here_goes_on_there_and_the_other_way_round(
    ray: Any, game: str, parts: int, tmp_path: Path
) -> None:
    here, there, back = trainer_of(game, 2, parts=parts), ray_trainer(game, parts), trainer_of(game, parts=parts)
    here.save(tmp_path / "here")
    there.load(tmp_path / "here")
    iterate(there, 2)
    there.save(tmp_path / "there")
    back.load(tmp_path / "there")
    for trainer, times in ((here, 4), (there, 2), (back, 2)):
        iterate(trainer, times)
    assert weights(here) == weights(there) == weights(back)
    assert here.steps == there.steps == back.steps


@pytest.mark.parametrize("dies", ["before it plays", "after it has played"])
def test_the_part_of_a_lost_worker_is_played_again(ray: Any, dies: str, tmp_path: Path) -> None:
    from okawari.lab.training.ray_rollouts import play_part

    # Ray sends a function of a function as it is; a module of tests it could not import over there.
    def dies_once_for_each_part(options: str, networks: Any, part: Any) -> Any:
        mark = tmp_path / str(part["generator"].sum().item())
        played = play_part(options, networks, part) if dies == "after it has played" else None
        if not mark.exists():
            mark.touch()
            os._exit(1)
        return played or play_part(options, networks, part)

    trainer = ray_trainer("draft", 3)
    iterate(trainer, 1)
    trainer._rollouts._play = ray.remote(max_retries=RETRIES)(dies_once_for_each_part)
    iterate(trainer, 1)
    assert len(list(tmp_path.iterdir())) == 3
    assert weights(trainer) == weights(trainer_of("draft", 2, parts=3))


def test_the_part_of_a_lost_node_is_played_again(ray: Any, cluster: Any, tmp_path: Path) -> None:
    from okawari.lab.training.ray_rollouts import play_part

    third = cluster.add_node(num_cpus=1)
    lost = third.node_id

    def play_on_three_nodes(options: str, networks: Any, part: Any) -> Any:
        """Play once all nodes have a part; on the third node wait until it is lost."""
        here, until = ray.get_runtime_context().get_node_id(), time.monotonic() + PATIENCE
        (tmp_path / here).touch()
        while here == lost or len(list(tmp_path.iterdir())) < 3:
            time.sleep(0.05)
            if time.monotonic() > until:
                raise TimeoutError
        return play_part(options, networks, part)

    def remove_the_third() -> None:
        while len(list(tmp_path.iterdir())) < 3:
            time.sleep(0.05)
        cluster.remove_node(third, allow_graceful=False)

    trainer = ray_trainer("draft", 3)
    trainer._rollouts._play = ray.remote(max_retries=RETRIES)(play_on_three_nodes)
    thread = threading.Thread(target=remove_the_third, daemon=True)
    thread.start()
    iterate(trainer, 1)
    thread.join()
    assert weights(trainer) == weights(trainer_of("draft", 1, parts=3))


def test_workers_that_are_lost_again_and_again_end_the_training(ray: Any) -> None:
    def dies(options: str, networks: Any, part: Any) -> None:
        os._exit(1)

    trainer = ray_trainer("draft", 2)
    trainer._rollouts._play = ray.remote(max_retries=1)(dies)
    with pytest.raises(TrainingError, match="goes on from the last checkpoint"):
        trainer.iterate()


def test_a_node_that_lacks_something_is_told(ray: Any) -> None:
    def lacks_torch(options: str, networks: Any, part: Any) -> None:
        raise ModuleNotFoundError("No module named 'torch'")

    trainer = ray_trainer("draft", 2)
    trainer._rollouts._play = ray.remote(lacks_torch)
    with pytest.raises(TrainingError, match="could not play: No module named 'torch'\nEvery node needs"):
        trainer.iterate()


def test_the_command_trains_the_same_network_on_a_cluster(ray: Any, tmp_path: Path) -> None:
    words = ("train", "--tables", 8, "--width", 8, "--parts", 2, "--steps", 1500, "--out")
    run_command(*words, tmp_path / "here")
    run_command(*words, tmp_path / "there", "--ray")
    assert network_in(tmp_path / "here") == network_in(tmp_path / "there")


def test_a_cluster_that_is_silent_is_named_before_anything_is_written(tmp_path: Path) -> None:
    words = ["train", "--steps", "500", "--out", str(tmp_path / "run"), "--ray"]
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{deaf.getsockname()[1]}"
        command = [sys.executable, "-m", "okawari.cli", *words, address]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 2
    assert f"cluster at {address} does not let us in" in " ".join(done.stderr.split())
    assert not (tmp_path / "run").exists()


def network_in(folder: Path) -> dict[str, list[float]]:
    """The weights in the folder of a training."""
    import torch

    saved = torch.load(folder / "checkpoint.pt", weights_only=True)
    return {name: values.flatten().tolist() for name, values in saved["network"].items()}
