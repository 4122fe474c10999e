"""Compile the kernels for one or more targets: `python -m kernels [TARGET …]`; without a target, for this machine."""

from __future__ import annotations

import argparse

from kernels import build
from kernels.parts import ENVIRONMENTS, PARTS
from kernels.targets import TARGETS, WHEELS, target_named


def main() -> None:
    """Build what is asked for and not there yet."""
    parser = argparse.ArgumentParser(prog="python -m kernels", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"one of {', '.join(TARGETS)}")
    parser.add_argument("--wheels", action="store_true", help="all targets that have wheels")
    parser.add_argument("--play", action="store_true", help="only what playing needs: without environments")
    parser.add_argument("--list", action="store_true", help="print the targets that have wheels")
    options = parser.parse_args()
    if options.list:
        print("\n".join(WHEELS))
        return
    names = options.targets or (WHEELS if options.wheels else [None])
    wanted = [part for part in PARTS if part != ENVIRONMENTS or not options.play]
    build.build([target_named(name) for name in names], wanted)


main()
