"""Matrix games, solved by the double oracle method, which needs only some entries of a payoff matrix.

Rows are the moves of the first player, who maximises, columns those of the second, who minimises. A *restricted game*
has some chosen rows and columns. `advance` begins with one column, solves the restricted game by a saddle point or by
the simplex method, and adds the best responses of both sides until neither has a better one. It requests entries as it
needs them. The result is an equilibrium of the whole matrix.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from okawari.rules.kernel import array, kernel

#: The most moves of one player (ten different cards, chopsticks, any order), and the most turns of a search.
MOST = 100
DEPTHS = 11
#: Differences below this are rounding errors.
TINY = 1e-9
#: The columns of `MatrixStack.sizes`: all rows and columns, those chosen, and whether the restricted game is solved.
ROWS, COLUMNS, CHOSEN_ROWS, CHOSEN_COLUMNS, SOLVED = range(5)


class MatrixStack(NamedTuple):
    """A payoff matrix for each depth of a search, and one simplex tableau that they share."""

    #: By depth, row and column: the payoff, and whether it is known.
    entries: np.ndarray
    known: np.ndarray
    #: By depth and side (0: rows, 1: columns): what was chosen for the restricted game, and its mixed strategy.
    chosen: np.ndarray
    mixes: np.ndarray
    sizes: np.ndarray
    #: By depth: (row, column) of the entries that are requested.
    requested: np.ndarray
    #: By depth: the value of the restricted game.
    values: np.ndarray
    tableau: np.ndarray
    #: The variables of the tableau's rows and columns.
    labels: np.ndarray


#: The type of a stack.
MATRICES = (
    *(MatrixStack, array(np.float64, 3), array(np.bool_, 3), array(np.int64, 3), array(np.float64, 3)),
    *(array(np.int64, 2), array(np.int64, 3), array(np.float64), array(np.float64, 2), array(np.int64, 2)),
)


def new_matrices() -> MatrixStack:
    """Memory for all matrices of a search."""
    return MatrixStack(
        entries=np.zeros((DEPTHS, MOST, MOST)),
        known=np.zeros((DEPTHS, MOST, MOST), np.bool_),
        chosen=np.zeros((DEPTHS, 2, MOST), np.int64),
        mixes=np.zeros((DEPTHS, 2, MOST)),
        sizes=np.zeros((DEPTHS, 5), np.int64),
        requested=np.zeros((DEPTHS, MOST * MOST, 2), np.int64),
        values=np.zeros(DEPTHS),
        tableau=np.zeros((MOST + 1, MOST + 1)),
        labels=np.zeros((2, MOST), np.int64),
    )


@kernel
def first_largest(values, n):
    """The index of the largest of the first n values, the first one if several are equal."""
    best = 0
    for k in range(1, n):
        if values[k] > values[best]:
            best = k
    return best


@kernel
def begin(matrices, depth, rows, columns, first_column):
    """Begin a matrix with no entry known and one chosen column."""
    matrices.sizes[depth, ROWS] = rows
    matrices.sizes[depth, COLUMNS] = columns
    matrices.sizes[depth, CHOSEN_ROWS] = 0
    matrices.sizes[depth, CHOSEN_COLUMNS] = 1
    matrices.sizes[depth, SOLVED] = 0
    matrices.chosen[depth, 1, 0] = first_column
    for i in range(rows):
        for j in range(columns):
            matrices.known[depth, i, j] = False


@kernel
def request(matrices, depth, n, i, j):
    """Add an entry to the n that are requested, unless it is known; return their number."""
    if matrices.known[depth, i, j]:
        return n
    matrices.requested[depth, n, 0] = i
    matrices.requested[depth, n, 1] = j
    return n + 1


@kernel
def advance(matrices, depth):
    """Solve a matrix as far as its known entries allow; return the number of requested entries, 0 when it is solved."""
    sizes = matrices.sizes[depth]
    if sizes[CHOSEN_ROWS] == 0:
        n = 0
        for i in range(sizes[ROWS]):
            n = request(matrices, depth, n, i, matrices.chosen[depth, 1, 0])
        if n:
            return n
        choose_first_row(matrices, depth)
    while True:
        if not sizes[SOLVED]:
            n = request_chosen(matrices, depth)
            if n:
                return n
            solve_chosen(matrices, depth)
            sizes[SOLVED] = 1
        n = request_columns(matrices, depth)
        if n:
            return n
        if add_better_column(matrices, depth):
            continue
        n = request_rows(matrices, depth)
        if n:
            return n
        if not add_better_row(matrices, depth):
            return 0


@kernel
def choose_first_row(matrices, depth):
    """Choose the best row against the first chosen column."""
    column = matrices.chosen[depth, 1, 0]
    best = 0
    for i in range(1, matrices.sizes[depth, ROWS]):
        if matrices.entries[depth, i, column] > matrices.entries[depth, best, column]:
            best = i
    matrices.chosen[depth, 0, 0] = best
    matrices.sizes[depth, CHOSEN_ROWS] = 1


@kernel
def request_chosen(matrices, depth):
    """Request the unknown entries of the restricted game; return their number."""
    n = 0
    for a in range(matrices.sizes[depth, CHOSEN_ROWS]):
        for b in range(matrices.sizes[depth, CHOSEN_COLUMNS]):
            n = request(matrices, depth, n, matrices.chosen[depth, 0, a], matrices.chosen[depth, 1, b])
    return n


@kernel
def request_columns(matrices, depth):
    """Request all entries of the rows that the mixed strategy plays; return the number of unknown ones."""
    n = 0
    for a in range(matrices.sizes[depth, CHOSEN_ROWS]):
        if matrices.mixes[depth, 0, a] > 0.0:
            for j in range(matrices.sizes[depth, COLUMNS]):
                n = request(matrices, depth, n, matrices.chosen[depth, 0, a], j)
    return n


@kernel
def request_rows(matrices, depth):
    """Request all entries of the columns that the mixed strategy plays; return the number of unknown ones."""
    n = 0
    for b in range(matrices.sizes[depth, CHOSEN_COLUMNS]):
        if matrices.mixes[depth, 1, b] > 0.0:
            for i in range(matrices.sizes[depth, ROWS]):
                n = request(matrices, depth, n, i, matrices.chosen[depth, 1, b])
    return n


@kernel
def add_better_column(matrices, depth):
    """Choose the best response to the rows' mixed strategy if it is better than the value; whether one was added."""
    best, least = -1, matrices.values[depth] - TINY
    for j in range(matrices.sizes[depth, COLUMNS]):
        worth = 0.0
        for a in range(matrices.sizes[depth, CHOSEN_ROWS]):
            if matrices.mixes[depth, 0, a] > 0.0:
                worth += matrices.mixes[depth, 0, a] * matrices.entries[depth, matrices.chosen[depth, 0, a], j]
        if worth < least:
            best, least = j, worth
    return add(matrices, depth, 1, best)


