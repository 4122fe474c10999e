"""Games on the device, from a plain web server: no Okawari answers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, Route, expect

from okawari.cli.site import write_site
from okawari.server.http.pages import page_folder
from tests.browser.page_actions import (
    GAME,
    NewPage,
    dealt,
    go_on,
    own_turn,
    pick_by_keyboard,
    pick_for_two,
    play_to_the_end,
    set_a_table,
    until,
)
from tests.support.static_site import StaticSite, static_site

pytestmark = pytest.mark.slow

#: The path of a static site's page before its own paths.
SITE = "/#"

#: A worker that thinks dies of the first thing that it is asked; the page counts how many there were.
DYING = """
    const Whole = Worker;
    self.Worker = class extends Whole {
        constructor(...args) { super(...args); if (args[1].name === 'thinker') this.dies = true; }
        postMessage(message) {
            if (!this.dies || message instanceof WebAssembly.Module) return super.postMessage(message);
            this.onerror?.(new ErrorEvent('error'));
        }
    };
"""

#: The first engine dies of the first choice that it is asked to store.
DYING_ENGINE = """
    const Whole = Worker;
    let lives = 1;
    self.Worker = class extends Whole {
        postMessage(message) {
            if (message.name !== 'request' || !lives--) return super.postMessage(message);
            this.terminate();
            this.onerror(new ErrorEvent('error'));
        }
    };
"""

#: In the engine nothing can be written as long as the page says so.
FULL_DISK = """
    if (self.name === 'engine') {
        const begin = IDBDatabase.prototype.transaction, disk = new BroadcastChannel('disk');
        let full = false;
        disk.onmessage = ({ data }) => { full = data; disk.postMessage('noted'); };
        IDBDatabase.prototype.transaction = function (names, mode, options) {
            if (full && mode === 'readwrite') throw new DOMException('', 'QuotaExceededError');
            return begin.call(this, names, mode, options);
        };
    }
