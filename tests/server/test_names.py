"""Names of people."""

from __future__ import annotations

import pytest

from okawari.server.play.person import readable
from tests.support.server_thread import ServerThread

MARKUP = [
    "<b>Ann</b>",
    "<img src=x onerror=",
    "</script><script>",
    "{{7*7}}",
    "&lt;",
    "'\"`",
    "Ann\u202e<i>",
    "\x00Ann<u>",
]


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800", "\u115f\u1160", "\u034f", "\u200d", " \u2060 ", "\u0301", "\ufe0f"]
)
def test_names_need_a_visible_sign(name: str) -> None:
    assert readable(name) == ""
    assert readable(f"{name} Ann")


def test_names_of_emoji_and_of_all_scripts_stay() -> None:
    for name in ("Łucja", "Þórður", "さくら", "👩‍🍳", "❤️", "ทิพย์", "यामी", "42"):
        assert readable(name) == name


@pytest.mark.parametrize("name", MARKUP)
def test_names_are_text(server: ServerThread, name: str) -> None:
    """A name comes back as the text that it was, without signs that nobody sees, and never in a page of HTML."""
    seen = name.replace("\u202e", "").replace("\x00", "")
    ann, bob = server.browser(), server.browser()
    assert ann.http.put("/api/me", json={"name": name, "shape": 1}).json()["name"] == seen
    made = ann.set_table("you", "open", options={"public": True})
    wire = bob.visit(made)
    assert wire.table["seats"][0]["name"] == seen
    answer = bob.http.get("/api/tables")
    assert answer.headers["content-type"] == "application/json"
    assert [line["names"][0] for line in answer.json()["tables"] if line["id"] == made["id"]] == [seen]
    assert seen not in bob.http.get(f"/t/{made['id']}").text
    ann.close()
    bob.close()
