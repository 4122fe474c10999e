"""`okawari think`: think for the bots of servers, on a machine of its own."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Annotated

import typer

from okawari.cli.server_options import Bus, Database, Folder, SecretFile, problems_told, settings_from
from okawari.cli.style import console, fail
from okawari.texts import language_of_locale, say


def think(
    data: Folder = None,
    database: Database = None,
    secret_file: SecretFile = None,
    bus: Bus = None,
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=1024, help="Threads for bots. Without it, one a processor.", show_default=False),
    ] = None,
    host: Annotated[str, typer.Option(help="Where to listen for requests for health and metrics.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Its port; with 0 any that is free.")] = 0,
) -> None:
    """Think for the bots of servers on a database of PostgreSQL, on another machine. See docs/deploy.md."""
    from okawari.server.app import database_of
    from okawari.server.run import server

    lang = language_of_locale()
    settings = replace(settings_from(data, database, bus, secret_file), bot_threads=threads or os.cpu_count() or 1)
    out = console()

    def ready(port: int) -> None:
        out.print(say(lang, "house.thinks", database=database_of(settings)), markup=False)
        out.print(say(lang, "house.metrics", address=f"http://{host}:{port}"), markup=False)
        out.print(say(lang, "house.stop"), style="dim")

    with problems_told(host, port):
        if database_of(settings).kind != "postgresql":
            fail(say(lang, "house.thinks-alone"))
        server(settings, host, port, ready, role="think").run()
