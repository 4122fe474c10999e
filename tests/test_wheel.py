"""What people install: a wheel that needs neither Node nor anything beside it."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_page_is_built_where_node_came_with_pip() -> None:
    """The npm of that wheel cannot be called by its name, so no script of the page may do that."""
    scripts = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
    assert not [script for script in scripts.values() if "npm" in script]


@pytest.mark.slow
def test_a_wheel_holds_the_page_the_texts_and_the_schemas(tmp_path: Path) -> None:
    """The page is the one of these sources: its stamp is the one that the build leaves."""
    subprocess.run([sys.executable, ROOT / "web" / "build.py"], check=True)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, ROOT]
    subprocess.run(command, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        stamp = packed.read("okawari/page/stamp.txt").decode()
    assert stamp == (ROOT / "src/okawari/page/stamp.txt").read_text(encoding="utf-8")
    assert {"okawari/page/index.html", "okawari/page/dishes.svg", "okawari/page/manifest.webmanifest"} <= names
    assert {
        "okawari/texts/is.json",
        "okawari/schemas/wire.schema.json",
        "okawari/bots/tastes.json",
        "okawari/py.typed",
    } <= names
    assert any(name.startswith("okawari/page/assets/") and name.endswith(".js") for name in names)
