"""The build of the kernels: the same sources give the same bytes, and files of other machines are recognised."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from kernels import build, check
from kernels.parts import ENVIRONMENTS, PARTS
from kernels.targets import TARGETS, WHEELS, host
from okawari.rules import kernel
from okawari.rules.kernel import COMPILED, MODE, fingerprint
from tests.support.paths import ROOT

AGAIN = """
import sys
from pathlib import Path
from kernels.build import compile_all, host
again = Path(sys.argv[1])
compile_all([host()], lambda target: again, again.parent / "parts")
"""


@pytest.mark.slow
@pytest.mark.skipif(MODE != COMPILED, reason="the same whichever way the kernels run")
def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    """Not even the order of sets and dicts may matter."""
    again = tmp_path / host().file
    switches = {"PYTHONHASHSEED": "12345", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", AGAIN, str(again)], cwd=tmp_path, env=os.environ | switches, check=True)
    assert again.read_bytes() == build.output(host()).read_bytes()


def test_the_extension_of_this_machine_passes_the_check() -> None:
    code = build.output(host()).read_bytes()
    assert list(check.problems(code, host(), fingerprint())) == []
    assert str(ROOT).encode() not in code


@pytest.mark.parametrize("name", [name for name in WHEELS if name != host().name])
def test_the_extension_of_this_machine_fails_the_check_of_another(name: str) -> None:
    code = build.output(host()).read_bytes()
    if "linux" in name and host().name.partition("-")[2] in name:
        pytest.skip("only their C libraries differ")
    assert list(check.problems(code, TARGETS[name], fingerprint()))


def test_headers_tell_the_machine() -> None:
    elf = b"\x7fELF" + bytes(14) + struct.pack("<H", 183)
    macho = b"\xcf\xfa\xed\xfe" + struct.pack("<I", 0x0100000C)
    windows = b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0" + struct.pack("<H", 0x8664)
    assert [tuple(check.machine_of(code)) for code in (elf, macho, windows)] == [
        ("linux", "aarch64"),
        ("macos", "arm64"),
        ("windows", "x86_64"),
    ]
    with pytest.raises(ValueError, match="no format"):
        check.machine_of(b"text")


@pytest.mark.parametrize("kind", ["arguments", "results"])
def test_an_entry_point_with_too_many_words_is_refused(kind: str) -> None:
    """The callers have room for a number of words; more would overwrite other memory."""
    from numba import njit, types

    from kernels.entries import Entry
    from kernels.lowering import RawCode
    from kernels.trampolines import MOST_WORDS

    def entry(words: int) -> Entry:
        names = ", ".join(f"n{n}" for n in range(words))
        source = f"lambda {names}: n0" if kind == "arguments" else f"lambda n: ({', '.join(['n'] * words)})"
        return Entry("wide", njit(eval(source)), (types.int64,) * (words if kind == "arguments" else 1))

    assert [signature.name for signature in RawCode([entry(MOST_WORDS)]).signatures] == ["wide"]
    with pytest.raises(SystemExit, match=f"wide needs {MOST_WORDS + 1} words"):
        RawCode([entry(MOST_WORDS + 1)])


def test_a_stale_file_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert build.is_fresh(host())
    monkeypatch.setattr(build, "stamp", lambda: "other sources")
    assert not build.is_fresh(host())


def test_a_file_that_lacks_a_part_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make play` builds a file without environments, which is not enough for `make test`."""
    monkeypatch.setattr(build, "FOLDER", tmp_path)
    playing = [part for part in PARTS if part != ENVIRONMENTS]
    (tmp_path / f"{host().name}.stamp").write_text(" ".join((build.stamp(), *playing)), encoding="utf-8")
    assert build.is_fresh(host(), playing)
    assert not build.is_fresh(host())


def test_what_was_not_compiled_is_said_when_it_is_imported() -> None:
    with pytest.raises(ImportError, match="lack no_such_kernel"):
        kernel._compiled_entry("no_such_kernel")
