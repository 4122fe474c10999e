"""A folder behind Python's own web server, as `python -m http.server` serves it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class StaticSite:
    """The address of a folder, and what was asked for there."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.requested: list[str] = []


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, site: StaticSite, *args: object, **more: object) -> None:
        self.site = site
        super().__init__(*args, **more)  # type: ignore[arg-type]

    def log_request(self, *_: object) -> None:
        self.site.requested.append(self.path)

    def log_error(self, *_: object) -> None:
        """Requests are listed, also those that fail."""


@contextmanager
def static_site(folder: Path) -> Iterator[StaticSite]:
    """Serve a folder on a free port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler) as server:
        site = StaticSite(server.server_port)
        server.RequestHandlerClass = partial(_Handler, site, directory=str(folder))
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
