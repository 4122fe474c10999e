"""A real Redis in a process of its own, which can be killed and started again."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.missing import skip_without
from tests.support.timeouts import TIMEOUT


class RedisServer:
    """Redis at a Unix socket: no port that another program could take while it is down."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program = program
        self._socket = folder / "redis.sock"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket_path(self) -> str:
        """The path of its Unix socket."""
        return str(self._socket)

    @property
    def bus_url(self) -> str:
        """Its address, also while it is down."""
        return f"unix://{self._socket}"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [self._program, "--port", "0", "--unixsocket", str(self._socket), "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, cwd=self._socket.parent, stdout=subprocess.DEVNULL)
        end = time.monotonic() + TIMEOUT
        while not self._answers():
            assert self._process.poll() is None, "Redis did not start"
            assert time.monotonic() < end, "Redis does not answer"
            time.sleep(0.02)

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(str(self._socket))
                probe.sendall(b"PING\r\n")
                return probe.recv(16).startswith(b"+PONG")
            except OSError:
                return False

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        if self._process:
            self._process.kill()
            self._process.wait(TIMEOUT)
            self._process = None

    def freeze(self) -> None:
        """Let it fall silent, with all connections open."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._process
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def running_redis() -> Iterator[RedisServer]:
    """Redis with an empty database."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if not program:
        skip_without("Redis", "apt-get install redis-server")
    # The path of a Unix socket may have a hundred letters: that of pytest's folder may have more.
    with tempfile.TemporaryDirectory(prefix="okawari-") as folder:
        server = RedisServer(program, Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.kill()
