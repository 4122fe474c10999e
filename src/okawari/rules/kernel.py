"""The decorator that compiles a rule, and the cache that remembers the compiled code."""

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


def _fingerprint(room: Path) -> str:
    """A hash of every file in a room: numba itself only notices a change of the caller's own file.

    Where a file lies, and when it was written, is part of it, for numba compiles anew when these change.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in sorted(room.rglob("*.py")):
        digest.update(f"{source} {source.stat().st_mtime_ns}".encode() + source.read_bytes())
    for switch in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT"):
        digest.update(os.environ.get(switch, "").encode())
    return digest.hexdigest()[:16]


def _cache_home() -> Path:
    """A folder that keeps: the one that was asked for, the user's own, or a temporary one where there is neither."""
    if home := os.environ.get("OKAWARI_CACHE"):
        return Path(home)
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "okawari"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / "okawari"
    return folder


#: Where the compiled kernels of exactly these rules are kept.
CACHE = _cache_home() / f"kernels-{_fingerprint(Path(__file__).parent)}"


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """A type of record whose fields are reached with a dot, compiled or not."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def _compiled(function: Callable[..., Any], cache: Path, *, inline: bool) -> Any:
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache)
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=inline)(function)
    finally:
        config.CACHE_DIR = before


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a rule: cached on disk, free of the GIL, without Python's division checks."""
    return _compiled(function, CACHE, inline=False)


def hot_kernel(function: Callable[..., Any]) -> Any:
    """Compile a rule into each of its callers: for the few that run with every card of every game."""
    return _compiled(function, CACHE, inline=True)


def cache_of(room: Path) -> Path:
    """Where the kernels of another room are kept, which call the rules: keyed by the sources of both."""
    return CACHE / f"{room.name}-{_fingerprint(room)}"


def kernels_of(room: Path) -> Callable[[Callable[..., Any]], Any]:
    """The decorator for kernels of another room."""
    cache = cache_of(room)
    return lambda function: _compiled(function, cache, inline=False)
