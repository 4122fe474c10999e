"""Servers that are measured, each in a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from load.boardgameio_wire import BoardgameIoWire
from load.client import Wire
from load.okawari_wire import OkawariWire
from processes import cpu_seconds, memory


@dataclass(frozen=True)
class Spent:
    """Seconds of processor time: of the servers, and of the database and the bus beside them."""

    servers: float
    database: float = 0.0
    bus: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.servers + other.servers, self.database + other.database, self.bus + other.bus)

    def __sub__(self, before: Spent) -> Spent:
        return Spent(self.servers - before.servers, self.database - before.database, self.bus - before.bus)


class Running(Protocol):
    """A running server, of one or several processes."""

    @property
    def ports(self) -> list[int]:
        """The ports at which it listens, one for each process."""

    @property
    def memory(self) -> float:
        """Memory in kB."""

    @property
    def spent(self) -> Spent:
        """The processor time that was spent until now."""

    def __enter__(self) -> Running: ...
    def __exit__(self, *exception: Any) -> None:
        """Stop it."""


class ServerProcess:
    """A running server, which prints a line with `ready` in it when it is; the process may have started others."""

    def __init__(self, command: list[str], environment: dict[str, str], port: int, ready: str = "ready\n") -> None:
        self.port = port
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
        assert self._process.stdout
        if not any(ready in line for line in self._process.stdout):
            raise RuntimeError(f"the server did not start: {' '.join(command)}")

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Terminate the process and wait for its end."""
        self._process.terminate()
        self._process.wait(60)
        assert self._process.stdout
        self._process.stdout.close()

    @property
    def ports(self) -> list[int]:
        """The port at which it listens."""
        return [self.port]

    @property
    def memory(self) -> float:
        """Memory in kB."""
        return memory(self._process.pid)

    @property
    def spent(self) -> Spent:
        """The processor time that it has used."""
        return Spent(cpu_seconds(self._process.pid))


class Server(Protocol):
    """A server that can be measured."""

    name: str
    wire: Wire

    def start(self, data: Path) -> Running:
        """Start it with a folder for its data."""


class OkawariTree:
    """The server of a source tree of Okawari: a folder with `src` and `benchmarks`."""

    def __init__(self, name: str, tree: Path) -> None:
        self.name = name
        self._tree = tree
        self._environment = {"PYTHONPATH": str(tree / "src")}
        self.wire: Wire = OkawariWire(self._version())

    def _version(self) -> int:
        """The version of the wire."""
        code = "from okawari.server.wire.messages import VERSION; print(VERSION)"
        environment = {**os.environ, **self._environment}
        return int(subprocess.check_output([sys.executable, "-c", code], env=environment))

    def warm_up(self) -> None:
        """Compile its kernels, unless that was done before: ahead, or into a cache for a tree that compiles late."""
        ahead = (self._tree / "kernels").is_dir()
        command = [sys.executable, "-m", *(["kernels"] if ahead else ["okawari.cli", "warmup"])]
        environment = {**os.environ, **self._environment}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment, cwd=self._tree)

    def start(self, data: Path, kind: str = "serve", **environment: str) -> ServerProcess:
        """Start the server as its own benchmarks do; they know how, whatever has changed since."""
        port = free_port()
        script = self._tree / "benchmarks" / "serving.py"
        words = [str(script), kind, str(data), str(port)]
        return ServerProcess([sys.executable, *self._without_uvloop, *words], self._environment | environment, port)

    @property
    def _without_uvloop(self) -> list[str]:
        """The words before a script that hide uvloop, which a tree that does not depend on it would not have."""
        if "uvloop" in (self._tree / "pyproject.toml").read_text(encoding="utf-8"):
            return []
        hidden = "import os, runpy, sys; sys.modules['uvloop'] = None; del sys.argv[0]"
        found = "sys.path[0] = os.path.dirname(sys.argv[0])"
        return ["-c", f"{hidden}; {found}; runpy.run_path(sys.argv[0], run_name='__main__')"]


class BoardgameIo:
    """A small draft with boardgame.io, which keeps its matches in memory."""

    name = "boardgame.io"
    folder = Path(__file__).with_name("boardgameio")

    def __init__(self) -> None:
        self.wire: Wire = BoardgameIoWire()

    @classmethod
    def is_installed(cls) -> bool:
        """Whether `make bench-boardgameio` has installed it."""
        return (cls.folder / "node_modules" / "boardgame.io").is_dir()

    def start(self, data: Path) -> ServerProcess:
        """Start the server; it has no data."""
        port = free_port()
        return ServerProcess(["node", str(self.folder / "server.js"), str(port)], {"NODE_ENV": "production"}, port)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port
