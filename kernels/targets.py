"""The machines that kernels are compiled for."""

from __future__ import annotations

import platform
import sys
import sysconfig
from typing import NamedTuple

#: The oldest Python whose stable ABI the extension uses.
PYTHON_TAG = "cp311"
#: What every browser of the last years has; SIMD makes networks three times as fast, and no other kernel faster.
_WASM_FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
_WASM = "wasm32-unknown-unknown", "wasm32-freestanding", "", ""


#: The module of everything that playing needs, and that of networks, which is loaded when a bot needs it.
WASM, WASM_NETWORKS = "wasm", "wasm-networks"


class Target(NamedTuple):
    """A machine: its names for LLVM, for zig and for wheels, its processor, and the name of its extension."""

    name: str
    triple: str
    zig: str
    platform_tag: str
    cpu: str
    features: str = ""
    file: str = "_kernels.abi3.so"

    @property
    def is_wasm(self) -> bool:
        """Whether this is WebAssembly."""
        return self.name in (WASM, WASM_NETWORKS)


_X86, _ARM = "x86-64-v2", "generic"

TARGETS = {
    target.name: target
    for target in (
        Target("linux-x86_64", "x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64", _X86),
        Target("linux-aarch64", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64", _ARM),
        Target("musl-x86_64", "x86_64-unknown-linux-musl", "x86_64-linux-musl", "musllinux_1_2_x86_64", _X86),
        Target("musl-aarch64", "aarch64-unknown-linux-musl", "aarch64-linux-musl", "musllinux_1_2_aarch64", _ARM),
        Target("macos-arm64", "arm64-apple-macosx11.0.0", "aarch64-macos.11.0", "macosx_11_0_arm64", "apple-m1"),
        Target("macos-x86_64", "x86_64-apple-macosx10.15.0", "x86_64-macos.10.15", "macosx_10_15_x86_64", _X86),
        Target("windows-x86_64", "x86_64-pc-windows-gnu", "x86_64-windows-gnu", "win_amd64", _X86, file="_kernels.pyd"),
        Target(WASM, *_WASM, _WASM_FEATURES, "okawari.wasm"),
        Target(WASM_NETWORKS, *_WASM, f"{_WASM_FEATURES},+simd128", "networks.wasm"),
    )
}
#: The targets that have wheels.
WHEELS = tuple(name for name, target in TARGETS.items() if not target.is_wasm)


def target_named(name: str | None) -> Target:
    """The target with a name; without one, or with `host`, that of this machine."""
    if name == "host":
        return host()
    if name and name not in TARGETS:
        raise SystemExit(f"There is no target {name}; there are {', '.join(TARGETS)}.")
    return TARGETS[name] if name else host()


def host() -> Target:
    """The target of this machine."""
    machine = platform.machine().lower().replace("amd64", "x86_64")
    if sys.platform == "win32":
        system = "windows"
    elif sys.platform == "darwin":
        system, machine = "macos", machine.replace("aarch64", "arm64")
    else:
        musl = "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or "")
        system, machine = "musl" if musl else "linux", machine.replace("arm64", "aarch64")
    name = f"{system}-{machine}"
    if name not in TARGETS:
        raise SystemExit(
            f"There are no kernels for {name}; there are for: {', '.join(WHEELS)}. "
            "OKAWARI_KERNELS=jit runs Okawari on Numba instead."
        )
    return TARGETS[name]
