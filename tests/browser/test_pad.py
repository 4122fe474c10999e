"""The score pad counts what was tapped, whatever the page went through; and a file that is no game is called that."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_actions import NewPage, without_server
from tests.browser.viewports import PHONE

pytestmark = pytest.mark.slow


def begin(page: Page, *choices: str) -> None:
    """Begin a pad for three, at the first edition as it is offered or at what is chosen."""
    page.goto("/pad")
    for choice in choices:
        page.get_by_text(choice, exact=True).click()
        expect(page.get_by_role("radio", name=choice, exact=True)).to_be_checked()
    page.get_by_role("button", name="Start counting").click()
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_be_visible()


def count(page: Page, *dishes: str) -> None:
    """Tap dishes onto the plate that lies open."""
    for dish in dishes:
        page.get_by_role("button", name=re.compile(f"^Add {dish}(?! on wasabi)")).click()


def pass_plates(page: Page, coming: str) -> None:
    """Go past everybody's plate to what comes after the last one."""
    for button in ("Next plate: Player 2", "Next plate: Player 3", coming):
        page.get_by_role("button", name=button, exact=True).click()


def turn_to(page: Page, part: int) -> None:
    """Tap the tab of a round, from 0, or of the end."""
    page.get_by_role("navigation", name="Rounds").get_by_role("button").nth(part).click()


def stands(page: Page, *points: str) -> None:
    """The first player's points of the rounds, of the end, and in all."""
    row = page.get_by_role("row").filter(has_text="Player 1")
    expect(row.get_by_role("cell")).to_have_text(list(points))


def count_three_rounds(page: Page) -> None:
    """Count three rounds in which only the first player has dishes, up to the end."""
    begin(page)
    for coming in ("Round 2 of 3", "Round 3 of 3", "End of the game"):
        count(page, "Tempura", "Tempura", "Pudding")
        pass_plates(page, coming)
        expect(page.get_by_role("heading", name=coming)).to_be_visible()
    stands(page, "5", "5", "5", "6", "21")


def test_the_pad_needs_no_server(new_page: NewPage) -> None:
    page = new_page()
    without_server(page)
    count_three_rounds(page)
    page.reload()
    pass_plates(page, "Who wins?")
    expect(page.get_by_role("heading", name="Player 1 wins with 21!")).to_be_visible()


def test_every_round_counts_after_a_reload(new_page: NewPage) -> None:
    page = new_page()
    count_three_rounds(page)
    turn_to(page, 0)
    page.reload()
    stands(page, "5", "5", "5", "·", "15")
    turn_to(page, 3)
    pass_plates(page, "Who wins?")
    expect(page.get_by_role("heading", name="Player 1 wins with 21!")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Player 1 wins with 21!")).to_be_visible()
    stands(page, "5", "5", "5", "6", "21")


def test_the_end_counts_rounds_that_were_not_opened(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    count(page, "Tempura", "Tempura", "Pudding")
    turn_to(page, 3)
    stands(page, "5", "0", "0", "6", "11")
    page.reload()
    stands(page, "5", "0", "0", "6", "11")
    loser = page.get_by_role("navigation", name="Plates").get_by_role("button", name="Player 2")
    expect(loser).to_contain_text("−3")


def test_two_quick_undos_take_back_the_points_of_two_rounds(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    count(page, "Tempura", "Tempura")
    pass_plates(page, "Round 2 of 3")
    expect(page.get_by_role("heading", name="Round 2 of 3")).to_be_visible()
    count(page, "Squid")
    stands(page, "5", "3", "·", "·", "8")
    page.get_by_role("button", name="Undo").dblclick()
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    stands(page, "0", "0", "·", "·", "0")


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-GB", "bad2.bin is not a game: it cannot be read as JSON. Choose a record that was downloaded here."),
        ("pl-PL", "Plik bad2.bin to nie gra: nie da się go odczytać jako JSON. Wybierz zapis pobrany stąd."),
        ("is-IS", "bad2.bin er ekki spil: ekki er hægt að lesa skrána sem JSON. Veldu skrá sem var sótt hér."),
    ],
    ids=["en", "pl", "is"],
)
def test_a_file_that_is_no_game_is_called_that(new_page: NewPage, locale: str, said: str) -> None:
    page = new_page(locale=locale)
    page.goto("/watch")
    file = {"name": "bad2.bin", "mimeType": "application/octet-stream", "buffer": b"\x00\xff\xfe\x80"}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_role("alert").filter(has_text="bad2.bin")).to_have_text(said)


