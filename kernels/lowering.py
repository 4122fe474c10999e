"""From Numba's front end to raw IR: what Numba makes of the kernels before it optimises them for this machine."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from numba.core import codegen, cpu
from numba.core.registry import cpu_target

from kernels.entries import Entry
from kernels.trampolines import Signature, trampoline

_TARGET_LINES = re.compile(r"^target (?:triple|datalayout) = .*$", re.MULTILINE)
#: Numba's own runtime, in place of which ours is linked.
_NUMBA_RUNTIME = re.compile(r"^define .*@NRT_incref", re.MULTILINE)
#: Where a kernel tells about an exception: pickled, with paths of this machine. The status alone tells that it failed.
_EXCEPTIONS = re.compile(r"^  store [^\n]*, ptr %excinfo[^\n]*\n", re.MULTILINE)


class RawCode:
    """The raw IR of some entry points: the text of each module, and the signatures of the trampolines in them."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.signatures: list[Signature] = []
        with _front_end_only() as libraries:
            for entry in entries:
                entry.dispatcher.compile(entry.types)
                compiled = entry.dispatcher.overloads[entry.types]
                compiled.library._ensure_finalized()
                library = cpu_target.target_context.codegen().create_library(entry.name)
                self.signatures.append(trampoline(library, entry, compiled))
                library._ensure_finalized()
        texts = (str(library._final_module) for library in libraries)
        self.modules = [_portable(text) for text in texts if not _NUMBA_RUNTIME.search(text)]


def _portable(text: str) -> str:
    """The IR of a module without what belongs to this machine; a square root is an instruction, not a call."""
    return _EXCEPTIONS.sub("", _TARGET_LINES.sub("", text)).replace("@sqrt(", "@llvm.sqrt.f64(")


@contextmanager
def _front_end_only() -> Iterator[list[Any]]:
    """Make Numba stop after it has written IR: no optimisation, no machine code, no wrappers for Python."""
    libraries: list[Any] = []

    def finalize(library: Any) -> None:
        library._finalized = True
        libraries.append(library)

    def nothing(*_: Any, **__: Any) -> None:
        return None

    library_parts: dict[str, Any] = {
        "_optimize_functions": nothing,
        "finalize": finalize,
        "_get_module_for_linking": lambda library: library._final_module,
    }
    context_parts: dict[str, Any] = {
        "get_executable": lambda _self, _library, description, _environment: [description].append,
        "create_cpython_wrapper": nothing,
        "create_cfunc_wrapper": nothing,
    }
    with (
        patch.multiple(codegen.CPUCodeLibrary, **library_parts),
        patch.multiple(cpu.CPUContext, **context_parts),
    ):
        yield libraries
