"""Take the pictures of the README: a few screens, played to, in both shifts and three widths. Run by `make shots`."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.page_actions import pick_by_keyboard, set_a_table
from tests.browser.viewports import DESK, PHONE
from tests.support.paths import DOCS
from tests.support.server_process import ServerProcess

PICTURES = DOCS / "shots"
TABLET = {"width": 768, "height": 1024}


def open_page(browser: Browser, server: ServerProcess, size: dict[str, int], scheme: str) -> Page:
    """A window of some size, by day or in the evening."""
    context = browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        color_scheme=scheme,  # type: ignore[arg-type]
        locale="en-GB",
        reduced_motion="reduce",
        base_url=server.url,
    )
    return context.new_page()


def keep(page: Page, name: str) -> None:
    """Keep a picture of what is shown."""
    page.wait_for_timeout(900)
    page.screenshot(path=PICTURES / f"{name}.png")


def play(page: Page, turns: int) -> None:
    """Play a few turns."""
    for _ in range(turns):
        page.wait_for_timeout(900)
        pick_by_keyboard(page)


def main() -> None:
    """Take all pictures."""
    server = ServerProcess(Path(tempfile.mkdtemp()))
    server.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = open_page(browser, server, DESK, "light")
        page.goto("/")
        keep(page, "home")
        set_a_table(page, "4", menu="sushi-go-anniversary")
        play(page, 4)
        keep(page, "draft")
        page = open_page(browser, server, PHONE, "dark")
        set_a_table(page, "3", menu="sushi-go-first")
        play(page, 3)
        keep(page, "draft-phone")
        page = open_page(browser, server, PHONE, "light")
        set_a_table(page, "3", menu="sushi-roll")
        play(page, 4)
        keep(page, "roll-phone")
        page = open_page(browser, server, TABLET, "dark")
        set_a_table(page, "2", "Sushi battle", menu="sushi-go-anniversary")
        play(page, 4)
        keep(page, "battle-tablet")
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
