"""From raw IR to an extension or a WebAssembly module: one module, one optimisation, one link."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import llvmlite.binding as llvm

from kernels.lowering import RawCode
from kernels.targets import Target
from kernels.trampolines import MOST_WORDS, Signature

HERE = Path(__file__).resolve().parent
#: What kernels may call: the runtime, and what LLVM makes of copies.
_RUNTIME = {
    *("NRT_MemInfo_alloc_aligned", "NRT_MemInfo_alloc", "NRT_Allocate", "NRT_Free", "okawari_release"),
    *("memcpy", "memmove", "memset"),
}
#: Reference counts of arrays that kernels allocate. As IR they are inlined; one thread at a time has an array.
_REFERENCE_COUNTS = """
declare void @okawari_release(ptr)
define weak_odr void @NRT_incref(ptr %block) alwaysinline {
  %none = icmp eq ptr %block, null
  br i1 %none, label %out, label %count
count:
  %n = load i64, ptr %block
  %more = add i64 %n, 1
  store i64 %more, ptr %block
  br label %out
out:
  ret void
}
define weak_odr void @NRT_decref(ptr %block) alwaysinline {
  %none = icmp eq ptr %block, null
  br i1 %none, label %out, label %count
count:
  %n = load i64, ptr %block
  %less = sub i64 %n, 1
  store i64 %less, ptr %block
  %last = icmp eq i64 %less, 0
  br i1 %last, label %free, label %out
free:
  call void @okawari_release(ptr %block)
  br label %out
out:
  ret void
}
define weak_odr ptr @NRT_MemInfo_data_fast(ptr %block) alwaysinline {
  %at = getelementptr {i64, ptr, ptr, ptr, i64, ptr}, ptr %block, i32 0, i32 3
  %data = load ptr, ptr %at
  ret ptr %data
}
"""


def link(signatures: Sequence[Signature], stamp: str, objects: Sequence[Path], target: Target, output: Path) -> None:
    """Link the objects of all parts for a target."""
    with TemporaryDirectory(prefix="okawari-") as folder:
        linked = Path(folder) / output.name
        if target.is_wasm:
            words = _wasm(objects, linked, [signature.name for signature in signatures], Path(folder))
        else:
            table = Path(folder) / "table.o"
            table.write_bytes(_table(signatures, stamp, target))
            words = _shared([*objects, table], target, linked)
        _run_zig(words)
        output.parent.mkdir(parents=True, exist_ok=True)
        # Under a new name first: a running Okawari keeps the old file.
        fresh = output.with_name(f".{output.name}.new")
        fresh.write_bytes(linked.read_bytes())
        fresh.replace(output)


def _machine(target: Target) -> llvm.TargetMachine:
    """LLVM's machine for a target."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu,
        features=target.features,
        opt=3,
        reloc="static" if target.is_wasm else "pic",
        # llvmlite's own choice is for a JIT, whose code may lie far from its constants.
        codemodel="small",
    )


def _head(target: Target, machine: llvm.TargetMachine) -> str:
    return f'target triple = "{target.triple}"\ntarget datalayout = "{machine.target_data}"\n'


def _table(signatures: Sequence[Signature], stamp: str, target: Target) -> bytes:
    """The object with the table of entry points."""
    machine = _machine(target)
    code: bytes = machine.emit_object(llvm.parse_assembly(_head(target, machine) + _entry_table(signatures, stamp)))
    return code


def emit(raw: RawCode, target: Target, *, vectorised: bool) -> bytes:
    """The optimised object code of some kernels for a target, with vectors if asked."""
    machine = _machine(target)
    head = _head(target, machine)
    module = llvm.parse_assembly(head + _REFERENCE_COUNTS)
    for text in raw.modules:
        part = llvm.parse_assembly(head + text)
        _make_mergeable(part)
        module.link_in(part)
    _keep_only(module, {signature.name for signature in raw.signatures})
    module.verify()
    _optimise(module, machine, vectorised)
    _check_complete(module)
    code: bytes = machine.emit_object(module)
    return code


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine, vectorised: bool) -> None:
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    # Vectors made only networks faster.
    tuning.loop_vectorization = vectorised
    tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    _prune_reference_counts(module, builder)
    builder.getModulePassManager().run(module, builder)


def _prune_reference_counts(module: llvm.ModuleRef, builder: llvm.PassBuilder) -> None:
    """Remove pairs of counting up and down. After this more kernels are small enough to be inlined."""
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    # Numba's pass finds the pairs only in simplified code.
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_jump_threading_pass()
    passes.add_refprune_pass()
    passes.run(module, builder)


def _make_mergeable(module: llvm.ModuleRef) -> None:
    """Let equal definitions of several modules be one: each library of Numba brings its own copies."""
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "weak_odr"
    for variable in module.global_variables:
        if not variable.is_declaration and variable.linkage == llvm.Linkage.external:
            variable.linkage = "weak_odr"


