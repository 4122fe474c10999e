"""`okawari site`: which folders it writes, and what it writes there."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from okawari.cli import site
from okawari.server.http import pages
from okawari.server.http.middleware import security_headers
from okawari.server.settings import Settings
from tests.cli.commands import run_command

INDEX = '<html><head>\n    <meta charset="utf-8" />\n    <script src="./assets/a-1.js"></script></head></html>'


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that was built."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    for name, text in {
        "index.html": INDEX,
        "sw.js": "work();",
        "sw.js.gz": "encoded",
        "assets/a-1.js": "one",
        "stamp.txt": "0",
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(pages, "page_folder", lambda: folder)
    return folder


def text_of(folder: Path, name: str = "index.html") -> str:
    return (folder / name).read_text(encoding="utf-8")


def names_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def server_named(folder: Path) -> str:
    found = re.search(r'<meta name="okawari-site" content="([^"]*)"', text_of(folder))
    assert found
    return found[1]


def test_a_site_has_the_page_and_its_mark(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "site"
    assert str(folder) in run_command("site", folder)
    assert names_in(folder) == {"index.html", "sw.js", "assets/a-1.js", ".nojekyll", site.LIST}
    assert server_named(folder) == ""
    assert 'src="./assets/a-1.js"' in text_of(folder)
    assert list(folder.parent.iterdir()) == [folder]


@pytest.mark.parametrize("url", ["https://sushi.example", "https://sushi.example/", "http://127.0.0.1:8000"])
def test_a_site_names_its_server(tmp_path: Path, url: str) -> None:
    run_command("site", tmp_path / "site", "--server", url)
    assert server_named(tmp_path / "site") == url.rstrip("/")


@pytest.mark.parametrize(
    "url",
    [
        "sushi.example",
        "ftp://sushi.example",
        "https://",
        "https://a.example/path",
        "https://a:b",
        "//a",
        'https://"><b>',
    ],
)
def test_an_address_that_is_no_server_is_refused(tmp_path: Path, url: str) -> None:
    assert url in run_command("site", tmp_path / "site", "--server", url, exit_code=2)
    assert not (tmp_path / "site").exists()


def test_the_policy_is_that_of_the_server(tmp_path: Path) -> None:
    run_command("site", tmp_path / "site")
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text_of(tmp_path / "site"))
    assert found
    sent = security_headers(Settings(tmp_path, bytes(32)))["Content-Security-Policy"]
    # Browsers take the rule about frames only from a header.
    assert found[1].replace("&#x27;", "'") == sent.replace("; frame-ancestors 'none'", "")


def test_an_older_site_is_replaced_and_other_files_stay(tmp_path: Path, page: Path) -> None:
    folder = tmp_path / "site"
    run_command("site", folder)
    before = text_of(folder, "sw.js")
    (folder / "CNAME").write_text("sushi.example", encoding="utf-8")
    (page / "assets" / "a-1.js").rename(page / "assets" / "b-2.js")
    run_command("site", folder, "--server", "https://sushi.example")
    assert names_in(folder) == {"index.html", "sw.js", "assets/b-2.js", ".nojekyll", site.LIST, "CNAME"}
    # Browsers that keep the old page notice the new one by this.
    assert text_of(folder, "sw.js") != before


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / ".git").mkdir()
    (folder / "sushi.jpg").touch()
    assert str(folder) in run_command("site", folder, exit_code=2)
    assert names_in(folder) == {"sushi.jpg"}
    assert "sushi.jpg" in run_command("site", folder / "sushi.jpg", exit_code=2)
    (folder / "sushi.jpg").unlink()
    run_command("site", folder)
    assert (folder / ".git").is_dir()


def test_a_list_of_files_elsewhere_deletes_nothing(tmp_path: Path) -> None:
    folder, other = tmp_path / "site", tmp_path / "other.txt"
    other.touch()
    run_command("site", folder)
    (folder / site.LIST).write_text(f"../other.txt\n{other}\n", encoding="utf-8")
    run_command("site", folder)
    assert other.exists()


def test_a_failure_leaves_the_older_site(tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    run_command("site", folder)
    before = {name: text_of(folder, name) for name in names_in(folder)}

    def full(_source: Path, _target: Path) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    (page / "assets" / "a-1.js").rename(page / "assets" / "b-2.js")
    assert "No space left" in run_command("site", folder, exit_code=1)
    assert {name: text_of(folder, name) for name in names_in(folder)} == before
    assert {path.name for path in tmp_path.iterdir()} == {"page", "site"}


def test_a_page_that_was_not_built_is_said(tmp_path: Path, page: Path) -> None:
    (page / "index.html").unlink()
    assert "make page" in run_command("site", tmp_path / "site", exit_code=2)
    assert not (tmp_path / "site").exists()
