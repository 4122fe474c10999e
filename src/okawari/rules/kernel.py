"""The decorators of kernels, and the three ways in which kernels run.

A kernel is a function over records and numbers that a compiler can translate. Python calls some of them, the *entry
points*, which declare the types of their arguments; other kernels are called by kernels. `$OKAWARI_KERNELS` says how
they run:

    compiled   (default) entry points are functions of the extension `okawari._kernels`, which `make kernels` builds
               from these sources; a kernel that is no entry point runs as plain Python where Python calls it
    jit        Numba compiles each kernel when it is first called, and caches it: for development
    python     all kernels are plain Python
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

PACKAGE = Path(__file__).parents[1]

#: The ways in which kernels run, and the one of this process.
COMPILED, JIT, PYTHON = "compiled", "jit", "python"
MODE = os.environ.get("OKAWARI_KERNELS") or COMPILED
if MODE not in (COMPILED, JIT, PYTHON):
    raise ImportError(f"OKAWARI_KERNELS is {MODE!r}; it can be {COMPILED}, {JIT} or {PYTHON}.")


class Array(NamedTuple):
    """The type of an array argument: its dtype and its number of dimensions. Arrays are C-contiguous."""

    dtype: np.dtype[Any]
    ndim: int


class EntryPoint(NamedTuple):
    """A kernel that Python calls: a function, and the types of its arguments.

    A type is `Array`, `int`, `float`, `bool`, or a pair of a NamedTuple class and the types of its fields.
    """

    function: Callable[..., Any]
    kernel: Any
    types: tuple[Any, ...]


#: The entry points by name.
ENTRY_POINTS: dict[str, EntryPoint] = {}


def array(dtype: Any, ndim: int = 1) -> Array:
    """The type of an array argument."""
    return Array(np.dtype(dtype), ndim)


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """The dtype of a record whose fields are attributes, in compiled code and in Python."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


#: The rooms above the rules that have kernels.
ROOMS = "encoding", "bots", "envs"


def kernel_sources() -> list[Path]:
    """The files from which kernels are compiled: the rules, and the modules of other rooms that have kernels."""
    others = (path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))
    own = (path for path in others if b"okawari.rules.kernel import" in path.read_bytes())
    return sorted([*(PACKAGE / "rules").rglob("*.py"), *own])


def fingerprint() -> str:
    """A hash of the sources of the kernels."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        text = path.read_text(encoding="utf-8")
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0{text}\0".encode())
    return digest.hexdigest()


def _extension() -> Any:
    """The extension with the compiled kernels; refused if it was built from other sources."""
    help_text = "Build it with `make kernels`, or let Numba compile at run time with OKAWARI_KERNELS=jit."
    try:
        extension = import_module("okawari._kernels")
    except ImportError as problem:
        raise ImportError(f"The compiled kernels of Okawari cannot be loaded ({problem}). {help_text}") from problem
    if extension.stamp != fingerprint():
        raise ImportError(f"The compiled kernels of Okawari were built from other sources than these. {help_text}")
    return extension


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


def _jit_cache(numba: Any) -> Path:
    """The folder with the code that Numba compiled from exactly these sources.

    Numba's own cache notices only a change of the file that a kernel is in, not of the files that it calls. It compiles
    again when a path or a modification time changes, so these count, too.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {fingerprint()}".encode())
    for source in kernel_sources():
        digest.update(f"{source} {source.stat().st_mtime_ns}".encode())
    for switch in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT"):
        digest.update(os.environ.get(switch, "").encode())
    return _cache_home() / f"kernels-{digest.hexdigest()[:16]}"


def _jit() -> Callable[..., Any]:
    """The function that makes a kernel of Numba: cached on disk, without the GIL, without Python's division checks."""
    numba = import_module("numba")
    cache = str(_jit_cache(numba))

    def compiled(function: Callable[..., Any], *, inline: bool) -> Any:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = cache
        try:
            return numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=inline)(function)
        finally:
            numba.config.CACHE_DIR = before

    return compiled


def _left_as_it_is(function: Callable[..., Any], *, inline: bool) -> Any:
    """The function itself, in place of a compiled one."""
    return function


_compile = _jit() if MODE == JIT else _left_as_it_is
_compiled_kernels = _extension() if MODE == COMPILED else None


def kernel(function: Callable[..., Any]) -> Any:
    """Make a function a kernel."""
    return _compile(function, inline=False)


def hot_kernel(function: Callable[..., Any]) -> Any:
    """Make a function a kernel that is inlined into its callers: for the few that run for every card of every game."""
    return _compile(function, inline=True)


def wraps_around(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function whose sums or products are meant to wrap around: as plain Python it does so without a warning."""
    return function if MODE == JIT else np.errstate(over="ignore")(function)


def entry_point(*types: Any, name: str = "") -> Callable[[Callable[..., Any]], Any]:
    """Make a function a kernel that Python calls, with arguments of these types; `name` replaces its own name."""

    def declare(function: Callable[..., Any]) -> Any:
        own = name or function.__name__
        if own in ENTRY_POINTS:
            raise ValueError(f"There are two entry points {own!r}.")
        made = kernel(function)
        ENTRY_POINTS[own] = EntryPoint(function, made, types)
        return made if _compiled_kernels is None else _compiled_entry(own)

    return declare


def _compiled_entry(name: str) -> Any:
    """An entry point of the extension; what only learning needs is left out where `make play` built it."""
    try:
        return getattr(_compiled_kernels, name)
    except AttributeError as problem:
        raise ImportError(f"The compiled kernels of Okawari lack {name}. Build them with `make kernels`.") from problem
