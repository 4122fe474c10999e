"""The way in: names before a game, invitations that say who invites to what, and games that can be continued."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_actions import NewPage, dealt, pick_by_keyboard, play_to_the_bill, set_a_table
from tests.browser.viewports import DESK, PHONE

pytestmark = pytest.mark.slow


def test_people_who_share_a_device_are_asked_for_their_names(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    page.goto("/new?mode=here")
    start = page.get_by_role("button", name="Start the game")
    own, second, third = (page.get_by_role("textbox", name=name) for name in ("Your name", "Player 2", "Player 3"))
    for field in (own, second, third):
        expect(field).to_have_value("")
    own.fill("Ania")
    start.click()
    expect(second).to_be_focused()
    expect(second).to_have_accessible_description("Who sits here? Type a name.")
    second.fill("Kuba")
    third.fill(" ania")
    start.click()
    expect(third).to_be_focused()
    expect(third).to_have_accessible_description(re.compile("^Two people have the same name"))
    third.fill("Zosia")
    start.click()
    for name in ("Ania", "Kuba", "Zosia"):
        expect(page.get_by_role("heading", name=f"Pass the device to {name}")).to_be_visible()
        page.get_by_role("button", name=f"I am {name}").click()
        dealt(page, 9)
        pick_by_keyboard(page)
    page.goto("/new?mode=here")
    expect(own).to_have_value("Ania")
    expect(second).to_have_value("")
    page.get_by_role("group", name="Played here before").get_by_role("button", name="Zosia").click()
    expect(second).to_have_value("Zosia")


def test_names_are_made_up_for_those_who_want_none(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/new?mode=here")
    page.get_by_role("textbox", name="Player 2").fill("Kuba")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Make up the missing names").click()
    expect(page.get_by_role("textbox", name="Player 2")).to_have_value("Kuba")
    for label in ("Your name", "Player 3"):
        expect(page.get_by_role("textbox", name=label)).to_have_value(re.compile("^[A-Z]"))
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("button", name=re.compile("^I am "))).to_be_visible()


def test_an_invitation_says_who_invites_to_what_and_asks_for_a_name(new_page: NewPage) -> None:
    """Those who are not seated see no code and no link to hand on; those who come again are known by their name."""
    host, friend = new_page(), new_page(viewport=PHONE)
    set_a_table(host, "3", mode="friends", menu="sushi-go-anniversary")
    host.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    host.get_by_role("button", name="Copy the invitation").click()
    sentence = "Ania invites you to Sushi Go! anniversary, strawberry (3 players)"
    assert host.evaluate("copied") == f"{sentence}\n{host.url}"
    friend.goto(host.url)
    expect(friend.get_by_role("heading", level=1)).to_have_text(sentence)
    expect(friend.get_by_role("region", name="Invite others")).to_have_count(0)
    own = friend.get_by_role("textbox", name="Your name")
    sit = friend.get_by_role("button", name="Sit down", exact=True)
    expect(own).to_have_value("")
    sit.click()
    expect(own).to_be_focused()
    expect(own).to_have_accessible_description("Type your name, then sit down.")
    own.fill("Bjarki")
    sit.click()
    expect(friend.get_by_role("region", name="Invite others")).to_be_visible()
    expect(host.get_by_role("listitem").filter(has_text="Bjarki")).to_be_visible()
    set_a_table(host, "2", mode="friends")
    friend.goto(host.url)
    expect(own).to_have_value("Bjarki")


def test_only_what_an_edition_has_is_shown(new_page: NewPage) -> None:
    """And a change of the edition or the players tells what else has changed."""
    page = new_page(viewport=PHONE)
    page.goto("/new?mode=bots&menu=sushi-go-anniversary")
    questions = page.get_by_role("group", name=re.compile("^(Dessert|Variant|Must have maki)$"))
    expect(questions).to_have_count(2)
    expect(page.get_by_role("radio", name="Sushi battle")).to_have_count(0)
    expect(page.get_by_text("For 2 players also: Personal draw piles, Sushi battle, The dummy.")).to_be_visible()
    page.get_by_text("2", exact=True).click()
    expect(questions).to_have_count(3)
    page.get_by_text("Sushi battle", exact=True).click()
    expect(page.get_by_role("radio", name="Sushi battle")).to_be_checked()
    page.get_by_text("4", exact=True).click()
    expect(page.get_by_text("Changed to fit: No variant.").first).to_be_visible()
    page.get_by_text("Sushi Roll", exact=True).click()
    expect(questions).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text("There is nothing else to choose in this game.")


def top_of(page: Page, name: str) -> float:
    """Where a heading begins, in pixels from the top of the window."""
    box = page.get_by_role("heading", name=name).bounding_box()
    assert box
    return box["y"]


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_continuing_is_the_main_button(new_page: NewPage, viewport: dict[str, int]) -> None:
    page = new_page(viewport=viewport)
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("link", name="Teach me")).to_be_in_viewport(ratio=1)
    set_a_table(page, "2")
    set_a_table(page, "3")
    play_to_the_bill(page)
    page.goto("/")
    main = page.get_by_role("main").get_by_role("link").first
    expect(main).to_have_accessible_name("Continue: Sushi Go! first edition with Pip and Taro, round 2")
    expect(page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Teach me")).to_be_in_viewport(ratio=1)
    assert top_of(page, "Your games") < viewport["height"] - 60
    main.click()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
