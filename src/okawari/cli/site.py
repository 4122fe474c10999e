"""`okawari site`: write the page as a static site, which needs no server of Okawari."""

from __future__ import annotations

import hashlib
import html
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from okawari.cli.style import console, fail
from okawari.texts import language_of_locale, say

#: The names of all files of the site, one in a line: what it does not name is not ours to replace or delete.
LIST = "okawari-site.txt"
#: Written last: with them, browsers get the new page.
_ENTRANCES = ("sw.js", "index.html")
#: Web hosts that build sites with Jekyll leave out files whose names begin with an underscore, unless this is there.
_NO_JEKYLL = ".nojekyll"
#: Files of the built page that a site does not have; the service worker is changed, and its encoded forms are not.
_LEFT_OUT = ("stamp.txt", "sw.js.br", "sw.js.gz")
_CHARSET = re.compile(r'<meta charset="[^"]*" ?/?>')


class NotWritten(Exception):
    """A site cannot be written; the code is that of its text."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def site(
    folder: Annotated[Path, typer.Argument(help="The folder to write: a new or empty one, or that of an older site.")],
    server: Annotated[
        str | None,
        typer.Option(
            help="The server to play with friends, such as https://sushi.example. Without it, that is left out.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Write the page as a static site for any web host: all but playing with friends. See docs/device.md."""
    from okawari.server.http.pages import page_folder

    lang = language_of_locale()
    try:
        write_site(page_folder(), folder, _address(server) if server else "")
    except NotWritten as problem:
        fail(say(lang, f"site.{problem.code}", **problem.params))
    except OSError as problem:
        fail(say(lang, "site.failed", folder=folder, problem=problem), exit_code=1)
    console().print(say(lang, "site.written", folder=folder), markup=False)


def _address(url: str) -> str:
    """The address of a server, without a slash at its end."""
    from okawari.server.http.pages import HOST

    found = re.fullmatch(f"(https?://{HOST.pattern})/?", url, HOST.flags)
    if not found:
        raise NotWritten("bad-server", url=url)
    return found[1]


def write_site(page: Path, folder: Path, server: str) -> None:
    """Write the built page into a folder as a static site; `server` is for playing with friends, or empty.

    All is made beside the folder first, so that a failure leaves the folder as it was.
    """
    if not (page / "index.html").is_file():
        raise NotWritten("not-built")
    before = _own_files(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".okawari-", dir=folder.parent) as made:
        names = sorted(_make(page, Path(made), server), key=lambda name: (name in _ENTRANCES, name))
        for name in names:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (Path(made) / name).replace(target)
    for name in before - set(names):
        (folder / name).unlink(missing_ok=True)


def _own_files(folder: Path) -> set[str]:
    """The files of the site that the folder has; refuses a folder with other things. Hidden files may lie there."""
    if folder.exists() and not folder.is_dir():
        raise NotWritten("not-a-folder", folder=folder)
    if (folder / LIST).is_file():
        named = (folder / LIST).read_text(encoding="utf-8").splitlines()
        return {name for name in named if not Path(name).is_absolute() and ".." not in Path(name).parts}
    if folder.exists() and any(not entry.name.startswith(".") for entry in folder.iterdir()):
        raise NotWritten("not-empty", folder=folder)
    return set()


def _make(page: Path, folder: Path, server: str) -> list[str]:
    """Make the whole site in an empty folder; returns the names of its files."""
    names = [name for name in _files(page) if name not in _LEFT_OUT]
    for name in names:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(page / name, target)
    index = _index((page / "index.html").read_text(encoding="utf-8"), server)
    (folder / "index.html").write_text(index, encoding="utf-8")
    # Browsers keep index.html until they see another service worker.
    mark = json.dumps(hashlib.sha256(index.encode()).hexdigest()[:16])
    worker = (page / "sw.js").read_text(encoding="utf-8")
    (folder / "sw.js").write_text(f"self.okawariSite = {mark};\n{worker}", encoding="utf-8")
    (folder / _NO_JEKYLL).touch()
    names += [_NO_JEKYLL, LIST]
    (folder / LIST).write_text("".join(f"{name}\n" for name in sorted(names)), encoding="utf-8")
    return names


def _files(folder: Path) -> Iterator[str]:
    return (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def _index(page: str, server: str) -> str:
    """The text of index.html with the mark of a static site, and with the policy that a server sends as a header."""
    from okawari.server.http.policy import PAGE_POLICY

    policy = f'<meta http-equiv="Content-Security-Policy" content="{html.escape(PAGE_POLICY)}" />'
    mark = f'<meta name="okawari-site" content="{html.escape(server)}" />'
    found = _CHARSET.search(page)
    assert found
    return f"{page[: found.end()]}\n    {policy}\n    {mark}{page[found.end() :]}"
