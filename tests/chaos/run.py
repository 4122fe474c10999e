"""Play at several tables while one part after another is taken away and given back.

python -m tests.chaos.run MINUTES [--seed SEED] [--file FILE]

Prints a line a minute and the report at the end, which is also written to the file. The seed of a run is printed: with
it the disturbances come in the same order. The exit code is 1 if anything was lost, doubled or stuck.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from okawari import Record
from tests.chaos.checks import check_everything, check_game, check_log
from tests.chaos.disturbances import SEVERAL, Deck, Disturbance
from tests.chaos.players import TRY_AGAIN, Journal, Manner, Person, Player, set_table
from tests.chaos.report import Report
from tests.chaos.world import World, running_world
from tests.support.tables import TABLES

#: Names of people; each table is a place where one game follows another.
PEOPLE = "abcdefgh"
BOTS = ("pip", "hana")
#: The clocks of the tables where nobody waits for them to ring.
CLOCKS = ("none", "none", "relaxed", "relaxed")
#: Seconds after a disturbance within which every table must go on: generous, since a machine may be busy.
LIMIT = 120.0
#: The most seconds between two disturbances, besides those until people have some more answers.
PAUSE = 1.5
#: People connect again after a short while, and do not always watch the clock.
CALM = Manner(thinks=(0.0, 0.3), returns=(0.1, 0.5), shared=True)
ABSENT = replace(CALM, misses=0.02)

#: What the page of a run begins with.
_HEAD = """# What fails while people play

Written by `make chaos MINUTES={minutes:g} SEED={seed}`.

Two servers and two thinkers on one PostgreSQL, with Redis for the news between them, each in a process of its own.
Eight people play at five tables, with each other and with bots, every game of every menu; whoever loses a connection
connects to either server. One part after another, or several at once, is taken away for some seconds and given back;
the next one follows once every table has gone on. Each finished game is checked: what its players know, its record, its
log and its results.

Seconds are those from when all parts are back until a table goes on. The latest news is the most seconds until a
connected player was shown a turn that another player had been shown, and the longest pause that in which nothing
happened at a table where nobody waits for the clock, both while the servers and the database were there.

