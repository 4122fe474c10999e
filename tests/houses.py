"""Servers as processes of their own, which can be killed at any moment and started again on the same data."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

#: A machine with much else to do may take long to start a server.
PATIENCE = 240.0


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class House:
    """`okawari serve` in a process of its own."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = data / "server.log"
        self._environment = os.environ | {"OKAWARI_BOT_PAUSE": "0"} | environment
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.data.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "okawari.cli", "serve", "--port", str(self.port), "--data", str(self.data)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=PATIENCE):
                return True
        except (ConnectionError, urllib.error.URLError):
            return False

    def kill(self) -> None:
        """End at once, whatever is going on."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End in peace."""
        self._end(signal.SIGTERM)

    def _end(self, how: int) -> None:
        if self._process and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
