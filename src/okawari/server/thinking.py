"""Thinking: bots and the coach, in a few threads beside the event loop. They are given views, and nothing else."""

from __future__ import annotations

import asyncio
import gc
import threading
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

from okawari import bots
from okawari.bots import warm as players
from okawari.bots.coach import Explanation, explain
from okawari.game import Game, View
from okawari.game.warm import TABLES, ensure_warm
from okawari.game.worth import worth_now
from okawari.server.metrics import Metrics

#: How strong levels play when more thoughts wait than the threads can think: a game goes on rather than stand still.
HURRIED = {"kenji": "tree:budget=1500", "oba": "expert:seconds=0.2"}

_warming = threading.Lock()
_warm = False


def warm_up() -> None:
    """Let everything that is compiled run once, so that nobody waits for it in their first click."""
    global _warm
    with _warming:
        if _warm:
            return
        for setting in TABLES.values():
            ensure_warm(setting.doors)
        players.warm_up()
        for setting in TABLES.values():
            worth_now(Game(setting, seed=1).view())
        # What the compiler left behind stays for good: looking through it for garbage would hold everybody up.
        gc.collect()
        gc.freeze()
        _warm = True


def seed_of(secret: bytes, seat: int, moment: int) -> int:
    """The luck of a bot for one thought: its own at each table, and nobody can guess it."""
    fingerprint = sha256(b"okawari bot 1|" + secret + f"|{seat}|{moment}".encode()).digest()
    return int.from_bytes(fingerprint[:7], "big")


class Thinker:
    """A few threads that think."""

    def __init__(self, threads: int, metrics: Metrics) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="okawari-thinks")
        self._metrics = metrics
        self._waiting = 0

    async def choose(self, level: str, view: View, seed: int) -> str:
        """What a bot of some level chooses."""
        spec = HURRIED.get(level, level) if self._waiting > 2 * self._threads else level
        move: str = await self._think(lambda: bots.make(spec, seed).choose(view).text)
        return move

    async def explain(self, view: View, seconds: float, seed: int) -> list[dict[str, Any]]:
        """What the coach thinks of every move, the best first."""
        explanation: Explanation = await self._think(lambda: explain(view, seconds=seconds, seed=seed))
        return [advice.to_json() for advice in explanation.advice]

    async def _think(self, thought: Any) -> Any:
        self._waiting += 1
        self._metrics.thinking.set(self._waiting)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, thought)
        finally:
            self._waiting -= 1
            self._metrics.thinking.set(self._waiting)

    def close(self) -> None:
        """Stop: what is being thought is forgotten."""
        self._pool.shutdown(wait=False, cancel_futures=True)
