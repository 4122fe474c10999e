"""What all tests share: the same examples, words and signals every time, whoever runs them and however slow it is."""

from __future__ import annotations

import os
import signal

import numba
import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

settings.register_profile(
    "okawari", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("okawari")
# Hypothesis also tries numbers and words that it finds in all modules loaded so far: other examples after every change
# of any file, and with every other order of the tests.
if hasattr(providers, "_local_constants"):
    providers._get_local_constants = lambda: providers._local_constants

# Output is as plain, as wide and as English as the tests ask for, whatever the terminal and whoever owns it.
for name in (
    *("COLUMNS", "LINES", "TERMINAL_WIDTH", "TTY_COMPATIBLE", "TTY_INTERACTIVE"),
    *("FORCE_COLOR", "NO_COLOR", "PY_COLORS", "GITHUB_ACTIONS"),
):
    os.environ.pop(name, None)
os.environ |= {"LC_ALL": "C.UTF-8", "TERM": "xterm"}

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whatever a shell starts in the background ignores Ctrl-C, and so would all commands that are started from here.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if numba.config.DISABLE_JIT:
    # Some products are meant to wrap around; compiled they do so in silence.
    np.seterr(over="ignore")
