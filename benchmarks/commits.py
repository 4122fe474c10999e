"""The source tree of another commit, to be measured beside this one."""

from __future__ import annotations

import os
import subprocess
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

TREE = Path(__file__).parents[1]


def short(commit: str) -> str:
    """The short name of a commit."""
    return _git("rev-parse", "--short=7", f"{commit}^{{commit}}").decode().strip()


def tree_of(commit: str) -> Path:
    """A folder with the server and the benchmarks of a commit.

    It stays in the user's cache, as rules are compiled for the folder that they are in.
    """
    trees = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "okawari" / "trees"
    tree = trees / _git("rev-parse", f"{commit}^{{commit}}").decode().strip()
    if not tree.exists():
        trees.mkdir(parents=True, exist_ok=True)
        # Renamed when it is complete.
        partial = Path(tempfile.mkdtemp(dir=trees))
        with tarfile.open(fileobj=BytesIO(_git("archive", commit, "src", "benchmarks", "pyproject.toml"))) as files:
            files.extractall(partial, filter="data")
        partial.rename(tree)
    return tree


def _git(*words: str) -> bytes:
    return subprocess.run(["git", "-C", str(TREE), *words], check=True, stdout=subprocess.PIPE).stdout
