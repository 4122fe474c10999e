"""`okawari dataset`: the decisions of bots as a Parquet file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as parquet
import pytest
from typer.testing import CliRunner

from okawari.cli.app import app
from okawari.encoding import Encoding
from okawari.game import Game, Setting
from okawari.lab import dataset
from okawari.lab.dataset import write_dataset
from okawari.lab.plan import Plan


def written(folder: Path, setting: Setting, games: int, exact: bool = False) -> tuple[list[dict[str, Any]], Any]:
    """The rows and the metadata of a dataset of two bots."""
    path = folder / "decisions.parquet"
    rows = write_dataset(path, Plan(setting, ("hana", "random"), seed=2), games, exact)
    table = parquet.read_table(path)
    assert len(table) == rows
    assert [file.name for file in folder.iterdir()] == [path.name]
    return table.to_pylist(), table.schema.metadata


@pytest.mark.parametrize(
    "setting",
    [
        Setting.of("sushi-go-first", 2),
        Setting.of("sushi-go-anniversary", 2, "tea", "dummy"),
        Setting.of("sushi-go-anniversary", 2, "mochi", "battle"),
        Setting.of("sushi-roll", 3),
    ],
    ids=lambda setting: setting.variant or setting.menu,
)
def test_every_choice_is_a_legal_action_of_its_row(setting: Setting, tmp_path: Path) -> None:
    rows, metadata = written(tmp_path, setting, games=3)
    encoding = Encoding.of(setting)
    assert Setting.from_json(json.loads(metadata[b"okawari.setting"])) == setting
    assert json.loads(metadata[b"okawari.cells"]) == list(encoding.cells)
    assert json.loads(metadata[b"okawari.actions"]) == list(encoding.actions)
    assert {row["game"] for row in rows} == {0, 1, 2}
    for row in rows:
        assert row["mask"][row["action"]] == 1
        assert len(row["cells"]) == len(encoding.cells)
    for game in range(3):
        shares = {row["seat"]: row["share"] for row in rows if row["game"] == game}
        assert sum(shares.values()) == pytest.approx(1)


def test_rows_tell_the_game_that_was_played(tmp_path: Path) -> None:
    """The moves of the rows, played in a game with the same luck, end with the points of the rows."""
    setting = Setting.of("sushi-go-first", 2)
    rows, _ = written(tmp_path, setting, games=2)
    for number in (0, 1):
        game = Game(setting, Plan(setting, ("hana", "random"), seed=2).deal(0).game_seed)
        of_game = [row for row in rows if row["game"] == number]
        for row in of_game:
            assert (row["round"], row["turn"]) == (game.view(0).round, game.view(0).turn)
            game.choose(row["seat"], row["move"])
        assert game.over
        assert {row["seat"]: row["points"] for row in of_game} == dict(enumerate(game.totals))
    assert {row["bot"] for row in rows if row["seat"] == 0} == {"hana", "random"}, "bots change seats"


def test_exact_values_are_those_of_the_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "MOST_STATES", 2000)
    rows, _ = written(tmp_path, Setting.of("sushi-go-first", 2), games=1, exact=True)
    solved = [row for row in rows if row["values"] is not None]
    assert 12 <= len(solved) < len(rows), "a whole round takes more states than are allowed here"
    for row in solved:
        values = np.array(row["values"])
        assert (~np.isnan(values) == np.array(row["mask"], bool)).all()


def test_the_command_tells_what_it_wrote_and_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "decisions.parquet"
    words = ["dataset", "--bots", "hana,random", "--games", "1", "--out", str(path), "--lang", "en"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "54 decisions" in done.output
    assert len(parquet.read_table(path)) == 54
    wrong = CliRunner().invoke(app, [*words, "--menu", "sushi-stop"])
    assert wrong.exit_code != 0
    assert "sushi-stop" in wrong.output
