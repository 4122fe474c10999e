"""Whole games in a real browser: against bots, with friends, at one device, by keyboard, on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.page_actions import (
    GAME,
    NewPage,
    dealt,
    go_on,
    over,
    own_turn,
    pick_by_keyboard,
    pick_by_pointer,
    pick_for_two,
    play_to_the_bill,
    play_to_the_end,
    set_a_server_table,
    set_a_table,
    sit_down,
    totals,
    transcript,
    until,
)
from tests.browser.viewports import PHONE, SMALL_PHONE
from tests.support.server_process import ServerProcess

pytestmark = pytest.mark.slow

HEIGHT = "document.documentElement.scrollHeight"
#: A browser whose tab is hidden, and which allows a page no notices of its own: it notes what it was asked for.
HIDDEN = """
    window.notices = [];
    window.Notification = class {
        constructor(title) { notices.push(title); throw new TypeError('Illegal constructor'); }
    };
    Notification.permission = 'granted';
    Notification.requestPermission = async () => 'granted';
    Object.defineProperty(document, 'hidden', { get: () => true });
"""

#: The number of cards whose lower edge is covered by another element.
COVERED = """cards => cards.filter(card => {
    const box = card.getBoundingClientRect();
    return !card.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 4));
}).length"""


def overlap(one: Locator, other: Locator) -> bool:
    """Whether two elements share a part of the screen."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a and b
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    above = a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]
    return not beside and not above


def drag(page: Page, what: Locator, to: Locator) -> None:
    """Drag an element with a finger."""
    start, end = what.bounding_box(), to.bounding_box()
    assert start and end
    (x, y), (x_end, y_end) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (start, end)]
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.2, 0.6, 1):
        there = {"x": x + (x_end - x) * part, "y": y + (y_end - y) * part}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [there]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def two_friends(new_page: NewPage) -> tuple[Page, Page]:
    """One invites, the other follows the link in a browser of their own, and the game starts."""
    host, friend = new_page(), new_page()
    set_a_table(host, "2", mode="friends")
    sit_down(friend, host.url)
    host.get_by_role("button", name=re.compile("^Start")).click()
    return host, friend


def play_together(*pages: Page) -> None:
    """Everybody plays until everybody sees the end."""

    def play() -> None:
        for page in pages:
            if not over(page):
                go_on(page)

    until(pages[0], lambda: all(map(over, pages)), "the game did not come to its end", play)


def test_one_click_from_the_home_page_to_a_whole_game(new_page: NewPage) -> None:
    """Play now, tap cards, read three bills, see who won, ask for another helping."""
    page = new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    play_to_the_end(page, pick_by_pointer)
    assert totals(page) == sorted(totals(page), reverse=True)
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()


