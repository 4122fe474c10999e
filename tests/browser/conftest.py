"""A real server and a real browser: nothing here knows how the page is made."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

DESK = {"width": 1280, "height": 860}
PHONE = {"width": 360, "height": 740}


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
        for _ in range(300):
            if self.process.poll() is not None:
                raise RuntimeError(f"The server ended at once, with {self.process.returncode}.")
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("The server did not answer.")

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(15)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if not chromium:
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is missing: apt-get install chromium")
        pytest.skip("NOT RUN: Chromium is missing (apt-get install chromium)")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def guest(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Somebody with a browser of their own: call it for each person. The page's errors fail the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def arrive(**options: object) -> Page:
        usual = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce", "base_url": server.url}
        context = browser.new_context(**{**usual, **options})  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: said.type == "error" and troubles.append(said.text))
        page.set_default_timeout(15_000)
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert not [trouble for trouble in troubles if "WebSocket" not in trouble and "ERR_" not in trouble]
