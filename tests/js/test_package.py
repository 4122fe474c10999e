"""The npm package as people install it: packed, and used from a folder of its own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import okawari
from tests.js.node import JS, Node, build_script

PLAY = """
import { bots, load } from 'okawari';
const okawari = await load();
const game = okawari.game({ menu: 'sushi-roll', seats: 3, seed: 7 });
const players = [0, 1, 2].map((seat) => bots.make('tuned', seat));
while (!game.over) for (const seat of game.toMove) game.choose(seat, players[seat].choose(game.view(seat)));
console.log(JSON.stringify(game.record));
"""


@pytest.mark.slow
def test_a_packed_package_plays(node: Node, tmp_path: Path) -> None:
    """What it plays is a game for Python, too."""
    build = build_script()
    command, environment = build.page_build()._npm_command()

    def npm(*words: str, folder: Path) -> None:
        subprocess.run([*command, "--silent", *words], cwd=folder, env=environment, check=True)

    npm("pack", "--pack-destination", str(tmp_path), folder=JS)
    (packed,) = tmp_path.glob("*.tgz")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    npm("install", "--no-audit", "--no-fund", str(packed), folder=tmp_path)
    (tmp_path / "play.js").write_text(PLAY, encoding="utf-8")
    done = subprocess.run([build.node(), "play.js"], cwd=tmp_path, capture_output=True, text=True, check=True)
    record = okawari.Record.from_json(json.loads(done.stdout))
    assert record.over and record.verify() == []
    assert not list((tmp_path / "node_modules" / "okawari").rglob("*.py"))
