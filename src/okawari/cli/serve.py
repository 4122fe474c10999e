"""`okawari serve`: run the server."""

from __future__ import annotations

import webbrowser
from dataclasses import replace
from typing import Annotated
from urllib.parse import urlsplit

import typer

from okawari.cli.server_options import Bus, Database, Folder, SecretFile, problems_told, settings_from
from okawari.cli.style import console, fail
from okawari.texts import language_of_locale, say

_EVERYWHERE = {"0.0.0.0", "::", ""}


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 for phones on the same network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; with 0 any that is free.")] = 8000,
    data: Folder = None,
    database: Database = None,
    public_url: Annotated[
        str | None, typer.Option(help="The address behind a proxy, such as https://sushi.example.", show_default=False)
    ] = None,
    secret_file: SecretFile = None,
    bus: Bus = None,
    workers: Annotated[
        int,
        typer.Option(
            min=1,
            max=256,
            envvar="OKAWARI_WORKERS",
            help="Server processes on this port; more than one need PostgreSQL.",
            show_envvar=False,
        ),
    ] = 1,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Play in a browser: against bots, with friends, at one device. See docs/server.md."""
    from okawari.server.run import network_address, server
    from okawari.server.supervisor import Supervisor

    lang = language_of_locale()
    if public_url and urlsplit(public_url).scheme not in ("http", "https"):
        fail(say(lang, "house.bad-url", url=public_url))
    settings = replace(
        settings_from(data, database, bus, secret_file), public_url=public_url.rstrip("/") if public_url else None
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
    with problems_told(host, port):
        if workers == 1:
            server(settings, host, port, ready).run()
        else:
            Supervisor(settings, host, port, workers, ready).run()
