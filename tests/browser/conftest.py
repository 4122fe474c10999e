"""A real server and a real browser: nothing here knows how the page is made."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.browser.page_actions import NewPage
from tests.browser.viewports import DESK
from tests.support.server_process import ServerProcess

#: Milliseconds to wait for an element, on a busy machine.
TIMEOUT = 30_000


def is_trouble(said: ConsoleMessage) -> bool:
    """Whether a message of the console is an error. A coach that is busy with games of other tests is none."""
    busy = "503" in said.text and said.location["url"].endswith("/review")
    return said.type == "error" and not busy


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path_factory.mktemp("data"), keep_port=True)
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
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[NewPage]:
    """Opens a window of a browser of its own, one call for each person. Errors of the page fail the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.extend([said.text] if is_trouble(said) else []))
        page.set_default_timeout(TIMEOUT)

    def new_window(**options: object) -> Page:
        usual = {
            "viewport": DESK,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            # They would fetch all files of the page in the background of every test.
            "service_workers": "block",
        } | options
        context = browser.new_context(**usual)  # type: ignore[arg-type]
        if usual["service_workers"] == "block":
            # As over plain http: Playwright alone would leave a function that registers nothing.
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        contexts.append(context)
        context.on("page", listen)
        return context.new_page()

    yield new_window
    for context in contexts:
        context.close()
    assert not [trouble for trouble in troubles if "WebSocket" not in trouble and "ERR_" not in trouble]


@pytest.fixture
def new_page(open_page: NewPage, server: ServerProcess) -> NewPage:
    """Opens the page of the server."""
    return partial(open_page, base_url=server.url)