def _keep_only(module: llvm.ModuleRef, names: set[str]) -> None:
    """Make everything but these names internal, so that it is inlined and what is not used goes."""
    for value in (*module.functions, *module.global_variables):
        if value.is_declaration:
            continue
        if value.name in names:
            value.linkage, value.visibility = "external", "hidden"
        else:
            value.linkage = "internal"


def _check_complete(module: llvm.ModuleRef) -> None:
    """Refuse code that calls what no target has, such as functions of libm or of Python."""
    declared = {function.name for function in module.functions if function.is_declaration}
    if missing := sorted(name for name in declared - _RUNTIME if not name.startswith("llvm.")):
        raise SystemExit(f"The kernels call functions that kernels/runtime.c does not have: {', '.join(missing)}.")


def _entry_table(signatures: Sequence[Signature], stamp: str) -> str:
    """IR of the table that the extension reads: name, kinds, sizes and trampoline of each entry point."""
    lines = ["%row = type {ptr, ptr, ptr, ptr}", _string("okawari_stamp", stamp)]
    rows = []
    for n, signature in enumerate(signatures):
        lines += _entry_parts(n, signature)
        rows.append(f"%row {{ptr @.name.{n}, ptr @.kinds.{n}, ptr @.sizes.{n}, ptr @{signature.name}}}")
    lines += [
        f"@okawari_entry_count = constant i32 {len(rows)}",
        f"@okawari_entries = constant [{len(rows)} x %row] [{', '.join(rows)}]",
    ]
    return "\n".join(lines) + "\n"


def _entry_parts(n: int, signature: Signature) -> list[str]:
    sizes = ", ".join(f"i32 {size}" for size in signature.sizes)
    return [
        f"declare i32 @{signature.name}(ptr)",
        _string(f".name.{n}", signature.name),
        _string(f".kinds.{n}", signature.kinds),
        f"@.sizes.{n} = constant [{len(signature.sizes)} x i32] [{sizes}]",
    ]


def _string(name: str, text: str) -> str:
    return f'@{name} = constant [{len(text) + 1} x i8] c"{text}\\00"'


def _run_zig(words: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "ziglang", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"zig failed: {' '.join(words)}\n{done.stdout}{done.stderr}")


def _shared(objects: Sequence[Path], target: Target, linked: Path) -> list[str]:
    """The command that links an extension for Python."""
    words = ["cc", "-target", target.zig, "-shared", "-O2", "-s", "-fno-sanitize=undefined", "-o", str(linked)]
    words += [f"-DMOST_WORDS={MOST_WORDS}", *map(str, objects), str(HERE / "runtime.c"), str(HERE / "extension.c")]
    if target.name.startswith("macos"):
        words += ["-undefined", "dynamic_lookup"]
    elif target.name.startswith("windows"):
        words += [str(_python_imports(linked.parent))]
    return words


def _python_imports(folder: Path) -> Path:
    """The import library of the stable ABI's DLL, for Windows."""
    definition, library = folder / "python3.def", folder / "python3.lib"
    source = (HERE / "python_abi.h").read_text(encoding="utf-8")
    functions = re.findall(r"\b(Py\w+)\(", source)
    data = [f"{name} DATA" for name in re.findall(r"^PYTHON_DATA PyObject \*?(\w+);", source, re.MULTILINE)]
    names = sorted({*functions, *data})
    definition.write_text("LIBRARY python3.dll\nEXPORTS\n" + "\n".join(names) + "\n", encoding="utf-8")
    _run_zig(["dlltool", "-m", "i386:x86-64", "-d", str(definition), "-l", str(library)])
    return library


def _wasm(objects: Sequence[Path], linked: Path, names: Sequence[str], folder: Path) -> list[str]:
    """The command that links a WebAssembly module, after its runtime is compiled."""
    runtime = folder / "runtime.o"
    _run_zig(["cc", "-target", "wasm32-freestanding", "-O2", "-c", "-o", str(runtime), str(HERE / "runtime.c")])
    exports = [f"--export={name}" for name in (*names, "okawari_allocate", "okawari_free")]
    options = ["--no-entry", "--stack-first", "--gc-sections", "--strip-all", "-O3", "--export-memory"]
    memory = ["--initial-memory=1048576", "-z", "stack-size=262144"]
    return ["wasm-ld", *map(str, objects), str(runtime), "-o", str(linked), *options, *memory, *exports]


def description(signatures: Sequence[Signature], stamp: str) -> str:
    """The entry points and their words as JSON: what a caller of the WebAssembly module must know."""
    entries = {signature.name: {"kinds": signature.kinds, "sizes": signature.sizes} for signature in signatures}
    return json.dumps({"stamp": stamp, "most_words": MOST_WORDS, "entries": entries}, indent=1) + "\n"
