"""The client in `examples` plays a game."""

from __future__ import annotations

import importlib
import threading
import time
from pathlib import Path

import pytest

from okawari.server.run import server as make_server
from okawari.server.settings import Durations, Settings
from tests.server.services import validate
from tests.support.paths import EXAMPLES


def test_the_example_client_plays_a_game_and_the_deal_is_fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    client_module = importlib.import_module("client")
    at_once = Durations(bot_pause=(0.0, 0.0), move_shown=0.0)
    ports: list[int] = []
    server = make_server(Settings(tmp_path, bytes(32), durations=at_once, limited=False), "127.0.0.1", 0, ports.append)
    running = threading.Thread(target=server.run)
    running.start()
    try:
        while not ports:
            assert running.is_alive()
            time.sleep(0.02)
        end = client_module.play(f"http://127.0.0.1:{ports[0]}")
    finally:
        server.should_exit = True
        running.join()
    validate("FromServer", end)
    assert end["view"]["over"]
    assert client_module.deal_was_fair(end["table"]["fairness"])
