"""What processes of this machine have used: processor time and memory, as the kernel counts them."""

from __future__ import annotations

import contextlib
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

#: Seconds of processor time in a tick of the kernel's accounts.
TICK = 1 / os.sysconf("SC_CLK_TCK")
#: Where the parent, and the times of a process and of its children that have ended stand behind the name.
_PARENT, _TIMES = 1, slice(11, 15)


def cpu_seconds(pid: int) -> float:
    """Seconds of processor time that a process has used with all that it has started, also those that have ended."""
    return sum(sum(map(int, stat[_TIMES])) for each in family(pid) if (stat := _stat(each))) * TICK


def memory(pid: int) -> float:
    """Memory in kB of a process and all that it has started; what several share counts once."""
    return sum(_proportional(each) for each in family(pid))


def family(pid: int) -> list[int]:
    """A process and all that it has started and that have not ended."""
    children: dict[int, list[int]] = defaultdict(list)
    for each in _all():
        if stat := _stat(each):
            children[int(stat[_PARENT])].append(each)
    found = [pid]
    for each in found:
        found += children[each]
    return found


def _all() -> Iterator[int]:
    return (int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit())


def _stat(pid: int) -> list[str]:
    """The fields of a process after its name; none if it has ended."""
    return _read(pid, "stat").rpartition(")")[2].split()


def _proportional(pid: int) -> float:
    found = _read(pid, "smaps_rollup").partition("\nPss:")[2].split()
    return float(found[0]) if found else 0.0


def _read(pid: int, name: str) -> str:
    """What the kernel says of a process; nothing if it has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/{name}").read_text(encoding="ascii", errors="replace")
    return ""
