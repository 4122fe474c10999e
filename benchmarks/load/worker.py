"""A process of clients: it does what it is told over a pipe, and sends back the results."""

from __future__ import annotations

import asyncio
import gc
import os
from multiprocessing.connection import Connection
from typing import Any

from load.tables import Tables
from load.visitors import Visitors
from okawari.server.security.connections import raise_descriptor_limit


def work(pipe: Connection) -> None:
    """Do tasks until the pipe closes: `meet` or `visit` a server, or a method of the tables there."""
    raise_descriptor_limit()
    # A garbage collection in this process stops all its clients, and its time would count as the server's.
    gc.disable()
    asyncio.run(_work(pipe))


async def _work(pipe: Connection) -> None:
    _stop_at_errors()
    tables: Tables | None = None
    while task := await _next_task(pipe):
        name, *arguments = task
        if name in ("meet", "visit"):
            tables = Tables(*arguments) if name == "meet" else Visitors(*arguments)
            pipe.send(None)
        else:
            pipe.send(await getattr(tables, name)(*arguments))


async def _next_task(pipe: Connection) -> tuple[Any, ...] | None:
    """Wait for the next task, while sockets are served; None at the end."""
    loop, arrived = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(pipe.fileno(), arrived.set)
    await arrived.wait()
    loop.remove_reader(pipe.fileno())
    try:
        task: tuple[Any, ...] = pipe.recv()
    except EOFError:
        return None
    return task


def _stop_at_errors() -> None:
    """Let the first error in a socket end the process; it would only be logged, and be followed by many others."""

    def stop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        loop.default_exception_handler(context)
        os._exit(1)

    asyncio.get_running_loop().set_exception_handler(stop)
