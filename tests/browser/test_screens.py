"""Every screen: axe finds nothing, nothing scrolls sideways, and the words are those of the language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_actions import (
    NewPage,
    own_turn,
    play_to_the_bill,
    play_to_the_end,
    set_a_server_table,
    set_a_table,
)
from tests.browser.viewports import DESK, PHONE
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
#: Milliseconds that the coach may chew on a game, on a machine that has much else to do.
CHEWING = 300_000
#: Whether nothing fades in any more: what is half transparent has no contrast.
STILL = """() => document.getAnimations().every(({ playState, effect }) =>
    playState !== 'running' || !effect.getKeyframes().some((frame) => 'opacity' in frame))"""
SCREENS = [
    "/",
    "/new",
    "/new?mode=friends",
    "/new?mode=here",
    "/join",
    "/learn",
    "/learn/sushi-go-anniversary",
    "/learn/sushi-roll",
    "/pad",
    "/watch",
    "/me",
    "/nowhere",
]


def complaints(page: Page) -> list[str]:
    """What axe finds wrong on a page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found["violations"]]


def looks_right(page: Page) -> None:
    """Once all is there: no complaint of axe, one main part, one first heading, nothing beyond the right edge."""
    expect(page.locator("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=CHEWING)
    page.wait_for_function(STILL)
    assert complaints(page) == []
    width = page.viewport_size and page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(DESK, "light"), (PHONE, "dark"), ({"width": 768, "height": 1024}, "light")]
)
def test_every_screen_is_accessible(new_page: NewPage, viewport: dict[str, int], scheme: str) -> None:
    page = new_page(viewport=viewport, color_scheme=scheme)
    for screen in SCREENS:
        page.goto(screen)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        looks_right(page)


