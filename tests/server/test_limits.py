"""Limits on choices, logs, frames, guesses and messages: nobody can slow the server down for others."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from okawari.server.play.commands import MOST_CHANGES
from okawari.server.play.person import Account
from okawari.server.play.table import Table
from okawari.server.security.limits import Limits, Rates
from tests.support.server_thread import NONCE, running_server, two_at_a_table


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
        assert all(set(message) == {"type", "seq", "table"} for message in hers.received[heard:])
        assert all(set(message["table"]) == {"watchers"} for message in hers.received[heard:])
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


def test_limits_are_counted_by_one_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads that made room for new buckets could drop the same one, and a request then failed."""
    threads = set[int]()
    charge = Limits.charge

    def noted(counted: Limits, rates: Rates, account: Account) -> None:
        threads.add(threading.get_ident())
        charge(counted, rates, account)

    monkeypatch.setattr(Limits, "charge", noted)
    with running_server(tmp_path, limited=True) as server:
        ann = server.browser("Ann")
        ann.visit(ann.set_table("you", "pip", start=True))
        for path in ("/api/me", "/api/points", "/api/rules/sushi-roll", "/api/tables/unknown/replay"):
            ann.http.get(path)
        for path in ("/api/replay", "/api/review", "/api/records", "/api/pad/score"):
            ann.http.post(path, json={})
    assert len(threads) == 1
