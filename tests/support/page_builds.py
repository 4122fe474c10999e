"""Builds of the page that differ, as those of two releases do."""

from __future__ import annotations

import os
import re
import shutil
import time
from pathlib import Path

from okawari.server.http.pages import page_folder

_TEXTS = {".js", ".css", ".html"}
_HASHED = re.compile(r"-[\w-]{8}\.")
_VERSION = re.compile(r'(?<="version":")[0-9a-f]+')


def copy_build(into: Path) -> Path:
    """Copy the built page, without the encoded forms of its files."""
    return Path(shutil.copytree(page_folder(), into, ignore=shutil.ignore_patterns("*.br", "*.gz", "stamp.txt")))


def next_build(into: Path) -> Path:
    """A page that does the same, whose hashed files all have other names. Its `html` says `data-build="next"`."""
    build = copy_build(into)
    names = {file.name: _HASHED.sub("-nextnext.", file.name) for file in (build / "assets").iterdir()}
    assert len(set(names.values())) == len(names) and not set(names) & set(names.values())
    for file in [path for path in build.rglob("*") if path.is_file()]:
        if file.suffix in _TEXTS:
            file.write_text(_renamed(file.read_text(encoding="utf-8"), names), encoding="utf-8")
        file.rename(file.with_name(names.get(file.name, file.name)))
    worker, index = build / "sw.js", build / "index.html"
    worker.write_text(_VERSION.sub("next", worker.read_text(encoding="utf-8")), encoding="utf-8")
    index.write_text(index.read_text(encoding="utf-8").replace("<html ", '<html data-build="next" '), encoding="utf-8")
    # Web servers tell a file from its older form by the time, in whole seconds.
    later = time.time() + 10
    for path in build.rglob("*"):
        os.utime(path, (later, later))
    return build


def _renamed(text: str, names: dict[str, str]) -> str:
    for name, other in names.items():
        text = text.replace(name, other)
    return text
