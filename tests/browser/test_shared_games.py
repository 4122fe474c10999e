"""The link of a game that was played on a device: strangers see where it was, and do all that a replay offers."""

from __future__ import annotations

import re

import httpx2
import pytest
from playwright.sync_api import expect

from okawari.game import Record
from tests.browser.page_actions import NewPage
from tests.browser.test_screens import looks_right
from tests.browser.viewports import DESK, PHONE
from tests.support.server_process import ServerProcess
from tests.support.tables import SAMPLE, RandomPlayer, play_on

pytestmark = pytest.mark.slow

TABLE = SAMPLE[0]


def shared(server: ServerProcess) -> str:
    """The path of the page of a game of Ania with three bots."""
    record = play_on(TABLE.game(seed=5), RandomPlayer(TABLE, 3)).record.to_json()
    answer = httpx2.post(f"{server.url}/api/records", json=record | {"names": ["Ania", "pip", "hana", "taro"]})
    return f"/replay/{answer.json()['id']}"


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_stranger_sees_a_shared_game(new_page: NewPage, server: ServerProcess, viewport: dict[str, int]) -> None:
    page, path = new_page(viewport=viewport), shared(server)
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ania, Pip, Hana, Taro")
    expect(page.get_by_text(re.compile("^Played on somebody’s own device"))).to_be_visible()
    looks_right(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    assert Record.load(download.value.path()).verify() == []
    page.get_by_role("button", name="Share this moment").click()
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_have_value(re.compile(f"{path}\\?frame=0"))
    page.keyboard.press("Escape")
    page.goto(f"{path}?frame=3&seat=0")
    page.get_by_role("button", name="Try another choice").click()
    page.wait_for_url(re.compile("/t/"))
    page.get_by_role("link", name="Back to the replay").click()
    page.wait_for_url(re.compile(f"{path}.frame=3&seat=0"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ania")


def test_a_shared_game_is_reviewed(new_page: NewPage, server: ServerProcess) -> None:
    path = shared(server)
    review = httpx2.get(f"{server.url}/api{path.replace('/replay/', '/records/')}/review", timeout=120).json()
    decision = review["decisions"][0]
    page = new_page()
    page.goto(f"{path}?frame={decision['frame']}&seat={decision['seat']}&look=1")
    expect(page.get_by_role("region", name="A decision that mattered")).to_contain_text("What was better")
