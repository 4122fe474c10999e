"""`okawari serve`: the page, for this desk or for everybody."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from okawari.cli.style import console, fail

_EVERYWHERE = {"0.0.0.0", "::", ""}


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 for phones on the same network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; with 0 any that is free.")] = 8000,
    data: Annotated[
        Path | None, typer.Option(help="The folder of the database. Without it, one of yours.", show_default=False)
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="The address behind a proxy, such as https://sushi.example.", show_default=False)
    ] = None,
    secret_file: Annotated[
        Path | None,
        typer.Option(help="The secret that signs cookies. Without it, one in the data folder.", show_default=False),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Play in a browser: against bots, with friends, at one device. See docs/server.md."""
    from okawari.server.run import network_address, server
    from okawari.server.settings import Settings, data_home, read_secret, usual_patience

    if public_url and urlsplit(public_url).scheme not in ("http", "https"):
        fail(f"--public-url must begin with http:// or https://, not {public_url!r}.")
    folder = data or data_home()
    try:
        secret = read_secret(secret_file or folder / "secret")
    except (OSError, ValueError) as problem:
        fail(f"The secret cannot be read: {problem}")
    settings = Settings(folder, secret, public_url.rstrip("/") if public_url else None, usual_patience())
    out = console()

    def ready(port: int) -> None:
        here = public_url or f"http://{'localhost' if host in _EVERYWHERE else host}:{port}"
        out.print(f"Okawari is served at {here}")
        if not public_url and host in _EVERYWHERE and (address := network_address()):
            out.print(f"Phones on the same network: http://{address}:{port}")
        out.print("Stop with Ctrl-C.", style="dim")
        if open_page:
            webbrowser.open(here)

    out.print("Setting the tables …", style="dim")
    server(settings, host, port, ready).run()
