"""The built page on a plain web server, as a static site: nothing of Okawari answers there."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.support.paths import ROOT

PAGE = ROOT / "src" / "okawari" / "page"
MARK = '<meta name="okawari-site" content="">'


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


def write_site(folder: Path) -> None:
    """Write the page as a static site into a folder."""
    shutil.copytree(PAGE, folder, dirs_exist_ok=True)
    index = folder / "index.html"
    index.write_text(index.read_text().replace("<head>", f"<head>{MARK}", 1))


@contextmanager
def static_site(folder: Path) -> Iterator[str]:
    """Serve a folder; gives the address."""
    write_site(folder)
    running = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    thread.join()
    running.server_close()
