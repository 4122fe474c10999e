"""The kernels by the JIT with bounds checks, and not compiled at all: they must play the very same games.

Compiled code that writes beyond an array says nothing, and plain Python does not wrap around where compiled code does:
a mistake may hide in one and show in the other.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.paths import ROOT

#: A game of each kind against the referee, the pinned games, the scoring examples, and games in bulk.
SAMPLE = [
    "tests/rules/test_against_referee.py",
    "tests/rules/test_luck.py",
    "tests/rules/test_book_examples.py",
    "tests/game/test_bulk.py",
]
KEYWORDS = "test_sample or same_seed or test_scoring or bulk or many_tables"


def run(**switches: str) -> None:
    """Run the sample in a process of its own, for numba reads its switches once."""
    arguments = ["-q", "-p", "no:xdist", "-x", *SAMPLE, "-k", KEYWORDS]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=ROOT,
        env=os.environ | switches,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert " passed" in done.stdout


@pytest.mark.slow
def test_with_bounds_checks() -> None:
    run(OKAWARI_KERNELS="jit", NUMBA_BOUNDSCHECK="1")


@pytest.mark.slow
def test_without_the_compiler() -> None:
    run(OKAWARI_KERNELS="python")
