"""Run all properties with fresh examples, again and again, until the time is up or one fails.

python -m tests.tools.fuzz MINUTES [option of pytest …]

The pass that runs when the time is up is finished. What fails is kept in `.hypothesis` and tried first the next time.
"""

from __future__ import annotations

import subprocess
import sys
import time

#: What pytest returns when all tests passed.
PASSED = 0


def fuzz(minutes: float, options: list[str]) -> int:
    """Start passes until `minutes` have gone by or one fails; returns the exit code of the last pass."""
    end = time.monotonic() + 60 * minutes
    code, passes = PASSED, 0
    while code == PASSED and (passes == 0 or time.monotonic() < end):
        code, passes = one_pass(options), passes + 1
    print(f"{passes} {'pass' if passes == 1 else 'passes'}: {'no property failed' if code == PASSED else 'see above'}")
    return code


def one_pass(options: list[str]) -> int:
    """Run each property once with fresh examples; returns the exit code of pytest."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "hypothesis", "--hypothesis-profile=fuzz", "tests", *options]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    try:
        asked = float(sys.argv[1])
    except (IndexError, ValueError):
        sys.exit("Say for how many minutes, for example: python -m tests.tools.fuzz 5")
    sys.exit(fuzz(asked, sys.argv[2:]))
