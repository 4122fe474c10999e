"""Lessons: they point at what they speak of, cover nothing, and end where they said."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.page_actions import NewPage, own_turn, pick_by_keyboard, pick_for_two, until
from tests.browser.viewports import PHONE

pytestmark = pytest.mark.slow
WIDE = {"width": 1440, "height": 900}
#: Turns of a first round in which something is chosen.
CHOICES = 9


def strip(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Over your shoulder")


def boxes_overlap(page: Page, *parts: Locator) -> bool:
    """Whether any two of these parts of the page overlap."""
    boxes = [part.bounding_box() for part in parts]
    assert all(boxes)
    return any(
        a["x"] < b["x"] + b["width"] - 1
        and b["x"] < a["x"] + a["width"] - 1
        and a["y"] < b["y"] + b["height"] - 1
        and b["y"] < a["y"] + a["height"] - 1
        for a, b in combinations(filter(None, boxes), 2)
    )


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "desk"])
def test_a_first_game_covers_nothing_points_and_ends_with_its_bill(new_page: NewPage, viewport: dict[str, int]) -> None:
    page = new_page(viewport=viewport)
    page.goto("/learn/first")
    heard: list[str] = []
    for turn in range(1, CHOICES + 1):
        expect(page.get_by_role("banner")).to_have_accessible_name(re.compile(rf"turn {turn} of"))
        own_turn(page)
        text = strip(page).locator("p")
        expect(text).not_to_have_text(heard[-1] if heard else "")
        heard.append(text.inner_text())
        described = page.locator(f"[aria-describedby='{text.get_attribute('id')}']")
        expect(described.first).to_be_visible()
        play = page.get_by_role("button", name=re.compile("^Pick a card"))
        plates = page.get_by_role("region", name="Your plate"), page.get_by_role("article", name="Pip")
        assert not boxes_overlap(page, strip(page), *plates, page.get_by_role("group", name="Your hand"), play)
        pick_by_keyboard(page)
    assert sum("Wasabi" in sentence for sentence in heard[:2]) == 1
    page.get_by_role("button", name="Finish the lesson").click()
    expect(page.get_by_role("heading", name="That was the lesson.")).to_be_visible()
    expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
    expect(page.get_by_role("link", name="Play a whole game")).to_be_focused()
    page.get_by_role("link", name="More lessons").click()
    expect(page.get_by_text("Done", exact=True)).to_have_count(1)


def test_short_lessons_end_with_the_table_in_sight(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    for name in ("Sushi Roll 5 turns", "Sushi battle 8 turns", "The dummy 3 turns", "Mochi 4 turns"):
        page.goto("/learn")
        page.get_by_role("link", name=name).click()
        expect(strip(page)).to_be_visible()
        own_turn(page)
        pick = pick_for_two if "dummy" in name else pick_by_keyboard
        end = page.get_by_role("heading", name="That was the lesson.")
        until(page, end.count, "the lesson did not end", lambda pick=pick: pick(page))  # type: ignore[misc]
        expect(strip(page)).to_have_count(0)
    page.get_by_role("link", name="More lessons").click()
    expect(page.get_by_text("Done", exact=True)).to_have_count(4)
