"""The facts of the rules come with the page: no server is asked for them."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, expect

from okawari.game import Game
from okawari.game.lessons import LEARNER, LESSONS
from okawari.game.rulebook import chapters, reference
from okawari.rules.menus import MENUS
from okawari.texts import LANGUAGES, say
from tests.browser.page_actions import NewPage, own_turn
from tests.browser.viewports import PHONE
from tests.support.tables import ANNIVERSARY, ROLL

pytestmark = pytest.mark.slow
#: Everything that the server knows of the rules.
SERVED = re.compile("/api/(points|rules|reference|examples|lessons|choices)")


def alone(new_page: NewPage, language: str) -> Page:
    """A page that gets no facts from a server."""
    page = new_page(viewport=PHONE, locale=language)
    page.route(SERVED, lambda asked: asked.abort())
    return page


def listed(lists: Locator) -> list[str]:
    """The names of the cards or faces in lists, in small letters."""
    return [name.lower() for name in lists.locator(".name").all_inner_texts()]


def names(menu: str, language: str, dessert: str | None = None, seats: int | None = None) -> list[str]:
    return [item.name.lower() for each in reference(menu, language, dessert, seats) for item in each.items]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulebooks_and_lessons_are_read_without_a_server(new_page: NewPage, language: str) -> None:
    page = alone(new_page, language)
    page.goto("/learn")
    expect(page.locator("a[href*='/learn/lesson/']")).to_have_count(len(LESSONS) - 1)
    for menu in MENUS:
        page.goto(f"/learn/{menu.word}")
        expect(page.get_by_role("heading", name=say(language, "learn.examples"))).to_be_visible()
        for chapter in chapters(menu.word, language):
            expect(page.locator(f"[id='{chapter.key}']").get_by_role("listitem")).to_have_text(list(chapter.lines))
        assert listed(page.locator("#pieces")) == names(menu.word, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_at_a_table_are_those_of_its_game(new_page: NewPage, language: str) -> None:
    """A lesson with mochi, and one of Sushi Roll for two, where no face costs anything."""
    page = alone(new_page, language)
    for lesson, menu in (("mochi", ANNIVERSARY), ("roll", ROLL)):
        setting = LESSONS[lesson].setting
        page.goto(f"/learn/lesson/{lesson}")
        page.get_by_role("button", name=say(language, "table.rules"), exact=True).click()
        sheet = page.get_by_role("dialog", name=say(language, "table.rules"))
        expect(sheet.get_by_role("heading", name=chapters(menu, language)[-1].title)).to_be_visible()
        assert listed(sheet) == names(menu, language, setting.dessert, setting.seats)


def test_a_lesson_has_its_deal_also_after_a_reload(new_page: NewPage) -> None:
    page = alone(new_page, "en-GB")
    page.goto("/learn/lesson/mochi")
    lesson = LESSONS["mochi"]
    cards = Counter(Game(lesson.setting, lesson.seed).view(LEARNER).hand)
    hand = page.get_by_role("group", name="Your hand")
    for _ in range(2):
        own_turn(page)
        for word, n in cards.items():
            name = re.compile(f"^{re.escape(say('en', f'dish.{word}.name'))}", re.IGNORECASE)
            expect(hand.get_by_role("button", name=name)).to_have_count(n)
        page.reload()


def test_an_unknown_lesson_says_so(new_page: NewPage) -> None:
    page = alone(new_page, "en-GB")
    page.goto("/learn/lesson/soup")
    expect(page.get_by_role("alert")).to_have_text("There is no such lesson.")
