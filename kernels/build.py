"""Build what is missing or stale: raw IR once for a state of the sources, and then one file a target.

This module imports neither Numba nor LLVM, so that it is quick where there is nothing to do.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from kernels.targets import PYTHON_TAG as PYTHON_TAG
from kernels.targets import Target, host
from kernels.targets import target_named as target_named

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "okawari"
#: The built files of each target, and the stamps of what they were built from.
FOLDER = ROOT / "build" / "kernels"
#: The versions of what the kernels are built with; another version may make other code.
TOOLS = ROOT / "requirements" / "kernels.txt"


def output(target: Target) -> Path:
    """The file of a target. That of this machine lies in the package, so that an editable install finds it."""
    return PACKAGE / target.file if target == host() else FOLDER / target.name / target.file


def stamp() -> str:
    """A hash of all that the files are built from: sources of the kernels, of this build, and versions of tools."""
    digest = hashlib.sha256()
    sources = [*(PACKAGE / "rules").rglob("*.py"), *(PACKAGE / "bots").rglob("*.py")]
    folder = Path(__file__).parent.iterdir()
    own = [path for path in folder if path.suffix in (".py", ".c", ".h") and path.name != "check.py"]
    for path in sorted([*sources, *own, TOOLS]):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0{path.read_text(encoding='utf-8')}\0".encode())
    return digest.hexdigest()


def is_fresh(target: Target) -> bool:
    """Whether the file of a target was built from the present sources."""
    note = FOLDER / f"{target.name}.stamp"
    return output(target).exists() and note.exists() and note.read_text(encoding="utf-8") == stamp()


def build(targets: Sequence[Target]) -> None:
    """Build the files of some targets, unless they are fresh."""
    with _locked():
        if stale := [target for target in targets if not is_fresh(target)]:
            _build(stale)


def _build(targets: Sequence[Target]) -> None:
    made_from = stamp()
    began = time.perf_counter()
    print("Okawari compiles its kernels; this takes about a minute …", file=sys.stderr, flush=True)
    compile_all(targets, output)
    for target in targets:
        (FOLDER / f"{target.name}.stamp").write_text(made_from, encoding="utf-8")
    print(f"Compiled in {time.perf_counter() - began:.0f} s.", file=sys.stderr)


def compile_all(targets: Sequence[Target], place: Callable[[Target], Path]) -> None:
    """Compile the kernels for some targets, a part on each core; `place` gives the file of a target."""
    os.environ.setdefault("ZIG_GLOBAL_CACHE_DIR", str(FOLDER / "zig"))
    from kernels import linking
    from kernels.entries import PARTS
    from kernels.trampolines import Signature

    with TemporaryDirectory(prefix="okawari-") as folder:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            statuses = list(pool.map(lambda part: _compile_part(part, folder, targets), PARTS))
        if any(statuses):
            raise SystemExit("The kernels could not be compiled.")
        written = [json.loads((Path(folder) / f"{part}.json").read_text(encoding="utf-8")) for part in PARTS]
        signatures = sorted(Signature(*row) for part in written for row in part["signatures"])
        (sources,) = {part["stamp"] for part in written}
        for target in targets:
            objects = [Path(folder) / f"{target.name}-{part}.o" for part in PARTS]
            linking.link(signatures, sources, objects, target, place(target))
            if target.is_wasm:
                described = linking.description(signatures, sources)
                place(target).with_name("entries.json").write_text(described, encoding="utf-8")


def _compile_part(part: str, folder: str, targets: Sequence[Target]) -> int:
    """Compile a part in a process of its own; returns the exit code."""
    command = [sys.executable, "-m", "kernels.part", part, folder, *(target.name for target in targets)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


@contextmanager
def _locked() -> Iterator[None]:
    """Hold a lock, so that only one process builds at a time. Windows has no such lock."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w", encoding="utf-8") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
