"""Build what is missing or stale: raw IR once for a state of the sources, and then one file a target.

This module imports neither Numba nor LLVM, so that it is quick where there is nothing to do.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from kernels.parts import PACKAGE, PARTS, ROOT, parts_for, sources_of
from kernels.targets import PYTHON_TAG as PYTHON_TAG
from kernels.targets import Target, host
from kernels.targets import target_named as target_named

if sys.platform != "win32":
    import fcntl

#: The built files of each target, the stamps of what they were built from, and the objects of parts.
FOLDER = ROOT / "build" / "kernels"


def output(target: Target) -> Path:
    """The file of a target. That of this machine lies in the package, so that an editable install finds it."""
    return PACKAGE / target.file if target == host() else FOLDER / target.name / target.file


def stamp() -> str:
    """A hash of all that the files are built from."""
    return sources_of(PARTS)


def is_fresh(target: Target, wanted: Sequence[str] = PARTS) -> bool:
    """Whether the file of a target has the wanted parts, built from the present sources."""
    built = _built(target)
    return output(target).exists() and set(parts_for(target, wanted)) <= set(built)


def _note(target: Target) -> Path:
    """The file that tells from which sources the parts of a target were built."""
    return FOLDER / f"{target.name}.stamp"


def _built(target: Target) -> list[str]:
    """The parts that the file of a target has, if it was built from the present sources."""
    made_from, *parts = _note(target).read_text(encoding="utf-8").split() if _note(target).exists() else [""]
    return parts if made_from == stamp() else []


def build(targets: Sequence[Target], wanted: Sequence[str] = PARTS) -> None:
    """Build the files of some targets with the wanted parts, unless they are fresh."""
    with _locked():
        if stale := [target for target in targets if not is_fresh(target, wanted)]:
            _build(stale, wanted)


def _build(targets: Sequence[Target], wanted: Sequence[str]) -> None:
    made_from = stamp()
    began = time.perf_counter()
    print("Okawari compiles its kernels; this takes about a minute …", file=sys.stderr, flush=True)
    compile_all(targets, output, FOLDER / "parts", wanted)
    for target in targets:
        _note(target).write_text(" ".join((made_from, *parts_for(target, wanted))), encoding="utf-8")
    print(f"Compiled in {time.perf_counter() - began:.0f} s.", file=sys.stderr)


def compile_all(
    targets: Sequence[Target], place: Callable[[Target], Path], folder: Path, wanted: Sequence[str] = PARTS
) -> None:
    """Compile the kernels for some targets, a part on each core; `place` gives the file of a target.

    Objects of parts are kept in the folder, and used again as long as their sources are the same.
    """
    os.environ.setdefault("ZIG_GLOBAL_CACHE_DIR", str(FOLDER / "zig"))
    from kernels import linking
    from kernels.trampolines import Signature

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        statuses = list(pool.map(lambda part: _compile_part(part, folder, targets), wanted))
    if any(statuses):
        raise SystemExit("The kernels could not be compiled.")
    for target in targets:
        parts = parts_for(target, wanted)
        rows = [row for part in parts for row in json.loads((folder / f"{part}.json").read_text(encoding="utf-8"))]
        signatures = sorted(Signature(*row) for row in rows)
        objects = [folder / f"{target.name}-{part}.o" for part in parts]
        linking.link(signatures, _fingerprint(), objects, target, place(target))
        if target.is_wasm:
            described = linking.description(signatures, _fingerprint())
            place(target).with_suffix(".json").write_text(described, encoding="utf-8")


def _fingerprint() -> str:
    """The hash of the sources that an extension must have to be loaded."""
    script = "from okawari.rules.kernel import fingerprint; print(fingerprint())"
    # Where pip builds a wheel, the path that it has set leads to NumPy.
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    switches = {"OKAWARI_KERNELS": "python", "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | switches, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def _compile_part(part: str, folder: Path, targets: Sequence[Target]) -> int:
    """Compile a part in a process of its own for the targets that lack it; returns the exit code."""
    made_from = sources_of([part])
    lacking = [
        target.name
        for target in targets
        if parts_for(target, [part]) and not _has_object(folder / f"{target.name}-{part}", made_from)
    ]
    if not lacking:
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "kernels.part", part, str(folder), *lacking]
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    for name in lacking if status == 0 else []:
        (folder / f"{name}-{part}.stamp").write_text(made_from, encoding="utf-8")
    return status


def _has_object(stem: Path, made_from: str) -> bool:
    """Whether there is an object of a part, compiled from these sources."""
    note = stem.with_name(f"{stem.name}.stamp")
    return note.exists() and note.read_text(encoding="utf-8") == made_from


@contextmanager
def _locked() -> Iterator[None]:
    """Hold a lock, so that only one process builds at a time. Windows has no such lock."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w", encoding="utf-8") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
