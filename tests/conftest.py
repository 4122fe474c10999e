"""What all tests share: the same examples, language and signals on every machine."""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

import okawari

settings.register_profile(
    "okawari", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
#: The profile of `make fuzz`: other examples in every run, and those that failed before come first.
settings.register_profile(
    "fuzz",
    parent=settings.get_profile("okawari"),
    derandomize=False,
    database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
    print_blob=True,
)
settings.load_profile("okawari")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Load the whole package before the first property runs.

    Hypothesis also tries numbers and words that it finds in the local modules loaded so far, and has no switch for it.
    With all of them loaded, the examples depend on the sources alone: not on the choice or order of the tests. Those
    that need PyTorch are left out.
    """
    if any(item.get_closest_marker("hypothesis") for item in session.items):
        for module in pkgutil.walk_packages(okawari.__path__, "okawari."):
            if not module.name.endswith("__main__") and not module.name.startswith("okawari.lab.training."):
                importlib.import_module(module.name)


# Output is as plain, as wide and as English as the tests ask for, whatever the terminal.
for name in (
    *("COLUMNS", "LINES", "TERMINAL_WIDTH", "TTY_COMPATIBLE", "TTY_INTERACTIVE"),
    *("FORCE_COLOR", "NO_COLOR", "PY_COLORS", "GITHUB_ACTIONS"),
):
    os.environ.pop(name, None)
os.environ |= {"LC_ALL": "C.UTF-8", "TERM": "xterm"}

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whatever a shell starts in the background ignores Ctrl-C, and so would all commands that are started from here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
