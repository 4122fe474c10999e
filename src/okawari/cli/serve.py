"""`okawari serve`: run the server."""

from __future__ import annotations

import os
import webbrowser
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from okawari.cli.style import console, fail
from okawari.texts import language_of_locale, say

_EVERYWHERE = {"0.0.0.0", "::", ""}


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 for phones on the same network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; with 0 any that is free.")] = 8000,
    data: Annotated[
        Path | None, typer.Option(help="The folder of the database. Without it, one of yours.", show_default=False)
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="OKAWARI_DATABASE",
            help="The address of a database of PostgreSQL. Without it, SQLite in the data folder.",
            show_default=False,
            show_envvar=False,
        ),
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="The address behind a proxy, such as https://sushi.example.", show_default=False)
    ] = None,
    secret_file: Annotated[
        Path | None,
        typer.Option(help="The secret that signs cookies. Without it, one in the data folder.", show_default=False),
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(
            help="Redis or Valkey for news between servers, such as redis://cache.example.", show_default=False
        ),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Play in a browser: against bots, with friends, at one device. See docs/server.md."""
    from okawari.server.run import CannotListen, network_address, server
    from okawari.server.runtime.buses import BusProblem
    from okawari.server.settings import Settings, data_home, durations_from_environment, read_secret
    from okawari.server.storage.store import StoreProblem

    lang = language_of_locale()
    if public_url and urlsplit(public_url).scheme not in ("http", "https"):
        fail(say(lang, "house.bad-url", url=public_url))
    folder = data or data_home()
    try:
        secret = read_secret(secret_file or folder / "secret")
    except (OSError, ValueError) as problem:
        fail(say(lang, "house.bad-secret", problem=problem))
    settings = Settings(
        folder,
        secret,
        public_url.rstrip("/") if public_url else None,
        durations_from_environment(),
        proxies=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
        bus=bus or os.environ.get("OKAWARI_BUS") or None,
        metrics_token=os.environ.get("OKAWARI_METRICS_TOKEN") or None,
        database_url=database or None,
    )
    out = console()

    def ready(port: int) -> None:
        here = public_url or f"http://{'localhost' if host in _EVERYWHERE else host}:{port}"
        out.print(say(lang, "house.served", address=here), markup=False)
        if not public_url and host in _EVERYWHERE and (address := network_address()):
            out.print(say(lang, "house.phones", address=f"http://{address}:{port}"), markup=False)
        out.print(say(lang, "house.stop"), style="dim")
        if open_page:
            webbrowser.open(here)

    out.print(say(lang, "house.setting"), style="dim")
    try:
        server(settings, host, port, ready).run()
    except StoreProblem as problem:
        fail(say(lang, f"house.database.{problem.code}", **problem.params), exit_code=1)
    except BusProblem as problem:
        fail(say(lang, f"house.bus.{problem.code}", **problem.params))
    except CannotListen as problem:
        fail(say(lang, "house.cannot-listen", host=host, port=port, problem=problem), exit_code=1)
