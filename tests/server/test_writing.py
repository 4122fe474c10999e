"""What comes together is stored and told together, and nothing is changed before it is stored."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.support.databases import ON_BOTH
from tests.support.server_thread import NONCE, ServerThread, Wire, running_server, until

pytestmark = ON_BOTH


class HeldStore:
    """Holds back the writes of a server, and notes the seats of the rows of each."""

    def __init__(self, server: ServerThread) -> None:
        self.held, self.waiting = False, 0
        self.fails = False
        self.written: list[list[int | None]] = []
        self._append = server.tables.store.append
        server.tables.store.append = self._hold

    async def _hold(self, rows: Any, *more: Any) -> None:
        self.waiting += 1
        while self.held:
            await asyncio.sleep(0.01)
        self.waiting -= 1
        if self.fails:
            raise OSError(28, "No space left on device")
        await self._append(rows, *more)
        self.written.append([row.seat for row in rows])


def three_at_a_table(server: ServerThread) -> list[Wire]:
    ann, bob, cleo = (server.browser(name) for name in ("Ann", "Bob", "Cleo"))
    made = ann.set_table("you", "open", "open")
    wires = [browser.visit(made) for browser in (ann, bob, cleo)]
    for seat, wire in enumerate(wires[1:], 1):
        wire.request("sit", seat=seat, nonce=NONCE)
    wires[0].request("start")
    for wire in wires:
        wire.until(lambda wire=wire: wire.table["phase"] == "playing" and wire.table["seats"][2]["online"])
        wire.receive_all(0.5)
    return wires


def send_choice(wire: Wire, seat: int) -> None:
    wire.send(type="choose", id=f"choice-{seat}", seat=seat, move=wire.view["moves"][0], number=wire.game["number"])


def test_choices_that_come_together_are_stored_and_told_together(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        wires = three_at_a_table(server)
        live = server.tables._live[wires[0].table["id"]]
        store = HeldStore(server)
        store.held = True
        send_choice(wires[0], 0)
        until(lambda: store.waiting == 1)
        assert live.table.pending == {}, "nothing is changed before it is stored"
        for seat in (1, 2):
            send_choice(wires[seat], seat)
        until(lambda: len(live.requests) == 2)
        heard = [len(wire.received) for wire in wires]
        store.held = False
        for wire in wires:
            wire.until(lambda wire=wire: wire.game["number"] == 2)
        assert store.written == [[0], [1, 2]]
        for seat in (1, 2):
            news = wires[seat].received[heard[seat] :]
            told = news[[message["type"] for message in news].index("ack") :]
            assert [message["type"] for message in told] == ["ack", "update"]
            assert told[0]["id"] == f"choice-{seat}" and told[1]["game"]["number"] == 2


def test_a_failed_write_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        wires = three_at_a_table(server)
        live = server.tables._live[wires[0].table["id"]]
        before, rows = live.table, live.table.rows
        store = HeldStore(server)
        store.fails = True
        for seat in (0, 1, 2):
            move = wires[seat].view["moves"][0]
            assert wires[seat].refusal("choose", seat=seat, move=move, number=1) == "server-fault"
        assert live.table is before and before.rows == rows
        assert before.pending == {} and before.to_move == (0, 1, 2)
        store.fails = False
        for seat in (0, 1, 2):
            wires[seat].choose(seat)
        wires[0].until(lambda: wires[0].game["number"] == 2)


def test_whoever_reads_too_slowly_gets_the_whole_state_later(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        wires = three_at_a_table(server)
        live = server.tables._live[wires[0].table["id"]]
        slow = next(socket for socket in live.sockets if live.table.seats_of(socket.person) == [2])
        heard = len(wires[2].received)
        slow._line.full = True
        for seat in (0, 1):
            wires[seat].choose(seat)
        wires[0].until(lambda: wires[0].game["to_move"] == [2])
        slow._line.full = False
        slow._line.loop.call_soon_threadsafe(slow.drained)
        wires[2].until(lambda: wires[2].game["to_move"] == [2])
        assert [message["type"] for message in wires[2].received[heard:]] == ["state"]
        wires[2].choose(2)
        wires[0].until(lambda: wires[0].game["number"] == 2)
