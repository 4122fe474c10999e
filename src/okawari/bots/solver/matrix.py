"""Matrix games: the simplex method on a small table, and which entries of a large one are worth knowing.

Only a few rows and columns of a matrix matter. `plan` begins with one column, adds the best answers of both sides to
what it has until nobody has a better one, and asks for entries as it needs them (the double oracle method). The result
is an equilibrium of the whole matrix.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from okawari.rules.kernel import kernels_of

kernel = kernels_of(Path(__file__).parent)

#: The most moves of one player (ten different cards, chopsticks, any order), and the most turns to come.
MOST = 100
DEPTHS = 11
#: Differences below this are errors of rounding.
TINY = 1e-9


class Desk(NamedTuple):
    """Room to calculate in: one matrix for each turn ahead, and one tableau."""

    entries: np.ndarray
    known: np.ndarray
    #: For rows and columns: what is in the restricted game, in order, and how likely it is played.
    chosen: np.ndarray
    mixes: np.ndarray
    #: For each depth: rows, columns, rows chosen, columns chosen, whether the mixes are of the chosen ones.
    sizes: np.ndarray
    wanted: np.ndarray
    values: np.ndarray
    tableau: np.ndarray
    labels: np.ndarray


def new_desk() -> Desk:
    """An empty desk."""
    return Desk(
        entries=np.zeros((DEPTHS, MOST, MOST)),
        known=np.zeros((DEPTHS, MOST, MOST), np.bool_),
        chosen=np.zeros((DEPTHS, 2, MOST), np.int64),
        mixes=np.zeros((DEPTHS, 2, MOST)),
        sizes=np.zeros((DEPTHS, 5), np.int64),
        wanted=np.zeros((DEPTHS, MOST * MOST, 2), np.int64),
        values=np.zeros(DEPTHS),
        tableau=np.zeros((MOST + 1, MOST + 1)),
        labels=np.zeros((2, MOST), np.int64),
    )


@kernel
def begin(desk, depth, rows, columns, first_column):
    """Start a matrix with one column."""
    desk.sizes[depth, 0] = rows
    desk.sizes[depth, 1] = columns
    desk.sizes[depth, 2] = 0
    desk.sizes[depth, 3] = 1
    desk.sizes[depth, 4] = 0
    desk.chosen[depth, 1, 0] = first_column
    for i in range(rows):
        for j in range(columns):
            desk.known[depth, i, j] = False


@kernel
def want(desk, depth, n, i, j):
    """Ask for an entry unless it is known; how many are asked for now."""
    if desk.known[depth, i, j]:
        return n
    desk.wanted[depth, n, 0] = i
    desk.wanted[depth, n, 1] = j
    return n + 1


@kernel
def plan(desk, depth):
    """Go on as far as the known entries allow; how many more are wanted, 0 when the matrix is solved."""
    sizes = desk.sizes[depth]
    if sizes[2] == 0:
        n = 0
        for i in range(sizes[0]):
            n = want(desk, depth, n, i, desk.chosen[depth, 1, 0])
        if n:
            return n
        choose_first_row(desk, depth)
    while True:
        if not sizes[4]:
            n = want_chosen(desk, depth)
            if n:
                return n
            solve_chosen(desk, depth)
            sizes[4] = 1
        n = want_columns(desk, depth)
        if n:
            return n
        if add_better_column(desk, depth):
            continue
        n = want_rows(desk, depth)
        if n:
            return n
        if not add_better_row(desk, depth):
            return 0


@kernel
def choose_first_row(desk, depth):
    """The best row against the first column."""
    column = desk.chosen[depth, 1, 0]
    best = 0
    for i in range(1, desk.sizes[depth, 0]):
        if desk.entries[depth, i, column] > desk.entries[depth, best, column]:
            best = i
    desk.chosen[depth, 0, 0] = best
    desk.sizes[depth, 2] = 1


@kernel
def want_chosen(desk, depth):
    """Ask for what the restricted game lacks."""
    n = 0
    for a in range(desk.sizes[depth, 2]):
        for b in range(desk.sizes[depth, 3]):
            n = want(desk, depth, n, desk.chosen[depth, 0, a], desk.chosen[depth, 1, b])
    return n


@kernel
def want_columns(desk, depth):
    """Ask for all columns in the rows that are played."""
    n = 0
    for a in range(desk.sizes[depth, 2]):
        if desk.mixes[depth, 0, a] > 0.0:
            for j in range(desk.sizes[depth, 1]):
                n = want(desk, depth, n, desk.chosen[depth, 0, a], j)
    return n


@kernel
def want_rows(desk, depth):
    """Ask for all rows in the columns that are played."""
    n = 0
    for b in range(desk.sizes[depth, 3]):
        if desk.mixes[depth, 1, b] > 0.0:
            for i in range(desk.sizes[depth, 0]):
                n = want(desk, depth, n, i, desk.chosen[depth, 1, b])
    return n


@kernel
def add_better_column(desk, depth):
    """Choose the best column against the rows' mix, if it is better than what the columns have."""
    best, least = -1, desk.values[depth] - TINY
    for j in range(desk.sizes[depth, 1]):
        worth = 0.0
        for a in range(desk.sizes[depth, 2]):
            if desk.mixes[depth, 0, a] > 0.0:
                worth += desk.mixes[depth, 0, a] * desk.entries[depth, desk.chosen[depth, 0, a], j]
        if worth < least:
            best, least = j, worth
    return add(desk, depth, 1, best)


