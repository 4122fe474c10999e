"""A TCP proxy on the way to a server, such as that of a database, which can be cut."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading

#: With this option a socket that is closed resets its connection.
_RESETS = struct.pack("ii", 1, 0)


class Proxy:
    """Passes connections on to a port of this machine, or to a Unix socket by its path."""

    def __init__(self, target: int | str) -> None:
        self._target = target
        #: Set unless what comes is kept back.
        self._passes = threading.Event()
        self._passes.set()
        self._resets = False
        self._sockets: set[socket.socket] = set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def hold(self) -> None:
        """Cut silently: connections are accepted, but nothing comes any more, not even the end of a connection."""
        self._passes.clear()

    def reset(self) -> None:
        """Cut with a word: all connections are reset, and so is every new one."""
        self._resets = True
        for each in tuple(self._sockets):
            _reset(each)

    def join(self) -> None:
        """End a cut; what was kept back is passed on."""
        self._resets = False
        self._passes.set()

    def close(self) -> None:
        """End all connections, and listen no more."""
        self.join()
        for each in (self._listening, *self._sockets):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        """Connect to the target, and carry what comes from both sides until they have ended."""
        self._passes.wait()
        try:
            far = _connected(self._target)
        except OSError:
            _reset(near)
            near.close()
            return
        pair = {near, far}
        self._sockets |= pair
        if self._resets:
            _reset(near)
        back = threading.Thread(target=self._carry, args=(far, near), daemon=True)
        back.start()
        self._carry(near, far)
        back.join()
        self._sockets -= pair
        for each in pair:
            each.close()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(65_536):
                self._passes.wait()
                sink.sendall(data)
            self._passes.wait()
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            # The other side hears of it at once, as when a connection is reset.
            for each in (source, sink):
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)


def _connected(target: int | str) -> socket.socket:
    if isinstance(target, int):
        return socket.create_connection(("127.0.0.1", target))
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(target)
    except OSError:
        connection.close()
        raise
    return connection


def _reset(connection: socket.socket) -> None:
    """Reset a connection; the thread that carries from it closes the socket."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESETS)
        connection.shutdown(socket.SHUT_RDWR)
