"""What all tests share: Hypothesis tries the same examples every time, however slow the machine, and keeps no notes."""

from __future__ import annotations

import numba
import numpy as np
from hypothesis import HealthCheck, settings

settings.register_profile(
    "okawari", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("okawari")

if numba.config.DISABLE_JIT:
    # Some products are meant to wrap around; compiled they do so in silence.
    np.seterr(over="ignore")
