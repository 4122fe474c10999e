"""Build the npm package into js/dist; with `check`, `format` or `test`, run that script of package.json after it."""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
KERNELS = ROOT / "build" / "kernels"
WASM, NETWORKS_WASM = KERNELS / "wasm" / "okawari.wasm", KERNELS / "wasm-networks" / "networks.wasm"
NETWORKS = ROOT / "src" / "okawari" / "bots" / "networks"


def page_build() -> Any:
    """The build of the page, which knows where Node is."""
    spec = importlib.util.spec_from_file_location("okawari_page", ROOT / "web" / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def npm(*words: str) -> None:
    """Run npm in the folder of the package."""
    command, environment = page_build()._npm_command()
    subprocess.run([*command, *words], cwd=HERE, env=environment, check=True)


def install() -> None:
    """Install what the package is built with, unless that is there already."""
    done = HERE / "node_modules" / ".installed"
    digest = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    if not (done.exists() and done.read_text(encoding="utf-8") == digest):
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        done.write_text(digest, encoding="utf-8")


def node() -> str:
    """The path of the Node that npm runs with."""
    _, environment = page_build()._npm_command()
    return str(shutil.which("node", path=environment["PATH"]))


def fingerprint() -> str:
    """A hash of all that the package is built from."""
    own = [path for path in (HERE / "src").rglob("*.ts") if not path.name.endswith(".gen.ts")]
    package = ROOT / "src" / "okawari"
    modules = [path for path in package.rglob("*.py") if "page" not in path.parts]
    shared = [*(package / "texts").glob("*.json"), *modules]
    digest = hashlib.sha256()
    for path in sorted(
        (*own, *HERE.glob("*.json"), *HERE.glob("*.py"), *shared, *NETWORKS.glob("*.okawari"), WASM, NETWORKS_WASM)
    ):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _copy_networks(environment: dict[str, str]) -> None:
    """Put the networks, their module and their table into the package."""
    folder = HERE / "dist" / "networks"
    folder.mkdir()
    shutil.copy(NETWORKS_WASM, folder)
    subprocess.run(
        [sys.executable, str(HERE / "network_tables.py"), str(folder)], cwd=ROOT, env=environment, check=True
    )


def build() -> None:
    """Generate the tables, compile TypeScript, and put the WebAssembly module beside it, unless that is done already.

    Only one process builds at a time.
    """
    subprocess.run([sys.executable, "-m", "kernels", "wasm", "wasm-networks"], cwd=ROOT, check=True)
    with page_build().locked():
        stamp, made_from = HERE / "dist" / ".stamp", fingerprint()
        if stamp.exists() and stamp.read_text(encoding="utf-8") == made_from:
            return
        environment = page_build().with_sources()
        subprocess.run([sys.executable, str(HERE / "generate.py")], cwd=ROOT, env=environment, check=True)
        install()
        shutil.rmtree(HERE / "dist", ignore_errors=True)
        npm("run", "--silent", "build")
        shutil.copy(WASM, HERE / "dist" / "okawari.wasm")
        _copy_networks(environment)
        shutil.copy(ROOT / "LICENSE", HERE / "LICENSE")
        stamp.write_text(made_from, encoding="utf-8")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build()
        case ["install"]:
            install()
        case ["check" | "format" | "test" as script]:
            build()
            npm("run", "--silent", script)
        case _:
            sys.exit("Usage: build.py [check | format | test | install]")
