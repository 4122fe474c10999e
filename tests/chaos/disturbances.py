"""What can go wrong while people play: each disturbance takes a part away, and gives it back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.chaos.world import Node, World

#: In which order parts are given back after several disturbances at once: a server does not start without its database.
_SERVICE, _WAY, _PROCESS = range(3)
SEVERAL = "several at once"


@dataclass(frozen=True)
class Disturbance:
    """A part is taken away for some seconds."""

    kind: str
    #: What is disturbed.
    part: str
    take: Callable[[], None]
    give_back: Callable[[], None]
    #: The least and the most seconds until it is given back.
    seconds: tuple[float, float]
    order: int = _SERVICE
    #: Whether it costs nothing but news between processes.
    news_only: bool = False


def disturbances(world: World) -> list[Disturbance]:
    """All that can go wrong, each of it once for every part that it can happen to."""
    return [*_of_postgres(world), *_of_redis(world), *(each for node in world.nodes for each in _of_node(node))]


def _of_postgres(world: World) -> Iterator[Disturbance]:
    postgres, start = world.postgres, world.postgres.start
    yield Disturbance("PostgreSQL restarted", "PostgreSQL", postgres.stop, start, (0, 1))
    yield Disturbance("PostgreSQL stopped at once", "PostgreSQL", postgres.kill, start, (0, 3))
    yield Disturbance("PostgreSQL killed (SIGKILL)", "PostgreSQL", postgres.crash, start, (0, 3))


def _of_redis(world: World) -> Iterator[Disturbance]:
    redis = world.redis
    yield Disturbance("Redis restarted", "Redis", redis.kill, redis.start, (0, 0.1), news_only=True)
    yield Disturbance("Redis away", "Redis", redis.kill, redis.start, (1, 8), news_only=True)
    yield Disturbance("Redis frozen (SIGSTOP)", "Redis", redis.freeze, redis.thaw, (1, 8), news_only=True)


def _of_node(node: Node) -> Iterator[Disturbance]:
    process, what = node.process, node.name.partition(" ")[0]
    yield Disturbance(f"{what} killed (SIGKILL)", node.name, process.kill, process.start, (0, 2), _PROCESS)
    yield Disturbance(f"{what} stopped (SIGTERM)", node.name, process.stop, process.start, (0, 1), _PROCESS)
    for name, way, news_only in (("PostgreSQL", node.database, False), ("Redis", node.bus, True)):
        cut = f"{what} cut off from {name}"
        part = f"{node.name} to {name}"
        yield Disturbance(f"{cut}, reset", part, way.reset, way.join, (0, 5), _WAY, news_only)
        yield Disturbance(f"{cut}, silent", part, way.hold, way.join, (1, 12), _WAY, news_only)


class Deck:
    """All kinds of disturbances in random order, again and again; now and then several at once."""

    def __init__(self, world: World, luck: random.Random) -> None:
        self._all, self._luck = disturbances(world), luck
        self._kinds: list[str] = []

    def draw(self) -> list[Disturbance]:
        """The next disturbances, which come together: mostly one."""
        if not self._kinds:
            self._kinds = [*dict.fromkeys(each.kind for each in self._all), SEVERAL]
            self._luck.shuffle(self._kinds)
        kind = self._kinds.pop()
        if kind != SEVERAL:
            return [self._luck.choice([each for each in self._all if each.kind == kind])]
        drawn = self._luck.sample(self._all, self._luck.randint(2, 4))
        return list({each.part: each for each in drawn}.values())
