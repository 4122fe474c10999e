"""The page without a net, and a new version of it: no game is interrupted."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from okawari.server.http import pages
from tests.browser.page_actions import NewPage, dealt, pick_by_keyboard, play_to_the_end, set_a_table
from tests.browser.test_screens import looks_right
from tests.browser.viewports import DESK, PHONE
from tests.support.page_builds import copy_build, next_build
from tests.support.server_thread import ServerThread, running_server

pytestmark = pytest.mark.slow

#: Chromium says so of every window of a test.
PRIVATE_WINDOW = "in-incognito"
NO_NET = "No connection to the kitchen"


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the page that the server sends."""
    folder = copy_build(tmp_path / "page")
    monkeypatch.setattr(pages, "page_folder", lambda: folder)
    return folder


@pytest.fixture
def upgraded(build: Path, tmp_path: Path) -> Iterator[ServerThread]:
    """A server whose page the test can replace."""
    with running_server(tmp_path / "data") as server:
        yield server


def replace(build: Path, newer: Path) -> None:
    """Replace a page by a newer one, as an upgrade does: the old files are gone."""
    shutil.rmtree(build)
    newer.rename(build)


def visit(page: Page) -> None:
    """A first visit, up to the first hand and until the page is on the device."""
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    dealt(page, 9)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")


def kept_builds(page: Page) -> int:
    """How many builds of the page the browser keeps."""
    return int(page.evaluate("caches.keys().then((names) => names.length)"))


def test_the_page_opens_without_a_net(open_page: NewPage, upgraded: ServerThread) -> None:
    page = open_page(base_url=upgraded.url, service_workers="allow")
    visit(page)
    page.context.set_offline(True)
    for path in ("/watch", "/me", "/pad", "/new?mode=here", "/replay/file", "/nowhere"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("^Continue"))).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text=NO_NET)).to_be_visible()
    page.get_by_role("button", name="EN").click()
    page.get_by_role("button", name="Polski").click()
    expect(page.get_by_role("link", name="Nauka")).to_be_visible()


def test_a_whole_game_without_a_net(open_page: NewPage, upgraded: ServerThread) -> None:
    page = open_page(base_url=upgraded.url, service_workers="allow")
    visit(page)
    page.context.set_offline(True)
    page.reload()
    dealt(page, 9)
    for path in ("/learn", "/learn/sushi-roll", "/learn/lesson/first"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)
    set_a_table(page, menu="sushi-roll")
    play_to_the_end(page)
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Pip")


def test_what_needs_the_server_says_that_there_is_no_net(open_page: NewPage, upgraded: ServerThread) -> None:
    page = open_page(base_url=upgraded.url, service_workers="allow")
    visit(page)
    page.context.set_offline(True)
    page.goto("/join")
    page.get_by_role("textbox").fill("TEACUP")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert").filter(has_text=NO_NET)).to_be_visible()
    page.goto("/me")
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_role("region", name="Move to another device").get_by_role("alert")).to_contain_text(NO_NET)
    page.goto("/t/abcdefgh")
    expect(page.get_by_role("status").filter(has_text=re.compile("offline|Reconnecting"))).to_be_visible()


def test_files_that_the_browser_has_dropped_are_fetched_and_kept_again(
    open_page: NewPage, upgraded: ServerThread
) -> None:
    page = open_page(base_url=upgraded.url, service_workers="allow")
    visit(page)
    page.evaluate(
        """async () => {
            const cache = await caches.open((await caches.keys())[0]);
            for (const request of await cache.keys()) await cache.delete(request);
        }"""
    )
    for path in ("/watch", "/"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.context.set_offline(True)
    page.goto("/watch")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_an_update_interrupts_no_game(open_page: NewPage, upgraded: ServerThread, build: Path, tmp_path: Path) -> None:
    playing = open_page(base_url=upgraded.url, service_workers="allow")
    visit(playing)
    replace(build, next_build(tmp_path / "next"))
    other = playing.context.new_page()
    other.goto("/")
    offer = other.get_by_role("button", name="Reload")
    expect(offer).to_be_visible()
    assert kept_builds(other) == 2

    # The table is in the other tab: nothing is said there, and all goes on, also after the new version was taken here.
    playing.evaluate("window.stayed = true")
    expect(playing.get_by_role("button", name="Reload")).to_have_count(0)
    offer.click()
    expect(other.locator("html")).to_have_attribute("data-build", "next")
    expect(offer).to_have_count(0)
    pick_by_keyboard(playing)
    dealt(playing, 8)
    expect(playing.get_by_role("button", name="Reload")).to_have_count(0)

    # The game is left, and the old version goes on with files that the server no longer has.
    playing.get_by_role("link", name="Okawari, home").click()
    expect(playing.get_by_role("button", name="Reload")).to_be_visible()
    playing.get_by_role("link", name="Learn", exact=True).click()
    expect(playing.get_by_role("heading", level=1)).to_have_text("Learn by eating")
    assert playing.evaluate("window.stayed")
    other.close()
    playing.get_by_role("button", name="Reload").click()
    expect(playing.locator("html")).to_have_attribute("data-build", "next")
    expect(playing.get_by_role("button", name="Reload")).to_have_count(0)
    playing.wait_for_function("async () => (await caches.keys()).length === 1")


def test_the_offer_of_an_update_can_be_declined(
    open_page: NewPage, upgraded: ServerThread, build: Path, tmp_path: Path
) -> None:
    page = open_page(base_url=upgraded.url, service_workers="allow", viewport=PHONE)
    visit(page)
    replace(build, next_build(tmp_path / "next"))
    page.goto("/")
    expect(page.get_by_role("status").filter(has_text="A new version is ready.")).to_have_count(1)
    looks_right(page)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    looks_right(page)
    page.get_by_role("button", name="Not now").click()
    expect(page.get_by_role("button", name="Reload")).to_have_count(0)
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn by eating")
    expect(page.get_by_role("button", name="Reload")).to_have_count(0)


def test_the_page_can_be_installed(open_page: NewPage, upgraded: ServerThread) -> None:
    page = open_page(base_url=upgraded.url, service_workers="allow")
    visit(page)
    devtools = page.context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    problems = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {problem["errorId"] for problem in problems} <= {PRIVATE_WINDOW}
