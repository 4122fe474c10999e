"""The `okawari` command in a process of its own, at a real terminal or at pipes."""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import signal
import subprocess
import sys
import time

import pytest

from tests.support.timeouts import TIMEOUT


class Terminal:
    """A running command: what is typed into it, and what it has printed."""

    def __init__(self, *words: str, tty: bool = True, environment: dict[str, str] | None = None) -> None:
        self.unread = ""
        # Letters can come in pieces.
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        ends: tuple[int, int] = pytest.importorskip("pty").openpty() if tty else os.pipe()
        self._out, theirs = ends
        stdin, self._keys = (theirs, self._out) if tty else os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "okawari.cli", *words],
            stdin=stdin,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"TERM": "xterm-256color"} | (environment or {}),
            start_new_session=True,
        )
        for handle in {stdin, theirs}:
            os.close(handle)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def type(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def read_until(self, text: str) -> str:
        """Wait until a text is printed; returns what came before it."""
        end = time.monotonic() + TIMEOUT
        while text not in self.unread:
            assert time.monotonic() < end, self.unread
            if select.select([self._out], [], [], 1)[0]:
                self._read()
        before, _, self.unread = self.unread.partition(text)
        return before

    def _read(self) -> None:
        try:
            data = os.read(self._out, 65536)
        except OSError:  # how Linux says that the other end is closed
            data = b""
        if not data:
            pytest.fail(f"The command has ended: {self.unread}")
        self.unread += self._decode(data)

    def interrupt(self, number: int = signal.SIGINT) -> None:
        """Send a signal: one that comes just before Python begins to read is noticed with the next key."""
        self.process.send_signal(number)
        with contextlib.suppress(OSError):  # by then it may have ended
            self.type("\n")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for handle in {self._out, self._keys}:
            os.close(handle)
