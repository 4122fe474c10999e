"""Workers pass websockets on to each other, so that one worker has all those of a table.

Any worker serves any table, but a choice takes less processor time if only one has to tell of it
(benchmarks/SERVING.md). The system gives a new connection to a worker that has time. If the first data ask for a
websocket of a table that belongs to another worker, the connection goes into that worker's inbox, with those data. If
the inbox is full or its worker does not serve, the worker that has the connection serves it. What waits in the inbox of
a worker that has ceased to serve is closed, and its clients come again.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from okawari.server.wire.connection import SOCKETS

#: The most bytes that are passed on with a connection: more than one call reads from it.
MOST_BYTES = 1 << 20
_REQUEST = re.compile(rb"GET " + SOCKETS.encode() + rb"/([^ ?/]+)[ ?]")


@dataclass(frozen=True)
class Inboxes:
    """The descriptors that a worker inherits: for writing into the inboxes of all workers, and for reading its own."""

    number: int
    writing: list[int]
    reading: int


class Passed(NamedTuple):
    """A connection, and what was read from it."""

    connection: socket.socket
    data: bytes


class Passing:
    """Passes connections of this worker on to others, and takes those that they pass on."""

    def __init__(self, inboxes: Inboxes) -> None:
        self._number = inboxes.number
        self._writing = [socket.socket(fileno=each) for each in inboxes.writing]
        self._reading = socket.socket(fileno=inboxes.reading)
        self.descriptors = len(self._writing) + 1
        #: The numbers of the workers that serve now, as the supervisor knows.
        self.workers: Collection[int] = ()

    def pass_on(self, connection: int, data: bytes) -> bool:
        """Pass a connection on, by its descriptor, if the request that begins with `data` is for another worker.

        Returns whether it was passed on. Then this worker closes its own descriptor.
        """
        found = _REQUEST.match(data)
        home = home_of(found[1], {*self.workers, self._number}) if found else self._number
        if home == self._number:
            return False
        try:
            socket.send_fds(self._writing[home - 1], [data], [connection])
        except OSError:
            return False
        return True

    async def take(self) -> Passed:
        """The next connection that another worker passes on."""
        while not (passed := taken_from(self._reading)):
            await _readable(self._reading)
        return passed

    def close(self) -> None:
        """Pass nothing on any more; connections that wait in the inbox are closed, and their clients come again."""
        self.workers = ()
        close_all(self._reading)
        for each in (*self._writing, self._reading):
            each.close()


def home_of(table: bytes, workers: Collection[int]) -> int:
    """The worker to which a table belongs; if one ends, only its tables belong to others then.

    >>> [home_of(table, [1, 2, 3]) for table in (b"e", b"f", b"g", b"h")]
    [3, 2, 2, 1]
    >>> [home_of(table, [1, 3]) for table in (b"e", b"f", b"g", b"h")]
    [3, 3, 1, 1]
    """
    return max(workers, key=lambda worker: blake2b(table, salt=worker.to_bytes(8), digest_size=8).digest())


def inbox() -> tuple[socket.socket, socket.socket]:
    """The ends of a new inbox: for writing, and for reading. No process ever waits at one."""
    ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    for each in ends:
        each.setblocking(False)
    return ends


def taken_from(reading: socket.socket) -> Passed | None:
    """The next connection in an inbox; None if there is none now."""
    while True:
        try:
            data, descriptors, _, _ = socket.recv_fds(reading, MOST_BYTES, 1)
        except BlockingIOError:
            return None
        # If this process has no descriptor left, the system closes the connection.
        if descriptors:
            connection = socket.socket(fileno=descriptors[0])
            connection.setblocking(False)
            return Passed(connection, data)


def close_all(reading: socket.socket) -> None:
    """Close the connections in an inbox."""
    while passed := taken_from(reading):
        passed.connection.close()


async def _readable(reading: socket.socket) -> None:
    """Wait until a connection is in an inbox."""
    loop, readable = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(reading, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(reading)
