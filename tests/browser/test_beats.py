"""A turn is shown in beats: what the page shows, in the order in which it shows it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_actions import NewPage, own_turn, pick_by_keyboard, set_a_table, until
from tests.browser.viewports import DESK, PHONE

pytestmark = pytest.mark.slow

#: Notes each beat of the table with what can be seen at its beginning: large revealed cards, the hand, the log.
WATCH = """() => {
  window.beats = [];
  const table = document.querySelector('main');
  const note = () => {
    const seen = (what) => [...document.querySelectorAll(what)].filter((each) => each.getClientRects().length);
    window.beats.push({
      beat: table.dataset.beat ?? null,
      revealed: seen('[data-played] .card:not(.back), [data-taken]').length,
      hands: seen('.fans .fan').length,
      marked: document.querySelectorAll('.newest').length,
      cards: seen('.hand .cards .card').filter((card) => getComputedStyle(card).visibility === 'visible').length,
    });
  };
  new MutationObserver(note).observe(table, { attributes: true, attributeFilter: ['data-beat'] });
}"""


def beats_of_a_turn(page: Page) -> list[dict[str, object]]:
    """Choose something, and return what was noted until the table stands still again."""
    page.evaluate(WATCH)
    pick_by_keyboard(page)
    until(page, lambda: page.evaluate("window.beats.at(-1)?.beat === null"), "the turn was not shown to its end")
    return page.evaluate("window.beats")


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_turn_is_revealed_then_lands_and_then_hands_are_passed(new_page: NewPage, size: dict[str, int]) -> None:
    page = new_page(viewport=size, reduced_motion="no-preference")
    set_a_table(page, "3")
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(9)
    reveal, *landings, passing, still = beats_of_a_turn(page)
    assert reveal == {"beat": "reveal", "revealed": 3, "hands": 0, "marked": 0, "cards": 9}
    assert {(landing["beat"], landing["hands"]) for landing in landings} == {("land", 0)}
    assert (passing["beat"], passing["hands"], passing["cards"]) == ("pass", 3, 0)
    assert (still["beat"], still["hands"], still["marked"], still["cards"]) == (None, 0, 3, 8)


def test_a_card_of_the_pyramid_is_lifted_before_it_lands(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    set_a_table(page, "2", "Sushi battle", menu="sushi-go-anniversary")
    own_turn(page)
    expect(page.locator("main[data-beat]")).to_have_count(0)
    shown = [(each["beat"], each["revealed"]) for each in beats_of_a_turn(page)]
    assert shown[:2] == [("take", 1), ("land", 0)]


def test_a_tap_skips_what_is_left_of_a_turn(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    page.add_init_script("localStorage.setItem('okawari.settings', JSON.stringify({ speed: 'slow' }))")
    set_a_table(page, "3")
    page.get_by_role("group", name="Your hand").get_by_role("button").first.click()
    page.get_by_role("button", name=re.compile("^Play ")).click()
    expect(page.locator("main[data-beat=reveal]")).to_be_visible()
    page.wait_for_timeout(400)
    page.locator("main").click(position={"x": 5, "y": 200})
    expect(page.locator("main[data-beat]")).to_have_count(0)
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(8)