@kernel
def add_better_row(matrices, depth):
    """Choose the best response to the columns' mixed strategy if it is better than the value; whether one was added."""
    best, most = -1, matrices.values[depth] + TINY
    for i in range(matrices.sizes[depth, ROWS]):
        worth = 0.0
        for b in range(matrices.sizes[depth, CHOSEN_COLUMNS]):
            if matrices.mixes[depth, 1, b] > 0.0:
                worth += matrices.mixes[depth, 1, b] * matrices.entries[depth, i, matrices.chosen[depth, 1, b]]
        if worth > most:
            best, most = i, worth
    return add(matrices, depth, 0, best)


@kernel
def add(matrices, depth, side, which):
    """Add a row (side 0) or column (side 1) to the restricted game; False for -1 or one that was chosen before."""
    n = matrices.sizes[depth, CHOSEN_ROWS + side]
    for a in range(n):
        if matrices.chosen[depth, side, a] == which:
            return False
    if which < 0:
        return False
    matrices.chosen[depth, side, n] = which
    matrices.sizes[depth, CHOSEN_ROWS + side] = n + 1
    matrices.sizes[depth, SOLVED] = 0
    return True


@kernel
def solve_chosen(matrices, depth):
    """Solve the restricted game: by a saddle point, or else by the simplex method."""
    if not find_saddle(matrices, depth):
        simplex(matrices, depth)


