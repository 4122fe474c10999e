"""The npm package works in a worker of a browser."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser

import okawari
from tests.browser.conftest import browser as browser
from tests.js.node import JS, Node

PLAY = """() => new Promise((done, failed) => {
  const worker = new Worker('/tests/worker.mjs', { type: 'module' });
  worker.onmessage = ({ data }) => done(data);
  worker.onerror = ({ message }) => failed(new Error(message));
})"""


class Files(SimpleHTTPRequestHandler):
    """Files of a folder, modules with the types that browsers ask for on every machine."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def site(node: Node) -> Iterator[str]:
    """The URL of a server with the folder of the package, once that is built."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(JS))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_worker(browser: Browser, site: str) -> None:
    """A whole game is that of Python."""
    page = browser.new_page()
    page.goto(f"{site}/package.json")
    told = json.loads(page.evaluate(PLAY))
    page.close()
    game = okawari.new("sushi-go-anniversary", 4, seed=7)
    while not game.over:
        for seat in game.to_move:
            game.choose(seat, game.view(seat).moves[0])
    assert told["record"] == game.record.to_json()
    assert told["view"] == game.view(0).to_json()
    assert told["scores"] == [score.to_json() for score in game.scores]
