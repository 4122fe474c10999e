"""Calls of compiled kernels: arguments that do not fit are refused before the kernel runs, and so are stale kernels."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from okawari.bots import tree_kernels
from okawari.rules.dealer import QUICK
from okawari.rules.kernel import COMPILED, MODE
from okawari.rules.table_kernels import BATTLE_KERNELS, DRAFT_KERNELS, new_dealer
from tests.support.paths import ROOT

compiled_only = pytest.mark.skipif(MODE != COMPILED, reason="about the extension; it is not used in this mode")


def table() -> np.ndarray:
    """A table of two."""
    tables = np.zeros(1, DRAFT_KERNELS.table)
    DRAFT_KERNELS.set_table(tables, new_dealer(QUICK), 0, 0, 0, 0, 2)
    return tables


@compiled_only
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((table(), 0), "draft_moves: an argument is missing"),
        ((table(), 0, np.empty(200, np.int16), 1), "draft_moves: there are too many arguments"),
        ((table(), 0, np.empty(200, np.int32)), "draft_moves: an array has another type"),
        ((table(), 0, np.empty((2, 200), np.int16)), "draft_moves: an array has another type or number of dimensions"),
        ((np.zeros(1, BATTLE_KERNELS.table), 0, np.empty(200, np.int16)), "draft_moves: an array has another type"),
        ((table(), 0, np.empty(400, np.int16)[::2]), "not C-contiguous"),
        ((table(), "0", np.empty(200, np.int16)), "cannot be interpreted as an integer"),
        ((None, 0, np.empty(200, np.int16)), "bytes-like object"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_what_does_not_fit_is_refused(arguments: tuple[object, ...], problem: str) -> None:
    with pytest.raises((TypeError, ValueError), match=problem):
        DRAFT_KERNELS.moves(*arguments)


@compiled_only
def test_a_tuple_with_another_number_of_fields_is_refused() -> None:
    tree = tuple(tree_kernels.new_tree(1024, 1024))
    with pytest.raises(TypeError, match="grow_battle: a tuple has another number of fields"):
        tree_kernels.grow_battle(*[np.zeros(1, BATTLE_KERNELS.table)] * 2, new_dealer(QUICK), tree[:-1], 1, (), tree)


def run(code: str, **switches: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], env=os.environ | switches, capture_output=True, text=True, check=False
    )


def test_kernels_of_other_sources_are_refused(tmp_path: Path) -> None:
    """A rule that was changed after the build must not be ignored in silence."""
    copy = tmp_path / "okawari"
    shutil.copytree(ROOT / "src" / "okawari", copy, ignore=shutil.ignore_patterns("page", "__pycache__", "server"))
    switches = {"PYTHONPATH": str(tmp_path), "OKAWARI_KERNELS": "compiled"}
    play = "import okawari; print(okawari.new('sushi-go-first', 2, seed=1).to_move)"
    assert run(play, **switches).stdout == "(0, 1)\n"
    with (copy / "rules" / "points.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    refused = run(play, **switches)
    assert refused.returncode == 1
    assert "were built from other sources than these. Build it with `make kernels`" in refused.stderr
    (extension,) = copy.glob("_kernels.*")
    extension.unlink()
    assert "cannot be loaded" in run(play, **switches).stderr


def test_a_mode_that_is_not_known_is_refused() -> None:
    refused = run("import okawari; okawari.new('sushi-go-first', 2)", OKAWARI_KERNELS="quick")
    assert "OKAWARI_KERNELS is 'quick'; it can be compiled, jit or python." in refused.stderr
