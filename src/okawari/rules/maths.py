"""The exponential function, the logarithm and the integer square root, in plain operations on numbers of 64 bits.

Every processor rounds these operations alike, so results are the same bits everywhere, which those of the system's own
library of mathematics need not be. The methods and constants are those of FreeBSD's msun (fdlibm); results are within 1
unit in the last place.
"""

from __future__ import annotations

import math

import numpy as np

from okawari.rules.kernel import array, entry_point, kernel

#: ln 2 in two parts: the products of the first one with exponents are exact.
_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_ONE_OVER_LN2 = 1.44269504088896338700e00

#: Beyond these, `exp` is infinite or 0.
_LARGEST, _SMALLEST = 709.782712893383973096, -745.13321910194110842
_P1, _P2, _P3 = 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05
_P4, _P5 = -1.65339022054652515390e-06, 4.13813679705723846039e-08
#: Powers of 2, with exponents from -_HALF to _HALF: a result is scaled by two of them, of which the first is exact.
_HALF = 540
_POWERS = np.array([math.ldexp(1.0, n) for n in range(-_HALF, _HALF + 1)])

_L1, _L2, _L3 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01
_L4, _L5 = 2.222219843214978396e-01, 1.818357216161805012e-01
_L6, _L7 = 1.531383769920937332e-01, 1.479819860511658591e-01
#: The bits of a number: its fraction, the lowest bit of its exponent, and those of 1 and of the square root of a half.
_FRACTION, _EXPONENT_AT, _BIAS = (1 << 52) - 1, 52, 1023
_ONE, _ROOT = 0x3FF0000000000000, 0x3FE6A09E00000000
#: The smallest number with a full fraction; smaller ones are scaled up by 2**_UP.
_NORMAL, _UP = math.ldexp(1.0, -1022), 54
_SCALE_UP = math.ldexp(1.0, _UP)


@kernel
def exp(x):
    """The exponential function."""
    if x != x:
        return x
    if x > _LARGEST:
        return np.inf
    if x < _SMALLEST:
        return 0.0
    k = np.int64(_ONE_OVER_LN2 * x + (0.5 if x >= 0.0 else -0.5))
    high = x - k * _LN2_HIGH
    low = k * _LN2_LOW
    rest = high - low
    square = rest * rest
    c = rest - square * (_P1 + square * (_P2 + square * (_P3 + square * (_P4 + square * _P5))))
    y = 1.0 + (rest * c / (2.0 - c) - low + high)
    half = k >> 1
    return y * _POWERS[half + _HALF] * _POWERS[k - half + _HALF]


@kernel
def log(x):
    """The natural logarithm of a finite number above 0."""
    exponent = np.int64(-_BIAS)
    if x < _NORMAL:
        x *= _SCALE_UP
        exponent -= _UP
    # The number is taken apart as 2**exponent times a number between the square roots of a half and of 2.
    bits = np.float64(x).view(np.int64) + (_ONE - _ROOT)
    exponent += bits >> _EXPONENT_AT
    f = np.int64((bits & _FRACTION) + _ROOT).view(np.float64) - 1.0
    half_square = 0.5 * f * f
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (_L2 + w * (_L4 + w * _L6))
    odd = z * (_L1 + w * (_L3 + w * (_L5 + w * _L7)))
    return s * (half_square + (odd + even)) + exponent * _LN2_LOW - half_square + f + exponent * _LN2_HIGH


@kernel
def isqrt(n):
    """The integer square root of a number from 0 to 2**62: the largest one whose square is not greater."""
    root = np.int64(math.sqrt(n))
    while root * root > n:
        root -= 1
    while (root + 1) * (root + 1) <= n:
        root += 1
    return root


@entry_point(array(np.float64), array(np.float64))
def exp_many(numbers, out):
    """Write the exponential function of many numbers: for tests of compiled code."""
    for i in range(numbers.size):
        out[i] = exp(numbers[i])


@entry_point(array(np.float64), array(np.float64))
def log_many(numbers, out):
    """Write the logarithms of many numbers: for tests of compiled code."""
    for i in range(numbers.size):
        out[i] = log(numbers[i])