@pytest.mark.parametrize(
    ("menu", "choices"),
    [("sushi-go-anniversary", ("5",)), ("sushi-go-anniversary", ("2", "Sushi battle")), ("sushi-roll", ("5",))],
    ids=["draft", "battle", "roll"],
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_tables_are_accessible_from_lobby_to_end(
    new_page: NewPage, menu: str, choices: tuple[str, ...], scheme: str
) -> None:
    page = new_page(viewport=PHONE if scheme == "light" else DESK, color_scheme=scheme)
    set_a_table(page, *choices, menu=menu)
    own_turn(page)
    looks_right(page)
    if scheme == "dark":
        play_to_the_end(page)
        looks_right(page)


def test_bills_replays_and_the_first_lesson_are_accessible(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, color_scheme="dark")
    page.goto("/learn/first")
    own_turn(page)
    expect(page.get_by_role("complementary", name="Over your shoulder")).to_be_visible()
    looks_right(page)
    page.goto("/watch")
    expect(page.get_by_text("Nothing on the stove.")).to_be_visible()
    set_a_table(page, "3", menu="sushi-roll")
    play_to_the_bill(page)
    looks_right(page)
    play_to_the_end(page)
    page.get_by_role("link", name="Replay").first.click()
    expect(page.get_by_role("banner")).to_have_accessible_name(re.compile("^Round 1 of 3, turn 1"))
    looks_right(page)


def test_every_page_has_a_name_and_is_found_again_as_it_was_left(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    page.goto("/learn")
    expect(page).to_have_title("Learn by eating · Okawari")
    page.get_by_role("link", name=re.compile("^Sushi Roll")).last.click()
    expect(page).to_have_title("Sushi Roll · Okawari")
    chapter = page.get_by_role("heading", name="Worked examples")
    chapter.scroll_into_view_if_needed()
    page.get_by_role("link", name="You and your settings").dispatch_event("click")
    expect(page).to_have_title("You at the counter · Okawari")
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    page.go_back()
    expect(page).to_have_title("Sushi Roll · Okawari")
    expect(chapter).to_be_in_viewport()


@pytest.mark.parametrize(
    ("locale", "die", "face"),
    [
        ("en-GB", "Special dice: 5", "Wasabi 2 faces Next nigiri ×3"),
        ("pl-PL", "Kości dodatków: 5", "Wasabi 2 ścianki Następne nigiri ×3"),
        ("is-IS", "Meðlætisteningar: 5", "Wasabi 2 hliðar Næsta nigiri ×3"),
    ],
    ids=["en", "pl", "is"],
)
def test_the_rules_list_every_die(new_page: NewPage, locale: str, die: str, face: str) -> None:
    page = new_page(viewport=PHONE, locale=locale)
    page.goto("/learn/sushi-roll")
    expect(page.get_by_role("heading", name=die, exact=True)).to_be_visible()
    words = r"\s*".join(face.split())
    expect(page.get_by_role("listitem").filter(has_text=re.compile(rf"^\s*{words}\s*$"))).to_be_visible()


def test_the_rules_at_the_table_list_the_deck(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    set_a_table(page, "2")
    own_turn(page)
    page.get_by_role("button", name="Rules", exact=True).click()
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules.get_by_role("heading", name="108 cards in all")).to_be_visible()
    rolls = rules.get_by_role("listitem").filter(has_text=re.compile(r"^\s*Maki ×\d\s*\d+ cards\s*Most 6, "))
    expect(rolls).to_have_text([re.compile(r"×1\s*6 cards"), re.compile(r"×2\s*12 cards"), re.compile(r"×3\s*8 cards")])
    looks_right(page)


def test_losses_have_a_minus_sign(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/sushi-go-anniversary")
    expect(page.get_by_text("the fewest: −6")).to_be_visible()


def test_lists_of_tables_draw_every_seat_in_its_shape(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/me")
    page.get_by_role("button", name="Change").click()
    page.get_by_role("textbox", name="Name").fill("<b>Þóra</b> 👩\u200d🍳")
    page.get_by_role("radio", name="drop").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    set_a_table(page, "3")
    page.goto("/watch")
    table = page.get_by_role("article").first
    expect(table.get_by_role("heading")).to_have_text("<b>Þóra</b> 👩\u200d🍳, Pip, Taro")
    drawn = table.locator("use").evaluate_all("signs => signs.map((sign) => sign.getAttribute('href'))")
    assert drawn[0].endswith("/dishes.svg#seat-5")
    assert len(set(drawn)) == 3


def test_a_link_takes_seats_along(new_page: NewPage) -> None:
    here, there = new_page(), new_page(viewport=PHONE)
    set_a_server_table(here, "2")
    here.goto("/me")
    here.get_by_role("button", name="Make the link").click()
    link = here.get_by_role("textbox", name="One-time link").input_value()
    there.goto(link)
    there.get_by_role("button", name="Take my seats along").click()
    expect(there.get_by_role("heading", level=1)).to_contain_text("Welcome back")
    there.get_by_role("link", name="Show my games").click()
    there.get_by_role("link", name="Continue").click()
    expect(there.get_by_role("group", name="Your hand")).to_be_visible()


def test_without_a_connection_or_storage_the_page_says_so_and_goes_on(new_page: NewPage) -> None:
    page = new_page()
    blocked = "throw new DOMException('blocked', 'SecurityError')"
    for memory in ("localStorage", "sessionStorage"):
        page.add_init_script(f"Object.defineProperty(window, '{memory}', {{ get() {{ {blocked}; }} }})")
    for memory in ("/replay/file", "/watch"):
        page.goto(memory)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("Nothing on the stove.")).to_be_visible()
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("No public table right now.")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This page did not arrive.")


def test_the_lobby_is_accessible(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    set_a_table(page, "3", mode="friends")
    expect(page.get_by_role("button", name=re.compile("^Copy"))).to_be_visible()
    looks_right(page)


def test_the_language_changes_at_any_time(new_page: NewPage) -> None:
    """From English to Polish to Icelandic in the middle of a game; the browser's own language comes first."""
    page = new_page(locale="pl-PL")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    page.get_by_role("button", name="Język: Polski").click()
    page.get_by_role("button", name="Íslenska").click()
    expect(page.locator("html")).to_have_attribute("lang", "is")
    page.get_by_role("button", name="Spila núna", exact=True).click()
    expect(page.get_by_role("group", name="Spilin þín").first).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "is")
