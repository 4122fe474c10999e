"""The guided search: a tree search of a round of drafting in which a network proposes and values moves."""

from __future__ import annotations

from functools import cache

import numpy as np

from okawari.bots import guided_kernels
from okawari.bots.clock import Clock
from okawari.bots.network import Player, fitting, player_for, shipped_networks
from okawari.bots.network_file import NetworkError, NetworkFile
from okawari.bots.tree_kernels import ENTRIES, NODES, PASSES
from okawari.game import Move, Setting, View

#: Sampled tables of one search; the passes use them in turn.
SAMPLES = 64
#: Passes between two checks of the clock: a millisecond or two.
CHUNK = 16
#: The most passes a second that are expected of a search with a time limit; its tree is sized for that.
MOST_PASSES_A_SECOND = 60_000
#: Size of a tree: entries of moves and nodes for each pass and seat, of which hardly half are used; and the most passes
#: of a search, which bounds its memory.
MOVES_A_PASS, NODES_A_PASS, MOST_PASSES = 16, 2, 100_000
#: Factor of the exploration bonus.
EXPLORATION = 0.3


def network_for(setting: Setting) -> NetworkFile | None:
    """The network that guides a search; None if no network fits, or the game cannot be searched with one.

    One that was trained for two knows nothing of play among more.
    """
    if setting.table_kind != "draft" or setting.variant_rules.extra_plate:
        return None
    try:
        network = fitting(setting, tuple(shipped_networks().values()))
    except NetworkError:
        return None
    return None if network.settings[-1].seats == 2 < setting.seats else network


@cache
def guide_for(setting: Setting) -> Player | None:
    """The network that guides a search, as kernels take it; None if there is none."""
    network = network_for(setting)
    return player_for(setting, [network]) if network else None


def search_guided(
    view: View, guide: Player, roots: np.ndarray, dealer: np.ndarray, clock: Clock, passes: int | None
) -> tuple[dict[Move, tuple[int, float]], int]:
    """Search a view for a number of passes or the time of a clock: for each move (visits, value), and passes left.

    `roots` are sampled tables that agree with the view.
    """
    seats, seat = view.setting.seats, view.seat
    assert seat is not None
    left = min(MOST_PASSES, passes or int((clock.left or 0) * MOST_PASSES_A_SECOND) + CHUNK)
    tree = guided_kernels.new_guided_tree(_size(left * seats * MOVES_A_PASS), _size(left * seats * NODES_A_PASS))
    work = np.zeros(1, view.setting.kernels.table)
    while left > 0 and not _is_full(tree) and not (clock.up and tree.counters[PASSES]):
        guided_kernels.grow_guided(roots, work, dealer, tree, min(CHUNK, left), EXPLORATION, *guide)
        left -= CHUNK
    numbers = np.array([move.number for move in view.moves], np.int64)
    visits, values = np.empty(len(numbers), np.int64), np.empty(len(numbers))
    guided_kernels.read_guided(roots, tree, seat, numbers, visits, values)
    return dict(zip(view.moves, zip(visits.tolist(), values.tolist(), strict=True), strict=True)), left


def _is_full(tree: guided_kernels.GuidedTree) -> bool:
    """Whether a table of a tree is half full."""
    counters = tree.counters
    return bool(2 * counters[ENTRIES] > len(tree.keys) or 2 * counters[NODES] > len(tree.positions))


def _size(n: int) -> int:
    """The least power of two that is at least n and at least 4096."""
    return 1 << max(12, (n - 1).bit_length())
