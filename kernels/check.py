"""Check wheels as far as that is possible on another machine: `python -m kernels.check WHEEL …`.

The extension of each must have the format and processor of its target, define the function that Python asks for, carry
the stamp of the present sources, and need no newer C library than its tag says.
"""

from __future__ import annotations

import os
import re
import struct
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kernels.parts import PACKAGE
from kernels.targets import TARGETS, WHEELS, Target

#: The most bytes that an extension should have.
MOST_BYTES = 1_000_000
#: The numbers of processors in the three formats.
_ELF = {62: "x86_64", 183: "aarch64"}
_MACH_O = {0x01000007: "x86_64", 0x0100000C: "arm64"}
_PE = {0x8664: "x86_64"}
#: The beginning of a signature in a file for macOS.
_SIGNATURE = b"\xfa\xde\x0c\xc0"


class Machine(NamedTuple):
    """The machine that a file is for: its system, as in the names of targets, and its processor."""

    system: str
    processor: str


def machine_of(code: bytes) -> Machine:
    """The machine that an extension is for, by its header."""
    if code[:4] == b"\x7fELF":
        (number,) = struct.unpack_from("<H", code, 18)
        return Machine("linux", _ELF.get(number, str(number)))
    if code[:4] == b"\xcf\xfa\xed\xfe":
        (number,) = struct.unpack_from("<I", code, 4)
        return Machine("macos", _MACH_O.get(number, str(number)))
    if code[:2] == b"MZ":
        (header,) = struct.unpack_from("<I", code, 60)
        (number,) = struct.unpack_from("<H", code, header + 4)
        return Machine("windows", _PE.get(number, str(number)))
    raise ValueError("no format that Python can load")


def problems(code: bytes, target: Target, stamp: str) -> Iterator[str]:
    """What is wrong with the extension of a target."""
    system, _, processor = target.name.partition("-")
    if machine_of(code) != ("linux" if system == "musl" else system, processor):
        yield f"it is for {' '.join(machine_of(code))}"
    if b"PyInit__kernels\0" not in code:
        yield "it has no PyInit__kernels"
    if stamp.encode() not in code:
        yield "it was built from other sources"
    if target.name == "macos-arm64" and _SIGNATURE not in code:
        yield "it is not signed, and such a Mac loads nothing unsigned"
    if system == "windows" and b"python3.dll" not in code:
        yield "it is not linked to python3.dll"
    if len(code) > MOST_BYTES:
        yield f"it has {len(code):,} bytes"
    newest = max((int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", code)), default=0)
    if newest > (17 if system == "linux" else 0):
        yield f"it needs glibc 2.{newest}"


def check(wheel: Path, stamp: str) -> str:
    """Check a wheel: a line about it; a `SystemExit` if anything is wrong."""
    fits = [target for name, target in TARGETS.items() if name in WHEELS and wheel.stem.endswith(target.platform_tag)]
    if not fits:
        raise SystemExit(f"{wheel.name}: no target has such a tag.")
    with zipfile.ZipFile(wheel) as packed:
        code = packed.read(f"okawari/{fits[0].file}")
    if found := list(problems(code, fits[0], stamp)):
        raise SystemExit(f"{wheel.name}: {'; '.join(found)}.")
    return f"{wheel.name}: {' '.join(machine_of(code))}, {len(code) / 1000:.0f} kB, as it should be"


def main() -> None:
    """Check the wheels that are named."""
    sys.path.insert(0, str(PACKAGE.parent))
    os.environ["OKAWARI_KERNELS"] = "python"
    from okawari.rules.kernel import fingerprint

    for name in sys.argv[1:]:
        print(check(Path(name), fingerprint()))


if __name__ == "__main__":
    main()
