"""A run of a tournament in a folder: the plan, and a ledger with a line for each deal that was played.

A deal counts once its line is on the disk, and only once. So a run can be stopped at any time and resumed later.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from okawari.lab.plan import LabError, Plan, PlanError
from okawari.lab.table import Played
from okawari.lab.workers import Workers, play_all

PLAN, LEDGER = "tournament.json", "deals.jsonl"


class Run:
    """A tournament and its folder; `played` are the results by the number of their deal."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self.folder = plan, folder
        self._check_plan()
        self.played: dict[int, Played] = {deal["deal"]: deal for deal in reversed(_whole_lines(folder / LEDGER))}

    def _check_plan(self) -> None:
        """Write the plan to a new folder; PlanError if the folder has another plan."""
        make_folder(self.folder)
        path = self.folder / PLAN
        if not path.exists():
            path.write_text(json.dumps(self.plan.to_json(), indent=1) + "\n", encoding="utf-8")
        elif _json(path) != self.plan.to_json():
            raise PlanError("other-tournament", folder=self.folder)

    def missing(self, deals: int) -> list[int]:
        """The numbers of the first `deals` deals that are still to be played."""
        return [number for number in range(deals) if number not in self.played]

    def within(self, deals: int) -> list[Played]:
        """The results of the first `deals` deals as far as they are played, in order."""
        return [self.played[number] for number in range(deals) if number in self.played]

    def play(self, workers: Workers, deals: int) -> Iterator[int]:
        """Play the missing deals; yield the number of new results each time that some arrive."""
        with self._ledger() as ledger:
            for brought in play_all(workers, self.missing(deals)):
                yield self._write(ledger, brought)

    def _write(self, ledger: Any, brought: Iterable[Played]) -> int:
        """Write new results to the ledger and sync it to disk; return their number. PlanError if a deal failed."""
        new = [deal for deal in brought if "failed" not in deal and deal["deal"] not in self.played]
        for deal in new:
            ledger.write(json.dumps(deal, ensure_ascii=False, separators=(",", ":")) + "\n")
        ledger.flush()
        os.fsync(ledger.fileno())
        self.played |= {deal["deal"]: deal for deal in new}
        for deal in brought:
            if "failed" in deal:
                raise PlanError("failed", deal=deal["deal"], problem=deal["failed"])
        return len(new)

    @contextmanager
    def _ledger(self) -> Iterator[Any]:
        """The ledger, opened for appending and locked, without an incomplete last line."""
        with (self.folder / LEDGER).open("ab+") as raw:
            _lock(raw, self.folder)
            raw.truncate(_end_of_last_line(raw))
            with open(raw.fileno(), "a", encoding="utf-8", closefd=False) as ledger:
                yield ledger


def make_folder(folder: Path) -> None:
    """Make a folder, unless it is there already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise LabError("no-folder", folder=folder) from None


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None


def _whole_lines(path: Path) -> list[Played]:
    """The results in a ledger, without an incomplete last line."""
    if not path.exists():
        return []
    *lines, _torn = path.read_bytes().split(b"\n")
    return [json.loads(line) for line in lines]


def _end_of_last_line(raw: Any) -> int:
    raw.seek(0)
    return int(raw.read().rfind(b"\n")) + 1


def _lock(raw: Any, folder: Path) -> None:
    """Lock the ledger, or raise PlanError if another run has it: both would play the same deals."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(raw, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise PlanError("busy", folder=folder) from None
