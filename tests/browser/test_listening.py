"""Those who listen and those without a pointer: the focus is never lost, and everything is told in its order."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.page_actions import NewPage, play_to_the_bill, play_to_the_end, set_a_table, transcript

pytestmark = pytest.mark.slow


def press(where: Page | Locator, name: str | re.Pattern[str]) -> None:
    """Press a button by keyboard."""
    where.get_by_role("button", name=name).first.press("Enter")


def own_turn(page: Page) -> Locator:
    """The belt of a game of dice, once a die can be kept from it."""
    set_a_table(page, "2", menu="sushi-roll")
    expect(page.get_by_role("button", name=re.compile("^Pick a die"))).to_be_visible()
    return page.get_by_role("group", name=re.compile("^Your belt"))


def test_a_replay_plays_on_to_the_end_and_stops_there(new_page: NewPage) -> None:
    page = new_page()
    set_a_table(page, "2")
    play_to_the_end(page)
    page.get_by_role("link", name="Replay").first.click()
    play = page.get_by_role("button", name="Play", exact=True)
    page.get_by_role("button", name="To the end").click()
    for _ in range(3):
        page.get_by_role("button", name="One step back").click()
    expect(page.get_by_role("heading", name="Round 3, turn 7")).to_be_attached()
    play.click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_role("heading", name="The end")).to_be_attached()
    expect(play).to_be_visible()


def test_a_replay_tells_the_moment_that_is_looked_at(new_page: NewPage) -> None:
    """And nothing of the game as it was played before."""
    page = new_page()
    set_a_table(page, "2", "Sushi battle", menu="sushi-go-anniversary")
    play_to_the_end(page)
    page.get_by_role("link", name="Replay").first.click()
    log = page.get_by_role("log", name="What happens at the table")
    expect(log).to_have_text(re.compile(r"^Round 1, turn 1\. Round 1 is served!.* starts?\.$"))
    page.keyboard.press("ArrowRight")
    expect(log.locator("p").last).to_have_text(re.compile(r"^Round 1, turn 2\. .* takes? "))
    page.keyboard.press("End")
    expect(log.locator("p").last).to_have_text(re.compile(r"^The end\. .* (wins?|share)"))


def test_rolling_again_keeps_the_focus(new_page: NewPage) -> None:
    page = new_page()
    focus = own_turn(page).locator(":focus")
    press(page, "Re-roll")
    expect(focus).to_have_count(1)
    press(page, "Cancel")
    expect(focus).to_have_count(1)
    press(page, "Re-roll")
    press(page, "Mark all")
    press(page, re.compile("^Roll .* again"))
    expect(page.get_by_role("button", name="Re-roll")).to_be_visible()
    expect(focus).to_have_count(1)


def test_the_red_belt_tells_what_it_means(new_page: NewPage) -> None:
    page = new_page()
    own_turn(page)
    press(page, "Red belt starts")
    expect(page.get_by_role("dialog", name="Red belt").get_by_text("goes first")).to_be_visible()


def swap_the_first_dice(page: Page) -> None:
    """Mean to swap a die with the other player."""
    press(page, "Swap a die")
    sheet = page.get_by_role("dialog", name="Swap a die")
    for belt in ("You give", "You take"):
        press(sheet.get_by_role("group", name=re.compile(belt)), re.compile("die 1 of"))
    press(sheet, re.compile("^Swap .* for "))


def test_a_die_that_was_swapped_in_says_what_it_would_bring(new_page: NewPage) -> None:
    page = new_page()
    own_turn(page)
    swap_the_first_dice(page)
    expect(page.get_by_role("button", name=re.compile("^Keep .+: .+"))).to_be_visible()


def test_undoing_a_swap_keeps_the_focus(new_page: NewPage) -> None:
    page = new_page()
    focus = own_turn(page).locator(":focus")
    swap_the_first_dice(page)
    press(page, "Undo")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(focus).to_have_count(1)


@pytest.mark.parametrize(
    ("menu", "choices", "served"),
    [
        ("sushi-go-first", ("2",), "Round 2 is served!"),
        ("sushi-go-anniversary", ("2", "Sushi battle"), "Round 2 is served!"),
        ("sushi-roll", ("2",), "Rattle, rattle"),
    ],
    ids=["draft", "battle", "roll"],
)
def test_a_round_ends_before_the_next_begins(
    new_page: NewPage, menu: str, choices: tuple[str, ...], served: str
) -> None:
    """Its end and its bill are told before the next one is served."""
    page = new_page()
    set_a_table(page, *choices, menu=menu)
    play_to_the_bill(page)
    told = transcript(page)
    over = told.index("Round 1 is over.")
    assert told[over + 1].startswith("Your bill: ")
    assert told[over + 2].startswith(("Ahoy!", served))
    assert sum(line.startswith(served) for line in told[over:]) == 1
