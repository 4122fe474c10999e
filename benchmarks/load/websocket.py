"""A websocket client that costs little: the clients of a benchmark share the machine with the server.

It reads whole text frames, answers pings, and knows no extensions.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL, MASKED = 0x80, 0x80
#: Lengths that a frame gives in 2 or in 8 bytes of their own.
IN_TWO, IN_EIGHT = 126, 127
#: Any key is allowed. With this one the payload stays as it is, which saves the client the masking.
MASK = bytes(4)


class Lost(Exception):
    """The server refused or closed the connection."""


class WebSocket(asyncio.Protocol):
    """A connection; every text that is received is given to `hear`."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None]) -> None:
        self._request, self._hear = request, hear
        self._rest = b""
        self._upgraded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._leaving = False
        #: Bytes and text messages received since the connection was upgraded, the headers of frames included.
        self.received = 0
        self.messages = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail, unless the client has left."""
        if not self._upgraded.done():
            self._upgraded.set_exception(Lost(self._rest.decode("utf-8", "replace") or "no answer"))
        elif not self._leaving:
            raise Lost("the server closed a socket")

    def data_received(self, data: bytes) -> None:
        """Read the frames that have arrived."""
        if not self._upgraded.done():
            data = self._read_upgrade(data)
        self.received += len(data)
        self._read_frames(self._rest + data if self._rest else data)

    def _read_upgrade(self, data: bytes) -> bytes:
        """Read the answer to the upgrade; what follows it are frames."""
        head, end, rest = (self._rest + data).partition(b"\r\n\r\n")
        if not end:
            self._rest = head
            return b""
        self._rest = b""
        if head.startswith(b"HTTP/1.1 101"):
            self._upgraded.set_result(None)
        else:
            self._rest = head
            self._transport.close()
        return rest

    def _read_frames(self, data: bytes) -> None:
        at, size = 0, len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == IN_TWO:
                start += 2
                length = int.from_bytes(data[at + 2 : start])
            elif length == IN_EIGHT:
                start += 8
                length = int.from_bytes(data[at + 2 : start])
            # A header that has not arrived whole has a wrong length, but its frame ends beyond the data, too.
            if start + length > size or start > size:
                break
            self._take(data[at], data[start : start + length])
            at = start + length
        self._rest = data[at:]

    def _take(self, first: int, payload: bytes) -> None:
        if first == FINAL | TEXT:
            self.messages += 1
            self._hear(payload)
        elif first == FINAL | PING:
            self._write(PONG, payload)
        elif first != FINAL | CLOSE:
            raise Lost(f"cannot read a frame that begins with {first:#x}")

    def send(self, text: str) -> None:
        """Send a text."""
        self._write(TEXT, text.encode())

    def _write(self, opcode: int, payload: bytes) -> None:
        length = len(payload)
        if length < IN_TWO:
            head = bytes((FINAL | opcode, MASKED | length))
        else:
            head = bytes((FINAL | opcode, MASKED | IN_TWO)) + length.to_bytes(2)
        self._transport.write(head + MASK + payload)

    async def upgraded(self) -> None:
        """Wait for the upgrade; Lost if it was refused."""
        await self._upgraded

    @property
    def is_open(self) -> bool:
        """Whether the connection is open."""
        return self._upgraded.done() and not self._transport.is_closing()

    def leave(self) -> None:
        """Close the connection."""
        self._leaving = True
        self._write(CLOSE, (1000).to_bytes(2))
        self._transport.close()


async def connect(
    port: int, path: str, hear: Callable[[bytes], None], address: str = "127.0.0.1", **headers: str
) -> WebSocket:
    """Connect from an address to a path of a server on this machine."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    request = "\r\n".join([*lines, "", ""]).encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: WebSocket(request, hear), "127.0.0.1", port, local_addr=(address, 0)
    )
    await socket.upgraded()
    return socket
