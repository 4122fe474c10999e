"""Trampolines: for each entry point a function `i32 name(i64 *words)`, the same on every target.

The words are the arguments in order, as 64-bit words: an integer or a boolean one word, a float its bits, an array its
address and then its dimensions, a NamedTuple the words of its fields. The results replace the first words. The
function gives 0, or another number if the kernel failed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.np.arrayobj import populate_array

from kernels.entries import Entry

WORD = ir.IntType(64)
#: The most words that the callers have room for.
MOST_WORDS = 128


class Signature(NamedTuple):
    """The words of an entry point.

    `kinds` has a letter for each argument, then `>`, then one for each result: `i` integer, `d` float, `b` boolean, a
    digit for an array of that many dimensions, brackets around the fields of a NamedTuple. `sizes` are the sizes of the
    items of the arrays, in bytes.
    """

    name: str
    kinds: str
    sizes: list[int]


class _Words:
    """Reads the words of a call, one after the other, and notes what they are."""

    def __init__(self, builder: ir.IRBuilder, words: ir.Value) -> None:
        self.builder, self.words = builder, words
        self.context = cpu_target.target_context
        self.read = 0
        self.kinds = ""
        self.sizes: list[int] = []

    def next(self) -> ir.Value:
        at = self.builder.gep(self.words, [ir.Constant(ir.IntType(32), self.read)])
        self.read += 1
        return self.builder.load(at)

    def value(self, ty: Any) -> ir.Value:
        """The value of the next argument, as Numba passes it."""
        if isinstance(ty, types.Array):
            return self._array(ty)
        if isinstance(ty, types.BaseNamedTuple):
            self.kinds += "("
            fields = [self.value(field) for field in ty.types]
            self.kinds += ")"
            return self.context.make_tuple(self.builder, ty, fields)
        self.kinds += letter(ty)
        if ty is types.boolean:
            return self.builder.icmp_signed("!=", self.next(), ir.Constant(WORD, 0))
        return self.builder.bitcast(self.next(), self.context.get_value_type(ty))

    def _array(self, ty: Any) -> ir.Value:
        """An array whose memory belongs to the caller."""
        item = self.context.get_abi_sizeof(self.context.get_data_type(ty.dtype))
        self.kinds += str(ty.ndim)
        self.sizes.append(item)
        made = self.context.make_array(ty)(self.context, self.builder)
        data = self.builder.inttoptr(self.next(), made.data.type)
        shape = [self.next() for _ in range(ty.ndim)]
        strides: list[ir.Value] = []
        step: ir.Value = ir.Constant(WORD, item)
        for length in reversed(shape):
            strides.insert(0, step)
            step = self.builder.mul(step, length)
        populate_array(made, data, shape, strides, ir.Constant(WORD, item), meminfo=None)
        return made._getvalue()


def letter(ty: Any) -> str:
    """The letter of a number."""
    if ty is types.boolean:
        return "b"
    if isinstance(ty, types.Integer) and ty.bitwidth == WORD.width:
        return "i"
    if ty is types.float64:
        return "d"
    raise TypeError(f"An entry point cannot take or give {ty}: 64-bit integers, floats and booleans only.")


def trampoline(library: Any, entry: Entry, compiled: Any) -> Signature:
    """Write the trampoline of a compiled entry point into a library."""
    context = cpu_target.target_context
    module = library.create_ir_module(entry.name)
    function = ir.Function(module, ir.FunctionType(ir.IntType(32), [WORD.as_pointer()]), entry.name)
    builder = ir.IRBuilder(function.append_basic_block())
    words = _Words(builder, function.args[0])
    arguments = [words.value(ty) for ty in entry.types]
    description = compiled.fndesc
    convention = context.call_conv
    callee_type = convention.get_function_type(description.restype, description.argtypes)
    callee = ir.Function(module, callee_type, description.llvm_func_name)
    status, result = convention.call_function(builder, callee, description.restype, entry.types, arguments)
    results = _results(description.restype)
    _write(builder, function.args[0], description.restype, result, context)
    builder.ret(builder.select(status.is_ok, ir.Constant(status.code.type, 0), status.code))
    library.add_ir_module(module)
    if (needed := max(words.read, len(results))) > MOST_WORDS:
        raise SystemExit(f"The entry point {entry.name} needs {needed} words; there are at most {MOST_WORDS}.")
    return Signature(entry.name, f"{words.kinds}>{results}", words.sizes)


def _results(ty: Any) -> str:
    """The letters of the results."""
    if ty is types.none:
        return ""
    return "".join(map(letter, ty.types)) if isinstance(ty, types.BaseTuple) else letter(ty)


def _write(builder: ir.IRBuilder, words: ir.Value, ty: Any, result: ir.Value, context: Any) -> None:
    """Write the results of a call over its first words."""
    if ty is types.none:
        return
    parts = [result]
    kinds = [ty]
    if isinstance(ty, types.BaseTuple):
        parts, kinds = [builder.extract_value(result, n) for n in range(len(ty.types))], list(ty.types)
    for n, (part, kind) in enumerate(zip(parts, kinds, strict=True)):
        at = builder.gep(words, [ir.Constant(ir.IntType(32), n)])
        word = builder.zext(part, WORD) if kind is types.boolean else builder.bitcast(part, WORD)
        builder.store(word, at)
