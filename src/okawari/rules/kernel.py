"""The decorators that compile a kernel with Numba, and the folder in which compiled code is cached."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

config: Any = numba.config


def _fingerprint(package: Path) -> str:
    """A hash of every source file in a package, and of what else changes the compiled code.

    Numba's own cache only notices a change of the file that a kernel is in, not of the files that it calls. Paths and
    modification times are part of the hash because Numba compiles again when they change.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in sorted(package.rglob("*.py")):
        digest.update(f"{source} {source.stat().st_mtime_ns}".encode() + source.read_bytes())
    for switch in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT"):
        digest.update(os.environ.get(switch, "").encode())
    return digest.hexdigest()[:16]


def _cache_home() -> Path:
    """The folder for caches: `$OKAWARI_CACHE`, else the user's cache folder, else a temporary one."""
    if home := os.environ.get("OKAWARI_CACHE"):
        return Path(home)
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "okawari"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / "okawari"
    return folder


#: The folder with the compiled kernels of exactly these sources.
CACHE = _cache_home() / f"kernels-{_fingerprint(Path(__file__).parent)}"


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """The dtype of a record whose fields are attributes, in compiled code and in Python."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def _compiled(function: Callable[..., Any], cache: Path, *, inline: bool) -> Any:
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache)
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=inline)(function)
    finally:
        config.CACHE_DIR = before


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function: cached on disk, without the GIL, without Python's division checks."""
    return _compiled(function, CACHE, inline=False)


def hot_kernel(function: Callable[..., Any]) -> Any:
    """Compile a function and inline it into its callers: for the few that run for every card of every game."""
    return _compiled(function, CACHE, inline=True)


def cache_of(package: Path) -> Path:
    """The folder with the compiled kernels of another package. They call the rules, so it is keyed by both sources."""
    return CACHE / f"{package.name}-{_fingerprint(package)}"


def kernels_of(package: Path) -> Callable[[Callable[..., Any]], Any]:
    """The decorator that compiles the kernels of another package."""
    cache = cache_of(package)
    return lambda function: _compiled(function, cache, inline=False)
