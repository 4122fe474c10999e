"""Solve a position: its value, optimal mixed strategies of both players, and the value of each move."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from okawari.bots.outlook import dessert_card_price
from okawari.bots.solver import dice
from okawari.bots.solver.matrix import CHOSEN_ROWS, ROWS, MatrixStack
from okawari.bots.solver.payoffs import fits_in_bits
from okawari.bots.solver.refusals import NotOpen, OutOfTime
from okawari.bots.solver.root import Root, cards_of, root_of
from okawari.bots.solver.search import MIXED, NODES, STOP, Workspace, new_workspace, value_of, write_move
from okawari.game import Position, View
from okawari.game.setting import Setting
from okawari.game.view import legal_moves
from okawari.rules.points import ROUNDS
from okawari.rules.traits import DRAWS_NOTHING
from okawari.texts import say

#: The transposition table has four times as many entries for each card in hand, up to this power of 2; 32 bytes each.
_MOST_BITS = 23
_THREADS = 2
#: Seconds between two checks whether a search must stop.
_POLL_SECONDS = 0.005


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
) -> Solution:
    """Solve the rest of the round for two players with open hands.

    `seat` says whose value is asked for: left out, the seat of the view, or seat 0. After `seconds`, or when `stop` is
    set, it gives up with `OutOfTime`. Sushi Roll is solved when each belt has at most one die left. What is neither
    that nor a drafting game for two with open hands is refused with `NotOpen`.

    >>> import okawari
    >>> solution = solve(okawari.Position.from_json({
    ...     "menu": "sushi-go-first", "seats": 2, "round": 3, "turn": 9,
    ...     "hands": ["squid tempura", "wasabi salmon"], "plates": ["wasabi", "tempura"],
    ... }))
    >>> solution.value, solution.strategies[0]
    (2.0, {'squid': 1.0})
    """
    if position.setting.table_kind == "roll":
        return _solve_dice(position, seat)
    _check(position)
    table = position.table() if isinstance(position, Position) else position.imagine()
    if table["over"][0]:
        raise NotOpen("solve-over")
    setting = position.setting
    fitted = dessert_card_price(setting, int(table["round_no"][0]))
    price = fitted if dessert_price is None else float(dessert_price)
    viewer = position.seat if isinstance(position, View) else None
    begun = time.perf_counter()
    root = root_of(table, price)
    moves = [legal_moves(setting, table, player) for player in range(2)]
    if not all(moves):
        raise NotOpen("solve-no-choice")
    workspace = _search(root, moves, seconds, stop or threading.Event())
    whose = seat if seat is not None else viewer or 0
    return _solution(setting, table, root, moves, workspace, whose, price, time.perf_counter() - begun)


def _solve_dice(position: Position | View, seat: int | None) -> Solution:
    """Solve the last die of a round of Sushi Roll; only the mover has moves."""
    begun = time.perf_counter()
    solved = dice.solve_last_die(position)
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


def _check(position: Position | View) -> None:
    """Raise NotOpen for a position that the solver does not support."""
    setting = position.setting
    if setting.table_kind != "draft":
        raise NotOpen("solve-not-drafting")
    if setting.seats != 2:
        raise NotOpen("solve-two-players", seats=setting.seats)
    if setting.variant_rules.draws != DRAWS_NOTHING:
        raise NotOpen("solve-cards-to-draw")
    if not fits_in_bits(setting.dessert_rules):
        raise NotOpen("solve-dessert", dessert=setting.dessert_rules.word)
    if isinstance(position, View) and any(position.unseen):
        raise NotOpen("solve-unseen", n=sum(position.unseen))


def _search(root: Root, moves: list[Any], seconds: float | None, stop: threading.Event) -> Workspace:
    """Search in one or two threads that share the transposition table; the first to finish stops the other.

    The second thread visits moves in the opposite order, so that both solve different states first.
    """
    end = time.perf_counter() + (math.inf if seconds is None else seconds)
    table = np.zeros((1 << min(_MOST_BITS, 4 + 2 * root.held), 4), np.uint64)
    threads = _THREADS if root.held > 6 else 1
    workspaces = [new_workspace(root.payoffs, table, backward=bool(n)) for n in range(threads)]
    finished: list[Workspace] = []
    done = threading.Event()

    def work(workspace: Workspace) -> None:
        _write_moves(workspace, root, moves)
        value_of(workspace, 0, *root.state, root.held)
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
    if not finished:
        raise OutOfTime("solve-cancelled") if stop.is_set() else OutOfTime("solve-time", seconds=f"{seconds:g}")
    return finished[0]


def _write_moves(workspace: Workspace, root: Root, moves: list[Any]) -> None:
    """Write the legal moves of both players into the root of a workspace."""
    hands, plates = (root.state.hand0, root.state.hand1), (root.state.plate0, root.state.plate1)
    for side in range(2):
        for n, move in enumerate(moves[side]):
            write_move(workspace, 0, side, n, hands[side], plates[side], *cards_of(move.number, hands[side]))
        workspace.matrices.sizes[0, ROWS + side] = len(moves[side])


def _solution(
    setting: Setting,
    table: np.ndarray,
    root: Root,
    moves: list[Any],
    workspace: Workspace,
    seat: int,
    price: float,
    seconds: float,
) -> Solution:
    """The solution for a seat from the workspace of a finished search."""
    matrices = workspace.matrices
    sign = 1 if seat == 0 else -1
    value = root.banked + float(matrices.values[0])
    points = [int(n) for n in table["points"][0, :2]]
    lead = (points[0] - points[1]) * setting.variant_rules.sign
    texts = [[move.text for move in own] for own in moves]
    mixes = [_mix(matrices, side, len(texts[side])) for side in range(2)]
    entries = matrices.entries[0, : len(texts[0]), : len(texts[1])]
    worths = root.banked + entries @ mixes[1], -root.banked - mixes[0] @ entries
    last = int(table["round_no"][0]) == ROUNDS
    return Solution(
        seat=seat,
        value=sign * value,
        margin=sign * (value + lead),
        strategies=(_played(texts[0], mixes[0]), _played(texts[1], mixes[1])),
        card_values=(_worth(texts[0], worths[0]), _worth(texts[1], worths[1])),
        exact=last,
        note_code=_note_code(setting, last),
        note_params={} if last else {"price": f"{price:.2g}", "dessert": setting.dessert or "pudding"},
        nodes=int(workspace.counters[NODES]),
        mixed=int(workspace.counters[MIXED]),
        seconds=seconds,
    )


def _mix(matrices: MatrixStack, side: int, n: int) -> np.ndarray:
    """The probabilities of a side's n moves in the optimal mixed strategy at the root."""
    mix = np.zeros(n)
    chosen = matrices.sizes[0, CHOSEN_ROWS + side]
    mix[matrices.chosen[0, side, :chosen]] = matrices.mixes[0, side, :chosen]
    return mix


def _played(texts: list[str], mix: np.ndarray) -> dict[str, float]:
    return {text: chance for text, chance in zip(texts, mix.tolist(), strict=True) if chance > 0}


def _worth(texts: list[str], worths: np.ndarray) -> dict[str, float]:
    return dict(zip(texts, worths.tolist(), strict=True))


def _note_code(setting: Setting, last: bool) -> str:
    """The key of the text that tells what the value stands for."""
    if last:
        return "game-luck" if setting.dessert_rules.has_luck else "game"
    return "round-squishy" if setting.dessert_rules.squishy else "round"
