"""Bots and hints that think long: games go on, and each person gets a fair part of the time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from okawari import bots
from okawari.bots import coach
from okawari.server.runtime import bot_pool
from tests.support.server_thread import WAIT, running_server, until


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Bots and coaches that think long do so until the gate is opened."""
    opened = threading.Event()
    make_level = bots.make_level

    def slow_explain(*args: Any, **more: Any) -> Any:
        assert opened.wait(WAIT)
        return coach.explain(*args, **more)

    def slow_level(level: str, seed: int, share: float) -> Any:
        assert level != "oba" or opened.wait(WAIT)
        return make_level(level, seed, 0.02 * share)

    monkeypatch.setattr(bot_pool, "explain", slow_explain)
    monkeypatch.setattr(bots, "make_level", slow_level)
    yield opened
    opened.set()


def test_a_game_goes_on_while_hints_and_strong_bots_are_queued(tmp_path: Path, gate: threading.Event) -> None:
    """Nothing of the hostile visitor's is answered before the other's whole game is over."""
    with running_server(tmp_path, bot_threads=1) as server:
        mallory, ann = server.browser("Mallory"), server.browser("Ann")
        tables = [mallory.visit(mallory.set_table("you", "oba", "oba", start=True)) for _ in range(5)]
        asking = mallory.visit(mallory.set_table("you", "pip", start=True))
        asking.send(type="hint", id="h", seat=0)
        game = ann.visit(ann.set_table("you", "pip", start=True))
        game.play_on()
        assert game.table["phase"] == "over"
        assert not any(message["type"] == "hint" for message in asking.received)
        gate.set()
        asking.until(lambda: asking.received[-1]["type"] == "hint")
        for wire in tables:
            wire.until(lambda wire=wire: wire.game["to_move"] == [0])


@pytest.mark.slow
def test_players_are_told_when_their_bots_are_busy(tmp_path: Path, gate: threading.Event) -> None:
    with running_server(tmp_path, bot_threads=1) as server:
        ann = server.browser("Ann")
        wires = [ann.visit(ann.set_table("you", "oba", "oba", "oba", "oba", start=True)) for _ in range(2)]
        wires[1].until(lambda: wires[1].game["busy"])
        gate.set()
        for wire in wires:
            wire.play_on(turns=1)
            wire.until(lambda wire=wire: wire.game["number"] > 1 and not wire.game["busy"])


@pytest.mark.slow
def test_hints_are_limited_for_a_person_not_for_a_socket(tmp_path: Path) -> None:
    with running_server(tmp_path, limited=True) as server:
        ann = server.browser("Ann")
        made = ann.set_table("you", "pip", start=True)
        answers = [ann.visit(made).refusal_code("hint", seat=0) for _ in range(20)]
        assert answers[0] is None and "too-fast" in answers


@pytest.mark.slow
def test_one_person_has_one_hint_at_a_time(tmp_path: Path, gate: threading.Event) -> None:
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        made = ann.set_table("you", "pip", start=True)
        first, second = ann.visit(made), ann.visit(made)
        first.send(type="hint", id="h", seat=0)
        until(lambda: server.tables.bots._explaining)
        assert second.refusal("hint", seat=0) == "too-fast"
        gate.set()
        first.until(lambda: first.received[-1]["type"] == "hint")
        assert second.request("hint", seat=0)["type"] == "hint"
