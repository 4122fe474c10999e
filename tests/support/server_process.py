"""Servers as processes of their own, which can be killed at any moment and started again on the same data."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from tests.support.databases import database_url
from tests.support.timeouts import TIMEOUT


class ServerProcess:
    """`okawari serve` in a process of its own: each start takes a free port, or the port of the first start."""

    def __init__(
        self,
        data: Path,
        *,
        keep_port: bool = False,
        port: int = 0,
        before: Callable[[], None] | None = None,
        **environment: str,
    ) -> None:
        self.data = data
        self.port = port
        self.keep_port = keep_port or bool(port)
        #: Runs in the new process before the server starts.
        self._before = before
        self.log = data / "server.log"
        stored = {"OKAWARI_DATABASE": url} if (url := database_url(data)) else {}
        self._environment = os.environ | {"OKAWARI_BOT_PAUSE": "0"} | stored | environment
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address, also after it has ended."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def stacks(self) -> list[str]:
        """The stacks in its log, each by the line before it and the line after it."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        begins = [
            place
            for place, (line, below) in enumerate(pairwise(lines))
            if below.startswith("  File") and not line.startswith(" ")
        ]
        return [
            f"{lines[place]} … {next((line for line in lines[place + 1 :] if not line.startswith(' ')), '')}"
            for place in begins
        ]

    def launch(self) -> int:
        """Start; returns where what it prints begins in its log."""
        self.data.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            said = log.tell()
            self._process = subprocess.Popen(
                self._command, env=self._environment, stdout=log, stderr=log, preexec_fn=self._before
            )
        return said

    def start(self) -> None:
        """Start, and wait until it prints its address."""
        said = self.launch()
        assert self._process
        end = time.monotonic() + TIMEOUT
        while not (told := re.search(rb"http://127\.0\.0\.1:(\d+)\s", self.log.read_bytes()[said:])):
            assert self._process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.05)
        self.port = int(told[1])

    @property
    def _command(self) -> list[str]:
        port = self.port if self.keep_port else 0
        return [sys.executable, "-m", "okawari.cli", "serve", "--port", str(port), "--data", str(self.data)]

    def fail_to_start(self, *more: str) -> tuple[int, str]:
        """Start a server that cannot run; returns its exit code and what it printed."""
        done = subprocess.run(
            [*self._command, *more], env=self._environment, capture_output=True, text=True, timeout=TIMEOUT
        )
        return done.returncode, done.stderr

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it with SIGTERM."""
        self._end(signal.SIGTERM)

    def _end(self, how: int) -> None:
        if self._process and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(TIMEOUT)


class ThinkerProcess(ServerProcess):
    """`okawari think` in a process of its own, which nobody connects to."""

    @property
    def _command(self) -> list[str]:
        return [sys.executable, "-m", "okawari.cli", "think", "--data", str(self.data)]
