"""How far the page reaches: slow lines, no line, two tabs, and no pointer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from okawari.texts import say
from tests.browser.page_actions import NewPage, play_to_the_bill, set_a_table
from tests.browser.traffic import Traffic
from tests.browser.viewports import PHONE

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_way_to_the_first_hand_is_light(new_page: NewPage, lang: str) -> None:
    """From an empty cache, with the table that is fetched while the home page is read."""
    page = new_page(locale=lang, viewport=PHONE)
    traffic = Traffic(page)
    page.goto("/")
    page.get_by_role("button", name=say(lang, "home.play"), exact=True).click()
    expect(page.get_by_role("group", name=say(lang, "ui.your-hand")).first).to_be_visible()
    assert traffic.size < 200_000
    assert traffic.requests < 30


def test_by_keyboard_from_the_home_page_into_the_hand(new_page: NewPage) -> None:
    """At most three tabs to the main button; then the focus is in the hand, also after a reload and after the bill."""
    page = new_page()
    page.goto("/")
    play = page.get_by_role("button", name="Play now")
    expect(play).to_be_visible()
    tabs = 0
    while not play.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
        tabs += 1
        assert tabs <= 3
    page.keyboard.press("Enter")
    first = page.get_by_role("group", name="Your hand").get_by_role("button").first
    expect(first).to_be_focused()
    page.reload()
    expect(first).to_be_focused()
    play_to_the_bill(page)
    page.get_by_role("button", name="On to round 2").press("Enter")
    expect(first).to_be_focused()


@pytest.mark.parametrize(
    ("menu", "choices", "place"),
    [
        ("sushi-roll", ("2",), re.compile("^Your belt")),
        ("sushi-go-anniversary", ("2", "Sushi battle"), re.compile("^Row .")),
    ],
)
def test_the_focus_is_where_dice_and_free_cards_are(
    new_page: NewPage, menu: str, choices: tuple[str, ...], place: re.Pattern[str]
) -> None:
    page = new_page()
    set_a_table(page, *choices, menu=menu)
    expect(page.get_by_role("group", name=place).locator("button:focus")).to_have_count(1)


def test_the_header_is_reached_after_the_page(new_page: NewPage) -> None:
    """It is drawn above the home page all the same, and the skip link comes first."""
    page = new_page()
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip")).to_be_focused()
    header, main = page.get_by_role("banner").bounding_box(), page.get_by_role("main").bounding_box()
    assert header and main and header["y"] + header["height"] <= main["y"]