def test_quick_choices_are_all_kept_and_what_they_exclude_is_said(new_page: NewPage) -> None:
    """Two choices and a start in one breath are all heard; a number of players drops the variant that is for two."""
    page = new_page()
    page.goto("/new?mode=bots&menu=sushi-go-anniversary")
    expect(page.get_by_role("radio", name="3", exact=True)).to_be_checked()
    expect(page.get_by_text("For 2 players also: Personal draw piles, Sushi battle, The dummy")).to_be_visible()
    page.get_by_text("2", exact=True).click()
    page.get_by_text("Sushi battle", exact=True).click()
    page.get_by_text("4", exact=True).click()
    expect(page.get_by_role("main").get_by_text("Changed to fit: No variant")).to_be_visible()
    page.get_by_text("2", exact=True).click()
    page.get_by_text("Sushi golf", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(10)
    expect(page.get_by_role("region", name="Your plate").get_by_text("Lowest total wins")).to_be_visible()


@pytest.mark.parametrize(
    ("menu", "choices"),
    [
        ("sushi-go-anniversary", ("2", "Sushi battle")),
        ("sushi-roll", ("3",)),
        ("sushi-go-2014", ("2", "The dummy")),
        ("sushi-go-anniversary", ("4", "Mochi")),
    ],
    ids=["battle", "roll", "dummy", "draft"],
)
def test_every_kind_of_table_is_played_to_its_end(new_page: NewPage, menu: str, choices: tuple[str, ...]) -> None:
    """With animations, which the next choice skips."""
    page = new_page(reduced_motion="no-preference")
    set_a_table(page, *choices, menu=menu)
    play_to_the_end(page, pick_for_two if "The dummy" in choices else pick_by_keyboard)


def test_in_golf_the_lowest_wins_and_everybody_is_told(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    set_a_table(page, "5", "Sushi golf", menu="sushi-go-anniversary")
    plate = page.get_by_role("region", name="Your plate")
    expect(plate.get_by_text("Lowest total wins")).to_be_visible()
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.get_by_role("dialog").get_by_text("Sushi golf. The lowest total wins.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    play_to_the_bill(page)
    expect(page.get_by_role("region", name="After round 1").get_by_text("Lowest total wins")).to_be_visible()
    play_to_the_end(page)
    expect(page.get_by_role("region", name="The final standing").get_by_text("Lowest total wins")).to_be_visible()
    assert totals(page) == sorted(totals(page))
    told = transcript(page)
    assert told[0].startswith("Sushi golf. The lowest total wins.")
    assert sum("Lowest total wins." in line for line in told) == 3


def test_a_screen_reader_can_follow_the_whole_game(new_page: NewPage) -> None:
    """The transcript tells the whole game from the first hand to the winner, and cards have whole names."""
    page = new_page()
    set_a_table(page, "2")
    hand = page.get_by_role("group", name="Your hand").get_by_role("button")
    expect(hand).to_have_count(10)
    for card in hand.all():
        expect(card).to_have_accessible_name(re.compile(r"^[A-ZÀ-Ž].*, .+"))
    play_to_the_end(page)
    winner = page.get_by_role("heading", level=1).inner_text()
    told = transcript(page)
    assert sum(line.startswith("Your hand: ") for line in told) >= 27
    assert sum(line.startswith("Revealed: you ") for line in told) == 30
    assert sum("went left" in line for line in told) == 24
    assert sum(line.startswith("Your bill: ") for line in told) >= 3
    assert any(line.startswith(f"{winner} ") for line in told[-6:])
    # Like cards are counted after their name, and what is lost has a minus sign.
    assert [line for line in told if re.search(r"\d ?× |(?<!\d)-\d", line)] == []


def test_a_screen_reader_tells_which_dice_changed_and_the_own_belt(new_page: NewPage) -> None:
    page = new_page()
    set_a_table(page, "3", menu="sushi-roll")
    mine = page.get_by_role("group", name=re.compile("^Your belt"))
    for left in (7, 6, 5):
        expect(mine.get_by_role("button")).to_have_count(left)
        expect(page.get_by_role("button", name=re.compile("^Pick a die"))).to_be_visible()
        pick_by_keyboard(page)
    expect(mine.get_by_role("button")).to_have_count(4)
    told = transcript(page)
    assert any(line.startswith("Your turn. Your belt: ") for line in told)
    assert not any(re.match(r"(Pip|Taro) rolls: ", line) for line in told)


def test_friends_meet_through_a_link(new_page: NewPage) -> None:
    """They play to the end and see the same, and that the deal was fair."""
    host, friend = two_friends(new_page)
    for page in (host, friend):
        expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(10)
    play_together(host, friend)
    assert len(totals(host)) == 2
    assert totals(host) == totals(friend)
    expect(friend.get_by_text("The deal is the one that was promised")).to_be_visible()


def test_a_reload_in_mid_turn_comes_back_to_the_same_moment(new_page: NewPage) -> None:
    """What was chosen stays chosen while the friend still thinks."""
    host, friend = two_friends(new_page)
    cards = host.get_by_role("group", name="Your hand").get_by_role("button")
    expect(cards).to_have_count(10)
    dishes = cards.locator(".name")
    names = dishes.all_inner_texts()
    pick_by_keyboard(host)
    expect(friend.get_by_role("article").get_by_text("Ready")).to_be_visible()
    host.reload()
    expect(host.locator("[aria-pressed=true]")).to_have_count(1)
    assert dishes.all_inner_texts() == names
    pick_by_keyboard(friend)
    expect(cards).to_have_count(9)


def test_a_killed_server_loses_nothing(new_page: NewPage, server: ServerProcess) -> None:
    """The page finds its way back by itself when the server is killed and started again."""
    page = new_page()
    set_a_server_table(page, "2")
    cards = page.get_by_role("group", name="Your hand").get_by_role("button")
    expect(cards).to_have_count(10)
    pick_by_keyboard(page)
    expect(cards).to_have_count(9)
    dishes = cards.locator(".name")
    names = dishes.all_inner_texts()
    server.kill()
    server.start()
    page.wait_for_timeout(500)
    expect(cards).to_have_count(9)
    assert dishes.all_inner_texts() == names
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    pick_by_keyboard(page)
    expect(cards).to_have_count(8, timeout=60_000)


def test_a_silent_connection_is_replaced_by_another(new_page: NewPage) -> None:
    """After sleep or a change of network a socket may not notice that nobody hears it."""
    page = new_page()
    silent: list[WebSocketRoute] = []
    lines: list[WebSocketRoute] = []

    def join(line: WebSocketRoute) -> None:
        lines.append(line)
        kitchen = line.connect_to_server()
        line.on_message(lambda word: None if line in silent else kitchen.send(word))
        kitchen.on_message(lambda word: None if line in silent else line.send(word))

    page.route_web_socket(re.compile("/ws/tables/"), join)
    set_a_server_table(page, "2")
    cards = page.get_by_role("group", name="Your hand").get_by_role("button")
    expect(cards).to_have_count(10)
    silent += lines
    pick_by_keyboard(page)
    expect(cards).to_have_count(9, timeout=60_000)


def test_a_host_changes_the_game_in_the_lobby(new_page: NewPage) -> None:
    """On a phone, where the options do not all fit: what was chosen stays in sight."""
    page = new_page(viewport=PHONE)
    set_a_table(page, "4", "Mochi", mode="friends", menu="sushi-go-anniversary")
    page.get_by_role("button", name="Change", exact=True).click()
    sheet = page.get_by_role("dialog", name="The game")
    for word in ("4", "Mochi"):
        expect(sheet.get_by_role("radio", name=word, exact=True)).to_be_checked()
    for word in ("2", "Sushi battle"):
        sheet.get_by_text(word, exact=True).click()
        expect(sheet.get_by_role("radio", name=word, exact=True)).to_be_checked()
        expect(sheet.get_by_text(word, exact=True)).to_be_in_viewport()
    sheet.get_by_role("button", name="Save").click()
    expect(page.get_by_role("main").get_by_text("Sushi Go! anniversary, mochi, battle")).to_be_visible()


def test_a_host_arranges_the_seats_in_the_lobby(new_page: NewPage) -> None:
    """A bot, another one, everywhere bots, none, and a friend who is removed and may come back."""
    host, friend = new_page(), new_page()
    set_a_table(host, "4", mode="friends")
    dialog, start = host.get_by_role("dialog"), host.get_by_role("button", name="Start the game")
    sit_down(friend, host.url)
    expect(host.get_by_role("button", name=re.compile("^Remove "))).to_be_visible()
    host.get_by_role("button", name=re.compile("^Add a player seat 3")).click()
    dialog.get_by_role("button", name=re.compile("^Hana")).click()
    host.get_by_role("button", name=re.compile("^Change seat 3")).click()
    dialog.get_by_role("button", name=re.compile("^Pip")).click()
    host.get_by_role("button", name="Fill with bots").click()
    expect(start).to_be_enabled()
    host.get_by_role("button", name=re.compile("^Change seat 4")).click()
    dialog.get_by_role("button", name="Remove Taro").click()
    expect(start).to_be_disabled()
    host.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(friend.get_by_role("status").filter(has_text="The host freed your seat")).to_be_visible()
    friend.get_by_role("button", name="Sit down", exact=True).click()
    expect(friend.get_by_role("status").filter(has_text="The host freed your seat")).to_have_count(0)
    host.get_by_role("button", name="Change", exact=True).click()
    dialog.get_by_text("3", exact=True).click()
    expect(dialog.get_by_role("radio", name="3", exact=True)).to_be_checked()
    dialog.get_by_role("button", name="Save the changes").click()
    start.click()
    for page in (host, friend):
        expect(page.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(9)


def test_a_player_who_lost_the_seat_is_told_why(new_page: NewPage) -> None:
    host, friend = two_friends(new_page)
    hand = friend.get_by_role("group", name="Your hand")
    expect(hand).to_be_visible()
    cookies = friend.context.cookies()
    friend.context.clear_cookies()
    friend.reload()
    expect(friend.get_by_role("status").filter(has_text="make a one-time link")).to_be_visible()
    friend.context.clear_cookies()
    friend.context.add_cookies(cookies)  # type: ignore[arg-type]
    friend.reload()
    expect(hand).to_be_visible()
    host.get_by_role("button", name="More", exact=True).click()
    host.get_by_role("button", name=re.compile("^Put a bot in for")).click()
    expect(friend.get_by_role("status").filter(has_text="A bot has your seat now")).to_be_visible()
    friend.get_by_role("button", name="All right").click()
    friend.get_by_role("button", name="Why?").click()
    expect(friend.get_by_role("dialog")).to_contain_text("The host gave it away.")


def test_one_device_is_passed_around(new_page: NewPage) -> None:
    """Nobody sees a hand before they say who they are, and it is covered again once they have chosen."""
    page = new_page()
    set_a_table(page, "2", mode="here")
    shown = []
    for _ in range(2):
        expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
        page.get_by_role("button", name=re.compile("^I am ")).click()
        shown.append(dealt(page, 10).locator(".name").all_inner_texts())
        pick_by_keyboard(page)
    assert shown[0] != shown[1]
    expect(page.get_by_role("button", name=re.compile("^I am "))).to_be_visible()


def test_a_whole_game_on_a_phone(new_page: NewPage) -> None:
    """At 360 pixels nothing scrolls sideways and the main button is in reach of a thumb."""
    page = new_page(viewport=PHONE, has_touch=True)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    dealt(page, 9)
    main = page.get_by_role("button", name="Pick a card").bounding_box()
    assert main and PHONE["height"] * 0.45 < main["y"] < PHONE["height"] - main["height"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    play_to_the_end(page, pick_by_pointer)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_on_a_phone_the_dishes_of_others_are_as_large_as_there_is_room(new_page: NewPage) -> None:
    """The first dishes have their whole size, and a turn needs no scrolling when plates fill."""
    page = new_page(viewport=PHONE, has_touch=True)
    set_a_table(page, "4")
    dealt(page, 8)
    pick_by_keyboard(page)
    dealt(page, 7)
    dishes = page.get_by_role("article").locator(".group svg.dish:visible")
    assert set(dishes.evaluate_all("all => all.map(dish => dish.getBoundingClientRect().width)")) == {38}
    for cards in (7, 6, 5, 4, 3):
        dealt(page, cards)
        # The page makes dishes smaller after the browser has reported that a plate grew.
        until(page, lambda: page.evaluate(HEIGHT) == PHONE["height"], "the page scrolls")
        pick_by_keyboard(page)


def test_on_the_smallest_phone_no_card_is_under_the_button(new_page: NewPage) -> None:
    """And nothing scrolls sideways, in Polish, whose words are long."""
    page = new_page(viewport=SMALL_PHONE, has_touch=True)
    set_a_table(page, "4", menu="sushi-go-2014")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Polski").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    for cards in (8, 7, 6):
        hand = dealt(page, cards, "Twoje karty")
        assert hand.evaluate_all(COVERED) == 0
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE["width"]
        pick_by_keyboard(page)


@pytest.mark.parametrize(
    ("menu", "choices"),
    [("sushi-roll", ("5",)), ("sushi-go-anniversary", ("2", "Sushi battle"))],
    ids=["roll", "battle"],
)
def test_on_the_smallest_phone_a_turn_needs_no_scrolling(
    new_page: NewPage, menu: str, choices: tuple[str, ...]
) -> None:
    page = new_page(viewport=SMALL_PHONE, has_touch=True)
    set_a_table(page, *choices, menu=menu)
    own_turn(page)
    assert page.evaluate("document.documentElement.scrollHeight") == SMALL_PHONE["height"]


def test_a_card_is_dragged_to_the_plate(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    set_a_table(page, "2")
    cards = dealt(page, 10)
    drag(page, cards.nth(2), cards.nth(3))
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    drag(page, cards.nth(2), page.get_by_role("region", name="Your plate"))
    expect(cards).to_have_count(9)


def test_nothing_is_chosen_while_the_game_is_paused(new_page: NewPage) -> None:
    page = new_page()
    set_a_table(page, "2")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Pause the game").click()
    expect(page.get_by_role("button", name="Paused")).to_be_visible()
    pick_by_keyboard(page)
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Pick a card")).to_be_visible()
    told = page.get_by_role("log", name="What happens at the table")
    expect(told).to_contain_text(re.compile(r"A little break\. Nothing moves.*The game goes on\."))


def test_a_hidden_tab_is_called_to_its_turn(new_page: NewPage) -> None:
    """Notices are asked for where they are wanted; a phone that refuses them plays on."""
    host, friend = two_friends(new_page)
    friend.add_init_script(HIDDEN)
    friend.reload()
    friend.get_by_role("button", name="More", exact=True).click()
    friend.get_by_role("button", name="Settings").click()
    friend.get_by_role("group", name="Tell me when it is my turn").get_by_role("button", name="On", exact=True).click()
    friend.keyboard.press("Escape")
    expect(friend.get_by_role("dialog")).to_have_count(0)
    expect(friend).to_have_title(re.compile("Your turn"))
    pick_by_keyboard(friend)
    expect(friend).not_to_have_title(re.compile("Your turn"))
    expect(host.get_by_role("article").get_by_text("Ready")).to_be_visible()
    pick_by_keyboard(host)
    expect(friend).to_have_title(re.compile("Your turn"))
    assert friend.evaluate("notices") == ["Your turn at the table"]


def test_hints_and_taking_back(new_page: NewPage) -> None:
    """A hint is a sentence and a card that glows; the hand stays in sight, and the numbers come on demand."""
    page = new_page()
    set_a_table(page, "2")
    cards = dealt(page, 10)
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("complementary", name="What would the coach do?")
    expect(hint.get_by_role("status")).to_have_text(re.compile("^(First t|T)ake the .+: .+[.]$"), timeout=60_000)
    expect(hint).not_to_contain_text("%")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert not overlap(hint, page.get_by_role("group", name="Your hand"))
    hint.get_by_role("button", name="Why?").click()
    expect(hint).to_contain_text("% to win")
    assert not overlap(hint, page.get_by_role("group", name="Your hand"))
    hint.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name=re.compile("the coach’s choice"))).to_have_count(1)
    pick_by_keyboard(page)
    expect(cards).to_have_count(9)
    page.get_by_role("button", name="Take back").click()
    expect(cards).to_have_count(10)


def test_a_card_and_its_button_say_what_it_brings(new_page: NewPage) -> None:
    """In the smallest cards, too: a hand of ten on a phone."""
    page = new_page(viewport=PHONE)
    set_a_table(page, "2")
    cards = dealt(page, 10)
    assert all(re.search(r"[+×:]|\d of \d", text) for text in cards.locator(".marks").all_inner_texts())
    cards.first.click()
    expect(page.get_by_role("button", name=re.compile("^Play [^:]+: .+"))).to_be_visible()


def test_a_second_click_or_enter_plays_what_is_chosen(new_page: NewPage) -> None:
    page = new_page()
    set_a_table(page, "2")
    dealt(page, 10).first.dblclick()
    cards = dealt(page, 9)
    cards.first.focus()
    page.keyboard.press("Space")
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(cards.first).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    expect(cards).to_have_count(9)
    page.keyboard.press("Enter")
    expect(cards).to_have_count(8)


@pytest.mark.parametrize(
    ("choices", "menu", "group"),
    [(("2", "Sushi battle"), "sushi-go-anniversary", "Free cards"), (("2",), "sushi-roll", "Your belt")],
    ids=["battle", "roll"],
)
def test_a_second_click_takes_a_free_card_or_keeps_a_die(
    new_page: NewPage, choices: tuple[str, ...], menu: str, group: str
) -> None:
    page = new_page()
    set_a_table(page, *choices, menu=menu)
    own_turn(page)
    before = page.get_by_role("banner").get_attribute("aria-label") or ""
    page.get_by_role("group", name=group).get_by_role("button").first.dblclick()
    expect(page.get_by_role("banner")).not_to_have_accessible_name(before)


def test_a_second_tap_puts_a_card_back(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    set_a_table(page, "2")
    cards = dealt(page, 10)
    for pressed in ("true", "false"):
        cards.first.tap()
        expect(cards.first).to_have_attribute("aria-pressed", pressed)
    expect(cards).to_have_count(10)


def test_a_replay_shows_the_game_again(new_page: NewPage) -> None:
    page = new_page()
    set_a_table(page, "2")
    play_to_the_end(page)
    page.get_by_role("link", name="Replay").first.click()
    page.wait_for_url(re.compile("/replay/"))
    expect(page.get_by_role("banner")).to_contain_text("turn 1 of 10")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("banner")).to_contain_text("turn 3 of 10")


def test_a_decision_that_mattered_is_looked_at_and_tried_otherwise(new_page: NewPage) -> None:
    page = new_page()
    set_a_table(page, "3")
    play_to_the_end(page)
    game = page.url
    mattered = page.get_by_role("region", name="Decisions that mattered")
    mattered.get_by_role("link", name=re.compile("^Look at")).first.click(timeout=GAME * 1000)
    decision = page.get_by_role("region", name="A decision that mattered")
    expect(decision).to_contain_text("What was chosen")
    expect(decision).to_contain_text("What was better")
    moment = page.get_by_role("banner").get_attribute("aria-label")
    looked_at = page.url
    decision.get_by_role("button", name="Try it").click()
    page.wait_for_url(re.compile("/t/"))
    assert page.url != game
    rehearsal = page.get_by_role("region", name=re.compile("^Rehearsal"))
    expect(rehearsal).to_be_visible()
    expect(page.get_by_role("banner")).to_have_accessible_name(str(moment))
    again = page.get_by_role("button", name="Try again")
    until(page, again.count, "the rehearsal did not come to its end", lambda: go_on(page))
    expect(rehearsal).to_be_visible()
    tried = page.url
    again.click()
    page.wait_for_url(lambda url: "/t/" in url and url != tried)
    expect(page.get_by_role("banner")).to_have_accessible_name(str(moment))
    rehearsal.get_by_role("link", name="Back to the replay").click()
    expect(page.get_by_role("banner")).to_have_accessible_name(str(moment))
    assert page.url == looked_at.removesuffix("&look=1")


def test_ones_own_replay_shows_ones_own_hand_and_every_choice_of_it_can_be_tried(new_page: NewPage) -> None:
    page = new_page()
    set_a_table(page, "2")
    play_to_the_end(page)
    page.get_by_role("link", name="Replay").first.click()
    expect(page.get_by_role("list", name=re.compile("^Hand of")).get_by_role("listitem")).to_have_count(10)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("region", name="What happened")).to_contain_text("You play")
    page.get_by_role("button", name="Try another choice").click()
    page.wait_for_url(re.compile("/t/"))
    dealt(page, 9)
    page.reload()
    dealt(page, 9)
    expect(page.get_by_role("region", name=re.compile("^Rehearsal"))).to_be_visible()
    page.goto("/watch")
    expect(page.get_by_role("link", name="Replay")).to_have_count(1)
    expect(page.get_by_role("link", name="Go on")).to_have_count(0)
