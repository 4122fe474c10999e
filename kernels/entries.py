"""The entry points of the kernels, with Numba's types for the types that they declare."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numba
from numba import types
from numba.core.dispatcher import Dispatcher

from kernels.parts import DRAFTING, MODULES_OF, OTHERS, modules_of


class Entry(NamedTuple):
    """An entry point: its name, Numba's dispatcher of it, and the types of its arguments."""

    name: str
    dispatcher: Any
    types: tuple[Any, ...]


def load(part: str) -> list[Entry]:
    """The entry points of a part, for Numba.

    Numba's cache is not used: its code is optimised for this machine.
    """
    os.environ["OKAWARI_KERNELS"] = "jit"
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
    Dispatcher.enable_caching = lambda self: None  # type: ignore[method-assign]
    kernel = import_module("okawari.rules.kernel")
    if kernel.MODE != kernel.JIT:
        raise RuntimeError("The build of the kernels needs a process in which okawari was not imported before.")
    for module in modules_of(part):
        import_module(module)
    return [
        Entry(name, entry.kernel, tuple(numba_type(declared) for declared in entry.types))
        for name, entry in sorted(kernel.ENTRY_POINTS.items())
        if _part_of(entry) == part
    ]


def _part_of(entry: Any) -> str:
    """The part of an entry point that `okawari.rules.kernel` knows."""
    for part, modules in MODULES_OF.items():
        if entry.function.__module__ in modules:
            return part
    draft = import_module("okawari.rules.draft")
    records = {draft.TABLE, draft.VIEW}
    return DRAFTING if any(getattr(declared, "dtype", None) in records for declared in entry.types) else OTHERS


def numba_type(declared: Any) -> Any:
    """Numba's type for a declared one: `Array`, `int`, `float`, `bool`, or a NamedTuple class with its field types."""
    if declared in (int, float, bool):
        return {int: types.int64, float: types.float64, bool: types.boolean}[declared]
    if hasattr(declared, "ndim"):
        return types.Array(numba.from_dtype(declared.dtype), declared.ndim, "C")
    made, *fields = declared
    return types.NamedTuple([numba_type(field) for field in fields], made)