"""


class Place:
    """Where games are played, one after the other."""

    def __init__(self, run: Run, clock: str, manner: Manner) -> None:
        self._run, self._clock, self._manner = run, clock, manner
        self.players: list[Player] = []
        self._began = 0.0

    @property
    def went_on(self) -> float:
        """When a request was last answered here."""
        table = self.players[0].table if self.players else ""
        return max(self._began, self._run.journal.went_on.get(table, 0.0))

    @property
    def waits_for_clock(self) -> bool:
        """Whether a player lets the clock ring."""
        return any(player.misses for player in self.players)

    async def play(self) -> None:
        """Play games until the run ends and cancels this; what goes wrong in one is noted."""
        while True:
            try:
                async with asyncio.TaskGroup() as playing:
                    for player in await self._open():
                        playing.create_task(player.play())
                await self._check()
            except* Exception as problems:
                self._run.report.unexpected.append(_told(problems))
                await asyncio.sleep(1)

    async def _open(self) -> list[Player]:
        """A table with people and bots, where the game has begun."""
        luck = self._run.luck
        table = luck.choice(TABLES)
        people = luck.sample(PEOPLE, luck.randint(1, min(3, table.seats)))
        who = [*people, *(luck.choice(BOTS) for _ in range(table.seats - len(people)))]
        setting = {name: value for name, value in table.setting.to_json().items() if name != "seats"}
        self.players = await set_table(self._run.people, who, self._manner, self._clock, **setting)
        self._began = time.monotonic()
        return self.players

    async def _check(self) -> None:
        """Check the game that was finished, with the record that a server gives."""
        table = self.players[0].table
        # A server may not have heard yet of the end.
        again = (*TRY_AGAIN, "not-over")
        got = await self.players[0].person.insist("GET", f"/api/tables/{table}/record", again=again)
        record = Record.from_json(got)
        async with self._run.database:
            await asyncio.to_thread(check_game, self._run.world, self.players, record, self._run.report)
        self._run.journal.forget(table)
        self.players, self._began = [], time.monotonic()


def _told(problems: BaseExceptionGroup[Exception]) -> str:
    """What went wrong, with the place in the code."""
    return "".join(traceback.format_exception(problems.exceptions[0])[-2:]).strip().replace("\n", " ⏎ ")


class Run:
    """A run: people at their tables, and what disturbs them. `pace` shortens or lengthens disturbances and pauses."""

    def __init__(self, world: World, seed: int, pace: float = 1.0) -> None:
        self.world = world
        self._pace = pace
        self.journal = Journal()
        self.report = Report(self.journal)
        self.luck = random.Random(seed)
        self._deck, self._disturbing = Deck(world, random.Random(seed)), random.Random(seed)
        self.people = {
            name: Person(name, [node.process for node in world.servers], self.journal, self.luck) for name in PEOPLE
        }
        self.places = [Place(self, "quick", ABSENT), *(Place(self, clock, CALM) for clock in CLOCKS)]
        #: Held while PostgreSQL may be away, and by those who check what it has.
        self.database = asyncio.Lock()

    async def play(self, goes_on: Callable[[], bool]) -> None:
        """Disturb the players as long as `goes_on` says."""
        for person in self.people.values():
            await person.insist("PUT", "/api/me", {"name": person.name.upper(), "shape": 1})
        playing = [asyncio.create_task(place.play()) for place in self.places]
        try:
            while goes_on() and not self.report.stuck:
                await asyncio.wait_for(self.journal.more(self._disturbing.randint(1, 8)), LIMIT)
                await asyncio.sleep(self._pace * self._disturbing.uniform(0, PAUSE))
                await self._disturb(self._deck.draw())
        except TimeoutError:
            self.report.stuck.append("Nobody's choice was acknowledged.")
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            for person in self.people.values():
                await person.http.aclose()
        for place in self.places:
            if place.players:
                await asyncio.to_thread(check_log, self.world, place.players, self.report)
        await asyncio.to_thread(check_everything, self.world, self.report)

    async def _disturb(self, together: Sequence[Disturbance]) -> None:
        """Take parts away, give them back, and wait until every table goes on."""
        kind = together[0].kind if len(together) == 1 else SEVERAL
        seconds = self._pace * max(self._disturbing.uniform(*each.seconds) for each in together)
        self.journal.disturbed_by = kind
        async with self.database:
            if not all(each.news_only for each in together):
                self.journal.calm_since = float("inf")
            for each in together:
                await asyncio.to_thread(each.take)
            await asyncio.sleep(seconds)
            for each in sorted(together, key=lambda each: each.order):
                await asyncio.to_thread(each.give_back)
        if not all(each.news_only for each in together):
            self.journal.calm_since = time.monotonic()
        self.report.disturbances[kind] += 1
        await self._wait_until_all_go_on(kind)

    async def _wait_until_all_go_on(self, kind: str) -> None:
        """Note how many seconds each table takes until it goes on."""
        began = time.monotonic()
        waiting = list(self.places)
        while waiting:
            await asyncio.sleep(0.02)
            for place in tuple(waiting):
                if place.waits_for_clock or place.went_on > began:
                    waiting.remove(place)
                    self.report.seconds[kind] += [] if place.waits_for_clock else [place.went_on - began]
            if time.monotonic() > began + LIMIT:
                self.report.stuck += [f"{kind}: {_names(place)}" for place in waiting]
                return


def _names(place: Place) -> str:
    """A table and its players, for a report."""
    return ", ".join(f"{player.table} seat {player.seat} turn {player.number}" for player in place.players)


async def _tell_each_minute(run: Run) -> None:
    minutes = 0
    while True:
        print(f"{minutes} minutes: {run.report.line}", flush=True)
        await asyncio.sleep(60)
        minutes += 1


async def play_for(world: World, minutes: float, seed: int) -> Report:
    """Play for a number of minutes."""
    run = Run(world, seed)
    telling = asyncio.create_task(_tell_each_minute(run))
    end = time.monotonic() + 60 * minutes
    try:
        await run.play(lambda: time.monotonic() < end)
    finally:
        telling.cancel()
    return run.report


async def play_through(world: World, disturbances: int, seed: int) -> Report:
    """Play through a number of disturbances, which are short and follow soon after one another."""
    run = Run(world, seed, pace=0.15)
    await run.play(lambda: run.report.disturbances.total() < disturbances or not run.report.games)
    return run.report


def main(minutes: float, seed: int, file: Path | None) -> int:
    """Run, and print the report; returns the exit code."""
    print(f"seed {seed}", flush=True)
    # What was started is ended, too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="okawari-chaos-") as folder, running_world(Path(folder)) as world:
        report = asyncio.run(play_for(world, minutes, seed))
    page = _HEAD.format(minutes=minutes, seed=seed) + report.markdown()
    print(page)
    if file:
        file.write_text(page, encoding="utf-8")
    return 1 if report.problems else 0


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="Play while one part after another is taken away and given back.")
    options.add_argument("minutes", type=float, help="for how long")
    options.add_argument("--seed", type=int, default=secrets.randbelow(10_000), help="the seed of an earlier run")
    options.add_argument("--file", type=Path, help="where the report is written")
    wanted = options.parse_args()
    sys.exit(main(wanted.minutes, wanted.seed, wanted.file))
