"""How far the page reaches: slow lines, no line, two tabs, and no pointer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from okawari.texts import say
from tests.browser.page_actions import (
    NewPage,
    dealt,
    pick_by_keyboard,
    play_to_the_bill,
    set_a_server_table,
    set_a_table,
    sit_down,
)
from tests.browser.traffic import Line
from tests.browser.viewports import PHONE
from tests.support.server_process import ServerProcess

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_way_to_the_first_hand_is_light(new_page: NewPage, server: ServerProcess, lang: str) -> None:
    """From an empty cache, with the engine and the table that are fetched while the home page is read."""
    with Line(server.port) as line:
        page = new_page(locale=lang, viewport=PHONE, base_url=line.url)
        page.goto("/")
        page.get_by_role("button", name=say(lang, "home.play"), exact=True).click()
        expect(page.get_by_role("group", name=say(lang, "ui.your-hand")).first).to_be_visible()
        assert line.size < 300_000
        assert line.requests < 30
        page.close()


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


def goes_on(page: Page, cards: int) -> None:
    """Play, and wait for the next hand."""
    pick_by_keyboard(page)
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(cards)


def test_offline_is_told_at_once_and_the_last_choice_is_sent_afterwards(new_page: NewPage) -> None:
    page = new_page()
    set_a_server_table(page, "2")
    hand = dealt(page, 10)
    names = hand.locator(".name").all_inner_texts()
    page.context.set_offline(True)
    offline = page.get_by_role("status").filter(has_text="You are offline")
    expect(offline).to_be_visible(timeout=2000)
    for key in ("1", "2"):
        page.keyboard.press(key)
        page.keyboard.press("p")
        expect(page.get_by_role("button", name="Sending…")).to_have_attribute("aria-disabled", "true")
    expect(hand).to_have_count(10)
    page.context.set_offline(False)
    expect(offline).to_have_count(0)
    expect(hand).to_have_count(9)
    told = page.get_by_role("log", name="What happens at the table")
    expect(told.locator("p").filter(has_text=re.compile(f"You .*{names[1]}", re.IGNORECASE))).not_to_have_count(0)
    goes_on(page, 8)


def test_two_tabs_of_one_player_agree(new_page: NewPage) -> None:
    """What is chosen in one is chosen in the other, also where another card was in mind."""
    first, friend = new_page(), new_page()
    set_a_table(first, "2", mode="friends")
    sit_down(friend, first.url)
    first.get_by_role("button", name=re.compile("^Start")).click()
    second = first.context.new_page()
    second.goto(first.url)
    for tab in (first, second):
        names = dealt(tab, 10).locator(".name").all_inner_texts()
    one, two, three, *_ = dict.fromkeys(names)
    first.keyboard.press(str(names.index(two) + 1))
    for tab, dish in ((second, one), (first, two), (second, three)):
        tab.keyboard.press(str(names.index(dish) + 1))
        tab.keyboard.press("p")
        for each in (first, second):
            expect(each.locator("[aria-pressed=true] .name")).to_have_text(dish, use_inner_text=True)
            expect(each.get_by_role("button", name="Waiting for")).to_be_visible()
    pick_by_keyboard(friend)
    for tab in (first, second):
        dealt(tab, 9)
