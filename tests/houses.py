"""Servers as processes of their own, which can be killed at any moment and started again on the same data."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from patience import PATIENCE


class House:
    """`okawari serve` in a process of its own, each time at whatever port is free, or always where it began."""

    def __init__(self, data: Path, *, stays: bool = False, **environment: str) -> None:
        self.data = data
        self.port = 0
        self.stays = stays
        self.log = data / "server.log"
        self._environment = os.environ | {"OKAWARI_BOT_PAUSE": "0"} | environment
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is, or was before it ended."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self) -> None:
        """Start, and wait until it says where it is."""
        self.data.mkdir(parents=True, exist_ok=True)
        port = self.port if self.stays else 0
        command = [sys.executable, "-m", "okawari.cli", "serve", "--port", str(port), "--data", str(self.data)]
        with self.log.open("ab") as log:
            said = log.tell()
            self._process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while not (told := re.search(rb"http://127\.0\.0\.1:(\d+)\s", self.log.read_bytes()[said:])):
            assert self._process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.05)
        self.port = int(told[1])

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
