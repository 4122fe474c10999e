"""Whoever asks for too much gets less of it, and nobody else notices; what the server does by itself gets done."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from okawari import bots
from okawari.bots import coach
from okawari.server.play.commands import MOST_CHANGES
from okawari.server.play.person import readable
from okawari.server.play.table import Table
from okawari.server.runtime import bot_pool
from okawari.server.settings import DAY
from tests.support.server_thread import (
    NONCE,
    QUICK,
    WAIT,
    ServerThread,
    running_server,
    two_at_a_table,
    until,
)

MONTH = 32 * DAY


# Thinking


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
    with running_server(tmp_path, thinkers=1) as server:
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
    with running_server(tmp_path, thinkers=1) as server:
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


# Failed writes


class Disk:
    """Writes of a server's own accord fail while the disk is full; those that browsers ask for do not come then."""

    def __init__(self, server: ServerThread) -> None:
        self.full = False
        self.failures = 0
        self._store, self._append = server.tables.store, server.tables.store.append
        server.tables.store.append = self._try

    async def _try(self, rows: Any, *more: Any) -> None:
        if self.full and rows[0].client is None:
            self.failures += 1
            raise OSError(28, "No space left on device")
        await self._append(rows, *more)


def test_bots_move_once_the_disk_has_room_again(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        disk, ann = Disk(server), server.browser("Ann")
        wire = ann.visit(ann.set_table("you", "pip", start=True))
        wire.until(lambda: wire.game["to_move"] == [0])
        disk.full = True
        wire.choose(0)
        wire.until(lambda: wire.game["number"] == 2)
        until(lambda: disk.failures > 1)
        assert wire.game["to_move"] == [0, 1]
        disk.full = False
        wire.until(lambda: wire.game["to_move"] == [0])


@pytest.mark.slow
def test_clocks_ring_once_the_disk_has_room_again(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        ann, bob = server.browser("Ann"), server.browser("Bob")
        made = ann.set_table("you", "open", options={"clock": "quick"})
        hers, his = ann.visit(made), bob.visit(made)
        his.request("sit", seat=1, nonce=NONCE)
        disk = Disk(server)
        disk.full = True
        hers.request("start")
        hers.until(lambda: bool(hers.state and hers.state["game"]))
        until(lambda: disk.failures > 1)
        assert hers.game["number"] == 1
        disk.full = False
        hers.until(lambda: hers.game["number"] >= 2)


@pytest.mark.slow
def test_a_leaver_is_minded_once_the_disk_has_room_again(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        ann, bob = server.browser("Ann"), server.browser("Bob")
        hers, _, made = two_at_a_table(ann, bob)
        disk = Disk(server)
        disk.full = True
        bob.close()
        until(lambda: disk.failures > 1)
        disk.full = False
        hers.until(lambda: hers.table["seats"][1]["minded"])
        disk.full = True
        back = server.browser(cookie=bob.cookie).visit(made)
        assert back.table["seats"][1]["minded"], "whoever comes may come in, though nothing can be written"
        disk.full = False
        back.until(lambda: not back.table["seats"][1]["minded"])


# Clocks that jump


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the wall clock forward by so many seconds from its true time."""
    true = time.time
    return lambda seconds: monkeypatch.setattr(time, "time", lambda: true() + seconds)


#: Sweeps follow each other quickly, and nothing else goes by itself.
SWEEPING = replace(QUICK, idle=0.05, grace=1e6)


def database(data: Path, query: str) -> Any:
    with closing(sqlite3.connect(data / "okawari.db")) as connection:
        return connection.execute(query).fetchone()[0]


def sweeps(data: Path) -> None:
    """Wait for two sweeps."""
    for _ in range(2):
        before = database(data, "SELECT seconds FROM uptime")
        until(lambda before=before: database(data, "SELECT seconds FROM uptime") > before)


def unfinished_table(server: ServerThread) -> None:
    ann = server.browser("Ann")
    ann.set_table("you", "taro", start=True)
    ann.set_table("you", "open")
    ann.close()


@pytest.mark.slow
def test_a_jump_of_a_month_deletes_nothing(tmp_path: Path, jump: Callable[[float], None]) -> None:
    """Neither while a server runs, nor when it starts with a wrong clock; and with the right one all is as before."""
    with running_server(tmp_path, SWEEPING) as server:
        unfinished_table(server)
        jump(MONTH)
        sweeps(tmp_path)
    with running_server(tmp_path, SWEEPING):
        sweeps(tmp_path)
        assert database(tmp_path, "SELECT count(*) FROM tables WHERE stale_since IS NOT NULL") == 2
    jump(0)
    with running_server(tmp_path, SWEEPING):
        sweeps(tmp_path)
    assert database(tmp_path, "SELECT count(*) FROM tables WHERE stale_since IS NULL") == 2


@pytest.mark.slow
def test_a_server_that_restarts_often_deletes_in_the_end(tmp_path: Path, jump: Callable[[float], None]) -> None:
    """What is too old goes after a further time of uptime, which is counted over restarts."""
    patience = replace(SWEEPING, second_look=1.0)
    with running_server(tmp_path, patience) as server:
        unfinished_table(server)
    jump(MONTH)
    for _ in range(100):
        with running_server(tmp_path, patience):
            sweeps(tmp_path)
        if not database(tmp_path, "SELECT count(*) FROM tables"):
            break
    assert not database(tmp_path, "SELECT count(*) FROM tables")
    assert not database(tmp_path, "SELECT count(*) FROM log")
    assert database(tmp_path, "SELECT seconds FROM uptime") > 1.0


def test_a_clock_rings_though_the_wall_clock_is_set_back(tmp_path: Path, jump: Callable[[float], None]) -> None:
    with running_server(tmp_path) as server:
        ann, bob = server.browser("Ann"), server.browser("Bob")
        hers, _, _ = two_at_a_table(ann, bob, options={"clock": "quick"})
        number = hers.game["number"]
        jump(-3600)
        hers.until(lambda: hers.game["number"] >= number + 2)


@pytest.mark.slow
def test_a_deadline_of_a_server_with_a_wrong_clock_does_not_last(tmp_path: Path, jump: Callable[[float], None]) -> None:
    """The table was dealt by a server that lived a month ahead: its clock of an hour does not run for a month."""
    jump(MONTH)
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        made = ann.set_table("you", "here", options={"clock": "relaxed"}, start=True)
    jump(0)
    with running_server(tmp_path) as server:
        wire = server.browser(cookie=ann.cookie).visit(made)
        assert 0 < wire.game["deadline"] - wire.now <= QUICK.clocks["relaxed"]


# Logs without end


def test_a_choice_can_be_changed_a_few_times_a_turn(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        ann, bob = server.browser("Ann"), server.browser("Bob")
        hers, his, made = two_at_a_table(ann, bob)
        for number in (1, 2):
            tabs = [ann.visit(made) for _ in range(3)]
            moves = hers.view["moves"]
            codes = [
                tabs[n % 3].refusal_code("choose", seat=0, move=moves[n % len(moves)], number=number)
                for n in range(MOST_CHANGES + 4)
            ]
            assert codes == [None] * (MOST_CHANGES + 1) + ["too-many-changes"] * 3
            last = moves[MOST_CHANGES % len(moves)]
            hers.until(lambda last=last: hers.view["choice"] == last)
            his.choose(1)
            for wire in (hers, his):
                wire.until(lambda wire=wire, number=number: wire.game["number"] == number + 1)


@pytest.mark.slow
def test_a_log_that_has_grown_too_long_takes_choices_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("okawari.server.play.commands.MOST_ROWS", 20)
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        wire = ann.visit(ann.set_table("you", "pip", start=True))
        codes = [wire.refusal_code("pause", paused=n % 2 == 0) for n in range(30)]
        assert codes[0] is None and "log-full" in codes
        wire.request("pause", paused=False)
        wire.play_on()
        assert wire.table["phase"] == "over"


@pytest.mark.slow
def test_tables_are_rebuilt_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []
    from_log = Table.from_log

    def noted(rows: Any) -> Table:
        threads.append(threading.current_thread())
        return from_log(rows)

    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        made = ann.set_table("you", "pip", start=True)
        ann.visit(made).play_on(turns=2)
        cookie = ann.cookie
    monkeypatch.setattr(Table, "from_log", noted)
    with running_server(tmp_path) as server:
        serving = next(thread for thread in threading.enumerate() if thread.name.endswith("(run)"))
        server.browser(cookie=cookie).visit(made)
    assert threads and serving not in threads


# The rest


@pytest.mark.parametrize("frame", [b"\x00", "x" * 20_000], ids=["binary", "oversized"])
def test_frames_of_every_kind_count(tmp_path: Path, frame: str | bytes) -> None:
    with running_server(tmp_path, limited=True) as server:
        ann = server.browser("Ann")
        wire = ann.visit(ann.set_table("you", "open"))
        with contextlib.suppress(ConnectionClosed):
            for _ in range(400):
                wire.connection.send(frame)
        assert wire.close_code() == 4429 and wire.received[-1] == {"type": "bye", "reason": "limit"}


def test_an_arrival_tells_others_only_who_is_here(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        made = ann.set_table("you", "open")
        hers = ann.visit(made)
        hers.receive_all()
        heard = len(hers.received)
        crowd = [server.browser().visit(made) for _ in range(12)]
        hers.until(lambda: hers.table["watchers"] == 12)
        for wire in crowd:
            wire.close()
        hers.until(lambda: hers.table["watchers"] == 0)
        assert {message["type"] for message in hers.received[heard:]} == {"presence"}
        assert all(set(message) == {"type", "online", "watchers"} for message in hers.received[heard:])
        bob = server.browser("Bob")
        his = bob.visit(made)
        his.request("sit", seat=1, nonce=NONCE)
        his.close()
        hers.until(lambda: hers.table["seats"][1]["kind"] == "person" and not hers.table["seats"][1]["online"])


@pytest.mark.slow
def test_guesses_of_codes_are_counted_for_a_whole_network(tmp_path: Path) -> None:
    """Right codes do not count: a whole class may join with theirs."""
    with running_server(tmp_path, limited=True) as server:
        ann = server.browser("Ann")
        code = ann.visit(ann.set_table("you", "open")).table["code"]

        def join(code: str, address: str) -> int:
            headers = {"X-Forwarded-For": address}
            status: int = ann.http.post("/api/join", json={"code": code}, headers=headers).status_code
            return status

        assert [join(code, "192.0.2.1") for _ in range(20)] == [200] * 20
        guesses = [join("AAAAAA", f"2001:db8:1:2::{n:x}") for n in range(1, 30)]
        assert guesses[0] == 404 and guesses[-1] == 429
        assert join("AAAAAA", "2001:db8:1:3::1") == 404


@pytest.mark.slow
def test_metrics_are_not_for_everybody(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        assert ann.http.get("/metrics").status_code == 200
        for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
            answer = ann.http.get("/metrics", headers={header: "192.0.2.1"})
            assert (answer.status_code, answer.json()["problem"]["code"]) == (403, "metrics-closed")
    with running_server(tmp_path, metrics_token="salmon") as server:
        ann = server.browser("Ann")
        statuses = [
            ann.http.get("/metrics", headers=headers).status_code
            for headers in ({}, {"Authorization": "Bearer trout"}, {"Authorization": "Bearer salmon"})
        ]
        assert statuses == [403, 403, 200]


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800", "\u115f\u1160", "\u034f", "\u200d", " \u2060 ", "\u0301", "\ufe0f"]
)
def test_names_need_a_visible_sign(name: str) -> None:
    assert readable(name) == ""
    assert readable(f"{name} Ann")


def test_names_of_emoji_and_of_all_scripts_stay() -> None:
    for name in ("Łucja", "Þórður", "さくら", "👩‍🍳", "❤️", "ทิพย์", "यामी", "42"):
        assert readable(name) == name
