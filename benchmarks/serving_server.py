"""The server of this tree for `serving.py serve`, in a process of its own."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import hostile
from okawari.server.run import server
from okawari.server.settings import Settings


def serve(data: Path, port: int, *, limited: bool) -> None:
    """Run the server; usually without limits, because all clients have one address here.

    Its database and its bus are those of the environment, as with `okawari serve`.
    """
    if limited:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hostile.DESCRIPTORS, hostile.DESCRIPTORS))
    settings = Settings(
        data,
        bytes(32),
        limited=limited,
        bot_threads=1,
        bus=os.environ.get("OKAWARI_BUS"),
        database_url=os.environ.get("OKAWARI_DATABASE"),
    )
    server(settings, "127.0.0.1", port, lambda port: print("ready", flush=True)).run()
