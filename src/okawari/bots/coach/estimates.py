"""Kernels that estimate from trials: means with their errors, orders, and differences between moves.

Samples have a row for each table and a column for each move. An error is half the width of a 95 % interval; an estimate
is written as two numbers, the value and its error.
"""

from __future__ import annotations

import math

import numpy as np

from okawari.rules.kernel import array, entry_point, kernel
from okawari.rules.plates import NOBODY
from okawari.rules.tables import TOTAL_SIGN

#: Half the width of a 95 % interval, in standard errors.
SIGMAS = 1.96

_SAMPLES, _ESTIMATE, _COLUMNS = array(np.float64, 2), array(np.float64), array(np.int64)


@kernel
def error_of(squares, n):
    """The error of the mean of n samples, given the sum of their squared deviations from it."""
    return SIGMAS * math.sqrt(squares / (n - 1)) / math.sqrt(n)


@kernel
def estimate_series(samples):
    """The mean of samples, and its error."""
    total = 0.0
    for sample in samples:
        total += sample
    mean = total / samples.size
    squares = 0.0
    for sample in samples:
        squares += (sample - mean) * (sample - mean)
    return mean, error_of(squares, samples.size)


@entry_point(array(np.int16, 3), array(np.int8, 2), int, int, int, _SAMPLES, _SAMPLES)
def read_results(points, winners, seat, seats, variant, margins, wins):
    """Fill a seat's margins and shares of the win, given the final points of all plates and bit sets of winners.

    A margin is the seat's total less that of the best other seat, negated where the lowest total wins.
    """
    for i in range(points.shape[0]):
        for k in range(points.shape[1]):
            best = NOBODY
            shares = 0
            for other in range(seats):
                shares += winners[i, k] >> other & 1
                if other != seat and (best == NOBODY or is_better(variant, points[i, k, other], points[i, k, best])):
                    best = other
            margins[i, k] = TOTAL_SIGN[variant] * (np.int64(points[i, k, seat]) - points[i, k, best])
            wins[i, k] = (winners[i, k] >> seat & 1) / shares


@kernel
def is_better(variant, total, other):
    """Whether a total is better than another."""
    return TOTAL_SIGN[variant] * np.int64(total) > TOTAL_SIGN[variant] * np.int64(other)


@entry_point(_SAMPLES, array(np.float64, 2))
def estimate_moves(samples, out):
    """Write the estimate of every move."""
    series = np.empty(samples.shape[0], np.float64)
    for k in range(samples.shape[1]):
        for i in range(series.size):
            series[i] = samples[i, k]
        out[k, 0], out[k, 1] = estimate_series(series)


@entry_point(_SAMPLES, int, int, int, _ESTIMATE)
def estimate_difference(samples, start, column, rival, out):
    """Write the estimate of a move's difference from another, on the tables from `start` on."""
    series = np.empty(samples.shape[0] - start, np.float64)
    for i in range(series.size):
        series[i] = samples[start + i, column] - samples[start + i, rival]
    out[0], out[1] = estimate_series(series)


@entry_point(_SAMPLES, _ESTIMATE, _ESTIMATE)
def estimate_level(samples, expected, out):
    """Write the estimate of the mean of all moves less that of the values that are expected of them."""
    series = np.empty(samples.shape[0], np.float64)
    for i in range(series.size):
        total = 0.0
        for k in range(samples.shape[1]):
            total += samples[i, k] - expected[k]
        series[i] = total / samples.shape[1]
    out[0], out[1] = estimate_series(series)


@entry_point(_SAMPLES, int, _COLUMNS, _SAMPLES, _ESTIMATE)
def estimate_screened(screening, column, measured, samples, out):
    """Write the estimate of a move that was screened, but not measured.

    It is the mean of the measured moves, plus the difference from them at the screening, where `measured` are their
    columns.
    """
    series = np.empty(screening.shape[0], np.float64)
    for i in range(series.size):
        total = 0.0
        for k in measured:
            total += screening[i, k]
        series[i] = screening[i, column] - total / measured.size
    behind, error_behind = estimate_series(series)
    series = np.empty(samples.shape[0], np.float64)
    for i in range(series.size):
        total = 0.0
        for k in range(samples.shape[1]):
            total += samples[i, k]
        series[i] = total / samples.shape[1]
    level, error_level = estimate_series(series)
    out[0] = level + behind
    out[1] = math.sqrt(error_level * error_level + error_behind * error_behind)


@entry_point(_SAMPLES, int, int, _COLUMNS)
def rank_moves(samples, start, end, order):
    """Write the columns by the mean of their samples on the tables from start to end, the best first."""
    means = np.empty(samples.shape[1], np.float64)
    for k in range(means.size):
        total = 0.0
        for i in range(start, end):
            total += samples[i, k]
        means[k] = total / (end - start)
        place = k
        while place > 0 and means[order[place - 1]] < means[k]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = k
