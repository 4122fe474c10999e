"""Options that `okawari serve` and `okawari think` share, and what can go wrong when a server starts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from okawari.cli.style import fail
from okawari.texts import language_of_locale, say

if TYPE_CHECKING:
    from okawari.server.settings import Settings

Folder = Annotated[
    Path | None, typer.Option(help="The folder of the database. Without it, one of yours.", show_default=False)
]
Database = Annotated[
    str | None,
    typer.Option(
        envvar="OKAWARI_DATABASE",
        help="The address of a database of PostgreSQL. Without it, SQLite in the data folder.",
        show_default=False,
        show_envvar=False,
    ),
]
SecretFile = Annotated[
    Path | None,
    typer.Option(help="The secret that signs cookies. Without it, one in the data folder.", show_default=False),
]
Bus = Annotated[
    str | None,
    typer.Option(help="Redis or Valkey for news between servers, such as redis://cache.example.", show_default=False),
]


def settings_from(data: Path | None, database: str | None, bus: str | None, secret_file: Path | None) -> Settings:
    """The settings of a server, from options and the environment; ends the command if the secret cannot be read."""
    from okawari.server.settings import Settings, data_home, durations_from_environment, read_secret

    folder = data or data_home()
    try:
        secret = read_secret(secret_file or folder / "secret")
    except (OSError, ValueError) as problem:
        fail(say(language_of_locale(), "house.bad-secret", problem=problem))
    return Settings(
        folder,
        secret,
        durations=durations_from_environment(),
        proxies=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
        bus=bus or os.environ.get("OKAWARI_BUS") or None,
        metrics_token=os.environ.get("OKAWARI_METRICS_TOKEN") or None,
        database_url=database or None,
    )


@contextmanager
def problems_told(host: str, port: int) -> Iterator[None]:
    """End the command with a sentence if a server cannot start."""
    from okawari.server.run import CannotListen
    from okawari.server.runtime.buses import BusProblem
    from okawari.server.storage.store import StoreProblem
    from okawari.server.supervisor import WorkersProblem

    lang = language_of_locale()
    try:
        yield
    except WorkersProblem as problem:
        fail(say(lang, f"house.workers.{problem.code}"), exit_code=1 if problem.code == "no-start" else 2)
    except StoreProblem as problem:
        fail(say(lang, f"house.database.{problem.code}", **problem.params), exit_code=1)
    except BusProblem as problem:
        fail(say(lang, f"house.bus.{problem.code}", **problem.params))
    except CannotListen as problem:
        fail(say(lang, "house.cannot-listen", host=host, port=port, problem=problem), exit_code=1)
