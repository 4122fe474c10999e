"""The parts of the kernels, which are compiled apart, and when an object of one can be used again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from kernels.targets import Target

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "okawari"
#: The versions of what the kernels are built with; another version may make other code.
TOOLS = ROOT / "requirements" / "kernels.txt"

#: The parts, the one that takes longest first. In a part of their own, most kernels of the tree searches have one
#: caller and are inlined. Those of environments and networks are for Python only; playing does without environments.
PARTS = OTHERS, SEARCHES, DRAFTING, ENVIRONMENTS, NETWORKS = (
    "others",
    "searches",
    "drafting",
    "environments",
    "networks",
)
PYTHON_ONLY = ENVIRONMENTS, NETWORKS
#: The rooms above the rules whose kernels a part can have.
ROOMS_OF = {
    OTHERS: ("bots",),
    SEARCHES: ("bots",),
    DRAFTING: ("bots",),
    ENVIRONMENTS: ("encoding", "bots", "envs"),
    NETWORKS: ("encoding", "bots"),
}
#: The files of a room whose change may change kernels, if these are not all.
_FILES = {"envs": "kernels.py"}


def parts_for(target: Target, wanted: Sequence[str]) -> list[str]:
    """Those of the wanted parts that a target has."""
    return [part for part in wanted if part not in PYTHON_ONLY or not target.is_wasm]


def sources_of(rooms: Sequence[str]) -> str:
    """A hash of what the rules and some rooms are compiled from: their sources, this build, and versions of tools."""
    digest = hashlib.sha256()
    sources = [path for room in ("rules", *rooms) for path in (PACKAGE / room).rglob(_FILES.get(room, "*.py"))]
    folder = Path(__file__).parent.iterdir()
    own = [path for path in folder if path.suffix in (".py", ".c", ".h") and path.name != "check.py"]
    for path in sorted([*sources, *own, TOOLS]):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0{path.read_text(encoding='utf-8')}\0".encode())
    return digest.hexdigest()
