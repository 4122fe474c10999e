"""The decorator that compiles a rule, and the cache that remembers the compiled code."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

config: Any = numba.config

_RULES = Path(__file__).parent


def _fingerprint() -> str:
    """A hash of every file in this room: numba itself only notices a change of the caller's own file."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in sorted(_RULES.rglob("*.py")):
        digest.update(source.read_bytes())
    for switch in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT"):
        digest.update(os.environ.get(switch, "").encode())
    return digest.hexdigest()[:16]


def _cache_home() -> Path:
    if home := os.environ.get("OKAWARI_CACHE"):
        return Path(home)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "okawari"


#: Where the compiled kernels of exactly these rules are kept.
CACHE = _cache_home() / f"kernels-{_fingerprint()}"


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """A type of record whose fields are reached with a dot, compiled or not."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def _compiled(function: Callable[..., Any], *, inline: bool) -> Any:
    before = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE)
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=inline)(function)
    finally:
        config.CACHE_DIR = before


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a rule: cached on disk, free of the GIL, without Python's division checks."""
    return _compiled(function, inline=False)


def hot_kernel(function: Callable[..., Any]) -> Any:
    """Compile a rule into each of its callers: for the few that run with every card of every game."""
    return _compiled(function, inline=True)
