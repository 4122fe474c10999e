"""The files of the page: what is sent in which encoding, what may be cached, and the preview of a link."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from okawari.server.http import pages
from okawari.server.http.encodings import preferred
from tests.support.server_thread import Browser, running_server

SCRIPT = "serve('sushi');\n" * 200
INDEX = (
    '<head><meta property="og:image" content="./preview.png" />'
    '<link rel="icon" href="./icon.svg" /><script src="./assets/script.js"></script></head>'
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that was built, with one script; what is called brotli here is only marked as such."""
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text(INDEX, encoding="utf-8")
    (page / "plain.txt").write_text("plain", encoding="utf-8")
    script = page / "assets" / "script.js"
    script.write_text(SCRIPT, encoding="utf-8")
    script.with_name("script.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    script.with_name("script.js.br").write_bytes(b"brotli")
    monkeypatch.setattr(pages, "page_folder", lambda: page)
    return page


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("", "identity"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("GZIP;Q=0.5", "gzip"),
        ("br;q=0.2, gzip;q=0.9", "gzip"),
        ("br;q=0, gzip;q=0", "identity"),
        ("identity, br;q=0.5", "identity"),
        ("*", "br"),
        ("br;q=0, *;q=0.1", "gzip"),
        ("identity;q=0, zstd", "identity"),
        ("br;q=tuna", "identity"),
        ("zstd," * 100_000 + "br", "identity"),
    ],
)
def test_the_best_encoding_that_is_accepted(accepted: str, coding: str) -> None:
    assert preferred(accepted, ("br", "gzip", "identity")) == coding


def test_a_file_is_sent_in_the_accepted_encoding(folder: Path, ann: Browser) -> None:
    told = {
        accepted: ann.http.get("/assets/script.js", headers={"Accept-Encoding": accepted}).headers
        for accepted in ("br;q=0, gzip", "identity")
    }
    assert [headers.get("content-encoding") for headers in told.values()] == ["gzip", None]
    assert len({headers["etag"] for headers in told.values()}) == 2
    for accepted, headers in told.items():
        assert "javascript" in headers["content-type"]
        assert "immutable" in headers["cache-control"] and headers["vary"] == "Accept-Encoding"
        again = ann.http.get(
            "/assets/script.js", headers={"Accept-Encoding": accepted, "If-None-Match": headers["etag"]}
        )
        assert (again.status_code, again.text, again.headers["etag"]) == (304, "", headers["etag"])
    assert ann.http.get("/assets/script.js", headers={"Accept-Encoding": "gzip"}).text == SCRIPT
    assert "vary" not in ann.http.get("/plain.txt").headers


def test_a_part_of_a_file_is_not_encoded(folder: Path, ann: Browser) -> None:
    part = ann.http.get("/assets/script.js", headers={"Accept-Encoding": "gzip", "Range": "bytes=0-4"})
    assert (part.status_code, part.text) == (206, "serve")
    assert "content-encoding" not in part.headers


def test_encoded_files_have_no_address_of_their_own(folder: Path, ann: Browser) -> None:
    assert ann.http.get("/assets/script.js.gz").status_code == 404


@pytest.mark.parametrize("path", ["/api/points", "/api/rules/sushi-roll", "/api/examples/sushi-roll"])
def test_what_never_changes_is_compressed_and_sent_once(ann: Browser, path: str) -> None:
    plain = ann.http.get(path, headers={"Accept-Encoding": "identity"})
    answer = ann.http.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip" and answer.json() == plain.json()
    assert int(answer.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    tag = answer.headers["etag"]
    assert ann.http.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": tag}).status_code == 304


def test_browsers_always_ask_for_the_service_worker(folder: Path, ann: Browser) -> None:
    (folder / "sw.js").write_text("work();", encoding="utf-8")
    headers = ann.http.get("/sw.js").headers
    assert headers["cache-control"] == "no-cache" and "javascript" in headers["content-type"]
    assert ann.http.get("/sw.js", headers={"If-None-Match": headers["etag"]}).status_code == 304


def test_the_page_finds_its_files_from_any_path(folder: Path, ann: Browser) -> None:
    for path in ("/", "/t/abc", "/learn/lesson/first"):
        text = ann.http.get(path).text
        assert 'href="/icon.svg"' in text
        assert 'src="/assets/script.js"' in text


def test_the_preview_of_a_link_is_absolute(folder: Path, ann: Browser, tmp_path: Path) -> None:
    def image(host: str) -> str:
        return ann.http.get("/", headers={"Host": host}).text.split('content="')[1].split('"')[0]

    assert image("sushi.example:8000") == "http://sushi.example:8000/preview.png"
    assert image("[::1]:80") == "http://[::1]:80/preview.png"
    assert image('x"><script>') == "/preview.png"
    with running_server(tmp_path / "data", public_url="https://sushi.example") as server:
        assert "https://sushi.example/preview.png" in server.browser().http.get("/", headers={"Host": "other"}).text
