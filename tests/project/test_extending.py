"""docs/extending.md is true: its steps, applied to a copy of the sources, add a variant and a dessert to play."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.paths import ROOT

GUIDE = ROOT / "docs" / "extending.md"
#: What a copy does without.
LEFT_OUT = shutil.ignore_patterns(
    ".*", "node_modules", "page", "dist", "site", "__pycache__", "databases", "benchmarks"
)

_STEP = re.compile(r"^In `([^`]+)`, (after|before|in place of|under) `(.+)`:\n\n```\w+\n([\s\S]*?)```$", re.MULTILINE)


class Step(NamedTuple):
    """A change of one file: where, beside what, and the new text."""

    file: str
    verb: str
    mark: str
    text: str


def steps(guide: str) -> list[Step]:
    return [Step(*found) for found in _STEP.findall(guide)]


def apply(step: Step, root: Path) -> None:
    path = root / step.file
    source = path.read_text(encoding="utf-8")
    path.write_text(merged(step, source) if step.verb == "under" else edited(step, source), encoding="utf-8")


def merged(step: Step, source: str) -> str:
    """A JSON file with more entries under a key."""
    data = json.loads(source)
    data[step.mark] |= json.loads(step.text)
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def edited(step: Step, source: str) -> str:
    """A file with new lines after, before or in place of the one that has the mark."""
    lines = source.splitlines(keepends=True)
    found = [number for number, line in enumerate(lines) if step.mark in line]
    assert len(found) == 1, f"{step.file} has {len(found)} lines with {step.mark!r}: write docs/extending.md anew."
    (at,) = found
    start, end = {"after": (at + 1, at + 1), "before": (at, at), "in place of": (at, at + 1)}[step.verb]
    return "".join([*lines[:start], step.text, *lines[end:]])


def run(copy: Path, *arguments: str) -> str:
    """Run Python on the copy, without the compiler."""
    switches = {
        "OKAWARI_KERNELS": "python",
        "PYTHONPATH": os.pathsep.join([str(copy / "src"), str(copy)]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *arguments],
        cwd=copy,
        env=os.environ | switches,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with everything that the guide adds."""
    copy = tmp_path_factory.mktemp("extended") / "okawari"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    found = steps(GUIDE.read_text(encoding="utf-8"))
    assert len(found) > 20
    for step in found:
        apply(step, copy)
    run(copy, "-m", "okawari.game.schemas")
    run(copy, "-m", "tests.golden.write")
    return copy


def test_a_variant_changes_one_file_of_the_source_and_a_dessert_one_more() -> None:
    """But for words: everything else is the referee, texts, golden games and docs."""
    variant, dessert = re.split(r"^## A dessert$", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for part, drawings in ((variant, []), (dessert, ["web/public/dishes.svg"])):
        sources = {
            step.file for step in steps(part) if step.file.startswith(("src/", "web/")) and "/texts/" not in step.file
        }
        assert sorted(sources) == ["src/okawari/rules/menus/sushi_go_anniversary.py", *drawings]


PLAY = """
import okawari
from okawari import bots
from okawari.bots.coach import explain
from okawari.bots.solver import solve
from okawari.game.pad import Pad

assert okawari.__file__.startswith({home!r})
for variant in ("left-handed", "golf"):
    game = okawari.new("sushi-go-anniversary", seats=2, dessert="melon", variant=variant, seed=5)
    assert game.view(0).way == ("right" if variant == "left-handed" else "left")
    players = [bots.make("tree:budget=6", seed=1), bots.make("taro", seed=2)]
    while not game.over:
        for seat in game.to_move:
            game.choose(seat, players[seat].choose(game.view(seat)))
    assert game.record.verify() == []
    assert {{"melon"}} <= {{line.dish for score in game.scores for line in score.final}}

position = okawari.Position.from_json({{
    "menu": "sushi-go-anniversary", "seats": 2, "dessert": "melon", "round": 3, "turn": 9,
    "hands": ["melon2 egg", "melon1 egg"], "plates": ["wasabi", "tempura"], "desserts": ["melon1", "melon2"],
}})
solution = solve(position)
assert solution.exact and set(solution.card_values[0]) == {{"melon2", "egg"}}
advice = explain(position.game(seed=1).view(0), budget=60).advice
assert {{entry.move.text for entry in advice}} == {{"melon2", "egg"}} and all(entry.why() for entry in advice)

pad = Pad("sushi-go-anniversary", "melon", "left-handed")
sheet = pad.score_final(pad.read("Ania: 20 melon2*2\\nBo: 20 melon1", final=True))
assert [player.total for player in sheet.players] == [26, 20]
print("played")
"""


@pytest.mark.slow
def test_what_the_guide_adds_is_played_by_bots_coach_solver_and_score_pad(extended: Path) -> None:
    assert run(extended, "-c", PLAY.format(home=str(extended))).strip() == "played"


@pytest.mark.slow
def test_what_the_guide_adds_agrees_with_the_referee_and_lacks_nothing(extended: Path) -> None:
    chosen = [
        "tests/rules/test_registry.py",
        "tests/golden/test_golden.py",
        "tests/rules/test_book_examples.py",
        "tests/rules/test_against_referee.py",
        "tests/game/test_rulebook.py",
    ]
    # The coach without the compiler takes minutes for all games; the test above asks it about the new ones.
    words = (
        "registry and not coach or rulebook or golden_game and (left-handed or melon) or slices or melon-left-handed"
    )
    run(extended, "-m", "pytest", "-q", "-p", "no:xdist", "-W", "ignore", "-x", "-m", "not slow", *chosen, "-k", words)
