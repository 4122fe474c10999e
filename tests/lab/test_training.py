"""Training: it resumes bit for bit, learns, and learns from choices only. PyTorch is imported by the tests that run."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from okawari import bots
from okawari.bots.network import code_of, layers_for
from okawari.bots.network_kernels import NETWORK_KERNELS, NO_MOVE
from okawari.envs.observation import observe
from okawari.game import Game, Setting, View
from okawari.lab.training.options import Options, TrainingError
from tests.cli.commands import assert_translated, run_command

pytestmark = pytest.mark.research

#: A draft with two numbers of seats, an extra plate that is played for, a pyramid, dice.
GAMES: dict[str, dict[str, Any]] = {
    "draft": {"menu": "sushi-go-first", "seats": (2, 3)},
    "dummy": {"menu": "sushi-go-2014", "seats": (2,), "variant": "dummy"},
    "battle": {"menu": "sushi-go-anniversary", "seats": (2,), "variant": "battle"},
    "roll": {"menu": "sushi-roll", "seats": (3,)},
}
#: Belts of other lengths.
MORE_DICE: dict[str, dict[str, Any]] = {f"roll {n}": {"menu": "sushi-roll", "seats": (n,)} for n in (2, 4, 5)}


def options_of(game: str, **numbers: Any) -> Options:
    given = {"steps": 10**6, "tables": 12, "width": 16, "seed": 3} | numbers
    return Options.of(**(GAMES | MORE_DICE)[game], **given)


def trainer_of(game: str, iterations: int = 0, **numbers: Any) -> Any:
    from okawari.lab.training.trainer import Trainer

    trainer = Trainer(options_of(game, **numbers))
    for _ in range(iterations):
        trainer.iterate()
    return trainer


def weights(trainer: Any) -> list[list[float]]:
    return [values.flatten().tolist() for values in trainer.network.state_dict().values()]


@pytest.mark.parametrize("parts", [1, 3])
@pytest.mark.parametrize("rivals", [(), ("hana",)])
@pytest.mark.parametrize("game", GAMES)
def test_a_resumed_training_goes_on_bit_for_bit(
    game: str, rivals: tuple[str, ...], parts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("okawari.lab.training.trainer.JOINS_EVERY", 2)
    monkeypatch.setattr("okawari.lab.training.trainer.MOST_PAST_SELVES", 2)
    more: Any = {"parts": parts, "rivals": rivals}
    whole, first, second = (trainer_of(game, iterations, **more) for iterations in (6, 3, 0))
    first.save(tmp_path / "checkpoint")
    second.load(tmp_path / "checkpoint")
    for _ in range(3):
        second.iterate()
    assert weights(second) == weights(whole)
    assert (second.steps, second.iterations) == (whole.steps, 6)
    assert weights(whole) != weights(first)


def test_another_seed_trains_another_network() -> None:
    assert weights(trainer_of("draft", 1)) != weights(trainer_of("draft", 1, seed=4))


def test_each_number_of_parts_trains_another_network() -> None:
    networks = [weights(trainer_of("draft", 1, parts=parts)) for parts in (1, 2, 3)]
    assert networks[0] != networks[1] != networks[2] != networks[0]


@pytest.mark.parametrize("game", GAMES)
def test_parts_play_games_of_their_own_in_whatever_order(game: str) -> None:
    from okawari.lab.training.parts import Player
    from okawari.lab.training.rollout import joined

    trainer, player = trainer_of(game), Player(options_of(game, parts=3))
    network, parts = trainer.network.state_dict(), player.deal()
    played = [steps for steps, _ in player.play(network, network, parts)]
    again = [steps for steps, _ in player.play(network, network, parts[::-1])][::-1]
    assert all(one.equal(other) for one, other in zip(joined(played), joined(again), strict=True))
    assert len({tuple(steps.cells.flatten().tolist()) for steps in played}) == 3


def test_a_checkpoint_from_before_there_were_parts_goes_on(tmp_path: Path) -> None:
    import torch

    trainer, other = trainer_of("draft", 2), trainer_of("draft")
    trainer.save(tmp_path / "checkpoint")
    saved = torch.load(tmp_path / "checkpoint", weights_only=True)
    del saved["more_parts"]
    torch.save(saved, tmp_path / "checkpoint")
    other.load(tmp_path / "checkpoint")
    for one in (trainer, other):
        one.iterate()
    assert weights(trainer) == weights(other)


@pytest.mark.parametrize("parts", [1, 2, 4])
def test_a_checkpoint_of_other_parts_is_refused(parts: int, tmp_path: Path) -> None:
    trainer_of("draft", parts=3).save(tmp_path / "checkpoint")
    with pytest.raises(TrainingError, match="cannot be read"):
        trainer_of("draft", parts=parts).load(tmp_path / "checkpoint")


@pytest.mark.parametrize("game", GAMES)
def test_only_choices_are_learned_from(game: str) -> None:
    from okawari.lab.training.parts import Player

    trainer, player = trainer_of(game), Player(options_of(game, rivals=("random", "taro")))
    player.deal()
    assert len(player.groups) == 3 * len(player.options.settings)
    for group in player.groups:
        steps = group.roll(trainer.network, trainer.network, trainer.generator)
        assert len(steps.actions) > 0
        assert bool(steps.masks.gather(1, steps.actions[:, None]).all())
        if group.wait is not None:
            assert int(steps.masks[:, group.wait].sum()) == 0


def test_what_happens_while_waiting_is_rewarded_to_the_choice_before() -> None:
    """An agent acts, waits and gains 1, acts, and the game ends with 2; in the next one it acts, and waits."""
    import torch

    from okawari.lab.training.rollout import DECAY, advantages_of

    rewards, values = torch.tensor([[0.0], [1], [2], [4]]), torch.tensor([[0.5], [9], [0.25], [8], [7]])
    acts = torch.tensor([[True], [False], [True], [True], [False]])
    ends = torch.tensor([[False], [False], [True], [False]])
    advantages, known = advantages_of(rewards, values, acts, ends)
    assert known.flatten().tolist() == [True, False, True, False]
    last = 2 - 0.25
    assert advantages[2].item() == pytest.approx(last)
    assert advantages[0].item() == pytest.approx(1 + 0.25 - 0.5 + DECAY * last)


def test_a_choice_after_which_one_sees_more_is_known_before_the_end_of_the_game() -> None:
    import torch

    from okawari.lab.training.rollout import advantages_of

    advantages, known = advantages_of(
        torch.tensor([[1.0]]), torch.tensor([[0.5], [2.0]]), torch.ones(2, 1, dtype=torch.bool), torch.zeros(1, 1) > 0
    )
    assert bool(known.all())
    assert advantages.item() == pytest.approx(1 + 2 - 0.5)


def test_only_legal_actions_are_drawn() -> None:
    import torch

    from okawari.lab.training.network import sample

    masks = torch.tensor([[0, 1, 0, 1]]).expand(5000, -1)
    actions, chances = sample(torch.tensor([[9.0, 1.0, 9.0, 0.0]]).expand(5000, -1), masks, torch.Generator())
    assert set(actions.tolist()) == {1, 3}
    expected = torch.log_softmax(torch.tensor([1.0, 0.0]), -1)
    assert chances.exp()[actions == 1][0].item() == pytest.approx(expected.exp()[0].item(), rel=1e-5)


@pytest.mark.parametrize("game", ["draft", "dummy"])
def test_a_short_training_already_wins_against_chance(game: str) -> None:
    from okawari.lab.training.evaluation import win_share

    trainer = trainer_of(game, 30, tables=128, width=64)
    for setting in trainer.options.settings:
        assert win_share(trainer.network, setting, "random", 200).interval[0] > 1 / setting.seats


def test_who_learns_against_a_bot_wins_more_against_it() -> None:
    """Sushi battle, where the network learns little from itself in so short a time."""
    from okawari.lab.training.evaluation import win_share

    shares = []
    for rivals in ((), 10 * ("hana",)):
        trainer = trainer_of("battle", 30, tables=64, width=32, rivals=rivals)
        shares.append(win_share(trainer.network, trainer.options.settings[0], "hana", 300))
    assert shares[1].interval[0] > shares[0].value


def test_a_training_with_rivals_goes_on(tmp_path: Path) -> None:
    for steps in (500, 1500):
        train(tmp_path, "--steps", steps, "--rivals", "hana,taro")
    assert "another training" in train(tmp_path, "--steps", 3000, "--rivals", "hana", exit_code=2)


def test_a_rival_that_cannot_play_in_kernels_is_refused(tmp_path: Path) -> None:
    assert "suzu" in train(tmp_path / "run", "--steps", 500, "--rivals", "hana,suzu", exit_code=2)
    assert not (tmp_path / "run").exists()


def test_a_measurement_can_be_repeated() -> None:
    from okawari.lab.training.evaluation import win_share

    network, setting = trainer_of("draft").network, Setting.of("sushi-go-first", 2)
    one, again = (win_share(network, setting, "greedy", 50) for _ in range(2))
    assert (one.value, one.n) == (again.value, 100)


@pytest.mark.parametrize("game", GAMES | MORE_DICE)
def test_the_exported_network_computes_what_the_trained_one_does(game: str) -> None:
    """Weights are rounded to 16 bits, so the network is rounded, too, before both are compared."""
    import torch

    from okawari.lab.training.export import network_file

    trainer = trainer_of(game, 3)
    network = trainer.network
    for values in network.parameters():
        values.data = values.data.half().float()
    for setting in trainer.options.settings:
        saved = network_file(network, trainer.options.settings, {})
        code, layers = code_of(setting), layers_for(setting, saved)
        kernel = NETWORK_KERNELS[setting.table_kind].evaluate
        for view in first_views(setting):
            table = view.imagine(1)
            cells, _, mask = observe(setting, table, view.seat or 0)
            preferences, legal = np.zeros(len(mask), np.float32), np.zeros(len(mask), np.int8)
            value = kernel(table, view.seat, NO_MOVE, code, layers, preferences, legal)
            with torch.no_grad():
                wanted, wanted_value = network(torch.from_numpy(cells)[None])
            assert legal.tolist() == mask.tolist()
            np.testing.assert_allclose(preferences, wanted[0].numpy(), atol=1e-5)
            assert value == pytest.approx(wanted_value.item(), abs=1e-5)


def first_views(setting: Setting) -> Iterator[View]:
    """What seats see at the first decisions of a game."""
    game, player = Game(setting, 1), bots.make("random", 1)
    for _ in range(12):
        for seat in game.to_move:
            yield game.view(seat)
        for seat in game.to_move:
            game.choose(seat, player.choose(game.view(seat)))


def train(folder: Path, *words: Any, exit_code: int = 0) -> str:
    small = ("--tables", 8, "--width", 8, "--out", folder)
    return run_command("train", *small, *words, exit_code=exit_code)


def test_the_command_trains_and_goes_on(tmp_path: Path) -> None:
    from okawari.bots.network_file import NetworkFile

    folder = tmp_path / "run"
    train(folder, "--steps", 1000)
    assert {path.name for path in folder.iterdir()} >= {
        "checkpoint.pt",
        "curves.png",
        "history.json",
        "network.okawari",
    }
    done = json.loads((folder / "history.json").read_text(encoding="utf-8"))
    assert done[-1]["steps"] >= 1000
    assert set(done[-1]["wins"]["2"]) == {"hana", "taro"}
    train(folder, "--steps", 3000)
    went_on = json.loads((folder / "history.json").read_text(encoding="utf-8"))
    assert went_on[: len(done)] == done
    assert went_on[-1]["steps"] >= 3000
    saved = NetworkFile.from_bytes((folder / "network.okawari").read_bytes(), "it")
    assert saved.training["steps"] == went_on[-1]["steps"]


def test_a_folder_holds_one_training(tmp_path: Path) -> None:
    train(tmp_path, "--steps", 500)
    assert "another training" in train(tmp_path, "--steps", 500, "--seed", 2, exit_code=2)


def test_without_ray_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "okawari[ray]" in train(tmp_path / "run", "--steps", 500, "--ray", exit_code=2)
    assert not (tmp_path / "run").exists()


def test_a_broken_checkpoint_is_named(tmp_path: Path) -> None:
    train(tmp_path, "--steps", 500)
    (tmp_path / "checkpoint.pt").write_bytes(b"PK")
    assert "checkpoint.pt cannot be read" in train(tmp_path, "--steps", 900, exit_code=2)


def test_a_training_begins_with_the_weights_of_a_network(tmp_path: Path) -> None:
    """A learning rate of nearly nothing leaves them as they are; the same command goes on, another network does not."""
    from okawari.bots.network import read_network

    first, second = tmp_path / "first", tmp_path / "second"
    train(first, "--steps", 500)
    network = first / "network.okawari"
    words = ("--steps", 500, "--learning-rate", 1e-7, "--seed", 5, "--from")
    train(second, *words, network)
    one, other = (read_network(folder / "network.okawari").weights for folder in (first, second))
    assert all(np.allclose(one[name], other[name], atol=1e-3) for name in one)
    train(second, *words, network)
    assert "another training" in train(second, *words, second / "network.okawari", exit_code=2)


@pytest.mark.parametrize("words", [("--seats", 3), ("--width", 16), ("--dessert", "tea")])
def test_a_training_does_not_begin_with_a_network_for_something_else(tmp_path: Path, words: tuple[Any, ...]) -> None:
    train(tmp_path / "first", "--steps", 500, "--menu", "sushi-go-anniversary")
    network = tmp_path / "first" / "network.okawari"
    other = ("--menu", "sushi-go-anniversary", *words, "--steps", 500, "--from", network)
    assert "cannot begin this training" in train(tmp_path / "second", *other, exit_code=2)
    assert not (tmp_path / "second").exists()


def test_the_command_speaks_the_language(tmp_path: Path) -> None:
    assert_translated(_said(tmp_path, "pl"), "kroki na sekundę", "wygrane")
    assert_translated(_said(tmp_path, "is"), "skref á sekúndu", "sigrar")


def _said(folder: Path, lang: str) -> str:
    words = ["train", "--steps", "500", "--tables", "8", "--width", "8", "--lang", lang, "--out", str(folder / lang)]
    done = subprocess.run(
        [sys.executable, "-m", "okawari.cli", *words], capture_output=True, text=True, encoding="utf-8", check=True
    )
    return done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_writes_a_checkpoint_of_whole_iterations(tmp_path: Path) -> None:
    words = ["train", "--steps", "100000000", "--tables", "8", "--width", "8", "--out", str(tmp_path)]
    command = [sys.executable, "-m", "okawari.cli", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stderr is not None
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        told = process.stderr.read()
    assert process.returncode == 130
    assert "Stopped" in told

    import torch

    saved = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    assert saved["iterations"] > 0
    assert bool(saved["network"]["first.weight"].isfinite().all())
