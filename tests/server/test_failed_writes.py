"""What the server does by itself is done once the disk has room again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.databases import ON_BOTH
from tests.support.server_thread import NONCE, ServerThread, running_server, two_at_a_table, until

pytestmark = ON_BOTH


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
