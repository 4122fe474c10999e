"""The server of this tree for `serving.py serve`, in a process of its own."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import hostile
from okawari.server.run import server
from okawari.server.settings import Settings
from okawari.server.supervisor import Supervisor


def serve(data: Path, port: int, *, limited: bool) -> None:
    """Run the server; usually without limits, because all clients have one address here.

    Its database, its bus and its number of workers are those of the environment, as with `okawari serve`.
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
    workers = int(os.environ.get("OKAWARI_WORKERS", "1"))
    if workers > 1:
        Supervisor(settings, "127.0.0.1", port, workers, _say_ready).run()
    else:
        server(settings, "127.0.0.1", port, _say_ready).run()


def _say_ready(port: int) -> None:
    print("ready", flush=True)