"""
SET_DISK = """full => new Promise(noted => {
    const disk = new BroadcastChannel('disk');
    disk.onmessage = () => noted();
    disk.postMessage(full);
})"""
#: The script of the engine and of the workers that think.
WORKER = re.compile("/worker-[^/]*[.]js$")
#: The files of trained networks.
NETWORK = re.compile("[.]okawari$")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    folder = tmp_path_factory.mktemp("site")
    write_site(page_folder(), folder, "")
    with static_site(folder) as running:
        yield running


@pytest.fixture
def new_device(open_page: NewPage, site: StaticSite) -> NewPage:
    """Opens the static site in a browser context of its own."""
    return partial(open_page, base_url=site.url)


def set_here(page: Page, *choices: str, **more: Any) -> None:
    """Set a table on the device."""
    set_a_table(page, *choices, site=SITE, **more)


def fulfil_with(first: str, route: Route) -> None:
    """Answer with a script that runs something else first."""
    answer = route.fetch()
    route.fulfill(response=answer, body=first + answer.text())


def names_of(page: Page, cards: int) -> list[str]:
    """The names of the cards in hand, once there are so many."""
    return dealt(page, cards).locator(".name").all_inner_texts()


def same_table(context: BrowserContext, url: str) -> Page:
    """Another tab with a table."""
    page = context.new_page()
    page.goto(url)
    return page


def pick_for_anybody(page: Page) -> None:
    """Say who one is where that is asked, and choose."""
    hello = page.get_by_role("button", name=re.compile("^I am "))
    if hello.count():
        hello.first.click()
    else:
        pick_by_keyboard(page)


@pytest.mark.parametrize(
    ("menu", "mode", "choices", "pick"),
    [
        ("sushi-go-anniversary", "bots", ("4", "Mochi"), pick_by_keyboard),
        ("sushi-go-2014", "bots", ("2", "The dummy"), pick_for_two),
        ("sushi-go-anniversary", "bots", ("2", "Sushi battle"), pick_by_keyboard),
        ("sushi-roll", "bots", ("3",), pick_by_keyboard),
        ("sushi-go-first", "here", ("2",), pick_for_anybody),
    ],
    ids=["draft", "dummy", "battle", "roll", "hot seat"],
)
def test_every_kind_of_table_is_played_to_its_end(
    new_device: NewPage, tmp_path: Path, menu: str, mode: str, choices: tuple[str, ...], pick: Callable[[Page], None]
) -> None:
    """The record of the game passes the same verification as any other."""
    page = new_device()
    set_here(page, *choices, menu=menu, mode=mode)
    play_to_the_end(page, pick)
    page.get_by_role("link", name="Replay").first.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").first.click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    command = [sys.executable, "-m", "okawari.cli", "replay", "--verify", str(record)]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_a_reload_in_mid_turn_loses_nothing(new_device: NewPage) -> None:
    """Once the choice is made, and before the strongest bot has answered it."""
    page = new_device()
    set_here(page, "2", strong=True)
    names = names_of(page, 10)
    pick_by_keyboard(page)
    expect(page.locator("[aria-pressed=true] .name")).to_have_text(names[0], use_inner_text=True)
    page.reload()
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(9)
    told = page.get_by_role("region", name="Your plate")
    expect(told).to_contain_text(names[0], use_inner_text=True, ignore_case=True)


def test_a_killed_tab_loses_nothing(new_device: NewPage) -> None:
    page = new_device()
    set_here(page, "2")
    dealt(page, 10)
    pick_by_keyboard(page)
    names, url = names_of(page, 9), page.url
    other = page.context.new_page()
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")
    other.goto(url)
    assert names_of(other, 9) == names
    pick_by_keyboard(other)
    dealt(other, 8)


def test_hints_and_taking_back(new_device: NewPage) -> None:
    page = new_device()
    set_here(page, "2")
    names = names_of(page, 10)
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("complementary", name="What would the coach do?")
    expect(hint.get_by_role("status")).to_have_text(re.compile("^(First t|T)ake the .+: .+[.]$"), timeout=60_000)
    hint.get_by_role("button", name="Close").click()
    pick_by_keyboard(page)
    dealt(page, 9)
    page.get_by_role("button", name="Take back").click()
    assert names_of(page, 10) == names


def test_a_decision_that_mattered_is_tried_otherwise(new_device: NewPage) -> None:
    page = new_device()
    set_here(page, "3")
    play_to_the_end(page)
    mattered = page.get_by_role("region", name="Decisions that mattered")
    mattered.get_by_role("link", name=re.compile("^Look at")).first.click(timeout=GAME * 1000)
    decision = page.get_by_role("region", name="A decision that mattered")
    expect(decision).to_contain_text("What was better", timeout=GAME * 1000)
    decision.get_by_role("button", name="Try it").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("region", name=re.compile("^Rehearsal"))).to_be_visible()
    again = page.get_by_role("button", name="Try again")
    until(page, again.count, "the rehearsal did not come to its end", lambda: go_on(page))


def test_two_tabs_show_the_same_game_and_go_on_with_it(new_device: NewPage) -> None:
    """Also when the tab that was opened last is closed."""
    first = new_device()
    set_here(first, "3")
    names = names_of(first, 9)
    second = same_table(first.context, first.url)
    assert names_of(second, 9) == names
    for cards, tab in ((8, first), (7, second), (6, first)):
        tab.bring_to_front()
        pick_by_keyboard(tab)
        assert names_of(first, cards) == names_of(second, cards)
    second.close()
    pick_by_keyboard(first)
    dealt(first, 5)


def test_two_tabs_with_different_tables_do_not_disturb_each_other(new_device: NewPage) -> None:
    first = new_device()
    set_here(first, "2")
    second = first.context.new_page()
    set_here(second, "3")
    for tab, cards in ((first, 10), (second, 9), (first, 9), (second, 8)):
        dealt(tab, cards)
        pick_by_keyboard(tab)
    dealt(first, 8)
    dealt(second, 7)


def test_a_table_that_another_tab_deletes_is_gone(new_device: NewPage) -> None:
    page = new_device()
    set_here(page, "2")
    dealt(page, 10)
    other = same_table(page.context, "/#/watch")
    other.get_by_role("button", name="Delete").click()
    other.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()


def test_a_newer_page_in_another_tab_asks_for_a_reload(new_device: NewPage) -> None:
    page = new_device()
    set_here(page, "2")
    dealt(page, 10)
    other = same_table(page.context, "/#/learn")
    other.evaluate("() => void indexedDB.open('okawari', 1000)")
    pick_by_keyboard(page)
    expect(page.get_by_role("heading", name="There is a newer page")).to_be_visible()


def test_without_storage_the_page_says_so(new_device: NewPage) -> None:
    page = new_device()
    page.add_init_script(
        "Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('', 'SecurityError') } })"
    )
    page.goto("/#/watch")
    expect(page.get_by_role("alert").filter(has_text="This browser stores no games here")).to_be_visible()


def test_a_game_goes_on_where_workers_that_think_die(new_device: NewPage) -> None:
    page = new_device()
    page.context.route(WORKER, partial(fulfil_with, DYING))
    set_here(page, "2", strong=True)
    dealt(page, 10)
    pick_by_keyboard(page)
    dealt(page, 9)
    expect(page.get_by_role("status").filter(has_text="This device is slow")).to_be_visible()


def test_the_network_of_a_strong_bot_is_fetched_when_it_thinks(new_device: NewPage) -> None:
    """Not before: the first hand does not wait for it."""
    page = new_device()
    fetched = fetched_by(page)
    set_here(page, "2", strong=True)
    dealt(page, 10)
    pick_by_keyboard(page)
    dealt(page, 9)
    until(page, lambda: any("/pudding-2-" in url for url in fetched), "the network was not fetched")


def test_the_strongest_bot_plays_dice_by_its_network(new_device: NewPage) -> None:
    page = new_device()
    fetched = fetched_by(page)
    set_here(page, "2", menu="sushi-roll", strong=True)
    for _ in range(2):
        own_turn(page)
        pick_by_keyboard(page)
    own_turn(page)
    until(page, lambda: any("/roll-2-" in url for url in fetched), "the network was not fetched")


def fetched_by(page: Page) -> list[str]:
    """The addresses that a page and its workers fetch from now on; not those that the service worker does."""
    fetched: list[str] = []

    def note(request: Request) -> None:
        if request.service_worker is None:
            fetched.append(request.url)

    page.context.on("request", note)
    return fetched


def test_a_strong_bot_moves_where_its_network_cannot_be_fetched(new_device: NewPage) -> None:
    page = new_device()
    page.context.route(NETWORK, lambda route: route.abort())
    set_here(page, "2", strong=True)
    dealt(page, 10)
    pick_by_keyboard(page)
    dealt(page, 9)


def test_a_game_goes_on_when_the_engine_dies(new_device: NewPage) -> None:
    """The choice that it died of is made again, also by readers who do not wait for the next engine."""
    page = new_device()
    page.add_init_script(DYING_ENGINE)
    set_here(page, "2")
    names = names_of(page, 10)
    pick_by_keyboard(page)
    expect(page.get_by_role("alert").filter(has_text="Something went wrong on this device")).to_be_visible()
    page.keyboard.press("p")
    expect(page.get_by_role("heading", name="No such table")).to_have_count(0)
    assert names_of(page, 10) == names
    hand = page.get_by_role("group", name="Your hand").get_by_role("button")
    until(page, lambda: hand.count() == 9, "no engine came back", lambda: page.keyboard.press("p"))


def test_a_game_is_not_begun_on_a_full_device(new_device: NewPage) -> None:
    page = new_device()
    page.goto("/#/new?mode=bots&menu=sushi-go-first")
    browser, origin = page.context.new_cdp_session(page), page.evaluate("() => location.origin")
    browser.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert").filter(has_text="There is no room left on this device")).to_be_visible()


def test_a_choice_that_finds_the_device_full_is_made_again_once_there_is_room(new_device: NewPage) -> None:
    page = new_device()
    page.context.route(WORKER, partial(fulfil_with, FULL_DISK))
    set_here(page, "2")
    dealt(page, 10)
    page.evaluate(SET_DISK, True)
    pick_by_keyboard(page)
    full = page.get_by_role("alert").filter(has_text="There is no room left on this device")
    expect(full.first).to_be_visible()
    dealt(page, 10)
    page.evaluate(SET_DISK, False)
    page.keyboard.press("p")
    dealt(page, 9)
    expect(full).to_have_count(0)


def test_a_game_is_taken_to_another_device_by_a_link(new_device: NewPage) -> None:
    """The game stays where it was, and goes on where the link is opened."""
    page, other = new_device(), new_device()
    set_here(page, "3")
    dealt(page, 9)
    pick_by_keyboard(page)
    names = names_of(page, 8)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Take it to another device").click()
    expect(page.get_by_role("img", name="The game as a QR code")).to_be_visible()
    link = page.get_by_role("textbox", name="Link to the game").input_value()
    other.goto(link)
    expect(other.get_by_role("article")).to_contain_text("Sushi Go! first edition")
    other.get_by_role("button", name="Take it over").click()
    assert names_of(other, 8) == names
    pick_by_keyboard(other)
    dealt(other, 7)
    page.reload()
    assert names_of(page, 8) == names
    other.goto(link[:-9])
    expect(other.get_by_role("alert").filter(has_text="This is not a whole game")).to_be_visible()


def test_a_game_is_taken_to_another_device_as_a_file(new_device: NewPage, tmp_path: Path) -> None:
    page, other = new_device(), new_device()
    set_here(page, "2", menu="sushi-roll")
    own_turn(page)
    pick_by_keyboard(page)
    page.goto("/#/watch")
    page.get_by_role("button", name="Take along").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    game = tmp_path / "game.json"
    download.value.save_as(game)
    other.goto("/#/watch")
    other.get_by_label("Open a file").set_input_files(game)
    own_turn(other)
    whole = game.read_text()
    game.write_text(whole.replace('"sushi-roll"', '"sushi-rolls"'))
    assert game.read_text() != whole
    other.goto("/#/watch")
    other.get_by_label("Open a file").set_input_files(game)
    expect(other.get_by_role("alert").filter(has_text="This is not a whole game")).to_be_visible()


def test_friends_are_invited_to_the_game_that_is_over(new_page: NewPage) -> None:
    """From a server's page: every bot's seat is free for one of them."""
    page = new_page()
    set_a_table(page, "3")
    play_to_the_end(page)
    page.get_by_role("button", name="With friends").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    expect(page.get_by_text("Free seat", exact=True)).to_have_count(2)


def test_without_a_server_there_are_no_friends_to_invite(new_device: NewPage) -> None:
    page = new_device()
    set_here(page, "2")
    play_to_the_end(page)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_role("button", name="With friends")).to_have_count(0)


def test_a_clock_that_ran_out_while_the_page_was_closed_begins_again(new_device: NewPage) -> None:
    page = new_device()
    page.goto("/#/new?mode=bots&menu=sushi-go-first")
    page.get_by_text("Quick", exact=True).click()
    page.get_by_role("button", name=re.compile("^Start the game")).click()
    page.wait_for_url(re.compile("/t/"))
    names, url = names_of(page, 9), page.url
    page.goto("about:blank")
    page.clock.install()
    page.clock.fast_forward("10:00")
    page.goto(url)
    assert names_of(page, 9) == names


@pytest.fixture
def over_http(browser: Browser, site: StaticSite) -> Iterator[BrowserContext]:
    """A browser that knows the static site by a name of a home network."""
    arguments = ["--no-sandbox", f"--host-resolver-rules=MAP okawari.test {site.url.removeprefix('http://')}"]
    opened = browser.browser_type.launch(executable_path=shutil.which("chromium"), args=arguments)
    yield opened.new_context(base_url="http://okawari.test", reduced_motion="reduce", locale="en-GB")
    opened.close()


def test_tables_are_played_over_plain_http(over_http: BrowserContext) -> None:
    """In a home network no page is secure, and browsers give it no locks; two tabs agree there, too."""
    first = over_http.new_page()
    set_here(first, "2")
    assert not first.evaluate("isSecureContext")
    dealt(first, 10)
    second = same_table(over_http, first.url)
    for cards, tab in ((9, first), (8, second), (7, first)):
        dealt(tab, cards + 1)
        tab.bring_to_front()
        pick_by_keyboard(tab)
        assert names_of(first, cards) == names_of(second, cards)
    second.close()
    pick_by_keyboard(first)
    dealt(first, 6)
    first.get_by_role("button", name="More", exact=True).click()
    first.get_by_role("button", name="Take it to another device").click()
    expect(first.get_by_role("img", name="The game as a QR code")).to_be_visible()
