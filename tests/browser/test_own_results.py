"""One's own results: an invitation at first, then what was played, until it is deleted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.page_actions import NewPage, play_to_the_end, set_a_table, totals
from tests.browser.test_screens import looks_right
from tests.browser.viewports import PHONE

pytestmark = pytest.mark.slow


def test_a_finished_game_is_among_ones_results(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    page.goto("/me")
    results = page.get_by_role("region", name="Your results")
    expect(results.get_by_role("link", name="Play now")).to_be_visible()
    set_a_table(page, "2")
    play_to_the_end(page)
    table = page.url.partition("/t/")[2].partition("#")[0]
    won = "You" in page.get_by_role("heading", level=1).inner_text()
    points = totals(page)[0 if won else 1]
    page.goto("/me")
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
    expect(results.get_by_role("link", name="Play now")).to_be_visible()
    page.goto("/watch")
    expect(page.get_by_role("link", name="Replay")).to_have_attribute("href", f"/replay/{table}")
