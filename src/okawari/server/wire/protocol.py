"""The protocol of websockets: uvicorn's, until the application hands the connection over to a `Receiver`.

A message of a table then takes no way through the application: no task waits for it, and the answers to it are sent in
one write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from okawari.server.security.connections import Connections
from okawari.server.security.limits import FRAMES, Bucket

#: The extension of the scope with the `HandoverProtocol` of the websocket.
HANDOVER = "okawari.handover"


class Receiver(Protocol):
    """Receives what happens on a websocket."""

    def receive(self, text: str | None) -> None:
        """Receive a message; None for one that is not text."""

    def drained(self) -> None:
        """The client has read what it was sent: `full` is false again."""

    def lost(self) -> None:
        """The connection is closed."""


class _Ignored(asyncio.Queue[Any]):
    """A queue that keeps nothing."""

    def put_nowait(self, item: Any) -> None:
        """Forget an item."""


_IGNORED = _Ignored()


class HandoverProtocol(WebSocketsSansIOProtocol):
    """The websocket protocol of uvicorn, whose connection can be handed over."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        #: Whether the client reads more slowly than it is sent to.
        self.full = False
        self._receiver: Receiver | None = None
        #: For frames that are not messages of their own.
        self._frames = Bucket(FRAMES)

    def handle_connect(self, event: Request) -> None:
        """Start the application, with this protocol in its scope."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][HANDOVER] = self  # type: ignore[assignment]

    async def run_asgi(self) -> None:
        """Run the application; when it ends, close the connection unless it was handed over."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self._receiver is None:
            if self.close_timer is None:
                self.transport.close()
        else:
            del self.scope, self.request, self.response

    def hand_over(self, receiver: Receiver) -> None:
        """Send all messages to the receiver from now on, also those that the application has not read."""
        self._receiver = receiver
        while not self.queue.empty():
            message = self.queue.get_nowait()
            if message["type"] == "websocket.receive":
                receiver.receive(message.get("text"))
        # Nobody reads from it any more, and a thousand of them take as much memory as twenty tables.
        self.queue = _IGNORED
        if self.disconnected:
            receiver.lost()
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    # Receiving

    def send_receive_event_to_app(self) -> None:
        """Pass a message on."""
        if self._receiver is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if self.curr_msg_data_type == "bytes":
            self._receiver.receive(None)
            return
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        self._receiver.receive(text)

    def handle_ping(self) -> None:
        """Answer a ping; close the connection if there are too many."""
        if self._frames.take():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Add a continuation frame to a message; close the connection if there are too many."""
        if self._frames.take():
            super().handle_cont(event)
        else:
            self.transport.abort()

    def pause_reading(self) -> None:
        """Read no more messages for now."""
        self.transport.pause_reading()

    def resume_reading(self) -> None:
        """Read messages again."""
        self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the receiver that the connection is closed."""
        super().connection_lost(exc)
        if self._receiver:
            self._receiver.lost()

    # Sending

    def pause_writing(self) -> None:
        """Note that the client reads too slowly."""
        super().pause_writing()
        self.full = True

    def resume_writing(self) -> None:
        """Tell the receiver that it may send again."""
        super().resume_writing()
        self.full = False
        if self._receiver and not self.close_sent:
            self._receiver.drained()

    def write(self, texts: Sequence[str]) -> None:
        """Send messages in one write."""
        if self._is_open:
            for text in texts:
                self.conn.send_text(text.encode())
            self.transport.write(b"".join(self.conn.data_to_send()))

    def close(self, code: int) -> None:
        """Close the websocket."""
        if self._is_open:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.resume_reading()
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    @property
    def _is_open(self) -> bool:
        return not self.close_sent and not self.transport.is_closing()


def websocket_protocol(connections: Connections) -> type[asyncio.Protocol]:
    """The class of the websocket protocol, which counts closed connections."""

    class Counted(HandoverProtocol):
        """The websocket protocol of a server."""

        def connection_lost(self, exc: Exception | None) -> None:
            """Count the connection as closed."""
            super().connection_lost(exc)
            connections.closed(self.client)

    return Counted
