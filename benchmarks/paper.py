"""The figures of docs/research.md: `make paper` measures what is missing and writes the page.

    python benchmarks/paper.py [--only-page] [--jobs N] [--data FILE] [--page FILE]

What is measured is kept in benchmarks/PAPER.json, one line for each measurement, so that the command resumes where it
was stopped. After a change of rules or bots, delete the lines that it concerns. The text of the page is
benchmarks/paper.md, in which every figure is a placeholder.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import paper_page
from okawari.game import Setting
from okawari.rules.traits import ROLL as ROLL_TABLE
from paper_page import Data, name_of
from paper_sizes import BOT_GAMES, RANDOM_GAMES, branching, counted, histories
from paper_skill import deal_share, duel, one_among, points

DATA = Path(__file__).with_name("PAPER.json")
PAGE = Path(__file__).parents[1] / "docs" / "research.md"
FIRST, SECOND, ANNIVERSARY, ROLL = "sushi-go-first", "sushi-go-2014", "sushi-go-anniversary", "sushi-roll"

#: Games of a duel without a search, with a small search, and with a large one.
QUICK_GAMES, SEARCH_GAMES, LONG_GAMES = 1000, 400, 200
#: Games of one bot among others, and of equal bots, without and with a search.
AMONG_GAMES, EQUAL_GAMES, EQUAL_SEARCH_GAMES = 600, 400, 60
#: Deals that equal bots play several times, without and with a search.
DEALS, DEALS_SEARCH = 150, 30


def settings() -> list[Setting]:
    """Every game of the page: the menus with two to five players; other desserts and variants with two."""
    seats = range(2, 6)
    return [
        *(Setting.of(FIRST, n) for n in seats),
        *(Setting.of(SECOND, n, variant="both-ways") for n in seats),
        *(Setting.of(ANNIVERSARY, n) for n in seats),
        *(Setting.of(ANNIVERSARY, 2, dessert) for dessert in ("yogurt", "tea", "pudding", "mochi")),
        *(Setting.of(ANNIVERSARY, 2, variant=variant) for variant in ("golf", "piles", "battle", "dummy")),
        *(Setting.of(ROLL, n) for n in seats),
    ]


def searched() -> list[Setting]:
    """The games for two in which the largest search of the page plays; with dice it takes too long."""
    return [Setting.of(FIRST, 2), *(Setting.of(ANNIVERSARY, 2, variant=word) for word in (None, "golf", "battle"))]


def plays(setting: Setting, bot: str) -> bool:
    """Whether a bot plays among equals: the small search does not where several players and dice make it slow."""
    return bot != "suzu" or setting.seats == 2 or setting.table_kind != ROLL_TABLE


def measurements() -> dict[str, Callable[[], dict[str, Any]]]:
    """Every measurement by its name."""
    found: dict[str, Callable[[], dict[str, Any]]] = {}
    for setting in settings():
        name = name_of(setting)
        found[f"counted: {name}"] = partial(counted, setting)
        found[f"histories: {name}"] = partial(histories, setting)
        found[f"branching, random: {name}"] = partial(branching, setting, None, RANDOM_GAMES)
        found[f"branching, taro: {name}"] = partial(branching, setting, "taro", BOT_GAMES)
        for bot in filter(partial(plays, setting), paper_page.EQUALS):
            games = EQUAL_SEARCH_GAMES if bot == "suzu" else EQUAL_GAMES
            found[f"points, {bot}: {name}"] = partial(points, setting, bot, games)
        for bot in filter(partial(plays, setting), paper_page.NOISY):
            deals = DEALS_SEARCH if bot == "suzu" else DEALS
            found[f"deal, {bot}: {name}"] = partial(deal_share, setting, bot, deals)
        if setting.seats == 2:
            found |= _duels(setting)
        else:
            found[f"among, taro hana: {name}"] = partial(one_among, setting, "taro", "hana", AMONG_GAMES)
    return found


def _duels(setting: Setting) -> dict[str, Callable[[], dict[str, Any]]]:
    """The duels of a game for two: of neighbouring levels, and of all bots in the first edition."""
    pairs = [pair for pair in pairwise(paper_page.LEVELS) if "kenji" not in pair or setting in searched()]
    if setting.menu == FIRST:
        pairs = list(combinations(paper_page.BOTS, 2))
    return {
        f"duel, {better} {other}: {name_of(setting)}": partial(duel, setting, better, other, _games(better))
        for other, better in pairs
    }


def _games(better: str) -> int:
    """The number of games of a duel, by its better bot."""
    return {"kenji": LONG_GAMES, "suzu": SEARCH_GAMES}.get(better, QUICK_GAMES)


def read(path: Path) -> Data:
    """What was measured, by name."""
    data: Data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return data


def write(path: Path, data: Data, names: Iterable[str]) -> None:
    """Write what was measured: a line for each measurement, in the order of `names`."""
    lines = (f"{json.dumps(name)}: {json.dumps(data[name])}" for name in names if name in data)
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def measure(path: Path, jobs: int) -> None:
    """Measure what is missing in a file; it is written after each measurement."""
    wanted, data = measurements(), read(path)
    with ProcessPoolExecutor(jobs) as pool:
        running = {pool.submit(work): name for name, work in wanted.items() if name not in data}
        for done, future in enumerate(as_completed(running), 1):
            data[running[future]] = future.result()
            write(path, data, wanted)
            print(f"{done} of {len(running)}: {running[future]}", flush=True)


def main() -> None:
    """Measure what is missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only-page", action="store_true", help="write the page from what was measured")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--data", type=Path, default=DATA, help="the file of what was measured")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write the page")
    options = parser.parse_args()
    if not options.only_page:
        measure(options.data, options.jobs)
    options.page.write_text(paper_page.page(read(options.data), settings()), encoding="utf-8")


if __name__ == "__main__":
    main()
