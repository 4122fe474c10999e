"""The parts of the kernels, which are compiled apart, and when an object of one can be used again."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from kernels.targets import WASM_NETWORKS, Target

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "okawari"
#: The versions of what the kernels are built with; another version may make other code.
TOOLS = ROOT / "requirements" / "kernels.txt"

#: The parts, the one that takes longest first. In a part of their own, most kernels of the tree searches have one
#: caller and are inlined. Those of environments are for Python only, and playing does without them.
PARTS = OTHERS, SEARCHES, DRAFTING, ENVIRONMENTS, NETWORKS = (
    "others",
    "searches",
    "drafting",
    "environments",
    "networks",
)
#: The rooms that kernels come from.
ROOMS = "rules", "encoding", "bots", "envs"
#: The modules whose entry points a part has; those of all others are DRAFTING if they take tables of drafting, else
#: OTHERS.
MODULES_OF = {
    SEARCHES: ("okawari.bots.tree_kernels",),
    ENVIRONMENTS: ("okawari.envs.kernels",),
    NETWORKS: ("okawari.bots.network_kernels", "okawari.bots.guided_kernels"),
}
_DECLARES = b"okawari.rules.kernel import"


def parts_for(target: Target, wanted: Sequence[str]) -> list[str]:
    """Those of the wanted parts that a target has."""
    if not target.is_wasm:
        return list(wanted)
    has = (NETWORKS,) if target.name == WASM_NETWORKS else (OTHERS, SEARCHES, DRAFTING)
    return [part for part in wanted if part in has]


def modules_of(part: str) -> list[str]:
    """The modules with the entry points of a part."""
    if part in MODULES_OF:
        return list(MODULES_OF[part])
    paths = (path for room in ("rules", "bots") for path in (PACKAGE / room).rglob("*.py"))
    named = (_name_of(path) for path in sorted(paths) if _DECLARES in path.read_bytes())
    return [name for name in named if not any(name in modules for modules in MODULES_OF.values())]


def sources_of(parts: Sequence[str]) -> str:
    """A hash of what some parts are compiled from: their modules, what those import, this build, versions of tools."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent.iterdir()
    own = [path for path in folder if path.suffix in (".py", ".c", ".h") and path.name != "check.py"]
    sources = _imported({name for part in parts for name in modules_of(part)})
    for path in sorted([*sources, *own, TOOLS]):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0{path.read_text(encoding='utf-8')}\0".encode())
    return digest.hexdigest()


def _imported(modules: set[str]) -> set[Path]:
    """The files of some modules and of all that they import, as far as kernels can come from there."""
    found: set[Path] = set()
    left = list(modules)
    while left:
        path = PACKAGE.parent.joinpath(*left.pop().split(".")).with_suffix(".py")
        if path.exists() and path not in found and path.relative_to(PACKAGE).parts[0] in ROOMS:
            found.add(path)
            left += _imports(path)
    return found


def _imports(path: Path) -> Iterator[str]:
    """The names that a file imports, and the modules that it imports them from."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
