"""What is asked over HTTP: people, lists of tables, backups, headers, and tables that cannot be set."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Any

import pytest

import okawari
from okawari.server.settings import Durations
from okawari.texts import LANGUAGES, catalogue
from tests.support.databases import run_sql
from tests.support.server_thread import Browser, ServerThread, running_server, two_at_a_table, until


def test_name_and_shape(server: ServerThread) -> None:
    browser = server.browser()
    assert browser.http.get("/api/me").json() == {"name": "", "shape": 1, "named": False}
    named = browser.http.put("/api/me", json={"name": " Zoë\u202e\u0007 <b> ", "shape": 4})
    assert named.json() == {"name": "Zoë <b>", "shape": 4, "named": True}
    assert "httponly" in named.headers["set-cookie"].lower() and "samesite=lax" in named.headers["set-cookie"].lower()
    for name in ("", " ", "\u200b", "x" * 21):
        assert browser.http.put("/api/me", json={"name": name, "shape": 1}).status_code in (400, 422)


def test_seats_move_to_another_device_once(server: ServerThread, ann: Browser, bob: Browser) -> None:
    made = ann.set_table("you", "taro", start=True)
    token = ann.http.post("/api/me/link").json()["token"]
    assert bob.http.post("/api/me/claim", json={"token": token}).json()["name"] == "Ann"
    assert bob.visit(made).view["viewer"] == 0
    again = server.browser().http.post("/api/me/claim", json={"token": token})
    assert (again.status_code, again.json()["problem"]["code"]) == (404, "link-used")


def test_lists_and_deletion(server: ServerThread) -> None:
    ann, bob = server.browser("Ann"), server.browser("Bob")
    alone = ann.set_table("you", "taro", start=True, options={"public": True})
    hers = ann.visit(alone)
    hers.until(lambda: hers.game["to_move"] == [0])
    _, his, made = two_at_a_table(ann, bob)
    lines = ann.http.get("/api/me/tables").json()["tables"]
    assert [line["id"] for line in lines] == [made["id"], alone["id"]]
    assert lines[0]["names"] == ["Ann", "Bob"] and lines[0]["your_turn"]
    assert (lines[0]["yours"], lines[0]["round"]) == ([0], 1)
    assert lines[0]["shapes"] == [seat["shape"] for seat in his.table["seats"]]
    assert alone["id"] in [line["id"] for line in bob.http.get("/api/tables").json()["tables"]]
    assert bob.http.delete(f"/api/me/tables/{alone['id']}").status_code == 404
    assert ann.http.delete(f"/api/me/tables/{alone['id']}").status_code == 204
    assert ann.http.get(f"/api/tables/{alone['id']}/record").json()["problem"]["code"] == "unknown-table"
    assert ann.http.delete("/api/me").status_code == 204
    his.until(lambda: his.table["seats"][0]["kind"] == "bot")
    assert his.table["host"] and his.table["seats"][0]["name"] == ""
    his.choose(1)
    his.until(lambda: his.game["number"] == 2)
    rows = run_sql(server.data, "SELECT data FROM log WHERE table_id = ?", made["id"])
    # In quotation marks: an id may have any three letters in it.
    assert '"Bob"' in str(rows) and '"Ann"' not in str(rows)
    assert [line["names"] for line in bob.http.get("/api/me/tables").json()["tables"]] == [["taro", "Bob"]]


def test_a_table_that_is_removed_while_the_list_is_made(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ann.set_table("you", "open")

    async def of_person(person: str, limit: int, *, rehearsals: bool) -> list[str]:
        return ["gone-by-now", made["id"]]

    monkeypatch.setattr(ann.server.tables.store, "of_person", of_person)
    assert [line["id"] for line in ann.http.get("/api/me/tables").json()["tables"]] == [made["id"]]


def test_abandoned_tables_expire(tmp_path: Path) -> None:
    hurry = Durations(lobby=0.05, idle=0.1, unfinished=1e6, second_look=0.1, bot_pause=(0.0, 0.0))
    with running_server(tmp_path, hurry) as server:
        ann = server.browser("Ann")
        lobby, playing = ann.set_table("you", "open"), ann.set_table("you", "taro", start=True)
        until(lambda: [line["id"] for line in ann.http.get("/api/me/tables").json()["tables"]] == [playing["id"]])
        until(lambda: "okawari_tables 0.0" in ann.http.get("/metrics").text)
        assert ann.visit(playing).game["number"] == 1
        assert ann.visit(lobby, hello=False).receive()["problem"]["code"] == "unknown-table"


def test_backup_of_a_live_database(ann: Browser, tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from okawari.cli.app import app

    made = ann.set_table("you", "taro", start=True)
    wire = ann.visit(made)
    wire.play_on(turns=3)
    wire.until(lambda: wire.game["number"] == 4)
    folder = ann.server.tables.settings.data
    copy = tmp_path / "copy" / "okawari.db"
    copy.parent.mkdir()
    assert CliRunner().invoke(app, ["backup", str(copy), "--data", str(folder)]).exit_code == 0
    assert CliRunner().invoke(app, ["backup", str(copy), "--data", str(folder)]).exit_code != 0
    with running_server(copy.parent) as server:
        assert server.browser(cookie=ann.cookie).visit(made).view == wire.view


def test_public_paths_and_headers(ann: Browser) -> None:
    assert ann.http.get("/healthz").text == "ok\n"
    assert "okawari_choices_total" in ann.http.get("/metrics").text
    assert "POST /api/tables" in ann.http.get("/api/docs").text
    assert "/api/tables" in ann.http.get("/api/openapi.json").json()["paths"]
    for path in ("/", "/t/abc", "/api/me", "/assets/none.js"):
        headers = ann.http.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert ann.http.get("/assets/../index.html").status_code in (200, 404, 503)
    assert ann.http.get("/assets/%2e%2e/%2e%2e/texts/en.json").status_code == 404
    assert ann.http.get("/api/nothing").json()["problem"]["code"] == "not-found"
    assert ann.http.patch("/api/me").json()["problem"]["code"] == "not-allowed"
    assert ann.http.post("/api/tables", content=b"x" * 600_000).json()["problem"]["code"] == "too-large"
    assert ann.http.post("/api/tables", json={}).json()["problem"]["code"] == "bad-request"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seats": [{"kind": "you"}]}, "seats-mismatch"),
        ({"seats": [{"kind": "you"}, {"kind": "you"}]}, "seats-twice"),
        ({"seats": [{"kind": "you"}, {"kind": "open"}], "start": True}, "seats-empty"),
        ({"setting": {"menu": "sushi-go-first", "seats": 2, "variant": "battle"}}, "variant-not-in-menu"),
        ({"setting": {"menu": "tuna", "seats": 2}}, "unknown-menu"),
    ],
)
def test_tables_that_cannot_be_set(ann: Browser, change: dict[str, Any], code: str) -> None:
    table = {
        "setting": {"menu": "sushi-go-first", "seats": 2},
        "seats": [{"kind": "you"}, {"kind": "bot", "bot": "pip"}],
        "nonce": secrets.token_hex(16),
    }
    answer = ann.http.post("/api/tables", json=table | change)
    assert (answer.status_code, answer.json()["problem"]["code"]) == (400, code)


def test_every_code_has_words() -> None:
    """A refusal that nobody can read is no refusal."""
    source = "\n".join(file.read_text() for file in Path(okawari.__file__).parent.joinpath("server").rglob("*.py"))
    codes = set(re.findall(r'\b(?:Refusal|Malformed|Problem)\(\s*(?:code=)?"([a-z-]+)"', source))
    codes |= set(re.findall(r'_must\([^"\n]*(?:"[^"\n]*"[^"\n]*)*?, "([a-z-]+)"', source))
    codes |= {"not-found", "not-allowed", "nothing-to-take-back", "bad-request"}
    assert {"stale", "not-host", "paused", "bad-message"} <= codes
    for language in LANGUAGES:
        words = catalogue(language)
        assert not codes - set(words["wire"]["error"]) - set(words["error"]), language


@pytest.mark.slow
def test_metrics_are_not_for_everybody(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        assert ann.http.get("/metrics").status_code == 200
        for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
            answer = ann.http.get("/metrics", headers={header: "192.0.2.1"})
            assert (answer.status_code, answer.json()["problem"]["code"]) == (403, "metrics-closed")
    with running_server(tmp_path, metrics_token="salmon") as server:
        ann = server.browser("Ann")
        statuses = [
            ann.http.get("/metrics", headers=headers).status_code
            for headers in ({}, {"Authorization": "Bearer trout"}, {"Authorization": "Bearer salmon"})
        ]
        assert statuses == [403, 403, 200]
