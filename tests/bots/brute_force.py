"""Brute force: plain recursion over real tables, luck played out in full, each matrix solved in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

import okawari
from okawari.rules import roll
from okawari.rules.dealer import QUICK, REPLAYING
from okawari.rules.dishes import DESSERT
from okawari.rules.points import ROUNDS
from okawari.rules.table_kernels import new_dealer
from tests.referee import words as books


def brute_force_value(table: np.ndarray, setting: okawari.Setting, price: Fraction) -> Fraction:
    """What the game from here is worth to seat 0: points to come, and a price for desserts unless it ends."""
    if table["over"][0] or int(table["turn"][0]) == 1:
        return final_margin(table, setting, price)
    moves = [legal(table, setting, seat) for seat in range(2)]
    matrix = [[average_value(table, setting, price, (a, b)) for b in moves[1]] for a in moves[0]]
    return game_value(matrix)


def final_margin(table: np.ndarray, setting: okawari.Setting, price: Fraction) -> Fraction:
    """The margin at the end of the round, desserts included."""
    row = table[0]
    margin = Fraction(int(row["points"][0]) - int(row["points"][1]))
    if not row["over"]:
        margin += price * (dessert_cards(row, 0) - dessert_cards(row, 1))
    return -margin if setting.variant == "golf" else margin


def dessert_cards(row: np.void, seat: int) -> int:
    return sum(int(row["desserts"][seat]) >> 4 * kind & 15 for kind in range(DESSERT, 16))


def legal(table: np.ndarray, setting: okawari.Setting, seat: int) -> list[int]:
    out = np.empty(setting.kernels.moves_end, np.int16)
    return out[: setting.kernels.moves(table, seat, out)].tolist()


def average_value(
    table: np.ndarray,
    setting: okawari.Setting,
    price: Fraction,
    moves: tuple[int, int],
    luck: tuple[int, ...] = (),
) -> Fraction:
    """The value after a turn, on average over the dessert's luck; how much of it falls shows when it is asked for."""
    lucky = setting.dessert in ("yogurt", "mochi") and int(table["round_no"][0]) == ROUNDS
    after, dealer = table.copy(), new_dealer(REPLAYING if lucky else QUICK)
    dealer["luck"][0, : len(luck)] = luck
    problems = np.zeros(1, np.int16)
    setting.kernels.step_many(after, dealer, np.array([moves], np.int16), problems, 0, 1)
    assert not problems[0]
    if not lucky or int(dealer["luck_count"][0]) <= len(luck):
        return brute_force_value(after, setting, price)
    chances = next_luck(table, setting, luck)
    ways = [(n, chance) for n, chance in enumerate(chances) if chance]
    return sum((chance * average_value(table, setting, price, moves, (*luck, n)) for n, chance in ways), Fraction(0))


def next_luck(table: np.ndarray, setting: okawari.Setting, luck: Sequence[int]) -> list[Fraction]:
    """How likely each outcome is, after what fell in this turn."""
    if setting.dessert == "mochi":
        return [Fraction(1, 6)] * 6
    left = list(books.YOGURT_VALUES.values())
    for sort in range(len(left)):
        left[sort] -= sum(int(cards) >> 4 * (DESSERT + sort) & 15 for cards in table["desserts"][0, :2])
        left[sort] -= luck.count(sort)
    return [Fraction(n, sum(left)) for n in left]


def game_value(matrix: list[list[Fraction]]) -> Fraction:
    """The value of a matrix game: a linear program in fractions, Bland's rule, full tableau with slacks."""
    shift = 1 - min(map(min, matrix))
    n, m = len(matrix), len(matrix[0])
    rows = [
        [*(entry + shift for entry in row), *(Fraction(int(i == k)) for k in range(n)), Fraction(1)]
        for i, row in enumerate(matrix)
    ]
    goal = [Fraction(-1)] * m + [Fraction(0)] * (n + 1)
    basis = [m + i for i in range(n)]
    while (column := next((j for j in range(n + m) if goal[j] < 0), None)) is not None:
        _, _, row = min((rows[i][-1] / rows[i][column], basis[i], i) for i in range(n) if rows[i][column] > 0)
        pivot = rows[row][column]
        rows[row] = [entry / pivot for entry in rows[row]]
        for i in range(n):
            if i != row and rows[i][column]:
                rows[i] = [a - rows[i][column] * b for a, b in zip(rows[i], rows[row], strict=True)]
        goal = [a - goal[column] * b for a, b in zip(goal, rows[row], strict=True)]
        basis[row] = column
    return 1 / goal[-1] - shift


def after(table: np.ndarray, setting: okawari.Setting, move: int, side: int | None = None) -> np.ndarray:
    """The table after a move; a die that is rolled again shows a side."""
    table, dealer = table.copy(), new_dealer(QUICK if side is None else REPLAYING)
    if side is not None:
        dealer["luck"][0, 0] = side
    assert setting.kernels.choose(table, dealer, int(table["to_move"][0]), move) == 0
    return table


def dice_values(table: np.ndarray, setting: okawari.Setting) -> dict[int, Fraction]:
    """What each move is worth to seat 0, with everybody at their best after it and every re-roll played out."""
    values = {}
    for move in legal(table, setting, int(table["to_move"][0])):
        if roll.is_reroll(move):
            ways = [after(table, setting, move, side) for side in range(6)]
        else:
            ways = [after(table, setting, move)]
        values[move] = sum((best_of_dice(way, setting) for way in ways), Fraction(0)) / len(ways)
    return values


def best_of_dice(table: np.ndarray, setting: okawari.Setting) -> Fraction:
    row = table[0]
    if row["over"]:
        return Fraction(int(row["points"][0]) - int(row["points"][1]))
    values = dice_values(table, setting).values()
    return max(values) if int(row["to_move"]) == 0 else min(values)
