"""One's own results: an invitation at first, then games of the device and of the server, until they are deleted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.page_actions import NewPage, play_to_the_end, set_a_table, totals, without_server
from tests.browser.test_screens import looks_right
from tests.browser.viewports import PHONE

pytestmark = pytest.mark.slow

#: A result of the server, which the device knows nothing of.
ON_THE_SERVER = {
    "table": None,
    "at": 1_700_000_000.5,
    "setting": {"menu": "sushi-roll", "seats": 3, "dessert": None, "variant": None, "must_have_maki": False},
    "points": 41,
    "rounds": [10, 25, 6],
    "place": 1,
    "winners": 1,
    "dishes": {"maki": 4},
    "opponents": [
        {"points": 30, "place": 2, "bot": None, "name": "Bjarki", "person": 0},
        {"points": 20, "place": 3, "bot": "hana", "name": "", "person": None},
    ],
}
#: Copies the only result of the device until it has so many, each older than the one before.
COPY_RESULT = """async (wanted) => {
    const opened = indexedDB.open('okawari');
    await new Promise((done) => (opened.onsuccess = done));
    const write = opened.result.transaction('results', 'readwrite');
    const results = write.objectStore('results');
    const read = results.getAll();
    await new Promise((done) => (read.onsuccess = done));
    const [first] = read.result;
    for (let n = 1; n < wanted; n++) results.put({ ...first, table: `d-${n}`, seed: `${n}`, at: first.at - n });
    await new Promise((done) => (write.oncomplete = done));
}"""


def results_on(page: Page) -> Locator:
    page.goto("/me")
    return page.get_by_role("region", name="Your results")


def play_a_game(page: Page) -> str:
    """Play a game for two on the device; returns the id of its table."""
    set_a_table(page, "2")
    play_to_the_end(page)
    return page.url.partition("/t/")[2].partition("#")[0]


def has_none(results: Locator) -> None:
    expect(results.get_by_role("link", name="Play now")).to_be_visible()


def test_a_finished_game_is_among_ones_results(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    has_none(results_on(page))
    table = play_a_game(page)
    won = "You" in page.get_by_role("heading", level=1).inner_text()
    points = totals(page)[0 if won else 1]
    results = results_on(page)
    expect(results.get_by_text("1 game", exact=True)).to_be_visible()
    expect(results.get_by_text("1 win" if won else "0 wins", exact=True)).to_be_visible()
    by_game = results.get_by_role("table", name="By game").get_by_role("row", name=re.compile("first edition"))
    assert by_game.get_by_role("cell").all_inner_texts() == ["1", str(int(won)), f"{points}.0", str(points)]
    expect(results.get_by_role("table", name="By opponent").get_by_role("row")).to_have_count(2)
    expect(results.get_by_role("list", name="Favourite dishes").get_by_role("listitem").first).to_be_visible()
    best = results.get_by_role("list", name="Best rounds").get_by_role("link", name="Replay").first
    expect(best).to_have_attribute("href", f"/replay/{table}")
    results.get_by_text("Show as a list").click()
    game = results.get_by_role("list", name="Your last games").get_by_role("listitem")
    expect(game).to_contain_text(f"{points} points")
    looks_right(page)
    results.get_by_role("button", name="Delete my results").click()
    page.get_by_role("button", name="Delete them").click()
    has_none(results)
    page.reload()
    has_none(results)
    page.goto("/watch")
    expect(page.get_by_role("link", name="Replay")).to_have_attribute("href", f"/replay/{table}")


def test_results_without_a_server(new_page: NewPage) -> None:
    """Games of the device count with no server; the latest thousand are kept, and a deleted game has no result."""
    page = new_page()
    without_server(page)
    note = page.get_by_role("status").filter(has_text="Only the games on this device are shown.")
    play_a_game(page)
    results = results_on(page)
    expect(results.get_by_text("1 game", exact=True)).to_be_visible()
    expect(note).to_be_visible()
    page.evaluate(COPY_RESULT, 1000)
    page.reload()
    expect(results.get_by_text("1000 games", exact=True)).to_be_visible()
    play_a_game(page)
    expect(results_on(page).get_by_text("1000 games", exact=True)).to_be_visible()
    page.goto("/watch")
    page.get_by_role("button", name="Delete", exact=True).first.click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("link", name="Replay")).to_have_count(1)
    expect(results_on(page).get_by_text("999 games", exact=True)).to_be_visible()


def test_games_of_the_device_and_of_the_server_are_added_up(new_page: NewPage) -> None:
    page = new_page()
    stored, deleted = [ON_THE_SERVER], []

    def answer(route: Route) -> None:
        if route.request.method == "DELETE":
            stored.clear()
            deleted.append(route.request.url.partition("/api")[2])
            route.fulfill(status=204)
        elif route.request.url.endswith("/results"):
            route.fulfill(json={"games": stored})
        else:
            route.fallback()

    page.route(re.compile(r"/api/me(/results)?$"), answer)
    play_a_game(page)
    results = results_on(page)
    expect(results.get_by_text("2 games", exact=True)).to_be_visible()
    expect(results.get_by_role("table", name="By game").get_by_role("row")).to_have_count(3)
    against = results.get_by_role("table", name="By opponent")
    expect(against.get_by_role("row", name=re.compile("Bjarki"))).to_be_visible()
    # All but one of the six rounds are listed, and it is the best of its game.
    expect(results.get_by_role("list", name="Best rounds")).to_contain_text("25 points")
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_role("button", name="Yes, delete it all").click()
    expect(page.get_by_text("All wiped.")).to_be_visible()
    has_none(results)
    assert deleted == ["/me"]
    page.goto("/watch")
    expect(page.get_by_role("heading", name="Watch")).to_be_visible()
    expect(page.get_by_role("link", name="Replay")).to_have_count(0)
