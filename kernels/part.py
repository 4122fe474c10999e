"""Compile one part of the kernels for some targets: `python -m kernels.part PART FOLDER TARGET …`.

Into the folder go an object for each target, `TARGET-PART.o`, and a file `PART.json` with the signatures of the part's
entry points.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kernels import entries
from kernels.linking import emit
from kernels.lowering import RawCode
from kernels.parts import NETWORKS
from kernels.targets import TARGETS


def main() -> None:
    """Compile what the command line names."""
    part, folder, *names = sys.argv[1:]
    raw = RawCode(entries.load(part))
    for name in names:
        (Path(folder) / f"{name}-{part}.o").write_bytes(emit(raw, TARGETS[name], vectorised=part == NETWORKS))
    (Path(folder) / f"{part}.json").write_text(json.dumps(raw.signatures), encoding="utf-8")


if __name__ == "__main__":
    main()
