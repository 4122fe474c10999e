"""Eight bytes at a time: 64-bit words are loaded from and stored into arrays of bytes, at any byte.

Compiled, each is one instruction, without a check of the index. The lowest byte of a word comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from okawari.rules.kernel import JIT, MODE, kernel

#: Bytes of a word.
WORD = 8


def _load_word(cells: Any, at: int) -> int:
    return int.from_bytes(cells[at : at + WORD].tobytes(), "little", signed=True)


def _store_word(cells: Any, at: int, word: int) -> None:
    for i, byte in enumerate(int(word).to_bytes(WORD, "little", signed=True)):
        cells[at + i] = byte


def _compiled() -> tuple[Any, Any]:
    """The same functions for Numba, as instructions."""
    intrinsic: Callable[[Callable[..., Any]], Any] = import_module("numba.extending").intrinsic
    types = import_module("numba").types
    word = import_module("llvmlite.ir").IntType(64)

    def address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.bitcast(builder.gep(made.data, [arguments[1]]), word.as_pointer())

    @intrinsic
    def load(typing: Any, cells: Any, at: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.load(address(context, builder, signature, arguments), align=1)

        return types.int64(cells, types.int64), generate

    @intrinsic
    def store(typing: Any, cells: Any, at: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            builder.store(arguments[2], address(context, builder, signature, arguments), align=1)
            return context.get_dummy_value()

        return types.void(cells, types.int64, types.int64), generate

    return load, store


#: Load the word at a byte of an array; store one there. They do not check that it lies within the array.
load_word, store_word = _compiled() if MODE == JIT else (_load_word, _store_word)


@kernel
def copy_words(cells, n, out, at):
    """Copy n bytes, or up to seven more, to `out` at a byte: both arrays must have room for whole words."""
    for i in range(0, n, WORD):
        store_word(out, at + i, load_word(cells, i))
    return at + n


@kernel
def clear_words(out, at, n):
    """Clear n bytes, or up to seven more."""
    for i in range(0, n, WORD):
        store_word(out, at + i, 0)
