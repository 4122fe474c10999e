"""Addresses of databases: a file of SQLite or a server of PostgreSQL. Whoever prints one prints no password."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from okawari.server.storage.store import StoreProblem

_SQLITE, _POSTGRESQL = "sqlite:///", ("postgresql://", "postgres://")


@dataclass(frozen=True)
class DatabaseUrl:
    """The address of a database; `str` of it is what people may read."""

    kind: Literal["sqlite", "postgresql"]
    #: The whole address, with the password, as libpq and its drivers take it.
    secret: str = field(repr=False)
    #: The address without user, password and options.
    shown: str

    def __str__(self) -> str:
        return self.shown

    @property
    def file(self) -> Path:
        """The file of SQLite."""
        assert self.kind == "sqlite"
        return Path(self.secret.removeprefix(_SQLITE))

    @classmethod
    def of_file(cls, file: Path) -> DatabaseUrl:
        """The address of a file of SQLite."""
        return cls("sqlite", f"{_SQLITE}{file}", f"{_SQLITE}{file}")

    @classmethod
    def parse(cls, text: str) -> DatabaseUrl:
        """Read an address: `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST:PORT/NAME?OPTIONS`.

        Raises `StoreProblem` with another scheme, without a file, or with a password that holds the signs of an address
        unencoded: parts of that would be shown.
        """
        if text.startswith(_SQLITE) and text != _SQLITE:
            return cls.of_file(Path(text.removeprefix(_SQLITE)))
        if not text.startswith(_POSTGRESQL):
            raise StoreProblem("unknown-scheme")
        scheme, _, rest = text.partition("://")
        login, _, place = rest.rpartition("@")
        if any(sign in login for sign in "@/?#") or "#" in place:
            raise StoreProblem("bad-url")
        return cls("postgresql", text, f"{scheme}://{place.partition('?')[0]}")