def test_a_plate_says_how_much_of_it_is_counted(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    count(page, *["Tempura"] * 7)
    page.get_by_role("button", name=re.compile("^Add Squid.* on wasabi")).click()
    expect(page.get_by_text("9 of 9 on this plate")).to_be_visible()
    count(page, "Pudding")
    expect(page.get_by_role("alert")).to_have_text(re.compile("^10 on this plate, but everybody gets only 9"))
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_another_box_is_counted_with_a_warning(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    begin(page, "Sushi Go! anniversary", "Bubble tea")
    warning = page.get_by_role("status").filter(has_text="bubble tea 3")
    count(page, *["Tea 3"] * 2)
    stands(page, "2", "·", "·", "·", "2")
    expect(warning).to_have_count(0)
    count(page, "Tea 3")
    expect(warning).to_contain_text("3 × bubble tea 3? We guess that the deck has 2.")
    count(page, *["Tea 1"] * 7)
    for tea in ("Tea 1", "Tea 5"):
        expect(page.get_by_role("button", name=re.compile(f"^Add {tea}"))).to_be_disabled()
    turn_to(page, 3)
    stands(page, "2", "2", "2", "10", "16")
    expect(warning).to_contain_text("If your box has more, all is well")


def test_faces_that_we_do_not_have_can_be_counted(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    begin(page, "Sushi Go! anniversary")
    page.get_by_text("Something else in your box?").click()
    count(page, "Strawb. ×1")
    expect(page.get_by_role("status").filter(has_text="Strawberry pudding ×1?")).to_be_visible()
    turn_to(page, 3)
    one = page.get_by_role("button", name="One strawberry pudding ×1 less")
    expect(one).to_be_visible()
    expect(page.get_by_role("cell", name="−3")).to_have_count(2)


def test_a_mochi_die_with_another_side_can_be_counted(new_page: NewPage) -> None:
    page = new_page(locale="is-IS")
    page.goto("/pad")
    for choice in ("Sushi Go! afmælisútgáfa", "Mochi"):
        page.get_by_text(choice, exact=True).click()
        expect(page.get_by_role("radio", name=choice, exact=True)).to_be_checked()
    page.get_by_role("button", name="Byrja að telja").click()
    page.get_by_role("navigation", name="Umferðir").get_by_role("button").nth(3).click()
    page.get_by_text("Er eitthvað annað í kassanum þínum?").click()
    seven = page.get_by_role("button", name="7", exact=True)
    seven.click()
    expect(page.get_by_role("status").filter(has_text="Sýnir mochi-teningurinn 7?")).to_be_visible()
    expect(seven).to_have_attribute("aria-pressed", "true")


def test_dice_of_one_sort_are_counted_together(new_page: NewPage) -> None:
    """Six maki dice lie on the table, whatever they show."""
    page = new_page()
    begin(page, "Sushi Roll")
    count(page, *["Maki ×1"] * 3, *["Maki ×3"] * 2)
    page.get_by_text("Something else in your box?").click()
    count(page, "Maki ×4")
    for face in ("Maki ×2", "Maki ×4"):
        expect(page.get_by_role("button", name=re.compile(f"^Add {face}"))).to_be_disabled()
    expect(page.get_by_role("status").filter(has_text="Maki ×4?")).to_be_visible()
