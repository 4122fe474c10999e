"""Solve a position: its value, optimal mixed strategies of both players, and the value of each move."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np

from okawari.bots.outlook import dessert_card_price
from okawari.bots.solver import dice
from okawari.bots.solver import root as roots
from okawari.bots.solver.matrix import COLUMNS, ROWS
from okawari.bots.solver.refusals import NotOpen, OutOfMemory, OutOfStates, OutOfTime
from okawari.bots.solver.root import Root, new_root, read_root, refusal_of_root, write_root, write_root_moves
from okawari.bots.solver.search import (
    ENTRY_BYTES,
    LIMIT,
    MIXED,
    NODES,
    STOP,
    Workspace,
    bytes_of,
    new_workspace,
    value_of,
)
from okawari.game import Position, View
from okawari.game.notation import notation_for
from okawari.game.setting import Setting
from okawari.rules.points import ROUNDS
from okawari.texts import say

#: The transposition table has four times as many entries for each card in hand, up to this power of 2; and at least
#: this power of 2 with a memory limit, if it is not smaller anyway.
_MOST_BITS, _LEAST_BITS = 23, 12
#: Threads of a search, and the most cards in hand that one thread solves alone.
_THREADS, _ALONE = 2, 6
#: Seconds between two checks whether a search must stop.
_POLL_SECONDS = 0.005

#: The codes of refusals.
_REFUSALS = {
    roots.NOT_TWO: "solve-two-players",
    roots.CARDS_TO_DRAW: "solve-cards-to-draw",
    roots.UNFIT_DESSERT: "solve-dessert",
    roots.OVER: "solve-over",
    roots.NO_CHOICE: "solve-no-choice",
}


@dataclass(frozen=True)
class Solution:
    """A solved position.

    `value` is the expected margin of this round for `seat`: its points less the other's, with what lies on the plates
    already, plus the dessert: at its price, and in the last round for what it brings. Where the lowest total
    wins, the margin is turned around: more is better there, too.
    """

    seat: int
    value: float
    #: The value with the points of both so far: in round 3 the expected margin of the whole game.
    margin: float
    #: For each seat: how likely each move is in an optimal mixed strategy; moves that are not played are left out.
    strategies: tuple[dict[str, float], dict[str, float]]
    #: For each seat: what each of its moves is worth to it against the other's strategy.
    card_values: tuple[dict[str, float], dict[str, float]]
    exact: bool
    #: What the value stands for: the key and the parameters of its text.
    note_code: str
    note_params: dict[str, str]
    nodes: int
    mixed: int
    seconds: float

    @property
    def note(self) -> str:
        """What the value stands for, in a sentence."""
        words = dict(self.note_params)
        if dessert := words.get("dessert"):
            words["dessert"] = say("en", f"dessert.{dessert}.name")
        return say("en", f"solve.note.{self.note_code}", **words)

    def to_json(self) -> dict[str, Any]:
        """The solution as JSON data."""
        data = asdict(self)
        del data["note_code"], data["note_params"]
        return {"okawari": "solution", "format": 1} | data | {"note": self.note}


def solve(
    position: Position | View,
    dessert_price: float | None = None,
    seconds: float | None = None,
    seat: int | None = None,
    stop: threading.Event | None = None,
    memory: int | None = None,
    states: int | None = None,
) -> Solution:
    """Solve the rest of the round for two players with open hands.

    `seat` says whose value is asked for: left out, the seat of the view, or seat 0. After `seconds`, or when `stop` is
    set, it gives up with `OutOfTime`. With `states`, one thread visits at most so many, and then gives up with
    `OutOfStates`. With `memory`, a number of bytes, it takes no more than that, and longer where it
    would like more; `OutOfMemory` if that is too little. Sushi Roll is solved when each belt has at most one die left.
    What is neither that nor a drafting game for two with open hands is refused with `NotOpen`.

    >>> import okawari
    >>> solution = solve(okawari.Position.from_json({
    ...     "menu": "sushi-go-first", "seats": 2, "round": 3, "turn": 9,
    ...     "hands": ["squid tempura", "wasabi salmon"], "plates": ["wasabi", "tempura"],
    ... }))
    >>> solution.value, solution.strategies[0]
    (2.0, {'squid': 1.0})
    """
    if position.setting.table_kind == "roll":
        return _solve_dice(position, seat, memory)
    begun = time.perf_counter()
    table = _open_table(position)
    setting = position.setting
    fitted = dessert_card_price(setting, int(table["round_no"][0]))
    price = fitted if dessert_price is None else float(dessert_price)
    viewer = position.seat if isinstance(position, View) else None
    root = new_root()
    threads, bits = _share(int(table["held"][0]), memory, bytes_of(root))
    threads = threads if states is None else 1
    banked = float(write_root(table, root.work, root.dealer, price, root.payoffs, root.state))
    workspaces = _new_workspaces(root, table, threads, bits)
    workspaces[0].counters[LIMIT] = states or 0
    workspace = _search(root, workspaces, seconds, stop or threading.Event())
    whose = seat if seat is not None else viewer or 0
    return _solution(setting, table, root, banked, workspace, whose, price, time.perf_counter() - begun)


def _solve_dice(position: Position | View, seat: int | None, memory: int | None) -> Solution:
    """Solve the last die of a round of Sushi Roll; only the mover has moves."""
    begun = time.perf_counter()
    solved = dice.solve_last_die(position, memory=memory)
    viewer = position.seat if isinstance(position, View) else None
    whose = seat if seat is not None else viewer or 0
    sign = 1 if whose == solved.mover else -1
    margin = sign * solved.values[solved.best]
    return Solution(
        seat=whose,
        value=margin - sign * solved.lead,
        margin=margin,
        strategies=_for_seat(solved.mover, {solved.best: 1.0}),
        card_values=_for_seat(solved.mover, {move: value - solved.lead for move, value in solved.values.items()}),
        exact=solved.last_round,
        note_code="game-dice" if solved.last_round else "round-dice",
        note_params={},
        nodes=solved.states,
        mixed=0,
        seconds=time.perf_counter() - begun,
    )


def _for_seat(seat: int, moves: dict[str, float]) -> tuple[dict[str, float], dict[str, float]]:
    """A pair by seat, empty for the other seat."""
    return (moves, {}) if seat == 0 else ({}, moves)


def _open_table(position: Position | View) -> np.ndarray:
    """The table of a position; NotOpen if the solver does not support it."""
    setting = position.setting
    if setting.table_kind != "draft":
        raise NotOpen("solve-not-drafting")
    table = position.table() if isinstance(position, Position) else position.imagine()
    refusal = int(refusal_of_root(table))
    if refusal == roots.NOT_TWO:
        raise NotOpen(_REFUSALS[refusal], seats=setting.seats)
    if refusal == roots.UNFIT_DESSERT:
        raise NotOpen(_REFUSALS[refusal], dessert=setting.dessert_rules.word)
    if refusal != roots.OPEN:
        raise NotOpen(_REFUSALS[refusal])
    if isinstance(position, View) and any(position.unseen):
        raise NotOpen("solve-unseen", n=sum(position.unseen))
    return table


def _share(held: int, memory: int | None, taken: int) -> tuple[int, int]:
    """(number of threads, power of 2 of the transposition table) for a number of cards in hand.

    `taken` bytes of the memory limit are needed for other things. A larger table is worth more than a second thread.
    """
    threads, bits = _THREADS if held > _ALONE else 1, min(_MOST_BITS, 4 + 2 * held)
    if memory is None:
        return threads, bits
    left = [memory - taken - several * _workspace_bytes() for several in range(1, threads + 1)]
    fitting = [min(bits, max(0, part // ENTRY_BYTES).bit_length() - 1) for part in left]
    least = min(_LEAST_BITS, bits)
    if fitting[0] < least:
        raise OutOfMemory(taken + _workspace_bytes() + (ENTRY_BYTES << least), memory)
    return fitting.count(fitting[0]), fitting[0]


@cache
def _workspace_bytes() -> int:
    """The size of a workspace without payoffs and transposition table, which all workspaces share."""
    nothing = np.zeros(0)
    return bytes_of(new_workspace(nothing, nothing, backward=False))


def _new_workspaces(root: Root, table: np.ndarray, threads: int, bits: int) -> list[Workspace]:
    """A workspace for each thread, with the moves of the root."""
    entries = np.zeros((1 << bits, ENTRY_BYTES // 8), np.uint64)
    workspaces = [new_workspace(root.payoffs, entries, backward=bool(n)) for n in range(threads)]
    for workspace in workspaces:
        write_root_moves(workspace, table, root.state, root.numbers)
    return workspaces


def _search(root: Root, workspaces: list[Workspace], seconds: float | None, stop: threading.Event) -> Workspace:
    """Search in one or two threads that share the transposition table; the first to finish stops the other.

    The second thread visits moves in the opposite order, so that both solve different states first.
    """
    end = time.perf_counter() + (math.inf if seconds is None else seconds)
    finished: list[Workspace] = []
    done = threading.Event()

    def work(workspace: Workspace) -> None:
        value_of(workspace, 0, *root.state.tolist())
        if not workspace.counters[STOP]:
            finished.append(workspace)
        done.set()

    workers = [threading.Thread(target=work, args=(workspace,), daemon=True) for workspace in workspaces]
    try:
        for worker in workers:
            worker.start()
        while not (stop.is_set() or time.perf_counter() >= end or done.wait(_POLL_SECONDS)):
            pass
    finally:
        for workspace in workspaces:
            workspace.counters[STOP] = 1
        for worker in workers:
            worker.join()
    if finished:
        return finished[0]
    if stop.is_set():
        raise OutOfTime("solve-cancelled")
    if done.is_set() and workspaces[0].counters[LIMIT] == workspaces[0].counters[NODES]:
        raise OutOfStates("solve-states", states=int(workspaces[0].counters[LIMIT]))
    raise OutOfTime("solve-time", seconds=f"{seconds:g}")


def _solution(
    setting: Setting,
    table: np.ndarray,
    root: Root,
    banked: float,
    workspace: Workspace,
    seat: int,
    price: float,
    seconds: float,
) -> Solution:
    """The solution for a seat from the workspace of a finished search."""
    sign = 1 if seat == 0 else -1
    value = float(read_root(workspace, banked, root.mixes, root.worths))
    points = [int(n) for n in table["points"][0, :2]]
    lead = (points[0] - points[1]) * setting.variant_rules.sign
    notation = notation_for(setting)
    texts = [
        [notation.move(number).text for number in root.numbers[side, :n].tolist()]
        for side, n in enumerate(workspace.matrices.sizes[0, [ROWS, COLUMNS]].tolist())
    ]
    last = int(table["round_no"][0]) == ROUNDS
    return Solution(
        seat=seat,
        value=sign * value,
        margin=sign * (value + lead),
        strategies=(_played(texts[0], root.mixes[0]), _played(texts[1], root.mixes[1])),
        card_values=(_by_text(texts[0], root.worths[0]), _by_text(texts[1], root.worths[1])),
        exact=last,
        note_code=_note_code(setting, last),
        note_params={} if last else {"price": f"{price:.2g}", "dessert": setting.dessert or "pudding"},
        nodes=int(workspace.counters[NODES]),
        mixed=int(workspace.counters[MIXED]),
        seconds=seconds,
    )


def _by_text(texts: list[str], numbers: np.ndarray) -> dict[str, float]:
    """The numbers of moves by the moves' texts."""
    return dict(zip(texts, numbers.tolist(), strict=False))


def _played(texts: list[str], mix: np.ndarray) -> dict[str, float]:
    """The moves that a mixed strategy plays, and how likely each is."""
    return {text: chance for text, chance in _by_text(texts, mix).items() if chance > 0}


def _note_code(setting: Setting, last: bool) -> str:
    """The key of the text that tells what the value stands for."""
    if last:
        return "game-luck" if setting.dessert_rules.has_luck else "game"
    return "round-squishy" if setting.dessert_rules.squishy else "round"
