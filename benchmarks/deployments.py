"""Okawari with its database and its bus, in several ways: real servers of PostgreSQL and Redis are started for them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from load.client import Wire
from load.okawari_wire import OkawariWire
from okawari.server.wire.messages import VERSION
from processes import cpu_seconds
from servers import Running, ServerProcess, Spent, free_port
from tests.support.postgres import PostgresServer
from tests.support.redis_server import RedisServer


@dataclass(frozen=True)
class Beside:
    """The servers beside Okawari's; a deployment may use one or both."""

    postgres: PostgresServer
    redis: RedisServer


@contextmanager
def beside() -> Iterator[Beside]:
    """Real servers of PostgreSQL, which writes to the disk, and of Redis or Valkey."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if not program:
        raise SystemExit("Redis is missing. On Debian: apt-get install redis-server")
    postgres = PostgresServer(durable=True)
    with tempfile.TemporaryDirectory(prefix="okawari-") as folder:
        redis = RedisServer(program, Path(folder))
        try:
            postgres.start()
            redis.start()
            yield Beside(postgres, redis)
        finally:
            redis.kill()
            postgres.close()


@dataclass(frozen=True)
class Way:
    """A way to run Okawari: on which database, with Redis or without, with how many processes, and workers of each."""

    name: str
    postgres: bool = False
    redis: bool = False
    processes: int = 1
    workers: int = 1

    def environment(self, beside: Beside) -> dict[str, str]:
        """The variables for a server with a new database."""
        database = {"OKAWARI_DATABASE": beside.postgres.new_database(empty=True)} if self.postgres else {}
        bus = {"OKAWARI_BUS": beside.redis.bus_url} if self.redis else {}
        return database | bus | ({"OKAWARI_WORKERS": str(self.workers)} if self.workers > 1 else {})


#: Starts a process with a folder for its data, and variables.
Start = Callable[[Path, dict[str, str]], ServerProcess]


class Deployment:
    """Okawari run in a way: each process is started by `start`, and all have one database."""

    def __init__(self, way: Way, beside: Beside, start: Start, *, together: bool = False) -> None:
        self.name = way.name
        self.wire: Wire = OkawariWire(VERSION, together=together)
        self._way, self._beside, self._start = way, beside, start

    def start(self, data: Path) -> Running:
        """Start it with a folder for its data."""
        return Cluster(self._way, self._beside, data, self._start)


class Cluster:
    """Running processes of Okawari on one database."""

    def __init__(self, way: Way, beside: Beside, data: Path, start: Start) -> None:
        self._way, self._beside = way, beside
        environment = way.environment(beside)
        with ExitStack() as stack:
            self._processes = [
                stack.enter_context(start(data / str(number), environment)) for number in range(way.processes)
            ]
            self._stack = stack.pop_all()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *exception: Any) -> None:
        """Stop all processes."""
        self._stack.close()

    @property
    def ports(self) -> list[int]:
        """The ports at which the processes listen."""
        return [port for process in self._processes for port in process.ports]

    @property
    def memory(self) -> float:
        """Memory in kB of all processes of Okawari."""
        return sum(process.memory for process in self._processes)

    @property
    def spent(self) -> Spent:
        """The processor time that was spent until now."""
        return Spent(
            sum(process.spent.servers for process in self._processes),
            cpu_seconds(self._beside.postgres.pid) if self._way.postgres else 0.0,
            cpu_seconds(self._beside.redis.pid) if self._way.redis else 0.0,
        )


def command(*more: str) -> Start:
    """Starts `okawari serve` as everybody does; `more` are further options."""

    def start(data: Path, environment: dict[str, str]) -> ServerProcess:
        data.mkdir(parents=True)
        port = free_port()
        words = [sys.executable, "-m", "okawari.cli", "serve", "--port", str(port), "--data", str(data), *more]
        return ServerProcess(words, environment, port, ready=f":{port}")

    return start


def descriptors() -> int:
    """How many files a process of this machine may open at most."""
    return int(subprocess.check_output(["sh", "-c", "ulimit -Hn"], text=True).replace("unlimited", "1000000"))
