"""The wheel that people install: it needs neither Node nor files beside it."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import threading
import time
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from kernels import build as kernels_build
from kernels import check
from kernels.targets import host
from okawari.rules.kernel import fingerprint
from tests.support.paths import ROOT


def page_build() -> Any:
    """The build of the page."""
    spec = importlib.util.spec_from_file_location("okawari_page", ROOT / "web" / "build.py")
    assert spec and spec.loader
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    return build


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The build of the page, in a folder of its own with an older page."""
    build = page_build()
    web, page = tmp_path / "web", tmp_path / "page"
    (web / "node_modules").mkdir(parents=True)
    page.mkdir()
    (page / "index.html").write_text("older", encoding="utf-8")
    for name, value in {"WEB": web, "PAGE": page, "STAMP": page / "stamp.txt"}.items():
        monkeypatch.setattr(build, name, value)
    monkeypatch.setattr(build, "install", lambda: None)
    monkeypatch.setattr(build, "fingerprint", lambda: "newer")
    return build


def test_a_build_that_fails_leaves_the_page_alone(workshop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def npm(*words: str) -> None:
        Path(words[-1]).mkdir()
        raise subprocess.CalledProcessError(1, "npm")

    monkeypatch.setattr(workshop, "npm", npm)
    with pytest.raises(subprocess.CalledProcessError):
        workshop.build()
    assert (workshop.PAGE / "index.html").read_text(encoding="utf-8") == "older"
    assert not workshop.is_fresh()


def test_of_two_builds_at_once_one_waits_and_finds_the_page(workshop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Path] = []

    def npm(*words: str) -> None:
        made.append(Path(words[-1]))
        made[-1].mkdir()
        time.sleep(0.1)
        (made[-1] / "index.html").write_text("newer", encoding="utf-8")

    monkeypatch.setattr(workshop, "npm", npm)
    builders = [threading.Thread(target=workshop.build) for _ in range(2)]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join(60)
    assert len(made) == 1 and not made[0].parent.exists()
    assert (workshop.PAGE / "index.html").read_text(encoding="utf-8") == "newer"
    assert workshop.is_fresh()


def test_the_page_is_built_anew_after_a_change_of_the_rules_or_texts() -> None:
    """It has their facts in it; what the build itself has written does not count."""
    build = page_build()
    for changed in ("rules/menus/sushi_roll.py", "game/rulebook.py", "texts/__init__.py", "texts/pl.json"):
        assert build.PACKAGE / changed in build.sources()
    assert build.FACTS in build.sources()
    assert not [path for path in build.sources() if path.name.endswith((".gen.ts", ".gen.json"))]


def test_the_page_is_built_where_node_came_with_pip() -> None:
    """The npm of that wheel cannot be called by its name, so no script of the page may do that."""
    scripts = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
    assert not [script for script in scripts.values() if "npm" in script]


def test_scripts_of_the_build_keep_the_path_on_which_pip_has_put_numpy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pip install .` installs what the build needs into a folder of its own, and names it in PYTHONPATH."""
    (tmp_path / "sitecustomize.py").write_text("import pathlib; (pathlib.Path(__file__).parent / 'seen').touch()")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert kernels_build._fingerprint() == fingerprint()
    assert (tmp_path / "seen").exists()
    assert page_build().with_sources()["PYTHONPATH"].split(os.pathsep) == [str(ROOT / "src"), str(tmp_path)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for this machine."""
    subprocess.run([sys.executable, ROOT / "web" / "build.py"], check=True)
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True)
    (made,) = folder.glob("*.whl")
    return made


@pytest.mark.slow
def test_a_wheel_holds_the_page_the_texts_and_the_schemas(wheel: Path) -> None:
    """The page is the one of these sources: its stamp is the one that the build leaves."""
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        stamp = packed.read("okawari/page/stamp.txt").decode()
    assert stamp == (ROOT / "src/okawari/page/stamp.txt").read_text(encoding="utf-8")
    assert {"okawari/page/index.html", "okawari/page/dishes.svg", "okawari/page/manifest.webmanifest"} <= names
    assert {"okawari/page/dishes.svg.br", "okawari/page/dishes.svg.gz"} <= names
    assert {
        "okawari/texts/is.json",
        "okawari/schemas/wire.schema.json",
        "okawari/bots/weights.json",
        "okawari/py.typed",
    } <= names
    assert any(name.startswith("okawari/page/assets/") and name.endswith(".js") for name in names)


@pytest.mark.slow
def test_a_wheel_is_for_one_machine_and_needs_no_compiler(wheel: Path) -> None:
    assert wheel.name.endswith(f"-cp311-abi3-{host().platform_tag}.whl")
    assert "as it should be" in check.check(wheel, fingerprint())
    with zipfile.ZipFile(wheel) as packed:
        (metadata,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        needed = [line for line in packed.read(metadata).decode().splitlines() if line.startswith("Requires-Dist")]
    assert needed and not [line for line in needed if "numba" in line or "ziglang" in line]


PLAY = """
import sys, okawari
from okawari import bots
game = okawari.new("sushi-roll", seats=3, seed=7)
players = [bots.make("tree:budget=20", seed=seat) for seat in game.seats]
while not game.over:
    for seat in game.to_move:
        game.choose(seat, players[seat].choose(game.view(seat)))
assert game.record.verify() == [] and "numba" not in sys.modules
print(okawari.__file__)
"""


@pytest.mark.slow
def test_a_wheel_plays_in_an_environment_of_its_own(wheel: Path, tmp_path: Path) -> None:
    """An environment with NumPy alone is enough for the library."""
    home = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    numpy = f"numpy=={version('numpy')}"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", str(wheel), numpy], check=True)
    done = subprocess.run([python, "-c", PLAY], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert str(home) in done.stdout
