"""Addresses of databases are read strictly, and no password is ever shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from okawari.server.storage.store import StoreProblem
from okawari.server.storage.urls import DatabaseUrl


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://ann:hush@db.example:5433/okawari", "postgresql://db.example:5433/okawari"),
        ("postgres://ann:hush@db.example/okawari?sslmode=require", "postgres://db.example/okawari"),
        ("postgresql://db.example/okawari?password=hush", "postgresql://db.example/okawari"),
        ("postgresql://ann:h%40sh@one.example,two.example/okawari", "postgresql://one.example,two.example/okawari"),
        ("postgresql:///okawari?host=/run/postgresql&password=hush", "postgresql:///okawari"),
    ],
)
def test_an_address_of_postgresql_keeps_its_password_to_itself(text: str, shown: str) -> None:
    url = DatabaseUrl.parse(text)
    assert (url.kind, url.secret, str(url)) == ("postgresql", text, shown)
    assert "hush" not in f"{url} {url!r}"


def test_a_file_of_sqlite() -> None:
    url = DatabaseUrl.parse("sqlite:////var/lib/okawari/okawari.db")
    assert (url.kind, url.file) == ("sqlite", Path("/var/lib/okawari/okawari.db"))
    assert url == DatabaseUrl.of_file(url.file)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("mysql://ann:hush@db.example/okawari", "unknown-scheme"),
        ("okawari.db", "unknown-scheme"),
        ("sqlite:///", "unknown-scheme"),
        ("", "unknown-scheme"),
        ("postgresql://ann:hu@sh@db.example/okawari", "bad-url"),
        ("postgresql://ann:hu/sh@db.example/okawari", "bad-url"),
        ("postgresql://ann:hu?sh@db.example/okawari", "bad-url"),
        ("postgresql://ann:hu#sh@db.example/okawari", "bad-url"),
        ("postgresql://db.example/okawari?password=hu@sh", "bad-url"),
    ],
)
def test_what_is_no_address(text: str, code: str) -> None:
    with pytest.raises(StoreProblem) as refused:
        DatabaseUrl.parse(text)
    assert refused.value.code == code
    assert refused.value.params == {}
