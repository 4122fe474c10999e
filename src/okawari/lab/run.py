"""A run of a tournament in a folder: the plan, and a ledger with a line for each deal that was played.

Lines reach the disk before they count, and a deal counts once, whoever brought it. So a run can be stopped at any time,
and goes on where it was.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from okawari.lab.crew import Crew, play_all
from okawari.lab.plan import LabError, Plan, PlanError
from okawari.lab.table import Played

PLAN, LEDGER = "tournament.json", "deals.jsonl"


class Run:
    """A tournament's folder."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self.folder = plan, folder
        self._check_plan()
        self.played: dict[int, Played] = {deal["deal"]: deal for deal in reversed(_whole_lines(folder / LEDGER))}

    def _check_plan(self) -> None:
        """Begin the folder, or find it begun with the same plan."""
        make_folder(self.folder)
        path = self.folder / PLAN
        if not path.exists():
            path.write_text(json.dumps(self.plan.to_json(), indent=1) + "\n", encoding="utf-8")
        elif _json(path) != self.plan.to_json():
            raise PlanError("other-tournament", folder=self.folder)

    def missing(self, deals: int) -> list[int]:
        """The deals that are still to be played."""
        return [number for number in range(deals) if number not in self.played]

    def within(self, deals: int) -> list[Played]:
        """The deals that were played, in order."""
        return [self.played[number] for number in range(deals) if number in self.played]

    def play(self, crew: Crew, deals: int) -> Iterator[int]:
        """Play what is missing; how many deals came in, each time some did."""
        with self._ledger() as ledger:
            for brought in play_all(crew, self.missing(deals)):
                yield self._write(ledger, brought)

    def _write(self, ledger: Any, brought: Iterable[Played]) -> int:
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
        """The ledger, open for more lines and for nobody else."""
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
    """The deals of a ledger; a line that a power cut has torn does not count."""
    if not path.exists():
        return []
    *lines, _torn = path.read_bytes().split(b"\n")
    return [json.loads(line) for line in lines]


def _end_of_last_line(raw: Any) -> int:
    raw.seek(0)
    return int(raw.read().rfind(b"\n")) + 1


def _lock(raw: Any, folder: Path) -> None:
    """Two runs at once would play everything twice."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(raw, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise PlanError("busy", folder=folder) from None