@kernel
def find_saddle(matrices, depth):
    """Solve the restricted game by a saddle point, a row and a column that are best responses; whether there is one."""
    entries, rows, columns = matrices.entries[depth], matrices.chosen[depth, 0], matrices.chosen[depth, 1]
    n, m = matrices.sizes[depth, CHOSEN_ROWS], matrices.sizes[depth, CHOSEN_COLUMNS]
    low, row = -np.inf, 0
    for a in range(n):
        least = np.inf
        for b in range(m):
            least = min(least, entries[rows[a], columns[b]])
        if least > low:
            low, row = least, a
    high, column = np.inf, 0
    for b in range(m):
        most = -np.inf
        for a in range(n):
            most = max(most, entries[rows[a], columns[b]])
        if most < high:
            high, column = most, b
    if high - low > TINY:
        return False
    matrices.mixes[depth, 0, :n] = 0.0
    matrices.mixes[depth, 1, :m] = 0.0
    matrices.mixes[depth, 0, row] = 1.0
    matrices.mixes[depth, 1, column] = 1.0
    matrices.values[depth] = entries[rows[row], columns[column]]
    return True


@kernel
def simplex(matrices, depth):
    """Solve the restricted game as a linear program by the simplex method with Bland's rule, which cannot cycle."""
    n, m = matrices.sizes[depth, CHOSEN_ROWS], matrices.sizes[depth, CHOSEN_COLUMNS]
    t = matrices.tableau
    shift = np.inf
    for a in range(n):
        for b in range(m):
            t[a, b] = matrices.entries[depth, matrices.chosen[depth, 0, a], matrices.chosen[depth, 1, b]]
            shift = min(shift, t[a, b])
    for a in range(n):
        for b in range(m):
            t[a, b] += 1.0 - shift
        t[a, m] = 1.0
        matrices.labels[0, a] = m + a
    for b in range(m):
        t[n, b] = -1.0
        matrices.labels[1, b] = b
    t[n, m] = 0.0
    column = entering(t, matrices.labels, n, m)
    while column >= 0:
        exchange(t, matrices.labels, n, m, leaving(t, matrices.labels, n, m, column), column)
        column = entering(t, matrices.labels, n, m)
    read_mixes(matrices, depth, 1.0 / t[n, m])
    matrices.values[depth] = 1.0 / t[n, m] - 1.0 + shift


@kernel
def entering(t, labels, n, m):
    """The entering column of the tableau (n rows, m columns), or -1 at the optimum."""
    best = -1
    for b in range(m):
        if t[n, b] < -1e-12 and (best < 0 or labels[1, b] < labels[1, best]):
            best = b
    return best


@kernel
def leaving(t, labels, n, m, column):
    """The leaving row for an entering column, by the ratio test."""
    best, least = 0, np.inf
    for a in range(n):
        if t[a, column] > 1e-11:
            ratio = t[a, m] / t[a, column]
            if ratio < least - 1e-13 or (ratio < least + 1e-13 and labels[0, a] < labels[0, best]):
                best, least = a, ratio
    return best


@kernel
def exchange(t, labels, n, m, row, column):
    """Pivot the tableau on a row and a column."""
    pivot = t[row, column]
    for a in range(n + 1):
        if a != row:
            factor = t[a, column] / pivot
            for b in range(m + 1):
                if b != column:
                    t[a, b] -= factor * t[row, b]
            t[a, column] = -factor
    for b in range(m + 1):
        t[row, b] /= pivot
    t[row, column] = 1.0 / pivot
    labels[0, row], labels[1, column] = labels[1, column], labels[0, row]


@kernel
def read_mixes(matrices, depth, scale):
    """Write the mixed strategies of both sides from the final tableau."""
    n, m = matrices.sizes[depth, CHOSEN_ROWS], matrices.sizes[depth, CHOSEN_COLUMNS]
    matrices.mixes[depth, 0, :n] = 0.0
    matrices.mixes[depth, 1, :m] = 0.0
    for a in range(n):
        if matrices.labels[0, a] < m and matrices.tableau[a, m] > 1e-12:
            matrices.mixes[depth, 1, matrices.labels[0, a]] = matrices.tableau[a, m] * scale
    for b in range(m):
        if matrices.labels[1, b] >= m and matrices.tableau[n, b] > 1e-12:
            matrices.mixes[depth, 0, matrices.labels[1, b] - m] = matrices.tableau[n, b] * scale
