"""The static site: a folder of files under some path of a web host, and no server of Okawari."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from okawari.cli.site import write_site
from okawari.server.http.pages import page_folder
from tests.browser.page_actions import NewPage, dealt, pick_by_keyboard, play_to_the_end, until
from tests.browser.test_screens import complaints
from tests.browser.viewports import DESK, PHONE
from tests.support.static_site import StaticSite, static_site
from tests.support.tables import SAMPLE, RandomPlayer, play_on

pytestmark = pytest.mark.slow

PATH = "/games/sushi/"
SERVER = "https://sushi.example"
#: Milliseconds in which the coach looks back at a game, on a busy machine.
THINKING = 180_000
#: Pages by what follows the # of the address.
PAGES = ("/", "/new", "/new?mode=here", "/learn", "/learn/sushi-roll", "/pad", "/watch", "/me", "/replay/file")
#: Pages that there are only on a server, and tables that there are only there.
ELSEWHERE = ("/join", "/move/abc", "/t/abcdefgh", "/replay/abcdefgh", "/replay/r-abcdefgh")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("www")
    write_site(page_folder(), folder / PATH.strip("/"), "")
    write_site(page_folder(), folder / "named", SERVER)
    return folder


@pytest.fixture
def host(root: Path) -> Iterator[StaticSite]:
    """A web host; all that is asked for is in the folder of a site."""
    with static_site(root) as site:
        yield site
    assert [path for path in site.requested if not path.startswith((PATH, "/named/"))] == []


def visit(page: Page, host: StaticSite, route: str = "/", path: str = PATH) -> None:
    # A change of what follows the # alone would not load the page.
    page.goto("about:blank")
    page.goto(f"{host.url}{path}#{route}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def fits(page: Page) -> None:
    """Once all is there: accessible, one first heading, nothing beyond the right edge."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    # Axe does not see that the link which skips to the page is one: what follows its # is a route.
    assert [complaint for complaint in complaints(page) if "skip btn" not in complaint] == []
    width = page.viewport_size and page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_every_page_of_the_site_does_without_a_server(
    open_page: NewPage, host: StaticSite, viewport: dict[str, int]
) -> None:
    page = open_page(viewport=viewport)
    for route in PAGES:
        visit(page, host, route)
        fits(page)
        expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)
    for route in ELSEWHERE:
        visit(page, host, route)
        fits(page)


def test_what_needs_a_server_is_left_out(open_page: NewPage, host: StaticSite) -> None:
    page = open_page()
    visit(page, host)
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("link", name="Invite friends")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Table code")).to_have_count(0)
    expect(page.get_by_role("heading", name="Public tables")).to_have_count(0)
    visit(page, host, "/new?mode=friends")
    expect(page.get_by_role("radio", name="Bots")).to_be_checked()
    expect(page.get_by_role("radio", name="Friends")).to_have_count(0)
    visit(page, host, "/me")
    expect(page.get_by_role("heading", name="Move to another device")).to_have_count(0)


def test_friends_play_at_the_server_that_the_site_names(open_page: NewPage, host: StaticSite) -> None:
    page = open_page()
    for route in ("/", "/new"):
        visit(page, host, route, "/named/")
        expect(page.get_by_role("link", name="Invite friends")).to_have_attribute("href", f"{SERVER}/new?mode=friends")


def test_a_whole_game_and_its_replay(open_page: NewPage, host: StaticSite) -> None:
    page = open_page()
    visit(page, host)
    page.get_by_role("button", name="Play now").click()
    dealt(page, 9)
    pick_by_keyboard(page)
    hand = dealt(page, 8).all_inner_texts()
    page.reload()
    assert dealt(page, 8).all_inner_texts() == hand
    play_to_the_end(page)
    mattered = page.get_by_role("region", name=re.compile("mattered"))
    expect(mattered).to_have_attribute("aria-busy", "false", timeout=THINKING)
    expect(mattered.get_by_role("alert").filter(visible=True)).to_have_count(0)
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url(re.compile(f"{PATH}#/replay/"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Pip")


def test_a_record_in_a_file_is_replayed(open_page: NewPage, host: StaticSite, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play_on(SAMPLE[0].game(seed=5), RandomPlayer(SAMPLE[0], 3)).record.save(file)
    page = open_page()
    visit(page, host, "/watch")
    page.get_by_label("Open a file").set_input_files(file)
    page.wait_for_url(re.compile("#/replay/file"))
    expect(page.get_by_role("button", name="One step on")).to_be_enabled()


def test_the_site_opens_and_plays_without_a_net(open_page: NewPage, host: StaticSite) -> None:
    page = open_page(service_workers="allow")
    visit(page, host)
    page.get_by_role("button", name="Play now").click()
    dealt(page, 9)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    for route in PAGES:
        visit(page, host, route)
    visit(page, host)
    page.get_by_role("link", name=re.compile("^Continue")).click()
    until(page, page.get_by_role("button", name="On to round 2").count, "no bill", lambda: pick_by_keyboard(page))


def test_other_pages_of_the_host_are_its_own(open_page: NewPage, root: Path) -> None:
    (root / PATH.strip("/") / "about.html").write_text(
        "<link rel=icon href=icon.svg><h1>About us</h1>", encoding="utf-8"
    )
    with static_site(root) as host:
        page = open_page(service_workers="allow")
        visit(page, host)
        page.get_by_role("button", name="Play now").click()
        dealt(page, 9)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        page.goto(f"{host.url}{PATH}about.html")
        expect(page.get_by_role("heading", name="About us")).to_be_visible()
