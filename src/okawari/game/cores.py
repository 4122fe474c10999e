"""Work on many tables, shared among the cores of this machine: kernels run without the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

import numpy as np

#: With fewer tables than this, sharing the work among cores costs more than it saves.
_FEW = 4096
#: Parts of the work for each core: a core that others use, too, takes fewer of them.
_PARTS = 4


def parts(n: int, cores: int | None = None) -> list[tuple[int, int]]:
    """Ranges that cover 0 to n: one, or several for each core if n is large. Without `cores`, all cores are used."""
    cores = cores or os.cpu_count() or 1
    if n < _FEW or cores == 1:
        return [(0, n)]
    return list(pairwise(np.linspace(0, n, _PARTS * cores + 1, dtype=int).tolist()))


def share(ranges: list[tuple[int, int]], work: Callable[[int, int], object], cores: int | None = None) -> list[object]:
    """Call work(start, end) for each of the ranges that `parts` gave; returns what the calls give."""
    if len(ranges) == 1:
        return [work(*ranges[0])]
    calls = [_workers(cores or os.cpu_count() or 1).submit(work, start, end) for start, end in ranges]
    return [call.result() for call in calls]


@cache
def _workers(cores: int) -> ThreadPoolExecutor:
    """The threads that share the work."""
    return ThreadPoolExecutor(cores, thread_name_prefix="okawari")