@kernel
def add_better_row(desk, depth):
    """Choose the best row against the columns' mix, if it is better than what the rows have."""
    best, most = -1, desk.values[depth] + TINY
    for i in range(desk.sizes[depth, 0]):
        worth = 0.0
        for b in range(desk.sizes[depth, 3]):
            if desk.mixes[depth, 1, b] > 0.0:
                worth += desk.mixes[depth, 1, b] * desk.entries[depth, i, desk.chosen[depth, 1, b]]
        if worth > most:
            best, most = i, worth
    return add(desk, depth, 0, best)


@kernel
def add(desk, depth, side, which):
    """Add a row or column to the restricted game; whether there was one to add."""
    n = desk.sizes[depth, 2 + side]
    for a in range(n):
        if desk.chosen[depth, side, a] == which:
            return False
    if which < 0:
        return False
    desk.chosen[depth, side, n] = which
    desk.sizes[depth, 2 + side] = n + 1
    desk.sizes[depth, 4] = 0
    return True


@kernel
def solve_chosen(desk, depth):
    """Solve the restricted game: by a saddle, or else by the simplex method."""
    if not find_saddle(desk, depth):
        simplex(desk, depth)


@kernel
def find_saddle(desk, depth):
    """Look for a row and a column that are the best answers to each other."""
    entries, rows, columns = desk.entries[depth], desk.chosen[depth, 0], desk.chosen[depth, 1]
    n, m = desk.sizes[depth, 2], desk.sizes[depth, 3]
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
    desk.mixes[depth, 0, :n] = 0.0
    desk.mixes[depth, 1, :m] = 0.0
    desk.mixes[depth, 0, row] = 1.0
    desk.mixes[depth, 1, column] = 1.0
    desk.values[depth] = entries[rows[row], columns[column]]
    return True


@kernel
def simplex(desk, depth):
    """Solve the restricted game as a linear program, with Bland's rule, which never goes in circles."""
    n, m = desk.sizes[depth, 2], desk.sizes[depth, 3]
    t = desk.tableau
    shift = np.inf
    for a in range(n):
        for b in range(m):
            t[a, b] = desk.entries[depth, desk.chosen[depth, 0, a], desk.chosen[depth, 1, b]]
            shift = min(shift, t[a, b])
    for a in range(n):
        for b in range(m):
            t[a, b] += 1.0 - shift
        t[a, m] = 1.0
        desk.labels[0, a] = m + a
    for b in range(m):
        t[n, b] = -1.0
        desk.labels[1, b] = b
    t[n, m] = 0.0
    column = entering(t, desk.labels, n, m)
    while column >= 0:
        exchange(t, desk.labels, n, m, leaving(t, desk.labels, n, m, column), column)
        column = entering(t, desk.labels, n, m)
    read_mixes(desk, depth, 1.0 / t[n, m])
    desk.values[depth] = 1.0 / t[n, m] - 1.0 + shift


@kernel
def entering(t, labels, n, m):
    """The column to bring in, or -1 at the optimum."""
    best = -1
    for b in range(m):
        if t[n, b] < -1e-12 and (best < 0 or labels[1, b] < labels[1, best]):
            best = b
    return best


@kernel
def leaving(t, labels, n, m, column):
    """The row that limits the column most."""
    best, least = 0, np.inf
    for a in range(n):
        if t[a, column] > 1e-11:
            ratio = t[a, m] / t[a, column]
            if ratio < least - 1e-13 or (ratio < least + 1e-13 and labels[0, a] < labels[0, best]):
                best, least = a, ratio
    return best


@kernel
def exchange(t, labels, n, m, row, column):
    """A pivot step."""
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
def read_mixes(desk, depth, scale):
    """The mixes of both sides from the last tableau."""
    n, m = desk.sizes[depth, 2], desk.sizes[depth, 3]
    desk.mixes[depth, 0, :n] = 0.0
    desk.mixes[depth, 1, :m] = 0.0
    for a in range(n):
        if desk.labels[0, a] < m and desk.tableau[a, m] > 1e-12:
            desk.mixes[depth, 1, desk.labels[0, a]] = desk.tableau[a, m] * scale
    for b in range(m):
        if desk.labels[1, b] >= m and desk.tableau[n, b] > 1e-12:
            desk.mixes[depth, 0, desk.labels[1, b] - m] = desk.tableau[n, b] * scale
