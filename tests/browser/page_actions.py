"""What people do at the page, by what they see and hear: roles and names, never the page's insides."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

#: Opens a page in a browser context of its own; takes the options of `Browser.new_context`.
NewPage = Callable[..., Page]
#: Who plays, where names are asked for.
NAMES = ("Ania", "Kuba", "Zosia", "Jan", "Ola")
#: Seconds that a whole game may take, on a machine that has much else to do.
GAME = 300


def without_server(page: Page) -> None:
    """Let requests to the API fail, as without a net."""
    page.route(re.compile("/api/"), lambda route: route.abort())


def set_a_table(
    page: Page,
    *choices: str,
    mode: str = "bots",
    menu: str = "sushi-go-first",
    site: str = "",
    strong: bool = False,
) -> None:
    """Choose a game on the page for that, and start it.

    `site` comes before the path on a static site; `strong` puts the strongest bot at every other seat.
    """
    players = next((int(choice) for choice in choices if choice.isdigit()), 3)
    page.goto(f"{site}/new?mode={mode}&menu={menu}")
    for choice in choices:
        page.get_by_text(choice, exact=True).click()
        expect(page.get_by_role("radio", name=choice, exact=True)).to_be_checked()
    for seat in range(2, players + 1) if strong else ():
        page.get_by_role("button", name=f"Change seat {seat}").click()
        page.get_by_role("dialog").get_by_role("button", name=re.compile("^Oba")).click()
    if mode != "bots":
        give_names(page, players if mode == "here" else 1)
    page.get_by_role("button", name=re.compile("^(Start the game|Open the table)")).click()
    page.wait_for_url(re.compile(r"/t/"))


def set_a_server_table(page: Page, *choices: str, menu: str = "sushi-go-first") -> None:
    """Start a game with bots at a table of the server: one is opened for friends, and bots take their seats."""
    set_a_table(page, *choices, mode="friends", menu=menu)
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Start the game").click()


def give_names(page: Page, people: int) -> None:
    """Type a name for everybody at this device."""
    fields = page.get_by_role("textbox")
    expect(fields).to_have_count(people)
    for field, name in zip(fields.all(), NAMES, strict=False):
        field.fill(name)


def sit_down(page: Page, link: str, name: str = "Bjarki") -> None:
    """Follow an invitation."""
    page.goto(link)
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Sit down", exact=True).click()


def until(page: Page, done: Callable[[], object], missing: str, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Wait until `done` is true, and call `meanwhile` again and again; `missing` is what a timeout says."""
    end = time.monotonic() + GAME
    while not done():
        assert time.monotonic() < end, missing
        meanwhile()
        page.wait_for_timeout(60)


def dealt(page: Page, cards: int, name: str = "Your hand") -> Locator:
    """The cards in hand, once there are so many and each says what it is worth: nothing else is to come then."""
    hand = page.get_by_role("group", name=name).get_by_role("button")
    expect(hand).to_have_count(cards)
    expect(hand.first).to_have_accessible_name(re.compile(", "))
    return hand


def own_turn(page: Page) -> None:
    """Wait for one's turn at a table that has loaded the rules: nothing on the page changes then."""
    expect(page.get_by_role("banner")).to_have_accessible_name(re.compile("^Round . of 3"))
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    expect(page.get_by_role("article").get_by_text("Choosing", exact=True)).to_have_count(0)


def pick_by_keyboard(page: Page) -> None:
    """Choose the first thing and play it, without a pointer."""
    page.keyboard.press("1")
    page.keyboard.press("p")


def pick_for_two(page: Page) -> None:
    """Choose the first card that is free, for oneself or for the dummy, and play what is chosen."""
    hand = page.get_by_role("group", name="Your hand").get_by_role("button")
    chosen = hand.evaluate_all("cards => cards.map(card => card.getAttribute('aria-pressed'))")
    if "false" in chosen:
        page.keyboard.press(str(chosen.index("false") + 1))
    page.keyboard.press("p")


def pick_by_pointer(page: Page) -> None:
    """Tap the first thing that can be had, then the one main button."""
    options = page.locator("[aria-pressed]:enabled:visible")
    if not options.count():
        return
    if not page.locator("[aria-pressed=true]:enabled:visible").count():
        tap(options.first)
    main = page.get_by_role("button", name=re.compile("^Play ")).and_(page.locator(":enabled:visible"))
    if main.count():
        tap(main.last)


def tap(what: Locator) -> None:
    """Click an element, unless it disappears because the turn is over."""
    with contextlib.suppress(TooLate):
        what.click(timeout=1000)


def over(page: Page) -> bool:
    """Whether the end is shown."""
    return page.get_by_role("button", name="Rematch").count() > 0


def play_to_the_bill(page: Page) -> None:
    """Play the first round, until its bill is on the table."""
    on = page.get_by_role("button", name="On to round 2")
    until(page, on.count, "no bill came", lambda: pick_by_keyboard(page))


def go_on(page: Page, pick: Callable[[Page], None] = pick_by_keyboard) -> None:
    """Leave the bill if one is on the table, else choose."""
    on = page.get_by_role("button", name=re.compile("^(On to|See who won)"))
    if on.count():
        tap(on.first)
    else:
        pick(page)


def play_to_the_end(page: Page, pick: Callable[[Page], None] = pick_by_keyboard) -> None:
    """Play the whole game, through every bill, until the winner is named."""
    until(page, lambda: over(page), "the game did not come to its end", lambda: go_on(page, pick))
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("win|share"))


def transcript(page: Page) -> list[str]:
    """What a screen reader has said."""
    return page.get_by_role("log", name="What happens at the table").locator("p").all_inner_texts()


def totals(page: Page) -> list[int]:
    """The points of the final standing, from the first on."""
    rows = page.get_by_role("region", name="The final standing").get_by_role("listitem").locator(".total")
    return [int(text.replace("−", "-")) for text in rows.all_inner_texts()]
