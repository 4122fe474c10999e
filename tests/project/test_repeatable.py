"""Properties get the same examples in every `make test`, whatever ran before them, and other ones in `make fuzz`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

#: Its own source seeds a property, so that it names no folder.
PROPERTY = """
from hypothesis import given, strategies as st

def test_before():
    {before}

@given(st.lists(st.integers() | st.text(), min_size=8))
def test_property(examples):
    with open("examples.txt", "a", encoding="utf-8") as out:
        print(ascii(examples), file=out)
"""


def examples(folder: Path, before: str, *options: str) -> str:
    """All examples of a property that runs after the line `before`."""
    folder.mkdir()
    file = folder / "test_written.py"
    file.write_text(PROPERTY.format(before=before), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml")]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [*command, *options, str(file)], cwd=folder, env=environment, check=False, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return (folder / "examples.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_examples_do_not_depend_on_what_ran_before(tmp_path: Path) -> None:
    alone = examples(tmp_path / "alone", "pass")
    assert alone == examples(tmp_path / "after", "import okawari.lab, okawari.server.app, okawari.cli")
    assert alone.count("\n") >= 100


@pytest.mark.slow
def test_fuzz_tries_other_examples_each_time(tmp_path: Path) -> None:
    runs = {examples(tmp_path / str(run), "pass", "--hypothesis-profile=fuzz") for run in range(2)}
    assert len(runs) == 2
