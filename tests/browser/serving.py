"""A server that runs for real, and the sizes of the windows that people look at it through."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

DESK = {"width": 1280, "height": 860}
PHONE = {"width": 360, "height": 740}
SMALL_PHONE = {"width": 320, "height": 640}
#: Tenths of a second until a server must answer; on a cold machine it compiles first.
PATIENCE = 1800


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server process that can be stopped, killed and started again on the same data."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "okawari.cli", "serve", "--port", str(self.port), "--data", str(self.data)]
        environment = os.environ | {"OKAWARI_BOT_PAUSE": "0"}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(PATIENCE):
            if self.process.poll() is not None:
                raise RuntimeError(f"The server ended at once, with {self.process.returncode}.")
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        self.stop(signal.SIGKILL)
        raise RuntimeError("The server did not answer.")

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(60)
